package stream_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"parlor/cluster/stream"
	"parlor/engine"
	"parlor/lobby"
	"parlor/store"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// node is a node with replicated account data.
type node struct {
	*stream.People
	t    *testing.T
	kept *store.Store
	dir  string
}

// start starts a node with the data in dir.
func start(t *testing.T, p *memLog, name, dir string) *node {
	t.Helper()
	n, err := tryStart(t, p, name, dir)
	must(t, err)
	return n
}

func tryStart(t *testing.T, p *memLog, name, dir string) (*node, error) {
	t.Helper()
	kept, err := store.Open(dir, nil)
	must(t, err)
	people, err := stream.Open(t.Context(), stream.Config{Log: p.at(name), Store: kept.Book(), Logs: slog.New(slog.DiscardHandler)})
	if err != nil {
		must(t, kept.Close())
		return nil, err
	}
	n := &node{people, t, kept, dir}
	t.Cleanup(n.stop)
	return n, nil
}

// stop stops the node; applied changes stay.
func (n *node) stop() {
	n.t.Helper()
	if n.People != nil {
		n.Close()
		must(n.t, n.kept.Close())
		n.People = nil
	}
}

// sees waits until a condition holds at a node.
func (n *node) sees(what string, holds func() bool) {
	n.t.Helper()
	for late := time.Now().Add(time.Minute); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(late) {
			n.t.Fatalf("at %s it is not seen: %s", n.dir, what)
		}
	}
}

// follows waits until a node has applied all changes.
func (n *node) follows(p *memLog) {
	n.t.Helper()
	n.sees("all changes", func() bool {
		place, err := n.kept.Replica.Position(n.t.Context())
		must(n.t, err)
		return place.Number == uint64(p.length())
	})
}

func account(id, name string) lobby.Account {
	now := time.Now().UTC()
	return lobby.Account{ID: id, Name: name, Chosen: true, Made: now, Seen: now}
}

// match returns a rated match of two, won by the first.
func match(id string, ids ...string) *lobby.Finished {
	ended := time.Now().UTC().Round(0)
	f := &lobby.Finished{
		ID: id, Room: "ROOM", Title: "a table", Titled: ids[0], Began: ended.Add(-time.Minute), Ended: ended, Rated: true, Public: true, Winners: []engine.Seat{0},
		Record: engine.Record{Game: "davinci", Version: 2, Seats: len(ids), Moves: []engine.Move{{Action: "draw black"}}},
	}
	for i, one := range ids {
		f.Players = append(f.Players, lobby.Player{ID: one, Name: one})
		f.Totals = append(f.Totals, float64(-i))
	}
	return f
}

// ends ends a match in a room of a node.
func (n *node) ends(p *memLog, f *lobby.Finished) *lobby.Finished {
	n.t.Helper()
	must(n.t, n.Journal(&rooms{memLog: p}).Append(n.t.Context(), f.Room, lobby.Entry{Number: 1, Ended: f}))
	return f
}

