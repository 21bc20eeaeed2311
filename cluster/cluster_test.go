package cluster_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"parlor/cluster"
	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/lobby"
	"parlor/lobby/lobbytest"
	"parlor/lobby/local"
	"parlor/lobby/remote"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func games() []engine.Game { return []engine.Game{davinci.Rules().Game()} }

// node is one node of a world.
type node struct {
	*cluster.Node
	lobby.Lobby // of all nodes
	rooms       *local.Lobby
	memStore    *lobbytest.MemStore
	name        string
	stopped     bool
}

// memberOf returns the member entry of a node of the previous version that has not started.
func memberOf(name string) cluster.Member {
	return cluster.Member{Name: name, Peer: name, Version: "v1", HostKey: "SHA256:key", Protocol: remote.Protocol - 1}
}

// start starts a node and closes it at the end of the test. The options change its configuration.
func (w *world) start(t *testing.T, name string, like ...func(*cluster.Config)) *node {
	t.Helper()
	book := &worldStore{world: w, node: name, mine: map[cluster.Shard]uint64{}}
	config := cluster.Config{
		Self: memberOf(name), Games: games(), Format: local.Format(), Claims: book, Membership: register{w}, Dial: w.dial(name), Log: slog.New(slog.DiscardHandler), Listener: w.listen(name), Fit: w.fit(name),
	}
	for _, change := range like {
		change(&config)
	}
	n := &node{name: name, memStore: &lobbytest.MemStore{}, Node: cluster.New(config)}
	n.rooms = local.New(local.Config{Games: config.Games, Journal: n.Journal(book), GameNightStore: n.GameNightStore(book), Code: n.NewCode, CodeNear: cluster.NewCodeInShardOf, Pairs: n.PairsPlayers, Limits: lobby.Limits{BotPace: -1}, Accounts: n.memStore, History: n.memStore, Ratings: n.memStore, Reports: n.memStore, Seed: w.seed})
	if err := n.Start(t.Context(), n.rooms); err != nil {
		t.Fatal(err)
	}
	n.Lobby = n.Node.Lobby()
	t.Cleanup(func() { n.close(t) })
	return n
}

// close shuts the node down gracefully.
func (n *node) close(t *testing.T) {
	t.Helper()
	if n.stopped {
		return
	}
	n.stopped = true
	if err := n.rooms.Close(context.Background()); err != nil {
		t.Error(err)
	}
	n.Close(context.Background())
}

// enter opens a session of a player at the node.
func (n *node) enter(t *testing.T, name string) lobby.Session {
	t.Helper()
	return lobbytest.Enter(t, n.Lobby, name)
}

// seat is a player's handle on a seat, with the updates shown.
type seat struct {
	t *testing.T
	lobby.Handle
	now lobby.Update
}

func seated(t *testing.T) func(lobby.Handle, error) *seat {
	return func(handle lobby.Handle, err error) *seat {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		s := &seat{t: t, Handle: handle}
		return s.until(func(u lobby.Update) bool { return u.Code != "" })
	}
}

// until waits for an update. Revisions only grow.
func (s *seat) until(wanted func(lobby.Update) bool) *seat {
	s.t.Helper()
	late := time.After(time.Minute)
	for {
		select {
		case update, open := <-s.Updates():
			if !open {
				s.t.Fatalf("the hold ended: %v", s.Ended())
			}
			if update.Revision <= s.now.Revision {
				s.t.Fatalf("revision %d comes after %d", update.Revision, s.now.Revision)
			}
			if s.now = update; wanted(update) {
				return s
			}
		case <-late:
			s.t.Fatalf("it is not shown; last was %+v", s.now)
		}
	}
}

// is waits for a wanted update unless the last one is wanted already.
func (s *seat) is(wanted func(lobby.Update) bool) *seat {
	s.t.Helper()
	if wanted(s.now) {
		return s
	}
	return s.until(wanted)
}

func (s *seat) do(do lobby.RoomOp) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), time.Minute)
	defer cancel()
	if err := lobby.Perform(ctx, s, do); err != nil {
		s.t.Fatalf("%+v: %v", do, err)
	}
}

