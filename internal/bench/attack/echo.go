package attack

import (
	"context"
	"io"
	"net"
	"time"

	"parlor/internal/bench/driver"
)

// echo is a process that only sends back what it receives. Its latency is what the machine alone
// adds to the latency of clients.
type echo struct {
	*driver.Server
	conn net.Conn
}

// startEcho starts an echo server and connects to it.
func startEcho(ctx context.Context, log io.Writer) (*echo, error) {
	e := &echo{Server: driver.Echo(log)}
	_, err := e.Start()
	if err == nil {
		e.conn, err = (&net.Dialer{}).DialContext(ctx, "tcp", e.Addr)
	}
	return e, err
}

// latency returns how long an echo takes, or 0 if there is no echo process.
func (e *echo) latency() time.Duration {
	sent := make([]byte, 100)
	began := time.Now()
	if _, err := e.conn.Write(sent); err != nil {
		return 0
	}
	if _, err := io.ReadFull(e.conn, sent); err != nil {
		return 0
	}
	return time.Since(began)
}

// end stops the process.
func (e *echo) end() {
	if e.conn != nil {
		_ = e.conn.Close()
	}
	_ = e.Stop()
}
