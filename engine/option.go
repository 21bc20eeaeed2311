package engine

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// An Option is one thing that a host may choose about a game. All options are
// choices from a short list, so every screen and command offers them alike.
type Option struct {
	Name    string  // lower_snake, stable: "jokers"
	Title   string  // a label: "Jokers"
	Help    string  // one sentence
	Values  []Value // in the order they are offered
	Default string  // the name of one of them

	// Applies reports whether the option has an effect given the others; nil
	// means always. An option without effect is still there with a value.
	Applies func(Options) bool
}

// A Value is one choice of an Option.
type Value struct {
	Name  string // lower_snake or a number, stable: "strict"
	Title string // a label; empty shows the name
}

// Label is how people read the value.
func (v Value) Label() string {
	if v.Title != "" {
		return v.Title
	}
	return v.Name
}

// Options maps the names of options to the names of their values.
type Options map[string]string

// Int is an option's value as a number, 0 where it is none.
func (o Options) Int(name string) int {
	n, err := strconv.Atoi(o[name])
	if err != nil {
		return 0
	}
	return n
}

// Numbers lists from, from+step … up to to as values of an option.
func Numbers(from, to, step int) []Value {
	var values []Value
	for n := from; n <= to; n += step {
		values = append(values, Value{Name: strconv.Itoa(n)})
	}
	return values
}

// OffOn are the values of a switch.
func OffOn() []Value { return []Value{{"off", "off"}, {"on", "on"}} }

// RoundsOption is the option "rounds" of a match.
func RoundsOption(title, help string, from, to, step, standard int) Option {
	return Option{
		Name: "rounds", Title: title, Help: help,
		Values: Numbers(from, to, step), Default: strconv.Itoa(standard),
	}
}

// FirstOption is the option "first": which seat begins round 1.
func FirstOption(title, help string, maxSeats int) Option {
	return Option{
		Name: "first", Title: title, Help: help, Default: "random",
		Values: append([]Value{{"random", "random"}}, Numbers(1, maxSeats, 1)...),
	}
}

// Complete fills what chosen leaves open with defaults. It refuses an unknown
// option or value with a sentence that names those that exist.
func Complete(known []Option, chosen Options) (Options, error) {
	complete := make(Options, len(known))
	for _, option := range known {
		complete[option.Name] = option.Default
	}
	for _, name := range slices.Sorted(maps.Keys(chosen)) {
		i := slices.IndexFunc(known, func(o Option) bool { return o.Name == name })
		if i < 0 {
			return nil, Refuse(BadSetup, "There is no option %q; the options are %s.", name, optionNames(known))
		}
		value := chosen[name]
		if !slices.ContainsFunc(known[i].Values, func(v Value) bool { return v.Name == value }) {
			return nil, Refuse(BadSetup, "Option %s cannot be %q; it can be %s.", name, value, valueNames(known[i].Values))
		}
		complete[name] = value
	}
	return complete, nil
}

func optionNames(options []Option) string {
	names := make([]string, len(options))
	for i, option := range options {
		names[i] = option.Name
	}
	return strings.Join(names, ", ")
}

func valueNames(values []Value) string {
	names := make([]string, len(values))
	for i, value := range values {
		names[i] = value.Name
	}
	return strings.Join(names, ", ")
}