// TestReplication checks that an account, its parts, a friend, a linked key, a match and its ratings
// reach all nodes, and that a deletion does.
func TestReplication(t *testing.T) {
	p := newMemLog()
	a, b := start(t, p, "a", t.TempDir()), start(t, p, "b", t.TempDir())
	ctx := t.Context()
	ann := account("key:ann", "Ann")
	must(t, a.Accounts.Save(ctx, ann))
	if got, err := a.Accounts.Account(ctx, "key:ann"); err != nil || got.Name != "Ann" {
		t.Fatalf("who asked reads %+v (%v)", got, err)
	}
	b.follows(p)
	// Two nodes change different fields of one account.
	there, err := b.Accounts.Account(ctx, "key:ann")
	must(t, err)
	here := there
	here.Name, there.Settings = "Anna", []byte(`{"theme":"night"}`)
	before := p.length()
	p.hold(true)
	both := make(chan error, 2)
	go func() { both <- a.Accounts.Save(ctx, here) }()
	go func() { both <- b.Accounts.Save(ctx, there) }()
	a.sees("both changes", func() bool { return p.length() == before+2 })
	p.hold(false)
	must(t, errors.Join(<-both, <-both))
	must(t, b.Accounts.Save(ctx, account("key:bo", "Bo")))
	must(t, a.Offers.Offer(ctx, "CODE", "key:ann", time.Now().Add(time.Minute)))
	must(t, a.Offers.Offer(ctx, "LATE", "key:bo", time.Now()))
	b.follows(p)
	if person, err := b.Offers.Offered(ctx, "CODE"); err != nil || person != "key:ann" {
		t.Errorf("at b the code leads to %q (%v)", person, err)
	}
	must(t, b.Offers.Accept(ctx, "CODE", "key:laptop"))
	for _, code := range []string{"CODE", "LATE", "NONE"} {
		if err := a.Offers.Accept(ctx, code, "key:cy"); !errors.Is(err, lobby.ErrUnknown) {
			t.Errorf("%s leads somewhere: %v", code, err)
		}
	}
	must(t, b.Relations.SaveRelation(ctx, "key:laptop", lobby.Relation{Person: "key:bo", Name: "Bo", Friend: true, Since: time.Now()}))
	played := a.ends(p, match("m1", "key:laptop", "key:bo"))
	if len(played.Moved) != 2 || played.Moved[0].After <= played.Moved[0].Before {
		t.Errorf("the room hears that ratings moved by %+v", played.Moved)
	}
	for _, one := range []*node{a, b} {
		one.follows(p)
	}
	equal(t, a, b, "key:ann", "key:bo")
	if got, err := b.Accounts.Account(ctx, "key:laptop"); err != nil || got.Name != "Anna" || string(got.Settings) != `{"theme":"night"}` || len(got.IDs) != 2 {
		t.Errorf("at b the account is %+v (%v)", got, err)
	}
	if ties, err := a.Relations.Relations(ctx, "key:ann"); err != nil || len(ties) != 1 || !ties[0].Friend {
		t.Errorf("at a the ties are %+v (%v)", ties, err)
	}
	must(t, b.Accounts.Forget(ctx, "key:ann"))
	a.follows(p)
	if _, err := a.Accounts.Account(ctx, "key:laptop"); !errors.Is(err, lobby.ErrUnknown) {
		t.Errorf("whoever was deleted at b is known at a: %v", err)
	}
	if kept, err := a.kept.History.Match(ctx, "m1"); err != nil || kept.Players[0].Name != "somebody" || kept.Players[0].ID != "" || kept.Title != lobby.DefaultTitle("somebody") {
		t.Errorf("the match is kept at a as %+v (%v)", kept, err)
	}
	if err := a.Accounts.Link(ctx, "key:ann", "key:new"); !errors.Is(err, lobby.ErrUnknown) {
		t.Errorf("a refusal is %v", err)
	}
}

// equal compares the data that two nodes have of some people.
func equal(t *testing.T, a, b *node, ids ...string) {
	t.Helper()
	type all struct {
		account   lobby.Account
		ties      []lobby.Relation
		standings []lobby.Standing
		leaders   []lobby.Standing
		matches   []lobby.Finished
	}
	read := func(n *node, id string) (of all) {
		var errs [5]error
		of.account, errs[0] = n.Accounts.Account(t.Context(), id)
		of.ties, errs[1] = n.Relations.Relations(t.Context(), id)
		of.standings, errs[2] = n.kept.Ratings.Standings(t.Context(), id)
		of.leaders, errs[3] = n.kept.Ratings.Leaders(t.Context(), "davinci", 0)
		of.matches, errs[4] = n.kept.History.Matches(t.Context(), lobby.MatchFilter{Person: id, Limit: 1000})
		must(t, errors.Join(errs[:]...))
		return of
	}
	for _, id := range ids {
		if one, other := read(a, id), read(b, id); !reflect.DeepEqual(one, other) {
			t.Errorf("of %s the nodes keep\n%+v\n%+v", id, one, other)
		}
	}
}

