package board

import (
	"iter"

	"parlor/engine"
	"parlor/tui/keymap"
)

// Binding is one thing that is done by keys of a board; an empty action is none to
// play.
type Binding = keymap.Binding[engine.Action]

// Bindings are bindings, one after the other.
type Bindings = iter.Seq[Binding]

// Hint is what is shown of a key.
type Hint = keymap.Hint
