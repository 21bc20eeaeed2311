package cli

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"

	"parlor/lobby"
)

// subcommand is a function of the program other than serving, named by the first argument.
type subcommand struct {
	name, arguments, does string
	// run runs the subcommand with the arguments after its name, and returns the exit status.
	run func(context.Context, Call) int
}

// subcommands returns all subcommands in the order of the help.
func subcommands() []subcommand {
	return []subcommand{
		{"verify", "FILE [--commitment HEX]", "verify the deal of a match record", verify},
		{"backup", "FILE [--data FOLDER]", "back up the database, even during play", backup},
		{"restore", "FILE [--data FOLDER]", "restore a backup", restore},
		{"vacuum", "[--data FOLDER]", "shrink the database", vacuum},
		{"bots", "GAME [OPTION=VALUE ...]", "benchmark bots against each other", bots},
		{"admin", "COMMAND [--data FOLDER]", "manage a running server", administer},
		{"check", "[FLAGS]", "check why people cannot connect", checkReach},
		{"hostkeys", "[--known-hosts] [--sshfp]", "print the public host keys", printHostKeys},
		{"version", "", "print version and build information", printVersion},
		{"help", "", "print this help", help},
	}
}

// find returns the subcommand named by the first argument, if any.
func find(args []string) (subcommand, bool) {
	for _, one := range subcommands() {
		if len(args) > 0 && args[0] == one.name {
			return one, true
		}
	}
	return subcommand{}, false
}

// subcommandNames returns a list such as "verify or help".
func subcommandNames() string {
	var names []string
	for _, one := range subcommands() {
		names = append(names, one.name)
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// operands parses flags before and after other arguments, and returns the latter.
func operands(flags *flag.FlagSet, args []string) ([]string, error) {
	var others []string
	for rest := args; ; rest = flags.Args()[1:] {
		if err := flags.Parse(rest); err != nil {
			return nil, err
		}
		if flags.NArg() == 0 {
			return others, nil
		}
		others = append(others, flags.Arg(0))
	}
}

func help(_ context.Context, c Call) int {
	if len(c.Args) > 0 {
		return c.misused(fmt.Errorf("%q is too much: help takes no arguments", c.Args[0]))
	}
	_, _ = io.WriteString(c.Stdout, usage())
	return StatusOK
}

// misused prints a usage error.
func (c Call) misused(err error) int {
	_, _ = fmt.Fprintf(c.Stderr, "parlor: %v; try --help\n", err)
	return StatusUsage
}

// failed prints why a subcommand failed, on one line and without control characters, which may come from files.
func (c Call) failed(err error) int {
	_, _ = fmt.Fprintf(c.Stderr, "parlor: %s\n", lobby.CleanText(err.Error(), longestError))
	return StatusError
}

// longestError bounds the width of an error in cells.
const longestError = 1000
