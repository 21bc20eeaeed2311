package store_test

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"parlor/lobby"
	"parlor/store"
)

// TestUndecidedCommit has SQLite fail at COMMIT with an error of input and output,
// after which nobody knows what the disk has. The same entry is appended again
// until it is well: it is there once, whether it was there before or not.
func TestUndecidedCommit(t *testing.T) {
	for name, row := range map[string]struct {
		entry   lobby.Entry
		reached bool
	}{
		"what was lost":         {ending(2, finished("m1", 1)), false},
		"what reached the disk": {entry(2), true},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			var log bytes.Buffer
			s, err := store.Open(dir, slog.New(slog.NewTextHandler(&log, nil)))
			must(t, err)
			must(t, s.Journal.Append(t.Context(), "A", entry(1)))

			mend := breakLog(t, dir)
			for range 2 {
				err := s.Journal.Append(t.Context(), "A", row.entry)
				if wants(t, lobby.ErrUndecided, err); err.Error() != lobby.ErrUndecided.Error() {
					t.Errorf("somebody is told %q", err)
				}
			}
			holds(t, s.Journal, "A", entry(1))
			wants(t, lobby.ErrUndecided, s.Accounts.Save(t.Context(), lobby.Account{ID: "ann"}))
			mend()

			if row.reached {
				must(t, s.AppendAnd(t.Context(), func() {}, "A", row.entry))
			}
			for range 2 {
				must(t, s.Journal.Append(t.Context(), "A", row.entry))
			}
			holds(t, s.Journal, "A", entry(1), entry(2))
			wants(t, lobby.ErrSequence, s.Journal.Append(t.Context(), "A", entry(1)))
			closeStore(t, s)
			holds(t, open(t, dir).Journal, "A", entry(1), entry(2))
			if said := log.String(); strings.Count(said, "cannot be written\"") != 1 || strings.Count(said, "can be written again") != 1 || !strings.Contains(said, "disk I/O error") {
				t.Errorf("the operator was told:\n%s", said)
			}
		})
	}
}

// breakLog lets nothing more be written to the log of a database that this process
// has open: under the numbers of its open files are ones that can only be read.
// What it returns mends that.
func breakLog(t *testing.T, dir string) (mend func()) {
	t.Helper()
	path, err := filepath.EvalSymlinks(filepath.Join(dir, store.File+"-wal"))
	must(t, err)
	readOnly, err := unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	must(t, err)
	whole := map[int]int{} // copies, by the number of the original
	for _, number := range openFiles(t, path) {
		if number != readOnly {
			whole[number], err = unix.Dup(number)
			must(t, err)
			must(t, unix.Dup3(readOnly, number, unix.O_CLOEXEC))
		}
	}
	must(t, unix.Close(readOnly))
	if len(whole) == 0 {
		t.Fatal("nobody has the log open")
	}
	return func() {
		for number, copied := range whole {
			must(t, unix.Dup3(copied, number, unix.O_CLOEXEC))
			must(t, unix.Close(copied))
		}
	}
}

// openFiles are the numbers under which this process has a file open.
func openFiles(t *testing.T, path string) (numbers []int) {
	t.Helper()
	links, err := os.ReadDir("/proc/self/fd")
	must(t, err)
	for _, link := range links {
		to, err := os.Readlink("/proc/self/fd/" + link.Name())
		if err != nil || to != path {
			continue // such as the folder that was read just now
		}
		number, err := strconv.Atoi(link.Name())
		must(t, err)
		numbers = append(numbers, number)
	}
	return numbers
}
