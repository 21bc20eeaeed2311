package lobby

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"parlor/engine"
)

const (
	// StatisticsFrom is the number of a player's latest matches that statistics count.
	StatisticsFrom = 500
	// EnoughMatches is the minimum number of matches for each value of an option to compare
	// them.
	EnoughMatches = 10
	// LatestMatches is the number of matches of a game whose moves can be summarised.
	LatestMatches = 20
)

// Statistics holds a player's results by game, from the matches that the reader may list: all of
// their own, and of others those in public rooms or with the reader.
type Statistics struct {
	Person    string           `json:"Person"` // Identity.ID
	Name      string           `json:"Name"`
	You       bool             `json:"You"`
	Namesakes int              `json:"Namesakes"` // number of other people with a matching name
	Counted   int              `json:"Counted"`   // number of matches
	Games     []GameStatistics `json:"Games"`
}

// GameStatistics holds a player's results in a game.
type GameStatistics struct {
	Game   string   `json:"Game"` // engine.Game.Name
	All    Share    `json:"All"`
	Splits []Split  `json:"Splits"`
	Latest []Seated `json:"Latest"` // newest first
}

// Seated is the seat of a player in a match.
type Seated struct {
	ID   string `json:"ID"` // Finished.ID
	Seat int    `json:"Seat"`
}

// Share is the sum of results in some matches.
type Share struct {
	Matches int     `json:"Matches"`
	Won     float64 `json:"Won"`    // sum of shares of wins: a match won by several is divided among them, one without a winner among all
	Fair    float64 `json:"Fair"`   // expected value of Won for an average player
	Points  float64 `json:"Points"` // sum of points
}

// Split is a player's results by the values of an option. Values with too few matches are
// omitted; at least two remain.
type Split struct {
	Option string       `json:"Option"` // engine.Option.Name, SplitSeats or SplitOpponents
	Values []ValueShare `json:"Values"`
}

// ValueShare is a player's results for one value of an option.
type ValueShare struct {
	Value string `json:"Value"` // engine.Value.Name; a number of seats; OnlyPeople or WithBots
	Share
}

// Pseudo-options of splits, and the values of SplitOpponents.
const (
	SplitSeats     = "seats"
	SplitOpponents = "opponents"
	OnlyPeople     = "people"
	WithBots       = "bots"
)

// CountMatches returns the statistics of a person's matches by game, most played first. It
// omits options that had no effect, and games that are not among games.
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

// splitsOf returns the values of all options of a match.
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

// comparableSplits returns the options of which at least two values have enough matches, in
// order.
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

// SplitOptions returns the options by which matches of a game are split: seats, opponents,
// and the options of the game.
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

// normal95 is the number of standard errors of a 95 % confidence interval.
const normal95 = 1.96

// Likely returns the 95 % confidence interval (Wilson) of the share of matches won. It is 0
// to 1 without matches.
func (s Share) Likely() (low, high float64) {
	if s.Matches == 0 {
		return 0, 1
	}
	n, p, z := float64(s.Matches), s.Won/float64(s.Matches), normal95*normal95
	middle, half := (p+z/(2*n))/(1+z/n), normal95/(1+z/n)*math.Sqrt(p*(1-p)/n+z/(4*n*n))
	return max(0, middle-half), min(1, middle+half)
}
