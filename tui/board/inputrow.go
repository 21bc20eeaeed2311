package board

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"parlor/engine"
	"parlor/prose"
	"parlor/tui/keymap"
)

// InputRow is a row of positions that a player fills, with a cursor. The zero value marks an empty
// position. Only its methods change it.
type InputRow[V comparable] struct {
	Places  []V
	At      int
	Touched func() // called before the player changes something; may be nil

	edits int // number of changes
}

// Clear empties the row, which then has n positions, and moves the cursor to the first.
func (r *InputRow[V]) Clear(n int) {
	r.Places, r.At = make([]V, n), 0
	r.edits++
}

// Filled returns the number of filled positions.
func (r *InputRow[V]) Filled() int {
	var empty V
	filled := 0
	for _, value := range r.Places {
		if value != empty {
			filled++
		}
	}
	return filled
}

// Full reports whether every position is filled.
func (r *InputRow[V]) Full() bool { return r.Filled() == len(r.Places) }

// Put fills the position under the cursor and advances the cursor.
func (r *InputRow[V]) Put(value V) {
	r.touch()
	r.Places[r.At] = value
	r.At = min(r.At+1, len(r.Places)-1)
}

// Go moves the cursor to the given position.
func (r *InputRow[V]) Go(place int) {
	r.touch()
	r.At = place
}

// Turn changes the position under the cursor to the next choice, or with the key "down" to the
// previous one.
func (r *InputRow[V]) Turn(name string, choices []V) {
	r.touch()
	at, step := slices.Index(choices, r.Places[r.At]), +1
	if name == "down" {
		at, step = max(0, at), -1
	}
	r.Places[r.At] = choices[Round(at, step, len(choices))]
}

// Empty empties the position under the cursor. It has the form of [Binding.Do].
func (r *InputRow[V]) Empty(string) engine.Action {
	r.touch()
	var empty V
	r.Places[r.At] = empty
	return ""
}

// Place marks the drawing of a position as clickable.
func (r *InputRow[V]) Place(text string, place int) string {
	return Zone(text, placePart+strconv.Itoa(place))
}

// Value marks the drawing of a value as clickable. A click presses a key, if that has an effect
// then.
func Value(text, key string) string { return Zone(text, valuePart+key) }

// placePart and valuePart begin the names of clickable parts: of positions, and of values.
const placePart, valuePart = "place ", "value "

// Click performs the click on a part of the board. A position is chosen if the row can be filled;
// parts drawn by [Value], [Pressed] or [Kit.Items] press their keys.
func (r *InputRow[V]) Click(part string, can bool, all Bindings) (action engine.Action, used bool) {
	if name, is := strings.CutPrefix(part, placePart); is {
		place, err := strconv.Atoi(name)
		if used = can && err == nil && place >= 0 && place < len(r.Places); used {
			r.At = place
			r.edits++
		}
		return "", used
	}
	name, is := strings.CutPrefix(part, valuePart)
	if !is {
		name, is = Clicked(part)
	}
	if !is {
		return "", false
	}
	return keymap.Press(all, name)
}

// inputKeys holds the keys of an input row.
type inputKeys struct{ move, ends, back, empty Binding }

// theInputKeys returns the keys of all input rows, without actions.
var theInputKeys = sync.OnceValue(func() *inputKeys { //nolint:gochecknoglobals // a constant table
	return &inputKeys{
		move:  Binding{Key: keymap.Of("←→", "left", "right", "space"), Help: prose.T("choose a place in the row")},
		ends:  Binding{Key: keymap.Of("home, end", "home", "end")},
		back:  Binding{Key: keymap.Named("backspace"), Help: prose.T("undo the last entry")},
		empty: Binding{Key: keymap.Of("-, delete", "-", "delete"), Help: prose.T("clear the place under the cursor")},
	}
})

// Bindings returns the keys that move the cursor and empty positions. They are active if can is
// set. chooses is the hint of the keys that move.
func (r *InputRow[V]) Bindings(can bool, chooses prose.Text) Bindings {
	return func(yield func(Binding) bool) {
		k := theInputKeys()
		move := k.move.If(can).Doing(r.move)
		move.Hint = chooses
		_ = yield(move) && yield(k.ends.If(can).Doing(r.move)) && yield(k.back.If(can).Doing(r.back)) && yield(k.empty.If(can).Doing(r.Empty))
	}
}

// touch calls Touched before a change by the player.
func (r *InputRow[V]) touch() {
	r.edits++
	if r.Touched != nil {
		r.Touched()
	}
}

func (r *InputRow[V]) move(name string) engine.Action {
	r.touch()
	switch name {
	case "left":
		r.At = Round(r.At, -1, len(r.Places))
	case "right", "space":
		r.At = Round(r.At, +1, len(r.Places))
	case "home":
		r.At = 0
	case "end":
		r.At = len(r.Places) - 1
	}
	return ""
}

// back empties the position under the cursor or, if that is empty, the one before it.
func (r *InputRow[V]) back(name string) engine.Action {
	var empty V
	if r.Places[r.At] == empty && r.At > 0 {
		r.At--
	}
	return r.Empty(name)
}
