package account

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"parlor/lobby"
	"parlor/prose"
)

const (
	// leadersShown is the maximum length of a leaderboard.
	leadersShown = 20
	// resultsShown is the maximum number of matches in a profile.
	resultsShown = 10
	// metMost bounds the counted matches of two people.
	metMost = 1000
)

var errNoRatings = prose.Refuse("This server keeps no ratings.")

// ratings returns results and ratings of a session's person and of others.
type ratings struct{ *owner }

// KeepsRatings implements lobby.Session.
func (r ratings) KeepsRatings() bool {
	return r.people.config.Ratings != nil && r.people.config.History != nil
}

// leaderboard performs lobby.GetLeaderboard.
func (r ratings) leaderboard(ctx context.Context, game string) (lobby.Leaderboard, error) {
	if !r.KeepsRatings() {
		return lobby.Leaderboard{}, errNoRatings
	}
	leaders, err := r.people.config.Ratings.Leaders(ctx, game, leadersShown)
	if err != nil {
		return lobby.Leaderboard{}, prose.Because(err, "The leaderboard could not be loaded. Try again in a moment.")
	}
	own, err := r.people.config.Ratings.Standings(ctx, r.who.ID)
	if err != nil {
		return lobby.Leaderboard{}, prose.Because(err, "Your rating could not be loaded. Try again in a moment.")
	}
	board := lobby.Leaderboard{Game: game, Leaders: leaders}
	if at := slices.IndexFunc(own, func(s lobby.Standing) bool { return s.Game == game }); at >= 0 {
		board.You = own[at]
	}
	return board, nil
}

// findProfile performs lobby.FindProfile.
func (r ratings) findProfile(ctx context.Context, name string) (lobby.Profile, error) {
	person, namesakes, err := r.named(ctx, name)
	if err != nil {
		return lobby.Profile{}, err
	}
	profile, err := r.Profile(ctx, person)
	profile.Namesakes = namesakes
	return profile, err
}

// named returns the person with a name, and the number of others with a matching name.
func (r ratings) named(ctx context.Context, name string) (person string, namesakes int, err error) {
	if !r.KeepsRatings() {
		return "", 0, errNoRatings
	}
	named, err := r.people.config.Ratings.Named(ctx, name)
	if err != nil {
		return "", 0, prose.Because(err, "That name could not be looked up. Try again in a moment.")
	}
	if here := r.people.config.Lobby.PersonByName(name); here != "" {
		named = append([]string{here}, slices.DeleteFunc(named, func(id string) bool { return id == here })...)
	}
	if len(named) == 0 {
		return "", 0, prose.Refuse("There is no player called {name}.", prose.Name(lobby.CleanText(name, r.people.config.NameCells)))
	}
	return named[0], len(named) - 1, nil
}

// Profile performs lobby.GetProfile.
func (r ratings) Profile(ctx context.Context, person string) (lobby.Profile, error) {
	if !r.KeepsRatings() {
		return lobby.Profile{}, errNoRatings
	}
	person = cmp.Or(person, r.who.ID)
	profile := lobby.Profile{Person: person, You: person == r.who.ID}
	err := r.fill(ctx, &profile)
	if err != nil {
		return lobby.Profile{}, prose.Because(err, "That profile could not be loaded. Try again in a moment.")
	}
	return profile, nil
}

func (r ratings) fill(ctx context.Context, p *lobby.Profile) (err error) {
	people := r.people
	if p.Standings, err = people.config.Ratings.Standings(ctx, p.Person); err != nil {
		return err
	}
	var met []lobby.Finished
	if !p.You {
		if met, err = people.config.History.Matches(ctx, lobby.MatchFilter{Person: p.Person, Against: r.who.ID, Limit: metMost}); err != nil {
			return err
		}
	}
	// All own matches are shown, but of others only those in public rooms.
	shown, err := people.config.History.Matches(ctx, lobby.MatchFilter{Person: p.Person, Public: !p.You, Limit: resultsShown})
	if err != nil {
		return err
	}
	for i, match := range met {
		count(&p.AgainstYou, match, p.Person, r.who.ID)
		if i < resultsShown && !slices.ContainsFunc(shown, func(other lobby.Finished) bool { return other.ID == match.ID }) {
			shown = append(shown, match)
		}
	}
	slices.SortStableFunc(shown, func(a, b lobby.Finished) int { return b.Ended.Compare(a.Ended) })
	for _, match := range shown[:min(len(shown), resultsShown)] {
		if seat := match.SeatOf(p.Person); seat >= 0 {
			p.Results = append(p.Results, lobby.Result{Match: match, Seat: seat})
		}
	}
	p.Name, err = r.nameOf(ctx, *p)
	return err
}

// nameOf returns the current or last name of a person.
func (r ratings) nameOf(ctx context.Context, p lobby.Profile) (string, error) {
	if name := r.people.config.Lobby.NameOf(p.Person); name != "" {
		return name, nil
	}
	if accounts := r.people.config.Accounts; accounts != nil {
		account, err := accounts.Account(ctx, p.Person)
		if err != nil && !errors.Is(err, lobby.ErrUnknown) {
			return "", err
		}
		if account.Name != "" {
			return account.Name, nil
		}
	}
	switch {
	case len(p.Standings) > 0:
		return p.Standings[0].Name, nil
	case len(p.Results) > 0:
		return p.Results[0].Match.Players[p.Results[0].Seat].Name, nil
	}
	return lobby.Forgotten, nil
}

// count counts a match of one person against another.
func count(t *lobby.Tally, match lobby.Finished, one, other string) {
	a, b, ranks := match.SeatOf(one), match.SeatOf(other), match.Ranks()
	switch {
	case a < 0 || b < 0 || ranks == nil:
	case ranks[a] <= ranks[b] && !match.Counts(a), ranks[b] <= ranks[a] && !match.Counts(b): // won or drawn by a bot
	case ranks[a] < ranks[b]:
		t.Won++
	case ranks[a] > ranks[b]:
		t.Lost++
	default:
		t.Drawn++
	}
}
