// Package keymap says once what a key does: from the bindings of a screen or a board
// come what is done when a key is pressed, the line of hints, the page of help, and
// why a key can do nothing now.
package keymap

import (
	"iter"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"

	"parlor/prose"
)

// Binding is one thing that is done by a key, or by any of several. T is what comes
// of it: a command of a screen, an action of a board.
type Binding[T any] struct {
	// Key is its keys and how they are written. It is disabled where the thing
	// cannot be done now.
	Key key.Binding
	// Hint is what it does now, in the line of hints, such as "guess"; the zero Text
	// leaves it out of the line.
	Hint prose.Text
	// Help is what it does at all, on the page of help; the zero Text leaves it out of
	// the page.
	Help prose.Text
	// Why is the reason why it cannot be done now; if it is zero, the caller has to find one.
	Why prose.Text
	// Leaves is set where it leads out of what is on the screen: its hint is never
	// left out for want of room.
	Leaves bool
	// Only reports whether one of its keys does something now; nil is all of them.
	Only func(name string) bool
	// Do does it, for the key that was pressed.
	Do func(name string) T
}

// Key is some keys and how they are written.
type Key = key.Binding

// Hint is what is shown of a binding: its keys, by the names of Bubble Tea, how they
// are written, and what they do.
type Hint struct {
	Keys    []string
	Written string
	Does    prose.Text
	Leaves  bool
}

// Of returns keys by their Bubble Tea names, such as "enter" and "shift+tab", that are written
// together, such as "←→". A letter matches its capital as well, unless that has a binding of
// its own.
func Of(written string, names ...string) key.Binding {
	return key.NewBinding(key.WithKeys(names...), key.WithHelp(written, ""))
}

// Named returns keys that are written as they are named.
func Named(name string, more ...string) key.Binding { return Of(name, append(more, name)...) }

// If are keys that do something now only if it can be done.
func If(can bool, keys key.Binding) key.Binding {
	keys.SetEnabled(can)
	return keys
}

// If is a binding that does something now only if it can be done.
func (b Binding[T]) If(can bool) Binding[T] {
	b.Key.SetEnabled(can)
	return b
}

// Doing is a binding that does something else.
func (b Binding[T]) Doing(do func(name string) T) Binding[T] {
	b.Do = do
	return b
}

// Always is Do of what comes of a key wherever it is pressed.
func Always[T any](done T) func(string) T { return func(string) T { return done } }

// Then is a binding of which something else comes: what it gives is handed on.
func Then[A, B any](one *Binding[A], then func(A) B) Binding[B] {
	do := one.Do
	return Binding[B]{one.Key, one.Hint, one.Help, one.Why, one.Leaves, one.Only, func(name string) B { return then(do(name)) }}
}

// Press does what a key stands for now, and reports whether it stands for anything:
// the first binding of the key that can do something does it.
func Press[T any](all iter.Seq[Binding[T]], name string) (done T, did bool) {
	for _, spelling := range spellings(name) {
		for one := range all {
			if one.can(spelling) {
				return one.Do(spelling), true
			}
		}
	}
	return done, false
}

// Idle returns the binding of a key that does nothing now, one that says why if any
// does; nil where the key stands for nothing.
func Idle[T any](all iter.Seq[Binding[T]], name string) *Binding[T] {
	var found *Binding[T]
	for _, spelling := range spellings(name) {
		for one := range all {
			if one.has(spelling) && (found == nil || found.Why.IsZero() && !one.Why.IsZero()) {
				kept := one
				found = &kept
			}
		}
	}
	return found
}

// Hints are those of the bindings that do something now.
func Hints[T any](all iter.Seq[Binding[T]]) []Hint { return AppendHints(nil, all) }

// AppendHints appends to hints those of the bindings that do something now.
func AppendHints[T any](hints []Hint, all iter.Seq[Binding[T]]) []Hint {
	for one := range all {
		if !one.Hint.IsZero() && one.Key.Enabled() {
			hints = append(hints, one.hint(one.Hint))
		}
	}
	return hints
}

// Help is the page of help: what the bindings do, whether or not they do it now.
func Help[T any](all iter.Seq[Binding[T]]) []Hint {
	var help []Hint
	for one := range all {
		if !one.Help.IsZero() {
			help = append(help, one.hint(one.Help))
		}
	}
	return help
}

// Join returns the bindings of all parts, one part after the other.
func Join[T any](parts ...iter.Seq[Binding[T]]) iter.Seq[Binding[T]] {
	return func(yield func(Binding[T]) bool) {
		for _, part := range parts {
			for one := range part {
				if !yield(one) {
					return
				}
			}
		}
	}
}

// Unhinted returns bindings without their hints.
func Unhinted[T any](all iter.Seq[Binding[T]]) iter.Seq[Binding[T]] {
	return func(yield func(Binding[T]) bool) {
		for one := range all {
			one.Hint = prose.Text{}
			if !yield(one) {
				return
			}
		}
	}
}

func (b *Binding[T]) hint(does prose.Text) Hint {
	return Hint{b.Key.Keys(), b.Key.Help().Key, does, b.Leaves}
}

func (b *Binding[T]) has(name string) bool { return slices.Contains(b.Key.Keys(), name) }

func (b *Binding[T]) can(name string) bool {
	return b.Key.Enabled() && b.has(name) && (b.Only == nil || b.Only(name))
}

// spellings are the names by which a key is looked for, the first before the second.
func spellings(name string) []string {
	if lower := strings.ToLower(name); len(name) == 1 && lower != name {
		return []string{name, lower}
	}
	return []string{name}
}
