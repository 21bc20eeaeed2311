package e2e

import (
	"context"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"parlor/engine"
	"parlor/engine/masterdice"
	"parlor/internal/metrics"
	"parlor/lobby"
	"parlor/lobby/local"
	"parlor/store"
)

// TestFiguresTellNothingOfASecretAction checks that metrics do not change with secret actions, neither at once nor
// after a public one.
func TestFiguresTellNothingOfASecretAction(t *testing.T) {
	t.Parallel()
	one, other := figuresOfADuel(t, nil), figuresOfADuel(t, []engine.Action{masterdice.Roll})
	if !reflect.DeepEqual(other[0], other[1]) {
		t.Errorf("a secret action changed %v to %v", other[0], other[1])
	}
	if !reflect.DeepEqual(one[2], other[2]) {
		t.Errorf("after a public action they are %v, and %v where there was a secret one", one[2], other[2])
	}
	if reflect.DeepEqual(one[1], one[2]) {
		t.Error("a public action is not counted")
	}
}

// figuresOfADuel returns the metrics before and after a player acts in secret, and after they resign.
func figuresOfADuel(t *testing.T, secret []engine.Action) (figures [3][]string) {
	t.Helper()
	kept, err := store.Open(t.TempDir(), nil)
	check(t, err)
	l := local.New(local.Config{Games: offered(), Journal: kept.Journal})
	defer func() {
		check(t, l.Close(context.Background()))
		check(t, kept.Close())
	}()
	m := metrics.New(func() metrics.Figures {
		f, counts := metrics.Figures{}, l.Operator().Counts()
		f.People, f.Rooms, f.Asleep, f.DatabaseErr = counts.People, counts.Rooms, counts.Asleep, kept.Unhealthy()
		f.BotMoves, f.Late = l.Operator().BotMoves()
		return f
	})
	kept.Watch(func(c store.Commit) {
		if c.Changes > 0 { // a heartbeat comes at any time
			m.Committed(0, c.Changes, c.Failed)
		}
	})
	visit := func(name string) lobby.Session {
		v, err := l.Enter(t.Context(), lobby.Identity{ID: name, Name: name})
		check(t, err)
		return v
	}
	plan := lobby.Plan{Game: "masterdice", Seats: 2, Options: engine.Options{"mode": masterdice.Duel}}
	anna, err := lobby.Ask(t.Context(), visit("anna"), lobby.Create{Plan: plan})
	check(t, err)
	_, err = lobby.Ask(t.Context(), visit("bo"), lobby.Join{Code: (<-anna.Updates()).Code})
	check(t, err)
	check(t, lobby.Perform(t.Context(), anna, lobby.Start{}))
	figures[0] = told(m)
	for _, action := range secret {
		check(t, lobby.Perform(t.Context(), anna, lobby.Play{Action: action}))
	}
	figures[1] = told(m)
	check(t, lobby.Perform(t.Context(), anna, lobby.Play{Action: engine.Resign}))
	figures[2] = told(m)
	return figures
}

// told returns the metrics without those of the process.
func told(m *metrics.Metrics) (lines []string) {
	answer := httptest.NewRecorder()
	m.Handler().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/metrics", http.NoBody))
	for line := range strings.Lines(answer.Body.String()) {
		if strings.HasPrefix(line, "parlor_") {
			lines = append(lines, line)
		}
	}
	return lines
}
