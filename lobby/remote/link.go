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
	// heartbeat is the interval of heartbeats.
	heartbeat = 2 * time.Second
	// timeout is the maximum time without received data, and for writing a frame.
	timeout = 10 * time.Second
	// byeTime is the maximum time for sending the reason before the connection is closed.
	byeTime = time.Second
)

// link sends and receives frames at either end of a connection. Frames are written in
// order, and senders do not wait for the network. The queue is bounded by its senders: a
// caller waits for the answer before it sends again, and each session or handle has one
// frame in transit. An end that does not read within the timeout loses the connection.
type link struct {
	conn   net.Conn
	in     *bufio.Reader
	filled chan struct{} // one slot: signals that the queue is not empty
	done   chan struct{} // closed when the connection has ended
	work   sync.WaitGroup
	// version is the negotiated version of the protocol; set by the handshake.
	version int

	mu    sync.Mutex // guards the fields below
	queue []outgoing
	cause error
}

// outgoing is a frame in the queue.
type outgoing struct {
	data    []byte
	written chan<- struct{} // closed once the frame is written; optional
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

// sendGreeting writes the greeting line of this end.
func (l *link) sendGreeting(version int) error {
	if err := l.conn.SetWriteDeadline(time.Now().Add(timeout)); err != nil {
		return err
	}
	_, err := io.WriteString(l.conn, greetingOf(version))
	return err
}

// maxGreeting bounds the length of a greeting line.
const maxGreeting = 32

// readGreeting reads the greeting line of the other end and returns its version.
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

// deliver enqueues a frame and waits until it is written or the connection ends.
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

// write writes queued frames and heartbeats until the connection ends.
func (l *link) write() {
	// A ticker's channel would be read late by several goroutines at once when connections
	// stall, which the race detector does not support in a synctest bubble.
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

// flush writes all queued frames.
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

// listen calls take for every frame until the connection ends. A frame that cannot be decoded ends
// the connection, with a message to the other end.
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

// sayBye sends the other end the reason why the connection ends. It waits for a short time until
// that is written.
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

// end closes the connection. Only the first cause is recorded.
func (l *link) end(cause error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.cause != nil {
		return
	}
	l.cause = cause
	close(l.done)
	_ = l.conn.Close() // the connection is abandoned, so an error does not matter
}

// err returns why the connection has ended, or nil.
func (l *link) err() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.cause
}
