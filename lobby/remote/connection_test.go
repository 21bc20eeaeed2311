package remote_test

import (
	"context"
	"errors"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/lobby"
	"parlor/lobby/lobbytest"
	"parlor/lobby/local"
	"parlor/lobby/remote"
)

func config() lobbytest.Config {
	return lobbytest.Config{Games: []engine.Game{davinci.Rules().Game()}}
}

// serve returns a lobby at the other end of a connection.
func serve(t *testing.T, l lobby.Lobby, ours, theirs net.Conn) *remote.Lobby {
	t.Helper()
	served := make(chan error, 1)
	go func() { served <- remote.Serve(context.Background(), theirs, l, nil) }()
	there, err := remote.Connect(t.Context(), ours, config().Games, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		there.Close()
		<-served
	})
	return there
}

// pipe returns a lobby at the other end of a pipe.
func pipe(t *testing.T, l lobby.Lobby) *remote.Lobby {
	t.Helper()
	ours, theirs := net.Pipe()
	return serve(t, l, ours, theirs)
}

func must[T any](value T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

// newest waits until all is idle and returns the waiting update, or a zero one.
func newest(handle lobby.Handle) (update lobby.Update) {
	synctest.Wait()
	select {
	case update = <-handle.Updates():
	default:
	}
	return update
}

// until waits for an update.
func until(t *testing.T, handle lobby.Handle, wanted func(lobby.Update) bool) lobby.Update {
	t.Helper()
	for {
		select {
		case update, open := <-handle.Updates():
			if !open {
				t.Fatalf("the hold ended: %v", handle.Ended())
			}
			if wanted(update) {
				return update
			}
		case <-time.After(15 * time.Minute):
			t.Fatal("it is not shown")
		}
	}
}

// silentHandles is a lobby whose handles execute requests but never answer. done receives a value
// for each.
type silentHandles struct {
	lobby.Lobby
	done chan<- struct{}
}

func (d silentHandles) Enter(ctx context.Context, who lobby.Identity) (lobby.Session, error) {
	session, err := d.Lobby.Enter(ctx, who)
	return silentHandleSession{session, d.done}, err
}

type silentHandleSession struct {
	lobby.Session
	done chan<- struct{}
}

func (d silentHandleSession) Do(ctx context.Context, request lobby.Request) (any, error) {
	answer, err := d.Session.Do(ctx, request)
	if handle, is := answer.(lobby.Handle); is {
		answer = silentHandle{handle, d.done}
	}
	return answer, err
}

type silentHandle struct {
	lobby.Handle
	done chan<- struct{}
}

func (d silentHandle) Do(ctx context.Context, order lobby.Request) (any, error) {
	done, err := d.Handle.Do(ctx, order)
	d.done <- struct{}{}
	<-ctx.Done()
	return done, err
}

func TestRoomRequestIsDoneOnceAcrossCut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := open(t, config())
		host := must(lobby.Ask(t.Context(), lobbytest.Enter(t, l, "anna"), lobby.Create{Plan: lobby.Plan{Game: "davinci"}}))(t)
		code := newest(host).Code
		done := make(chan struct{}, 1)
		there := pipe(t, silentHandles{l, done})
		session := lobbytest.Enter(t, there, "bo")
		bo := must(lobby.Ask(t.Context(), session, lobby.Join{Code: code}))(t)
		order := lobby.NewRequest(lobby.Say{Text: "once"})
		result := make(chan error)
		go func() {
			_, err := bo.Do(t.Context(), order)
			result <- err
		}()
		<-done
		there.Close()
		if err := <-result; !errors.Is(err, lobby.ErrNoAnswer) || !errors.Is(err, remote.ErrCut) || err.Error() != lobby.ErrNoAnswer.Error() {
			t.Errorf("the order that was under way ends with %v", err)
		}
		for range bo.Updates() {
			continue
		}
		for range session.Pages() {
			continue
		}
		if !errors.Is(bo.Ended(), remote.ErrCut) || !errors.Is(session.Ended(), remote.ErrCut) {
			t.Errorf("hold and visit ended with %v and %v", bo.Ended(), session.Ended())
		}
		if _, err := bo.Do(t.Context(), order); !errors.Is(err, remote.ErrCut) || errors.Is(err, lobby.ErrNoAnswer) {
			t.Errorf("an order that could not be sent ends with %v", err)
		}
		if _, err := lobby.Ask(t.Context(), session, lobby.Join{Code: code}); !errors.Is(err, remote.ErrCut) {
			t.Errorf("who joins is told %v", err)
		}
		until(t, host, func(u lobby.Update) bool { return !u.Seats[1].Away.IsZero() && len(u.Chat) == 1 })
		again := must(lobby.Ask(t.Context(), lobbytest.Enter(t, pipe(t, l), "bo"), lobby.Join{Code: code}))(t)
		if _, err := again.Do(t.Context(), order); err != nil {
			t.Fatal(err)
		}
		if u := newest(again); len(u.Chat) != 1 || !u.Seats[1].Away.IsZero() || u.You != 1 {
			t.Errorf("back, bo sees %+v", u)
		}
	})
}

