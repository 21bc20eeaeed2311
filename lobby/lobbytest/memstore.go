package lobbytest

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"parlor/lobby"
)

// MemStore is an in-memory lobby.Accounts, lobby.History, lobby.Ratings, lobby.Reports and
// lobby.Webhooks. Its fields must be set before use.
type MemStore struct {
	People []lobby.Account
	Played []lobby.Finished // newest first
	Ranked []lobby.Standing // best first
	Broken error            // error of all reads of matches and ratings; optional

	mu    sync.Mutex // guards People and the fields below
	filed []lobby.Report
	hooks map[string]lobby.Webhook // by person
}

// Webhook implements lobby.Webhooks.
func (s *MemStore) Webhook(_ context.Context, person string) (lobby.Webhook, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.hooks[person], s.Broken
}

// SaveWebhook implements lobby.Webhooks.
func (s *MemStore) SaveWebhook(_ context.Context, person string, hook lobby.Webhook) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.hooks == nil {
		s.hooks = map[string]lobby.Webhook{}
	}
	if s.hooks[person] = hook; hook.URL == "" {
		delete(s.hooks, person)
	}
	return s.Broken
}

// NoteWebhook implements lobby.Webhooks.
func (s *MemStore) NoteWebhook(_ context.Context, person string, hook lobby.Webhook) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if was := s.hooks[person]; was.URL == hook.URL && was.Since.Equal(hook.Since) && was.URL != "" {
		s.hooks[person] = hook
	}
	return s.Broken
}

// KeepReport implements lobby.Reports.
func (s *MemStore) KeepReport(_ context.Context, report lobby.Report) (uint64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	report.Number = uint64(len(s.filed)) + 1
	s.filed = append(s.filed, report)
	return report.Number, s.Broken
}

// ReportsBy implements lobby.Reports.
func (s *MemStore) ReportsBy(_ context.Context, person string) ([]lobby.Report, error) {
	return slices.DeleteFunc(s.Filed(), func(r lobby.Report) bool { return r.By != person }), s.Broken
}

// Filed returns the stored reports, oldest first.
func (s *MemStore) Filed() []lobby.Report {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.filed)
}

func (s *MemStore) find(id string) int {
	return slices.IndexFunc(s.People, func(a lobby.Account) bool { return slices.Contains(a.IDs, id) })
}

// Account implements lobby.Accounts.
func (s *MemStore) Account(_ context.Context, id string) (lobby.Account, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := s.find(id)
	if i < 0 {
		return lobby.Account{}, lobby.ErrUnknown
	}
	return s.People[i], nil
}

// Save implements lobby.Accounts.
func (s *MemStore) Save(_ context.Context, account lobby.Account) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := s.find(account.ID)
	if i < 0 {
		account.IDs = []string{account.ID}
		s.People = append(s.People, account)
		return nil
	}
	account.IDs = s.People[i].IDs
	s.People[i] = account
	return nil
}

// Link implements lobby.Accounts.
func (s *MemStore) Link(_ context.Context, account, id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	ids := []string{id}
	if other := s.find(id); other >= 0 {
		ids = s.People[other].IDs
		s.People = slices.Delete(s.People, other, other+1)
	}
	i := s.find(account)
	if i < 0 {
		return lobby.ErrUnknown
	}
	s.People[i].IDs = slices.Concat(s.People[i].IDs, ids)
	return nil
}

// Holder implements lobby.Accounts.
func (s *MemStore) Holder(_ context.Context, name string, since time.Time) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, one := range s.People { // in order of arrival
		played := slices.ContainsFunc(s.Played, func(match lobby.Finished) bool { return match.SeatOf(one.ID) >= 0 })
		if lobby.FoldName(one.Name) == lobby.FoldName(name) && played && !one.Guest && !one.Seen.Before(since) {
			return one.ID, nil
		}
	}
	return "", nil
}

// Familiarity implements lobby.Accounts.
func (s *MemStore) Familiarity(_ context.Context, id string) (known lobby.Familiarity, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := s.find(id); i >= 0 {
		known.Since, known.Seen = s.People[i].Made, s.People[i].Seen
	}
	for _, match := range s.Played {
		if match.SeatOf(id) < 0 {
			continue
		}
		known.Played = true
		if known.Since.IsZero() || match.Ended.Before(known.Since) {
			known.Since = match.Ended
		}
	}
	return known, nil
}

// Visited implements lobby.Accounts.
func (s *MemStore) Visited(_ context.Context, id string, at time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := s.find(id); i >= 0 {
		s.People[i].Seen = at
	}
	return nil
}

// Forget implements lobby.Accounts.
func (s *MemStore) Forget(_ context.Context, account string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.People = slices.DeleteFunc(s.People, func(a lobby.Account) bool { return a.ID == account })
	delete(s.hooks, account)
	return nil
}

// Matches implements lobby.History.
func (s *MemStore) Matches(_ context.Context, filter lobby.MatchFilter) ([]lobby.Finished, error) {
	from := 1 + slices.IndexFunc(s.Played, func(one lobby.Finished) bool { return one.ID == filter.Before })
	most := cmp.Or(filter.Limit, 50)
	found := []lobby.Finished{}
	for _, match := range s.Played[from:] {
		if match.Record.Moves = nil; passes(match, filter) && len(found) < most {
			found = append(found, match)
		}
	}
	return found, s.Broken
}

// passes reports whether a match passes a filter.
func passes(match lobby.Finished, filter lobby.MatchFilter) bool {
	had := func(id string) bool { return id == "" || match.SeatOf(id) >= 0 }
	return had(filter.Person) && had(filter.Against) && (match.Public || !filter.Public)
}

// Match implements lobby.History.
func (s *MemStore) Match(_ context.Context, id string) (lobby.Finished, error) {
	for _, match := range s.Played {
		if match.ID == id {
			return match, nil
		}
	}
	return lobby.Finished{}, lobby.ErrUnknown
}

// Leaders implements lobby.Ratings.
func (s *MemStore) Leaders(_ context.Context, game string, limit int) ([]lobby.Standing, error) {
	leaders := slices.DeleteFunc(slices.Clone(s.Ranked), func(one lobby.Standing) bool { return one.Game != game })
	return leaders[:min(limit, len(leaders))], s.Broken
}

// Standings implements lobby.Ratings.
func (s *MemStore) Standings(_ context.Context, person string) ([]lobby.Standing, error) {
	return slices.DeleteFunc(slices.Clone(s.Ranked), func(one lobby.Standing) bool { return one.Person != person }), s.Broken
}

// Named implements lobby.Ratings.
func (s *MemStore) Named(_ context.Context, name string) (ids []string, err error) {
	for _, one := range s.Ranked {
		if lobby.FoldName(one.Name) == lobby.FoldName(name) && !slices.Contains(ids, one.Person) {
			ids = append(ids, one.Person)
		}
	}
	return ids, s.Broken
}
