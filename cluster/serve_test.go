package cluster

import (
	"fmt"
	"log/slog"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// TestOneLineAMinuteForConnectionsThatFail checks that failed connections of one address log once a minute, and that
// at most maxPeers addresses are remembered.
func TestOneLineAMinuteForConnectionsThatFail(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		out := &written{}
		n := New(Config{Self: Member{Name: "a"}, Log: slog.New(slog.NewTextHandler(out, nil))})
		callers := make(callers)
		n.Answer(callers)
		fails := func(from string) {
			here, there := net.Pipe()
			callers <- caller{here, from}
			_ = there.Close()
			synctest.Wait()
		}
		fails("203.0.113.7:1000")
		fails("[2001:db8::1]:1000")
		if got := out.take(); len(got) != 2 || !strings.Contains(got[0], "from=203.0.113.7 ") || !strings.Contains(got[0], "times=1 err=") || !strings.Contains(got[1], "from=2001:db8::1 ") {
			t.Errorf("at first the log has %q", got)
		}
		for port := range 600 { // ten minutes
			fails(fmt.Sprintf("203.0.113.7:%d", 2000+port))
			time.Sleep(time.Second)
		}
		got := out.take()
		if len(got) < 8 || len(got) > 10 || !strings.Contains(got[0], "times=") || strings.Contains(got[0], "times=1 ") {
			t.Errorf("in ten minutes there were %d lines: %q", len(got), got)
		}
		time.Sleep(time.Hour)
		out.take()
		for i := range 2 * maxPeers {
			fails(fmt.Sprintf("10.0.%d.%d:1", i/256, i%256))
		}
		if got := out.take(); len(got) != maxPeers {
			t.Errorf("of very many addresses there are %d lines", len(got))
		}
		time.Sleep(time.Hour)
		if got := out.take(); len(got) != 1 || !strings.Contains(got[0], fmt.Sprintf("times=%d", maxPeers)) {
			t.Errorf("later there are %q", got)
		}
		fails("203.0.113.7:1")
		n.stop()
		n.work.Wait()
		time.Sleep(time.Hour)
		if got := out.take(); len(got) != 1 {
			t.Errorf("after an hour an address that fails again has %q", got)
		}
	})
}

// callers is a listener that accepts the connections sent to it.
type callers chan caller

func (c callers) Accept() (net.Conn, error) {
	one, is := <-c
	if !is {
		return nil, net.ErrClosed
	}
	return one, nil
}

func (c callers) Close() error {
	defer func() { _ = recover() }() // Answer may close it again
	close(c)
	return nil
}

func (callers) Addr() net.Addr { return address("here") }

// caller is a connection with a remote address.
type caller struct {
	net.Conn
	from string
}

func (c caller) RemoteAddr() net.Addr { return address(c.from) }

type address string

func (address) Network() string  { return "tcp" }
func (a address) String() string { return string(a) }

// written collects log lines from several goroutines.
type written struct {
	mu    sync.Mutex
	lines []string
}

func (w *written) Write(line []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.lines = append(w.lines, string(line))
	return len(line), nil
}

func (w *written) take() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	lines := w.lines
	w.lines = nil
	return lines
}