// TestNamesAreUnique checks that a name chosen at one node cannot be chosen at another, and that of two concurrent
// requests one succeeds.
func TestNamesAreUnique(t *testing.T) {
	p := newMemLog()
	a, b := start(t, p, "a", t.TempDir()), start(t, p, "b", t.TempDir())
	must(t, a.Accounts.Save(t.Context(), account("key:ann", "Grizzly")))
	if err := b.Accounts.Save(t.Context(), account("guest:bo", "gr1zzly")); !errors.Is(err, lobby.ErrNameTaken) {
		t.Errorf("a name like one of another node is given: %v", err)
	}
	if holder, err := b.Accounts.Holder(t.Context(), "grizzly", time.Now()); err != nil || holder != "key:ann" {
		t.Errorf("at b the name is that of %q (%v)", holder, err)
	}
	must(t, a.Accounts.Save(t.Context(), account("key:ann", "Polar")))
	must(t, b.Accounts.Save(t.Context(), account("guest:bo", "Grizzly"))) // free now
	// A name that a client sent but the person did not choose, and one whose person has not visited for long.
	sent := account("key:cy", "Polar")
	sent.Chosen = false
	must(t, b.Accounts.Save(t.Context(), sent))
	long := account("guest:di", "Panda")
	long.Seen = long.Seen.Add(-72 * time.Hour)
	must(t, a.Accounts.Save(t.Context(), long))
	must(t, b.Accounts.Save(t.Context(), account("key:ed", "Panda")))
	must(t, a.Accounts.Save(t.Context(), account("key:0", "Zero")))
	must(t, a.Accounts.Save(t.Context(), account("key:1", "One")))
	for i := range 20 {
		name := fmt.Sprint("Name ", i)
		var errs [2]error
		var both sync.WaitGroup
		for k, one := range []*node{a, b} {
			both.Go(func() { errs[k] = one.Accounts.Save(t.Context(), account(fmt.Sprint("key:", k), name)) })
		}
		both.Wait()
		if (errs[0] == nil) == (errs[1] == nil) || !errors.Is(errors.Join(errs[:]...), lobby.ErrNameTaken) {
			t.Errorf("%s is given with %v", name, errs)
		}
		for _, one := range []*node{a, b} {
			one.follows(p)
		}
		equal(t, a, b, "key:0", "key:1")
		other := account(fmt.Sprint("key:", 1), fmt.Sprint("rest ", i))
		if errs[1] == nil {
			must(t, b.Accounts.Save(t.Context(), other))
		}
	}
}

// TestNothingIsLostWithAnswers loses answers before and after writes and restarts nodes at random. Each change is
// applied once, and all nodes end up equal.
func TestNothingIsLostWithAnswers(t *testing.T) {
	p := newMemLog()
	random := rand.New(rand.NewPCG(1, 2))
	p.lose = func() (bool, bool) { return random.IntN(4) == 0, random.IntN(3) == 0 }
	dirs := []string{t.TempDir(), t.TempDir(), t.TempDir()}
	const each, people = 12, 3
	var all sync.WaitGroup
	for k, dir := range dirs {
		all.Go(func() {
			n := start(t, p, dir, dir)
			for i := range each {
				id := fmt.Sprint("key:", (k+i)%people)
				if err := n.Accounts.Save(t.Context(), account(id, fmt.Sprint("name of ", id))); err != nil {
					t.Error(err)
				}
				n.ends(p, match(fmt.Sprint("m", k, "-", i), id, fmt.Sprint("key:", (k+i+1)%people)))
				if i%5 == k {
					n.stop()
					n = start(t, p, dir, dir)
				}
			}
			n.stop()
		})
	}
	all.Wait()
	p.lose = func() (bool, bool) { return false, false }
	a, b := start(t, p, "a", dirs[0]), start(t, p, "b", dirs[1])
	for _, one := range []*node{a, b} {
		one.sees("all matches", func() bool { waiting, _ := p.Waiting(t.Context()); return len(waiting) == 0 })
		one.follows(p)
	}
	if got, want := p.length(), 2*each*len(dirs); got != want {
		t.Errorf("of %d changes %d are there", want, got)
	}
	equal(t, a, b, "key:0", "key:1", "key:2")
	total := 0
	leaders, err := a.kept.Ratings.Leaders(t.Context(), "davinci", 0)
	must(t, err)
	for _, one := range leaders {
		total += one.Matches
	}
	if total != 2*each*len(dirs) {
		t.Errorf("%d times somebody has played a match, not %d", total, 2*each*len(dirs))
	}
}

