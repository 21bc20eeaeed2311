package local_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/lobby"
	"parlor/lobby/local"
)

// lossyJournal is a journal that can lose its answers, so that the outcome of writes is
// unknown.
type lossyJournal struct {
	*memJournal
	mu     sync.Mutex
	losing bool
	writes bool  // entries are written while answers are lost
	tries  int   // number of appends while answers are lost
	then   error // error after the next accepted entry; optional
}

func (f *lossyJournal) Append(ctx context.Context, room string, entry lobby.Entry) error {
	f.mu.Lock()
	losing, writes := f.losing, f.writes
	if losing {
		f.tries++
	}
	f.mu.Unlock()
	switch {
	case losing && writes:
		if err := f.memJournal.Append(ctx, room, entry); err != nil {
			return err
		}
		return lobby.ErrUndecided
	case losing:
		return lobby.ErrUndecided
	}
	err := f.memJournal.Append(ctx, room, entry)
	if f.mu.Lock(); err == nil && f.then != nil {
		f.fail(f.then)
	}
	f.mu.Unlock()
	return err
}

// lose starts or stops losing answers.
func (f *lossyJournal) lose(losing, writes bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.losing, f.writes = losing, writes
}

func (f *lossyJournal) tried() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.tries
}

// TestUnknownWriteOutcome: until the outcome is known, a room shows nothing new, answers
// Look, stops its clocks and repeats the entry.
func TestUnknownWriteOutcome(t *testing.T) {
	for name, writes := range map[string]bool{"it was": true, "it was not": false} {
		t.Run(name, func(t *testing.T) {
			in(t, func(t *testing.T) {
				journal := &lossyJournal{memJournal: newMemJournal()}
				l := open(t, local.Config{Journal: journal})
				anna, bo := pair(t, l, lobby.Plan{Clock: time.Minute})
				before := anna.now.Seats[anna.now.You].Deadline
				journal.lose(true, writes)
				answered := make(chan error, 1)
				go func() {
					_, err := anna.Do(context.Background(), lobby.NewRequest(lobby.Play{Action: davinci.Deal}))
					answered <- err
				}()
				time.Sleep(10 * time.Minute)
				if anna.look() || bo.look() || len(answered) > 0 {
					t.Error("somebody was told of what may not have been written")
				}
				look, err := lobby.Ask(t.Context(), enter(t, l, "bo"), lobby.Look{Code: anna.now.Code})
				if err != nil || len(look.Match.ToMove) != 2 || look.Notes[len(look.Notes)-1].Text.String() != "The match begins." {
					t.Errorf("a look shows %+v, %v", look, err)
				}
				said := make(chan error, 1)
				go func() { said <- lobby.Perform(context.Background(), bo, lobby.Say{Text: "hello?"}) }()
				synctest.Wait()
				if journal.tried() < 100 || len(said) > 0 {
					t.Errorf("it was tried %d times, and %d orders passed it", journal.tried(), len(said))
				}

				journal.lose(false, false)
				time.Sleep(time.Second)
				if err := errors.Join(<-answered, <-said); err != nil {
					t.Error(err)
				}
				table := anna.table()
				if len(table.Racks[anna.now.You].Tiles) != 4 || len(anna.now.Chat) != 1 {
					t.Errorf("anna has %+v and hears %+v", table.Racks, anna.now.Chat)
				}
				bo.look()
				if due := bo.now.Seats[bo.now.You].Deadline; due.Before(before.Add(10 * time.Minute)) {
					t.Errorf("bo's clock ran on: it was due at %v, and is at %v", before, due)
				}
			})
		})
	}
}

// TestPendingWriteIsLogged once when it begins and once when it ends.
func TestPendingWriteIsLogged(t *testing.T) {
	in(t, func(t *testing.T) {
		var log bytes.Buffer
		journal := &lossyJournal{memJournal: newMemJournal()}
		l := local.New(local.Config{
			Games: games(), Seed: func() engine.Seed { return engine.Seed{7} }, Journal: journal, Log: slog.New(slog.NewTextHandler(&log, nil)),
		})
		anna, _ := pair(t, l, lobby.Plan{})
		logged := func(want ...string) {
			t.Helper()
			synctest.Wait()
			lines := strings.Split(strings.TrimSuffix(log.String(), "\n"), "\n")
			if len(lines) != len(want) {
				t.Fatalf("the log says\n%s", log.String())
			}
			for i, part := range want {
				if !strings.Contains(lines[i], part) || !strings.Contains(lines[i], "room="+anna.now.Code) || strings.Contains(lines[i], string(davinci.Deal)) {
					t.Errorf("the log says %s, want %q", lines[i], part)
				}
			}
		}
		const begins, ends, stops = "level=ERROR msg=\"room write outcome unknown", "level=INFO msg=\"room write outcome resolved", "level=WARN msg=\"server stops with an unresolved room write"
		answered := make(chan error, 1)
		give := func(do lobby.RoomOp) { answered <- lobby.Perform(context.Background(), anna, do) }
		journal.lose(true, true)
		go give(lobby.Play{Action: davinci.Deal})
		time.Sleep(time.Minute)
		logged(begins)
		journal.lose(false, false)
		if err := <-answered; err != nil || journal.tried() < 100 {
			t.Errorf("after %d tries anna is told %v", journal.tried(), err)
		}
		logged(begins, ends)
		journal.lose(true, false)
		go give(lobby.ShowEyes{Show: true})
		time.Sleep(time.Minute)
		if err := l.Close(context.Background()); err != nil {
			t.Error(err)
		}
		<-answered
		logged(begins, ends, begins, stops)
	})
}

