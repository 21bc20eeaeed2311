package record

import (
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"parlor/engine"
)

// A ParseError is the first problem in the text of a record. Its reason may quote the text, so
// it must be cleaned before it is shown.
type ParseError struct {
	Line   int // from 1; 0 for the whole text
	Reason string
}

func (p *ParseError) Error() string {
	if p.Line == 0 {
		return p.Reason
	}
	return fmt.Sprintf("line %d: %s", p.Line, p.Reason)
}

// Parse reads the text of a record. It returns a *ParseError if the text does not have this
// format. It does not check what follows from other parts of the text, as [Check] does.
func Parse(text string) (Match, error) {
	switch {
	case len(text) > Largest:
		return Match{}, &ParseError{0, "it is larger than any record"}
	case text == "":
		return Match{}, &ParseError{0, "it is empty"}
	case !strings.HasSuffix(text, "\n"):
		return Match{}, &ParseError{1 + strings.Count(text, "\n"), "the last line has no newline"}
	}
	p := parser{lines: strings.Split(strings.TrimSuffix(text, "\n"), "\n")}
	var m Match
	p.frozen(&m.Frozen)
	p.exactly("dealt")
	p.body(&m)
	p.end(&m)
	if p.at < len(p.lines) {
		p.fail("there is text after the end")
	}
	if p.problem != nil {
		return Match{}, p.problem
	}
	return m, nil
}

// ParseFrozen reads a text that Frozen.Text returned.
func ParseFrozen(text string) (f Frozen, err error) {
	p := parser{lines: strings.Split(strings.TrimSuffix(text, "\n"), "\n")}
	if p.frozen(&f); p.problem != nil {
		return Frozen{}, p.problem
	}
	return f, nil
}

// A parser reads lines until the first problem.
type parser struct {
	lines   []string
	at      int
	problem *ParseError
}

// fail records a problem with the current line, unless there was one before.
func (p *parser) fail(format string, args ...any) {
	if p.problem == nil {
		p.problem = &ParseError{p.at + 1, fmt.Sprintf(format, args...)}
	}
}

// look returns the words of the current line. It returns nil at the end of the text and after
// a problem.
func (p *parser) look() []string {
	if p.problem != nil {
		return nil
	}
	if p.at >= len(p.lines) {
		p.fail("the record is incomplete")
		return nil
	}
	line := p.lines[p.at]
	if strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r > '~' }) {
		p.fail("it has a character that is not printable ASCII")
		return nil
	}
	words := strings.Split(line, " ")
	if slices.Contains(words, "") {
		p.fail("its words are not separated by single spaces")
		return nil
	}
	return words
}

// next returns the words after the first word of the current line, which must be word. After
// a problem it returns empty strings.
func (p *parser) next(word string, least, most int) []string {
	words := p.look()
	empty := make([]string, most)
	switch {
	case p.problem != nil:
		return empty
	case words[0] != word:
		p.fail("%q is where %q must be", words[0], word)
		return empty
	case len(words)-1 < least || len(words)-1 > most:
		p.fail("%q is followed by %d words", word, len(words)-1)
		return empty
	}
	return words[1:]
}

// done advances to the next line, unless there was a problem.
func (p *parser) done() {
	if p.problem == nil {
		p.at++
	}
}

// exactly reads a line that has only the given word.
func (p *parser) exactly(word string) {
	p.next(word, 0, 0)
	p.done()
}

// word reads a line of a name and one word, and returns the word.
func (p *parser) word(name string) string {
	word := p.next(name, 1, 1)[0]
	p.done()
	return word
}

// optional returns a word, or an empty string for None.
func optional(word string) string {
	if word == None {
		return ""
	}
	return word
}

// number parses a decimal number without leading zeros that is at least least.
func (p *parser) number(word string, least int) int {
	n, err := strconv.Atoi(word)
	if p.problem == nil && (err != nil || n < least || strconv.Itoa(n) != word) {
		p.fail("%.40q is not a number of at least %d", word, least)
	}
	return n
}

// hash parses 64 hexadecimal digits.
func (p *parser) hash(word string) (h Hash) {
	if p.problem == nil && (hex.DecodedLen(len(word)) != len(h) || strings.ToLower(word) != word || h.UnmarshalText([]byte(word)) != nil || h == (Hash{})) {
		p.fail("%.80q is not 64 lower-case hexadecimal digits", word)
	}
	return h
}

