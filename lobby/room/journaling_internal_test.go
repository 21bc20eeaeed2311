package room

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlor/lobby"
)

// pages is a journal of one room.
type pages struct {
	entries []lobby.Entry // the appended entries, written or not
	fails   error         // error of Append; optional
	aside   string        // reason for the quarantine
}

func (p *pages) Append(_ context.Context, _ string, entry lobby.Entry) error {
	p.entries = append(p.entries, entry)
	return p.fails
}

func (p *pages) Load(context.Context, string) ([]lobby.Entry, error)      { return p.entries, nil }
func (p *pages) Headers(context.Context) (map[string]lobby.Header, error) { return nil, nil }
func (p *pages) SetAside(_ context.Context, _, why string, _ *lobby.Finished) (err error) {
	p.aside = why
	return nil
}

// done is a fake order, with its outcome.
type done struct {
	said
	durables int
	back     error // why it was taken back
	refused  error // why its callers were refused
}

func (d *done) secret() bool       { return d.news == 0 && len(d.notes) == 0 }
func (d *done) durable()           { d.durables++ }
func (d *done) takeBack(why error) { d.back = why }
func (d *done) refuse(why error)   { d.refused = why }

// newTestWriter returns the journalWriter of a room where anna and bo gather, with its
// journal, order and log.
func newTestWriter() (*journalWriter, *pages, *done, *bytes.Buffer) {
	journal, order, log := &pages{}, &done{}, &bytes.Buffer{}
	s := twoPlay()
	s.play.clear()
	return &journalWriter{
		config: &Config{Code: "ROOM", Journal: journal, Log: slog.New(slog.NewTextHandler(log, nil))},
		state:  s, order: order,
		append: func(entry lobby.Entry) error { return journal.Append(context.Background(), "ROOM", entry) },
	}, journal, order, log
}

func TestChangesAreWritten(t *testing.T) {
	l, journal, order, _ := newTestWriter()
	l.commit(false)
	l.commit(false)
	if len(journal.entries) != 1 || !journal.entries[0].Whole || journal.entries[0].Number != 1 || order.durables != 2 {
		t.Fatalf("%d orders are durable, and there is %+v", order.durables, journal.entries)
	}
	l.state.seating.seats[1].ready = true
	l.commit(false)
	l.commit(true) // a probe
	if len(journal.entries) != 3 || journal.entries[1].Whole || journal.entries[2].Number != 3 {
		t.Fatalf("there is %+v", journal.entries)
	}
	l.forget([]string{"cy"})
	l.commit(false)
	l.forget([]string{"bo"})
	l.commit(false)
	if len(journal.entries) != 4 || !journal.entries[3].Whole {
		t.Errorf("once bo is forgotten there is %+v", journal.entries)
	}
	l.state.closing = errRoomEmpty
	l.commit(false)
	if last := journal.entries[len(journal.entries)-1]; !last.Last || last.Number != 5 {
		t.Errorf("at last there is %+v", last)
	}
}

func TestFailedWriteIsTakenBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, journal, order, log := newTestWriter()
		journal.fails = errors.New("no space left on device")
		l.commit(false)
		l.commit(false)
		if !errors.Is(order.back, errNotWritten) || order.durables != 0 || len(order.notes) != 1 || strings.Count(log.String(), "no space left") != 1 {
			t.Errorf("%+v; the log says\n%s", order, log)
		}
		if due := l.due(); !l.failing() || !due.Equal(time.Now().Add(retryInterval)) {
			t.Errorf("it is tried again at %v", due)
		}
		time.Sleep(retryInterval)
		journal.fails = nil
		l.commit(true)
		if order.durables != 1 || l.failing() || !l.due().IsZero() || len(order.notes) != 2 {
			t.Errorf("it goes on with %+v", order)
		}
	})
}

func TestPendingEntryIsRepeated(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, journal, order, log := newTestWriter()
		journal.fails = lobby.ErrUndecided
		l.commit(false)
		for range 3 {
			if due := l.due(); l.pending == nil || !due.Equal(time.Now().Add(pendingRetry)) {
				t.Fatalf("it is repeated at %v", due)
			}
			time.Sleep(pendingRetry)
			l.state.seating.seats[0].ready = true // a repeated entry does not change
			l.repeat()
		}
		if since := time.Since(l.pending.since); since != 3*pendingRetry || order.durables != 0 || order.back != nil {
			t.Errorf("after %v: %+v", since, order)
		}
		journal.fails = nil
		l.repeat()
		first := journal.entries[0]
		for _, entry := range journal.entries {
			if entry.Number != first.Number || !bytes.Equal(entry.Data, first.Data) {
				t.Errorf("after %s it gave %s", first.Data, entry.Data)
			}
		}
		if l.pending != nil || order.durables != 1 || strings.Count(log.String(), "\n") != 2 {
			t.Errorf("%+v; the log says\n%s", order, log)
		}
	})
}

func TestLastEntry(t *testing.T) {
	for _, why := range []error{lobby.ErrSequence, lobby.ErrClaimed} {
		l, journal, order, _ := newTestWriter()
		journal.fails = why
		l.commit(false)
		if !errors.Is(l.state.closing, why) || !errors.Is(order.refused, why) || order.back != nil || order.durables != 0 {
			t.Errorf("%v: the room ends with %v, %+v", why, l.state.closing, order)
		}
	}
	l, journal, order, _ := newTestWriter()
	journal.fails = context.Canceled
	l.commit(false)
	if !errors.Is(l.state.closing, lobby.ErrStopping) || !errors.Is(order.back, lobby.ErrStopping) {
		t.Errorf("the room stops with %v, %+v", l.state.closing, order)
	}
}

func TestFailedRoomIsQuarantined(t *testing.T) {
	l, journal, order, _ := newTestWriter()
	l.commit(false)
	l.quarantine(t.Context(), l.state)
	if journal.aside != "" {
		t.Errorf("a room that goes on is set aside: %s", journal.aside)
	}
	l.state.closing = errRoomBroke
	l.state.seating.seats[0].ready = true
	l.commit(false)
	if l.quarantine(t.Context(), l.state); journal.aside == "" || len(journal.entries) != 1 || order.durables != 2 {
		t.Errorf("it is set aside %q, after %d entries", journal.aside, len(journal.entries))
	}
}
