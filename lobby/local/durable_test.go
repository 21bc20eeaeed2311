package local_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/local"
)

// memJournal is an in-memory journal.
type memJournal struct {
	mu       sync.Mutex
	rooms    map[string][]lobby.Entry
	aside    map[string]string
	ended    map[string]lobby.Finished
	alive    time.Time               // time of the last write
	rested   map[string]lobby.Header // headers without data of rooms that have not been written since the restart
	failing  error                   // error that Append returns without writing
	gate     chan struct{}           // Append blocks until it is closed; optional
	rewrites int                     // number of whole entries that replaced several
}

func newMemJournal() *memJournal {
	return &memJournal{rooms: map[string][]lobby.Entry{}, aside: map[string]string{}, ended: map[string]lobby.Finished{}, rested: map[string]lobby.Header{}}
}

func (l *memJournal) Append(_ context.Context, room string, entry lobby.Entry) error {
	l.mu.Lock()
	gate := l.gate
	l.mu.Unlock()
	if gate != nil {
		<-gate
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.failing != nil {
		return l.failing
	}
	entries := l.rooms[room]
	next := uint64(1)
	if len(entries) > 0 {
		next = entries[len(entries)-1].Number + 1
	}
	if last := next - 1; last > 0 && entry.Number == last && bytes.Equal(entry.Data, entries[len(entries)-1].Data) || next == 1 && entry.Last {
		return nil // a repeated entry
	}
	if entry.Number != next {
		return lobby.ErrSequence
	}
	if entry.Whole {
		if len(entries) > 32 {
			l.rewrites++
		}
		entries = nil
	}
	l.rooms[room] = append(entries, entry)
	_, first := l.rested[room]
	delete(l.rested, room)
	if entry.Last {
		delete(l.rooms, room)
	}
	if entry.Ended != nil {
		l.ended[entry.Ended.ID] = *entry.Ended
	}
	if !first { // the first entry after a restart is known without its predecessor
		l.alive = time.Now()
	}
	return nil
}

func (l *memJournal) Headers(context.Context) (map[string]lobby.Header, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	headers := map[string]lobby.Header{}
	for room, entries := range l.rooms {
		rested, stood := l.rested[room], time.Duration(0)
		if !l.alive.IsZero() {
			stood = time.Since(l.alive)
		}
		if rested.Stood += stood; rested.Since.IsZero() {
			rested.Since = time.Now()
		} else {
			rested.Since = rested.Since.Add(stood)
		}
		rested.Opened = time.Now()
		l.rested[room] = rested
		rested.Data = entries[len(entries)-1].Header
		headers[room] = rested
	}
	l.alive = time.Now()
	return headers, nil
}

func (l *memJournal) Load(_ context.Context, room string) ([]lobby.Entry, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.rooms[room]), nil
}

func (l *memJournal) SetAside(_ context.Context, room, why string, void *lobby.Finished) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.failing != nil {
		return l.failing
	}
	if _, kept := l.ended[cmp.Or(void, &lobby.Finished{}).ID]; void != nil && !kept {
		l.ended[void.ID] = *void
	}
	delete(l.rooms, room)
	l.aside[room] = why
	return nil
}

// crash returns a copy of the journal as a new start would find it.
func (l *memJournal) crash() *memJournal {
	l.mu.Lock()
	defer l.mu.Unlock()
	left := newMemJournal()
	for code, entries := range l.rooms {
		left.rooms[code] = slices.Clone(entries)
	}
	maps.Copy(left.ended, l.ended)
	maps.Copy(left.rested, l.rested)
	left.alive = l.alive
	return left
}

// header returns the header of a room's newest entry.
func (l *memJournal) header(room string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	entries := l.rooms[room]
	return string(entries[len(entries)-1].Header)
}

// renewals returns the number of whole entries that replaced several.
func (l *memJournal) renewals() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.rewrites
}

func (l *memJournal) fail(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.failing = err
}

// restart opens a lobby on the journal of a crash.
func restart(t *testing.T, left *memJournal, rooms int) *local.Lobby {
	t.Helper()
	l := open(t, local.Config{Journal: left})
	n, err := l.Restore(t.Context())
	if err != nil || n != rooms {
		t.Fatalf("%d rooms came back (%v), want %d; aside: %v", n, err, rooms, left.aside)
	}
	return l
}

func back(t *testing.T, l *local.Lobby, name string) *person {
	t.Helper()
	c, err := lobby.Ask(t.Context(), enter(t, l, name), lobby.Return{})
	if err != nil {
		t.Fatalf("%s has no seat to come back to", name)
	}
	return seated(t)(c, nil)
}