// frozen reads all lines up to "frozen".
func (p *parser) frozen(f *Frozen) {
	if title := p.next("parlor", 2, 2); p.problem == nil && (title[0] != "match" || title[1] != strconv.Itoa(Format)) {
		p.fail("it is not a record of format %d", Format)
	}
	p.done()
	f.Server, f.Key = optional(p.word("server")), optional(p.word("key"))
	room := p.next("room", 2, 2)
	f.Room, f.RoomID = room[0], room[1]
	if raw, err := hex.DecodeString(f.RoomID); p.problem == nil && (err != nil || len(raw) != 16 || strings.ToLower(f.RoomID) != f.RoomID) {
		p.fail("the ID of the room is not 32 lower-case hexadecimal digits")
	}
	p.done()
	f.Number = p.number(p.next("match", 1, 1)[0], 1)
	p.done()
	if before := p.next("before", 1, 1)[0]; before != None {
		f.Before = p.hash(before)
	}
	p.done()
	p.time(f)
	game := p.next("game", 2, 2)
	f.Game, f.Version = game[0], p.number(game[1], 1)
	p.done()
	f.Settings, f.Options = p.pairs("set"), p.pairs("option")
	p.seats(f)
	f.Seal = p.hash(p.next("seal", 1, 1)[0])
	p.done()
	p.exactly("frozen")
}

func (p *parser) time(f *Frozen) {
	word := p.next("time", 1, 1)[0]
	at, err := time.Parse(time.RFC3339, word)
	if p.problem == nil && (err != nil || at.UTC().Format(time.RFC3339) != word) {
		p.fail("%.40q is not a time such as 2026-11-21T21:00:00Z", word)
	}
	f.Time = at.UTC()
	p.done()
}

// pairs reads lines of a name and a value, which are sorted by name.
func (p *parser) pairs(word string) map[string]string {
	pairs, last := map[string]string{}, ""
	for p.look(); p.problem == nil && strings.HasPrefix(p.lines[p.at], word+" "); p.look() {
		pair := p.next(word, 2, 2)
		if p.problem == nil && (pair[0] <= last || pair[1] == "") {
			p.fail("the lines of %q are not sorted by name, or have an empty value", word)
		}
		last = pair[0]
		pairs[pair[0]] = pair[1]
		p.done()
	}
	return pairs
}

// seats reads the seats, numbered from 1.
func (p *parser) seats(f *Frozen) {
	for p.look(); p.problem == nil && strings.HasPrefix(p.lines[p.at], "seat "); p.look() {
		words := p.next("seat", 5, 7)
		if p.problem != nil {
			return
		}
		seat := Seat{Kind: words[1], Level: engine.Level(p.number(words[2], 0)), Name: p.hash(words[3])}
		marks := words[5:]
		if len(marks) > 0 && marks[0] == "guest" {
			seat.Guest, marks = true, marks[1:]
		}
		if len(marks) > 0 && marks[0] == Program {
			seat.Program, marks = true, marks[1:]
		}
		switch {
		case words[0] != engine.Seat(len(f.Seats)).String():
			p.fail("the seats are not numbered from 1")
		case len(f.Seats) == engine.MaxSeats:
			p.fail("there are more than %d seats", engine.MaxSeats)
		case seat.Kind != Person && seat.Kind != Bot || (seat.Kind == Bot) != (seat.Level > 0):
			p.fail("a seat is neither a person of level 0 nor a bot of level 1 or more")
		case words[4] != None:
			p.fail("the last word of a seat must be -")
		case len(marks) > 0:
			p.fail("%.40q is not a mark of a seat", marks[0])
		}
		f.Seats = append(f.Seats, seat)
		p.done()
	}
}

// body reads moves, events and changes of seats. It skips events, which follow from the moves.
func (p *parser) body(m *Match) {
	for {
		words := p.look()
		if p.problem != nil {
			return
		}
		switch words[0] {
		case "winners", "void":
			return
		case "open":
			p.fail("lines that begin with open are reserved")
		case "*":
			if len(words) < 2 {
				p.fail("the event is empty")
			}
		case "player":
			m.Lines = append(m.Lines, p.change())
		default:
			m.Lines = append(m.Lines, p.move(words))
		}
		p.done()
	}
}

