package main

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"parlor/engine"
	"parlor/tui"
)

// verifyHelp is what verify says of itself.
const verifyHelp = `parlor verify plays a match again and checks its deal.

    parlor verify FILE [--proof HEX]

FILE holds the record of a match as JSON: by itself, as the field "record" of a
document, or in the message "over" of the text protocol; - is standard input.
The match is played again from its seed, by the rules of the game. What the
document says of proof, winners, points, scores and events has to come out too.

  --proof HEX  the 64 digits that were shown when the match began

The exit status is 0 where everything fits, 1 where something does not, and 2
where verify was called wrongly.
`

// largestRecord in bytes; the longest match comes nowhere near it.
const largestRecord = 16 << 20

// verify says whether a record is a whole match by the rules, and whether its
// seed is the one that was promised when it began.
func verify(_ context.Context, c call) int {
	name, proof, err := parseVerify(c.args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		_, _ = io.WriteString(c.stdout, verifyHelp)
		return statusOK
	case err != nil:
		return c.misused(fmt.Errorf("verify: %w", err))
	}
	text, err := readRecord(name, c.stdin)
	if err != nil {
		return c.failed(err)
	}
	sentences, err := examine(text, proof)
	if err != nil {
		return c.failed(fmt.Errorf("%s does not hold: %w", called(name), err))
	}
	_, _ = io.WriteString(c.stdout, strings.Join(sentences, "\n")+"\n")
	return statusOK
}

