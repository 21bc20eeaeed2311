package room

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"

	"parlor/lobby"
)

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
	now.Given = l.state.given.written(next.Whole)
	if next.Data, err = now.write(next.text); err != nil {
		return next, false, fmt.Errorf("writing a room down: %w", err)
	}
	if next.Header, err = l.header(&next); err != nil {
		return next, false, fmt.Errorf("writing a room's header down: %w", err)
	}
	return next, true, nil
}