func TestMatchSurvivesCrash(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		l := open(t, local.Config{Journal: book})
		anna, bo := pair(t, l, lobby.Plan{Clock: time.Minute, Title: "late"})
		anna.do("deal")
		bo.do("deal")
		anna.look()
		bo.look()
		time.Sleep(20 * time.Second)
		mover := anna
		if anna.now.Match.ToMove[0] == bo.now.You {
			mover = bo
		}
		mover.do("draw black")
		anna.look()
		bo.look()
		left := book.crash()
		time.Sleep(time.Hour) // the server is down

		again := restart(t, left, 1)
		anna2, bo2 := back(t, again, "anna"), back(t, again, "bo")
		anna2.look()
		for _, one := range []struct{ before, after *person }{{anna, anna2}, {bo, bo2}} {
			if !reflect.DeepEqual(one.before.now.Match, one.after.now.Match) {
				t.Errorf("before\n%+v\nafter\n%+v", one.before.now.Match, one.after.now.Match)
			}
			if one.before.now.Host != one.after.now.Host || one.after.now.Plan.Title != "late" {
				t.Errorf("the table has become %+v", one.after.now)
			}
		}
		due := anna2.now.Seats[mover.now.You].Deadline
		if rest := time.Until(due); rest != time.Minute {
			t.Errorf("the clock stands at %v, want a whole minute: the draw had just been made", rest)
		}
	})
}

func TestUpdatesAreDurable(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		l := open(t, local.Config{Journal: book})
		anna, bo := pair(t, l, lobby.Plan{})
		cy, dan := pairOf(t, l, lobby.Plan{}, "cy", "dan")
		gate := make(chan struct{})
		book.mu.Lock()
		book.gate = gate
		book.mu.Unlock()
		entries := len(book.crash().rooms[anna.now.Code])
		done := make(chan error, 1)
		go func() { done <- lobby.Perform(t.Context(), anna, lobby.Play{Action: "take black"}) }()
		if anna.look() || bo.look() || len(done) > 0 {
			t.Error("a move was shown or answered before it was written")
		}
		// A slow disk does not block other rooms, the lobby or spectators.
		eve := enter(t, l, "eve")
		if err := errors.Join(lobby.Perform(t.Context(), cy, lobby.Say{Text: "hello"}), lobby.Perform(t.Context(), eve, lobby.SayInLobby{Text: "hello all"})); err != nil {
			t.Error(err)
		}
		dan.look()
		if _, err := lobby.Ask(t.Context(), eve, lobby.Watch{Code: dan.now.Code}); err != nil || len(dan.now.Chat) != 1 {
			t.Errorf("another room stands still: %v, %v", err, dan.now.Chat)
		}
		close(gate)
		if err := <-done; err != nil {
			t.Error(err)
		}
		if !anna.look() || !bo.look() || len(book.crash().rooms[anna.now.Code]) != entries+1 {
			t.Error("a move that was written is not shown")
		}
	})
}

func TestFullDisk(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		l := open(t, local.Config{Journal: book})
		anna, bo := pair(t, l, lobby.Plan{})
		anna.do("take black")
		anna.look()
		before := anna.now.Match
		book.fail(fmt.Errorf("%w (sqlite: step: database or disk is full)", lobby.ErrNoRoom))
		if err := lobby.Perform(t.Context(), anna, lobby.Play{Action: "take white"}); !errors.Is(err, lobby.ErrNoRoom) || err.Error() != lobby.ErrNoRoom.Error() {
			t.Errorf("anna is told %v", err)
		}
		anna.look()
		bo.look()
		if !reflect.DeepEqual(before, anna.now.Match) {
			t.Error("a move that was refused is shown")
		}
		for _, p := range []*person{anna, bo} {
			if last := p.now.Notes[len(p.now.Notes)-1].Text.String(); !strings.Contains(last, "cannot write") {
				t.Errorf("people are told %q", last)
			}
		}
		if _, err := lobby.Ask(t.Context(), enter(t, l, "cy"), lobby.Create{Plan: lobby.Plan{Game: "davinci"}}); !errors.Is(err, lobby.ErrNoRoom) {
			t.Errorf("a room was made: %v", err)
		}
		if err := lobby.Perform(t.Context(), bo, lobby.Leave{}); !errors.Is(err, lobby.ErrNoRoom) {
			t.Errorf("a seat was left: %v", err)
		}
		if err := lobby.Perform(t.Context(), anna, lobby.Say{Text: "still here"}); err != nil {
			t.Errorf("talk was refused: %v", err)
		}
		bo.Close() // a disconnect cannot be refused
		anna.look()
		if anna.now.Seats[1].Away.IsZero() {
			t.Error("a hang-up is not shown")
		}
		time.Sleep(time.Minute)
		book.fail(nil)
		anna.do("take white")
		anna.look()
		if last := anna.now.Notes[len(anna.now.Notes)-1].Text.String(); !strings.Contains(last, "can save again") {
			t.Errorf("people are told %q", last)
		}
		again := restart(t, book.crash(), 1)
		anna2 := back(t, again, "anna")
		if !reflect.DeepEqual(anna.now.Match, anna2.now.Match) {
			t.Errorf("before\n%+v\nafter\n%+v", anna.now.Match, anna2.now.Match)
		}
	})
}

