package engine

import "strings"

// An ActionForm is how the actions of one verb are written, for API clients that send the
// arguments by name, and for completion and help where people type.
type ActionForm struct {
	Verb string
	Args []ActionArg
}

// An ActionArg is one argument of an action.
type ActionArg struct {
	Name    string   // "seat"
	Form    string   // in the form of the action: "SEAT"
	Help    string   // what can stand there, as the end of a sentence: "a seat is 1-2"
	Example string   // a legal notation; of a list, with a space between its items
	Values  []string // all that can stand there, in order; empty if they are many
	Number  bool     // a number, not a text
	List    bool     // one or more words
}

// String returns the action in a grammar: "guess SEAT PLACE 0-11".
func (f ActionForm) String() string {
	return f.join(func(arg ActionArg) string { return arg.Form })
}

// Example returns an action of this form.
func (f ActionForm) Example() string {
	return f.join(func(arg ActionArg) string { return arg.Example })
}

// Help says what can stand in each argument. It is empty if there are none.
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

// Actions returns the forms of the game's actions in a match of some seats under complete
// options, Resign and Next not among them. It is empty in a game that does not list them.
func (g Game) Actions(seats int, options Options) []ActionForm {
	if g.actions == nil {
		return nil
	}
	return g.actions(Setup{Version: g.Version, Seats: seats, Options: options})
}