// TestAStartWhileTheLogIsBusy checks that a node starts although the log loses its first answers.
func TestAStartWhileTheLogIsBusy(t *testing.T) {
	p := newMemLog()
	a := start(t, p, "a", t.TempDir())
	must(t, a.Accounts.Save(t.Context(), account("key:ann", "Ann")))
	for name, log := range map[string]*memLog{"first": newMemLog(), "second": p} {
		kept, err := store.Open(t.TempDir(), nil)
		must(t, err)
		people, err := stream.Open(t.Context(), stream.Config{Log: &busyLog{Log: log.at(name), calls: map[string]int{}}, Store: kept.Book()})
		if err != nil {
			t.Errorf("the %s node does not start: %v", name, err)
		} else {
			people.Close()
		}
		must(t, kept.Close())
	}
}

// busyLog loses the first answer to each call made at a start.
type busyLog struct {
	stream.Log
	mu    sync.Mutex
	calls map[string]int
}

func (b *busyLog) answer(call string, err error) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.calls[call]++; b.calls[call] == 1 {
		return errLost
	}
	return err
}

func (b *busyLog) Origin(ctx context.Context) (stream.Origin, error) {
	origin, err := b.Log.Origin(ctx)
	return origin, b.answer("origin", err)
}

func (b *busyLog) Begin(ctx context.Context, own stream.Origin) (stream.Origin, error) {
	origin, err := b.Log.Begin(ctx, own)
	return origin, b.answer("begin", err)
}

func (b *busyLog) Note(ctx context.Context, number uint64) error {
	return b.answer("note", b.Log.Note(ctx, number))
}

func (b *busyLog) Read(ctx context.Context, after uint64, most int) ([]stream.Record, error) {
	lines, err := b.Log.Read(ctx, after, most)
	return lines, b.answer("read", err)
}

// TestACrashBetweenSteps checks crashes between append and apply, and between the end of a match and its append.
func TestACrashBetweenSteps(t *testing.T) {
	p := newMemLog()
	a, b := start(t, p, "a", t.TempDir()), start(t, p, "b", t.TempDir())
	must(t, a.Accounts.Save(t.Context(), account("key:ann", "Ann")))
	p.hold(true)
	limited, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- a.Accounts.Save(limited, account("key:bo", "Bo")) }()
	b.sees("the change", func() bool { return p.length() == 2 })
	cancel()
	if err := <-done; !errors.Is(err, lobby.ErrUndecided) {
		t.Errorf("who does not know hears %v", err)
	}
	line, err := stream.EncodeEnded(match("m1", "key:ann", "key:bo"))
	must(t, err)
	a.stop()
	p.mu.Lock()
	p.outbox["m1"] = line
	p.mu.Unlock()
	p.hold(false)
	b.sees("the match", func() bool { _, err := b.kept.History.Match(t.Context(), "m1"); return err == nil })
	a = start(t, p, "a", a.dir)
	equal(t, a, b, "key:ann", "key:bo")
	if got, err := a.kept.Ratings.Standings(t.Context(), "key:bo"); err != nil || len(got) != 1 || got[0].Matches != 1 || p.length() != 3 {
		t.Errorf("after %d changes bo stands at %+v (%v)", p.length(), got, err)
	}
}

