// Package keymap defines what keys do. The effect of a key, the line of hints, the help page, and
// the explanation of a key without effect all come from the bindings of a screen or a board.
package keymap

import (
	"iter"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"

	"parlor/prose"
)

// Binding binds one or several keys to an operation. T is its result: a command for a screen, an
// action for a board.
type Binding[T any] struct {
	// Key holds the keys and how they are displayed. It is disabled while the operation is
	// impossible.
	Key key.Binding
	// Hint is the text in the line of hints, such as "guess". With the zero Text, there is no hint.
	Hint prose.Text
	// Help is the text on the help page. With the zero Text, the binding is not on the page.
	Help prose.Text
	// Why explains why the operation is impossible now. If it is zero, the caller finds a reason.
	Why prose.Text
	// Leaves is set if the operation leaves the screen. Its hint is never omitted.
	Leaves bool
	// Only reports whether one of the keys has an effect now. If nil, all have.
	Only func(name string) bool
	// Do performs the operation for the pressed key.
	Do func(name string) T
}

// Key is a list of keys and how they are displayed.
type Key = key.Binding

// Hint is the visible part of a binding: the Bubble Tea names of its keys, how they are displayed,
// and what they do.
type Hint struct {
	Keys    []string
	Written string
	Does    prose.Text
	Leaves  bool
}

// Of returns keys by their Bubble Tea names, such as "enter" and "shift+tab", with their displayed
// form, such as "←→". A letter also matches its capital, unless that has a binding of its own.
func Of(written string, names ...string) key.Binding {
	return key.NewBinding(key.WithKeys(names...), key.WithHelp(written, ""))
}

// Named returns keys that are displayed by name.
func Named(name string, more ...string) key.Binding { return Of(name, append(more, name)...) }

// If returns keys that are enabled if can is set.
func If(can bool, keys key.Binding) key.Binding {
	keys.SetEnabled(can)
	return keys
}

// If returns a binding that is enabled if can is set.
func (b Binding[T]) If(can bool) Binding[T] {
	b.Key.SetEnabled(can)
	return b
}

// Doing returns a binding with another operation.
func (b Binding[T]) Doing(do func(name string) T) Binding[T] {
	b.Do = do
	return b
}

// Always returns a Do with a constant result.
func Always[T any](done T) func(string) T { return func(string) T { return done } }

// Then returns a binding whose result is passed through a function.
func Then[A, B any](one *Binding[A], then func(A) B) Binding[B] {
	do := one.Do
	return Binding[B]{one.Key, one.Hint, one.Help, one.Why, one.Leaves, one.Only, func(name string) B { return then(do(name)) }}
}

// Press performs the first enabled binding of a key. It reports whether there is one.
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

// Idle returns a binding of a key without effect, preferably one with a reason, or nil if the key
// has no binding.
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

// Hints returns the hints of the enabled bindings.
func Hints[T any](all iter.Seq[Binding[T]]) []Hint { return AppendHints(nil, all) }

// AppendHints appends the hints of the enabled bindings to hints.
func AppendHints[T any](hints []Hint, all iter.Seq[Binding[T]]) []Hint {
	for one := range all {
		if !one.Hint.IsZero() && one.Key.Enabled() {
			hints = append(hints, one.hint(one.Hint))
		}
	}
	return hints
}

// Help returns the entries of the help page, for enabled and disabled bindings.
func Help[T any](all iter.Seq[Binding[T]]) []Hint {
	var help []Hint
	for one := range all {
		if !one.Help.IsZero() {
			help = append(help, one.hint(one.Help))
		}
	}
	return help
}

// Join concatenates bindings.
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

// spellings returns the names under which a key is looked up, in order.
func spellings(name string) []string {
	if lower := strings.ToLower(name); len(name) == 1 && lower != name {
		return []string{name, lower}
	}
	return []string{name}
}