// silentSessions is a lobby whose sessions execute requests but never answer. done receives a value
// for each.
type silentSessions struct {
	lobby.Lobby
	done chan<- struct{}
}

func (l silentSessions) Enter(ctx context.Context, who lobby.Identity) (lobby.Session, error) {
	session, err := l.Lobby.Enter(ctx, who)
	return silentSession{session, l.done}, err
}

type silentSession struct {
	lobby.Session
	done chan<- struct{}
}

func (s silentSession) Do(ctx context.Context, request lobby.Request) (any, error) {
	answer, err := s.Session.Do(ctx, request)
	s.done <- struct{}{}
	<-ctx.Done()
	return answer, err
}

// TestSessionRequestIsDoneOnceAcrossCut: the answer to a request that opens a room is lost,
// and the client repeats it. In the previous version, requests to sessions have no IDs.
func TestSessionRequestIsDoneOnceAcrossCut(t *testing.T) {
	for version, want := range map[int]int{remote.Protocol: 1, remote.Protocol - 1: 2} {
		synctest.Test(t, func(t *testing.T) {
			l := open(t, config())
			connect := func(to lobby.Lobby) *remote.Lobby {
				ours, theirs := net.Pipe()
				go func() { _ = remote.Serve(context.Background(), theirs, to, nil) }()
				there := must(remote.ConnectBy(t.Context(), ours, version, config().Games, nil))(t)
				t.Cleanup(there.Close)
				return there
			}
			request := lobby.NewRequest(lobby.Create{Plan: lobby.Plan{Game: "davinci", Public: true}})
			done, failed := make(chan struct{}), make(chan error)
			first := connect(silentSessions{l, done})
			anna := lobbytest.Enter(t, first, "anna")
			go func() {
				_, err := anna.Do(t.Context(), request)
				failed <- err
			}()
			<-done
			first.Close()
			if err := <-failed; !errors.Is(err, lobby.ErrNoAnswer) {
				t.Errorf("the request that was under way ends with %v", err)
			}
			handle := must(lobby.AnswerTo[lobby.Handle](t.Context(), lobbytest.Enter(t, connect(l), "anna"), request))(t)
			if u := newest(handle); u.You != 0 || !u.Host {
				t.Errorf("anna sees %+v", u)
			}
			page := must(lobby.Ask(t.Context(), lobbytest.Enter(t, l, "bo"), lobby.Peek{Window: lobby.WholeLobby()}))(t)
			if page.AllRooms != want {
				t.Errorf("in version %d, one request has made %d rooms", version, page.AllRooms)
			}
		})
	}
}

// cutConn is a connection that drops all written data once it is cut, like a broken cable.
type cutConn struct {
	net.Conn
	cut     atomic.Bool
	written atomic.Int64 // bytes written
}

func (h *cutConn) Write(data []byte) (int, error) {
	if h.written.Add(int64(len(data))); h.cut.Load() {
		return len(data), nil
	}
	return h.Conn.Write(data)
}

func TestSilentConnectionIsCut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := open(t, config())
		host := must(lobby.Ask(t.Context(), lobbytest.Enter(t, l, "anna"), lobby.Create{Plan: lobby.Plan{Game: "davinci"}}))(t)
		ours, theirs := net.Pipe()
		here, away := &cutConn{Conn: ours}, &cutConn{Conn: theirs}
		there := serve(t, l, here, away)
		bo := must(lobby.Ask(t.Context(), lobbytest.Enter(t, there, "bo"), lobby.Join{Code: newest(host).Code}))(t)
		time.Sleep(time.Hour) // heartbeats keep the connection alive
		if err := there.Err(); err != nil {
			t.Fatal(err)
		}
		here.cut.Store(true)
		away.cut.Store(true)
		began := time.Now()
		for range bo.Updates() {
			continue
		}
		if err := bo.Ended(); !errors.Is(err, remote.ErrCut) || time.Since(began) > 15*time.Second {
			t.Errorf("the hold ends with %v after %v", err, time.Since(began))
		}
		<-there.Done()
		until(t, host, func(u lobby.Update) bool { return !u.Seats[1].Away.IsZero() })
		if time.Since(began) > 15*time.Second {
			t.Errorf("bo is away after %v", time.Since(began))
		}
	})
}

