package room

import (
	"context"
	"errors"
	"time"

	"parlor/lobby"
	"parlor/prose"
)

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

// giveUp waits no longer for a pending entry, and reports whether there was one.
func (l *ledger) giveUp() bool {
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
	l.written.took(next.Entry, &next.table)
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
	if err := l.config.Journal.SetAside(ctx, l.config.Code, "the room failed; the log says where", sound.givenUp(l.config.Code)); err != nil {
		l.config.Log.Error("a room that failed cannot be set aside", "room", l.config.Code, "err", err)
	}
}
