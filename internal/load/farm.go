package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"parlor/internal/machines"
)

// farm is one parlor that is alone, with its rooms in SQLite, and some that are one
// server, with their rooms in an etcd: all of them on this machine, each in a process of
// its own, and with standard settings apart from how many connections and rooms there may be.
type farm struct {
	l     *load
	dir   string
	built [2]program // without and with the tag etcd
	etcd  []*machines.Member
	alone *machine
	nodes []*machine
}

// clusterTag is that of a parlor which can be one of several machines.
const clusterTag = "etcd"

// How many there are of each.
const (
	nodesOfFarm   = 3
	membersOfEtcd = 3
)

// program is parlor as it was built.
type program struct {
	file  string
	bytes int64
}

// build builds parlor as releases are, with tags or without.
func (f *farm) build(name, tags string) (one program, err error) {
	one.file = filepath.Join(f.dir, name)
	if _, err := goBuild(one.file, tags, os.Environ()); err != nil {
		return one, err
	}
	is, err := os.Stat(one.file)
	if err != nil {
		return one, err
	}
	one.bytes = is.Size()
	return one, nil
}

// goBuild builds parlor, and returns how much of processors that took.
func goBuild(file, tags string, environment []string) (time.Duration, error) {
	cmd := exec.Command("go", "build", "-buildvcs=false", "-ldflags", "-s -w", "-tags", tags, "-o", file, "parlor") //nolint:gosec,noctx // it ends by itself
	cmd.Env = environment
	if said, err := cmd.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("parlor cannot be built: %w\n%s", err, said)
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), nil
}

// coldBuild is how much of processors a build takes that finds nothing made before.
func (f *farm) coldBuild(tags string) (took time.Duration, err error) {
	cache, err := os.MkdirTemp(f.dir, "cache-")
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(cache)) }()
	return goBuild(filepath.Join(cache, "parlor"), tags, append(os.Environ(), "GOCACHE="+cache))
}

// newFarm builds both programs and starts all processes.
func (l *load) newFarm() (f *farm, err error) {
	etcd, err := machines.FindEtcd()
	if err != nil {
		return nil, err
	}
	f = &farm{l: l}
	if f.dir, err = os.MkdirTemp("", "parlor-load-"); err != nil {
		return nil, err
	}
	if err := f.start(etcd); err != nil {
		return nil, errors.Join(err, f.end())
	}
	return f, nil
}

func (f *farm) start(etcd string) (err error) {
	for i, tags := range []string{"", clusterTag} {
		if f.built[i], err = f.build("parlor"+tags, tags); err != nil {
			return err
		}
	}
	if err := machines.WritePapers(f.dir); err != nil {
		return err
	}
	if f.etcd, err = machines.Etcd(etcd, f.dir, f.dir, membersOfEtcd, nil); err != nil {
		return err
	}
	for _, one := range f.etcd {
		if err := one.Start(); err != nil {
			return err
		}
	}
	// The one that is alone makes the host keys, which nodes do not.
	f.alone = f.machine(0, "alone")
	if _, err := f.alone.start(); err != nil {
		return err
	}
	var voters []string
	for _, one := range f.etcd {
		voters = append(voters, one.Client)
	}
	for i := range nodesOfFarm {
		peer, err := machines.FreeAddress()
		if err != nil {
			return err
		}
		name := string(rune('a' + i))
		f.nodes = append(f.nodes, f.machine(1, name,
			"--cluster", "etcd://"+strings.Join(voters, ","), "--node", name, "--peer-addr", peer,
			"--peer-ca", f.in(machines.Authority), "--peer-cert", f.in(machines.Certificate), "--peer-key", f.in(machines.Key),
			"--etcd-ca", f.in(machines.Authority), "--etcd-cert", f.in(machines.Certificate), "--etcd-key", f.in(machines.Key)))
		if _, err := f.nodes[i].start(); err != nil {
			return err
		}
	}
	return nil
}

func (f *farm) in(name string) string { return filepath.Join(f.dir, name) }

// end ends all, and removes what they had.
func (f *farm) end() (err error) {
	for _, one := range append(f.nodes, f.alone) {
		if one != nil {
			err = errors.Join(err, one.stop())
		}
	}
	for _, one := range f.etcd {
		one.Kill()
	}
	return errors.Join(err, os.RemoveAll(f.dir))
}

// machine is a parlor of the farm.
type machine struct {
	log     io.Writer
	program string
	data    string
	args    []string
	addr    string
	cmd     *exec.Cmd // nil while it does not run
}

