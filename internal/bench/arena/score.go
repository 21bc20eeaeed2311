package arena

import (
	"encoding/json"
	"math"
	"time"
)

// Mean is the mean of numbers that are drawn alike and independently. The zero value
// has none.
type Mean struct {
	n             int
	mean, squares float64 // squares of what they are away from the mean, added up
}

// Add counts one more. It keeps no sum of squares, whose digits would cancel out
// (B. P. Welford, Technometrics 4, 1962).
func (m *Mean) Add(x float64) {
	m.n++
	away := x - m.mean
	m.mean += away / float64(m.n)
	m.squares += away * (x - m.mean)
}

// MarshalJSON writes the numbers' count, their mean and its squares, so that a mean
// which is read again goes on as this one.
func (m Mean) MarshalJSON() ([]byte, error) {
	return json.Marshal([3]float64{float64(m.n), m.mean, m.squares})
}

// UnmarshalJSON reads what MarshalJSON has written.
func (m *Mean) UnmarshalJSON(text []byte) error {
	var all [3]float64
	if err := json.Unmarshal(text, &all); err != nil {
		return err
	}
	*m = Mean{int(all[0]), all[1], all[2]}
	return nil
}

// Value is the mean, 0 of nothing.
func (m Mean) Value() float64 { return m.mean }

// normal95 is how many standard errors 95 % of normal means stay within.
const normal95 = 1.96

// Margin is how far the true mean may be away: in 95 of 100 cases it is no farther,
// where there are some dozens of numbers at least. It is +Inf where there are not two.
func (m Mean) Margin() float64 { return normal95 * m.Error() }

// Error is the standard error of the mean, +Inf where there are not two numbers.
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
	Matches Mean  `json:"matches"` // of the one level's shares of matches, by deal
	Games   Mean  `json:"games"`   // of its shares of games
	One     Tally `json:"one"`
	Others  Tally `json:"others"`
}

// Tally is what the seats of one level have done.
type Tally struct {
	Points Mean          `json:"points"` // of a seat a game, by deal
	Games  float64       `json:"games"`  // times seats
	Moves  int           `json:"moves"`
	Spent  time.Duration `json:"spent"` // of a processor's time
}

// Add counts one more deal.
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

// MovesPerGame is how many moves a seat made in a game.
func (t Tally) MovesPerGame() float64 { return float64(t.Moves) / t.Games }

// Processor is how long a move took, on average, of a processor's time; 0 where the
// system does not tell.
func (t Tally) Processor() time.Duration { return t.Spent / time.Duration(max(1, t.Moves)) }
