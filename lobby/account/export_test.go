package account_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"parlor/lobby"
	"parlor/lobby/account"
	"parlor/lobby/lobbytest"
)

// slowHistory is a slow history that counts concurrent reads.
type slowHistory struct {
	*lobbytest.MemStore
	reading, most *atomic.Int64
}

func (b slowHistory) Match(ctx context.Context, id string) (lobby.Finished, error) {
	b.most.Store(max(b.most.Load(), b.reading.Add(1)))
	defer b.reading.Add(-1)
	time.Sleep(time.Millisecond)
	return b.MemStore.Match(ctx, id)
}

// TestOneExportAtATime: parts of several exports are made one after another, each complete.
func TestOneExportAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		shelf := &lobbytest.MemStore{}
		for i := range 120 {
			shelf.Played = append(shelf.Played, lobby.Finished{ID: fmt.Sprint("m", i), Players: []lobby.Player{{ID: "key:anna"}, {ID: "key:bo"}}})
		}
		book := slowHistory{shelf, new(atomic.Int64), new(atomic.Int64)}
		h := open(t, account.Config{Accounts: shelf, History: book})
		for _, name := range []string{"anna", "bo"} {
			visitor := h.enter(name)
			go func() {
				seen, parts := map[string]bool{}, 0
				for before, more := "", true; more; parts++ {
					export, err := lobby.Ask(t.Context(), visitor, lobby.ExportData{Before: before})
					if err != nil || (export.ID != "") != (before == "") {
						t.Errorf("%s gets %+v, %v", name, export, err)
						return
					}
					for _, match := range export.Matches {
						seen[match.ID] = true
						if match.SeatOf("key:"+name) < 0 || match.SeatOf("") < 0 {
							t.Errorf("%s is told who played: %+v", name, match.Players)
						}
					}
					before = export.Older
					more = before != ""
				}
				if len(seen) != 120 || parts != 3 {
					t.Errorf("%s gets %d matches in %d parts", name, len(seen), parts)
				}
			}()
		}
		time.Sleep(time.Minute)
		if book.most.Load() != 1 {
			t.Errorf("%d matches are read at once", book.most.Load())
		}
		visitor := h.enter("cy")
		for range 3 {
			_, err := lobby.Ask(t.Context(), visitor, lobby.ExportData{})
			must(t, err)
		}
		if _, err := lobby.Ask(t.Context(), visitor, lobby.ExportData{}); err == nil || !strings.Contains(err.Error(), "Wait a minute") {
			t.Errorf("a fourth one: %v", err)
		}
	})
}

// TestSettingsAreWrittenOnce: while a write is pending, only the newest settings are kept.
func TestSettingsAreWrittenOnce(t *testing.T) {
	kept := &countingStore{MemStore: &lobbytest.MemStore{}}
	h := open(t, account.Config{Accounts: kept})
	anna := h.enter("anna")
	kept.hold.Lock()
	for i := range 10_000 {
		lobby.Send(t.Context(), anna, lobby.SaveSettings{Settings: fmt.Append(nil, i)})
	}
	kept.hold.Unlock()
	must(t, anna.Rename(t.Context(), "ann")) // after all earlier requests
	if settings := string(kept.People[0].Settings); settings != "9999" || kept.saves.Load() > 3 {
		t.Errorf("%s is kept, written %d times", settings, kept.saves.Load())
	}
}

// countingStore counts writes of accounts, and can be blocked.
type countingStore struct {
	*lobbytest.MemStore
	hold  sync.Mutex
	saves atomic.Int64
}

func (s *countingStore) Save(ctx context.Context, account lobby.Account) error {
	s.hold.Lock()
	defer s.hold.Unlock()
	s.saves.Add(1)
	return s.MemStore.Save(ctx, account)
}
