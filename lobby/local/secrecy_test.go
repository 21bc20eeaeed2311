package local_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/engine/kodeknacker"
	"parlor/engine/masterdice"
	"parlor/lobby"
	"parlor/lobby/local"
)

// slowDisk is a journal with a slow, serialized fsync.
type slowDisk struct {
	*memJournal
	flush time.Duration
	turn  chan struct{}
}

func newSlowDisk(flush time.Duration) *slowDisk {
	return &slowDisk{newMemJournal(), flush, make(chan struct{}, 1)}
}

func (d *slowDisk) Append(ctx context.Context, room string, entry lobby.Entry) error {
	d.turn <- struct{}{}
	defer func() { <-d.turn }()
	time.Sleep(d.flush)
	return d.memJournal.Append(ctx, room, entry)
}

// secretCase is a situation in which anna may act in secret.
type secretCase struct {
	name    string
	game    engine.Game
	options engine.Options
	before  func(anna, bo engine.Seat, match engine.Match) []engine.Move // the moves before
	secret  func(engine.Match) engine.Action                             // empty if the match has no such situation
	instead func(engine.Match) engine.Action                             // what she does otherwise; optional
	bo      []engine.Action                                              // what bo tries meanwhile
	waits   bool                                                         // bo is not to move
}

// secretCases returns such situations in all games.
func secretCases() []secretCase {
	nth := func(n int) func(engine.Match) engine.Action {
		return func(m engine.Match) engine.Action {
			legal := slices.Collect(m.Legal(0))
			return legal[(n+len(legal))%len(legal)]
		}
	}
	gap := func(m engine.Match) engine.Action {
		if choice := m.View(0).Table.(davinci.View).Choice; choice != nil && len(choice.Gaps) > 1 {
			return davinci.Place(choice.Gaps[0])
		}
		return ""
	}
	jokers := engine.Options{"jokers": davinci.FreeJokers, "first": "1"}
	return []secretCase{
		{"the gap of a joker that was dealt", davinci.Rules().Game(), jokers, func(anna, bo engine.Seat, _ engine.Match) []engine.Move {
			return []engine.Move{{Seat: anna, Action: davinci.Deal}, {Seat: bo, Action: davinci.Deal}}
		}, gap, nil, []engine.Action{davinci.Ready}, false},
		{"the gap of a joker that was drawn", davinci.Rules().Game(), jokers, func(anna, bo engine.Seat, _ engine.Match) []engine.Move {
			return []engine.Move{
				{Seat: anna, Action: davinci.Deal},
				{Seat: bo, Action: davinci.Deal},
				{Seat: anna, Action: davinci.Ready},
				{Seat: bo, Action: davinci.Ready},
				{Seat: anna, Action: davinci.Draw(davinci.Black)},
			}
		}, gap, nil, []engine.Action{"guess 1 1 5", davinci.DrawAny}, true},
		{"the hidden roll of a duel", masterdice.Rules().Game(), engine.Options{"mode": masterdice.Duel, "first": "1"}, func(_, _ engine.Seat, _ engine.Match) []engine.Move {
			return nil
		}, func(engine.Match) engine.Action { return masterdice.Roll }, nil, []engine.Action{masterdice.Roll, "solve 1 2 3 4"}, false},
		{"a code", kodeknacker.Rules().Game(), nil, func(_, _ engine.Seat, _ engine.Match) []engine.Move {
			return nil
		}, nth(0), nth(-1), []engine.Action{kodeknacker.Code("rrggb")}, false},
	}
}

// begin finds a match with such a situation.
func (h secretCase) begin(t *testing.T) (seed engine.Seed, moves []engine.Move, secret, instead engine.Action) {
	t.Helper()
next:
	for n := range 5000 {
		seed = engine.Seed{byte(n), byte(n >> 8)}
		match, err := h.game.Start(2, seed, h.options)
		if err != nil {
			t.Fatal(err)
		}
		moves = h.before(0, 1, match)
		for _, move := range moves {
			if match, _, err = match.Play(move.Seat, move.Action); err != nil {
				continue next
			}
		}
		if v, is := match.View(1).Table.(davinci.View); is && v.Choice != nil {
			continue
		}
		if secret = h.secret(match); secret != "" {
			if h.instead != nil {
				instead = h.instead(match)
			}
			return seed, moves, secret, instead
		}
	}
	t.Fatalf("no match has %s", h.name)
	return seed, nil, "", ""
}

// notebook records what others than anna receive, with times.
type notebook struct {
	mu    sync.Mutex
	since time.Time
	times bool // anna's action becomes visible eventually, so only its time counts
	lines map[string]string
}

// write records what a client receives, replacing what it received at the same time, which
// it may have missed.
func (n *notebook) write(who, what string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.lines[fmt.Sprintf("%v %s", time.Since(n.since), who)] = what
}