// playing returns a match in progress between anna at node a and bo at node b.
func playing(t *testing.T, a, b *node) (anna, bo *seat) {
	t.Helper()
	anna = seated(t)(lobby.Ask(t.Context(), a.enter(t, "anna"), lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2}}))
	bo = seated(t)(lobby.Ask(t.Context(), b.enter(t, "bo"), lobby.Join{Code: anna.now.Code}))
	for _, one := range []*seat{anna, bo} {
		one.do(lobby.ListLegal{})
		one.do(lobby.SetReady{Ready: true})
	}
	begun := func(u lobby.Update) bool { return u.Stage == engine.Playing }
	return anna.until(begun), bo.until(begun)
}

// move makes a move for the player whose turn it is, and waits until both have seen it.
func move(t *testing.T, seats ...*seat) {
	t.Helper()
	for {
		synctest.Wait()
		for _, one := range seats {
			select {
			case update, open := <-one.Updates():
				if !open {
					t.Fatalf("the hold ended: %v", one.Ended())
				}
				one.now = update
			default:
			}
			if one.now.Stage != engine.Playing {
				return
			}
			if i := slices.IndexFunc(one.now.Legal, func(a engine.Action) bool { return a != engine.Resign }); i >= 0 {
				one.do(lobby.Play{Action: one.now.Legal[i]})
				return
			}
		}
		time.Sleep(time.Second)
	}
}

// in runs a test in a synctest bubble.
func in(t *testing.T, test func(t *testing.T, w *world)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { test(t, newWorld()) })
}

// TestContract runs the lobby's contract tests against a node.
func TestContract(t *testing.T) {
	lobbytest.Run(t, lobbytest.Backend{
		In: synctest.Test,
		Open: func(t *testing.T, config lobbytest.Config) lobbytest.Instance {
			w := newWorld()
			book := &worldStore{world: w, node: "a", mine: map[cluster.Shard]uint64{}}
			n := cluster.New(cluster.Config{
				Self: memberOf("a"), Games: config.Games, Claims: book, Membership: register{w}, Dial: w.dial("a"),
			})
			rooms := local.New(local.Config{
				Games: config.Games, Limits: config.Limits, Seed: config.Seed, Code: n.NewCode, CodeNear: cluster.NewCodeInShardOf, Pairs: n.PairsPlayers,
				Accounts: config.Accounts, History: config.History, Ratings: config.Ratings, Reports: config.Reports, Webhooks: config.Webhooks, Post: config.Post,
			})
			if err := n.Start(t.Context(), rooms); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { n.Close(context.Background()) })
			return lobbytest.Instance{Lobby: n.Lobby(), History: config.History, Drain: rooms.Drain, Close: lobbytest.Open(t, rooms).Close}
		},
	})
}

func TestPeopleOfTwoNodesPlay(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		a, b := w.start(t, "a"), w.start(t, "b")
		anna, bo := playing(t, a, b)
		for range 12 {
			move(t, anna, bo)
		}
		who := lobby.Identity{ID: "key:cy", Name: "cy"}
		if !b.Has(t.Context(), who, anna.now.Code) || b.Has(t.Context(), who, a.NewCode()) || !a.Has(t.Context(), who, anna.now.Code) {
			t.Error("a node does not know which rooms there are")
		}
		di := b.enter(t, "di")
		seated(t)(lobby.Ask(t.Context(), di, lobby.Watch{Code: anna.now.Code}))
		if err := lobby.Perform(t.Context(), di, lobby.SendReport{Name: "anna", Words: "cheats"}); err != nil || len(a.memStore.Filed()) != 1 {
			t.Errorf("di's report came to %+v (%v)", a.memStore.Filed(), err)
		}
		cy := b.enter(t, "cy")
		if seen, err := lobby.Ask(t.Context(), cy, lobby.Look{Code: anna.now.Code}); err != nil || seen.You != engine.Watcher || seen.Match == nil {
			t.Errorf("cy sees %+v, %v", seen, err)
		}
		if _, err := lobby.Ask(t.Context(), cy, lobby.Join{Code: a.NewCode()}); err == nil || !strings.Contains(err.Error(), "There is no room") {
			t.Errorf("who joins no room is told %v", err)
		}
		seated(t)(lobby.Ask(t.Context(), cy, lobby.Watch{Code: anna.now.Code})).do(lobby.Leave{})
	})
}

