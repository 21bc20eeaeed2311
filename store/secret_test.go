package store_test

import (
	"slices"
	"sync"
	"testing"

	"parlor/lobby"
	"parlor/store"
)

// TestASecretEntryIsNotCounted checks that a secret entry is never reported, whether written alone, with others, or
// later.
func TestASecretEntryIsNotCounted(t *testing.T) {
	s := open(t, t.TempDir())
	var mu sync.Mutex
	var told []int
	s.Watch(func(c store.Commit) {
		mu.Lock()
		defer mu.Unlock()
		if c.Changes > 0 {
			told = append(told, c.Changes)
		}
	})
	secret := func(number uint64) lobby.Entry {
		one := entry(number)
		one.Secret = true
		return one
	}
	for _, one := range []lobby.Entry{entry(1), secret(2), secret(3), entry(4), secret(5)} {
		if err := s.Journal.Append(t.Context(), "ROOM", one); err != nil {
			t.Fatal(err)
		}
	}
	entries, err := s.Journal.Load(t.Context(), "ROOM")
	if err != nil || len(entries) != 5 {
		t.Fatalf("%d entries are there: %v", len(entries), err)
	}
	mu.Lock()
	defer mu.Unlock()
	if !slices.Equal(told, []int{1, 1}) {
		t.Errorf("commits are told of %v", told)
	}
}