// TestAMatchWhoseAnswerIsLost checks that a match is stored once however often the room repeats the write.
func TestAMatchWhoseAnswerIsLost(t *testing.T) {
	p := newMemLog()
	a := start(t, p, "a", t.TempDir())
	f := match("m1", "key:ann", "key:bo")
	journal := a.Journal(&rooms{memLog: p, again: true})
	if err := journal.Append(t.Context(), "ROOM", lobby.Entry{Number: 1, Ended: f}); !errors.Is(err, lobby.ErrUndecided) {
		t.Fatal(err)
	}
	must(t, p.Take(t.Context(), "m1")) // by another node
	a.follows(p)
	must(t, journal.Append(t.Context(), "ROOM", lobby.Entry{Number: 1, Ended: f}))
	if got, err := a.kept.Ratings.Standings(t.Context(), "key:bo"); err != nil || len(got) != 1 || got[0].Matches != 1 || p.length() != 1 {
		t.Errorf("after %d changes bo stands at %+v (%v)", p.length(), got, err)
	}
}

// TestANodeThatWasAwayForLong checks that a node that missed deleted changes asks for a backup, and that one with
// data of its own does so only by hand.
func TestANodeThatWasAwayForLong(t *testing.T) {
	p := newMemLog()
	a, b := start(t, p, "a", t.TempDir()), start(t, p, "b", t.TempDir())
	must(t, b.Accounts.Save(t.Context(), account("key:ann", "Ann")))
	b.stop()
	for i := range 300 {
		must(t, a.Accounts.Save(t.Context(), account("key:ann", fmt.Sprint("Ann the ", i))))
	}
	b = start(t, p, "b", b.dir) // not too long
	equal(t, a, b, "key:ann")
	b.stop()
	must(t, a.Accounts.Save(t.Context(), account("key:bo", "Bo")))
	must(t, p.Trim(t.Context(), uint64(p.length())))
	refused(t, p, b.dir, "away for too long", "which it fetches when it starts")
	refused(t, p, t.TempDir(), "away for too long", "which it fetches when it starts") // a node without data
	alone := t.TempDir()
	own, err := store.Open(alone, nil)
	must(t, err)
	must(t, own.Accounts.Save(t.Context(), account("key:cy", "Cy")))
	must(t, own.Close())
	refused(t, p, alone, "people and matches of its own", "parlor restore FILE")

	file, dir := filepath.Join(t.TempDir(), "backup"), t.TempDir()
	must(t, a.kept.Backup(t.Context(), file))
	must(t, a.Accounts.Save(t.Context(), account("key:di", "Di"))) // after the backup
	must(t, store.Restore(file, dir))
	b = start(t, p, "b", dir)
	equal(t, a, b, "key:ann", "key:bo", "key:di")

	// A database used by a single server in between is not a state of the others.
	b.stop()
	own, err = store.Open(dir, nil)
	must(t, err)
	must(t, own.Replica.Alone(t.Context()))
	must(t, own.Close())
	refused(t, p, dir, "people and matches of its own")
}

func refused(t *testing.T, p *memLog, dir string, words ...string) {
	t.Helper()
	_, err := tryStart(t, p, "other", dir)
	for _, one := range words {
		if err == nil || !strings.Contains(err.Error(), one) {
			t.Errorf("the node starts with %v, not %q", err, one)
		}
	}
}

// TestWhereTheLogIsLost checks that the first node starts a new log with its data, the others start from its backup,
// and that an old log is told apart from the new one.
func TestWhereTheLogIsLost(t *testing.T) {
	p := newMemLog()
	a, b := start(t, p, "a", t.TempDir()), start(t, p, "b", t.TempDir())
	for i := range 3 {
		must(t, a.Accounts.Save(t.Context(), account("key:ann", fmt.Sprint("Ann the ", i))))
	}
	b.follows(p)
	a.stop()
	b.stop()
	p.mu.Lock()
	p.lines = p.lines[:2]
	p.mu.Unlock()
	refused(t, p, a.dir, "have been lost")
	anew := newMemLog()
	a = start(t, anew, "a", a.dir)
	must(t, a.Accounts.Save(t.Context(), account("key:ann", "Ann again")))
	refused(t, anew, b.dir, "parlor restore FILE")
	refused(t, anew, t.TempDir(), "which it fetches when it starts")
}