// parseVerify reads the arguments: the flag may stand on both sides of the name.
func parseVerify(args []string) (name, proof string, err error) {
	flags := flag.NewFlagSet("verify", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Func("proof", "", func(text string) error {
		proof, err = readProof(text)
		return err
	})
	names, err := operands(flags, args)
	if err != nil {
		return "", "", err
	}
	if len(names) != 1 {
		return "", "", fmt.Errorf("it takes one file, not %d", len(names))
	}
	return names[0], proof, nil
}

// readProof takes digits as people copy them, in two rows or in capitals.
func readProof(text string) (string, error) {
	digits := strings.ToLower(strings.Join(strings.Fields(text), ""))
	raw, err := hex.DecodeString(digits)
	if err != nil || len(raw) != len(engine.Seed{}) {
		return "", errors.New("a proof is all of the 64 hexadecimal digits that are shown when a match begins")
	}
	return digits, nil
}

func called(name string) string {
	if name == "-" {
		return "standard input"
	}
	return name
}

func readRecord(name string, stdin io.Reader) ([]byte, error) {
	from := stdin
	if name != "-" {
		file, err := os.Open(filepath.Clean(name))
		if err != nil {
			return nil, fmt.Errorf("the record cannot be read: %w", err)
		}
		defer func() { _ = file.Close() }() // it was only read
		from = file
	}
	text, err := io.ReadAll(io.LimitReader(from, largestRecord+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("the record cannot be read: %w", err)
	case len(text) > largestRecord:
		return nil, fmt.Errorf("%s is larger than any record of a match", called(name))
	}
	return text, nil
}

// claim is a record, and what the document that holds it says of the match. It
// is nil where the document says nothing.
type claim struct {
	record engine.Record
	Proof  *string
	claimed
	Totals *[]float64     // another name of points
	Events []engine.Event // all, in order
	Result claimed        // another place of the result
}

// claimed is the result of a match as a document tells it.
type claimed struct {
	Winners []engine.Seat
	Points  []float64
	Scores  [][]float64
}

// examine says in sentences what a document proves, or in an error the first
// thing that does not fit. The proof that was given is empty for none.
func examine(text []byte, given string) ([]string, error) {
	c, err := readClaim(text)
	if err != nil {
		return nil, err
	}
	seal, err := c.checkSeed(given)
	if err != nil {
		return nil, err
	}
	game, err := gameOf(c.record)
	if err != nil {
		return nil, err
	}
	match, events, err := playAgain(game, c.record)
	if err != nil {
		return nil, err
	}
	view := match.View(engine.Watcher)
	said, err := c.checkResult(view, events)
	if err != nil {
		return nil, err
	}
	return slices.Concat(tellMatch(game, c.record.Version, view, len(c.record.Moves)), said, seal), nil
}

// readClaim takes one JSON object: a record, or something with a record in it.
func readClaim(text []byte) (claim, error) {
	var c claim
	var outer struct{ Record json.RawMessage }
	if err := readObject(text, &outer); err != nil {
		return c, err
	}
	if err := json.Unmarshal(text, &c); err != nil {
		return c, wrongKind(err)
	}
	inner := text
	if len(outer.Record) > 0 {
		inner = outer.Record
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(inner, &fields); err != nil || fields == nil {
		return c, errors.New("its record is not a JSON object")
	}
	for _, name := range []string{"game", "version", "seats", "seed", "options", "moves"} {
		if value, is := fields[name]; !is || string(value) == "null" {
			return c, fmt.Errorf("it is not the record of a match: it has no %q", name)
		}
	}
	if err := json.Unmarshal(inner, &c.record); err != nil {
		return c, wrongKind(err)
	}
	return c, nil
}

// wrongKind says which field is not what it has to be.
func wrongKind(err error) error {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		return fmt.Errorf("its field %q cannot be a %s", kind.Field, kind.Value)
	}
	return fmt.Errorf("it cannot be read: %w", err)
}

// readObject reads a text that is one JSON object and nothing else.
func readObject(text []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	err := decoder.Decode(into)
	var kind *json.UnmarshalTypeError
	switch {
	case errors.Is(err, io.EOF):
		return errors.New("it is empty")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("it is cut off in the middle")
	case errors.As(err, &kind):
		return errors.New("it is JSON, but not an object")
	case err != nil:
		return fmt.Errorf("it is not JSON: %w", err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is something behind the record; verify takes one JSON object, such as the line of the message over")
	}
	return nil
}

// checkSeed holds the seed to the proof that was given, and to that of the
// document.
func (c claim) checkSeed(given string) ([]string, error) {
	commitment := c.record.Seed.Commitment()
	if given != "" && given != commitment {
		return nil, fmt.Errorf("the seed is not the one that was promised: its commitment is %s", commitment)
	}
	if c.Proof != nil {
		own, err := readProof(*c.Proof)
		if err != nil {
			return nil, fmt.Errorf("what it has as its proof is none: %w", err)
		}
		if own != commitment {
			return nil, fmt.Errorf("the seed is not the one that its own proof promises: its commitment is %s", commitment)
		}
	}
	seal := []string{"The commitment of the seed is " + commitment + "."}
	switch {
	case given != "":
		return append(seal, "That is the proof that was given: the deal and every draw and roll are those that were promised."), nil
	case c.Proof != nil:
		return append(seal, "The document has the same proof. If it was shown when the match began, the deal and every draw and roll are those that were promised."), nil
	}
	return append(seal, "If that was shown when the match began, the deal and every draw and roll are those that were promised."), nil
}

// gameOf is the game of a record, by the rules that it was played by.
func gameOf(record engine.Record) (engine.Game, error) {
	var names []string
	for _, kit := range games() {
		game := kit.Game
		switch {
		case game.Name != record.Game:
			names = append(names, game.Name)
		case record.Version < 1 || record.Version > game.Version:
			return game, fmt.Errorf("it was played by version %d of the rules of %s, and this parlor knows versions 1 to %d: verify it with the parlor that it comes from",
				record.Version, game.Title, game.Version)
		default:
			return game, nil
		}
	}
	return engine.Game{}, fmt.Errorf("its game is %q, and this parlor has %s", record.Game, strings.Join(names, ", "))
}

// playAgain plays a record to the end of its match.
func playAgain(game engine.Game, record engine.Record) (engine.Match, []engine.Event, error) {
	match, err := game.Begin(record)
	if err != nil {
		return nil, nil, fmt.Errorf("no such match can be dealt: %w", err)
	}
	var all []engine.Event
	for i, move := range record.Moves {
		if len(match.ToMove()) == 0 {
			return nil, nil, fmt.Errorf("move %d comes after the end of the match", i+1)
		}
		next, events, err := match.Play(move.Seat, move.Action)
		if err != nil {
			return nil, nil, fmt.Errorf("move %d, %q by seat %v, does not follow from the committed deal: %w", i+1, move.Action, move.Seat, err)
		}
		match, all = next, append(all, events...)
	}
	if waiting := match.ToMove(); len(waiting) > 0 {
		return nil, nil, fmt.Errorf("the record ends after %s, before the match does: %s would go on",
			tui.Count(len(record.Moves), "move"), tui.People{You: engine.Watcher}.List(waiting))
	}
	return match, all, nil
}

// told are events as the match was told by the rules that it was played by:
// version 1 did not tell who was ready for the next round.
func (c claim) told(events []engine.Event) []engine.Event {
	if c.record.Version > 1 {
		return events
	}
	return slices.DeleteFunc(slices.Clone(events), func(event engine.Event) bool {
		words := strings.Fields(string(event))
		return len(words) == 4 && words[0] == "round" && words[2] == "ready"
	})
}

// checkResult holds what the document says of the end to what came out.
func (c claim) checkResult(view engine.View, events []engine.Event) ([]string, error) {
	if c.Totals != nil && c.Points == nil {
		c.Points = *c.Totals
	}
	checked := map[string]bool{}
	for _, one := range []struct {
		what   string
		is     bool
		said   any
		played any
	}{
		{"winners", c.Winners != nil, c.Winners, view.Winners},
		{"winners", c.Result.Winners != nil, c.Result.Winners, view.Winners},
		{"points", c.Points != nil, c.Points, view.Totals},
		{"points", c.Result.Points != nil, c.Result.Points, view.Totals},
		{"scores", c.Scores != nil, c.Scores, view.Scores},
		{"scores", c.Result.Scores != nil, c.Result.Scores, view.Scores},
		{"events", c.Events != nil, c.told(c.Events), c.told(events)},
	} {
		if !one.is {
			continue
		}
		if !reflect.DeepEqual(one.said, one.played) {
			return nil, fmt.Errorf("the %s that it tells are not those that the match comes to", one.what)
		}
		checked[one.what] = true
	}
	if len(checked) == 0 {
		return nil, nil
	}
	return []string{"What the document tells of it is so: " + strings.Join(slices.Sorted(maps.Keys(checked)), ", ") + "."}, nil
}

// tellMatch says which match it was and how it ended.
func tellMatch(game engine.Game, version int, view engine.View, moves int) []string {
	who := tui.People{You: engine.Watcher}
	var chosen []string
	for _, name := range slices.Sorted(maps.Keys(view.Options)) {
		chosen = append(chosen, name+" "+view.Options[name])
	}
	result := "Nobody wins."
	switch {
	case len(view.Winners) == 1:
		result = engine.Capital(who.List(view.Winners)) + " wins."
	case len(view.Winners) > 1:
		result = engine.Capital(who.List(view.Winners)) + " share the match."
	}
	var points []string
	for seat, total := range view.Totals {
		points = append(points, who.Name(engine.Seat(seat))+" "+tui.Points(total))
	}
	return []string{
		fmt.Sprintf("%s, version %d of its rules, for %d seats: %s.", game.Title, version, view.Seats, strings.Join(chosen, ", ")),
		fmt.Sprintf("The whole match follows from its seed: %s in %s.", tui.Count(moves, "move"), tui.Count(view.Rounds, "round")),
		result + " Points: " + strings.Join(points, ", ") + ".",
	}
}
