//go:build etcd

package e2e

import (
	"bufio"
	"context"
	"io"
	mathrand "math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"
	"zombiezen.com/go/sqlite"

	"parlor/hostkeys"
	"parlor/internal/etcdtest"
	"parlor/internal/terminal"
	"parlor/lobby"
)

// farm is a cluster of nodes behind a load balancer.
type farm struct {
	t     *testing.T
	etcd  *voters
	dir   string
	nodes []*machine

	mu     sync.Mutex // guards what follows
	routes map[string]route
}

// route is the node to which a connection led, and which of its runs.
type route struct {
	to    *machine
	lives int
}

// machine is a node.
type machine struct {
	farm       *farm
	name, peer string
	cables     []*cable            // to the etcd members
	lines      map[*machine]*cable // to the other nodes
	program    string              // "" for this program
	cmd        *exec.Cmd
	also       []string // arguments

	mu    sync.Mutex // guards what follows
	addr  string     // "" while it is not running
	lives int        // number of starts
}

func (r route) name() string {
	if r.to == nil {
		return "none"
	}
	return r.to.name
}

// newFarm returns a cluster with the given numbers of nodes and etcd members.
func newFarm(t *testing.T, nodes, members int) *farm {
	t.Helper()
	return newFarmOf(t, "", nodes, members)
}

// newFarmOf is newFarm with another program; "" means this one.
func newFarmOf(t *testing.T, program string, nodes, members int) *farm {
	t.Helper()
	f := &farm{t: t, dir: t.TempDir(), etcd: startEtcd(t, members), routes: map[string]route{}}
	keys := filepath.Join(f.dir, "keys")
	check(t, os.Mkdir(keys, 0o700))
	text, err := slowKey()
	check(t, err)
	check(t, os.WriteFile(filepath.Join(keys, hostkeys.RSAFile), text, 0o600))
	_, _, err = hostkeys.Load(keys)
	check(t, err)
	check(t, etcdtest.WriteCertificates(f.dir))
	for i := range nodes {
		f.nodes = append(f.nodes, f.machine(string(rune('a'+i))))
		f.nodes[i].program = program
	}
	for _, one := range f.nodes {
		for _, other := range f.nodes {
			if other != one {
				one.lines[other] = lay(t, other.peer)
			}
		}
	}
	t.Cleanup(func() {
		for _, one := range f.nodes {
			if one.cmd != nil {
				one.kill()
			}
		}
	})
	for _, one := range f.nodes {
		one.start()
	}
	return f
}

// machine returns a node that is not running yet.
func (f *farm) machine(name string) *machine {
	m := &machine{farm: f, name: name, peer: freeAddress(f.t), lines: map[*machine]*cable{}}
	for _, one := range f.etcd.members {
		m.cables = append(m.cables, lay(f.t, one.Client))
	}
	return m
}

// freeAddress returns an unused address.
func freeAddress(t *testing.T) string {
	t.Helper()
	addr, err := etcdtest.FreeAddress()
	check(t, err)
	return addr
}

// arguments returns the arguments of a node.
func (m *machine) arguments() []string {
	in := func(name string) string { return filepath.Join(m.farm.dir, name) }
	var keepers []string
	for _, one := range m.cables {
		keepers = append(keepers, one.addr)
	}
	return append([]string{
		"--addr", "127.0.0.1:0", "--host-keys", in("keys"), "--data", m.data(), "--log", "warn", "--bot-pace", "1ms", "--drain", "3s",
		"--cluster", "etcd://" + strings.Join(keepers, ","), "--node", m.name, "--peer-addr", m.peer,
		"--peer-ca", in(etcdtest.Authority), "--peer-cert", in(etcdtest.Certificate), "--peer-key", in(etcdtest.Key),
	}, m.also...)
}

// start starts a node, retrying if it gives up, because etcd may be slow on a busy computer.
func (m *machine) start() {
	m.farm.t.Helper()
	for late := time.Now().Add(patience / 3); !m.tryStart(); {
		if time.Now().After(late) {
			m.farm.t.Fatalf("machine %s does not start", m.name)
		}
	}
}

// tryStart starts a node once and reports whether it runs.
func (m *machine) tryStart() bool {
	t := m.farm.t
	t.Helper()
	if m.program != "" {
		m.cmd = exec.CommandContext(context.Background(), m.program, m.arguments()...)
	} else {
		var cables []string
		for other, line := range m.lines {
			cables = append(cables, other.peer+"="+line.addr)
		}
		m.cmd = exec.CommandContext(context.Background(), os.Args[0]) // kill or terminate ends it
		m.cmd.Env = append(os.Environ(), childArgs+"="+strings.Join(m.arguments(), " "), childCables+"="+strings.Join(cables, ","))
	}
	m.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	m.cmd.Stderr = saying{t, m.name}
	output, err := m.cmd.StdoutPipe()
	check(t, err)
	check(t, m.cmd.Start())
	lines := bufio.NewScanner(output)
	for lines.Scan() {
		if _, port, found := strings.Cut(lines.Text(), "ssh -p "); found {
			m.at("127.0.0.1:" + strings.Fields(port)[0])
			go func() { _, _ = io.Copy(io.Discard, output) }()
			return true
		}
	}
	t.Logf("machine %s did not print how to join: %v", m.name, m.cmd.Wait())
	return false
}

// at sets where the node is reached.
func (m *machine) at(addr string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.addr = addr; addr != "" {
		m.lives++
	}
}

// life returns the route of new connections to the node.
func (m *machine) life() route {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.addr == "" {
		return route{}
	}
	return route{m, m.lives}
}

func (m *machine) address() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.addr
}

