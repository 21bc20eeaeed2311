//go:build etcd

package etcd_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"

	local "parlor/internal/etcdtest"
	"parlor/store/etcd"
)

// serverEnv names the etcd binary. Without it, tests that need a server are skipped.
const serverEnv = "PARLOR_ETCD"

// servers is an etcd cluster on this computer.
type servers struct {
	members []*member
}

// member is one server.
type member struct {
	name, client, peer string
	args               []string
	process            *exec.Cmd
}

// freeAddress returns an unused address.
func freeAddress(t *testing.T) string {
	t.Helper()
	addr, err := local.FreeAddress()
	if err != nil {
		t.Fatal(err)
	}
	return addr
}

// startCluster starts n servers and waits for a leader.
func startCluster(t *testing.T, n int) *servers {
	t.Helper()
	program := os.Getenv(serverEnv)
	if program == "" {
		t.Skip("set " + serverEnv + " to the program of an etcd server, 3.4 or later")
	}
	c := &servers{}
	var peers []string
	for i := range n {
		m := &member{name: fmt.Sprint("m", i), client: freeAddress(t), peer: freeAddress(t)}
		peers = append(peers, m.name+"=http://"+m.peer)
		c.members = append(c.members, m)
	}
	dir := t.TempDir()
	for _, m := range c.members {
		m.args = []string{
			program, "--name", m.name, "--data-dir", filepath.Join(dir, m.name),
			"--listen-client-urls", "http://" + m.client, "--advertise-client-urls", "http://" + m.client,
			"--listen-peer-urls", "http://" + m.peer, "--initial-advertise-peer-urls", "http://" + m.peer,
			"--initial-cluster", strings.Join(peers, ","), "--log-level", "error",
		}
		m.start(t)
	}
	t.Cleanup(func() {
		for _, m := range c.members {
			m.kill()
		}
	})
	c.wait(t)
	return c
}

func (m *member) start(t *testing.T) {
	t.Helper()
	m.process = exec.Command(m.args[0], m.args[1:]...)
	m.process.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := m.process.Start(); err != nil {
		t.Fatal(err)
	}
}

func (m *member) kill() {
	if m.process != nil {
		_ = m.process.Process.Kill()
		_ = m.process.Wait()
		m.process = nil
	}
}

// wait waits until the cluster accepts a write.
func (c *servers) wait(t *testing.T) {
	t.Helper()
	client := c.dial(t)
	for t.Context().Err() == nil {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		_, err := client.Put(ctx, "ready", "yes")
		cancel()
		if err == nil {
			return
		}
	}
	t.Fatal("the cluster does not begin")
}

// dial returns a client of all members.
func (c *servers) dial(t *testing.T) *clientv3.Client {
	t.Helper()
	var hosts []string
	for _, m := range c.members {
		hosts = append(hosts, m.client)
	}
	client, err := etcd.Dial(etcd.Scheme+strings.Join(hosts, ","), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	return client
}

// leader returns the leader.
func (c *servers) leader(t *testing.T) *member {
	t.Helper()
	client := c.dial(t)
	for t.Context().Err() == nil {
		for _, m := range c.members {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			status, err := client.Status(ctx, "http://"+m.client)
			cancel()
			if err == nil && status.Leader == status.Header.MemberId {
				return m
			}
		}
	}
	t.Fatal("nobody leads")
	return nil
}