// lateLobby is a lobby that opens handles too late, and reports the deadlines of requests.
type lateLobby struct {
	lobby.Lobby
	give   <-chan struct{}
	within chan<- time.Duration
}

func (l lateLobby) Enter(ctx context.Context, who lobby.Identity) (lobby.Session, error) {
	session, err := l.Lobby.Enter(ctx, who)
	return lateSession{session, l}, err
}

type lateSession struct {
	lobby.Session
	lateLobby lateLobby
}

func (v lateSession) Do(ctx context.Context, request lobby.Request) (any, error) {
	until, _ := ctx.Deadline()
	v.lateLobby.within <- time.Until(until)
	<-ctx.Done()
	<-v.lateLobby.give
	return v.Session.Do(context.WithoutCancel(ctx), request)
}

func TestHandleOpenedTooLateIsClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := open(t, config())
		host := must(lobby.Ask(t.Context(), lobbytest.Enter(t, l, "anna"), lobby.Create{Plan: lobby.Plan{Game: "davinci"}}))(t)
		code := newest(host).Code
		give, within := make(chan struct{}), make(chan time.Duration, 1)
		session := lobbytest.Enter(t, pipe(t, lateLobby{l, give, within}), "bo")
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		if _, err := lobby.Ask(ctx, session, lobby.Join{Code: code}); !errors.Is(err, lobby.ErrNoAnswer) || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("who waits no longer is told %v", err)
		}
		if took := <-within; took > 3*time.Second || took < 2*time.Second {
			t.Errorf("the other end has %v for it", took)
		}
		if u := newest(host); u.Revision != 0 {
			t.Errorf("something has happened: %+v", u)
		}
		give <- struct{}{}
		until(t, host, func(u lobby.Update) bool { return u.Seats[1].Name == "bo" && !u.Seats[1].Away.IsZero() })
		// If the caller cancels, the other end notices at once.
		ctx, cancel = context.WithCancel(t.Context())
		result := make(chan error)
		go func() {
			_, err := lobby.Ask(ctx, session, lobby.Join{Code: code})
			result <- err
		}()
		<-within
		cancel()
		if err := <-result; !errors.Is(err, lobby.ErrNoAnswer) || !errors.Is(err, context.Canceled) {
			t.Errorf("who went away is told %v", err)
		}
		give <- struct{}{}
	})
}

// TestStalledPeerBlocksNoOther stops reading at one end: the room continues for others, and
// the connection ends.
func TestStalledPeerBlocksNoOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := open(t, config())
		anna := must(lobby.Ask(t.Context(), lobbytest.Enter(t, l, "anna"), lobby.Create{Plan: lobby.Plan{Game: "davinci"}}))(t)
		ours, theirs := net.Pipe()
		stuck := &stuckConn{Conn: ours, stuck: make(chan struct{}), closed: make(chan struct{})}
		there := serve(t, l, stuck, theirs)
		bo := must(lobby.Ask(t.Context(), lobbytest.Enter(t, there, "bo"), lobby.Join{Code: newest(anna).Code}))(t)
		until(t, bo, func(u lobby.Update) bool { return u.You == 1 })
		close(stuck.stuck)
		began := time.Now()
		for range 5 {
			if err := lobby.Perform(t.Context(), anna, lobby.Say{Text: "well?"}); err != nil {
				t.Fatal(err)
			}
		}
		if waited := time.Since(began); waited > 0 {
			t.Errorf("anna waits %v for bo's connection", waited)
		}
		until(t, anna, func(u lobby.Update) bool { return !u.Seats[1].Away.IsZero() })
		if waited := time.Since(began); waited > 30*time.Second {
			t.Errorf("the connection lasts for %v", waited)
		}
	})
}

// stuckConn is a connection that is no longer read.
type stuckConn struct {
	net.Conn
	stuck, closed chan struct{}
	once          sync.Once
}

