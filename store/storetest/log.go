package storetest

import (
	"bytes"
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"parlor/lobby"
)

// Log is a journal in memory, shared by several processes like that of a cluster. It loses answers and leaders on
// purpose, so that outcomes are unknown.
type Log struct {
	faults Faults
	random *rand.Rand

	mu       sync.Mutex
	rooms    map[string]*kept
	aside    map[string][]lobby.Entry
	finished map[string]lobby.Finished
	epoch    uint64 // of the owner's claim; 0 if there is none
	without  int    // number of further calls without a leader
}

// Faults holds probabilities of failures, in thousandths.
type Faults struct {
	Lost      int // an answer is lost, and the entry is written
	Unwritten int // a request is lost
	Leader    int // the leader is lost for about ten calls
}

// kept is the stored data of a room.
type kept struct {
	entries []lobby.Entry // from the last snapshot on
	header  []byte
}

// NewLog returns an empty Log. The same seed and order of calls produce the same failures.
func NewLog(faults Faults, seed uint64) *Log {
	return &Log{
		faults: faults, random: rand.New(rand.NewPCG(seed, 0)),
		rooms: map[string]*kept{}, aside: map[string][]lobby.Entry{}, finished: map[string]lobby.Finished{},
	}
}

// Process returns the journal of another process.
func (l *Log) Process() *Process { return &Process{log: l} }

// Kept reports whether a finished match is stored.
func (l *Log) Kept(id string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, kept := l.finished[id]
	return kept
}

// Process is the journal of one process. It implements lobby.Journal.
type Process struct {
	log   *Log
	epoch uint64 // of its claim; 0 before it
}

// Append implements lobby.Journal.
func (p *Process) Append(ctx context.Context, room string, entry lobby.Entry) error {
	if ctx.Err() != nil {
		return lobby.ErrUndecided
	}
	l := p.log
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.lost(l.faults.Unwritten) {
		return lobby.ErrUndecided
	}
	if err := l.write(p.epoch, room, entry); err != nil {
		return err
	}
	if l.lost(l.faults.Lost) {
		return lobby.ErrUndecided
	}
	return nil
}

// lost draws whether a failure of the given probability happens. The caller holds mu.
func (l *Log) lost(often int) bool {
	if l.without > 0 {
		l.without--
		return true
	}
	if l.random.IntN(1000) < l.faults.Leader {
		l.without = l.random.IntN(20)
		return true
	}
	return l.random.IntN(1000) < often
}

// write implements Append. The caller holds mu.
func (l *Log) write(epoch uint64, room string, entry lobby.Entry) error {
	has := l.rooms[room]
	if has == nil {
		has = &kept{}
	}
	next := uint64(1)
	if n := len(has.entries); n > 0 {
		next = has.entries[n-1].Number + 1
	}
	switch {
	case epoch == 0 || epoch != l.epoch:
		return lobby.ErrClaimed
	case entry.Last && next == 1:
		return nil
	case next > 1 && !entry.Last && same(has.entries[len(has.entries)-1], entry):
		return nil
	case entry.Number != next:
		return lobby.ErrSequence
	}
	if entry.Ended != nil {
		l.finished[entry.Ended.ID] = *entry.Ended
	}
	if entry.Last {
		delete(l.rooms, room)
		return nil
	}
	if entry.Whole {
		has.entries = nil
	}
	has.entries = append(has.entries, lobby.Entry{Number: entry.Number, Whole: entry.Whole, Data: slices.Clone(entry.Data)})
	has.header = slices.Clone(entry.Header)
	l.rooms[room] = has
	return nil
}

func same(one, other lobby.Entry) bool {
	return one.Number == other.Number && one.Whole == other.Whole && bytes.Equal(one.Data, other.Data)
}

// Headers implements lobby.Journal. This process owns all rooms from then on.
func (p *Process) Headers(ctx context.Context) (map[string]lobby.Header, error) {
	l := p.log
	l.mu.Lock()
	defer l.mu.Unlock()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	l.epoch++
	p.epoch = l.epoch
	headers := map[string]lobby.Header{}
	for room, has := range l.rooms {
		headers[room] = lobby.Header{Data: slices.Clone(has.header), Opened: time.Now()}
	}
	return headers, nil
}

// Load implements lobby.Journal.
func (p *Process) Load(ctx context.Context, room string) ([]lobby.Entry, error) {
	l := p.log
	l.mu.Lock()
	defer l.mu.Unlock()
	if has := l.rooms[room]; has != nil && ctx.Err() == nil {
		return slices.Clone(has.entries), nil
	}
	return nil, ctx.Err()
}

// SetAside implements lobby.Journal.
func (p *Process) SetAside(_ context.Context, room, _ string, void *lobby.Finished) error {
	l := p.log
	l.mu.Lock()
	defer l.mu.Unlock()
	if p.epoch == 0 || p.epoch != l.epoch {
		return lobby.ErrClaimed
	}
	if void != nil {
		if _, is := l.finished[void.ID]; !is {
			l.finished[void.ID] = *void
		}
	}
	if has := l.rooms[room]; has != nil {
		l.aside[room] = has.entries
		delete(l.rooms, room)
	}
	return nil
}
