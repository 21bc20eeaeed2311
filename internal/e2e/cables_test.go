//go:build etcd

package e2e

import (
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// cable is a network link between two processes that can be partitioned one way or both ways.
type cable struct {
	addr, to string

	mu    sync.Mutex // guards what follows
	whole [2]chan struct{}
	ends  map[net.Conn]bool
}

// The directions of a cable.
const (
	there = iota
	back
)

// newCable returns a cable that is removed at the end of the test.
func newCable(t *testing.T, to string) *cable {
	t.Helper()
	c := &cable{to: to, ends: map[net.Conn]bool{}}
	for way := range c.whole {
		c.whole[way] = make(chan struct{})
		close(c.whole[way])
	}
	t.Cleanup(c.mend)
	return c
}

// lay returns a cable that begins at a new address.
func lay(t *testing.T, to string) *cable {
	t.Helper()
	c := newCable(t, to)
	c.addr = answer(t, func(net.Conn) *cable { return c })
	return c
}

// answer returns an address whose connections use the cable that which returns.
func answer(t *testing.T, which func(net.Conn) *cable) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	check(t, err)
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() { which(conn).carry(conn) }()
		}
	}()
	return listener.Addr().String()
}

// isWhole returns a channel that is closed while a direction is not cut.
func (c *cable) isWhole(way int) <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.whole[way]
}

// carry forwards a connection both ways. Nothing arrives while the cable is cut, and neither end is told.
func (c *cable) carry(here net.Conn) {
	defer here.Close()
	<-c.isWhole(there)
	<-c.isWhole(back)
	far, err := net.Dial("tcp", c.to)
	if err != nil {
		return // refused, which the caller sees at once
	}
	defer far.Close()
	c.mu.Lock()
	c.ends[here], c.ends[far] = true, true
	c.mu.Unlock()
	go func() {
		_, _ = io.Copy(plug{far, c, there}, here)
		_ = far.Close()
	}()
	_, _ = io.Copy(plug{here, c, back}, far)
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.ends, here)
	delete(c.ends, far)
}

// plug is an end of a connection to which nothing is written while its direction is cut.
type plug struct {
	net.Conn
	cable *cable
	way   int
}

func (p plug) Write(data []byte) (int, error) {
	<-p.cable.isWhole(p.way)
	return p.Conn.Write(data)
}

// cut cuts some directions of a cable.
func (c *cable) cut(ways ...int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, way := range ways {
		c.whole[way] = make(chan struct{})
	}
}

// mend restores the cable and ends the connections that were on it.
func (c *cable) mend() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, way := range c.whole {
		select {
		case <-way:
		default:
			close(way)
		}
	}
	for one := range c.ends {
		_ = one.Close()
	}
}

// socketOf returns the kernel's number of the socket at a local address, or "" if unknown.
func socketOf(addr net.Addr) string {
	tcp, is := addr.(*net.TCPAddr)
	table, err := os.ReadFile("/proc/net/tcp")
	if !is || err != nil {
		return ""
	}
	ip := tcp.IP.To4()
	local := fmt.Sprintf("%02X%02X%02X%02X:%04X", ip[3], ip[2], ip[1], ip[0], tcp.Port)
	for line := range strings.Lines(string(table)) {
		if fields := strings.Fields(line); len(fields) > 9 && fields[1] == local {
			return "socket:[" + fields[9] + "]"
		}
	}
	return ""
}

// hasSocket reports whether a process has a socket.
func hasSocket(pid int64, socket string) bool {
	files, err := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
	if err != nil || socket == "" {
		return false
	}
	for _, file := range files {
		if to, err := os.Readlink(file); err == nil && to == socket {
			return true
		}
	}
	return false
}
