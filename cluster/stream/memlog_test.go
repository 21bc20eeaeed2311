package stream_test

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"slices"
	"sync"

	"parlor/cluster/stream"
	"parlor/lobby"
)

// memLog is a log in memory that can lose answers.
type memLog struct {
	mu      sync.Mutex
	origin  stream.Origin
	dropped uint64 // the number of deleted changes
	lines   [][]byte
	outbox  map[string][]byte
	applied map[string]uint64
	grown   chan struct{}
	lose    func() (before, after bool) // decides whether an append is lost before or after it is written
	holds   bool                        // hides new changes from all readers
	knows   int                         // version supported by all nodes
}

func newMemLog() *memLog {
	return &memLog{outbox: map[string][]byte{}, applied: map[string]uint64{}, knows: stream.Version, grown: make(chan struct{}), lose: func() (bool, bool) { return false, false }}
}

// at returns the log as a node sees it.
func (p *memLog) at(node string) stream.Log { return nodeLog{p, node} }

type nodeLog struct {
	*memLog
	node string
}

var errLost = &lobby.Fault{Told: lobby.ErrUndecided, Cause: errors.New("the answer is lost")}

func (p *memLog) Origin(context.Context) (stream.Origin, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.origin, nil
}

func (p *memLog) Begin(_ context.Context, own stream.Origin) (stream.Origin, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.origin.ID == "" {
		p.origin = own
	}
	return p.origin, nil
}

func (p *memLog) Append(_ context.Context, after uint64, change []byte) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	before, then := p.lose()
	if before {
		return errLost
	}
	if !slices.ContainsFunc(p.lines[min(after, uint64(len(p.lines))):], func(one []byte) bool { return bytes.Equal(one, change) }) {
		p.write(change)
	}
	if then {
		return errLost
	}
	return nil
}

// write appends a line. The caller holds mu.
func (p *memLog) write(line []byte) {
	p.lines = append(p.lines, line)
	close(p.grown)
	p.grown = make(chan struct{})
}

func (p *memLog) Read(_ context.Context, after uint64, most int) ([]stream.Record, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.holds:
		return nil, nil
	case after > uint64(len(p.lines)):
		return nil, stream.ErrAhead
	case after < p.dropped:
		return nil, stream.ErrGone
	}
	return p.from(after, most), nil
}

// from returns the lines after a number. The caller holds mu.
func (p *memLog) from(after uint64, most int) (lines []stream.Record) {
	for ; after < uint64(len(p.lines)) && len(lines) < most; after++ {
		lines = append(lines, stream.Record{Number: after + 1, Data: p.lines[after]})
	}
	return lines
}

func (p *memLog) Oldest(_ context.Context, most int) ([]stream.Record, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.from(p.dropped, most), nil
}

func (p *memLog) Wait(ctx context.Context, after uint64) error {
	for {
		p.mu.Lock()
		there, grown := !p.holds && uint64(len(p.lines)) > after, p.grown
		p.mu.Unlock()
		if there {
			return nil
		}
		select {
		case <-grown:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// hold hides new changes until called with false.
func (p *memLog) hold(holds bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.holds = holds
	close(p.grown)
	p.grown = make(chan struct{})
}

func (p *memLog) Waiting(context.Context) ([]string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Sorted(maps.Keys(p.outbox)), nil
}

func (p *memLog) Take(_ context.Context, match string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if line, there := p.outbox[match]; there {
		p.write(line)
		delete(p.outbox, match)
	}
	return nil
}

func (s nodeLog) Note(_ context.Context, number uint64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.applied[s.node] = number
	return nil
}

func (p *memLog) Slowest(context.Context) (uint64, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Min(slices.Collect(maps.Values(p.applied))), nil
}

func (p *memLog) Knows(context.Context) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.knows, nil
}

// know sets the version that all nodes support.
func (p *memLog) know(version int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.knows = version
}

func (p *memLog) Trim(_ context.Context, to uint64) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.dropped = max(p.dropped, to)
	return nil
}

// length returns the number of changes appended so far.
func (p *memLog) length() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.lines)
}

// rooms is a journal that only puts finished matches in the outbox.
type rooms struct {
	lobby.Journal
	memLog *memLog
	again  bool // the first answer is ErrUndecided
}

func (r *rooms) Append(_ context.Context, _ string, entry lobby.Entry) error {
	if r.again {
		r.again = false
		_ = r.put(entry)
		return lobby.ErrUndecided
	}
	return r.put(entry)
}

func (r *rooms) put(entry lobby.Entry) error {
	line, err := stream.EncodeEnded(entry.Ended)
	r.memLog.mu.Lock()
	defer r.memLog.mu.Unlock()
	for _, other := range r.memLog.lines {
		if bytes.Equal(line, other) {
			return err // the entry was written before
		}
	}
	r.memLog.outbox[entry.Ended.ID] = line
	return err
}