func (s *stuckConn) Read(into []byte) (int, error) {
	select {
	case <-s.stuck:
		<-s.closed
		return 0, net.ErrClosed
	default:
		return s.Conn.Read(into)
	}
}

func (s *stuckConn) Close() error {
	s.once.Do(func() { close(s.closed) })
	return s.Conn.Close()
}

// TestSecretMoveSendsNothing counts the bytes written to the connection of a player who may
// not know of a move.
func TestSecretMoveSendsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		config := config()
		var seed engine.Seed
		options := engine.Options{"jokers": "free"}
		for !placesAJoker(t, config.Games[0], seed, options) {
			seed[0]++
		}
		config.Seed = func() engine.Seed { return seed }
		l := open(t, config)
		ours, theirs := net.Pipe()
		wire := &cutConn{Conn: theirs}
		anna := must(lobby.Ask(t.Context(), lobbytest.Enter(t, pipe(t, l), "anna"), lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2, Options: options}}))(t)
		session := lobbytest.Enter(t, serve(t, l, ours, wire), "bo")
		bo := must(lobby.Ask(t.Context(), session, lobby.Join{Code: newest(anna).Code}))(t)
		give := func(do lobby.RoomOp) (bytes int64) {
			before := wire.written.Load()
			if err := lobby.Perform(t.Context(), anna, do); err != nil {
				t.Fatal(err)
			}
			newest(anna)
			return wire.written.Load() - before
		}
		give(lobby.Start{})
		if give(lobby.Play{Action: "deal"}) == 0 {
			t.Error("an open move sends nothing")
		}
		time.Sleep(time.Second) // the lobby is published
		newest(bo)
		for _, secret := range []lobby.RoomOp{lobby.Play{Action: "place 1"}, lobby.ListLegal{}} {
			if bytes := give(secret); bytes != 0 {
				t.Errorf("%v sends %d bytes to somebody else", secret, bytes)
			}
		}
		if give(lobby.Play{Action: "ready"}) == 0 {
			t.Error("an open move sends nothing")
		}
	})
}

// placesAJoker reports whether the first seat has to place a joker with a seed.
func placesAJoker(t *testing.T, game engine.Game, seed engine.Seed, options engine.Options) bool {
	t.Helper()
	match := must(game.Start(2, seed, options))(t)
	match, _, err := match.Play(0, "deal")
	if err != nil {
		t.Fatal(err)
	}
	return slices.Contains(slices.Collect(match.Legal(0)), "place 1")
}

func TestServingEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := open(t, config())
		ours, theirs := net.Pipe()
		ctx, cancel := context.WithCancel(t.Context())
		served := make(chan error)
		go func() { served <- remote.Serve(ctx, theirs, l, nil) }()
		there := must(remote.Connect(t.Context(), ours, config().Games, nil))(t)
		session := lobbytest.Enter(t, there, "anna")
		cancel()
		if err := <-served; !errors.Is(err, context.Canceled) {
			t.Errorf("served with %v", err)
		}
		<-there.Done()
		for range session.Pages() {
			continue
		}
		if err := session.Ended(); !errors.Is(err, remote.ErrCut) || there.Err() == nil {
			t.Errorf("the visit ends with %v, the connection with %v", err, there.Err())
		}
		there.Close()
	})
}

// TestManyOnOneConnection lets many people enter and leave concurrently on one connection.
func TestManyOnOneConnection(t *testing.T) {
	l := local.New(local.Config{Games: config().Games})
	defer func() {
		if err := l.Close(context.Background()); err != nil {
			t.Error(err)
		}
	}()
	ours, theirs := tcp(t)
	there := serve(t, l, ours, theirs)
	var all sync.WaitGroup
	for n := range 30 {
		all.Go(func() {
			who := lobby.Identity{ID: string(rune('A' + n)), Name: "somebody"}
			for range 5 {
				session, err := there.Enter(t.Context(), who)
				if err != nil {
					t.Error(err)
					return
				}
				if handle, err := lobby.Ask(t.Context(), session, lobby.Create{Plan: lobby.Plan{Game: "davinci"}}); err != nil {
					t.Error(err)
				} else if err := lobby.Perform(t.Context(), handle, lobby.Leave{}); err != nil {
					t.Error(err)
				}
				all.Go(func() { session.Name() })
				session.Close()
			}
		})
	}
	all.Wait()
}
