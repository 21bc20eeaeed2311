package remote

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"
)

const (
	// beat is how often an end says that it is there.
	beat = 2 * time.Second
	// silence is how long an end may say nothing, and how long it may take to
	// read what is written to it.
	silence = 10 * time.Second
	// farewell is how long an end takes to say why it ends the connection.
	farewell = time.Second
)

// link is what both ends of a connection have alike: frames go out in their
// order, and nobody who sends waits for the network. What waits to be written is
// bounded by who sends: a caller waits for the answer before they ask again, and
// of a session or a handle one frame is under way. An end that does not read for as
// long as a silence may last loses the connection.
type link struct {
	conn   net.Conn
	in     *bufio.Reader
	filled chan struct{} // one slot: there is something to write
	done   chan struct{} // closed when the connection has ended
	work   sync.WaitGroup

	mu    sync.Mutex // guards what follows
	queue []outgoing
	cause error
}

// outgoing is a frame that waits to be written.
type outgoing struct {
	data    []byte
	written chan<- struct{} // closed once it is; nil where nobody asks
}

func newLink(conn net.Conn) *link {
	l := &link{conn: conn, filled: make(chan struct{}, 1), done: make(chan struct{})}
	l.in = bufio.NewReader(patient{conn})
	return l
}

// patient gives up reading after a silence.
type patient struct{ net.Conn }

func (p patient) Read(into []byte) (int, error) {
	if err := p.SetReadDeadline(time.Now().Add(silence)); err != nil {
		return 0, err
	}
	return p.Conn.Read(into)
}

// greet writes the own greeting.
func (l *link) greet(version int) error {
	if err := l.conn.SetWriteDeadline(time.Now().Add(silence)); err != nil {
		return err
	}
	_, err := io.WriteString(l.conn, greetingOf(version))
	return err
}

// maxGreeting is how long a greeting is at most.
const maxGreeting = 32

// greeted reads the greeting of the other end, and which version it speaks.
func (l *link) greeted() (version int, err error) {
	line := make([]byte, 0, maxGreeting)
	for len(line) < maxGreeting && !bytes.HasSuffix(line, []byte("\n")) {
		next, err := l.in.ReadByte()
		if err != nil {
			return 0, fmt.Errorf("the other end does not greet: %w", err)
		}
		line = append(line, next)
	}
	if _, err := fmt.Sscanf(string(line), "parlor lobby %d\n", &version); err != nil || string(line) != greetingOf(version) {
		return 0, fmt.Errorf("the other end begins with %q, which is no greeting of parlor", line)
	}
	if version < oldest {
		return 0, fmt.Errorf("the other end speaks version %d of what goes between nodes, and this one %d to %d: it has to be moved to a newer parlor first",
			version, oldest, Protocol)
	}
	return version, nil
}

// send has a frame written in its turn.
func (l *link) send(f frame) error { return l.enqueue(f, nil) }

// deliver has a frame written, and waits until it is or the connection ends.
func (l *link) deliver(f frame) error {
	written := make(chan struct{})
	if err := l.enqueue(f, written); err != nil {
		return err
	}
	select {
	case <-written:
		return nil
	case <-l.done:
		return ErrCut
	}
}

func (l *link) enqueue(f frame, written chan<- struct{}) error {
	data, err := f.encode()
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.cause != nil {
		return ErrCut
	}
	l.queue = append(l.queue, outgoing{data, written})
	select {
	case l.filled <- struct{}{}:
	default:
	}
	return nil
}

// write writes what was sent, and beats, until the connection ends.
func (l *link) write() {
	// The channel of a ticker would be one that several goroutines read late at once where
	// connections stall, which the race detector does not survive in synthetic time.
	due := make(chan struct{}, 1)
	beats := time.AfterFunc(beat, func() { due <- struct{}{} })
	defer beats.Stop()
	for {
		select {
		case <-l.done:
			return
		case <-due:
			beats.Reset(beat)
			if l.send(frame{Kind: kindBeat}) != nil {
				return
			}
		case <-l.filled:
		}
		if err := l.flush(); err != nil {
			l.end(fmt.Errorf("the connection cannot be written to: %w", err))
			return
		}
	}
}

// flush writes what waits.
func (l *link) flush() error {
	l.mu.Lock()
	queue := l.queue
	l.queue = nil
	l.mu.Unlock()
	for _, next := range queue {
		if err := l.conn.SetWriteDeadline(time.Now().Add(silence)); err != nil {
			return err
		}
		if _, err := l.conn.Write(next.data); err != nil {
			return err
		}
		if next.written != nil {
			close(next.written)
		}
	}
	return nil
}

// listen hands every frame on until the connection ends. What is not understood
// ends it, and the other end is told.
func (l *link) listen(take func(frame) error) {
	for {
		f, err := readFrame(l.in)
		switch {
		case err != nil:
		case f.Kind == kindBeat:
			continue
		case f.Kind == kindBye:
			err = fmt.Errorf("the other end ended the connection: %w", f.Fault.err())
		default:
			err = take(f)
		}
		if wrong := (misunderstood{}); errors.As(err, &wrong) {
			l.sayBye(err)
		}
		if err != nil {
			l.end(err)
			return
		}
	}
}

// sayBye tells the other end why the connection ends, if it listens.
func (l *link) sayBye(why error) {
	written := make(chan struct{})
	if l.enqueue(frame{Kind: kindBye, Fault: faultOf(why)}, written) != nil {
		return
	}
	patience := time.NewTimer(farewell)
	defer patience.Stop()
	select {
	case <-written:
	case <-patience.C:
	case <-l.done:
	}
}

// end ends the connection, the first time for the reason given.
func (l *link) end(cause error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.cause != nil {
		return
	}
	l.cause = cause
	close(l.done)
	_ = l.conn.Close() // it is of no more use, whatever it answers
}

// err is why the connection ended; nil while it has not.
func (l *link) err() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.cause
}
