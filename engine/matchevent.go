package engine

import (
	"math"
	"strconv"
	"strings"
)

// MaxSeats is the maximum number of seats of any game.
const MaxSeats = 16

// MatchEventKind is the kind of a [MatchEvent].
type MatchEventKind uint8

// The kinds of events that the match adds to those of its game.
const (
	RoundWon   MatchEventKind = 1 + iota // "round 1 won 2 points 9 3": a round has ended
	RoundReady                           // "round 2 ready 1": a seat is ready for the next round
	RoundFirst                           // "round 2 first 1": a round begins
	MatchWon                             // "match 3 won 1,2 points 9 9": the match of 3 rounds has ended
)

// A MatchEvent is an event of the match itself. Several winners are written as "1,2", and none as
// "-", followed by the points of every seat.
type MatchEvent struct {
	Kind   MatchEventKind
	Round  int   // from 1; for MatchWon the number of rounds
	Seat   Seat  // for RoundReady the seat that is ready, for RoundFirst the seat that begins
	Result Tally // for RoundWon and MatchWon
}

// A Tally holds winners and points. In contrast to a [Result], it can be compared with ==.
type Tally struct {
	seats  int
	won    [MaxSeats]bool
	points [MaxSeats]float64
}

// newTally returns the tally of winners and points by seat.
func newTally(winners []Seat, points []float64) Tally {
	tally := Tally{seats: len(points)}
	for _, winner := range winners {
		tally.won[winner] = true
	}
	copy(tally.points[:tally.seats], points)
	return tally
}

// Winners returns the winners, ascending. There may be several or none.
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

// String returns a text such as "1,2 points 9 9".
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

// readMatchEvent parses the words of a match event.
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

// readTally parses a tally with at most the given number of seats.
func readTally(words []string, seats int) (Tally, bool) {
	const points = 2 // number of words before the points: the winners and "points"
	tally := Tally{seats: len(words) - points}
	if tally.seats < 1 || tally.seats > min(seats, MaxSeats) {
		return Tally{}, false
	}
	for i, word := range words[points:] {
		number, err := strconv.ParseFloat(word, 64)
		// NaN is not equal to itself, and infinities have several spellings.
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
