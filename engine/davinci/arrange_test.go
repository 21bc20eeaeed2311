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
	s := state{bound: true, jokers: NoJokers, points: International, phase: PhaseSetup, turn: engine.Watcher, winner: engine.Watcher}
	for line := range strings.Lines(text) {
		if fields := strings.Fields(line); len(fields) > 0 && fields[0] != "#" {
			arrangeLine(tb, &s, fields)
		}
	}
	s.scores = make([]int, len(s.racks))
	s.chance = engine.NewChance(engine.Seed{})
	if len(s.racks) > 0 && s.racks[0].ready {
		s.phase, s.turn = PhaseDraw, s.first
		if s.pool() == 0 || s.racks[s.turn].drawn != nil {
			s.phase = PhaseGuess
		}
	}
	return s
}

func arrangeLine(tb testing.TB, s *state, fields []string) {
	tb.Helper()
	switch fields[0] {
	case "version":
		s.bound = fields[1] != "1"
	case "jokers":
		s.jokers = fields[1]
	case "points":
		s.points = fields[1]
	case "memory":
		s.memory = fields[1] == "on"
	case "first":
		s.first = seatOf(tb, fields[1])
	case "seats":
		n, err := strconv.Atoi(fields[1])
		if err != nil {
			tb.Fatal(err)
		}
		s.racks = make([]rack, n)
	case "pool":
		for _, one := range slices.Backward(tilesOf(tb, fields[1:])) {
			s.stacks[one.color] = append(s.stacks[one.color], one.value)
		}
	case "rack":
		if fields[1] != strconv.Itoa(len(s.racks)+1) {
			tb.Fatalf("%q: racks are given in order", fields)
		}
		s.racks = append(s.racks, rackOf(tb, fields[2:], s.jokers == StrictJokers))
	default:
		tb.Fatalf("%q arranges nothing", fields)
	}
}

func rackOf(tb testing.TB, words []string, strict bool) rack {
	tb.Helper()
	row, apart := words, []string(nil)
	if bar := slices.Index(words, "|"); bar >= 0 {
		row, apart = words[:bar], words[bar+1:]
	}
	r := rack{tiles: tilesOf(tb, row), ready: true}
	r.taken = len(r.tiles)
	for _, one := range tilesOf(tb, apart) {
		r.drawn, r.gap = &one, unchosen
		if all := gaps(r.tiles, one, strict); len(all) == 1 {
			r.gap = all[0]
		}
	}
	r.out = r.hidden() == 0
	return r
}

// tilesOf reads tiles: "b7", "w-" for a joker, "w4!" for an open one.
func tilesOf(tb testing.TB, words []string) []tile {
	tb.Helper()
	var tiles []tile
	for _, word := range words {
		text, open := strings.CutSuffix(word[1:], "!")
		value, ok := parseValue(text)
		if !ok || !strings.ContainsRune("bw", rune(word[0])) {
			tb.Fatalf("%q is no tile", word)
		}
		one := tile{value: value, open: open}
		if word[0] == 'w' {
			one.color = White
		}
		tiles = append(tiles, one)
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

// row writes a rack of a view as rackOf reads it; hidden values that the view
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
	for seat := range s.racks {
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
		s = next.(state)
		for _, event := range told {
			events = append(events, event.String())
		}
	}
	return s, events
}
