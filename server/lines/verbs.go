package lines

import (
	"context"
	"slices"
	"strings"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// verb is a row of a table of what can be typed.
type verb struct {
	names []string                // what is typed, in lower case; a row without names only has a help line
	when  func(rest string) bool  // whether it means this row with what follows; nil always does
	reads func(*input) prose.Text // reads what follows, and returns what is wrong with it; nil takes anything

	// At most one of these is not nil. A row without any leaves the verb to a later table.
	op   func(in input) any                       // returns the operation that the verb asks for
	do   func(ctx context.Context, in input)      // does something else
	goes func(ctx context.Context, in input) move // does something else that may go to another place

	help prose.Text // may tell of the verbs below it too, which then have none
}

// table is what can be typed in a place, in the order of its help.
type table struct {
	verbs []verb
	ask   func(ctx context.Context, op any)        // has the operation of a verb done
	other func(ctx context.Context, in input) move // does all that is no verb; nil leaves it to the next table
}

// input is a line that was typed.
type input struct {
	line, verb, rest string // the verb in lower case, and what follows it

	// What the verb reads of the rest.
	seats  []engine.Seat
	number int
}

func parse(line string) input {
	line = strings.TrimSpace(line)
	name, rest, _ := strings.Cut(line, " ")
	return input{line: line, verb: strings.ToLower(name), rest: strings.TrimSpace(rest)}
}

// answer does what was typed by the first of some tables that has the verb.
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
				t.ask(ctx, v.op(in))
			}
			return move{}, prose.Text{}
		}
		if t.other != nil {
			return t.other(ctx, in), prose.Text{}
		}
	}
	return move{}, prose.Text{}
}

// help is what a table says of its verbs.
func (t table) help() (lines []prose.Text) {
	for _, v := range t.verbs {
		if !v.help.IsZero() {
			lines = append(lines, v.help)
		}
	}
	return lines
}

// asks is the op of a verb that always asks for the same.
func asks(op any) func(input) any { return func(input) any { return op } }

// tells is the do of a verb that needs nothing but itself.
func tells(tell func()) func(context.Context, input) { return func(context.Context, input) { tell() } }

// alone is the when of a verb that means something else if anything follows it.
func alone(rest string) bool { return rest == "" }

// nothing refuses what follows a verb that may mean something else with it.
func nothing(in *input) prose.Text {
	if in.rest != "" {
		return prose.T("Nothing can follow {command}. Type it alone.", prose.Literal(in.verb))
	}
	return prose.Text{}
}

// oneSeat reads the number of a seat.
func oneSeat(in *input) prose.Text {
	seat, err := engine.ParseSeat(in.rest)
	if err != nil {
		return prose.T("Type {command} and the number of a seat.", prose.Literal(in.verb))
	}
	in.seats = []engine.Seat{seat}
	return prose.Text{}
}

// twoSeats reads the numbers of two seats, of swap.
func twoSeats(in *input) prose.Text {
	first, second, _ := strings.Cut(in.rest, " ")
	one, oneErr := engine.ParseSeat(first)
	other, otherErr := engine.ParseSeat(strings.TrimSpace(second))
	if oneErr != nil || otherErr != nil {
		return prose.T("Type {command} and the numbers of two seats, such as {example}.", prose.Literal("swap"), prose.Literal("swap 1 2"))
	}
	in.seats = []engine.Seat{one, other}
	return prose.Text{}
}

// onOff reads on, which may be left out, or off, of eyes.
func onOff(in *input) prose.Text {
	if in.rest != "" && in.rest != "on" && in.rest != "off" {
		return prose.T("Type {on}, or {off}.", prose.Literal("eyes"), prose.Literal("eyes off"))
	}
	return prose.Text{}
}

// move is where a session goes by what was typed. The zero move stays.
type move struct {
	to    destination
	room  lobby.Handle
	night lobby.GameNight
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

// enterRoom goes to a room, unless there is an error.
func enterRoom(handle lobby.Handle, err error) move { return move{to: toRoom, room: handle, err: err} }

// enterNight goes to a game night, unless there is an error.
func enterNight(night lobby.GameNight, err error) move {
	return move{to: toNight, night: night, err: err}
}