// TestANodeDies checks that a room fails over to its next node, with the next request from a survivor.
func TestANodeDies(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		a, b, c := w.start(t, "a"), w.start(t, "b"), w.start(t, "c")
		anna, bo := playing(t, a, b)
		for range 5 {
			move(t, anna, bo)
		}
		entries := len(w.rooms[anna.now.Code])
		died := time.Now()
		w.cutOff("a") // before the other nodes notice
		time.AfterFunc(2*time.Second, func() { w.forget("a") })
		handle, err := lobby.Ask(t.Context(), c.enter(t, "anna"), lobby.Return{})
		if err != nil {
			t.Fatal("anna is not led back")
		}
		back := seated(t)(handle, nil)
		back.do(lobby.ListLegal{})
		if took := time.Since(died); took > 4*time.Second {
			t.Errorf("anna is back after %v", took)
		}
		if now := len(w.rooms[anna.now.Code]); now < entries {
			t.Errorf("of %d entries %d are left", entries, now)
		}
		for range 12 {
			move(t, back, bo)
		}
		if handle, err := lobby.Ask(t.Context(), c.enter(t, "bo"), lobby.Return{}); err != nil {
			t.Error("bo is not led back from another node")
		} else {
			handle.Close()
		}
	})
}

// TestARoomThatMovesSaysSo checks that the moving state is shown at once, with everything else unchanged, and ends
// with the next view.
func TestARoomThatMovesSaysSo(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		a, b := w.start(t, "a"), w.start(t, "b")
		anna, bo := playing(t, a, b)
		move(t, anna, bo)
		synctest.Wait()
		for _, one := range []*seat{anna, bo} {
			select {
			case one.now = <-one.Updates():
			default:
			}
		}
		moves := func(u lobby.Update) bool { return u.Moving }
		stays := func(u lobby.Update) bool { return !u.Moving }
		said := func(one *seat) {
			t.Helper()
			before := one.now
			now := one.until(moves).now
			before.Events, before.Ended = nil, nil
			before.Revision, before.Moving = now.Revision, true
			if !reflect.DeepEqual(now, before) {
				t.Errorf("it is shown %+v, and before %+v", now, before)
			}
		}
		w.cutOff("a")
		said(bo)
		w.forget("a")
		said(anna)
		bo.until(stays)
		w.back("a")
		anna.until(stays)
	})
}

// TestChatNumbersContinue checks that chat numbers continue after a room has moved and lost its chat, that lines
// noted during the move are not shown, and that nothing is repeated if the room was only unreachable.
func TestChatNumbersContinue(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		a, b := w.start(t, "a"), w.start(t, "b")
		w.start(t, "c")
		anna, bo := playing(t, a, b)
		di := seated(t)(lobby.Ask(t.Context(), b.enter(t, "di"), lobby.Watch{Code: anna.now.Code}))
		number := func(one *seat, text string) uint64 {
			t.Helper()
			one.is(func(u lobby.Update) bool { return len(u.Chat) > 0 && u.Chat[len(u.Chat)-1].Text == text })
			return one.now.Chat[len(one.now.Chat)-1].ID
		}
		hears := func(text string) uint64 {
			t.Helper()
			if mine, other := number(bo, text), number(di, text); mine != other {
				t.Errorf("%q has the numbers %d and %d", text, mine, other)
			}
			return number(bo, text)
		}
		noted := func() uint64 { return bo.now.Notes[len(bo.now.Notes)-1].ID }
		moves := func(u lobby.Update) bool { return u.Moving }
		stays := func(u lobby.Update) bool { return !u.Moving }
		for i := range 3 {
			anna.do(lobby.Say{Text: fmt.Sprint("line ", i)})
		}
		said := hears("line 2")

		w.part("b", "a") // the room has not moved
		bo.until(moves)
		di.until(moves)
		anna.do(lobby.Say{Text: "out of reach"})
		w.join("b", "a")
		if now := hears("out of reach"); now != said+1 {
			t.Errorf("the line after %d is %d", said, now)
		}
		said++

		di.Close() // coming back would be noted as well
		synctest.Wait()
		w.cutOff("a")
		told := bo.until(moves).now.Notes[len(bo.now.Notes)-1].ID
		w.forget("a")
		bo.until(stays)
		if now := noted(); now > told {
			t.Errorf("note %d is told after %d", now, told)
		}
		bo.do(lobby.Say{Text: "here again"})
		if now := number(bo, "here again"); now != said+1 {
			t.Errorf("the line after %d is %d", said, now)
		}
		bo.do(lobby.Say{Text: "and again"})
		if now := number(bo, "and again"); now != said+2 {
			t.Errorf("the line after %d is %d", said, now)
		}
		back := seated(t)(lobby.Ask(t.Context(), b.enter(t, "anna"), lobby.Join{Code: bo.now.Code}))
		bo.until(func(u lobby.Update) bool { return u.Notes[len(u.Notes)-1].Text.String() == "anna is back." })
		if now := noted(); now <= told {
			t.Errorf("the note after %d is %d", told, now)
		}
		back.Close()
	})
}

