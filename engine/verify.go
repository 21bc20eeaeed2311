package engine

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// Verified is what a document proves of a match.
type Verified struct {
	Game    Game
	Record  Record
	View    View    // the watcher's, at the end
	Events  []Event // all, in order
	Promise Promise
	Void    string   // why the match has no winner, as the document has it; empty where it does not say so
	Told    []string // what the document tells of the match and is so, such as "points", sorted
	// BotMoves are by seat the moves that the document says a substitute bot made, by
	// their places in Record.Moves; nil if it says that of none. No seed proves it.
	BotMoves [][]int
}

// Promise says what the seed of a verified match was held to.
type Promise int

// Promises.
const (
	Unpromised   Promise = iota // nothing
	SelfPromised                // the commitment in the document itself
	Promised                    // the commitment that was given
)

// Verify plays the record in a document again, and returns what that proves, or
// the first thing that does not fit.
//
// The document is one JSON object: a Record by itself, or whatever has one in its
// field "record". What it says of proof, winners, points, scores and events has to
// come out too. One that says in its field "void" why the match has no winner may
// end before the match does, and names no winners. Moves that it says, in its
// field "bot_moves" or in those of its players, a substitute bot made have to be
// of that seat. The commitment is what was shown when the match began, as
// ParseCommitment returns it, or empty for none. The document may come from
// anybody, and errors quote it, so they are to be cleaned before they are shown.
func Verify(games []Game, document []byte, commitment string) (Verified, error) {
	c, err := readClaim(document)
	if err != nil {
		return Verified{}, err
	}
	v := Verified{Record: c.record, Void: c.Void}
	if v.Promise, err = c.checkSeed(commitment); err != nil {
		return Verified{}, err
	}
	if v.Game, err = gameOf(games, c.record); err != nil {
		return Verified{}, err
	}
	match, events, err := playAgain(v.Game, c.record)
	if err != nil {
		return Verified{}, err
	}
	if c.Void == "" {
		err = whole(c.record, match)
	} else {
		err = c.pruneVoid()
	}
	if err != nil {
		return Verified{}, err
	}
	if v.BotMoves, err = c.readBotMoves(); err != nil {
		return Verified{}, err
	}
	v.View, v.Events = match.View(Watcher), events
	if v.Told, err = c.checkResult(v.Game, v.View, events); err != nil {
		return Verified{}, err
	}
	return v, nil
}

// ParseCommitment reads a commitment as people copy it, in two rows or in
// capitals, and returns it as [Seed.Commitment] does.
func ParseCommitment(text string) (string, error) {
	digits := strings.ToLower(strings.Join(strings.Fields(text), ""))
	raw, err := hex.DecodeString(digits)
	if err != nil || len(raw) != len(Seed{}) {
		return "", errors.New("a proof is all 64 hexadecimal digits that are shown when a match begins")
	}
	return digits, nil
}

// claim is a record, and what the document that holds it says of the match. It
// is nil where the document says nothing.
type claim struct {
	record Record
	Proof  *string // the commitment of the seed
	Void   string  // why the match has no winner, of a void one
	claimed
	Totals *[]float64 // another name of points
	Events []string   // all, in order
	Result claimed    // another place of the result
	// BotMoves are by seat, and Players is another place of them.
	BotMoves [][]int `json:"bot_moves"`
	Players  json.RawMessage
}

// claimed is the result of a match as a document tells it.
type claimed struct {
	Winners []Seat
	Points  []float64
	Scores  [][]float64
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
		return errors.New("there is something after the record; verify takes one JSON object, such as the line of the message over")
	}
	return nil
}

// checkSeed holds the seed to the commitment that was given, and to that of the
// document.
func (c claim) checkSeed(given string) (Promise, error) {
	commitment := c.record.Seed.Commitment()
	if given != "" && given != commitment {
		return Unpromised, fmt.Errorf("the seed is not the one that was promised: its commitment is %s", commitment)
	}
	if c.Proof != nil {
		own, err := ParseCommitment(*c.Proof)
		if err != nil {
			return Unpromised, fmt.Errorf("its own proof is not valid: %w", err)
		}
		if own != commitment {
			return Unpromised, fmt.Errorf("the seed is not the one that its own proof promises: its commitment is %s", commitment)
		}
	}
	switch {
	case given != "":
		return Promised, nil
	case c.Proof != nil:
		return SelfPromised, nil
	}
	return Unpromised, nil
}

