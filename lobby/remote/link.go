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
	// heartbeat is how often an end sends a frame of kindBeat.
	heartbeat = 2 * time.Second
	// timeout is how long an end may send nothing, and how long it may take to read what is
	// written to it.
	timeout = 10 * time.Second
	// byeTime is how long an end takes to say why it ends the connection.
	byeTime = time.Second
)

// link sends and receives frames at either end of a connection. Frames are written in their
// order, and senders do not wait for the network. What waits to be written is bounded by its
// senders: a caller waits for the answer before it asks again, and of a session or a handle
// one frame is under way. An end that does not read for the timeout loses the connection.
type link struct {
	conn   net.Conn
	in     *bufio.Reader
	filled chan struct{} // one slot: there is something to write
	done   chan struct{} // closed when the connection has ended
	work   sync.WaitGroup
	// version is the one of the protocol that both ends speak; set by the handshake.
	version int

	mu    sync.Mutex // guards what follows
	queue []outgoing
	cause error
}

// outgoing is a frame that waits to be written.
type outgoing struct {
	data    []byte
	written chan<- struct{} // closed once it is; nil if nothing waits for that
}

func newLink(conn net.Conn) *link {
	l := &link{conn: conn, filled: make(chan struct{}, 1), done: make(chan struct{})}
	l.in = bufio.NewReader(timedConn{conn})
	return l
}

// timedConn fails to read after the timeout.
type timedConn struct{ net.Conn }

func (c timedConn) Read(into []byte) (int, error) {
	if err := c.SetReadDeadline(time.Now().Add(timeout)); err != nil {
		return 0, err
	}
	return c.Conn.Read(into)
}

// sendGreeting writes the greeting of this end.
func (l *link) sendGreeting(version int) error {
	if err := l.conn.SetWriteDeadline(time.Now().Add(timeout)); err != nil {
		return err
	}
	_, err := io.WriteString(l.conn, greetingOf(version))
	return err
}

// maxGreeting is how long a greeting is at most.
const maxGreeting = 32

// readGreeting reads the greeting of the other end, and returns the version that it speaks.
func (l *link) readGreeting() (version int, err error) {
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

// send enqueues a frame.
func (l *link) send(f frame) error { return l.enqueue(f, nil) }

// deliver enqueues a frame, and waits until it is written or the connection ends.
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

// write writes frames that were sent, and heartbeats, until the connection ends.
func (l *link) write() {
	// The channel of a ticker would be one that several goroutines read late at once where
	// connections stall, which the race detector does not survive in synthetic time.
	due := make(chan struct{}, 1)
	beats := time.AfterFunc(heartbeat, func() { due <- struct{}{} })
	defer beats.Stop()
	for {
		select {
		case <-l.done:
			return
		case <-due:
			beats.Reset(heartbeat)
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

// flush writes all frames that wait.
func (l *link) flush() error {
	l.mu.Lock()
	queue := l.queue
	l.queue = nil
	l.mu.Unlock()
	for _, next := range queue {
		if err := l.conn.SetWriteDeadline(time.Now().Add(timeout)); err != nil {
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

// listen hands every frame on until the connection ends. A frame that is not understood ends
// it, and the other end is told why.
func (l *link) listen(take func(frame) error) {
	for {
		f, err := readFrame(l.in)
		switch {
		case err != nil:
		case f.Kind == kindBeat:
			continue
		case f.Kind == kindBye:
			err = fmt.Errorf("the other end ended the connection: %w", f.Fault.asError())
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

// sayBye tells the other end why the connection ends, if it reads that in time.
func (l *link) sayBye(why error) {
	written := make(chan struct{})
	if l.enqueue(frame{Kind: kindBye, Fault: faultOf(l.version, why)}, written) != nil {
		return
	}
	timer := time.NewTimer(byeTime)
	defer timer.Stop()
	select {
	case <-written:
	case <-timer.C:
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
