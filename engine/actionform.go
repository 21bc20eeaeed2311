package engine

import "strings"

// An ActionForm describes the syntax of the actions of one verb, for API clients that send
// arguments by name, and for completion and help in text mode.
type ActionForm struct {
	Verb string
	Args []ActionArg
}

// An ActionArg is an argument of an action.
type ActionArg struct {
	Name    string   // "seat"
	Form    string   // its placeholder in the syntax: "SEAT"
	Help    string   // the valid values, as a sentence without a full stop: "a seat is 1-2"
	Example string   // a valid value; for a list, items separated by spaces
	Values  []string // all valid values, in order; empty if there are too many
	Number  bool     // a number, not a text
	List    bool     // one or more words separated by spaces
}

// String returns the syntax of the action, such as "guess SEAT PLACE 0-11".
func (f ActionForm) String() string {
	return f.join(func(arg ActionArg) string { return arg.Form })
}

// Example returns an action of this form.
func (f ActionForm) Example() string {
	return f.join(func(arg ActionArg) string { return arg.Example })
}

// Help describes the valid values of the arguments. It is empty if there are none.
func (f ActionForm) Help() string {
	help := make([]string, len(f.Args))
	for i, arg := range f.Args {
		help[i] = arg.Help
	}
	return strings.Join(help, ", ")
}

func (f ActionForm) join(word func(ActionArg) string) string {
	line := f.Verb
	for _, arg := range f.Args {
		line += " " + word(arg)
	}
	return line
}

// Actions returns the forms of the game's actions, without Resign and Next, for a match with the
// given number of seats and complete options. It is empty for a game that does not list them.
func (g Game) Actions(seats int, options Options) []ActionForm {
	if g.actions == nil {
		return nil
	}
	return g.actions(Setup{Version: g.Version, Seats: seats, Options: options})
}
