package store_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"parlor/lobby"
	"parlor/store"
)

// childFolder is the environment variable that makes TestAppendUntilKilled the child process of TestKilled.
const childFolder = "PARLOR_TEST_CHILD"

// TestKilled kills a process that appends to many rooms. The lock is free at once, and all acknowledged entries are
// there.
func TestKilled(t *testing.T) {
	dir := t.TempDir()
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestAppendUntilKilled$")
	child.Env = append(os.Environ(), childFolder+"="+dir)
	output, err := child.StdoutPipe()
	must(t, err)
	must(t, child.Start())
	lines := bufio.NewReader(output)
	var said strings.Builder
	for range 200 { // it has the directory open and is writing
		line, err := lines.ReadString('\n')
		must(t, err)
		said.WriteString(line)
	}
	more := make(chan error, 1)
	go func() {
		_, err := io.Copy(&said, lines) // ends when the child is killed
		more <- err
	}()
	if _, err := store.Open(dir, quiet()); err == nil {
		t.Error("two processes have one folder open")
	}
	must(t, child.Process.Kill())
	must(t, <-more)
	_ = child.Wait() // reports the kill

	acknowledged := map[string]uint64{}
	for line := range strings.Lines(said.String()) {
		var room string
		var number uint64
		if _, err := fmt.Sscanf(line, "%s %d\n", &room, &number); err == nil {
			acknowledged[room] = number
		}
	}
	if len(acknowledged) == 0 {
		t.Fatalf("the child wrote nothing; it said %q", said.String())
	}
	s := open(t, dir)
	for room, number := range acknowledged {
		entries, err := s.Journal.Load(t.Context(), room)
		if err != nil || uint64(len(entries)) < number {
			t.Errorf("%d entries of %s were acknowledged and %d are there (%v)", number, room, len(entries), err)
		}
	}
	if alive, err := s.Alive(t.Context()); err != nil || time.Since(alive) > patience {
		t.Errorf("the killed process was alive at %v (%v)", alive, err)
	}
}

func TestAppendUntilKilled(t *testing.T) {
	dir := os.Getenv(childFolder)
	if dir == "" {
		t.Skip("this is for the child process of TestKilled")
	}
	s := open(t, dir)
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			for number := uint64(1); ; number++ {
				must(t, s.Journal.Append(context.Background(), roomName(i), entry(number)))
				fmt.Fprintf(os.Stdout, "%s %d\n", roomName(i), number)
			}
		})
	}
	all.Wait()
}

// TestFailedCommit makes every commit with a certain entry fail. Nothing is written partially, the operator is told
// once, and the store works afterwards.
func TestFailedCommit(t *testing.T) {
	var log bytes.Buffer
	s, err := store.Open(t.TempDir(), slog.New(slog.NewTextHandler(&log, nil)))
	must(t, err)
	must(t, s.Journal.Append(t.Context(), "A", entry(1)))
	for _, query := range []string{
		"CREATE TABLE parent (id INTEGER PRIMARY KEY)", "CREATE TABLE child (id REFERENCES parent DEFERRABLE INITIALLY DEFERRED)",
		"CREATE TEMP TRIGGER broken BEFORE INSERT ON main.finished BEGIN INSERT INTO child VALUES (1); END", // detected at the commit
	} {
		must(t, s.Do(query))
	}
	for range 3 {
		err := s.Journal.Append(t.Context(), "A", ending(2, finished("m1", 1)))
		if err == nil || err.Error() != "the server's database cannot be written just now; try again in a moment" {
			t.Errorf("somebody is told %v", err)
		}
		if strings.Contains(err.Error(), lobby.ErrNoRoom.Error()) {
			t.Errorf("the disk is not full, but the answer is %v", err)
		}
	}
	holds(t, s.Journal, "A", entry(1))
	wants(t, lobby.ErrUnknown, second(s.History.Match(t.Context(), "m1")))

	must(t, s.Do("DROP TRIGGER broken"))
	must(t, s.Journal.Append(t.Context(), "A", ending(2, finished("m1", 1))))
	closeStore(t, s)
	if said := log.String(); strings.Count(said, "cannot write to the database") != 1 || strings.Count(said, "can be written again") != 1 {
		t.Errorf("the operator was told:\n%s", said)
	}
	if said := log.String(); !strings.Contains(said, "FOREIGN KEY constraint failed") {
		t.Errorf("the operator was not told why:\n%s", said)
	}
}

// TestTheCauseIsForTheOperator makes single changes and reads fail. Users get a readable error, and the log has the
// error of SQLite once.
func TestTheCauseIsForTheOperator(t *testing.T) {
	var log bytes.Buffer
	s, err := store.Open(t.TempDir(), slog.New(slog.NewTextHandler(&log, nil)))
	must(t, err)
	must(t, s.Do(`CREATE TEMP TRIGGER odd BEFORE INSERT ON main.account BEGIN SELECT raise(ABORT, 'odd'); END`))
	broken := s.Accounts.Save(t.Context(), lobby.Account{ID: "ann"})
	must(t, s.Do("DROP TRIGGER odd"))
	must(t, s.Journal.Append(t.Context(), "A", ending(1, finished("m1", 1))))
	must(t, s.Do("DROP TABLE moves"))
	_, missing := s.History.Match(t.Context(), "m1")
	_, again := s.History.Match(t.Context(), "m1")
	for _, err := range []error{broken, missing, again} {
		if err == nil || !strings.Contains(err.Error(), "just now; try again in a moment") || strings.Contains(strings.ToLower(err.Error()), "sql") {
			t.Errorf("somebody is told %v", err)
		}
	}
	closeStore(t, s)
	if said := log.String(); strings.Count(said, "odd") != 1 || strings.Count(said, "no such table") != 1 {
		t.Errorf("the operator was told:\n%s", said)
	}
}
