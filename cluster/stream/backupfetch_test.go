package stream_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parlor/cluster/stream"
	"parlor/store"
)

// network is the network between nodes.
type network struct {
	mu    sync.Mutex
	doors map[string]func(net.Conn) // connection handlers, by node name
	order []string
	asked []string // names of the nodes that were asked
	work  sync.WaitGroup
}

func newNetwork(t *testing.T) *network {
	t.Helper()
	s := &network{doors: map[string]func(net.Conn){}}
	t.Cleanup(s.work.Wait)
	return s
}

// live adds a node to the network.
func (s *network) live(name string, answers func(net.Conn)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.doors[name] = answers
	s.order = append(s.order, name)
}

// gives makes a node serve backups.
func (s *network) gives(t *testing.T, name string, keeper stream.BackupSource) {
	t.Helper()
	giver := stream.NewBackupServer(keeper)
	s.live(name, func(conn net.Conn) {
		as, line, err := stream.ReadGreeting(conn)
		if line != stream.Greeting || err != nil {
			t.Errorf("node %s is asked for something else (%v)", name, err)
			return
		}
		_, _ = giver.Give(t.Context(), as) // the receiver sees the result
	})
}

func (s *network) others(context.Context) (others []stream.Other, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, name := range s.order {
		others = append(others, stream.Other{Name: name, Peer: "at " + name})
	}
	return others, nil
}

func (s *network) dial(_ context.Context, peer string) (net.Conn, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	name := strings.TrimPrefix(peer, "at ")
	s.asked = append(s.asked, name)
	answers := s.doors[name]
	if answers == nil {
		return nil, errors.New("nobody is there")
	}
	ours, theirs := net.Pipe()
	s.work.Go(func() {
		answers(theirs)
		_ = theirs.Close()
	})
	return ours, nil
}

// fetching returns a configuration for fetching over this network.
func (s *network) fetching(p *memLog, backups stream.BackupDir) stream.FetchConfig {
	return stream.FetchConfig{Log: p.at("new"), Dir: backups, Others: s.others, Dial: s.dial}
}

// begin starts a node as the program does, from a backup of another node if needed. It returns the path to which an
// earlier database was moved.
func (s *network) begin(t *testing.T, p *memLog, name, dir string) (n *node, before string) {
	t.Helper()
	if _, err := tryStart(t, p, name, dir); !errors.Is(err, stream.ErrBehind) {
		t.Fatalf("it starts with what it has, or not at all: %v", err)
	}
	backups := store.BackupDir{Dir: dir}
	got, err := stream.Fetch(t.Context(), s.fetching(p, backups))
	must(t, err)
	before, err = backups.Replace(got.File, time.Now())
	must(t, err)
	return start(t, p, name, dir), before
}

// nothingLeft checks that no temporary backup file is left in the directories.
func nothingLeft(t *testing.T, dirs ...string) {
	t.Helper()
	for _, dir := range dirs {
		if left, _ := filepath.Glob(filepath.Join(dir, ".peer-*")); len(left) > 0 {
			t.Errorf("%v is left over", left)
		}
	}
}

// TestANodeBeginsWithWhatAnotherHas starts a node without data and one that was off for too long, whose old database
// is kept.
func TestANodeBeginsWithWhatAnotherHas(t *testing.T) {
	p, s := newMemLog(), newNetwork(t)
	a, b := start(t, p, "a", t.TempDir()), start(t, p, "b", t.TempDir())
	must(t, b.Accounts.Save(t.Context(), account("key:ann", "Ann")))
	b.stop()
	a.ends(p, match("m1", "key:ann", "key:bo"))
	must(t, a.Accounts.Save(t.Context(), account("key:bo", "Bo")))
	must(t, p.Trim(t.Context(), uint64(p.length())))
	s.gives(t, "a", a.kept)

	c, before := s.begin(t, p, "c", t.TempDir())
	equal(t, a, c, "key:ann", "key:bo")
	if before != "" {
		t.Errorf("of nothing there is %s", before)
	}
	b, before = s.begin(t, p, "b", b.dir)
	equal(t, a, b, "key:ann", "key:bo")
	if filepath.Dir(before) != b.dir || !strings.Contains(before, "parlor.before-") {
		t.Errorf("the database of before is kept as %q", before)
	}
	old, aside := filepath.Join(t.TempDir(), "old"), t.TempDir()
	must(t, os.Rename(before, old))
	must(t, store.Restore(old, aside))
	kept, err := store.Open(aside, nil)
	must(t, err)
	if place, err := kept.Replica.Position(t.Context()); err != nil || place.Number != 1 {
		t.Errorf("it has come to %+v (%v)", place, err)
	}
	must(t, kept.Close())

	// All nodes continue together.
	must(t, c.Accounts.Save(t.Context(), account("key:di", "Di")))
	for _, one := range []*node{a, b} {
		one.follows(p)
	}
	equal(t, a, b, "key:di")
	nothingLeft(t, a.dir, b.dir, c.dir)
}

