package terminal

import (
	"io"
	"net"
	"os"
	"sync"
	"time"
)

// A Network is a net.Listener with connections in memory, for a server in a synctest bubble.
type Network struct {
	calls  chan net.Conn
	closed chan struct{}
	once   sync.Once

	mu    sync.Mutex
	count byte
}

// NewNetwork returns a Network without connections.
func NewNetwork() *Network {
	return &Network{calls: make(chan net.Conn), closed: make(chan struct{})}
}

// Accept waits for the next Call.
func (s *Network) Accept() (net.Conn, error) {
	select {
	case conn := <-s.calls:
		return conn, nil
	case <-s.closed:
		return nil, net.ErrClosed
	}
}

// Close refuses further calls; open connections continue.
func (s *Network) Close() error {
	s.once.Do(func() { close(s.closed) })
	return nil
}

// Addr returns the same address for all networks.
func (s *Network) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 22} }

// Call returns the client end of a new connection, from a unique address.
func (s *Network) Call() (net.Conn, error) {
	s.mu.Lock()
	s.count++
	from := &net.TCPAddr{IP: net.IPv4(10, 0, 0, s.count), Port: 40000}
	s.mu.Unlock()
	there, back := newFlow(), newFlow()
	select {
	case s.calls <- &half{in: there, out: back, local: s.Addr(), remote: from}:
		return &half{in: back, out: there, local: from, remote: s.Addr()}, nil
	case <-s.closed:
		return nil, net.ErrClosed
	}
}

// half is an end of a connection.
type half struct {
	in, out       *flow
	local, remote net.Addr
}

func (e *half) Read(into []byte) (int, error)      { return e.in.read(into) }
func (e *half) Write(bytes []byte) (int, error)    { return e.out.write(bytes) }
func (e *half) LocalAddr() net.Addr                { return e.local }
func (e *half) RemoteAddr() net.Addr               { return e.remote }
func (e *half) SetReadDeadline(at time.Time) error { return e.in.expire(at) }
func (e *half) SetWriteDeadline(time.Time) error   { return nil } // writes never block
func (e *half) SetDeadline(at time.Time) error     { return e.in.expire(at) }

func (e *half) Close() error {
	e.in.close()
	e.out.close()
	return nil
}

// flow is a direction of a connection, with an unlimited buffer.
type flow struct {
	mu      sync.Mutex
	changed *sync.Cond
	waiting []byte
	closed  bool
	until   time.Time // read deadline; zero if there is none
}

func newFlow() *flow {
	f := &flow{}
	f.changed = sync.NewCond(&f.mu)
	return f
}

func (f *flow) read(into []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for {
		switch {
		case len(f.waiting) > 0:
			n := copy(into, f.waiting)
			f.waiting = f.waiting[n:]
			return n, nil
		case f.closed:
			return 0, io.EOF
		case !f.until.IsZero() && !time.Now().Before(f.until):
			return 0, os.ErrDeadlineExceeded
		}
		f.changed.Wait()
	}
}

func (f *flow) write(bytes []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return 0, net.ErrClosed
	}
	f.waiting = append(f.waiting, bytes...)
	f.changed.Broadcast()
	return len(bytes), nil
}

func (f *flow) close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed = true
	f.changed.Broadcast()
}

func (f *flow) expire(at time.Time) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.until = at
	if !at.IsZero() {
		time.AfterFunc(time.Until(at), f.changed.Broadcast)
	}
	f.changed.Broadcast()
	return nil
}
