package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"time"
)

// echo is a process that sends back what it is sent: how long that takes is what the
// machine alone makes people wait, whatever else it does.
type echo struct {
	cmd  *exec.Cmd
	in   io.WriteCloser
	conn net.Conn
}

// reflect is that process. It ends with its input.
func reflect(in io.Reader, out, log io.Writer) int {
	listener, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		_, _ = fmt.Fprintln(log, "abuse:", err)
		return 1
	}
	_, _ = fmt.Fprintln(out, listener.Addr())
	go func() {
		_, _ = io.Copy(io.Discard, in)
		_ = listener.Close()
	}()
	for {
		conn, err := listener.Accept()
		if err != nil {
			return 0
		}
		go func() { _, _ = io.Copy(conn, conn) }()
	}
}

// startEcho starts one, and connects to it.
func startEcho(ctx context.Context) (*echo, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	e := &echo{cmd: exec.Command(self, echoWord)} //nolint:gosec,noctx // itself; it ends with its input
	out, err := e.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if e.in, err = e.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if err := e.cmd.Start(); err != nil {
		return nil, err
	}
	var addr string
	if _, err := fmt.Fscanln(out, &addr); err != nil {
		return nil, err
	}
	e.conn, err = (&net.Dialer{}).DialContext(ctx, "tcp", addr)
	return e, err
}

// times is how long an echo takes; zero where there is none.
func (e *echo) times() time.Duration {
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

// end has the process end, and waits until it has.
func (e *echo) end() {
	if e.conn != nil {
		_ = e.conn.Close()
	}
	_ = e.in.Close()
	_ = e.cmd.Wait()
}