func TestBotsAndClocksResumeAfterFullDisk(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		l := open(t, local.Config{Journal: book})
		anna := seated(t)(lobby.Ask(t.Context(), enter(t, l, "anna"), lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2, Public: true, Clock: time.Minute, Options: engine.Options{"rounds": "1"}}}))
		if err := errors.Join(lobby.Perform(t.Context(), anna, lobby.AddBot{Level: engine.FirstBot}), lobby.Perform(t.Context(), anna, lobby.Start{})); err != nil {
			t.Fatal(err)
		}
		book.fail(errors.New("the disk is broken"))
		time.Sleep(10 * time.Minute)
		anna.look()
		if len(anna.now.Match.ToMove) != 2 {
			t.Fatal("something was played that cannot be written")
		}
		book.fail(nil)
		for range 200 {
			if time.Sleep(time.Minute); anna.look() && anna.now.Stage == engine.Over {
				break
			}
		}
		if anna.now.Stage != engine.Over {
			t.Fatalf("the match did not go on by the clock and the bot: %+v", anna.now.Match)
		}
		if len(book.ended) != 1 {
			t.Fatalf("%d matches are remembered, want 1", len(book.ended))
		}
		for _, f := range book.ended {
			match, err := games()[0].Replay(f.Record)
			if err != nil || !reflect.DeepEqual(match.View(engine.Watcher).Totals, f.Totals) || f.Players[0].Name != "anna" || !f.Public || f.Players[1].Level != engine.FirstBot {
				t.Errorf("%+v, %v", f, err)
			}
		}
	})
}

func TestClosedRoomIsNotRestored(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		l := open(t, local.Config{Journal: book})
		anna := seated(t)(lobby.Ask(t.Context(), enter(t, l, "anna"), lobby.Create{Plan: lobby.Plan{Game: "davinci"}}))
		if err := lobby.Perform(t.Context(), anna, lobby.Leave{}); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		restart(t, book.crash(), 0)
	})
}

// TestLeaveOfLastPlayerIsDurable: once the leave is answered, no crash restores the room.
// While it cannot be written, it is refused.
func TestLeaveOfLastPlayerIsDurable(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		l := open(t, local.Config{Journal: book})
		session := enter(t, l, "anna")
		anna := seated(t)(lobby.Ask(t.Context(), session, lobby.Create{Plan: lobby.Plan{Game: "davinci"}}))
		book.fail(lobby.ErrNoRoom)
		if err := lobby.Perform(t.Context(), anna, lobby.Leave{}); !errors.Is(err, lobby.ErrNoRoom) {
			t.Errorf("the last seat was left: %v", err)
		}
		if again := seated(t)(lobby.Ask(t.Context(), session, lobby.Join{Code: anna.now.Code})); !again.now.Host {
			t.Errorf("the seat is %+v", again.now)
		} else {
			anna = again
		}
		book.fail(nil)
		gate := make(chan struct{})
		book.mu.Lock()
		book.gate = gate
		book.mu.Unlock()
		done := make(chan error, 1)
		go func() { done <- lobby.Perform(t.Context(), anna, lobby.Leave{}) }()
		if synctest.Wait(); len(done) > 0 {
			t.Error("the leave was answered before it was written")
		}
		close(gate)
		if err := <-done; err != nil {
			t.Error(err)
		}
		if left := book.crash(); len(left.rooms) > 0 {
			t.Errorf("right after the answer the journal has %v", left.rooms)
		}
	})
}

// TestRoomIsIdleOnceWritable: after failed writes were taken back, players are notified and
// the room becomes idle.
func TestRoomIsIdleOnceWritable(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		anna, _ := pair(t, open(t, local.Config{Journal: book}), lobby.Plan{})
		book.fail(lobby.ErrNoRoom)
		anna.refused(lobby.Perform(t.Context(), anna, lobby.Play{Action: "take black"}), "disk is full")
		time.Sleep(10 * time.Second)
		book.fail(nil)
		time.Sleep(2 * time.Second)
		if anna.look(); !strings.Contains(anna.now.Notes[len(anna.now.Notes)-1].Text.String(), "can save again") {
			t.Errorf("people are told %+v", anna.now.Notes)
		}
		entries, _ := book.weight(anna.now.Code)
		time.Sleep(time.Hour)
		if after, _ := book.weight(anna.now.Code); after != entries || anna.look() {
			t.Errorf("in an hour of nothing %d entries were written", after-entries)
		}
	})
}

