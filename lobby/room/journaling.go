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

// header is what goes with an entry that is about to be written.
func (l *ledger) header(next *writing) ([]byte, error) {
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

// stuckPace is how often a room that cannot write tries again by itself.
const stuckPace = time.Second

// repeatPace is how often an entry is repeated of which nobody knows whether it
// was written.
const repeatPace = 200 * time.Millisecond

var errNotWritten = prose.Refuse("The server cannot save that just now, so it has not happened. Try again in a moment.")

// ledger brings what orders do into the journal, and says of each whether it is
// there.
type ledger struct {
	config  *Config
	state   *state
	deed    deed
	append  func(lobby.Entry) error // to the journal, as long as the server does not stop
	written written
	pending *pending  // an entry of which nobody knows whether it was written; nil for none
	stuck   time.Time // when writing failed last; zero since it succeeded
}

// deed is the order that is to be durable, as the ledger knows it.
type deed interface {
	// note tells everybody in the room what happened.
	note(text prose.Text)
	// secret reports whether not everybody sees something of it.
	secret() bool
	// durable does what waited for the order to be durable.
	durable()
	// takeBack undoes what the order did, unless nobody can, and tells those who
	// gave it why.
	takeBack(why error)
	// refuse tells those who gave the order why it has not happened.
	refuse(why error)
}

// pending is an entry of which nobody knows whether it was written. Until that is
// known nothing new is shown, and no clock runs.
type pending struct {
	entry writing
	since time.Time
	again time.Time // when it is repeated
}

// commit makes what an order did durable, or takes it back. A probe is written
// although nothing has changed.
func (l *ledger) commit(probe bool) {
	if errors.Is(l.state.closing, errRoomBroke) {
		l.deed.durable()
		return
	}
	next, wanted, err := l.compose(probe)
	switch {
	case err != nil:
		l.decide(next, err)
	case !wanted:
		l.deed.durable()
	default:
		next.Secret = l.deed.secret()
		l.decide(next, l.append(next.Entry))
	}
}

// repeat asks the journal once more whether it has the pending entry.
func (l *ledger) repeat() {
	next := l.pending.entry
	l.decide(next, l.append(next.Entry))
}

// decide does what follows from how the writing of an entry ended.
func (l *ledger) decide(next writing, err error) {
	before := l.pending
	l.pending = nil
	switch {
	case err == nil:
		l.wrote(next)
		l.deed.durable()
	case errors.Is(err, lobby.ErrUndecided):
		l.wait(next, before, err)
		return
	case errors.Is(err, lobby.ErrSequence), errors.Is(err, lobby.ErrClaimed):
		l.state.closing = err
		l.deed.refuse(err)
	case errors.Is(err, context.Canceled):
		l.deed.takeBack(lobby.ErrStopping) // the server stops, and nothing of it was written
		l.state.closing = lobby.ErrStopping
	default:
		l.cannotWrite(err)
	}
	if before != nil {
		waited := time.Since(before.since).Round(time.Millisecond)
		l.config.Log.Info("it is now known whether a room was written", "room", l.config.Code, "waited", waited)
	}
}

// wait has an entry repeated until it is known whether it was written. The
// operator is told when that begins.
func (l *ledger) wait(next writing, before *pending, why error) {
	now := time.Now()
	l.pending = &pending{entry: next, since: now, again: now.Add(repeatPace)}
	if before != nil {
		l.pending.since = before.since
		return
	}
	l.config.Log.Error("it is not known whether a room was written; the room waits until it is", "room", l.config.Code, "err", why)
}

// stopWaiting waits no longer for a pending entry, and reports whether there was one.
func (l *ledger) stopWaiting() bool {
	if l.pending == nil {
		return false
	}
	l.config.Log.Warn("the server stops before it is known whether a room was written", "room", l.config.Code)
	l.pending = nil
	return true
}

// cannotWrite takes back what an order did, and says once that it has to.
func (l *ledger) cannotWrite(err error) {
	wasStuck := !l.stuck.IsZero()
	l.stuck = time.Now()
	l.deed.takeBack(toldOf(err))
	if !wasStuck {
		l.config.Log.Error("a room cannot be written", "room", l.config.Code, "err", err)
		l.deed.note(prose.T("The server cannot write to its disk. Nothing can be played until it can."))
	}
}

// toldOf is what people hear where a room could not be written; why it could not
// is for the operator's log.
func toldOf(err error) error {
	if errors.Is(err, lobby.ErrNoRoom) {
		return lobby.ErrNoRoom
	}
	return errNotWritten
}

// wrote notes that an entry is in the journal.
func (l *ledger) wrote(next writing) {
	if next.Last {
		return
	}
	if !l.stuck.IsZero() {
		l.deed.note(prose.T("The server can write again. Play goes on."))
	}
	if next.Ended != nil && next.Ended.ID == l.state.play.id {
		l.state.play.moved = next.Ended.Moved
	}
	l.written.noteEntry(next.Entry, &next.table)
	l.written.table, l.written.match, l.stuck = next.hash, l.state.play.id, time.Time{}
	l.state.play.played, l.state.play.givenUp, l.state.given.fresh = nil, nil, 0
}

// failing reports whether writing has failed just now, and is not to be tried again
// yet.
func (l *ledger) failing() bool { return time.Since(l.stuck) < stuckPace }

// due is when the journal is to be asked again; zero where it is not.
func (l *ledger) due() time.Time {
	switch {
	case l.pending != nil:
		return l.pending.again
	case !l.stuck.IsZero():
		return l.stuck.Add(stuckPace)
	}
	return time.Time{}
}

// forget has entries that name somebody written anew.
func (l *ledger) forget(ids []string) {
	for _, id := range ids {
		l.written.renew = l.written.renew || l.written.people[id]
	}
}

// putAway keeps a room that broke where an operator finds it, and makes the match void
// that was played in its last sound state. One that has ended is no longer in the
// journal, and one that the server's stop has closed stays there for the next start.
// Where that cannot be written, so does one that broke.
func (l *ledger) putAway(ctx context.Context, sound *state) {
	if l.config.Journal == nil || l.written.number == 0 || !errors.Is(l.state.closing, errRoomBroke) {
		return
	}
	if err := l.config.Journal.SetAside(ctx, l.config.Code, "the room failed; the log says where", sound.abandoned(l.config.Code)); err != nil {
		l.config.Log.Error("a room that failed cannot be set aside", "room", l.config.Code, "err", err)
	}
}

// A room is written down whole anew once the entries since the last whole one
// are so many or take so many bytes, and take as much as that one did. So what
// lies in the journal is bounded by twice a whole entry and compactBytes, and
// all whole entries together are never more to write than the others.
const (
	compactEntries = 64
	compactBytes   = 64 << 10
)

// written is what the journal has of the room.
type written struct {
	number uint64            // of the newest entry; 0 while there is none
	table  [sha256.Size]byte // a hash of it as the newest entry has it
	match  string            // ID of the match that it has; empty for none
	whole  int               // bytes of the newest whole entry
	later  int               // entries after that one
	bytes  int               // that those take
	renew  bool              // the next entry is to be a whole one, whatever they take
	people map[string]bool   // identities in any of these entries
	headed bool              // the newest entry has a header
}

// noteEntry notes an entry that lies in the journal now.
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

// wantsWhole reports whether it is time for a whole entry.
func (w *written) wantsWhole() bool {
	return w.renew || w.bytes >= w.whole && (w.later >= compactEntries || w.bytes >= compactBytes)
}

// writing is an entry, and what it makes of what the journal has.
type writing struct {
	lobby.Entry
	table tableData
	text  []byte            // of the table
	hash  [sha256.Size]byte // of that
}

// compose is the entry that says what is new, if anything is.
func (l *ledger) compose(probe bool) (next writing, wanted bool, err error) {
	if l.config.Journal == nil {
		l.state.play.played = nil
		return next, false, nil
	}
	now := passage{Moves: l.state.play.played}
	next.table = l.state.data(l.config.Made)
	if next.text, err = json.Marshal(&next.table); err != nil {
		return next, false, fmt.Errorf("writing a table down: %w", err)
	}
	next.hash = sha256.Sum256(next.text)
	next.Number = l.written.number + 1
	next.Ended = l.state.endedMatch(l.config.Code)
	if errors.Is(l.state.closing, errRoomEmpty) {
		// Its matches stay. A room that never came to be is not in the journal.
		next.Last = true
		return next, next.Number > 1, nil
	}
	next.Whole = l.written.number == 0 || l.written.match != l.state.play.id
	if !next.Whole && len(l.state.play.played) == 0 && next.hash == l.written.table && l.written.headed && !probe && !l.written.renew {
		return next, false, nil
	}
	next.Whole = next.Whole || l.written.wantsWhole()
	if next.Whole && l.state.play.match != nil {
		now.Moves = nil
		now.Match = &matchData{l.state.play.id, l.state.play.began.UTC(), l.state.play.match.Record()}
	}
	now.Given = l.state.given.toWrite(next.Whole)
	if next.Data, err = now.write(next.text); err != nil {
		return next, false, fmt.Errorf("writing a room down: %w", err)
	}
	if next.Header, err = l.header(&next); err != nil {
		return next, false, fmt.Errorf("writing a room's header down: %w", err)
	}
	return next, true, nil
}

// currentOrder is the order that the room does now, as the ledger knows it.
type currentOrder struct {
	*step
	*answers
}

func (t currentOrder) takeBack(why error) {
	if t.step.takeBack() {
		t.refuse(why)
	}
}
