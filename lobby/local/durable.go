package local

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// stuckPace is how often a room that cannot write tries again by itself.
const stuckPace = time.Second

// step is what an order does beside its table.
type step struct {
	probe bool     // it is written although nothing has changed
	keep  bool     // it has happened, also where it cannot be written: nobody can take a hang-up back
	after []func() // done once the order is durable
	undo  []func() // done where it is not
	redo  []func() // done to the table that was put back
}

func (r *room) after(effect func()) { r.step.after = append(r.step.after, effect) }
func (r *room) undo(effect func())  { r.step.undo = append(r.step.undo, effect) }
func (r *room) redo(effect func())  { r.step.redo = append(r.step.redo, effect) }

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
}

// took notes an entry that lies in the journal now.
func (w *written) took(entry lobby.Entry, table *tableData) {
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
func (r *room) data() tableData {
	data := tableData{
		Made: r.made.UTC(), Plan: r.plan, Titled: r.titled, Host: r.host,
		Paused: r.paused.UTC(), Rested: r.rested.UTC(), Rated: r.rated,
	}
	for _, s := range r.seats {
		data.Seats = append(data.Seats, seatData{
			Kind: s.kind, ID: s.id, Name: s.name, Guest: s.guest, Away: s.away.UTC(), Left: s.left, Gone: s.gone, Ready: s.ready,
			Pause: s.pause, Eyes: s.eyes, Began: s.began, Level: s.level, Since: s.since.UTC(),
		})
	}
	for mark := range r.banned {
		data.Banned = append(data.Banned, mark)
	}
	slices.Sort(data.Banned)
	return data
}

// commit makes what an order did durable, or takes it back.
func (r *room) commit(before table) {
	if errors.Is(r.closing, errRoomBroke) {
		each(r.step.after)
		return
	}
	err := r.write()
	switch {
	case err == nil:
		each(r.step.after)
		return
	case errors.Is(err, lobby.ErrSequence), errors.Is(err, lobby.ErrClaimed):
		r.closing = err
		r.refuseAnswers(err)
		return
	}
	wasStuck := !r.written.stuck.IsZero()
	r.written.stuck = time.Now()
	if r.step.keep {
		each(r.step.after)
	} else {
		r.revert(before, toldOf(err))
	}
	if !wasStuck {
		r.lobby.log.Error("a room cannot be written", "room", r.code, "err", err)
		r.note("The server cannot write to its disk: nothing is played until it can.")
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

// revert puts the table back to where it stood before an order, whose
// givers are told why.
func (r *room) revert(before table, why error) {
	r.table, r.closing = before, nil
	r.renumber()
	each(r.step.undo)
	each(r.step.redo)
	r.refuseAnswers(why)
	if !slices.ContainsFunc(r.seats, seat.here) {
		r.closing = errRoomEmpty
	}
}

// refuseAnswers tells those whose orders were taken why they have not happened.
func (r *room) refuseAnswers(why error) {
	for i := range r.answers {
		if r.answers[i].err == nil {
			r.answers[i].err = why
		}
	}
}

func each(effects []func()) {
	for _, effect := range effects {
		effect()
	}
}

// write appends what is new to the journal.
func (r *room) write() error {
	journal := r.lobby.journal
	if journal == nil {
		r.played = nil
		return nil
	}
	now := chapter{Version: formatVersion, Table: r.data(), Moves: r.played}
	table, err := json.Marshal(now.Table)
	if err != nil {
		return fmt.Errorf("writing a table down: %w", err)
	}
	entry := lobby.Entry{Number: r.written.number + 1, Whole: r.written.number == 0 || r.written.match != r.id}
	if errors.Is(r.closing, errRoomEmpty) {
		return r.writeLast(entry.Number)
	}
	if !entry.Whole && len(r.played) == 0 && bytes.Equal(table, r.written.table) && !r.step.probe && !r.written.renew {
		return nil
	}
	entry.Whole = entry.Whole || r.written.wantsWhole()
	if entry.Whole && r.match != nil {
		now.Moves = nil
		now.Match = &matchData{r.id, r.began.UTC(), r.match.Record()}
	}
	if entry.Data, err = json.Marshal(now); err != nil {
		return fmt.Errorf("writing a room down: %w", err)
	}
	entry.Ended = r.endedMatch()
	if err := journal.Append(context.Background(), r.code, entry); err != nil {
		return err
	}
	if !r.written.stuck.IsZero() {
		r.note("The server can write again: play goes on.")
	}
	r.written.took(entry, &now.Table)
	r.written.table, r.written.match, r.written.stuck = table, r.id, time.Time{}
	r.played = nil
	return nil
}

// writeLast has the journal forget a room that has closed, and remember the
// match that ended with it. A room that never came to be is not in the journal.
func (r *room) writeLast(number uint64) error {
	if number == 1 {
		return nil
	}
	last := lobby.Entry{Number: number, Last: true, Ended: r.endedMatch()}
	return r.lobby.journal.Append(context.Background(), r.code, last)
}

// endedMatch is the match that has ended since the room was written, if one has.
func (r *room) endedMatch() (ended *lobby.Finished) {
	for _, match := range r.ended {
		ended = r.finished(match)
	}
	return ended
}

// finished is a match that has ended, as it is remembered.
func (r *room) finished(match engine.Match) *lobby.Finished {
	view := match.View(engine.Watcher)
	f := &lobby.Finished{
		ID: r.id, Room: r.code, Title: r.plan.Title, Titled: r.titled, Public: r.plan.Public, Began: r.began.UTC(), Ended: time.Now().UTC(), Rated: r.rated,
		Winners: view.Winners, Totals: view.Totals, Record: match.Record(),
	}
	for _, s := range r.seats {
		f.Players = append(f.Players, lobby.Player{ID: cmp.Or(s.began, s.id), Name: s.name, Guest: s.guest, Level: s.level})
	}
	return f
}

// putAway keeps a room that broke where an operator finds it. One that has
// ended is no longer in the journal, and one that the server's stop has closed
// stays there for the next start.
func (r *room) putAway() {
	if r.lobby.journal == nil || r.written.number == 0 || !errors.Is(r.closing, errRoomBroke) {
		return
	}
	if err := r.lobby.journal.SetAside(context.Background(), r.code, "the room broke; the log says where"); err != nil {
		r.lobby.log.Error("a room that broke cannot be put away", "room", r.code, "err", err)
	}
}