func TestStopKeepsRooms(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		l := open(t, local.Config{Journal: book})
		anna, _ := pair(t, l, lobby.Plan{})
		anna.do("take black")
		anna.look()
		before := anna.now.Match
		if err := l.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		anna = back(t, restart(t, book.crash(), 1), "anna")
		if !reflect.DeepEqual(before, anna.now.Match) {
			t.Errorf("before\n%+v\nafter\n%+v", before, anna.now.Match)
		}
	})
}

func TestUnrestorableRooms(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		l := open(t, local.Config{Journal: book})
		good, _ := pairOf(t, l, lobby.Plan{}, "anna", "bo")
		var codes []string
		for _, name := range []string{"cy", "di", "ed", "flo"} {
			p, _ := pairOf(t, l, lobby.Plan{}, name, name+"2")
			p.do("take black")
			codes = append(codes, p.now.Code)
		}
		for _, tt := range []struct {
			code   string
			damage func([]lobby.Entry) []lobby.Entry
			why    string
		}{
			{codes[0], func(e []lobby.Entry) []lobby.Entry { e[0].Data = []byte("{"); return e }, "cannot be read"},
			{codes[0], func(e []lobby.Entry) []lobby.Entry {
				e[1].Data = bytes.Replace(e[1].Data, []byte("1 take black"), []byte("one take black"), 1)
				return e
			}, "cannot be read"},
			{codes[1], func(e []lobby.Entry) []lobby.Entry { return e[1:] }, "beginning is missing"},
			{codes[2], func(e []lobby.Entry) []lobby.Entry {
				e[1].Data = bytes.Replace(e[1].Data, []byte("take black"), []byte("stop"), 1)
				return e
			}, "does not replay"},
			{codes[3], func(e []lobby.Entry) []lobby.Entry {
				e[1].Data = bytes.Replace(e[1].Data, []byte(`"version":3`), []byte(`"version":9`), 1)
				return e
			}, "version 9"},
		} {
			left := book.crash()
			left.rooms = map[string][]lobby.Entry{good.now.Code: left.rooms[good.now.Code], tt.code: tt.damage(left.rooms[tt.code])}
			var log bytes.Buffer
			again := open(t, local.Config{Journal: left, Log: slog.New(slog.NewTextHandler(&log, nil))})
			if n, err := again.Restore(t.Context()); n != 2 || err != nil {
				t.Errorf("%s: %d rooms came back, %v", tt.why, n, err)
			}
			if _, err := lobby.Ask(t.Context(), enter(t, again, "gus"), lobby.Look{Code: tt.code}); err == nil || !strings.Contains(err.Error(), "The operator has been told") {
				t.Errorf("%s: somebody who looks there is told %v", tt.why, err)
			}
			if _, err := lobby.Ask(t.Context(), enter(t, again, "gus"), lobby.Look{Code: good.now.Code}); err != nil {
				t.Errorf("%s: the other room is gone: %v", tt.why, err)
			}
			if strings.Contains(log.String()+left.aside[tt.code], "take black") {
				t.Errorf("the log quotes a move:\n%s", log.String())
			}
			if !strings.Contains(left.aside[tt.code], tt.why) || !strings.Contains(log.String(), tt.code) || len(left.aside) != 1 {
				t.Errorf("set aside: %v, want %q; the log says\n%s", left.aside, tt.why, log.String())
			}
		}
	})
}

func TestMatchOfNewerRulesIsVoid(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		anna, _ := pair(t, open(t, local.Config{Journal: book}), lobby.Plan{})
		anna.do("take black")
		older := games()
		older[0].Version--
		left := book.crash()
		l := open(t, local.Config{Journal: left, Games: older})
		if n, err := l.Restore(t.Context()); n != 1 || err != nil {
			t.Fatalf("%d rooms came back, %v", n, err)
		}
		anna = seated(t)(lobby.Ask(t.Context(), enter(t, l, "anna"), lobby.Join{Code: anna.now.Code}))
		told := ""
		for _, note := range anna.now.Notes {
			told += note.Text.String()
		}
		if match := left.only(t); match.Void != lobby.VoidServer || len(match.Players) != 2 || len(match.Record.Moves) != 1 {
			t.Errorf("of the match is kept %+v", match)
		}
		again := seated(t)(lobby.Ask(t.Context(), enter(t, restart(t, left.crash(), 1), "anna"), lobby.Join{Code: anna.now.Code}))
		if again.now.Stage != lobby.Gathering {
			t.Errorf("under the rules of before the void match goes on: %+v", again.now)
		}
		if anna.now.Stage != lobby.Gathering || !strings.Contains(told, "rules version") || anna.now.Seats[1].Name != "bo" {
			t.Errorf("%+v", anna.now)
		}
	})
}
