package guessboard

import (
	"bytes"
	"strings"

	"parlor/engine"
	"parlor/engine/codebreak"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keymap"
	"parlor/tui/style"
)

// codeInput is the row that the player fills: a guess or their own code.
type codeInput struct {
	*symbols

	keys codeKeys
}

// codeKeys holds the keys of the game.
type codeKeys struct{ enter, letters, digits, turn, back, noted board.Binding }

// digits holds the keys that enter a symbol by its number.
const digits = "1234567890"

func newCodeInput(p *symbols) *codeInput {
	c := &codeInput{symbols: p}
	c.keys, c.Input.Touched = c.newKeys(p.kind.Least), c.Rows.Newest
	return c
}

// newKeys returns the keys for the given symbols.
func (c *codeInput) newKeys(symbols string) codeKeys {
	written := symbols
	if c.kind.Name == nil {
		written = symbols[:1] + "-" + symbols[len(symbols)-1:]
	}
	letters := keymap.Of(written, strings.Split(symbols, "")...)
	return codeKeys{
		enter:   board.Binding{Key: keymap.Named("enter"), Help: prose.T("set your code, or guess"), Do: c.enter},
		letters: board.Binding{Key: letters, Hint: c.kind.Symbol, Help: c.kind.help(symbols), Only: c.mayPut, Do: c.put},
		digits:  board.Binding{Key: keymap.Of("1 2 3 …", strings.Split(digits, "")...), Help: c.kind.Numbers, Only: c.isSymbol, Do: c.putNumber},
		turn:    board.Binding{Key: keymap.Of("↑↓", "up", "down"), Hint: prose.T("change").In("verb"), Help: c.kind.Through, Do: c.turn},
		back:    board.Binding{Key: keymap.Named("esc"), Help: prose.T("clear the row"), Do: c.clear},
		noted:   board.Binding{Key: letters, Do: c.note},
	}
}

// see takes the newest scene. What the player has entered stays until the next row.
func (c *codeInput) see(before Table) {
	if c.View.Symbols != before.Symbols {
		c.keys = c.newKeys(c.View.Symbols)
	}
	if len(c.Input.Places) != c.View.Places || before.Phase != c.View.Phase || before.Round != c.View.Round {
		c.clear("")
	}
}

// bindings returns the keys of the board.
func (c *codeInput) bindings() board.Bindings {
	k, can := &c.keys, c.Choosing()
	enter, letters := k.enter.If(can && c.Input.Full()), k.letters.If(can)
	if enter.Hint = prose.T("guess").In("verb"); c.View.Phase == codebreak.PhaseSet {
		enter.Hint = prose.T("set your code")
	}
	if can {
		enter.Why, letters.Why = prose.T("Fill the whole row first."), c.kind.Once
	}
	return c.Gather(
		[]board.Binding{enter, letters, k.digits.If(can && !c.kind.Numbers.IsZero()), k.turn.If(can)},
		can, prose.T("place").In("noun"),
		[]board.Binding{k.back.If(can && c.Input.Filled() > 0)}, k.noted,
	)
}

// enter plays the own code or a guess.
func (c *codeInput) enter(string) engine.Action {
	c.Rows.Newest()
	if c.View.Phase == codebreak.PhaseSet {
		return c.kind.Code(string(c.Input.Places))
	}
	return c.kind.Guess(string(c.Input.Places))
}

func (c *codeInput) put(letter string) engine.Action {
	c.Input.Put(letter[0])
	return ""
}

// mayPut reports whether a symbol can be entered under the cursor. A symbol that may appear only
// once cannot be entered twice.
func (c *codeInput) mayPut(symbol string) bool {
	at := bytes.IndexByte(c.Input.Places, symbol[0])
	return at < 0 || at == c.Input.At || c.kind.Once.IsZero()
}

// isSymbol reports whether a digit is the number of a symbol in play.
func (c *codeInput) isSymbol(digit string) bool {
	return strings.Index(digits, digit) < len(c.View.Symbols)
}

func (c *codeInput) putNumber(digit string) engine.Action {
	return c.put(c.View.Symbols[strings.Index(digits, digit):])
}

func (c *codeInput) turn(name string) engine.Action {
	choices := make([]byte, 0, len(c.View.Symbols))
	for _, symbol := range []byte(c.View.Symbols) {
		if c.mayPut(string(symbol)) {
			choices = append(choices, symbol)
		}
	}
	c.Input.Turn(name, choices)
	return ""
}

func (c *codeInput) clear(string) engine.Action {
	c.Input.Clear(c.View.Places)
	c.Rows.Newest()
	return ""
}

func (c *codeInput) note(letter string) engine.Action {
	c.Notes.GoRow(strings.Index(c.View.Symbols, letter))
	return ""
}

// ask returns the purpose of the row.
func (c *codeInput) ask() prose.Text {
	code := prose.Literal(string(c.Input.Places))
	switch {
	case c.View.Phase == codebreak.PhaseSet && c.Input.Full():
		return prose.T("Press Enter to make {code} your code.", code)
	case c.View.Phase == codebreak.PhaseSet:
		return c.kind.Make(c.View.Places)
	case c.Input.Full() && !c.View.Memory && !c.View.Fits(string(c.Input.Places)):
		return prose.T("Press Enter to guess {code}, although the answers so far rule it out.", code)
	case c.Input.Full():
		return prose.T("Press Enter to guess {code}.", code)
	}
	return prose.T("Guess the code that {name} made: fill the row.", c.People.Name(1-c.View.Seat))
}

// draw draws the row. The position under the cursor has marks that need no colour.
func (c *codeInput) draw(s scale) []string {
	lines := make([]string, s.tall)
	side, gap := style.Blanks((s.cell-1)/2), style.Blanks(s.gap)
	for i, letter := range c.Input.Places {
		if i > 0 {
			join(lines, gap)
		}
		one := make([]string, s.tall)
		switch chosen := i == c.Input.At && c.Choosing(); {
		case chosen && letter == 0:
			for part := range one {
				one[part] = c.Theme.Cursor.Render(style.Blanks(s.cell))
			}
			one[s.tall/2] = c.Theme.Cursor.Render("›" + side[1:] + "·" + side[1:] + "‹")
		case chosen:
			c.addCell(one, letter, "›"+side[1:], side[1:]+"‹")
		default:
			c.addCell(one, letter, side, side)
		}
		for part := range one {
			lines[part] += c.Input.Place(one[part], i)
		}
	}
	return lines
}
