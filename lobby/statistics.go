package lobby

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"parlor/engine"
)

const (
	// StatisticsFrom is how many of somebody's newest matches statistics count.
	StatisticsFrom = 500
	// EnoughMatches are those that two values of an option must have before they are
	// told apart.
	EnoughMatches = 10
	// LatestMatches are those of a game whose decisions can be summed up.
	LatestMatches = 20
)

// Statistics is how somebody has done in each game, from matches that the reader may
// find without knowing any ID: all of their own, and of others those of public rooms
// and those that they played in themselves.
type Statistics struct {
	Person    string           `json:"Person"` // Identity.ID
	Name      string           `json:"Name"`
	You       bool             `json:"You"`
	Namesakes int              `json:"Namesakes"` // how many others could be meant by the name that was asked for
	Counted   int              `json:"Counted"`   // matches
	Games     []GameStatistics `json:"Games"`
}

// GameStatistics is how somebody has done in a game.
type GameStatistics struct {
	Game   string   `json:"Game"` // engine.Game.Name
	All    Share    `json:"All"`
	Splits []Split  `json:"Splits"`
	Latest []Seated `json:"Latest"` // newest first
}

// Seated is the seat that somebody had in a match.
type Seated struct {
	ID   string `json:"ID"` // Finished.ID
	Seat int    `json:"Seat"`
}

// Share is what somebody has made of some matches.
type Share struct {
	Matches int     `json:"Matches"`
	Won     float64 `json:"Won"`    // the sum of their shares: a match that several won is divided among them, one that nobody won among all
	Fair    float64 `json:"Fair"`   // what Won is of somebody who plays as well as the others
	Points  float64 `json:"Points"` // the sum
}

// Split is how somebody has done by the value of an option, where at least two have
// enough matches; those that have not are left out.
type Split struct {
	Option string       `json:"Option"` // engine.Option.Name, SplitSeats or SplitOpponents
	Values []ValueShare `json:"Values"`
}

// ValueShare is how somebody has done where an option had a value.
type ValueShare struct {
	Value string `json:"Value"` // engine.Value.Name; a number of seats; OnlyPeople or WithBots
	Share
}

// What splits matches beside the options of a game, and the values of the latter.
const (
	SplitSeats     = "seats"
	SplitOpponents = "opponents"
	OnlyPeople     = "people"
	WithBots       = "bots"
)

// CountMatches is what a person's matches in one game come to, the game that is most
// played first. Options that had no effect beside the others are left out; so are all
// of games that are not among those given.
func CountMatches(games []engine.Game, person string, matches []Finished) []GameStatistics {
	var all []GameStatistics
	counts := map[string]map[split]*Share{}
	for _, match := range matches {
		seat := match.SeatOf(person)
		if seat < 0 || match.Void != "" || !match.Counts(seat) {
			continue
		}
		name := match.Record.Game
		at := slices.IndexFunc(all, func(one GameStatistics) bool { return one.Game == name })
		if at < 0 {
			at = len(all)
			all = append(all, GameStatistics{Game: name})
			counts[name] = map[split]*Share{}
		}
		all[at].All.add(match, seat)
		if len(all[at].Latest) < LatestMatches {
			all[at].Latest = append(all[at].Latest, Seated{match.ID, seat})
		}
		for _, one := range splitsOf(games, match) {
			if counts[name][one] == nil {
				counts[name][one] = &Share{}
			}
			counts[name][one].add(match, seat)
		}
	}
	for i := range all {
		all[i].Splits = comparableSplits(games, all[i].Game, counts[all[i].Game])
	}
	slices.SortStableFunc(all, func(a, b GameStatistics) int { return cmp.Compare(b.All.Matches, a.All.Matches) })
	return all
}

// split is a value of an option.
type split struct{ option, value string }

// splitsOf are the values of all options that a match had.
func splitsOf(games []engine.Game, match Finished) []split {
	opponents := OnlyPeople
	if slices.ContainsFunc(match.Players, func(p Player) bool { return p.Level > 0 }) {
		opponents = WithBots
	}
	splits := []split{{SplitSeats, strconv.Itoa(len(match.Players))}, {SplitOpponents, opponents}}
	game, _ := FindGame(games, match.Record.Game)
	for _, option := range game.Options {
		value, is := match.Record.Options[option.Name]
		if is && (option.Applies == nil || option.Applies(match.Record.Options)) {
			splits = append(splits, split{option.Name, value})
		}
	}
	return splits
}

// comparableSplits are the options of which at least two values have enough matches, in
// their order.
func comparableSplits(games []engine.Game, name string, counts map[split]*Share) (splits []Split) {
	for _, option := range SplitOptions(games, name) {
		one := Split{Option: option.Name}
		for _, value := range option.Values {
			if share := counts[split{option.Name, value.Name}]; share != nil && share.Matches >= EnoughMatches {
				one.Values = append(one.Values, ValueShare{value.Name, *share})
			}
		}
		if len(one.Values) > 1 {
			splits = append(splits, one)
		}
	}
	return splits
}

// SplitOptions are all by which the matches of a game are told apart: the seats, the
// opponents, and the options of the game.
func SplitOptions(games []engine.Game, name string) []engine.Option {
	game, _ := FindGame(games, name)
	return append([]engine.Option{
		{Name: SplitSeats, Values: engine.Numbers(game.MinSeats, game.MaxSeats, 1)},
		{Name: SplitOpponents, Values: []engine.Value{{Name: OnlyPeople}, {Name: WithBots}}},
	}, game.Options...)
}

// add counts a match for a seat.
func (s *Share) add(match Finished, seat int) {
	s.Matches++
	s.Fair += 1 / float64(len(match.Players))
	switch {
	case len(match.Winners) == 0:
		s.Won += 1 / float64(len(match.Players))
	case match.Won(seat):
		s.Won += 1 / float64(len(match.Winners))
	}
	if seat < len(match.Totals) {
		s.Points += match.Totals[seat]
	}
}

// normal95 is how many standard errors 95 % of normal means stay within.
const normal95 = 1.96

// Likely is between what the true share of matches won is, in 95 of 100 cases: the
// interval of E. B. Wilson, which is right also for few matches. It is 0 to 1 for
// none.
func (s Share) Likely() (low, high float64) {
	if s.Matches == 0 {
		return 0, 1
	}
	n, p, z := float64(s.Matches), s.Won/float64(s.Matches), normal95*normal95
	middle, half := (p+z/(2*n))/(1+z/n), normal95/(1+z/n)*math.Sqrt(p*(1-p)/n+z/(4*n*n))
	return max(0, middle-half), min(1, middle+half)
}
