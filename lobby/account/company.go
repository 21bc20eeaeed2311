package account

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"parlor/budget"
	"parlor/lobby"
	"parlor/prose"
)

// maxTies bounds how many people one person may have chosen something about.
const maxTies = 200

// Ties are what a person has chosen about others, by name.
func (p *People) Ties(ctx context.Context, person string) ([]lobby.Tie, error) {
	ties, err := p.config.Ties.Ties(ctx, person)
	if err != nil {
		return nil, prose.Because(err, "The list of friends cannot be read just now. Try again in a moment.")
	}
	return ties, nil
}

// Mutes reports whether a person has muted another one.
func (p *People) Mutes(ctx context.Context, person, other string) (bool, error) {
	ties, err := p.Ties(ctx, person)
	return slices.ContainsFunc(ties, func(t lobby.Tie) bool { return t.Person == other && t.Muted }), err
}

// Befriend does lobby.Befriend.
func (v *Visitor) Befriend(ctx context.Context, name string, friend bool) error {
	return v.tie(ctx, name, friend, func(t *lobby.Tie) { t.Friend = friend })
}

// Mute does lobby.Mute.
func (v *Visitor) Mute(ctx context.Context, name string, muted bool) error {
	return v.tie(ctx, name, muted, func(t *lobby.Tie) { t.Muted = muted })
}

// tie changes what the visitor has chosen about somebody, whom they choose only now
// if anew.
func (v *Visitor) tie(ctx context.Context, name string, anew bool, change func(*lobby.Tie)) error {
	if err := v.people.config.Budget.Spend(budget.Orders, v.charged()); err != nil {
		return err
	}
	ties, err := v.people.Ties(ctx, v.who.ID)
	if err != nil {
		return err
	}
	tie, err := v.meant(ctx, ties, name, anew)
	switch {
	case err != nil:
		return err
	case tie.Person == v.who.ID:
		return prose.Refuse("That is your own name.")
	case anew && len(ties) >= maxTies && tie.Since.IsZero():
		return prose.Refuse("You have chosen {n} people already. Take somebody off your list first.", prose.N(maxTies))
	}
	change(&tie)
	if tie.Since.IsZero() {
		tie.Since = time.Now().UTC().Round(0)
	}
	return wait(ctx, v.save(tie))
}

// save has a tie written, unless nothing of the session is kept any more.
func (v *Visitor) save(tie lobby.Tie) <-chan error {
	p := v.people
	p.mu.Lock()
	defer p.mu.Unlock()
	if v.forgotten {
		return nil
	}
	return p.later(func(ctx context.Context) error { return p.config.Ties.SaveTie(ctx, v.who.ID, tie) })
}

// meant is the tie to whom the visitor means by a name: somebody who is here, one of
// those about whom they have chosen something, somebody whom they have heard, or else who
// was here last. It is new where there is none yet. Not anew, it is one of those that there
// are, although somebody else may have taken the name.
func (v *Visitor) meant(ctx context.Context, ties []lobby.Tie, name string, anew bool) (lobby.Tie, error) {
	house := v.people.config.House
	name = lobby.CleanText(name, v.people.config.NameCells)
	person := house.Called(name)
	for _, tie := range ties {
		if tie.Person == person || person == "" && lobby.FoldName(tie.Name) == lobby.FoldName(name) {
			return tie, nil
		}
	}
	if !anew { // somebody else may have the name by now
		for _, tie := range ties {
			if lobby.FoldName(tie.Name) == lobby.FoldName(name) {
				return tie, nil
			}
		}
	}
	if person == "" {
		if spoke := house.Speaker(ctx, v.who.ID, name); spoke != "" {
			for _, tie := range ties {
				if tie.Person == spoke {
					return tie, nil
				}
			}
			return lobby.Tie{Person: spoke, Name: name}, nil
		}
	}
	if person != "" {
		return lobby.Tie{Person: person, Name: house.NameOf(person)}, nil
	}
	if v.people.config.Ratings != nil && lobby.FoldName(name) != "" {
		named, err := v.people.config.Ratings.Named(ctx, name)
		if err != nil {
			return lobby.Tie{}, prose.Because(err, "That name cannot be looked up just now. Try again in a moment.")
		}
		if len(named) > 0 {
			return lobby.Tie{Person: named[0], Name: name}, nil
		}
	}
	return lobby.Tie{}, prose.Refuse("Nobody called {name} is known here.", prose.Name(name))
}

// Known is whom the visitor means by a name, by Identity.ID, and what they are called.
func (v *Visitor) Known(ctx context.Context, name string) (person, called string, err error) {
	if lobby.IsBotName(lobby.CleanText(name, v.people.config.NameCells)) {
		return "", "", prose.Refuse("That is a bot.")
	}
	ties, err := v.people.Ties(ctx, v.who.ID)
	if err != nil {
		return "", "", err
	}
	tie, err := v.meant(ctx, ties, name, true)
	return tie.Person, cmp.Or(v.people.config.House.NameOf(tie.Person), tie.Name, lobby.CleanText(name, v.people.config.NameCells)), err
}

// File has a report kept, and tells the log of it.
func (v *Visitor) File(ctx context.Context, report lobby.Report) error {
	p := v.people
	if p.config.Reports == nil {
		return prose.Refuse("Nobody reads reports on this server.")
	}
	p.mu.Lock()
	var done <-chan error
	if !v.forgotten {
		done = p.later(func(ctx context.Context) error {
			number, err := p.config.Reports.KeepReport(ctx, report)
			if err != nil {
				return prose.Because(err, "Your report cannot be kept just now. Try again in a moment.")
			}
			p.config.Log.Warn("somebody was reported", "report", number, "by", short(report.By), "about", short(report.About), "room", report.Room, "match", report.Match)
			return nil
		})
	}
	p.mu.Unlock()
	return wait(ctx, done)
}

// short is enough of an identity for a log.
func short(id string) string { return id[:min(len(id), 20)] }

// shortTies are what people have chosen where nothing outlives the process.
type shortTies struct {
	mu  sync.Mutex
	all map[string][]lobby.Tie // by person
}

// Ties implements lobby.Ties.
func (s *shortTies) Ties(_ context.Context, person string) ([]lobby.Tie, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.all[person]), nil
}

// SaveTie implements lobby.Ties.
func (s *shortTies) SaveTie(_ context.Context, person string, tie lobby.Tie) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	left := slices.DeleteFunc(slices.Clone(s.all[person]), func(t lobby.Tie) bool { return t.Person == tie.Person })
	if tie.Friend || tie.Muted {
		left = append(left, tie)
	}
	slices.SortFunc(left, func(a, b lobby.Tie) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Person, b.Person)) })
	if s.all[person] = left; len(left) == 0 {
		delete(s.all, person)
	}
	return nil
}

// forget removes what people chose, and what was chosen about them.
func (s *shortTies) forget(ids []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for person, ties := range s.all {
		s.all[person] = slices.DeleteFunc(slices.Clone(ties), func(t lobby.Tie) bool { return slices.Contains(ids, t.Person) })
	}
	for _, id := range ids {
		delete(s.all, id)
	}
}
