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

// TestUndecidedCommit makes COMMIT fail with an I/O error, after which the state of the disk is unknown. The same
// entry is appended until it succeeds, and is there once.
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
			if said := log.String(); strings.Count(said, "cannot write to the database") != 1 || strings.Count(said, "can be written again") != 1 || !strings.Contains(said, "disk I/O error") {
				t.Errorf("the operator was told:\n%s", said)
			}
		})
	}
}

// breakLog makes writes to the log of an open database fail, by replacing its file descriptors with read-only ones.
// The returned function undoes that.
func breakLog(t *testing.T, dir string) (mend func()) {
	t.Helper()
	path, err := filepath.EvalSymlinks(filepath.Join(dir, store.File+"-wal"))
	must(t, err)
	readOnly, err := unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	must(t, err)
	whole := map[int]int{} // copies, by the original descriptor
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

// openFiles returns the descriptors under which this process has a file open.
func openFiles(t *testing.T, path string) (numbers []int) {
	t.Helper()
	links, err := os.ReadDir("/proc/self/fd")
	must(t, err)
	for _, link := range links {
		to, err := os.Readlink("/proc/self/fd/" + link.Name())
		if err != nil || to != path {
			continue // such as the directory that was just read
		}
		number, err := strconv.Atoi(link.Name())
		must(t, err)
		numbers = append(numbers, number)
	}
	return numbers
}
