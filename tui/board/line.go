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
	Places  []V
	At      int
	Touched func() // before one of its keys does something; nil is nothing

	keys *lineKeys
	all  []Binding // as they were last asked for
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

// lineKeys are the keys of a line, and what each does.
type lineKeys struct{ move, ends, back, empty Binding }

func (l *Line[V]) newKeys() *lineKeys {
	return &lineKeys{
		move:  Binding{Key: keys.Of("←→", "left", "right", "space"), Help: prose.T("choose a place in the row"), Do: l.move},
		ends:  Binding{Key: keys.Of("home, end", "home", "end"), Do: l.move},
		back:  Binding{Key: keys.Named("backspace"), Help: prose.T("take back what you put there last"), Do: l.back},
		empty: Binding{Key: keys.Of("-, delete", "-", "delete"), Help: prose.T("empty the place under the cursor"), Do: l.empty},
	}
}

// Bindings are the keys that move the cursor and empty places, where the line can
// be filled now; what moving chooses is the hint. The slice is good until they are
// asked for again.
func (l *Line[V]) Bindings(can bool, chooses prose.Text) []Binding {
	if l.keys == nil {
		l.keys = l.newKeys()
	}
	k := l.keys
	move := k.move.If(can)
	move.Hint = chooses
	l.all = append(l.all[:0], move, k.ends.If(can), k.back.If(can), k.empty.If(can))
	return l.all
}

// touch tells of a key before it does something.
func (l *Line[V]) touch() {
	if l.Touched != nil {
		l.Touched()
	}
}

func (l *Line[V]) move(name string) engine.Action {
	l.touch()
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
	l.touch()
	var empty V
	l.Places[l.At] = empty
	return ""
}
