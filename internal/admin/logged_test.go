package admin

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// obeying is an Operator that does what it is asked.
type obeying struct{ Operator }

func (obeying) Ban(context.Context, BanOrder) (Banned, error) {
	return Banned{Ban: Ban{Who: "key:SHA256:abcdefghijklmnop"}, Ended: 2}, nil
}

func (obeying) CloseRoom(context.Context, CloseOrder) (Room, error) {
	return Room{Number: 7, Code: "SECRET", Here: 3}, nil
}

func (obeying) EndGameNight(context.Context, GameNightOrder) (GameNight, error) {
	return GameNight{Code: "SECRET", Title: "SECRET", Stage: "over", Players: 9}, nil
}

// TestTheLogSaysWhatCameOfAnOrder checks the log lines, and that they have no code of a room
// or game night.
func TestTheLogSaysWhatCameOfAnOrder(t *testing.T) {
	var log bytes.Buffer
	desk := handler(obeying{}, slog.New(slog.NewJSONHandler(&log, nil)))
	for path, body := range map[string]string{"/ban": `{"who":"2","seconds":5400}`, "/close": `{"room":"SECRET","reason":"late"}`, "/night/end": `{"code":"SECRET"}`} {
		desk.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, strings.NewReader(body)))
	}
	for _, want := range []string{`"asked":{"who":"2","for":"1h30m0s"`, `"who":"key:SHA256:abcdefghi"`, `"ended_sessions":2`, `"room":7`, `"people":3`, `"stage":"over","players":9`} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("%s is not in the log:\n%s", want, log.String())
		}
	}
	if strings.Contains(log.String(), "SECRET") {
		t.Errorf("a code is in the log:\n%s", log.String())
	}
}
