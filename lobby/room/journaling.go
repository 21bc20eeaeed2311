package room

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"parlor/lobby"
	"parlor/prose"
)

// header returns the encoded header of an entry.
func (l *journalWriter) header(next *writing) ([]byte, error) {
	people := map[string]bool{}
	if !next.Whole {
		maps.Copy(people, l.written.people)
	}
	for _, id := range next.table.people() {
		people[id] = true
	}
	delete(people, "")
	lead := headerLead{Version: headerVersion, Format: formatVersion, Stage: l.state.stage(), People: slices.Sorted(maps.Keys(people))}
	if l.state.play.match != nil {
		lead.Rules = l.state.play.rules
	}
	if l.state.play.public != nil {
		lead.ToMove = l.state.play.public.ToMove
	}
	return lead.write(next.text)
}

// retryInterval is the interval at which a room retries after a failed write.
const retryInterval = time.Second

// pendingRetry is the interval at which a write with an unknown outcome is repeated.
const pendingRetry = 200 * time.Millisecond

var errNotWritten = prose.Refuse("The server could not save that, so nothing has changed. Try again in a moment.")

// journalWriter writes the effects of orders to the journal and commits or takes back the
// orders accordingly.
type journalWriter struct {
	config  *Config
	state   *state
	order   orderOutcome
	append  func(lobby.Entry) error // appends to the journal until the server stops
	written written
	pending *pending  // the entry with an unknown outcome; nil if there is none
	stuck   time.Time // when writing failed last; zero after a success
}

// orderOutcome is the current order, which is committed or taken back.
type orderOutcome interface {
	// note adds a note for all in the room.
	note(text prose.Text)
	// secret reports whether some readers see nothing of the order.
	secret() bool
	// durable runs the effects that waited for the write.
	durable()
	// takeBack undoes the order, unless it is irrevocable, and answers its callers with
	// why.
	takeBack(why error)
	// refuse answers the callers of the order with why.
	refuse(why error)
}

// pending is an entry with an unknown outcome. Until it is known, nothing new is shown and
// the clocks stand still.
type pending struct {
	entry writing
	since time.Time
	again time.Time // when to repeat the write
}

// commit makes an order durable or undoes it. A probe is written even if nothing has changed.
func (l *journalWriter) commit(probe bool) {
	if errors.Is(l.state.closing, errRoomBroke) {
		l.order.durable()
		return
	}
	next, wanted, err := l.compose(probe)
	switch {
	case err != nil:
		l.decide(next, err)
	case !wanted:
		l.order.durable()
	default:
		next.Secret = l.order.secret()
		l.decide(next, l.append(next.Entry))
	}
}

// repeat writes the pending entry again. The journal recognizes an entry that it already
// has.
func (l *journalWriter) repeat() {
	next := l.pending.entry
	l.decide(next, l.append(next.Entry))
}

// decide handles the result of a write.
func (l *journalWriter) decide(next writing, err error) {
	before := l.pending
	l.pending = nil
	switch {
	case err == nil:
		l.wrote(next)
		l.order.durable()
	case errors.Is(err, lobby.ErrUndecided):
		l.wait(next, before, err)
		return
	case errors.Is(err, lobby.ErrSequence), errors.Is(err, lobby.ErrClaimed):
		l.state.closing = err
		l.order.refuse(err)
	case errors.Is(err, context.Canceled):
		l.order.takeBack(lobby.ErrStopping) // the server stops, and nothing was written
		l.state.closing = lobby.ErrStopping
	default:
		l.cannotWrite(err)
	}
	if before != nil {
		waited := time.Since(before.since).Round(time.Millisecond)
		l.config.Log.Info("room write outcome resolved", "room", l.config.Code, "waited", waited)
	}
}

// wait schedules the repetition of a write with an unknown outcome, and logs the first one.
func (l *journalWriter) wait(next writing, before *pending, why error) {
	now := time.Now()
	l.pending = &pending{entry: next, since: now, again: now.Add(pendingRetry)}
	if before != nil {
		l.pending.since = before.since
		return
	}
	l.config.Log.Error("room write outcome unknown; room blocked until resolved", "room", l.config.Code, "err", why)
}

// stopWaiting drops a pending entry and reports whether there was one.
func (l *journalWriter) stopWaiting() bool {
	if l.pending == nil {
		return false
	}
	l.config.Log.Warn("server stops with an unresolved room write", "room", l.config.Code)
	l.pending = nil
	return true
}

// cannotWrite takes back the order and logs the first failure.
func (l *journalWriter) cannotWrite(err error) {
	wasStuck := !l.stuck.IsZero()
	l.stuck = time.Now()
	l.order.takeBack(playerError(err))
	if !wasStuck {
		l.config.Log.Error("cannot write a room", "room", l.config.Code, "err", err)
		l.order.note(prose.T("The server cannot write to its disk. Play is suspended until it can."))
	}
}

// playerError returns the error that players see after a failed write. Details are for the
// log only.
func playerError(err error) error {
	if errors.Is(err, lobby.ErrNoRoom) {
		return lobby.ErrNoRoom
	}
	return errNotWritten
}

