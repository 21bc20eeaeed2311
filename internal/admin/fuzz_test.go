package admin

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

// quiet is an Operator that records and refuses every order.
type quiet struct {
	Operator
	asked []any
}

var errRefused = errors.New("that is refused")

func (q *quiet) Ban(_ context.Context, order BanOrder) (Banned, error) {
	q.asked = append(q.asked, order)
	return Banned{}, errRefused
}

func (q *quiet) Unban(_ context.Context, order UnbanOrder) error {
	q.asked = append(q.asked, order)
	return errRefused
}

func (q *quiet) Announce(order AnnounceOrder) (Announced, error) {
	q.asked = append(q.asked, order)
	return Announced{}, errRefused
}

func (q *quiet) ReportDone(_ context.Context, order DoneOrder) error {
	q.asked = append(q.asked, order)
	return errRefused
}

func (q *quiet) CloseRoom(_ context.Context, order CloseOrder) (Room, error) {
	q.asked = append(q.asked, order)
	return Room{}, errRefused
}

func (q *quiet) EndGameNight(_ context.Context, order GameNightOrder) (GameNight, error) {
	q.asked = append(q.asked, order)
	return GameNight{}, errRefused
}

func (q *quiet) VoidMatch(_ context.Context, order VoidOrder) error {
	q.asked = append(q.asked, order)
	return errRefused
}

func (q *quiet) Drain() Status { q.asked = append(q.asked, struct{}{}); return Status{} }

// paths returns the paths of orders.
func paths() []string {
	return []string{"/ban", "/unban", "/announce", "/reports/done", "/repair-results/void", "/close", "/night/end", "/drain"}
}

// FuzzOrders sends any order. The answer is JSON, and only a valid order reaches the Operator, once.
func FuzzOrders(f *testing.F) {
	for _, body := range []string{
		`{"who":"203.0.113.7","seconds":3600}`, `{"who":7}`, `{"text":"We restart at noon.","seconds":1e300}`, `{"room":1,"reason":"x"}`, `{}`, `{"who":"a"}{}`, "null", "", "[", `{"nothing":1}`,
		strings.Repeat(`{"who":`, 10000),
	} {
		for _, path := range paths() {
			f.Add(path, []byte(body))
		}
	}
	f.Fuzz(func(t *testing.T, path string, body []byte) {
		if !slices.Contains(paths(), path) {
			return
		}
		house := &quiet{}
		answer := httptest.NewRecorder()
		asked := httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, bytes.NewReader(body))
		handler(house, slog.New(slog.DiscardHandler)).ServeHTTP(answer, asked)
		if !json.Valid(answer.Body.Bytes()) {
			t.Errorf("%s is answered with %q", path, answer.Body)
		}
		reached := map[int]int{http.StatusOK: 1, http.StatusConflict: 1, http.StatusBadRequest: 0}
		if want, known := reached[answer.Code]; !known || len(house.asked) != want {
			t.Errorf("%s %q is answered with %d, and %v was asked for", path, body, answer.Code, house.asked)
		}
	})
}
