package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"parlor/store"
)

const backupHelp = `parlor backup copies all that a server keeps into one file.

    parlor backup FILE [--data FOLDER]

The server may run meanwhile, and goes on. The file is there whole or not at
all, and is never written over. It holds everything: also the tiles of matches
that are played, so keep it as you keep a key.

  --data FOLDER  the server's folder; PARLOR_DATA says it too
`

const restoreHelp = `parlor restore makes a server's folder of a backup.

    parlor restore FILE [--data FOLDER]

The folder must have no database in it, and no server may have it open. The
file is read through before it is used. What was played after the backup was
taken is not in it.

  --data FOLDER  the server's folder; PARLOR_DATA says it too
`

// backup copies what is kept in a folder.
func backup(ctx context.Context, c call) int {
	return c.keep("backup", backupHelp, func(file, dir string) error {
		if err := store.Copy(ctx, dir, file); err != nil {
			return err
		}
		_, err := fmt.Fprintf(c.stdout, "All that is in %s is in %s now.\n", dir, file)
		return err
	})
}

// restore makes a folder of a backup.
func restore(_ context.Context, c call) int {
	return c.keep("restore", restoreHelp, func(file, dir string) error {
		if err := store.Restore(file, dir); err != nil {
			return err
		}
		_, err := fmt.Fprintf(c.stdout, "All that was in %s is in %s now.\n", file, dir)
		return err
	})
}

// keep reads the arguments that both have, and does what one of them is for.
func (c call) keep(name, about string, do func(file, dir string) error) int {
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	standard := c.env("PARLOR_DATA")
	if standard == "" {
		standard = "data"
	}
	dir := flags.String("data", standard, "")
	files, err := operands(flags, c.args)
	if err == nil && len(files) != 1 {
		err = fmt.Errorf("it takes one file, not %d", len(files))
	}
	switch {
	case errors.Is(err, flag.ErrHelp):
		_, _ = io.WriteString(c.stdout, about)
		return statusOK
	case err != nil:
		return c.misused(fmt.Errorf("%s: %w", name, err))
	}
	if err := do(files[0], *dir); err != nil {
		return c.failed(err)
	}
	return statusOK
}

// operands reads flags that may stand before and after other arguments, and
// answers those.
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
