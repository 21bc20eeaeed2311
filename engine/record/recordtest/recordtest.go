// Package recordtest makes records of matches that were played by chance, and changes in
// them, for tests of what checks records.
package recordtest

import (
	"bytes"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"parlor/engine"
	"parlor/engine/record"
)

// Key is the fingerprint of the host key that the records name.
const Key = "SHA256:KTN1Wz1txS8YT1Oagvb7tJ3je6SW3IQHRuQXAXL2F8g"

// Names returns the names of the seats of a record, whose salts are SaltOf.
func Names(seats int) []string { return []string{"anna", "bo", "cy", "di"}[:seats] }

// SaltOf returns the salt of the name of a seat.
func SaltOf(seat int) []byte { return bytes.Repeat([]byte{byte(seat)}, 16) } //nolint:gosec // 0 to 3

// Genuine plays a match of one of some games by chance, with any options, moves of the room,
// resignations and changes of seats. It returns the game and what its record says. Some
// matches are void.
func Genuine(random *rand.Rand, games []engine.Game, key string) (engine.Game, record.Match, error) {
	game := games[random.IntN(len(games))]
	m := record.Match{Frozen: frozen(random, game, key), Secret: hash(random)}
	m.Seal = record.SealOf(m.Secret)
	match, err := game.Begin(engine.Record{Game: game.Name, Version: game.Version, Seats: len(m.Seats), Seed: m.Seed(m.Secret), Options: m.Options})
	stop := -1
	if random.IntN(5) == 0 {
		stop = random.IntN(60)
	}
	for n := 0; err == nil && len(match.ToMove()) > 0; n++ {
		if n == stop {
			m.Void = "operator"
			break
		}
		var lines []record.Line
		match, lines, err = step(random, match)
		m.Lines = append(m.Lines, lines...)
	}
	return game, m, err
}

// frozen returns the first part of a record.
func frozen(random *rand.Rand, game engine.Game, key string) record.Frozen {
	f := record.Frozen{
		Server: "play.example.com", Key: key, Room: "E93TDD", RoomID: strings.Repeat("0a", 16),
		Number: 1 + random.IntN(3), Time: time.Date(2026, 11, 27, 21, 0, 0, 0, time.UTC), Game: game.Name, Version: game.Version,
		Settings: map[string]string{"clock": "60", "absent": "bot", "rated": "off", "hand_sharing": "on", "hand_delay": "0"}, Options: engine.Options{},
	}
	if f.Number > 1 {
		f.Before = hash(random)
	}
	seats := game.MinSeats + random.IntN(1+game.MaxSeats-game.MinSeats)
	for _, option := range game.Options {
		values := option.Values
		switch option.Name {
		case "first":
			values = values[:1+seats]
		case "rounds": // long matches are rare
			values = values[:min(len(values), 1+random.IntN(1+random.IntN(len(values))))]
		}
		f.Options[option.Name] = values[random.IntN(len(values))].Name
	}
	for i, name := range Names(seats) {
		seat := record.Seat{Kind: record.Person, Name: record.NameHash(SaltOf(i), name), Guest: random.IntN(4) == 0, Program: random.IntN(4) == 0}
		if random.IntN(4) == 0 {
			seat = record.Seat{Kind: record.Bot, Level: 1, Name: seat.Name}
		}
		f.Seats = append(f.Seats, seat)
	}
	return f
}

// step plays one move, and returns it with what may stand before it.
func step(random *rand.Rand, match engine.Match) (engine.Match, []record.Line, error) {
	var lines []record.Line
	waiting := match.ToMove()
	line := record.Line{Seat: waiting[random.IntN(len(waiting))]}
	between := match.View(engine.Watcher).Stage == engine.Interval
	switch n := random.IntN(100); {
	case n < 3:
		lines = append(lines, record.Line{Seat: line.Seat, Kind: record.Bot, Level: 2})
	case n < 5:
		lines = append(lines, record.Line{Seat: line.Seat, Kind: []string{record.Person, record.Program}[random.IntN(2)]})
	case n < 8:
		line.Action, line.ByRoom = engine.Timeout, true
	case n < 9 && between:
		line.Action, line.ByRoom = engine.Enough, true
	case n < 9:
		line.Action, line.ByRoom = engine.Resign, random.IntN(2) == 0
	case n < 30:
		line.Action = anyOf(random, match, line.Seat)
	}
	if line.Action == "" {
		line.Action = match.Think(line.Seat, engine.FirstBot, random)
	}
	next, _, err := match.Play(line.Seat, line.Action)
	return next, append(lines, line), err
}

