package arena

import (
	"encoding/json"
	"math"
	"time"
)

// Mean is the running mean of independent, identically distributed numbers. The zero value has no numbers.
type Mean struct {
	n             int
	mean, squares float64 // squares is the sum of squared deviations from the mean
}

// Add adds a number. It uses Welford's method (Technometrics 4, 1962), because in a sum of squares
// digits would cancel out.
func (m *Mean) Add(x float64) {
	m.n++
	away := x - m.mean
	m.mean += away / float64(m.n)
	m.squares += away * (x - m.mean)
}

// MarshalJSON encodes the count of the numbers, their mean and the sum of squared deviations, so
// that a decoded mean can be continued.
func (m Mean) MarshalJSON() ([]byte, error) {
	return json.Marshal([3]float64{float64(m.n), m.mean, m.squares})
}

// UnmarshalJSON decodes the output of MarshalJSON.
func (m *Mean) UnmarshalJSON(text []byte) error {
	var all [3]float64
	if err := json.Unmarshal(text, &all); err != nil {
		return err
	}
	*m = Mean{int(all[0]), all[1], all[2]}
	return nil
}

// Value returns the mean, or 0 without numbers.
func (m Mean) Value() float64 { return m.mean }

// normal95 is the number of standard errors within which 95 % of normally distributed means lie.
const normal95 = 1.96

// Margin returns the half-width of the 95 % confidence interval of the mean, valid from some dozens
// of numbers on. It is +Inf for fewer than two numbers.
func (m Mean) Margin() float64 { return normal95 * m.Error() }

// Error returns the standard error of the mean, or +Inf for fewer than two numbers.
func (m Mean) Error() float64 {
	if m.n < 2 {
		return math.Inf(1)
	}
	return math.Sqrt(m.squares / float64(m.n-1) / float64(m.n))
}

// Score is the combined result of several deals. The zero Score is that of no deals.
type Score struct {
	Deals   int   `json:"deals"`
	Played  int   `json:"played"`  // games
	Matches Mean  `json:"matches"` // shares of matches of level One, by deal
	Games   Mean  `json:"games"`   // its shares of games
	One     Tally `json:"one"`
	Others  Tally `json:"others"`
}

// Tally is the total over the seats of one level.
type Tally struct {
	Points Mean          `json:"points"` // points per seat and game, by deal
	Games  float64       `json:"games"`  // number of games, times seats
	Moves  int           `json:"moves"`
	Spent  time.Duration `json:"spent"` // CPU time
}

// Add adds the outcome of a deal.
func (s *Score) Add(o Outcome) {
	s.Deals++
	s.Played += o.Played
	s.Matches.Add(o.Matches)
	s.Games.Add(o.Games)
	perMatch := float64(o.Played) / float64(o.One.Seats) // the one level has one seat in each
	s.One.add(o.One, perMatch)
	s.Others.add(o.Others, perMatch)
}

func (t *Tally) add(s Side, perMatch float64) {
	games := perMatch * float64(s.Seats)
	t.Points.Add(s.Points / games)
	t.Games += games
	t.Moves += s.Moves
	t.Spent += s.Processor
}

// MovesPerGame returns the number of moves per seat and game.
func (t Tally) MovesPerGame() float64 { return float64(t.Moves) / t.Games }

// Processor returns the average CPU time of a move, or 0 if it is unknown on this system.
func (t Tally) Processor() time.Duration { return t.Spent / time.Duration(max(1, t.Moves)) }
