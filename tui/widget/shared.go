package widget

import (
	"sync"
	"time"
)

// Shared caches values for a short time, for all sessions. The zero Shared is empty. Its methods are
// safe for concurrent use.
type Shared[K comparable, V any] struct {
	mu   sync.Mutex
	kept map[K]*keptValue[V]
}

type keptValue[V any] struct {
	made  time.Time
	once  sync.Once
	value V
}

// At returns the value of a key. If there is none younger than age, it calls make; other callers
// wait for the result.
func (s *Shared[K, V]) At(key K, age time.Duration, make func() V) V {
	entry := s.entry(key, age, time.Now())
	entry.once.Do(func() { entry.value = make() })
	return entry.value
}

// entry returns the entry of a key, and removes all expired ones.
func (s *Shared[K, V]) entry(key K, age time.Duration, now time.Time) *keptValue[V] {
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