// machine is one that does not run yet.
func (f *farm) machine(built int, name string, args ...string) *machine {
	data := f.in("data-" + name)
	return &machine{log: f.l.log, program: f.built[built].file, data: data, args: append([]string{
		"--addr", "127.0.0.1:0", "--host-keys", f.in("keys"), "--data", data, "--log", "error", "--drain", "1s",
		"--max-connections", "100000", "--max-rooms", "100000",
	}, args...)}
}

// start starts the machine, and returns how long it took until it said how to come.
func (m *machine) start() (time.Duration, error) {
	m.cmd = exec.Command(m.program, m.args...) //nolint:gosec,noctx // built before; stop ends it
	m.cmd.Stderr = m.log
	machines.EndWithThis(m.cmd)
	out, err := m.cmd.StdoutPipe()
	if err != nil {
		return 0, err
	}
	began := time.Now()
	if err := m.cmd.Start(); err != nil {
		m.cmd = nil
		return 0, err
	}
	lines := bufio.NewReader(out)
	if m.addr, err = invited(lines); err != nil {
		return 0, fmt.Errorf("%s has not started: %w", m.program, err)
	}
	go func() { _, _ = io.Copy(io.Discard, lines) }()
	return time.Since(began), nil
}

// stop ends the machine as an operator does, if it runs.
func (m *machine) stop() error {
	if m.cmd == nil || m.cmd.Process == nil {
		return nil
	}
	err := m.cmd.Process.Signal(syscall.SIGTERM)
	err = errors.Join(err, m.cmd.Wait())
	m.cmd = nil
	return err
}

// profile writes a profile of the machine's time to a file, of so long from now on.
func (m *machine) profile(file string, long time.Duration) error {
	to, err := os.Create(file) //nolint:gosec // named by who started this
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), long+patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, m.program, "admin", "--data", m.data, "pprof", "profile", "--seconds", strconv.Itoa(max(1, int(long.Seconds())))) //nolint:gosec // built before
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = to, &said
	if err := cmd.Run(); err != nil {
		err = fmt.Errorf("%w: %s", err, said.String())
		return errors.Join(err, to.Close())
	}
	return to.Close()
}

// taken is what some processes have taken.
type taken struct {
	resident  int64 // bytes
	processor time.Duration
}

// takenBy is what processes have taken so far, all together.
func takenBy(pids ...int) (all taken, err error) {
	for _, pid := range pids {
		bytes, err := resident(pid)
		if err != nil {
			return all, err
		}
		processor, err := spentBy(pid)
		if err != nil {
			return all, err
		}
		all.resident, all.processor = all.resident+bytes, all.processor+processor
	}
	return all, nil
}

func (m *machine) pid() int { return m.cmd.Process.Pid }

// pids are those of all nodes, and of all members of etcd.
func (f *farm) pids() (nodes, etcd []int) {
	for _, one := range f.nodes {
		nodes = append(nodes, one.pid())
	}
	for _, one := range f.etcd {
		etcd = append(etcd, int(one.PID()))
	}
	return nodes, etcd
}

// logIn is a first login with a command that the lobby answers.
func (l *load) logIn(addr string) error {
	v, err := dial(addr, int(l.people.Add(1)), guest{})
	if err != nil {
		return err
	}
	defer v.goes()
	session, err := v.conn.NewSession()
	if err != nil {
		return err
	}
	if said, err := session.CombinedOutput("me"); err != nil {
		return fmt.Errorf("%w: %s", err, said)
	}
	return nil
}

// starts stops machines and starts them again, by turns, and returns how long each start
// took until somebody had logged in and was answered.
func (l *load) starts(all ...*machine) ([][]time.Duration, error) {
	took := make([][]time.Duration, len(all))
	for range l.rounds {
		for i, one := range all {
			if err := one.stop(); err != nil {
				return nil, err
			}
			until, err := one.start()
			if err != nil {
				return nil, err
			}
			began := time.Now()
			if err := l.logIn(one.addr); err != nil {
				return nil, err
			}
			took[i] = append(took[i], until+time.Since(began))
		}
	}
	return took, nil
}

// each does something with each of many, some at once.
func each[T any](all []T, do func(i int, one T) error) error {
	problems := make([]error, len(all))
	places := make(chan struct{}, many)
	var work sync.WaitGroup
	for i, one := range all {
		places <- struct{}{}
		work.Go(func() {
			problems[i] = do(i, one)
			<-places
		})
	}
	work.Wait()
	return errors.Join(problems...)
}
