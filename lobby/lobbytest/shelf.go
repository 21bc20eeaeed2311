package lobbytest

import (
	"context"
	"slices"
	"sync"

	"parlor/lobby"
)

// shelf keeps people, matches and ratings in memory.
type shelf struct {
	mu        sync.Mutex
	people    []lobby.Account
	matches   []lobby.Finished // the newest first
	standings []lobby.Standing // the best first
}

func (s *shelf) find(id string) int {
	return slices.IndexFunc(s.people, func(a lobby.Account) bool { return slices.Contains(a.IDs, id) })
}

// Account implements lobby.Accounts.
func (s *shelf) Account(_ context.Context, id string) (lobby.Account, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := s.find(id)
	if i < 0 {
		return lobby.Account{}, lobby.ErrUnknown
	}
	return s.people[i], nil
}

// Save implements lobby.Accounts.
func (s *shelf) Save(_ context.Context, account lobby.Account) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := s.find(account.ID)
	if i < 0 {
		account.IDs = []string{account.ID}
		s.people = append(s.people, account)
		return nil
	}
	account.IDs = s.people[i].IDs
	s.people[i] = account
	return nil
}

// Link implements lobby.Accounts.
func (s *shelf) Link(_ context.Context, account, id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	ids := []string{id}
	if other := s.find(id); other >= 0 {
		ids = s.people[other].IDs
		s.people = slices.Delete(s.people, other, other+1)
	}
	i := s.find(account)
	if i < 0 {
		return lobby.ErrUnknown
	}
	s.people[i].IDs = slices.Concat(s.people[i].IDs, ids)
	return nil
}

// Forget implements lobby.Accounts.
func (s *shelf) Forget(_ context.Context, account string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.people = slices.DeleteFunc(s.people, func(a lobby.Account) bool { return a.ID == account })
	return nil
}

// Matches implements lobby.History.
func (s *shelf) Matches(_ context.Context, filter lobby.Filter) ([]lobby.Finished, error) {
	found := []lobby.Finished{}
	for _, match := range s.matches {
		if filter.Person != "" && match.SeatOf(filter.Person) < 0 || filter.Against != "" && match.SeatOf(filter.Against) < 0 {
			continue
		}
		if match.Record.Moves = nil; match.ID < filter.Before || filter.Before == "" {
			found = append(found, match)
		}
	}
	return found, nil
}

// Match implements lobby.History.
func (s *shelf) Match(_ context.Context, id string) (lobby.Finished, error) {
	for _, match := range s.matches {
		if match.ID == id {
			return match, nil
		}
	}
	return lobby.Finished{}, lobby.ErrUnknown
}

// Leaders implements lobby.Ratings.
func (s *shelf) Leaders(_ context.Context, game string, limit int) ([]lobby.Standing, error) {
	leaders := slices.DeleteFunc(slices.Clone(s.standings), func(one lobby.Standing) bool { return one.Game != game })
	return leaders[:min(limit, len(leaders))], nil
}

// Standings implements lobby.Ratings.
func (s *shelf) Standings(_ context.Context, person string) ([]lobby.Standing, error) {
	return slices.DeleteFunc(slices.Clone(s.standings), func(one lobby.Standing) bool { return one.Person != person }), nil
}

// Named implements lobby.Ratings.
func (s *shelf) Named(_ context.Context, name string) (ids []string, err error) {
	for _, one := range s.standings {
		if lobby.FoldName(one.Name) == lobby.FoldName(name) && !slices.Contains(ids, one.Person) {
			ids = append(ids, one.Person)
		}
	}
	return ids, nil
}
