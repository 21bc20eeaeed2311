package gamenight

import (
	"sync"
	"time"

	"parlor/lobby"
)

// Boards caches what the boards of all sessions show, so that each view is requested and drawn
// once. It contains only public data. The zero Boards is empty. Its methods are safe for concurrent
// use.
type Boards struct {
	frames shared[frameKey, []string]
	looks  shared[lobby.LookAtTable, seenTable]
}

// seenTable is the answer to a lobby.LookAtTable.
type seenTable struct {
	update lobby.Update
	err    error
}

// frameKept is how long a frame is cached.
const frameKept = 5 * time.Second

// frame returns the frame with a key. It calls draw if no session has drawn it.
func (b *Boards) frame(key frameKey, draw func() []string) []string {
	return b.frames.at(key, frameKept, draw)
}

// look returns the public view of a table, which is at most about one tick old.
func (b *Boards) look(op lobby.LookAtTable, ask func() (lobby.Update, error)) (lobby.Update, error) {
	seen := b.looks.at(op, projectorTick-projectorTick/10, func() seenTable {
		update, err := ask()
		return seenTable{update, err}
	})
	return seen.update, seen.err
}

// shared caches values for a short time.
type shared[K comparable, V any] struct {
	mu   sync.Mutex
	kept map[K]*keptValue[V]
}

type keptValue[V any] struct {
	made  time.Time
	once  sync.Once
	value V
}

// at returns the value of a key. If there is none younger than age, it calls make; other callers
// wait for the result.
func (s *shared[K, V]) at(key K, age time.Duration, make func() V) V {
	entry := s.entry(key, age, time.Now())
	entry.once.Do(func() { entry.value = make() })
	return entry.value
}

// entry returns the entry of a key, and removes all expired ones.
func (s *shared[K, V]) entry(key K, age time.Duration, now time.Time) *keptValue[V] {
	s.mu.Lock()
	defer s.mu.Unlock()
	for old, entry := range s.kept {
		if now.Sub(entry.made) >= age {
			delete(s.kept, old)
		}
	}
	entry := s.kept[key]
	if entry == nil {
		if s.kept == nil {
			s.kept = map[K]*keptValue[V]{}
		}
		entry = &keptValue[V]{made: now}
		s.kept[key] = entry
	}
	return entry
}