// TestAChangeOfANewerParlor checks that an unsupported change is not skipped.
func TestAChangeOfANewerParlor(t *testing.T) {
	p := newMemLog()
	start(t, p, "a", t.TempDir())
	must(t, p.Append(t.Context(), 0, fmt.Appendf(nil, `{"version":%d,"id":"x","moon":{}}`, stream.Version+1)))
	refused(t, p, t.TempDir(), "start the newer version")
}

// TestTrim checks that changes applied by all live nodes are deleted after a day and others after a week.
func TestTrim(t *testing.T) {
	p := newMemLog()
	for i, days := range []int{8, 8, 2, 2, 2, 0} {
		at := time.Now().AddDate(0, 0, -days).UTC().Format(time.RFC3339Nano)
		p.lines = append(p.lines, fmt.Appendf(nil, `{"version":1,"id":"%d","at":"%s","seen":{"person":"key:ann"}}`, i, at))
	}
	p.origin = stream.Origin{ID: "the log", Bare: true}
	must(t, p.at("b").Note(t.Context(), 1)) // it is behind
	a := start(t, p, "a", t.TempDir())
	left := func(want uint64) {
		t.Helper()
		a.sees(fmt.Sprint("that the first ", want, " are dropped"), func() bool {
			p.mu.Lock()
			defer p.mu.Unlock()
			if p.dropped > want {
				t.Fatalf("%d changes are dropped, and not the first %d", p.dropped, want)
			}
			return p.dropped == want
		})
	}
	left(2)
	for _, step := range []struct{ applied, dropped uint64 }{{4, 4}, {6, 5}} {
		must(t, p.at("b").Note(t.Context(), step.applied))
		a.stop()
		a = start(t, p, "a", a.dir)
		left(step.dropped)
	}
}

// TestThereAreNotTooManyChanges checks that changes beyond the maximum number are deleted early, except those that a
// live node has not applied.
func TestThereAreNotTooManyChanges(t *testing.T) {
	p := newMemLog()
	for i := range 50_010 {
		p.lines = append(p.lines, fmt.Appendf(nil, `{"version":1,"id":"%d","at":"%s","seen":{"person":"key:ann"}}`, i, time.Now().UTC().Format(time.RFC3339Nano)))
	}
	p.origin = stream.Origin{ID: "the log", Bare: true}
	dir := t.TempDir()
	kept, err := store.Open(dir, nil)
	must(t, err)
	must(t, kept.Replica.SetPosition(t.Context(), stream.Position{Origin: "the log", Number: 50_010}))
	must(t, kept.Close())
	for _, step := range []struct{ applied, dropped uint64 }{{7, 7}, {50_010, 10}} {
		must(t, p.at("b").Note(t.Context(), step.applied))
		a := start(t, p, "a", dir)
		a.sees("that changes are dropped", func() bool {
			p.mu.Lock()
			defer p.mu.Unlock()
			return p.dropped == step.dropped
		})
		a.stop()
	}
}

// TestGuestsExpireTogether checks that a guest expires at all nodes by one change, unless the guest has visited
// since.
func TestGuestsExpireTogether(t *testing.T) {
	p := newMemLog()
	a, b := start(t, p, "a", t.TempDir()), start(t, p, "b", t.TempDir())
	for id, days := range map[string]int{"guest:gus": 31, "guest:gil": 29, "key:ann": 31} {
		one := account(id, "The name of "+id)
		one.Guest, one.Seen = strings.HasPrefix(id, "guest"), time.Now().AddDate(0, 0, -days).UTC()
		must(t, a.Accounts.Save(t.Context(), one))
	}
	a.stop()
	a = start(t, p, "a", a.dir)
	for _, one := range []*node{a, b} {
		one.sees("that gus is forgotten", func() bool {
			_, err := one.Accounts.Account(t.Context(), "guest:gus")
			return errors.Is(err, lobby.ErrUnknown)
		})
	}
	equal(t, a, b, "guest:gil", "key:ann")
}
