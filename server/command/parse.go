package command

import (
	"strings"

	"parlor/engine"
	"parlor/internal/alias"
	"parlor/lobby"
	"parlor/prose"
)

// maxWords bounds the words of a command.
const maxWords = 60

// Parse parses a command. The given operations are commands, too; see definitions. Flags may appear anywhere.
func Parse(words []string, operations ...lobby.Operation) (Command, error) {
	asked := Command{Seat: engine.Watcher}
	if len(words) > maxWords {
		return asked, prose.Refuse("Too many words for a command.")
	}
	flags := asked.flags()
	for i := 0; i < len(words); i++ {
		switch word := words[i]; {
		case word == "": // ignored everywhere
		case flags[word] != nil:
			*flags[word] = true
		case word == "--seat":
			i++
			if err := asked.see(strings.Join(words[min(i, len(words)):min(i+1, len(words))], "")); err != nil {
				return asked, err
			}
		case strings.HasPrefix(word, "--"):
			return asked, prose.Refuse("Unknown option {typed}. Type {help}.", Quoted(word, 20), prose.Literal(Help))
		case asked.Verb == "":
			asked.Verb = alias.Command.Current(strings.ToLower(word))
		default:
			asked.Arguments = append(asked.Arguments, word)
		}
	}
	defined, known := definitionOf(asked.Verb, operations...)
	if !known {
		return asked, Unknown(asked.Verb)
	}
	return asked, asked.check(defined)
}

// flags returns the flags without a value.
func (c *Command) flags() map[string]*bool {
	return map[string]*bool{
		"--json": &c.JSON, "--lines": &c.Lines, "--watch": &c.OnlyWatch,
		"--link": &c.Link, "--export": &c.Export, "--delete": &c.Delete, "--yes": &c.Yes,
		"--rated": &c.Rated, "--light": &c.Light,
		"--remove": &c.Remove, "--all": &c.All, "--mine": &c.Mine,
	}
}

// see parses the seat of a viewpoint.
func (c *Command) see(text string) (err error) {
	if c.Seat, err = engine.ParseSeat(text); err != nil {
		return prose.Refuse("Invalid {option}: {typed}. Use the number of a seat, or 0 for what everyone saw.", prose.Literal("--seat"), Quoted(text, 20))
	}
	c.Seated = true
	return nil
}

// check validates a command before anything is done.
func (c Command) check(defined definition) error {
	usage := defined.uses[0].usage
	switch {
	case len(c.Arguments) < defined.least:
		return prose.Refuse("{command} needs more arguments. Usage: {usage}", prose.Literal(c.Verb), prose.Literal(usage))
	case len(c.Arguments) > defined.most, c.Verb == Me && len(c.Arguments) > 0 && !c.Link:
		return prose.Refuse("{command} has too many arguments. Usage: {usage}", prose.Literal(c.Verb), prose.Literal(usage))
	case c.Lines && !defined.inLines:
		return prose.Refuse("{command} always prints text. Leave out {option}.", prose.Literal(c.Verb), prose.Literal("--lines"))
	}
	return c.checkOptions()
}

// checkOptions validates the options of a command and their combinations.
func (c Command) checkOptions() error {
	for _, one := range []struct {
		options []string
		given   []bool
		of      string // the only command with this option; "" if checked elsewhere
	}{
		{[]string{"--json", "--lines"}, []bool{c.JSON, c.Lines}, ""},
		{[]string{"--watch"}, []bool{c.OnlyWatch}, Play},
		{[]string{"--rated"}, []bool{c.Rated}, Quick},
		{[]string{"--light"}, []bool{c.Light}, QR},
		{[]string{"--link", "--export", "--delete"}, []bool{c.Link, c.Export, c.Delete}, Me},
		{[]string{"--all", "--mine"}, []bool{c.All, c.Mine}, History},
		{[]string{"--seat"}, []bool{c.Seated}, Replay},
		{[]string{"--remove"}, []bool{c.Remove && c.Verb != Mute}, Friend},
	} {
		var given []string
		for i, option := range one.options {
			if one.given[i] {
				given = append(given, option)
			}
		}
		switch {
		case len(given) > 0 && one.of != "" && one.of != c.Verb:
			return prose.Refuse("{option} only works with {command}.", prose.Literal(given[0]), prose.Literal(one.of))
		case len(given) > 1:
			return prose.Refuse("Choose one of {options}.", prose.And(prose.Literals(one.options)))
		}
	}
	if c.Yes && !c.Delete && !c.controls() {
		return prose.Refuse("{option} only works with {command}.", prose.Literal("--yes"), prose.Literal("me --delete"))
	}
	return nil
}
