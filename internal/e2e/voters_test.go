//go:build etcd

package e2e

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// voters are the members of one etcd.
type voters struct{ members []*voter }

// voter is one of them.
type voter struct {
	t      *testing.T
	client string // address
	args   []string
	cmd    *exec.Cmd
}

// startEtcd starts so many members.
func startEtcd(t *testing.T, members int) *voters {
	t.Helper()
	program := os.Getenv(serverEnv)
	if program == "" {
		t.Skip("set " + serverEnv + " to the program of an etcd server, 3.4 or later")
	}
	v, dir := &voters{}, t.TempDir()
	var peers, all []string
	for i := range members {
		peers = append(peers, freeAddress(t))
		all = append(all, fmt.Sprintf("m%d=http://%s", i, peers[i]))
	}
	for i, peer := range peers {
		client, name := freeAddress(t), fmt.Sprint("m", i)
		v.members = append(v.members, &voter{t: t, client: client, args: []string{
			program, "--name", name, "--data-dir", filepath.Join(dir, name), "--log-level", "fatal",
			"--listen-client-urls", "http://" + client, "--advertise-client-urls", "http://" + client,
			"--listen-peer-urls", "http://" + peer, "--initial-advertise-peer-urls", "http://" + peer, "--initial-cluster", strings.Join(all, ","),
		}})
	}
	for _, one := range v.members {
		one.start()
		t.Cleanup(one.kill)
	}
	return v
}

func (v *voter) start() {
	v.t.Helper()
	v.cmd = exec.CommandContext(context.Background(), v.args[0], v.args[1:]...) // kill ends it
	v.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	check(v.t, v.cmd.Start())
}

func (v *voter) kill() {
	_ = v.cmd.Process.Kill()
	_ = v.cmd.Wait() // it was killed
}

// again kills a member and starts it after a rest.
func (v *voter) again(rest func()) {
	v.t.Helper()
	v.kill()
	rest()
	v.start()
}

// cable leads from one machine to a member of etcd, until it is cut.
type cable struct {
	addr, to string

	mu    sync.Mutex // guards what follows
	whole chan struct{}
	ends  map[net.Conn]bool
}

// lay lays a cable, which is taken away with the test.
func lay(t *testing.T, to string) *cable {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	check(t, err)
	c := &cable{addr: listener.Addr().String(), to: to, whole: make(chan struct{}), ends: map[net.Conn]bool{}}
	close(c.whole)
	t.Cleanup(func() {
		_ = listener.Close()
		c.mend()
	})
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go c.carry(conn)
		}
	}()
	return c
}

// isWhole is closed while the cable is not cut.
func (c *cable) isWhole() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.whole
}

// carry carries a connection both ways. While the cable is cut nothing arrives, and
// nobody is told.
func (c *cable) carry(here net.Conn) {
	defer here.Close()
	<-c.isWhole()
	there, err := net.Dial("tcp", c.to)
	if err != nil {
		return // nobody is there, which is seen at once
	}
	defer there.Close()
	c.mu.Lock()
	c.ends[here], c.ends[there] = true, true
	c.mu.Unlock()
	go func() {
		_, _ = io.Copy(plug{there, c}, here)
		_ = there.Close()
	}()
	_, _ = io.Copy(plug{here, c}, there)
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.ends, here)
	delete(c.ends, there)
}

// plug is an end of a connection to which nothing is written while the cable is cut.
type plug struct {
	net.Conn
	cable *cable
}

func (p plug) Write(data []byte) (int, error) {
	<-p.cable.isWhole()
	return p.Conn.Write(data)
}

// cut cuts all cables of a machine.
func (m *machine) cut() {
	for _, one := range m.cables {
		one.mu.Lock()
		one.whole = make(chan struct{})
		one.mu.Unlock()
	}
}

// mend has them lead on, and ends the connections that were on them.
func (m *machine) mend() {
	for _, one := range m.cables {
		one.mend()
	}
}

func (c *cable) mend() {
	c.mu.Lock()
	defer c.mu.Unlock()
	select {
	case <-c.whole:
	default:
		close(c.whole)
	}
	for one := range c.ends {
		_ = one.Close()
	}
}
