package board

import (
	"iter"

	"parlor/engine"
	"parlor/tui/keymap"
)

// Binding binds keys of a board to an operation, which may return an action to play. An empty
// action plays nothing.
type Binding = keymap.Binding[engine.Action]

// Bindings is a sequence of bindings.
type Bindings = iter.Seq[Binding]

// Hint is the text shown for a key.
type Hint = keymap.Hint