// TestAnotherNodeIsAsked checks that Fetch tries the next node if one is unreachable, dies halfway, is older, or has
// a damaged, foreign or outdated backup.
func TestAnotherNodeIsAsked(t *testing.T) {
	p, s := newMemLog(), newNetwork(t)
	a := start(t, p, "a", t.TempDir())
	must(t, a.Accounts.Save(t.Context(), account("key:ann", "Ann")))
	behind, other := filepath.Join(t.TempDir(), "behind"), filepath.Join(t.TempDir(), "other")
	must(t, a.kept.Backup(t.Context(), behind))
	for i := range 3 {
		must(t, a.Accounts.Save(t.Context(), account("key:ann", fmt.Sprint("Ann the ", i))))
	}
	must(t, p.Trim(t.Context(), 3))
	alone := start(t, newMemLog(), "z", t.TempDir())
	must(t, alone.kept.Backup(t.Context(), other))

	whole := stream.NewBackupServer(a.kept)
	s.order = append(s.order, "nobody")
	s.live("dies", func(conn net.Conn) {
		as, _, _ := stream.ReadGreeting(&breakingConn{Conn: conn, left: 20_000})
		_, _ = whole.Give(t.Context(), as)
	})
	s.live("older", func(conn net.Conn) {
		_, _, _ = stream.ReadGreeting(conn)
		_, _ = io.WriteString(conn, "parlor lobby 4\n")
	})
	s.gives(t, "damaged", file{data: []byte(strings.Repeat("a letter", 1000))})
	s.gives(t, "behind", fileOf(t, behind))
	s.gives(t, "other", fileOf(t, other))
	s.gives(t, "empty", file{})
	s.gives(t, "full", file{err: errors.New("there is no room on the disk")})
	dir := t.TempDir()
	was, err := store.Open(dir, nil) // an earlier state of the others
	must(t, err)
	must(t, was.Replica.SetPosition(t.Context(), stream.Position{Origin: p.origin.ID, Number: 1}))
	must(t, was.Close())

	// If all fail, the error names each of them after a while, and nothing has changed.
	synced := s.fetching(p, store.BackupDir{Dir: dir})
	limited, cancel := context.WithCancel(t.Context())
	synced.Others = func(ctx context.Context) ([]stream.Other, error) {
		if len(s.asked) > 0 { // asked at least once
			cancel()
			return nil, nil
		}
		return s.others(ctx)
	}
	_, err = stream.Fetch(limited, synced)
	for _, words := range []string{
		"node nobody: it does not answer", "node dies: 0 of its", "node older: its parlor is older", "node damaged: its backup cannot be used", "node behind: its backup has the changes up to number 1",
		"node other: its backup is not of what the other nodes keep", "node empty: its backup cannot be used", "node full: it says: there is no room on the disk",
	} {
		if err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("it fails with %v, not %q", err, words)
		}
	}
	nothingLeft(t, dir, a.dir)
	if files := namesIn(t, dir); !slices.Equal(files, []string{"parlor.db", "parlor.lock"}) {
		t.Errorf("there is %v", files)
	}

	s.asked = nil
	s.gives(t, "a", a.kept)
	b, _ := s.begin(t, p, "b", dir)
	equal(t, a, b, "key:ann")
	if s.asked[len(s.asked)-1] != "a" || len(s.asked) != len(s.order) {
		t.Errorf("asked were %v", s.asked)
	}
	nothingLeft(t, dir, a.dir)
}