// kill kills a node.
func (m *machine) kill() {
	m.at("")
	_ = m.cmd.Process.Kill()
	_ = m.cmd.Wait() // it was killed
	m.cmd = nil
}

// terminate stops a node gracefully.
func (m *machine) terminate() {
	m.at("")
	check(m.farm.t, m.cmd.Process.Signal(syscall.SIGTERM))
	if err := m.cmd.Wait(); err != nil {
		m.farm.t.Errorf("machine %s ended with %v", m.name, err)
	}
	m.cmd = nil
}

// saying logs a node's standard error.
type saying struct {
	t    *testing.T
	name string
}

func (s saying) Write(text []byte) (int, error) {
	s.t.Logf("machine %s: %s", s.name, strings.TrimSpace(string(text)))
	return len(text), nil
}

// balance returns the load balancer's address, which forwards to any node that answers.
func (f *farm) balance() string {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	check(f.t, err)
	f.t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go f.pass(conn)
		}
	}()
	return listener.Addr().String()
}

// pass forwards a connection to a node.
func (f *farm) pass(conn net.Conn) {
	defer conn.Close()
	for _, i := range mathrand.Perm(len(f.nodes)) {
		life, addr := f.nodes[i].life(), f.nodes[i].address()
		if addr == "" {
			continue
		}
		there, err := net.Dial("tcp", addr)
		if err != nil {
			continue
		}
		defer there.Close()
		f.mu.Lock()
		f.routes[conn.RemoteAddr().String()] = life
		f.mu.Unlock()
		go func() {
			_, _ = io.Copy(there, conn)
			_ = there.Close()
		}()
		_, _ = io.Copy(conn, there)
		return
	}
}

// settled waits until all nodes have applied all changes.
func (f *farm) settled() {
	f.t.Helper()
	places := func() []int64 {
		var all []int64
		for _, one := range f.nodes {
			rows(f.t, one.data(), "SELECT number FROM stream", func(row *sqlite.Stmt) { all = append(all, row.ColumnInt64(0)) })
		}
		return slices.Compact(all)
	}
	for late := time.Now().Add(patience); len(places()) > 1; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(late) {
			f.t.Fatalf("the machines have come as far as %v", places())
		}
	}
}

// data returns a node's data folder.
func (m *machine) data() string { return filepath.Join(m.farm.dir, "data-"+m.name) }

// TestARoomOutlivesItsMachines plays with a player at another node than the room's, which is stopped, and then kills
// the next node that has the room.
func TestARoomOutlivesItsMachines(t *testing.T) {
	f := newFarm(t, 3, 1)
	anna, bo := dial(t, f.nodes[0].address(), "anna"), dial(t, f.nodes[1].address(), "bo")
	anna.press("n")
	anna.see("create the room")
	anna.press(enter)
	anna.see("anna  (you, host)")
	code := codeOn(anna.Screen())
	if code == "" {
		t.Fatalf("there is no code on\n%s", anna.Screen())
	}
	bo.HangUp()
	bo = dialRoom(t, f.nodes[1].address(), "bo", code)
	bo.see("bo  (you")
	anna.see("You can begin")
	anna.press(enter)
	playUntil("won game 1", anna, bo)
	f.nodes[0].terminate()
	anna = dial(t, f.nodes[2].address(), "anna")
	anna.see("Welcome back")
	playUntil("won game 2", anna, bo)
	died := time.Now()
	f.nodes[2].kill()
	anna = dial(t, f.nodes[1].address(), "anna")
	anna.see("Welcome back")
	t.Logf("anna is back at the table %v after its machine was killed", time.Since(died).Round(10*time.Millisecond))
	playUntil("won the match", anna, bo)
}

// TestWhatANodeIsMissingIsSaid starts incompatible nodes.
func TestWhatANodeIsMissingIsSaid(t *testing.T) {
	f := newFarm(t, 1, 1)
	other := (&farm{t: t, etcd: f.etcd, dir: t.TempDir()}).machine("b")
	check(t, etcdtest.WriteCertificates(other.farm.dir))
	starting := func(args ...string) string {
		status, _, stderr := command(t, append(other.arguments(), args...)...)
		if status == 0 {
			t.Error("the node starts")
		}
		return stderr
	}
	if said := starting(); !strings.Contains(said, "copy those of another node") {
		t.Errorf("without host keys it is said %q", said)
	}
	_, _, err := hostkeys.Load(filepath.Join(other.farm.dir, "keys"))
	check(t, err)
	text, err := slowKey()
	check(t, err)
	check(t, os.WriteFile(filepath.Join(other.farm.dir, "keys", hostkeys.RSAFile), text, 0o600))
	if said := starting(); !strings.Contains(said, "copy the folder of the host keys") {
		t.Errorf("with other host keys it is said %q", said)
	}
	// A certificate of another authority is refused.
	config := &gossh.ClientConfig{User: "x", HostKeyCallback: gossh.InsecureIgnoreHostKey(), Timeout: patience}
	if conn, err := gossh.Dial("tcp", f.nodes[0].peer, config); err == nil {
		_ = conn.Close()
		t.Error("a stranger is let in as a node")
	}
	f.nodes[0].terminate()
}

// dialRoom connects straight to a room, with its code as the user name.
func dialRoom(t *testing.T, addr, name, code string) *player {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	client, err := terminal.Dial(ctx, addr, terminal.Options{User: code, Key: keyOf(t, name)})
	check(t, err)
	t.Cleanup(client.HangUp)
	return &player{Client: client, t: t, ctx: ctx, name: name, asked: askLine}
}

// codeOn returns the code of the room on a screen.
func codeOn(screen string) string {
	for _, word := range strings.Fields(screen) {
		if lobby.HasCodeForm(word) {
			return word
		}
	}
	return ""
}