// TestAnAnswerIsLostWithItsNode checks that a request whose answer is lost is done once.
func TestAnAnswerIsLostWithItsNode(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		a, b := w.start(t, "a"), w.start(t, "b")
		w.start(t, "c")
		anna, bo := playing(t, a, b)
		for bo.now.Legal == nil {
			move(t, anna)
			synctest.Wait()
			select {
			case bo.now = <-bo.Updates():
			default:
			}
		}
		w.mu.Lock()
		w.lost["a"] = 1
		before := w.moves(t, bo.now.Code)
		w.mu.Unlock()
		done := make(chan error, 1)
		go func() { done <- lobby.Perform(t.Context(), bo, lobby.Play{Action: bo.now.Legal[0]}) }()
		synctest.Wait() // written, but node a does not know
		w.isolate("a")
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		w.mu.Lock()
		defer w.mu.Unlock()
		if after := w.moves(t, bo.now.Code); after != before+1 {
			t.Errorf("of one move %d are in the journal", after-before)
		}
	})
}

// moves returns the number of moves in a room's journal. The caller holds mu.
func (w *world) moves(t *testing.T, room string) (n int) {
	t.Helper()
	for _, entry := range w.rooms[room] {
		var data struct {
			Moves []json.RawMessage
			Match *struct{ Record engine.Record }
		}
		if err := json.Unmarshal(entry.Data, &data); err != nil {
			t.Fatal(err)
		}
		if n += len(data.Moves); data.Match != nil {
			n += len(data.Match.Record.Moves)
		}
	}
	return n
}

// TestHandOver checks that a stopping node hands over its rooms and its players stay in them.
func TestHandOver(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		a, b := w.start(t, "a"), w.start(t, "b")
		anna, bo := playing(t, a, b)
		code := anna.now.Code
		for range 3 {
			move(t, anna, bo)
		}
		ends := time.Now().Add(time.Minute)
		if !a.HandOver(t.Context(), ends) {
			t.Fatal("nobody has the rooms")
		}
		anna.until(func(u lobby.Update) bool { return u.Draining.Equal(ends) })
		if len(a.rooms.Operator().RoomFacts()) != 0 {
			t.Error("a has rooms still")
		}
		for range 5 {
			move(t, anna, bo)
		}
		if _, err := lobby.Ask(t.Context(), a.enter(t, "cy"), lobby.Create{Plan: lobby.Plan{Game: "davinci"}}); err == nil {
			t.Error("a makes a room still")
		}
		if facts := b.rooms.Operator().RoomFacts(); len(facts) != 1 || facts[0].Title != "anna's table" {
			t.Errorf("b has %+v", facts)
		}
		a.close(t)
		bo.until(func(u lobby.Update) bool { return !u.Seats[anna.now.You].Away.IsZero() })
		back := seated(t)(lobby.Ask(t.Context(), b.enter(t, "anna"), lobby.Join{Code: code}))
		back.do(lobby.ListLegal{})
		for range 3 {
			move(t, back, bo)
		}
		if b.HandOver(t.Context(), ends) {
			t.Error("the last node gives its rooms to nobody")
		}
	})
}

// TestANodeJoins checks that a new node takes its share of the rooms without players noticing.
func TestANodeJoins(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		a := w.start(t, "a")
		var tables []*seat
		for range 8 {
			tables = append(tables, seated(t)(lobby.Ask(t.Context(), a.enter(t, "anna"+string(rune('a'+len(tables)))), lobby.Create{Plan: lobby.Plan{Game: "davinci"}})))
		}
		b := w.start(t, "b")
		synctest.Wait()
		at := len(a.rooms.Operator().RoomFacts())
		if here := len(b.rooms.Operator().RoomFacts()); at+here != 8 {
			t.Errorf("a has %d rooms and b %d", at, here)
		}
		for _, one := range tables {
			one.do(lobby.AddBot{Level: 1})
			one.until(func(u lobby.Update) bool { return u.Seats[1].Kind == lobby.SeatBot })
		}
	})
}

