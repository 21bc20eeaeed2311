package engine

import (
	"math"
	"strconv"
	"strings"
)

// MaxSeats is the most seats that any game can have.
const MaxSeats = 16

// MatchEventKind says what a [MatchEvent] tells.
type MatchEventKind uint8

// The kinds of events that the match adds to those of its game.
const (
	RoundWon   MatchEventKind = 1 + iota // "round 1 won 2 points 9 3": a round has ended
	RoundReady                           // "round 2 ready 1": a seat is ready for the next round
	RoundFirst                           // "round 2 first 1": a round begins
	MatchWon                             // "match 3 won 1,2 points 9 9": the match of that many rounds has ended
)

// A MatchEvent is what the match itself tells. Several winners are written
// "1,2" and none "-"; behind them are the points of every seat.
type MatchEvent struct {
	Kind   MatchEventKind
	Round  int   // from 1; of MatchWon how many rounds there were
	Seat   Seat  // of RoundReady who is ready, of RoundFirst who begins
	Result Tally // of RoundWon and MatchWon
}

// A Tally is who won and with how many points. Unlike a [Result] it can be
// compared with ==.
type Tally struct {
	seats  int
	won    [MaxSeats]bool
	points [MaxSeats]float64
}

// newTally has the points of every seat.
func newTally(winners []Seat, points []float64) Tally {
	tally := Tally{seats: len(points)}
	for _, winner := range winners {
		tally.won[winner] = true
	}
	copy(tally.points[:tally.seats], points)
	return tally
}

// Winners are the seats that won, ascending; several share it, and there may be
// none.
func (t Tally) Winners() []Seat {
	var winners []Seat
	for seat, won := range t.won {
		if won {
			winners = append(winners, Seat(seat))
		}
	}
	return winners
}

// Points returns the points of each seat.
func (t Tally) Points() []float64 { return append([]float64{}, t.points[:t.seats]...) }

// About implements Event: what the match tells concerns the table.
func (e MatchEvent) About() Seat { return Watcher }

// MarshalText implements Event.
func (e MatchEvent) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// words returns the words before and after the round number in the text form of an event of this
// kind, or "" for an unknown kind.
func (k MatchEventKind) words() (before, behind string) {
	switch k {
	case RoundWon:
		return "round", "won"
	case RoundReady:
		return "round", "ready"
	case RoundFirst:
		return "round", "first"
	case MatchWon:
		return "match", "won"
	}
	return "", ""
}

func (e MatchEvent) String() string {
	before, behind := e.Kind.words()
	line := before + " " + strconv.Itoa(e.Round) + " " + behind + " "
	if behind == "won" {
		return line + e.Result.String()
	}
	return line + e.Seat.String()
}

// String is such as "1,2 points 9 9".
func (t Tally) String() string {
	var line strings.Builder
	for i, winner := range t.Winners() {
		if i > 0 {
			line.WriteString(",")
		}
		line.WriteString(winner.String())
	}
	if line.Len() == 0 {
		line.WriteString("-")
	}
	line.WriteString(" points")
	for _, points := range t.points[:t.seats] {
		line.WriteString(" " + strconv.FormatFloat(points, 'f', -1, 64))
	}
	return line.String()
}

// readMatchEvent reads the words of what String writes of a match of the game.
func (g Game) readMatchEvent(words []string) (MatchEvent, bool) {
	if len(words) < 4 {
		return MatchEvent{}, false
	}
	round, err := strconv.Atoi(words[1])
	if err != nil || round < 1 {
		return MatchEvent{}, false
	}
	for kind := RoundWon; kind <= MatchWon; kind++ {
		before, behind := kind.words()
		if before != words[0] || behind != words[2] {
			continue
		}
		var ok bool
		event := MatchEvent{Kind: kind, Round: round}
		if behind == "won" {
			event.Result, ok = readTally(words[3:], g.MaxSeats)
		} else {
			event.Seat, ok = ReadSeat(words[3], g.MaxSeats)
		}
		return event, ok
	}
	return MatchEvent{}, false
}

// readTally reads what String writes of a tally, with at most the given number of seats.
func readTally(words []string, seats int) (Tally, bool) {
	const points = 2 // the words before them: the winners, and "points"
	tally := Tally{seats: len(words) - points}
	if tally.seats < 1 || tally.seats > min(seats, MaxSeats) {
		return Tally{}, false
	}
	for i, word := range words[points:] {
		number, err := strconv.ParseFloat(word, 64)
		// Not every number is equal to itself and to nothing that is written
		// in another way.
		if err != nil || math.IsNaN(number) || math.IsInf(number, 0) || number == 0 && math.Signbit(number) {
			return Tally{}, false
		}
		tally.points[i] = number
	}
	if words[0] == "-" {
		return tally, true
	}
	for word := range strings.SplitSeq(words[0], ",") {
		winner, ok := ReadSeat(word, tally.seats)
		if !ok {
			return Tally{}, false
		}
		tally.won[winner] = true
	}
	return tally, true
}
