package board

import (
	"slices"

	"parlor/engine"
	"parlor/prose"
	"parlor/tui/keys"
)

// Line is a row of places that a person fills, with a cursor. A place that holds
// the zero value is empty.
type Line[V comparable] struct {
	Places []V
	At     int
	keys   *lineKeys
}

// Clear empties the line, of so many places, and goes to the first.
func (l *Line[V]) Clear(places int) { l.Places, l.At = make([]V, places), 0 }

// Filled is how many places are.
func (l *Line[V]) Filled() int {
	var empty V
	filled := 0
	for _, value := range l.Places {
		if value != empty {
			filled++
		}
	}
	return filled
}

// Full reports whether every place is filled.
func (l *Line[V]) Full() bool { return l.Filled() == len(l.Places) }

// Put fills the place under the cursor, and goes on to the next one.
func (l *Line[V]) Put(value V) {
	l.Places[l.At] = value
	l.At = min(l.At+1, len(l.Places)-1)
}

// Turn goes so many steps on through what the place under the cursor can hold.
func (l *Line[V]) Turn(choices []V, steps int) {
	at := slices.Index(choices, l.Places[l.At])
	if at < 0 && steps < 0 {
		at = 0
	}
	l.Places[l.At] = choices[Round(at, steps, len(choices))]
}

// lineKeys are the keys of all lines.
type lineKeys struct{ move, ends, back, empty keys.Key }

func newLineKeys() *lineKeys {
	return &lineKeys{
		move:  keys.Of("←→", "left", "right", "space"),
		ends:  keys.Of("home, end", "home", "end"),
		back:  keys.Named("backspace"),
		empty: keys.Of("-, delete", "-", "delete"),
	}
}

// Bindings are the keys that move the cursor and empty places, where the line can
// be filled now; what moving chooses is the hint.
func (l *Line[V]) Bindings(can bool, chooses prose.Text) []Binding {
	if l.keys == nil {
		l.keys = newLineKeys()
	}
	k := l.keys
	return []Binding{
		{Key: keys.If(can, k.move), Hint: chooses, Help: prose.T("choose a place in the row"), Do: l.move},
		{Key: keys.If(can, k.ends), Help: prose.T("to its first or its last place"), Do: l.move},
		{Key: keys.If(can, k.back), Help: prose.T("take back what you put there last"), Do: l.back},
		{Key: keys.If(can, k.empty), Help: prose.T("empty the place under the cursor"), Do: l.empty},
	}
}

func (l *Line[V]) move(name string) engine.Action {
	switch name {
	case "left":
		l.At = Round(l.At, -1, len(l.Places))
	case "right", "space":
		l.At = Round(l.At, +1, len(l.Places))
	case "home":
		l.At = 0
	case "end":
		l.At = len(l.Places) - 1
	}
	return ""
}

// back empties the place under the cursor, or the one before it if that is empty.
func (l *Line[V]) back(name string) engine.Action {
	var empty V
	if l.Places[l.At] == empty && l.At > 0 {
		l.At--
	}
	return l.empty(name)
}

func (l *Line[V]) empty(string) engine.Action {
	var empty V
	l.Places[l.At] = empty
	return ""
}
