package gamenight

import (
	"math"
	"slices"
	"time"

	"parlor/lobby"
)

// maxResults is the number of results that are kept and can be corrected, and maxRecent is
// how many of them are shown to all.
const (
	maxResults = 40
	maxRecent  = 8
)

// Result is a finished match.
type Result struct {
	Number int           `json:"number"`
	Game   string        `json:"game"`
	Match  string        `json:"match,omitempty"` // lobby.Finished.ID
	Rounds int           `json:"rounds,omitempty"`
	Took   time.Duration `json:"took_ns,omitempty"`
	Seats  []ResultSeat  `json:"seats"`
	// Original is the seats before a correction; nil if there was none.
	Original  []ResultSeat `json:"original,omitempty"`
	Corrected bool         `json:"corrected,omitempty"`
	Void      bool         `json:"void,omitempty"` // does not count
}

// ResultSeat is a seat in a Result.
type ResultSeat struct {
	Player int     `json:"person,omitempty"` // Player.Number; 0 for a bot
	Name   string  `json:"name"`
	Total  float64 `json:"total"`
	Won    bool    `json:"won,omitempty"`
	Points int     `json:"points"`
	Team   int     `json:"team,omitempty"` // place of the player's team, from 1; 0 for none
}

// results are the finished matches.
type results struct {
	recent []Result // newest last
	played int      // number of all finished matches
}

// finish ends the match at a table and assigns the points.
func (r *results) finish(t *Table, all players, now time.Time) {
	t.Ended = now
	r.played++
	result := Result{Number: t.Number, Game: t.Game, Match: t.Seen.Match, Rounds: t.Seen.Rounds}
	if t.Minutes > 0 {
		result.Rounds = t.Seen.Round
	}
	if !t.Began.IsZero() {
		result.Took = now.Sub(t.Began)
	}
	for i, seat := range t.Seats[:min(len(t.Seats), len(t.Seen.Seats))] {
		seen := t.Seen.Seats[i]
		one := ResultSeat{Player: seat.Player, Name: seen.Name, Total: seen.Total, Won: seen.Won && !seen.Substitute, Points: Points(t.Seen.Seats, i), Team: seat.Team}
		if p := all.numbered(seat.Player); p != nil {
			one.Name = p.Name
		}
		result.Seats = append(result.Seats, one)
	}
	result.count(all, +1)
	r.recent = append(r.recent, result)
	r.recent = r.recent[max(0, len(r.recent)-maxResults):]
}

// newest returns the results that are shown to all.
func (r *results) newest() []Result { return r.recent[max(0, len(r.recent)-maxRecent):] }

// forget removes the name of a player.
func (r *results) forget(number int) {
	for _, result := range r.recent {
		for _, seats := range [][]ResultSeat{result.Seats, result.Original} {
			for i := range seats {
				if seats[i].Player == number {
					seats[i].Name = lobby.Forgotten
				}
			}
		}
	}
}

// Points returns the points of a seat for a match: the share of opponents beaten, of 100. A
// winner beats all who have not won; otherwise more points in the match beat fewer, and a
// tie counts half. A player whose match was finished by a bot gets none, but counts
// normally for the others. In a match without points and winners, all get none.
func Points(seats []lobby.GlanceSeat, at int) int {
	scored := func(s lobby.GlanceSeat) bool { return s.Total != 0 || s.Won }
	if len(seats) < 2 || seats[at].Substitute || !slices.ContainsFunc(seats, scored) {
		return 0
	}
	beaten, own := 0.0, seats[at]
	for i, other := range seats {
		switch {
		case i == at:
		case own.Won != other.Won:
			if own.Won {
				beaten++
			}
		case own.Total > other.Total:
			beaten++
		case own.Total == other.Total:
			beaten += 0.5
		}
	}
	return int(math.Round(100 * beaten / float64(len(seats)-1)))
}
