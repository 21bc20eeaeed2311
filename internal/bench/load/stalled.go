package load

import (
	"net"
	"sync"
	"sync/atomic"
)

// stalledConn is a connection on which reading can stop.
type stalledConn struct {
	net.Conn
	stalled atomic.Bool
	closed  chan struct{}
	once    sync.Once
}

// Read implements [net.Conn].
func (c *stalledConn) Read(into []byte) (int, error) {
	if c.stalled.Load() {
		<-c.closed
		return 0, net.ErrClosed
	}
	return c.Conn.Read(into)
}

// Close implements [net.Conn].
func (c *stalledConn) Close() error {
	c.once.Do(func() { close(c.closed) })
	return c.Conn.Close()
}
