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

// paper is a log in memory, which loses answers where it is told to.
type paper struct {
	mu      sync.Mutex
	origin  stream.Origin
	dropped uint64 // so many of the first changes are there no more
	lines   [][]byte
	beside  map[string][]byte
	applied map[string]uint64
	grown   chan struct{}
	lose    func() (before, after bool) // of an append: nothing is done, or the answer is lost
	holds   bool                        // nobody is shown anything new
	knows   int                         // what all nodes know
}

func newPaper() *paper {
	return &paper{beside: map[string][]byte{}, applied: map[string]uint64{}, knows: stream.Version, grown: make(chan struct{}), lose: func() (bool, bool) { return false, false }}
}

// at is the log as a node has it.
func (p *paper) at(node string) stream.Log { return sheet{p, node} }

type sheet struct {
	*paper
	node string
}

var errLost = &lobby.Fault{Told: lobby.ErrUndecided, Cause: errors.New("the answer is lost")}

func (p *paper) Origin(context.Context) (stream.Origin, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.origin, nil
}

func (p *paper) Begin(_ context.Context, own stream.Origin) (stream.Origin, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.origin.ID == "" {
		p.origin = own
	}
	return p.origin, nil
}

func (p *paper) Append(_ context.Context, after uint64, change []byte) error {
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

// write writes a line. The caller holds mu.
func (p *paper) write(line []byte) {
	p.lines = append(p.lines, line)
	close(p.grown)
	p.grown = make(chan struct{})
}

func (p *paper) Read(_ context.Context, after uint64, most int) ([]stream.Line, error) {
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

// from are lines after a number. The caller holds mu.
func (p *paper) from(after uint64, most int) (lines []stream.Line) {
	for ; after < uint64(len(p.lines)) && len(lines) < most; after++ {
		lines = append(lines, stream.Line{Number: after + 1, Data: p.lines[after]})
	}
	return lines
}

func (p *paper) Oldest(_ context.Context, most int) ([]stream.Line, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.from(p.dropped, most), nil
}

func (p *paper) Wait(ctx context.Context, after uint64) error {
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

// hold shows nobody anything new, until it is let go.
func (p *paper) hold(holds bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.holds = holds
	close(p.grown)
	p.grown = make(chan struct{})
}

func (p *paper) Waiting(context.Context) ([]string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Sorted(maps.Keys(p.beside)), nil
}

func (p *paper) Take(_ context.Context, match string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if line, there := p.beside[match]; there {
		p.write(line)
		delete(p.beside, match)
	}
	return nil
}

func (s sheet) Note(_ context.Context, number uint64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.applied[s.node] = number
	return nil
}

func (p *paper) Slowest(context.Context) (uint64, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Min(slices.Collect(maps.Values(p.applied))), nil
}

func (p *paper) Knows(context.Context) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.knows, nil
}

// know has all nodes know changes up to a version.
func (p *paper) know(version int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.knows = version
}

func (p *paper) Trim(_ context.Context, to uint64) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.dropped = max(p.dropped, to)
	return nil
}

// length is how many changes there have been.
func (p *paper) length() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.lines)
}

// rooms is a journal that puts matches that end beside the log, and keeps nothing else.
type rooms struct {
	lobby.Journal
	paper *paper
	again bool // the first answer is that nothing is known
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
	r.paper.mu.Lock()
	defer r.paper.mu.Unlock()
	for _, other := range r.paper.lines {
		if bytes.Equal(line, other) {
			return err // the entry was written before
		}
	}
	r.paper.beside[entry.Ended.ID] = line
	return err
}
