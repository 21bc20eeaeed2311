package lines

import (
	"context"
	"reflect"
	"slices"
	"strings"

	"parlor/engine"
	"parlor/internal/alias"
	"parlor/lobby"
	"parlor/prose"
)

// verb is a row of a table of verbs.
type verb struct {
	names []string                // in lower case; a row without names is only a help line
	when  func(rest string) bool  // whether the row applies to what follows; nil means always
	reads func(*input) prose.Text // parses what follows and returns what is wrong with it; nil accepts anything

	// At most one of op, do and goes is not nil. A row with none leaves the verb to a later table.
	op   func(in input) (any, prose.Text)         // returns the operation that the verb asks for, or what is wrong with its arguments
	do   func(ctx context.Context, in input)      // handles the verb
	goes func(ctx context.Context, in input) move // handles the verb and may go to another place

	sure func(in input) bool // asks before op; nil does not ask

	help prose.Text // may also cover the verbs below, which then have none

	of any // an operation; the row stands for its verbs
}

// table lists what can be typed in a place, in the order of its help.
type table struct {
	verbs []verb
	ask   func(ctx context.Context, op any)        // performs the operation of a verb
	other func(ctx context.Context, in input) move // handles all other input; nil leaves it to the next table
}

// input is a typed line.
type input struct {
	line, verb, rest string // verb is in lower case and the current name, rest is what follows it

	number int // set by tableNumber
}

func parse(line string) input {
	line = strings.TrimSpace(line)
	name, rest, _ := strings.Cut(line, " ")
	return input{line: line, verb: alias.Command.Current(strings.ToLower(name)), rest: strings.TrimSpace(rest)}
}

// answer answers a line by the first table with its verb.
func answer(ctx context.Context, in input, tables []table) (move, prose.Text) {
	for _, t := range tables {
		for _, v := range t.verbs {
			switch {
			case !slices.Contains(v.names, in.verb), v.when != nil && !v.when(in.rest), v.op == nil && v.do == nil && v.goes == nil:
				continue
			case v.reads != nil:
				if wrong := v.reads(&in); !wrong.IsZero() {
					return move{}, wrong
				}
			}
			switch {
			case v.goes != nil:
				return v.goes(ctx, in), prose.Text{}
			case v.do != nil:
				v.do(ctx, in)
			default:
				op, wrong := v.op(in)
				switch {
				case !wrong.IsZero():
					return move{}, wrong
				case v.sure != nil && !v.sure(in):
					return move{}, prose.Text{}
				}
				t.ask(ctx, op)
			}
			return move{}, prose.Text{}
		}
		if t.other != nil {
			return t.other(ctx, in), prose.Text{}
		}
	}
	return move{}, prose.Text{}
}

// help returns the help lines of a table.
func (t table) help() (lines []prose.Text) {
	for _, v := range t.verbs {
		if !v.help.IsZero() {
			lines = append(lines, v.help)
		}
	}
	return lines
}

// withOperations replaces each row that stands for an operation by the operation's verbs, and
// appends the verbs of all other operations. command handles verbs of session operations.
func withOperations(rows []verb, operations []lobby.Operation, command func(context.Context, input)) (all []verb) {
	verbsOf := func(o lobby.Operation) (verbs []verb) {
		for _, v := range o.Verbs {
			one := verb{names: []string{v.Name}, help: v.Help}
			if o.Of == lobby.OfSession {
				one.do = command
			} else {
				one.op = func(in input) (any, prose.Text) { return o.Parse(v, in.rest) }
			}
			verbs = append(verbs, one)
		}
		return verbs
	}
	for _, row := range rows {
		at := slices.IndexFunc(operations, func(o lobby.Operation) bool { return o.Type() == reflect.TypeOf(row.of) })
		if at >= 0 {
			all = append(all, verbsOf(operations[at])...)
		} else {
			all = append(all, row)
		}
	}
	for _, o := range operations {
		for _, v := range verbsOf(o) {
			if !slices.ContainsFunc(all, func(one verb) bool { return slices.Contains(one.names, v.names[0]) }) {
				all = append(all, v)
			}
		}
	}
	return all
}

// tells returns a do function that calls tell.
func tells(tell func()) func(context.Context, input) { return func(context.Context, input) { tell() } }

// alone reports whether nothing follows a verb. It is the when function of verbs that mean
// something else otherwise.
func alone(rest string) bool { return rest == "" }

// nothing refuses text after a verb that may have another meaning with it.
func nothing(in *input) prose.Text { return lobby.NothingFollows(in.verb, in.rest) }

// swap reads the numbers of the two seats that change places.
func swap(in input) (any, prose.Text) {
	first, second, _ := strings.Cut(in.rest, " ")
	one, oneErr := engine.ParseSeat(first)
	other, otherErr := engine.ParseSeat(strings.TrimSpace(second))
	if oneErr != nil || otherErr != nil {
		return nil, prose.T("Usage: {command} SEAT SEAT, such as {example}", prose.Literal("swap"), prose.Literal("swap 1 2"))
	}
	return lobby.Swap{One: one, Other: other}, prose.Text{}
}

// move is the place to which a typed line leads. The zero move stays in the current place.
type move struct {
	to    destination
	room  lobby.Handle
	night lobby.GameNightHandle
	err   error // why it cannot go there
}

type destination int

const (
	stay    destination = iota
	toRoom              // of the handle
	toNight             // of the reference to a game night
	toLobby             // out of the room, or the tutorial
	goodbye             // out of the session
)

// enterRoom returns the move to a room, or a move that carries the error.
func enterRoom(handle lobby.Handle, err error) move { return move{to: toRoom, room: handle, err: err} }

// enterNight returns the move to a game night, or a move that carries the error.
func enterNight(night lobby.GameNightHandle, err error) move {
	return move{to: toNight, night: night, err: err}
}
