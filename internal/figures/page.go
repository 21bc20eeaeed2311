package figures

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"
)

// ends is the line after a table that a program writes.
const ends = "<!-- Here it ends. -->\n"

// Marks are the lines of a page between which stands the table that a command
// writes.
func Marks(command string) (before, after string) {
	return "<!-- The table is written by: " + command + " -->\n", ends
}

// Replace puts a table where a page has the one of a command.
func Replace(file, command, table string) error {
	page, err := os.ReadFile(file) //nolint:gosec // named by who started this
	if err != nil {
		return err
	}
	first, last := Marks(command)
	before, rest, begins := bytes.Cut(page, []byte(first))
	_, after, ends := bytes.Cut(rest, []byte(last))
	if !begins || !ends {
		return fmt.Errorf("%s has no place for the table: it stands between the lines\n%s%s", file, first, last)
	}
	return os.WriteFile(file, slices.Concat(before, []byte(first+"\n"+table+"\n"+last), after), 0o644) //nolint:gosec // a page that anybody may read
}

// Machine says on what was measured, and when.
func Machine() string {
	return fmt.Sprintf("%d cores (%s), %s memory, %s on %s/%s, %s.", runtime.NumCPU(), valueOf("/proc/cpuinfo", "model name"),
		valueOf("/proc/meminfo", "MemTotal"), runtime.Version(), runtime.GOOS, runtime.GOARCH, time.Now().UTC().Format(time.DateOnly))
}

// valueOf is the value of the first line of a file with that name.
func valueOf(file, name string) string {
	open, err := os.Open(file) //nolint:gosec // one of two that are named above
	if err != nil {
		return "unknown"
	}
	defer func() { _ = open.Close() }()
	for lines := bufio.NewScanner(open); lines.Scan(); {
		if key, value, _ := strings.Cut(lines.Text(), ":"); strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return "unknown"
}