// anyOf returns one of the first legal actions.
func anyOf(random *rand.Rand, match engine.Match, seat engine.Seat) (action engine.Action) {
	n := 0
	for one := range match.Legal(seat) {
		if n++; random.IntN(n) == 0 {
			action = one
		}
		if n == 200 {
			break
		}
	}
	return action
}

func hash(random *rand.Rand) (h record.Hash) {
	for i := range h {
		h[i] = byte(random.Uint32()) //nolint:gosec // any byte will do
	}
	return h
}

// A Change is one change in a text.
type Change struct {
	Kind string // such as "line dropped"
	Line int    // from 1
	Text string
}

// Changes returns single changes of a text, of about equal number for each line: lines
// dropped, doubled and swapped, words changed, and the text cut with every ending.
func Changes(text string, random *rand.Rand) (all []Change) {
	lines := strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
	lines[len(lines)-1] += "\n"
	add := func(kind string, at int, parts ...string) {
		if changed := strings.Join(parts, ""); changed != text {
			all = append(all, Change{kind, at + 1, changed})
		}
	}
	before := func(i int) string { return strings.Join(lines[:i], "") }
	after := func(i int) string { return strings.Join(lines[i:], "") }
	for i, line := range lines {
		add("line dropped", i, before(i), after(i+1))
		add("line doubled", i, before(i+1), after(i))
		if i > 0 {
			add("lines swapped", i, before(i-1), line, lines[i-1], after(i+1))
		}
		words := strings.Split(strings.TrimSuffix(line, "\n"), " ")
		for kind, word := range otherWords(words, random) {
			add(kind, i, before(i), word+"\n", after(i+1))
		}
	}
	for kind, changed := range cuts(lines, random) {
		add(kind, 0, changed)
	}
	return all
}

// otherWords yields lines with one word changed.
func otherWords(words []string, random *rand.Rand) map[string]string {
	at := random.IntN(len(words))
	with := func(word string) string {
		return strings.Join(append(append(append([]string{}, words[:at]...), word), words[at+1:]...), " ")
	}
	all := map[string]string{
		"word longer": with(words[at] + "0"), "word of zeros": with("0" + words[at]), "word in capitals": with(strings.ToUpper(words[at])),
		"word dropped": with(""), "word replaced": with("1"), "space added": strings.Join(words, " ") + " ",
	}
	if n, err := strconv.Atoi(words[at]); err == nil {
		all["number higher"], all["number lower"] = with(strconv.Itoa(n+1)), with(strconv.Itoa(n-1))
	}
	if len(words[at]) == 64 {
		digit := random.IntN(64)
		other := "0"
		if words[at][digit] == '0' {
			other = "1"
		}
		all["digit of a hash"] = with(words[at][:digit] + other + words[at][digit+1:])
	}
	return all
}

// cuts yields texts that end after a move, with the end of the record or another one.
func cuts(lines []string, random *rand.Rand) map[string]string {
	dealt, end := 0, 0
	for i, line := range lines {
		switch {
		case line == "dealt\n":
			dealt = i + 1
		case end == 0 && (strings.HasPrefix(line, "winners ") || strings.HasPrefix(line, "void ")):
			end = i
		}
	}
	all := map[string]string{}
	for range 3 {
		at := dealt + random.IntN(max(1, end-dealt))
		kept, rest := strings.Join(lines[:at], ""), strings.Join(lines[end+1:], "")
		all["cut"] = kept + lines[end] + rest
		all["cut, other winner"] = kept + "winners 2\n" + rest
		all["cut, void"] = kept + "void closed\n" + rest
		all["cut, resigned"] = kept + "1 resign\n* 1 resigned\n* 2 won\n" + lines[end] + rest
	}
	return all
}