// differs returns the first entry that differs in the other notebook, or "".
func (n *notebook) differs(other *notebook) string {
	for _, moment := range slices.Sorted(maps.Keys(n.lines)) {
		if what, is := other.lines[moment]; !is || what != n.lines[moment] {
			return fmt.Sprintf("%s: %.3000s, and not %.3000s", moment, n.lines[moment], what)
		}
	}
	return ""
}

// follow records all updates of a handle.
func (n *notebook) follow(who string, h lobby.Handle) {
	for u := range h.Updates() {
		u.Code, u.Past = "", ""
		if n.times || u.Stage != engine.Playing { // after the end nothing is hidden
			u.Match, u.Events, u.Ended = nil, nil, nil
		}
		told, _ := json.Marshal(u) //nolint:errchkjson // it is one of ours
		n.write(who, string(told))
	}
}

// observedAction is an action of another client, whose answer time is recorded.
type observedAction struct {
	name string
	do   func(t *testing.T, of otherClients) error
	fast bool // answered at once
	late bool // done by a timeout, some time after anna's action
}

// otherClients is the other clients.
type otherClients struct {
	bo, cy  lobby.Handle
	session lobby.Session // of di, who is not in the room yet
	code    string
}

func observedActions(h secretCase) []observedAction {
	gives := func(do lobby.RoomOp) func(*testing.T, otherClients) error {
		return func(t *testing.T, of otherClients) error { return lobby.Perform(t.Context(), of.bo, do) }
	}
	watches := func(do lobby.RoomOp) func(*testing.T, otherClients) error {
		return func(t *testing.T, of otherClients) error { return lobby.Perform(t.Context(), of.cy, do) }
	}
	all := []observedAction{
		{name: "nothing", do: func(*testing.T, otherClients) error { return nil }},
		{name: "bo chats", do: gives(lobby.Say{Text: "hello"})},
		{name: "bo is ready", do: gives(lobby.SetReady{Ready: true})},
		{name: "bo asks for what is legal", do: gives(lobby.ListLegal{})},
		{name: "bo asks for a pause", do: gives(lobby.Pause{Pause: true})},
		{name: "bo resigns", do: gives(lobby.Play{Action: engine.Resign})},
		{name: "bo leaves", do: gives(lobby.Leave{})},
		{name: "bo plays what is nothing", do: gives(lobby.Play{Action: "nonsense"}), fast: h.waits},
		{name: "bo hangs up", do: func(_ *testing.T, of otherClients) error { of.bo.Close(); return nil }},
		{name: "cy chats", do: watches(lobby.Say{Text: "hello"})},
		{name: "cy plays", do: watches(lobby.Play{Action: "nonsense"}), fast: true},
		{name: "cy leaves", do: watches(lobby.Leave{})},
		{name: "cy chats much", do: func(t *testing.T, of otherClients) error {
			var all sync.WaitGroup
			for range 4 {
				all.Go(func() { _ = lobby.Perform(t.Context(), of.cy, lobby.Say{Text: "hello"}) })
			}
			all.Wait()
			return nil
		}},
		{name: "di looks", do: func(t *testing.T, of otherClients) error {
			_, err := lobby.Ask(t.Context(), of.session, lobby.Look{Code: of.code})
			return err
		}},
		{name: "di comes", do: func(t *testing.T, of otherClients) error {
			_, err := lobby.Ask(t.Context(), of.session, lobby.Watch{Code: of.code})
			return err
		}},
		{name: "the clock runs out", do: func(*testing.T, otherClients) error { return nil }, late: true},
	}
	for _, action := range h.bo {
		all = append(all, observedAction{name: "bo plays " + string(action), do: gives(lobby.Play{Action: action}), fast: h.waits})
		all = append(all, observedAction{name: "bo plays " + string(action) + " while cy chats", do: func(t *testing.T, of otherClients) error {
			var both sync.WaitGroup
			defer both.Wait()
			both.Go(func() {
				time.Sleep(time.Millisecond)
				_ = lobby.Perform(t.Context(), of.cy, lobby.Say{Text: "hello"})
			})
			return lobby.Perform(t.Context(), of.bo, lobby.Play{Action: action})
		}})
	}
	return all
}

const (
	flushTakes = 20 * time.Millisecond
	// refusalTakes is the maximum delay of a refusal for a player who is not to move.
	refusalTakes = 5 * time.Millisecond
)