// hastyConn is a connection that the other end closes right after its greeting.
type hastyConn struct {
	net.Conn
	other net.Conn
}

func (h hastyConn) Read(into []byte) (int, error) {
	n, err := h.Conn.Read(into)
	if bytes.HasSuffix(into[:n], []byte("\n")) {
		_ = h.other.Close()
	}
	return n, err
}

// TestAGreetingBeforeAClose checks that the greeting of an older node is understood even if it closes the
// connection at once.
func TestAGreetingBeforeAClose(t *testing.T) {
	ours, theirs := net.Pipe()
	defer func() { _ = ours.Close() }()
	go func() { _, _ = io.WriteString(theirs, "parlor lobby 4\n") }()
	if _, line, err := stream.ReadGreeting(hastyConn{ours, theirs}); line == stream.Greeting || err != nil {
		t.Errorf("its greeting is %q (%v)", line, err)
	}
}

// TestALocalWriteError checks that a local write error ends Fetch without asking another node.
func TestALocalWriteError(t *testing.T) {
	p, s := newMemLog(), newNetwork(t)
	a := start(t, p, "a", t.TempDir())
	must(t, a.Accounts.Save(t.Context(), account("key:ann", "Ann")))
	for _, name := range []string{"a", "b"} {
		s.gives(t, name, a.kept)
	}
	for name, backups := range map[string]stream.BackupDir{
		"no file":    store.BackupDir{Dir: filepath.Join(t.TempDir(), "gone")},
		"a full one": unwritableDir{store.BackupDir{Dir: t.TempDir()}},
	} {
		s.asked = nil
		_, err := stream.Fetch(t.Context(), s.fetching(p, backups))
		if err == nil || !strings.Contains(err.Error(), "cannot be written here") || len(s.asked) > 1 {
			t.Errorf("%s: after asking %v it fails with %v", name, s.asked, err)
		}
	}
	nothingLeft(t, a.dir)
}

// TestASlowBackup checks that a slow backup is made for two nodes in turn without a timeout, and that a silent
// server times out.
func TestASlowBackup(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, s := newMemLog(), newNetwork(t)
		p.origin = stream.Origin{ID: "the log"}
		s.live("silent", func(conn net.Conn) {
			as, _, _ := stream.ReadGreeting(conn)
			_, _ = io.Copy(io.Discard, as)
		})
		slow := &slowSource{file: file{data: bytes.Repeat([]byte("a piece of it "), 100_000)}}
		s.gives(t, "slow", slow)
		var all sync.WaitGroup
		began := time.Now()
		for range 3 {
			all.Go(func() {
				got, err := stream.Fetch(t.Context(), s.fetching(p, trustingDir{dir: t.TempDir()}))
				must(t, err)
				data, err := os.ReadFile(got.File)
				must(t, err)
				if got.From != "slow" || int(got.Bytes) != len(slow.data) || !bytes.Equal(data, slow.data) {
					t.Errorf("%d bytes come from node %s", len(data), got.From)
				}
			})
		}
		all.Wait()
		took := time.Since(began)
		synctest.Wait() // for the server, too
		if took != 10*time.Second+3*time.Minute || slow.most != 1 {
			t.Errorf("after %v, %d at most were given at once", took, slow.most)
		}
	})
}

// TestANodeWaitsForAnother checks that Fetch waits for a starting node, but not for ever, and stops with its context.
func TestANodeWaitsForAnother(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, s := newMemLog(), newNetwork(t)
		p.origin = stream.Origin{ID: "the log"}
		began := time.Now()
		_, err := stream.Fetch(t.Context(), s.fetching(p, trustingDir{dir: t.TempDir()}))
		if err == nil || err.Error() != "no other node runs" || time.Since(began) != 30*time.Second {
			t.Errorf("after %v it is told %v", time.Since(began), err)
		}
		time.AfterFunc(20*time.Second, func() { s.gives(t, "a", file{data: []byte("all")}) })
		if got, err := stream.Fetch(t.Context(), s.fetching(p, trustingDir{dir: t.TempDir()})); err != nil || got.From != "a" {
			t.Errorf("it is told %+v, %v", got, err)
		}
		limited, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		slow := newNetwork(t)
		slow.gives(t, "slow", &slowSource{})
		if _, err := stream.Fetch(limited, slow.fetching(p, trustingDir{dir: t.TempDir()})); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("who stops is told %v", err)
		}
	})
}

