package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"

	"parlor/store"
)

const backupHelp = `parlor backup copies everything that a server keeps into one file.

    parlor backup FILE [--data FOLDER]

The server may be running, and goes on running. The file is either complete or
not there at all, and an existing file is never overwritten. It contains
everything, even the tiles of matches in play, so keep it as you would keep a
private key.

  --data FOLDER  the server's folder; PARLOR_DATA sets it too
`

const restoreHelp = `parlor restore makes a backup the database of a server's folder.

    parlor restore FILE [--data FOLDER]

There must be no database in the folder, and no server may have it open. The
whole file is checked before it is used. Anything that was played after the
backup was made is not in it.

  --data FOLDER  the server's folder; PARLOR_DATA sets it too
`

const vacuumHelp = `parlor vacuum makes a server's database no larger than it has to be.

    parlor vacuum [--data FOLDER]

A server gives back the space that it no longer needs, unless its database was
made by a parlor that could not do that. Then this does it, once and for all.
It also removes what was deleted in such a database but is still in the file.
No server may have the folder open, and the disk needs space for a second file.

  --data FOLDER  the server's folder; PARLOR_DATA sets it too
`

// backup runs the subcommand backup.
func backup(ctx context.Context, c Call) int {
	return c.onFile("backup", backupHelp, func(file, dir string) error {
		if err := store.Copy(ctx, dir, file); err != nil {
			return err
		}
		_, err := fmt.Fprintf(c.Stdout, "Everything in %s has been copied to %s.\n", dir, file)
		return err
	})
}

// restore runs the subcommand restore.
func restore(_ context.Context, c Call) int {
	return c.onFile("restore", restoreHelp, func(file, dir string) error {
		if err := store.Restore(file, dir); err != nil {
			return err
		}
		_, err := fmt.Fprintf(c.Stdout, "Everything in %s has been restored to %s.\n", file, dir)
		return err
	})
}

// vacuum runs the subcommand vacuum.
func vacuum(ctx context.Context, c Call) int {
	return c.onFolder("vacuum", vacuumHelp, 0, func(_ []string, dir string) error {
		before, after, err := store.Vacuum(ctx, dir)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(c.Stdout, "%s had %s and now has %s. Freed: %s.\n",
			filepath.Join(dir, store.File), megabytes(before), megabytes(after), megabytes(before-after))
		return err
	})
}

// megabytes formats a number of bytes.
func megabytes(bytes int64) string { return fmt.Sprintf("%.1f MB", float64(bytes)/1e6) }

// onFile is like onFolder, for a subcommand with one file argument.
func (c Call) onFile(name, about string, do func(file, dir string) error) int {
	return c.onFolder(name, about, 1, func(files []string, dir string) error { return do(files[0], dir) })
}

// onFolder parses the common arguments and the given number of files, and calls do.
func (c Call) onFolder(name, about string, takes int, do func(files []string, dir string) error) int {
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	standard := c.Env("PARLOR_DATA")
	if standard == "" {
		standard = "data"
	}
	dir := flags.String("data", standard, "")
	files, err := operands(flags, c.Args)
	if err == nil && len(files) != takes {
		err = fmt.Errorf("it takes %s, not %d", map[int]string{0: "no file", 1: "one file"}[takes], len(files))
	}
	switch {
	case errors.Is(err, flag.ErrHelp):
		_, _ = io.WriteString(c.Stdout, about)
		return StatusOK
	case err != nil:
		return c.misused(fmt.Errorf("%s: %w", name, err))
	}
	if err := do(files, *dir); err != nil {
		return c.failed(err)
	}
	return StatusOK
}