// seen returns what others receive if anna acts in secret or not, while another client does
// something later.
func (h secretCase) seen(t *testing.T, acts bool, other observedAction, later time.Duration) *notebook {
	t.Helper()
	seed, moves, secret, instead := h.begin(t)
	book := &notebook{times: other.late, lines: map[string]string{}}
	synctest.Test(t, func(t *testing.T) {
		disk := newSlowDisk(flushTakes)
		l := open(t, local.Config{Games: []engine.Game{h.game}, Seed: func() engine.Seed { return seed }, Journal: disk})
		anna := seated(t)(lobby.Ask(t.Context(), enter(t, l, "anna"), lobby.Create{Plan: lobby.Plan{Game: h.game.Name, Seats: 2, Clock: time.Minute, Options: h.options}}))
		of := otherClients{code: anna.now.Code, session: enter(t, l, "di")}
		bo := seated(t)(lobby.Ask(t.Context(), enter(t, l, "bo"), lobby.Join{Code: of.code}))
		cy := seated(t)(lobby.Ask(t.Context(), enter(t, l, "cy"), lobby.Watch{Code: of.code}))
		of.bo, of.cy = bo.Handle, cy.Handle
		if err := lobby.Perform(t.Context(), anna, lobby.Start{}); err != nil {
			t.Fatal(err)
		}
		for _, move := range moves {
			[]*person{anna, bo}[move.Seat].do(move.Action)
		}
		time.Sleep(time.Second)
		anna.look()
		if other.late {
			time.Sleep(time.Until(anna.now.Seats[0].Deadline) - later)
		}
		book.since = time.Now()
		var all sync.WaitGroup
		all.Go(func() { book.follow("bo", of.bo) })
		all.Go(func() { book.follow("cy", of.cy) })
		synctest.Wait()
		all.Go(func() {
			action := secret
			if !acts {
				action = instead
			}
			if action == "" {
				return
			}
			before := len(disk.crash().rooms[of.code])
			if err := lobby.Perform(t.Context(), anna, lobby.Play{Action: action}); err != nil {
				t.Error(err)
			}
			if took := time.Since(book.since); took < flushTakes || len(disk.crash().rooms[of.code]) == before {
				t.Errorf("anna is told after %v that it is done, and it is not written yet", took)
			}
			if is := slices.ContainsFunc(disk.crash().rooms[of.code], func(e lobby.Entry) bool { return e.Secret }); is != (instead == "") {
				t.Errorf("%s: an entry is secret: %t", h.name, is)
			}
		})
		all.Go(func() {
			time.Sleep(later)
			began := time.Now()
			err := other.do(t, of)
			book.write("answer", fmt.Sprint(err))
			if took := time.Since(began); other.fast && took > refusalTakes {
				t.Errorf("%s: %s takes %v", h.name, other.name, took)
			}
		})
		time.Sleep(2 * time.Second)
		_ = l.Close(t.Context())
		all.Wait()
	})
	return book
}

// TestTimesRevealNoSecretAction: the answers and updates of all others have the same times
// and contents whether or not a player has acted in secret.
func TestTimesRevealNoSecretAction(t *testing.T) {
	for _, h := range secretCases() {
		t.Run(h.name, func(t *testing.T) {
			t.Parallel()
			for _, other := range observedActions(h) {
				for _, later := range []time.Duration{time.Millisecond, flushTakes / 2, flushTakes - time.Millisecond, flushTakes + time.Millisecond, 50 * time.Millisecond} {
					with, without := h.seen(t, true, other, later), h.seen(t, false, other, later)
					if told := cmp.Or(with.differs(without), without.differs(with)); told != "" {
						t.Errorf("%s, %v later, tells of it: %s", other.name, later, told)
					}
				}
			}
		})
	}
}

// TestRepeatedAction: a player who repeats a completed request is told so even if not to
// move any more. Others are refused at once.
func TestRepeatedAction(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{Games: []engine.Game{kodeknacker.Rules().Game()}, Journal: newSlowDisk(flushTakes)})
		anna := seated(t)(lobby.Ask(t.Context(), enter(t, l, "anna"), lobby.Create{Plan: lobby.Plan{Game: "kodeknacker", Seats: 2}}))
		seated(t)(lobby.Ask(t.Context(), enter(t, l, "bo"), lobby.Join{Code: anna.now.Code}))
		if err := lobby.Perform(t.Context(), anna, lobby.Start{}); err != nil {
			t.Fatal(err)
		}
		order := lobby.NewRequest(lobby.Play{Action: kodeknacker.Code("rrggb")})
		for range 2 {
			if _, err := anna.Do(t.Context(), order); err != nil {
				t.Error(err)
			}
		}
		began := time.Now()
		_, err := anna.Do(t.Context(), lobby.NewRequest(order.Op))
		if anna.refused(err, "made your code"); time.Since(began) > 0 {
			t.Error("it takes its time to refuse anna")
		}
	})
}

// TestPanicDuringRefusal: if a game panics while a refusal is computed, only the room
// closes.
func TestPanicDuringRefusal(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{Games: []engine.Game{cupsGame(nil, nil)}})
		people := table(t, l, lobby.Plan{}, "anna", "bo")
		people[0].refused(lobby.Perform(t.Context(), people[1], lobby.Play{Action: "boom"}), "sorry")
	})
}