// TestABackupIsConsistent checks that a backup made during writes is consistent and includes all acknowledged
// data.
func TestABackupIsConsistent(t *testing.T) {
	p, s := newMemLog(), newNetwork(t)
	a := start(t, p, "a", t.TempDir())
	must(t, a.Accounts.Save(t.Context(), account("key:0", "Zero")))
	must(t, p.Trim(t.Context(), 1))
	s.gives(t, "a", a.kept)
	ctx, stop := context.WithCancel(t.Context())
	var all sync.WaitGroup
	all.Go(func() {
		for i := 0; ctx.Err() == nil; i++ {
			if err := a.Accounts.Save(ctx, account("key:ann", fmt.Sprint("Ann the ", i))); err != nil && ctx.Err() == nil {
				t.Error(err)
			}
		}
	})
	for i := range 3 {
		n, _ := s.begin(t, p, fmt.Sprint("n", i), t.TempDir())
		defer n.stop()
	}
	stop()
	all.Wait()
	a.follows(p)
	b, _ := s.begin(t, p, "b", t.TempDir())
	b.follows(p)
	equal(t, a, b, "key:0", "key:ann")
}

// breakingConn is a connection that breaks after a number of bytes.
type breakingConn struct {
	net.Conn
	left int
}

func (c *breakingConn) Write(data []byte) (int, error) {
	if c.left < len(data) {
		_, _ = c.Conn.Write(data[:c.left])
		_ = c.Close()
		return 0, io.ErrClosedPipe
	}
	c.left -= len(data)
	return c.Conn.Write(data)
}

// file is a backup source with one backup.
type file struct {
	data []byte
	err  error
}

func fileOf(t *testing.T, name string) file {
	t.Helper()
	data, err := os.ReadFile(name)
	must(t, err)
	return file{data: data}
}

func (f file) OpenBackup(context.Context) (io.ReadCloser, int64, error) {
	return io.NopCloser(bytes.NewReader(f.data)), int64(len(f.data)), f.err
}

// slowSource is one that takes a minute.
type slowSource struct {
	file
	mu         sync.Mutex
	lent, most int
}

func (s *slowSource) OpenBackup(ctx context.Context) (io.ReadCloser, int64, error) {
	s.add(1)
	select {
	case <-time.After(time.Minute):
	case <-ctx.Done():
		s.add(-1)
		return nil, 0, ctx.Err()
	}
	backup, size, err := s.file.OpenBackup(ctx)
	return closing{backup, func() { s.add(-1) }}, size, err
}

func (s *slowSource) add(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lent += n
	s.most = max(s.most, s.lent)
}

type closing struct {
	io.Reader
	close func()
}

func (c closing) Close() error {
	c.close()
	return nil
}

// unwritableDir is a BackupDir whose files cannot be written.
type unwritableDir struct{ store.BackupDir }

func (u unwritableDir) Draft() (*os.File, error) {
	draft, err := u.BackupDir.Draft()
	if err != nil {
		return nil, err
	}
	_ = draft.Close()
	return os.Open(draft.Name())
}

// trustingDir is a BackupDir that accepts any file as a backup.
type trustingDir struct{ dir string }

func (b trustingDir) Draft() (*os.File, error) { return os.CreateTemp(b.dir, ".peer-*") }

func (trustingDir) Examine(context.Context, string) (stream.Contents, error) {
	return stream.Contents{Place: stream.Position{Origin: "the log"}}, nil
}

func namesIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	files, err := os.ReadDir(dir)
	must(t, err)
	for _, one := range files {
		names = append(names, one.Name())
	}
	return names
}
