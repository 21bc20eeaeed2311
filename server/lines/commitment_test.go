package lines_test

import (
	"context"
	"encoding/hex"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/lobbytest"
	"parlor/lobby/local"
)

// stored is a journal and a history in memory that keeps finished matches only.
type stored struct {
	mu      sync.Mutex
	matches []lobby.Finished
}

func (s *stored) Append(_ context.Context, _ string, entry lobby.Entry) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if entry.Ended != nil {
		s.matches = append(s.matches, *entry.Ended)
	}
	return nil
}

func (s *stored) Match(context.Context, string) (lobby.Finished, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.matches[len(s.matches)-1], nil
}

func (*stored) Matches(context.Context, lobby.MatchFilter) ([]lobby.Finished, error) { return nil, nil }

func (*stored) Headers(context.Context) (map[string]lobby.Header, error) { return nil, nil }

func (*stored) Load(context.Context, string) ([]lobby.Entry, error)             { return nil, lobby.ErrUnknown }
func (*stored) SetAside(context.Context, string, string, *lobby.Finished) error { return nil }

// TestTheRecordByEar checks that the commitment to a match with a record is its seal, and that the record is printed.
func TestTheRecordByEar(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var games []engine.Game
		for _, kit := range kits() {
			games = append(games, kit.Game)
		}
		kept := &stored{}
		l := lobbytest.Open(t, local.New(local.Config{
			Games: games, Seed: func() engine.Seed { return engine.Seed{11} }, Journal: kept, History: kept, Records: &lobby.RecordConfig{},
		}))
		anna := comeWith(t, l, "anna", kept)
		for _, line := range []string{"new kodeknacker bots=1 rounds=1", "start", "code rrrrr", "guess rrrrr", "resign", "resign", "commitment", "record"} {
			anna.types(line)
			time.Sleep(time.Second)
		}
		heard := anna.heard()
		for _, want := range []string{
			"The record of the match is signed.",
			`{"format":2,"text":"parlor match 2`, `"names":[{"seat":1,"name":"anna"`,
		} {
			if !strings.Contains(heard, want) {
				t.Errorf("%q is not in\n%s", want, heard)
			}
		}
		if before, _, _ := strings.Cut(heard, "resign"); strings.Contains(before, hex.EncodeToString([]byte{11, 0, 0, 0})) {
			t.Errorf("the secret is shown before the end:\n%s", before)
		}
	})
}
