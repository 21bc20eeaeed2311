package room

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// stuckPace is how often a room that cannot write tries again by itself.
const stuckPace = time.Second

// repeatPace is how often an entry is repeated of which nobody knows whether it
// was written.
const repeatPace = 200 * time.Millisecond

// pending is an entry of which nobody knows whether it was written. Until that is
// known nothing new is shown, and no clock runs.
type pending struct {
	entry writing
	since time.Time
	again time.Time // when it is repeated
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
	number uint64          // of the newest entry; 0 while there is none
	table  []byte          // as the newest entry has it
	match  string          // ID of the match that it has; empty for none
	stuck  time.Time       // when writing failed last; zero since it succeeded
	whole  int             // bytes of the newest whole entry
	later  int             // entries after that one
	bytes  int             // that those take
	renew  bool            // the next entry is to be a whole one, whatever they take
	people map[string]bool // identities in any of these entries
	headed bool            // the newest entry has a header
}

// took notes an entry that lies in the journal now.
func (w *written) took(entry lobby.Entry, table *tableData) {
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

type matchData struct {
	ID     string        `json:"id"`
	Began  time.Time     `json:"began"`
	Record engine.Record `json:"record"`
}

// tableData is what is kept of a table beside its match.
type tableData struct {
	Made   time.Time  `json:"made"`
	Plan   lobby.Plan `json:"plan"`
	Titled string     `json:"titled,omitempty"` // Identity.ID of whose name the title was made from
	Seats  []seatData `json:"seats"`
	Host   string     `json:"host"`
	Banned []string   `json:"banned,omitempty"` // marks, as banMark makes them
	Paused time.Time  `json:"paused,omitzero"`
	Rested time.Time  `json:"rested,omitzero"`
	Rated  bool       `json:"rated,omitempty"` // the match that is played, which the plan alone does not say
}

type seatData struct {
	Kind  string       `json:"kind"`
	ID    string       `json:"id,omitempty"`
	Name  string       `json:"name,omitempty"`
	Guest bool         `json:"guest,omitempty"`
	Away  time.Time    `json:"away,omitzero"`
	Left  bool         `json:"left,omitempty"`
	Gone  int          `json:"gone,omitempty"`
	Ready bool         `json:"ready,omitempty"`
	Pause bool         `json:"pause,omitempty"`
	Eyes  bool         `json:"eyes,omitempty"`
	Began string       `json:"began,omitempty"`
	Level engine.Level `json:"level,omitempty"`
	Since time.Time    `json:"since,omitzero"`
}

// data is the table as it is kept.
func (r *Room) data() tableData {
	data := tableData{
		Made: r.config.Made.UTC(), Plan: r.plan, Titled: r.titled, Host: r.host.id, Banned: r.host.marks(),
		Paused: r.clock.paused.UTC(), Rested: r.play.rested.UTC(), Rated: r.play.rated,
	}
	for _, s := range r.seating.seats {
		data.Seats = append(data.Seats, seatData{
			Kind: s.kind, ID: s.id, Name: s.name, Guest: s.guest, Away: s.away.UTC(), Left: s.left, Gone: s.gone, Ready: s.ready,
			Pause: s.pause, Eyes: s.eyes, Began: s.began, Level: s.level, Since: s.since.UTC(),
		})
	}
	return data
}

// commit makes what an order did durable, or takes it back.
func (r *Room) commit() {
	if errors.Is(r.closing, errRoomBroke) {
		r.step.durable()
		return
	}
	next, wanted, err := r.compose()
	switch {
	case err != nil:
		r.decide(next, err)
	case !wanted:
		r.step.durable()
	default:
		r.decide(next, r.append(next.Entry))
	}
}

// repeat asks the journal once more whether it has the pending entry.
func (r *Room) repeat() {
	next, since := r.pending.entry, r.pending.since
	r.guard(func() { r.decide(next, r.append(next.Entry)) })
	r.mail.withhold(r.pending != nil)
	if r.pending != nil {
		r.pending.since = since
		return
	}
	r.config.Log.Info("the journal says again what it has of a room", "room", r.config.Code, "waited", time.Since(since).Round(time.Millisecond))
	if !r.clock.stopped() {
		r.clock.shift(&r.seating, time.Since(since))
	}
	r.guard(r.show)
}

// decide does what follows from how the writing of an entry ended.
func (r *Room) decide(next writing, err error) {
	repeated := r.pending != nil
	r.pending = nil
	switch {
	case err == nil:
		r.wrote(next)
		r.step.durable()
	case errors.Is(err, lobby.ErrUndecided):
		if !repeated {
			r.config.Log.Error("nobody knows whether a room was written; it stands still until the journal says so", "room", r.config.Code, "err", err)
		}
		now := time.Now()
		r.pending = &pending{entry: next, since: now, again: now.Add(repeatPace)}
	case errors.Is(err, lobby.ErrSequence), errors.Is(err, lobby.ErrClaimed):
		r.closing = err
		r.mail.refuse(err)
	case errors.Is(err, context.Canceled):
		r.takeBack(lobby.ErrStopping) // the server stops, and nothing of it was written
		r.closing = lobby.ErrStopping
	default:
		r.cannotWrite(err)
	}
}

// takeBack undoes what an order did, unless nobody can, and tells those who gave
// it why.
func (r *Room) takeBack(why error) {
	if r.step.takeBack() {
		r.mail.refuse(why)
	}
}

// cannotWrite takes back what an order did, and says once that it has to.
func (r *Room) cannotWrite(err error) {
	wasStuck := !r.written.stuck.IsZero()
	r.written.stuck = time.Now()
	r.takeBack(toldOf(err))
	if !wasStuck {
		r.config.Log.Error("a room cannot be written", "room", r.config.Code, "err", err)
		r.step.note("The server cannot write to its disk: nothing is played until it can.")
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

// writing is an entry, and what it makes of what the journal has.
type writing struct {
	lobby.Entry
	table tableData
	text  []byte // of the table
}

// compose is the entry that says what is new, if anything is.
func (r *Room) compose() (next writing, wanted bool, err error) {
	if r.config.Journal == nil {
		r.play.played = nil
		return next, false, nil
	}
	now := chapter{Version: formatVersion, Table: r.data(), Moves: r.play.played}
	next.table = now.Table
	if next.text, err = json.Marshal(now.Table); err != nil {
		return next, false, fmt.Errorf("writing a table down: %w", err)
	}
	next.Number = r.written.number + 1
	next.Ended = r.endedMatch()
	if errors.Is(r.closing, errRoomEmpty) {
		// Its matches stay. A room that never came to be is not in the journal.
		next.Last = true
		return next, next.Number > 1, nil
	}
	next.Whole = r.written.number == 0 || r.written.match != r.play.id
	if !next.Whole && len(r.play.played) == 0 && bytes.Equal(next.text, r.written.table) && r.written.headed && !r.step.probe && !r.written.renew {
		return next, false, nil
	}
	next.Whole = next.Whole || r.written.wantsWhole()
	if next.Whole && r.play.match != nil {
		now.Moves = nil
		now.Match = &matchData{r.play.id, r.play.began.UTC(), r.play.match.Record()}
	}
	if next.Data, err = json.Marshal(now); err != nil {
		return next, false, fmt.Errorf("writing a room down: %w", err)
	}
	if next.Header, err = r.header(&next); err != nil {
		return next, false, fmt.Errorf("writing a room's header down: %w", err)
	}
	return next, true, nil
}

// wrote notes that an entry is in the journal.
func (r *Room) wrote(next writing) {
	if next.Last {
		return
	}
	if !r.written.stuck.IsZero() {
		r.step.note("The server can write again: play goes on.")
	}
	r.written.took(next.Entry, &next.table)
	r.written.table, r.written.match, r.written.stuck = next.text, r.play.id, time.Time{}
	r.play.played = nil
}

// endedMatch is the match that has ended since the room was written, if one has.
func (r *Room) endedMatch() (ended *lobby.Finished) {
	for _, match := range r.play.ended {
		ended = r.finished(match)
	}
	return ended
}

// finished is a match that has ended, as it is remembered.
func (r *Room) finished(match engine.Match) *lobby.Finished {
	view := match.View(engine.Watcher)
	f := &lobby.Finished{
		ID: r.play.id, Room: r.config.Code, Title: r.plan.Title, Titled: r.titled, Public: r.plan.Public, Rated: r.play.rated,
		Began: r.play.began.UTC(), Ended: time.Now().UTC(), Winners: view.Winners, Totals: view.Totals, Record: match.Record(),
	}
	for _, s := range r.seating.seats {
		f.Players = append(f.Players, lobby.Player{ID: cmp.Or(s.began, s.id), Name: s.name, Guest: s.guest, Level: s.level})
	}
	return f
}

// putAway keeps a room that broke where an operator finds it. One that has
// ended is no longer in the journal, and one that the server's stop has closed
// stays there for the next start.
func (r *Room) putAway(ctx context.Context) {
	if r.config.Journal == nil || r.written.number == 0 || !errors.Is(r.closing, errRoomBroke) {
		return
	}
	if err := r.config.Journal.SetAside(ctx, r.config.Code, "the room broke; the log says where"); err != nil {
		r.config.Log.Error("a room that broke cannot be put away", "room", r.config.Code, "err", err)
	}
}
