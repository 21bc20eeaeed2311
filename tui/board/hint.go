package board

import (
	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/prose"
	"parlor/tui/keys"
)

// Binding is one thing that is done by keys of a board; an empty action is none to
// play.
type Binding = keys.Binding[engine.Action]

// Hint is what is shown of a key.
type Hint = keys.Hint

// Press is the hint of a key.
func Press(key string, does prose.Text) Hint { return Hint{Written: key, Does: does} }

// Leave is the hint of a key that leads out.
func Leave(key string, does prose.Text) Hint { return Hint{Written: key, Does: does, Leaves: true} }

// bound is a board that says by bindings what its keys do.
type bound interface{ Bindings() []Binding }

// legacy is a board that takes keys by itself.
type legacy interface {
	Key(tea.KeyPressMsg) (engine.Action, bool)
	Hints() []Hint
	Keys() []Hint
}

// Type has a board do what a key stands for, and reports whether it did anything.
func Type(b Board, press tea.KeyPressMsg) (engine.Action, bool) {
	if by, is := b.(bound); is {
		return keys.Press(by.Bindings(), press.String())
	}
	return b.(legacy).Key(press)
}

// HintsOf are what can be done on a board now.
func HintsOf(b Board) []Hint {
	if by, is := b.(bound); is {
		return keys.Hints(by.Bindings())
	}
	return b.(legacy).Hints()
}

// HelpOf are all keys of a board.
func HelpOf(b Board) []Hint {
	if by, is := b.(bound); is {
		return keys.Help(by.Bindings())
	}
	return b.(legacy).Keys()
}
