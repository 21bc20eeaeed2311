package figures

import (
	"errors"
	"flag"
	"fmt"
	"io"
)

// Page has a flag -write: the page in which a table replaces the one of a command.
type Page struct {
	command string
	file    *string
}

// PageFlag adds the flag.
func PageFlag(flags *flag.FlagSet, command string) Page {
	return Page{command: command, file: flags.String("write", "", "`file` in which the table replaces the one between its two marks")}
}

// Of is the page of another command's table.
func (p Page) Of(command string) Page { return Page{command: command, file: p.file} }

// Write writes a table, and replaces that of the page if one was named.
func (p Page) Write(out io.Writer, table string) error {
	if _, err := io.WriteString(out, table); err != nil || *p.file == "" {
		return err
	}
	return Replace(*p.file, p.command, table)
}

// Parse reads the arguments of a program that measures. Where it is not to go on,
// what is wrong or what was asked for has been said on the flags' output, and
// status is what to exit with.
func Parse(flags *flag.FlagSet, args []string) (status int, goOn bool) {
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0, false
	case err != nil:
		return 2, false
	case flags.NArg() > 0:
		// Nothing can be done if it cannot be said.
		_, _ = fmt.Fprintf(flags.Output(), "%s: %q is not understood\n", flags.Name(), flags.Arg(0))
		return 2, false
	}
	return 0, true
}
