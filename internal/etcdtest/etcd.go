// Package etcdtest runs etcd members and creates TLS certificates for tests and benchmarks of a cluster on this
// computer.
package etcdtest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
)

// EtcdEnv names the variable with the path of the etcd binary.
const EtcdEnv = "PARLOR_ETCD"

// ErrNoEtcd is returned if there is no etcd binary.
var ErrNoEtcd = errors.New("this needs an etcd server, 3.4 or later: set " + EtcdEnv + " to its program, or install Debian's package etcd-server")

// FindEtcd returns the path of the etcd binary.
func FindEtcd() (string, error) {
	if program := os.Getenv(EtcdEnv); program != "" {
		return program, nil
	}
	program, err := exec.LookPath("etcd")
	if err != nil {
		return "", ErrNoEtcd
	}
	return program, nil
}

// The ports of FreeAddress are below the ephemeral ports (from 32768 on Linux), so that no outgoing connection can
// take one before the server listens on it.
const (
	firstPort = 10_000
	lastPort  = 32_767
)

// FreeAddress returns a local address that is not in use and is no ephemeral port.
func FreeAddress() (addr string, err error) {
	for range 100 {
		var listener net.Listener
		addr = net.JoinHostPort("127.0.0.1", strconv.Itoa(firstPort+rand.IntN(lastPort-firstPort+1)))
		if listener, err = net.Listen("tcp", addr); err == nil { //nolint:noctx // it waits for nobody
			return addr, listener.Close()
		}
	}
	return "", err
}

// Member is an etcd server.
type Member struct {
	Client string // HOST:PORT for clients
	args   []string
	cmd    *exec.Cmd // nil while it is not running
	pid    atomic.Int64
}

// Etcd returns n members of one etcd, which are not running yet, with their data in dir. If papers is not "", it is a
// directory with TLS files that members and clients must use. If door is not nil, it returns the address at which the
// other members reach a member.
func Etcd(program, dir, papers string, members int, door func(member int, peer string) string) ([]*Member, error) {
	if door == nil {
		door = func(_ int, peer string) string { return peer }
	}
	way, secure := "http://", []string(nil)
	if papers != "" {
		way = "https://"
		for _, who := range []string{"", "peer-"} {
			secure = append(secure, "--"+who+"client-cert-auth", "--"+who+"trusted-ca-file", filepath.Join(papers, Authority),
				"--"+who+"cert-file", filepath.Join(papers, Certificate), "--"+who+"key-file", filepath.Join(papers, Key))
		}
	}
	all, peers, doors, names := make([]*Member, members), make([]string, members), make([]string, members), make([]string, members)
	for i := range all {
		client, err := FreeAddress()
		if err != nil {
			return nil, err
		}
		peer, err := FreeAddress()
		if err != nil {
			return nil, err
		}
		all[i], peers[i], doors[i] = &Member{Client: client}, way+peer, way+door(i, peer)
		names[i] = fmt.Sprintf("m%d=%s", i, doors[i])
	}
	for i, one := range all {
		name, client := fmt.Sprint("m", i), way+one.Client
		one.args = append([]string{
			program, "--name", name, "--data-dir", filepath.Join(dir, name), "--log-level", "fatal",
			"--listen-client-urls", client, "--advertise-client-urls", client,
			"--listen-peer-urls", peers[i], "--initial-advertise-peer-urls", doors[i], "--initial-cluster", strings.Join(names, ","),
		}, secure...)
	}
	return all, nil
}

// Start starts a member, which ends with this process at the latest.
func (m *Member) Start() error {
	m.cmd = exec.Command(m.args[0], m.args[1:]...) //nolint:gosec,noctx // named by who runs this; Kill ends it
	// As in docs/cluster.md: otherwise a member of version 3.4 that was partitioned disrupts the leader when it
	// returns, and each keeps 100,000 changes in memory.
	m.cmd.Env = append(os.Environ(), "ETCD_PRE_VOTE=true", "ETCD_SNAPSHOT_COUNT=10000")
	EndWithThis(m.cmd)
	if err := m.cmd.Start(); err != nil {
		return err
	}
	m.pid.Store(int64(m.cmd.Process.Pid))
	return nil
}

// Kill kills the member if it is running.
func (m *Member) Kill() {
	if m.cmd == nil || m.cmd.Process == nil {
		return
	}
	_ = m.cmd.Process.Kill()
	_ = m.cmd.Wait() // it was killed
	m.cmd = nil
}

// PID returns the process ID of the last start.
func (m *Member) PID() int64 { return m.pid.Load() }
