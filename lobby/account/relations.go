package account

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"parlor/lobby"
	"parlor/prose"
)

// ties implements People.Relations.
func (c *Config) ties(ctx context.Context, person string) ([]lobby.Relation, error) {
	ties, err := c.Relations.Relations(ctx, person)
	if err != nil {
		return nil, prose.Because(err, "Your list of friends could not be loaded. Try again in a moment.")
	}
	return ties, nil
}

// memoryRelations is an in-memory lobby.Relations.
type memoryRelations struct {
	mu  sync.Mutex
	all map[string][]lobby.Relation // by person
}

// Relations implements lobby.Relations.
func (s *memoryRelations) Relations(_ context.Context, person string) ([]lobby.Relation, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.all[person]), nil
}

// SaveRelation implements lobby.Relations.
func (s *memoryRelations) SaveRelation(_ context.Context, person string, tie lobby.Relation) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	left := slices.DeleteFunc(slices.Clone(s.all[person]), func(t lobby.Relation) bool { return t.Person == tie.Person })
	if tie.Friend || tie.Muted {
		left = append(left, tie)
	}
	slices.SortFunc(left, func(a, b lobby.Relation) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Person, b.Person))
	})
	if s.all[person] = left; len(left) == 0 {
		delete(s.all, person)
	}
	return nil
}

// forget removes the relations of people, and those to them.
func (s *memoryRelations) forget(ids []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for person, ties := range s.all {
		s.all[person] = slices.DeleteFunc(slices.Clone(ties), func(t lobby.Relation) bool { return slices.Contains(ids, t.Person) })
	}
	for _, id := range ids {
		delete(s.all, id)
	}
}
