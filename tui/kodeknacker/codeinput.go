package kodeknacker

import (
	"strings"

	"parlor/engine"
	game "parlor/engine/kodeknacker"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keymap"
	"parlor/tui/style"
)

// codeInput is the row that the player fills: a guess, or the own code.
type codeInput struct {
	*palette

	keys codeKeys
}

// codeKeys are the keys of this game.
type codeKeys struct{ enter, letters, digits, turn, back, noted board.Binding }

// leastColors is how many colours a game has at least: help lists these before the
// first scene.
const leastColors = 4

// digits are the colours by number.
const digits = "1234567890"

func newCodeInput(p *palette) *codeInput {
	c := &codeInput{palette: p}
	c.keys, c.Input.Touched = c.newKeys(leastColors), c.Rows.Newest
	return c
}

// newKeys returns the keys for n colours.
func (c *codeInput) newKeys(n int) codeKeys {
	letters := keymap.Of(game.Letters(n), strings.Split(game.Letters(n), "")...)
	return codeKeys{
		enter:   board.Binding{Key: keymap.Named("enter"), Help: prose.T("set your code, or guess"), Do: c.enter},
		letters: board.Binding{Key: letters, Hint: prose.T("colour"), Help: prose.T("{colours}", lettered(n)), Do: c.put},
		digits:  board.Binding{Key: keymap.Of("1 2 3 …", strings.Split(digits, "")...), Help: prose.T("the colours by number, 0 for the tenth"), Only: c.isColor, Do: c.putNumber},
		turn:    board.Binding{Key: keymap.Of("↑↓", "up", "down"), Hint: prose.T("change").In("verb"), Help: prose.T("go through the colours"), Do: c.turn},
		back:    board.Binding{Key: keymap.Named("esc"), Help: prose.T("empty the whole row"), Do: c.clear},
		noted:   board.Binding{Key: letters, Do: c.note},
	}
}

// see goes on with the scene of the table. What was filled in stays until the next row.
func (c *codeInput) see(before game.View) {
	if c.View.Colors != before.Colors {
		c.keys = c.newKeys(c.View.Colors)
	}
	if len(c.Input.Places) != c.View.Positions || before.Phase != c.View.Phase || before.Round != c.View.Round {
		c.clear("")
	}
}

// bindings returns the keys of the board.
func (c *codeInput) bindings() []board.Binding {
	k, can := &c.keys, c.Choosing()
	enter := k.enter.If(can && c.Input.Full())
	if enter.Hint = prose.T("guess").In("verb"); c.View.Phase == game.PhaseSet {
		enter.Hint = prose.T("set your code")
	}
	if can {
		enter.Why = prose.T("Fill the whole row first.")
	}
	return c.Gather(
		[]board.Binding{enter, k.letters.If(can), k.digits.If(can), k.turn.If(can)},
		can, prose.T("place").In("noun"),
		[]board.Binding{k.back.If(can && c.Input.Filled() > 0)}, k.noted,
	)
}

// enter makes the own code, or guesses.
func (c *codeInput) enter(string) engine.Action {
	c.Rows.Newest()
	if c.View.Phase == game.PhaseSet {
		return game.Code(string(c.Input.Places))
	}
	return game.Guess(string(c.Input.Places))
}

func (c *codeInput) put(letter string) engine.Action {
	c.Input.Put(letter[0])
	return ""
}

// isColor reports whether a digit is that of a colour in play.
func (c *codeInput) isColor(digit string) bool { return strings.Index(digits, digit) < c.View.Colors }

func (c *codeInput) putNumber(digit string) engine.Action {
	return c.put(c.letters()[strings.Index(digits, digit):])
}

func (c *codeInput) turn(name string) engine.Action {
	c.Input.Turn(name, []byte(c.letters()))
	return ""
}

func (c *codeInput) clear(string) engine.Action {
	c.Input.Clear(c.View.Positions)
	c.Rows.Newest()
	return ""
}

func (c *codeInput) note(letter string) engine.Action {
	c.Notes.GoRow(strings.Index(c.letters(), letter))
	return ""
}

// ask says what the row is for.
func (c *codeInput) ask() prose.Text {
	code := prose.Literal(string(c.Input.Places))
	switch {
	case c.View.Phase == game.PhaseSet && c.Input.Full():
		return prose.T("Press Enter to make {code} your code.", code)
	case c.View.Phase == game.PhaseSet:
		return prose.C("Make your code: {n} colour, any as often as you like.",
			"Make your code: {n} colours, any as often as you like.", prose.N(c.View.Positions))
	case c.Input.Full() && !c.View.Memory && !game.Fits(c.View, string(c.Input.Places)):
		return prose.T("Press Enter to guess {code}, although the answers so far rule it out.", code)
	case c.Input.Full():
		return prose.T("Press Enter to guess {code}.", code)
	}
	return prose.T("Guess the code that {name} made: fill the row.", c.People.Name(1-c.View.Seat))
}

// draw draws the row; the place under the cursor bears marks that need no colour.
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