// TestANodeThatIsLostWritesNothing checks that an isolated node is fenced, and that it comes back without its rooms.
func TestANodeThatIsLostWritesNothing(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		a, b := w.start(t, "a"), w.start(t, "b")
		anna, bo := playing(t, a, b)
		for range 3 {
			move(t, anna, bo)
		}
		w.isolate("a")
		bo.do(lobby.Say{Text: "still there"}) // at b, which owns the room now
		w.back("a")
		time.Sleep(time.Second) // until anna's session at a is connected again
		for range 6 {
			move(t, anna, bo)
		}
	})
}

// TestAShardThatIsTakenByMistake checks that a wrongly claimed shard returns to its node, and its players with it.
func TestAShardThatIsTakenByMistake(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		a, b := w.start(t, "a"), w.start(t, "b")
		anna, bo := playing(t, a, b)
		move(t, anna, bo)
		shard := cluster.ShardOf(anna.now.Code)
		w.mu.Lock()
		w.epoch++
		w.owners[shard] = claim{"b", w.epoch} // which did not know the members yet
		delete(w.owners, shard)               // and releases it
		w.mu.Unlock()
		time.Sleep(10 * time.Second)
		for range 6 {
			move(t, anna, bo)
		}
		w.mu.Lock()
		defer w.mu.Unlock()
		if owner := w.owners[shard].node; owner != "a" {
			t.Errorf("the shard is %q's", owner)
		}
	})
}

// TestAShardThatIsNotReleased checks that a shard is claimed after a time if its owner does not release it.
func TestAShardThatIsNotReleased(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		a := w.start(t, "a")
		w.mu.Lock()
		w.slow = true
		w.mu.Unlock()
		b := w.start(t, "b")
		if b.NewCode() == "" || a.NewCode() == "" {
			t.Error("a node has no shards")
		}
		w.mu.Lock()
		w.slow = false
		w.mu.Unlock()
	})
}

// TestOwnersAreReadInDoubtOnly checks that owners are read for some time after the members change, and not
// otherwise: each read returns the owners of all shards.
func TestOwnersAreReadInDoubtOnly(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		var asked atomic.Int64
		counts := func(config *cluster.Config) { config.Claims = counting{config.Claims, &asked} }
		w.start(t, "a", counts)
		w.start(t, "b", counts)
		again := func() int64 {
			time.Sleep(time.Minute) // until the doubt has passed
			asked.Store(0)
			for range 12 {
				w.mu.Lock()
				w.tell()
				w.mu.Unlock()
				time.Sleep(5 * time.Second)
			}
			return asked.Load()
		}
		if n := again(); n > 0 {
			t.Errorf("whose rooms are is asked %d times in a minute in which nobody comes or goes", n)
		}
		w.start(t, "c")
		time.Sleep(time.Minute)
		if asked.Load() == 0 {
			t.Error("whose rooms are is not asked after a node has come")
		}
		if n := again(); n > 0 {
			t.Errorf("and then it is asked %d times in a minute", n)
		}
	})
}

// counting counts reads of the shard owners.
type counting struct {
	cluster.Claims
	asked *atomic.Int64
}

func (c counting) Owners(ctx context.Context) (map[cluster.Shard]string, error) {
	c.asked.Add(1)
	return c.Claims.Owners(ctx)
}

func TestMismatchesAreReported(t *testing.T) {
	for words, change := range map[string]func(*cluster.Member){
		"is running already":  func(m *cluster.Member) { m.Name = "a" },
		"has the address":     func(m *cluster.Member) { m.Peer = "a" },
		"has the host key":    func(m *cluster.Member) { m.HostKey = "SHA256:other" },
		"ahead of that of":    func(m *cluster.Member) { m.Name = "early" },
		"behind that of node": func(m *cluster.Member) { m.Name = "late" },
	} {
		in(t, func(t *testing.T, w *world) {
			w.start(t, "a")
			own := memberOf("b")
			change(&own)
			list := clocks{register{w}, time.Now()}
			switch own.Name {
			case "early":
				list.now = list.now.Add(-time.Minute)
			case "late":
				list.now = list.now.Add(time.Minute)
			}
			n := cluster.New(cluster.Config{Self: own, Membership: list})
			err := n.Start(t.Context(), nil)
			if err == nil || !strings.Contains(err.Error(), words) {
				t.Errorf("%+v is told %v, not %q", own, err, words)
			}
			n.Close(t.Context())
		})
	}
}

