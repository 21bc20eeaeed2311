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

// InputRow is a row of places that a player fills, with a cursor. A place that holds
// the zero value is empty. Only its methods change it.
type InputRow[V comparable] struct {
	Places  []V
	At      int
	Touched func() // called before the player changes something; nil does nothing

	edits int // counts the changes
}

// Clear empties the row, which has n places now, and goes to the first.
func (r *InputRow[V]) Clear(n int) {
	r.Places, r.At = make([]V, n), 0
	r.edits++
}

// Filled returns how many places are filled.
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

// Full reports whether every place is filled.
func (r *InputRow[V]) Full() bool { return r.Filled() == len(r.Places) }

// Put fills the place under the cursor, and goes on to the next one.
func (r *InputRow[V]) Put(value V) {
	r.touch()
	r.Places[r.At] = value
	r.At = min(r.At+1, len(r.Places)-1)
}

// Go moves the cursor to the given place.
func (r *InputRow[V]) Go(place int) {
	r.touch()
	r.At = place
}

// Turn goes one step on, or with the key "down" back, through what the place under the
// cursor can hold.
func (r *InputRow[V]) Turn(name string, choices []V) {
	r.touch()
	at, step := slices.Index(choices, r.Places[r.At]), +1
	if name == "down" {
		at, step = max(0, at), -1
	}
	r.Places[r.At] = choices[Round(at, step, len(choices))]
}

// Empty empties the place under the cursor. It has the form of [Binding.Do].
func (r *InputRow[V]) Empty(string) engine.Action {
	r.touch()
	var empty V
	r.Places[r.At] = empty
	return ""
}

// Place marks the drawing of a place as a part that can be clicked.
func (r *InputRow[V]) Place(text string, place int) string {
	return Zone(text, placePart+strconv.Itoa(place))
}

// Value marks the drawing of a value as a part that can be clicked: it presses a key
// if that does something then.
func Value(text, key string) string { return Zone(text, valuePart+key) }

// placePart and valuePart begin the names of parts of a row and of what fills it.
const placePart, valuePart = "place ", "value "

// Click does what a part of the board stands for: a place is chosen if the row can be
// filled, and what was drawn by [Value], [Pressed] or [Kit.Items] is pressed.
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

// inputKeys are the keys of an input row.
type inputKeys struct{ move, ends, back, empty Binding }

// theInputKeys are those of all input rows, without what they do.
var theInputKeys = sync.OnceValue(func() *inputKeys { //nolint:gochecknoglobals // a constant table
	return &inputKeys{
		move:  Binding{Key: keymap.Of("←→", "left", "right", "space"), Help: prose.T("choose a place in the row")},
		ends:  Binding{Key: keymap.Of("home, end", "home", "end")},
		back:  Binding{Key: keymap.Named("backspace"), Help: prose.T("undo the last entry")},
		empty: Binding{Key: keymap.Of("-, delete", "-", "delete"), Help: prose.T("clear the place under the cursor")},
	}
})

// Bindings returns the keys that move the cursor and empty places, which do something
// if the row can be filled now; what moving chooses is the hint.
func (r *InputRow[V]) Bindings(can bool, chooses prose.Text) Bindings {
	return func(yield func(Binding) bool) {
		k := theInputKeys()
		move := k.move.If(can).Doing(r.move)
		move.Hint = chooses
		_ = yield(move) && yield(k.ends.If(can).Doing(r.move)) && yield(k.back.If(can).Doing(r.back)) && yield(k.empty.If(can).Doing(r.Empty))
	}
}

// touch is called before the player changes something.
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

// back empties the place under the cursor. If that is empty, it empties the one before.
func (r *InputRow[V]) back(name string) engine.Action {
	var empty V
	if r.Places[r.At] == empty && r.At > 0 {
		r.At--
	}
	return r.Empty(name)
}
