package engine

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// An Option is a setting of a game that a host can choose from a short list of values.
type Option struct {
	Name    string  // in snake case, never changed: "jokers"
	Title   string  // a label: "Jokers"
	Help    string  // one sentence
	Values  []Value // in display order
	Default string  // the name of the default value

	// Applies reports whether the option has an effect, given the others. If nil, it always has. An
	// option without effect still has a value.
	Applies func(Options) bool
}

// A Value is a value of an Option.
type Value struct {
	Name  string // in snake case or a number, never changed: "strict"
	Title string // a label; if empty, the name is used
}

// Label returns the text of the value for people.
func (v Value) Label() string {
	if v.Title != "" {
		return v.Title
	}
	return v.Name
}

// Options maps names of options to names of values.
type Options map[string]string

// Int returns the value of an option as a number, or 0.
func (o Options) Int(name string) int {
	n, err := strconv.Atoi(o[name])
	if err != nil {
		return 0
	}
	return n
}

// Numbers returns the numbers from, from+step and so on, up to to, as values of an option.
func Numbers(from, to, step int) []Value {
	var values []Value
	for n := from; n <= to; n += step {
		values = append(values, Value{Name: strconv.Itoa(n)})
	}
	return values
}

// OffOn returns the values of a switch.
func OffOn() []Value { return []Value{{"off", "off"}, {"on", "on"}} }

// RoundsOption returns the option "rounds" of a match.
func RoundsOption(title, help string, from, to, step, standard int) Option {
	return Option{
		Name: "rounds", Title: title, Help: help,
		Values: Numbers(from, to, step), Default: strconv.Itoa(standard),
	}
}

// FirstOption returns the option "first": the seat that begins round 1.
func FirstOption(title, help string, maxSeats int) Option {
	return Option{
		Name: "first", Title: title, Help: help, Default: "random",
		Values: append([]Value{{"random", "random"}}, Numbers(1, maxSeats, 1)...),
	}
}

// Complete adds defaults for missing options. It refuses an unknown option or value with a sentence
// that lists the valid ones.
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