// wrote records that an entry is in the journal.
func (l *journalWriter) wrote(next writing) {
	if next.Last {
		return
	}
	if !l.stuck.IsZero() {
		l.order.note(prose.T("The server can save again. Play continues."))
	}
	if next.Ended != nil && next.Ended.ID == l.state.play.id {
		l.state.play.moved = next.Ended.Moved
	}
	l.written.noteEntry(next.Entry, &next.table)
	l.written.table, l.written.match, l.stuck = next.hash, l.state.play.id, time.Time{}
	l.state.play.played, l.state.play.recording.fresh, l.state.play.givenUp, l.state.done.fresh = nil, nil, nil, 0
}

// failing reports whether the last write has failed and the next retry is not due yet.
func (l *journalWriter) failing() bool { return time.Since(l.stuck) < retryInterval }

// due returns when the journal must be written again, or zero.
func (l *journalWriter) due() time.Time {
	switch {
	case l.pending != nil:
		return l.pending.again
	case !l.stuck.IsZero():
		return l.stuck.Add(retryInterval)
	}
	return time.Time{}
}

// forget requires the next entry to be whole if any entry mentions one of the people.
func (l *journalWriter) forget(ids []string) {
	for _, id := range ids {
		l.written.renew = l.written.renew || l.written.people[id]
	}
}

// quarantine moves a room that has panicked to quarantine. Its match in the last sound
// state becomes void. Rooms that closed normally are not affected; if the write fails, the
// room stays in the journal for the next start.
func (l *journalWriter) quarantine(ctx context.Context, sound *state) {
	if l.config.Journal == nil || l.written.number == 0 || !errors.Is(l.state.closing, errRoomBroke) {
		return
	}
	if err := l.config.Journal.SetAside(ctx, l.config.Code, "the room failed; the log says where", sound.abandoned(l.config)); err != nil {
		l.config.Log.Error("cannot quarantine a failed room", "room", l.config.Code, "err", err)
	}
}

// A room is compacted into a whole entry once the entries after the last whole one reach
// one of these limits and are at least as large as it. So a room takes at most twice a
// whole entry plus compactBytes, and whole entries are at most half of all written bytes.
const (
	compactEntries = 64
	compactBytes   = 64 << 10
)

// written is the state of the journal for this room.
type written struct {
	number uint64            // of the newest entry; 0 if there is none
	table  [sha256.Size]byte // hash of the table in the newest entry
	match  string            // ID of the match in the newest entry; empty without one
	whole  int               // size of the newest whole entry, in bytes
	later  int               // number of entries after that
	bytes  int               // size of those entries
	renew  bool              // the next entry must be whole
	people map[string]bool   // identities in these entries
	headed bool              // the newest entry has a header
}

// noteEntry records an entry of the journal.
func (w *written) noteEntry(entry lobby.Entry, table *tableData) {
	w.headed = entry.Header != nil
	w.number = entry.Number
	if entry.Whole {
		w.whole, w.later, w.bytes = len(entry.Data), 0, 0
		w.renew, w.people = false, map[string]bool{}
	} else {
		w.later++
		w.bytes += len(entry.Data)
	}
	for _, id := range table.people() {
		w.people[id] = true
	}
}

// wantsWhole reports whether the next entry should be whole.
func (w *written) wantsWhole() bool {
	return w.renew || w.bytes >= w.whole && (w.later >= compactEntries || w.bytes >= compactBytes)
}

// writing is an entry to write, with the values to record once it is written.
type writing struct {
	lobby.Entry
	table tableData
	text  []byte            // the encoded table
	hash  [sha256.Size]byte // of text
}

// compose returns the entry with the changes since the last one. wanted is false if there
// are none.
func (l *journalWriter) compose(probe bool) (next writing, wanted bool, err error) {
	if l.config.Journal == nil {
		l.state.play.played, l.state.play.recording.fresh = nil, nil
		return next, false, nil
	}
	now := entryChange{Moves: l.state.play.played, Marks: l.state.play.recording.fresh}
	next.table = l.state.data(l.config.Made)
	if next.text, err = json.Marshal(&next.table); err != nil {
		return next, false, fmt.Errorf("writing a table down: %w", err)
	}
	next.hash = sha256.Sum256(next.text)
	next.Number = l.written.number + 1
	next.Ended = l.state.endedMatch(l.config)
	if errors.Is(l.state.closing, errRoomEmpty) {
		// A room that was never written needs no last entry.
		next.Last = true
		return next, next.Number > 1, nil
	}
	next.Whole = l.written.number == 0 || l.written.match != l.state.play.id
	if !next.Whole && len(l.state.play.played) == 0 && next.hash == l.written.table && l.written.headed && !probe && !l.written.renew {
		return next, false, nil
	}
	next.Whole = next.Whole || l.written.wantsWhole()
	if next.Whole && l.state.play.match != nil {
		now.Moves, now.Marks = nil, nil
		now.Match = &matchData{l.state.play.id, l.state.play.began.UTC(), l.state.play.match.Record(), l.state.play.recording.data()}
	}
	now.Given = l.state.done.toWrite(next.Whole)
	if next.Data, err = now.write(next.text); err != nil {
		return next, false, fmt.Errorf("writing a room down: %w", err)
	}
	if next.Header, err = l.header(&next); err != nil {
		return next, false, fmt.Errorf("writing a room's header down: %w", err)
	}
	return next, true, nil
}

// currentOrder implements orderOutcome.
type currentOrder struct {
	*tx
	*answers
}

func (t currentOrder) takeBack(why error) {
	if t.tx.takeBack() {
		t.refuse(why)
	}
}