// TestAStaleMemberIsIgnored checks that a restart of all nodes ignores members listed with old heartbeats.
func TestAStaleMemberIsIgnored(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		list := clocks{register{w}, time.Now().Add(-time.Hour)}
		if _, err := list.Join(t.Context(), memberOf("a")); err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(3*time.Second, func() { w.forget("a") })
		book := &worldStore{world: w, node: "b", mine: map[cluster.Shard]uint64{}}
		n := cluster.New(cluster.Config{Self: memberOf("b"), Games: games(), Claims: book, Membership: list})
		rooms := local.New(local.Config{Games: games(), Journal: n.Journal(book), Code: n.NewCode})
		if err := n.Start(t.Context(), rooms); err != nil {
			t.Error(err)
		}
		if err := rooms.Close(t.Context()); err != nil {
			t.Error(err)
		}
		n.Close(t.Context())
	})
}

// clocks is a register whose nodes have another clock.
type clocks struct {
	register
	now time.Time
}

func (c clocks) Living(ctx context.Context) ([]cluster.Member, error) {
	all, err := c.register.Living(ctx)
	for i := range all {
		all[i].Clock = c.now
	}
	return all, err
}

// TestDeletionReachesAllNodes checks that a deletion reaches all nodes or fails.
func TestDeletionReachesAllNodes(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		a, b := w.start(t, "a"), w.start(t, "b")
		known := lobby.Account{ID: "key:bo", Name: "bo", Chosen: true}
		for _, one := range []*node{a, b} {
			if err := one.memStore.Save(t.Context(), known); err != nil {
				t.Fatal(err)
			}
		}
		anna := seated(t)(lobby.Ask(t.Context(), a.enter(t, "anna"), lobby.Create{Plan: lobby.Plan{Game: "davinci"}}))
		bo := b.enter(t, "bo")
		seat := seated(t)(lobby.Ask(t.Context(), bo, lobby.Join{Code: anna.now.Code}))
		if err := lobby.Perform(t.Context(), bo, lobby.DeleteAccount{}); err == nil {
			t.Error("somebody with a seat at another node is forgotten")
		}
		seat.do(lobby.Leave{})
		w.cutOff("a")
		if err := lobby.Perform(t.Context(), bo, lobby.DeleteAccount{}); err == nil || !strings.Contains(err.Error(), "Another node still has data") {
			t.Errorf("where a node does not answer bo is told %v", err)
		}
		w.back("a")
		if err := lobby.Perform(t.Context(), bo, lobby.DeleteAccount{}); err != nil {
			t.Fatal(err)
		}
		for _, one := range []*node{a, b} {
			if _, err := one.memStore.Account(t.Context(), "key:bo"); !errors.Is(err, lobby.ErrUnknown) {
				t.Errorf("node %s still has bo: %v", one.name, err)
			}
		}
	})
}

// TestASecretSendsNothing checks that a move without an event sends nothing to other players' nodes, and that a
// seat's view goes to its own node only.
func TestASecretSendsNothing(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		var seed engine.Seed
		w.seed = func() engine.Seed { return seed }
		options := engine.Options{"jokers": "free"}
		for !placesAJoker(t, seed, options) {
			seed[0]++
		}
		a, b := w.start(t, "a"), w.start(t, "b")
		anna := seated(t)(lobby.Ask(t.Context(), a.enter(t, "anna"), lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2, Options: options}}))
		bo := seated(t)(lobby.Ask(t.Context(), b.enter(t, "bo"), lobby.Join{Code: anna.now.Code}))
		give := func(do lobby.RoomOp) int64 {
			before := w.sent.Load()
			anna.do(do)
			synctest.Wait()
			return w.sent.Load() - before
		}
		give(lobby.Start{})
		if give(lobby.Play{Action: "deal"}) == 0 {
			t.Error("an open move sends nothing")
		}
		for _, secret := range []lobby.RoomOp{lobby.Play{Action: "place 1"}, lobby.ListLegal{}} {
			if bytes := give(secret); bytes != 0 {
				t.Errorf("%v sends %d bytes to another node", secret, bytes)
			}
		}
		if give(lobby.Play{Action: "ready"}) == 0 {
			t.Error("an open move sends nothing")
		}
		bo.do(lobby.Leave{})
	})
}

// placesAJoker reports whether the first seat of a seed has a joker to place.
func placesAJoker(t *testing.T, seed engine.Seed, options engine.Options) bool {
	t.Helper()
	match, err := games()[0].Start(2, seed, options)
	if err == nil {
		match, _, err = match.Play(0, "deal")
	}
	if err != nil {
		t.Fatal(err)
	}
	return slices.Contains(slices.Collect(match.Legal(0)), "place 1")
}