// TestStopDoesNotWaitForPendingWrite: the next start finds out whether the order was done.
func TestStopDoesNotWaitForPendingWrite(t *testing.T) {
	for name, writes := range map[string]bool{"it was written": true, "it was not": false} {
		t.Run(name, func(t *testing.T) {
			in(t, func(t *testing.T) {
				journal := &lossyJournal{memJournal: newMemJournal()}
				l := local.New(local.Config{Games: games(), Seed: func() engine.Seed { return engine.Seed{7} }, Journal: journal})
				anna, _ := pair(t, l, lobby.Plan{})
				journal.lose(true, writes)
				answered := make(chan error, 1)
				go func() { answered <- lobby.Perform(context.Background(), anna, lobby.Play{Action: davinci.Deal}) }()
				time.Sleep(time.Second)
				began := time.Now()
				if err := l.Close(context.Background()); err != nil || time.Since(began) > 0 {
					t.Errorf("the stop took %v: %v", time.Since(began), err)
				}
				if err := <-answered; !errors.Is(err, lobby.ErrNoAnswer) {
					t.Errorf("anna is told %v", err)
				}
				journal.lose(false, false)
				next := open(t, local.Config{Journal: journal.crash()})
				if n, err := next.Restore(t.Context()); n != 1 || err != nil {
					t.Fatal(n, err)
				}
				look, err := lobby.Ask(t.Context(), enter(t, next, "anna"), lobby.Look{Code: anna.now.Code})
				if err != nil {
					t.Fatal(err)
				}
				if dealt := len(look.Match.Table.(davinci.View).Racks[0].Tiles) == 4; dealt != writes {
					t.Errorf("written: %v, and dealt: %v", writes, dealt)
				}
			})
		})
	}
}

// TestPendingWriteThatFailsIsTakenBack: the journal decides that the entry is not written
// and cannot be.
func TestPendingWriteThatFailsIsTakenBack(t *testing.T) {
	in(t, func(t *testing.T) {
		journal := &lossyJournal{memJournal: newMemJournal()}
		l := open(t, local.Config{Journal: journal})
		anna, bo := pair(t, l, lobby.Plan{})
		journal.lose(true, false)
		answered := make(chan error, 1)
		go func() { answered <- lobby.Perform(context.Background(), anna, lobby.Play{Action: davinci.Deal}) }()
		time.Sleep(time.Second)
		journal.fail(lobby.ErrNoRoom)
		journal.lose(false, false)
		time.Sleep(time.Second)
		if err := <-answered; !errors.Is(err, lobby.ErrNoRoom) {
			t.Errorf("anna is told %v", err)
		}
		if notes := bo.notes(); !strings.Contains(notes, "cannot write to its disk") {
			t.Errorf("bo reads %q", notes)
		}
		if tiles := anna.table().Racks[0].Tiles; len(tiles) != 0 {
			t.Errorf("anna has %v", tiles)
		}
		journal.fail(nil)
		time.Sleep(2 * time.Second)
		anna.do(davinci.Deal)
	})
}

// TestPendingWriteThatSucceedsIsAnswered: the failure of an order behind it does not change
// its answer.
func TestPendingWriteThatSucceedsIsAnswered(t *testing.T) {
	in(t, func(t *testing.T) {
		journal := &lossyJournal{memJournal: newMemJournal()}
		l := open(t, local.Config{Journal: journal})
		anna, bo := pair(t, l, lobby.Plan{})
		journal.lose(true, false)
		first, second := make(chan error, 1), make(chan error, 1)
		go func() { first <- lobby.Perform(context.Background(), anna, lobby.Play{Action: davinci.Deal}) }()
		time.Sleep(time.Second)
		go func() { second <- lobby.Perform(context.Background(), bo, lobby.Play{Action: davinci.Deal}) }()
		time.Sleep(time.Second)
		journal.mu.Lock()
		journal.losing, journal.then = false, lobby.ErrNoRoom
		journal.mu.Unlock()
		time.Sleep(time.Second)
		if err := <-first; err != nil {
			t.Errorf("anna, whose tiles are written, is told %v", err)
		}
		if err := <-second; !errors.Is(err, lobby.ErrNoRoom) {
			t.Errorf("bo is told %v", err)
		}
		if tiles := anna.table().Racks[0].Tiles; len(tiles) != 4 {
			t.Errorf("anna has %v", tiles)
		}
		journal.mu.Lock()
		journal.then = nil
		journal.mu.Unlock()
		journal.fail(nil)
	})
}
