package davinci

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlor/engine"
)

// arrange makes a state from lines such as
//
//	version 1             of the rules; the newest otherwise
//	jokers strict         options: jokers, points, memory
//	first 2               who begins
//	seats 3               only where play starts with setup
//	pool b3 w5 b7         in the order in which they come
//	rack 1 b1 w4! b- | b6 seat 1 in play: an open white 4, a black joker; drawn a black 6
//
// Tiles that are not mentioned are not in the game. The seat that begins is at
// the beginning of its turn, or has just drawn where its rack says so.
func arrange(tb testing.TB, text string) state {
	tb.Helper()
	s := state{
		round: round{turn: none, winner: none, hand: noTile, sum: true},
		bound: true, jokers: NoJokers, points: International, chance: chances{any: engine.NewChance(engine.Seed{})},
	}
	for line := range strings.Lines(text) {
		if fields := strings.Fields(line); len(fields) > 0 && fields[0] != "#" {
			arrangeLine(tb, &s, fields)
		}
	}
	if !s.setup[0].ready {
		return s
	}
	if s.phase, s.turn = toDraw, int(s.first); s.hand != noTile || s.left == [2]int{} {
		s.phase = toGuess
	}
	if s.hand != noTile {
		s.gap = firstBit(s.gaps())
	}
	return s
}

func arrangeLine(tb testing.TB, s *state, fields []string) {
	tb.Helper()
	switch fields[0] {
	case "version":
		s.bound = fields[1] != "1"
	case "jokers":
		s.jokers, s.strict = fields[1], fields[1] == StrictJokers
	case "points":
		s.points, s.sum = fields[1], fields[1] == International
	case "memory":
		s.memory = fields[1] == "on"
	case "first":
		s.first = seatOf(tb, fields[1])
	case "seats":
		n, err := strconv.Atoi(fields[1])
		if err != nil {
			tb.Fatal(err)
		}
		s.seats = n
	case "pool":
		for _, one := range slices.Backward(tilesOf(tb, fields[1:])) {
			s.stacks[one.color][s.left[one.color]] = one.id
			s.left[one.color]++
		}
	case "rack":
		if fields[1] != strconv.Itoa(s.seats+1) {
			tb.Fatalf("%q: racks are given in order", fields)
		}
		row := fields[2:]
		if bar := slices.Index(row, "|"); bar >= 0 {
			s.hand, row = tilesOf(tb, row[bar+1:])[0].id, row[:bar]
		}
		r := rackOf(tilesOf(tb, row))
		r.out = r.hidden == 0
		s.racks[s.seats], s.setup[s.seats] = r, setupRack{taken: r.n, ready: true}
		s.seats++
	default:
		tb.Fatalf("%q arranges nothing", fields)
	}
}

// rackOf is a rack of some tiles, from the left.
func rackOf(tiles []tile) (r rack) {
	for place, one := range tiles {
		r.insert(place, one)
	}
	return r
}

// tilesOf reads tiles: "b7", "w-" for a joker, "w4!" for an open one.
func tilesOf(tb testing.TB, words []string) []tile {
	tb.Helper()
	var tiles []tile
	for _, word := range words {
		text, open := strings.CutSuffix(word[1:], "!")
		value, ok := readValue(text)
		if !ok || !strings.ContainsRune("bw", rune(word[0])) {
			tb.Fatalf("%q is no tile", word)
		}
		color := Black
		if word[0] == 'w' {
			color = White
		}
		tiles = append(tiles, tile{id: idOf(color, Value(value)), color: color, open: open})
	}
	return tiles
}

func seatOf(tb testing.TB, text string) engine.Seat {
	tb.Helper()
	seat, err := engine.ParseSeat(text)
	if err != nil {
		tb.Fatal(err)
	}
	return seat
}

// row writes a rack of a view as arrange reads it; hidden values that the view
// does not have are "?".
func row(r Rack) string {
	words := make([]string, 0, len(r.Tiles))
	for _, one := range r.Tiles {
		words = append(words, word(one))
	}
	for _, one := range r.Unplaced {
		words = append(words, "+", word(one))
	}
	if r.Drawn != nil {
		words = append(words, "|", word(*r.Drawn))
	}
	return strings.Join(words, " ")
}

func word(one Tile) string {
	text := one.Color.String()[:1]
	if one.Value == Joker {
		text += "-"
	} else {
		text += one.Value.String()
	}
	if one.Open {
		text += "!"
	}
	for _, value := range one.Not {
		text += "/" + value.String()
	}
	return text
}

// truth is all racks as they are, one a line.
func truth(s state) []string {
	var rows []string
	for seat := range s.seats {
		rows = append(rows, row(s.View(engine.Seat(seat)).Racks[seat]))
	}
	return rows
}

// play plays actions written as "1 draw black", parted by commas, and answers
// the state and all events.
func play(tb testing.TB, s state, script string) (state, []string) {
	tb.Helper()
	var events []string
	for line := range strings.SplitSeq(script, ",") {
		seat, action, _ := strings.Cut(strings.TrimSpace(line), " ")
		next, told, err := s.Play(seatOf(tb, seat), engine.Action(action))
		if err != nil {
			tb.Fatalf("%q: %v", line, err)
		}
		s = *next.(*state)
		for _, event := range told {
			events = append(events, event.String())
		}
	}
	return s, events
}
