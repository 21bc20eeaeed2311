package kodeknacker

import (
	"strings"

	"parlor/engine"
)

// Code makes the own secret, by letters: Code("rgbyo").
func Code(colors string) engine.Action { return engine.Action("code " + colors) }

// Guess guesses the other's code, by letters.
func Guess(colors string) engine.Action { return engine.Action("guess " + colors) }

// Verbs of the two decisions.
const (
	verbCode  = "code"
	verbGuess = "guess"
)

// decision is an action read.
type decision struct {
	verb string
	code code
}

// maxAction bounds how much text is looked at; every form is much shorter.
const maxAction = 60

// parse reads an action for a board of so many positions and colours. Letters
// may be capitals and have blanks or dashes between; digits count the colours
// from 1, and 0 is the tenth.
func (s state) parse(action engine.Action) (decision, error) {
	if len(action) > maxAction || strings.ContainsFunc(string(action), func(r rune) bool { return r < ' ' || r > '~' }) {
		return decision{}, s.notAnAction()
	}
	verb, rest, _ := strings.Cut(strings.TrimSpace(strings.ToLower(string(action))), " ")
	if verb != verbCode && verb != verbGuess {
		return decision{}, s.notAnAction()
	}
	rest = strings.ReplaceAll(strings.ReplaceAll(rest, " ", ""), "-", "")
	if len(rest) != s.positions {
		return decision{}, s.badCode(verb)
	}
	c := make(code, len(rest))
	for i := range len(rest) {
		color := strings.IndexByte(letters, rest[i])
		if color < 0 {
			color = strings.IndexByte("1234567890", rest[i])
		}
		if color < 0 || color >= s.colors {
			return decision{}, s.badCode(verb)
		}
		c[i] = color
	}
	return decision{verb, c}, nil
}

func (s state) notAnAction() error {
	return engine.Refuse(engine.NotAnAction, RefusedAction, s.positions, s.example())
}

func (s state) badCode(verb string) error {
	return engine.Refuse(engine.NotAnAction, RefusedColors, s.positions, Letters(s.colors), verb, s.example())
}

// example is a code of the right size.
func (s state) example() string {
	c := make(code, s.positions)
	for i := range c {
		c[i] = i % s.colors
	}
	return c.String()
}