// gameOf is the game of a record, by the rules that it was played by.
func gameOf(games []Game, record Record) (Game, error) {
	var names []string
	for _, game := range games {
		switch {
		case game.Name != record.Game:
			names = append(names, game.Name)
		case record.Version < 1 || record.Version > game.Version:
			return game, fmt.Errorf("it was played by version %d of the rules of %s, and this parlor knows versions 1 to %d: verify it with the parlor it comes from",
				record.Version, game.Title, game.Version)
		default:
			return game, nil
		}
	}
	return Game{}, fmt.Errorf("its game is %q, and this parlor has %s", record.Game, strings.Join(names, ", "))
}

// playAgain plays a record as far as it goes.
func playAgain(game Game, record Record) (Match, []Event, error) {
	match, err := game.Begin(record)
	if err != nil {
		return nil, nil, fmt.Errorf("a match like that cannot be dealt: %w", err)
	}
	var all []Event
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
	return match, all, nil
}

// whole says that the match of a record has not ended with it; nil where it has.
func whole(record Record, match Match) error {
	waiting := match.ToMove()
	if len(waiting) == 0 {
		return nil
	}
	moves := "moves"
	if len(record.Moves) == 1 {
		moves = "move"
	}
	return fmt.Errorf("the record ends after %d %s, before the match does: %s would be next", len(record.Moves), moves, listSeats(waiting))
}

// pruneVoid takes out what a void match does not have, and says so where the document
// tells it all the same: it has no winners, and its points may not be known.
func (c *claim) pruneVoid() error {
	if len(c.Winners)+len(c.Result.Winners) > 0 {
		return errors.New("it says that the match is void, and names winners: a void match has no winners")
	}
	c.Winners, c.Result.Winners = nil, nil
	if c.Totals != nil && len(*c.Totals) == 0 {
		c.Totals = nil
	}
	return nil
}

// readBotMoves are by seat the moves that the document says a substitute bot made; nil
// if it says that of none.
func (c claim) readBotMoves() ([][]int, error) {
	marked := c.BotMoves
	var players []struct {
		BotMoves []int `json:"bot_moves"`
	}
	if marked == nil && json.Unmarshal(c.Players, &players) == nil { // players of another form say nothing of bots
		for _, player := range players {
			marked = append(marked, player.BotMoves)
		}
	}
	made := false
	for seat, moves := range marked {
		for _, at := range moves {
			if at < 0 || at >= len(c.record.Moves) || c.record.Moves[at].Seat != Seat(seat) {
				return nil, fmt.Errorf("it says that a substitute bot made move %d for seat %v, and that is no move of that seat", at+1, Seat(seat))
			}
			made = true
		}
	}
	if !made {
		return nil, nil
	}
	return marked, nil
}

// listSeats is such as "seat 1 and seat 3".
func listSeats(seats []Seat) string {
	var text strings.Builder
	for i, seat := range seats {
		switch {
		case i > 0 && i == len(seats)-1:
			text.WriteString(" and ")
		case i > 0:
			text.WriteString(", ")
		}
		text.WriteString("seat " + seat.String())
	}
	return text.String()
}

// told returns events without those that the record's version did not write: version 1 has no
// RoundReady events.
func (c claim) told(events []Event) []Event {
	if c.record.Version > 1 {
		return events
	}
	return slices.DeleteFunc(slices.Clone(events), func(event Event) bool {
		match, is := event.(MatchEvent)
		return is && match.Kind == RoundReady
	})
}

// happened are the events that the document tells; none where one of its lines
// cannot be an event of the game.
func (c claim) happened(game Game) []Event {
	events := make([]Event, len(c.Events))
	for i, line := range c.Events {
		event, err := game.ReadEvent(line)
		if err != nil {
			return nil
		}
		events[i] = event
	}
	return events
}

// checkResult holds what the document says of the end to what came out, and
// returns what it says anything of.
func (c claim) checkResult(game Game, view View, events []Event) ([]string, error) {
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
		{"events", c.Events != nil, c.told(c.happened(game)), c.told(events)},
	} {
		if !one.is {
			continue
		}
		if !reflect.DeepEqual(one.said, one.played) {
			return nil, fmt.Errorf("the %s in it are not those of the match", one.what)
		}
		checked[one.what] = true
	}
	return slices.Sorted(maps.Keys(checked)), nil
}
