//go:build etcd

package e2e

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
)

// voters are the members of one etcd.
type voters struct {
	members []*voter
	between map[[2]int]*cable // from one member to another one, by their numbers
}

// voter is one of them.
type voter struct {
	t      *testing.T
	client string // address
	args   []string
	cmd    *exec.Cmd
	pid    atomic.Int64
}

// startEtcd starts so many members.
func startEtcd(t *testing.T, members int) *voters {
	t.Helper()
	program := os.Getenv(serverEnv)
	if program == "" {
		t.Skip("set " + serverEnv + " to the program of an etcd server, 3.4 or later")
	}
	v, dir := &voters{between: map[[2]int]*cable{}}, t.TempDir()
	var peers, doors, all []string
	for i := range members {
		peers = append(peers, freeAddress(t))
		doors = append(doors, v.door(t, i, peers[i], members))
		all = append(all, fmt.Sprintf("m%d=http://%s", i, doors[i]))
	}
	for i, peer := range peers {
		client, name := freeAddress(t), fmt.Sprint("m", i)
		v.members = append(v.members, &voter{t: t, client: client, args: []string{
			program, "--name", name, "--data-dir", filepath.Join(dir, name), "--log-level", "fatal",
			"--listen-client-urls", "http://" + client, "--advertise-client-urls", "http://" + client,
			"--listen-peer-urls", "http://" + peer, "--initial-advertise-peer-urls", "http://" + doors[i], "--initial-cluster", strings.Join(all, ","),
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
	v.pid.Store(int64(v.cmd.Process.Pid))
}

// door is where other members come to one, each by its own cable. Which of them comes is
// told by whose process has the other end.
func (v *voters) door(t *testing.T, to int, peer string, members int) string {
	t.Helper()
	others := newCable(t, peer) // for whoever that is
	for from := range members {
		v.between[[2]int{from, to}] = newCable(t, peer)
	}
	return answer(t, func(conn net.Conn) *cable {
		inode := socketOf(conn.RemoteAddr())
		for from, one := range v.members {
			if hasSocket(one.pid.Load(), inode) {
				return v.between[[2]int{from, to}]
			}
		}
		return others
	})
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