// change reads a line such as "player 2 bot 1".
func (p *parser) change() Line {
	words := p.next("player", 3, 3)
	line := Line{Seat: p.seat(words[0]), Kind: words[1]}
	switch line.Kind {
	case Bot:
		line.Level = engine.Level(p.number(words[2], 1))
	case Person, Program:
		p.hash(words[2])
	default:
		p.fail("%.40q is not a kind of player", line.Kind)
	}
	return line
}

// move reads a line such as "2 draw black" or "2! timeout".
func (p *parser) move(words []string) Line {
	number, byRoom := strings.CutSuffix(words[0], "!")
	line := Line{Seat: p.seat(number), ByRoom: byRoom, Action: engine.Action(strings.Join(words[1:], " "))}
	if line.Action == "" {
		p.fail("there is no action")
	}
	return line
}

func (p *parser) seat(word string) engine.Seat {
	seat, err := engine.ParseSeat(word)
	if p.problem == nil && (err != nil || seat < 0) {
		p.fail("%.40q is not the number of a seat", word)
	}
	return seat
}

// end reads the last lines. Of these, only the secret and the reason of a void match do not
// follow from the lines before.
func (p *parser) end(m *Match) {
	if words := p.look(); p.problem == nil && words[0] == "void" {
		m.Void = p.next("void", 1, 1)[0]
		if p.problem == nil && (m.Void == "" || strings.Trim(m.Void, "abcdefghijklmnopqrstuvwxyz_") != "") {
			p.fail("the reason of a void match must be one lower-case word")
		}
	} else {
		p.next("winners", 1, engine.MaxSeats)
	}
	p.done()
	p.next("points", 1, engine.MaxSeats)
	p.done()
	m.Secret = p.hash(p.next("secret", 1, 1)[0])
	p.done()
	for _, name := range []string{"moves", "head"} {
		p.hash(p.next(name, 1, 1)[0])
		p.done()
	}
	p.exactly("end")
}

// A Checked is a valid record: everything in its text follows from the frozen part, the moves
// and the secret.
type Checked struct {
	Match
	Written
	Game engine.Game
}

// ErrUnknown is returned by Check for a game that the program does not have, and for a newer
// version of its rules.
var ErrUnknown = errors.New("this program does not have the game or that version of its rules")

// Check parses the text of a record and replays the match. It returns a *ParseError for the
// first wrong line, and wraps ErrUnknown if the program cannot replay the game.
func Check(games []engine.Game, text string) (Checked, error) {
	match, err := Parse(text)
	if err != nil {
		return Checked{}, err
	}
	c := Checked{Match: match}
	for _, game := range games {
		if game.Name == match.Game {
			c.Game = game
		}
	}
	if c.Game.Name == "" || match.Version > c.Game.Version {
		return c, fmt.Errorf("%w: %.40q, version %d", ErrUnknown, match.Game, match.Version)
	}
	if seal := SealOf(match.Secret); seal != match.Seal {
		return c, &ParseError{lineOf(text, "seal "), "the seal is not that of the secret at the end"}
	}
	if c.Written, err = match.Write(c.Game); err != nil {
		// The text may be wrong in a line before the refused move.
		so := strings.Count(c.Text, "\n")
		if different := firstDifference(firstLines(text, so), c.Text); different != nil {
			return c, different
		}
		return c, &ParseError{so + 1, err.Error()}
	}
	return c, firstDifference(text, c.Text)
}

// firstLines returns the first n lines of a text.
func firstLines(text string, n int) string {
	end := 0
	for range n {
		next := strings.IndexByte(text[end:], '\n')
		if next < 0 {
			return text
		}
		end += next + 1
	}
	return text[:end]
}

// lineOf returns the number, from 1, of the first line with a prefix.
func lineOf(text, prefix string) int {
	before, _, _ := strings.Cut(text, "\n"+prefix)
	return strings.Count(before, "\n") + 2
}

// firstDifference returns a *ParseError for the first line in which a text differs from the
// wanted one.
func firstDifference(text, want string) error {
	if text == want {
		return nil
	}
	is, has := strings.Split(text, "\n"), strings.Split(want, "\n")
	for i := range is {
		if i >= len(has) || is[i] != has[i] {
			wanted := "nothing"
			if i < len(has) {
				wanted = strconv.Quote(has[i])
			}
			return &ParseError{i + 1, fmt.Sprintf("%.200q should be %.200s", is[i], wanted)}
		}
	}
	return &ParseError{len(is), "a line is missing"}
}
