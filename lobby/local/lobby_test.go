package local_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/lobby"
	"parlor/lobby/lobbytest"
	"parlor/lobby/local"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func games() []engine.Game { return []engine.Game{davinci.Rules().Game()} }

// open returns a lobby that is closed at the end of the test.
func open(t *testing.T, config local.Config) *local.Lobby {
	t.Helper()
	if config.Games == nil {
		config.Games = games()
	}
	if config.Seed == nil {
		config.Seed = func() engine.Seed { return engine.Seed{7} }
	}
	return lobbytest.Open(t, local.New(config))
}

func enter(t *testing.T, l *local.Lobby, name string) lobby.Session {
	t.Helper()
	return lobbytest.Enter(t, l, name)
}

// pageOf returns everything that a session can see of the lobby.
func pageOf(t *testing.T, session lobby.Session) lobby.Page {
	t.Helper()
	page, err := lobby.Ask(t.Context(), session, lobby.Peek{Window: lobby.WholeLobby()})
	if err != nil {
		t.Fatal(err)
	}
	return page
}

// seated returns a function that fails the test on an error.
func seated(t *testing.T) func(lobby.Handle, error) *person {
	t.Helper()
	return func(c lobby.Handle, err error) *person {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		p := &person{Handle: c, t: t}
		p.look()
		return p
	}
}

// person is a handle and the latest update it has shown.
type person struct {
	lobby.Handle
	t   *testing.T
	now lobby.Update
	saw func(lobby.Update) // called for each update; optional
}

// look waits until the rooms are idle, takes the waiting update and reports whether there
// was one.
func (p *person) look() bool {
	p.t.Helper()
	synctest.Wait()
	select {
	case u, open := <-p.Updates():
		if open && u.Revision <= p.now.Revision {
			p.t.Errorf("update %d came after %d", u.Revision, p.now.Revision)
		}
		if open {
			p.checkNew(u)
			p.now = u
		}
		if open && p.saw != nil {
			p.saw(u)
		}
		return open
	default:
		return false
	}
}

// checkNew fails the test if an update equals the previous one: even a repetition would reveal
// something.
func (p *person) checkNew(u lobby.Update) {
	p.t.Helper()
	before := p.now
	before.Revision, before.Events, before.ByBot, before.Ended = u.Revision, nil, nil, nil
	if len(u.Events)+len(u.Ended) == 0 && u.Revision > 1 && reflect.DeepEqual(u, before) {
		p.t.Errorf("update %d says the same as the one before", u.Revision)
	}
}

func (p *person) table() davinci.View {
	p.look()
	return p.now.Match.Table.(davinci.View)
}

func (p *person) do(actions ...engine.Action) {
	p.t.Helper()
	for _, action := range actions {
		if err := lobby.Perform(p.t.Context(), p, lobby.Play{Action: action}); err != nil {
			p.t.Fatalf("%s: %v", action, err)
		}
	}
}

func (p *person) refused(err error, words string) {
	p.t.Helper()
	if err == nil || !strings.Contains(err.Error(), words) {
		p.t.Errorf("refused with %v, want %q", err, words)
	}
}

// pair returns two people whose match has begun; anna is the host.
func pair(t *testing.T, l *local.Lobby, plan lobby.Plan) (anna, bo *person) {
	t.Helper()
	return pairOf(t, l, plan, "anna", "bo")
}

// pairOf begins a match of Da Vinci Code between two people.
func pairOf(t *testing.T, l *local.Lobby, plan lobby.Plan, one, other string) (anna, bo *person) {
	t.Helper()
	plan.Game, plan.Seats = "davinci", 2
	anna = seated(t)(lobby.Ask(t.Context(), enter(t, l, one), lobby.Create{Plan: plan}))
	bo = seated(t)(lobby.Ask(t.Context(), enter(t, l, other), lobby.Join{Code: anna.now.Code}))
	if err := lobby.Perform(t.Context(), anna, lobby.Start{}); err != nil {
		t.Fatal(err)
	}
	anna.look()
	bo.look()
	return anna, bo
}

// in runs a test in a synctest bubble.
func in(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	synctest.Test(t, test)
}

func TestBotsPlayAMatchWithAPerson(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{})
		anna := seated(t)(lobby.Ask(t.Context(), enter(t, l, "anna"), lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 4, Public: true}}))
		for range 3 {
			if err := lobby.Perform(t.Context(), anna, lobby.AddBot{Level: engine.FirstBot}); err != nil {
				t.Fatal(err)
			}
		}
		if err := lobby.Perform(t.Context(), anna, lobby.Start{}); err != nil {
			t.Fatal(err)
		}
		anna.do("deal", "resign")
		time.Sleep(30 * time.Minute) // the others play on without waiting for anna
		if anna.look(); anna.now.Stage != engine.Over || anna.now.Match.Round != 3 || slices.Contains(anna.now.Match.Winners, 0) {
			t.Errorf("%s in game %d, won by %v", anna.now.Stage, anna.now.Match.Round, anna.now.Match.Winners)
		}
	})
}

func TestBotPaceRevealsNothing(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{Limits: lobby.Limits{BotPace: time.Second}})
		anna := seated(t)(lobby.Ask(t.Context(), enter(t, l, "anna"), lobby.Create{Plan: lobby.Plan{
			Game: "davinci", Seats: 2, Options: engine.Options{"jokers": "free", "first": "2", "rounds": "9"},
		}}))
		if err := lobby.Perform(t.Context(), anna, lobby.AddBot{Level: engine.FirstBot}); err != nil {
			t.Fatal(err)
		}
		if err := lobby.Perform(t.Context(), anna, lobby.Start{}); err != nil {
			t.Fatal(err)
		}
		anna.look()
		anna.do("deal")
		for lobby.Perform(t.Context(), anna, lobby.Play{Action: engine.Action("place 1")}) == nil {
		}
		anna.do("ready")
		for range 2000 {
			if anna.look() {
				began := time.Now()
				for len(anna.now.Match.ToMove) == 1 && anna.now.Match.ToMove[0] == 1 && !anna.look() {
					time.Sleep(10 * time.Millisecond)
				}
				if took := time.Since(began); took > 1100*time.Millisecond || (took > 0 && took < 900*time.Millisecond) {
					t.Fatalf("the bot took %v, a second was its pace", took)
				}
			}
			playAny(anna)
		}
	})
}

// playAny plays a legal action, if there is any.
func playAny(p *person) {
	view := p.table()
	if view.Seat == engine.Watcher {
		return
	}
	actions := []engine.Action{engine.Next, "stop", "draw any", "deal", "ready"}
	for _, rack := range view.Racks {
		for place, tile := range rack.Tiles {
			if rack.Seat == view.Seat {
				actions = append(actions, davinci.Show(place+1))
			} else if !tile.Open {
				actions = append(actions, davinci.Guess(rack.Seat, place+1, 5))
			}
		}
	}
	if view.Choice != nil {
		actions = append(actions, davinci.Place(view.Choice.Gaps[0]))
	}
	for _, action := range actions {
		if lobby.Perform(p.t.Context(), p, lobby.Play{Action: action}) == nil {
			return
		}
	}
}

func TestDisconnectAndReturn(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{})
		anna, bo := pair(t, l, lobby.Plan{})
		bo.do("take black")
		bo.Close()
		anna.look()
		if anna.now.Seats[1].Away.IsZero() {
			t.Error("bo hung up and is not away")
		}
		time.Sleep(20 * time.Minute)
		handle, err := lobby.Ask(t.Context(), enter(t, l, "bo"), lobby.Return{})
		if err != nil {
			t.Fatal("bo cannot return")
		}
		back := seated(t)(handle, nil)
		if back.now.You != 1 || back.table().Racks[1].Taken != 1 {
			t.Errorf("bo came back to %+v", back.now)
		}
		if anna.look(); !anna.now.Seats[1].Away.IsZero() {
			t.Error("bo is back and still away")
		}
		newer := seated(t)(lobby.Ask(t.Context(), enter(t, l, "bo"), lobby.Join{Code: anna.now.Code}))
		back.look()
		back.refused(back.Ended(), "another terminal")
		back.refused(lobby.Perform(t.Context(), back, lobby.Play{Action: "deal"}), "no longer at this table")
		newer.do("deal")
		if _, err := lobby.Ask(t.Context(), enter(t, l, "cy"), lobby.Return{}); err == nil {
			t.Error("cy returned to a table where he never was")
		}
	})
}

func TestSecretActionIsInvisible(t *testing.T) {
	in(t, func(t *testing.T) {
		seed := 0
		l := open(t, local.Config{Seed: func() engine.Seed { seed++; return engine.Seed{byte(seed)} }})
		anna, bo := pair(t, l, lobby.Plan{Clock: time.Minute, Options: engine.Options{"jokers": "free", "rounds": "9"}})
		cy := seated(t)(lobby.Ask(t.Context(), enter(t, l, "cy"), lobby.Watch{Code: anna.now.Code}))
		placed := 0
		for range 1500 {
			if anna.now.Stage == engine.Over {
				if err := lobby.Perform(t.Context(), anna, lobby.Start{}); err != nil {
					t.Fatal(err)
				}
			}
			for _, p := range []*person{anna, bo} {
				other := map[*person]*person{anna: bo, bo: anna}[p]
				choice := p.table().Choice
				if choice == nil || choice.Chosen != 0 {
					playAny(p)
					continue
				}
				anna.look()
				bo.look()
				cy.look()
				before := p.now.Seats[p.now.You].Deadline
				time.Sleep(time.Second)
				p.do(davinci.Place(choice.Gaps[0]))
				placed++
				if p.look(); !p.now.Seats[p.now.You].Deadline.Equal(before) {
					t.Fatal("a secret action moved a clock")
				}
				if other.look() || cy.look() {
					t.Fatal("a secret action gave others an update")
				}
			}
		}
		if placed < 10 {
			t.Errorf("only %d jokers were placed", placed)
		}
	})
}

func TestClock(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{})
		anna, bo := pair(t, l, lobby.Plan{Clock: 30 * time.Second, Options: engine.Options{"first": "1"}})
		began := time.Now()
		if due := anna.now.Seats[0].Deadline; !due.Equal(began.Add(30 * time.Second)) {
			t.Errorf("anna's clock ends at %v", due.Sub(began))
		}
		time.Sleep(20 * time.Second)
		anna.do("take black")
		if anna.look(); !anna.now.Seats[0].Deadline.Equal(began.Add(50*time.Second)) || !anna.now.Seats[1].Deadline.Equal(began.Add(30*time.Second)) {
			t.Errorf("after anna's action the clocks are %+v", anna.now.Seats)
		}
		time.Sleep(11 * time.Second) // bo's tiles have been dealt by timeout
		if got := bo.table().Racks[1].Taken; got != 4 {
			t.Errorf("bo has %d tiles", got)
		}
		time.Sleep(20 * time.Second)
		if view := anna.table(); view.Phase != davinci.PhaseDraw || view.Turn != 0 {
			t.Fatalf("%s, turn %v", view.Phase, view.Turn)
		}
		time.Sleep(30 * time.Second)
		if view := anna.table(); view.Turn != 1 || len(view.Racks[0].Tiles) != 5 {
			t.Errorf("anna's turn was not timed out: %+v", view.Racks[0])
		}
		anna.refused(lobby.Perform(t.Context(), anna, lobby.Play{Action: engine.Timeout}), "no action")
		time.Sleep(time.Hour) // the match ends by timeouts alone
		if anna.look(); anna.now.Stage != engine.Over {
			t.Errorf("after an hour of clocks: %s", anna.now.Stage)
		}
	})
}

func TestLeaving(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{})
		anna, bo := pair(t, l, lobby.Plan{})
		if err := lobby.Perform(t.Context(), anna, lobby.Leave{}); err != nil {
			t.Fatal(err)
		}
		if bo.look(); !bo.now.Host || !bo.now.Seats[0].Left || bo.now.Stage != engine.Over || bo.now.Match.Winners[0] != 1 {
			t.Errorf("after the host left: %+v", bo.now)
		}
		again := enter(t, l, "anna")
		if _, err := lobby.Ask(t.Context(), again, lobby.Return{}); err == nil {
			t.Error("anna left for good and returned")
		}
		_, err := lobby.Ask(t.Context(), again, lobby.Join{Code: bo.now.Code})
		bo.refused(err, "has just ended")
		bo.refused(lobby.Perform(t.Context(), bo, lobby.Start{}), "at least 2 players")
		if bo.look(); bo.now.Stage != lobby.Gathering || bo.now.You != 0 {
			t.Errorf("with one person left: %+v", bo.now)
		}
		back := seated(t)(lobby.Ask(t.Context(), again, lobby.Join{Code: bo.now.Code}))
		if back.now.You != 1 {
			t.Errorf("anna sits on %v", back.now.You)
		}
		if err := errors.Join(lobby.Perform(t.Context(), bo, lobby.Leave{}), lobby.Perform(t.Context(), back, lobby.Leave{})); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		_, err = lobby.Ask(t.Context(), again, lobby.Join{Code: bo.now.Code})
		bo.refused(err, "no room")
	})
}

func TestAbsentPeopleWhileGathering(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{})
		anna := seated(t)(lobby.Ask(t.Context(), enter(t, l, "anna"), lobby.Create{Plan: lobby.Plan{Game: "davinci"}}))
		bo := seated(t)(lobby.Ask(t.Context(), enter(t, l, "bo"), lobby.Join{Code: anna.now.Code}))
		anna.Close()
		time.Sleep(31 * time.Second)
		if bo.look(); !bo.now.Host {
			t.Error("the host is away for half a minute, and bo is not host")
		}
		time.Sleep(2 * time.Minute)
		if bo.look(); bo.now.Seats[0].Kind != lobby.SeatEmpty {
			t.Error("anna's seat is still held")
		}
		bo.Close()
		time.Sleep(3 * time.Minute)
		_, err := lobby.Ask(t.Context(), enter(t, l, "cy"), lobby.Join{Code: bo.now.Code})
		bo.refused(err, "no room")
	})
}

func TestAbandonedMatchEnds(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{})
		anna, bo := pair(t, l, lobby.Plan{})
		anna.Close()
		bo.Close()
		time.Sleep(29 * time.Minute)
		if _, err := lobby.Ask(t.Context(), enter(t, l, "bo"), lobby.Return{}); err != nil {
			t.Fatal("the match ended too early")
		}
		enter(t, l, "bo").Close()
	})
}

func TestRoles(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{})
		anna := seated(t)(lobby.Ask(t.Context(), enter(t, l, "anna"), lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2}}))
		bo := seated(t)(lobby.Ask(t.Context(), enter(t, l, "bo"), lobby.Join{Code: strings.ToLower(anna.now.Code[:3] + " " + anna.now.Code[3:])}))
		ctx := t.Context()
		bo.refused(lobby.Perform(ctx, bo, lobby.Start{}), "Only the host")
		bo.refused(lobby.Perform(ctx, bo, lobby.AddBot{Level: 1}), "Only the host")
		bo.refused(lobby.Perform(ctx, bo, lobby.Change{Plan: bo.now.Plan}), "Only the host")
		anna.refused(lobby.Perform(ctx, anna, lobby.AddBot{Level: 1}), "taken")
		anna.refused(lobby.Perform(ctx, anna, lobby.Change{Plan: lobby.Plan{Seats: 9}}), "2 to 4")
		anna.refused(lobby.Perform(ctx, anna, lobby.Change{Plan: lobby.Plan{Options: engine.Options{"jokers": "many"}}}), "none, free, strict")
		_, err := lobby.Ask(t.Context(), enter(t, l, "cy"), lobby.Join{Code: anna.now.Code})
		anna.refused(err, "taken")
		plan := anna.now.Plan
		plan.Seats, plan.Title = 3, "\x1b[2JEvening\u202e"
		if err := lobby.Perform(ctx, anna, lobby.Change{Plan: plan}); err != nil {
			t.Fatal(err)
		}
		if bo.look(); len(bo.now.Seats) != 3 || bo.now.Plan.Title != "[2JEvening" {
			t.Errorf("%+v", bo.now)
		}
		cy := seated(t)(lobby.Ask(t.Context(), enter(t, l, "cy"), lobby.Join{Code: anna.now.Code}))
		plan.Seats = 2
		anna.refused(lobby.Perform(ctx, anna, lobby.Change{Plan: plan}), "3 seats are taken")
		if err := lobby.Perform(ctx, anna, lobby.Start{}); err != nil {
			t.Fatal(err)
		}
		anna.refused(lobby.Perform(ctx, anna, lobby.Start{}), "Not during")
		dan := seated(t)(lobby.Ask(t.Context(), enter(t, l, "dan"), lobby.Watch{Code: anna.now.Code}))
		dan.refused(lobby.Perform(ctx, dan, lobby.Play{Action: "deal"}), "watching")
		if cy.look(); len(cy.now.Watchers) != 1 || dan.now.You != engine.Watcher {
			t.Errorf("watchers %v, dan is %v", cy.now.Watchers, dan.now.You)
		}
		var refusal *engine.Refusal
		if err := lobby.Perform(ctx, cy, lobby.Play{Action: "stop"}); !errors.As(err, &refusal) {
			t.Errorf("%v is not a refusal", err)
		}
		cy.refused(lobby.Perform(ctx, cy, lobby.Play{Action: engine.Action(strings.Repeat("x", 1<<20))}), "no action")
	})
}

func TestLobbyAndQuickPlay(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{})
		session := enter(t, l, "anna")
		anna := seated(t)(lobby.Ask(t.Context(), session, lobby.QuickPlay{Plan: lobby.Plan{}}))
		bo := seated(t)(lobby.Ask(t.Context(), enter(t, l, "bo"), lobby.QuickPlay{Plan: lobby.Plan{Game: "davinci"}}))
		if anna.now.Code != bo.now.Code {
			t.Error("quick play made two rooms")
		}
		if _, err := lobby.Ask(t.Context(), enter(t, l, "cy"), lobby.Create{Plan: lobby.Plan{Game: "davinci", Title: "secret"}}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		hall := pageOf(t, session)
		if len(hall.Yours) != 1 || len(hall.Rooms) != 1 || len(hall.People) != 3 {
			t.Fatalf("%+v", hall)
		}
		if locked := hall.Rooms[0]; !locked.Locked || locked.Code != "" || locked.Title != "" || locked.Names != nil {
			t.Errorf("a private room shows %+v", locked)
		}
		for _, person := range hall.People {
			if person.Name == "cy" && person.Room != "" {
				t.Error("the hall tells in which private room cy is")
			}
		}
		if _, err := lobby.Ask(t.Context(), session, lobby.Create{Plan: lobby.Plan{Game: "chess"}}); err == nil {
			t.Error("a game that is not here was opened")
		}
	})
}

func TestWrongCodesAreRateLimited(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{})
		anna := seated(t)(lobby.Ask(t.Context(), enter(t, l, "anna"), lobby.Create{Plan: lobby.Plan{Game: "davinci"}}))
		mallory := enter(t, l, "mallory")
		for range 5 {
			_, err := lobby.Ask(t.Context(), mallory, lobby.Join{Code: "ZZZZZZ"})
			anna.refused(err, "no room")
		}
		_, err := lobby.Ask(t.Context(), mallory, lobby.Join{Code: anna.now.Code})
		anna.refused(err, "Wait a few minutes")
		time.Sleep(6 * time.Second)
		if _, err := lobby.Ask(t.Context(), mallory, lobby.Join{Code: anna.now.Code}); err != nil {
			t.Error(err)
		}
	})
}

func TestLimits(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{Limits: lobby.Limits{Rooms: 3, RoomsPerPerson: 2, Watchers: 1}})
		session := enter(t, l, "anna")
		anna := seated(t)(lobby.Ask(t.Context(), session, lobby.Create{Plan: lobby.Plan{Game: "davinci"}}))
		seated(t)(lobby.Ask(t.Context(), session, lobby.Create{Plan: lobby.Plan{Game: "davinci"}}))
		_, err := lobby.Ask(t.Context(), session, lobby.Create{Plan: lobby.Plan{Game: "davinci"}})
		anna.refused(err, "2 rooms already")
		seated(t)(lobby.Ask(t.Context(), enter(t, l, "bo"), lobby.Create{Plan: lobby.Plan{Game: "davinci"}}))
		_, err = lobby.Ask(t.Context(), enter(t, l, "cy"), lobby.Create{Plan: lobby.Plan{Game: "davinci"}})
		anna.refused(err, "cannot open any more rooms")
		seated(t)(lobby.Ask(t.Context(), enter(t, l, "dan"), lobby.Watch{Code: anna.now.Code}))
		_, err = lobby.Ask(t.Context(), enter(t, l, "eve"), lobby.Watch{Code: anna.now.Code})
		anna.refused(err, "too many")
	})
}

// broken is a state of Da Vinci Code that panics when a player takes a tile.
type broken struct {
	engine.State[davinci.View, davinci.Event]
}

func (b broken) Play(seat engine.Seat, action engine.Action) (engine.State[davinci.View, davinci.Event], []davinci.Event, error) {
	if action == "take white" {
		panic("the hidden tile is black 7")
	}
	next, events, err := b.State.Play(seat, action)
	return broken{next}, events, err
}

func TestPanicClosesOnlyItsRoom(t *testing.T) {
	in(t, func(t *testing.T) {
		rules := davinci.Rules()
		deal := rules.Deal
		rules.Deal = func(setup engine.Setup) (engine.State[davinci.View, davinci.Event], error) {
			state, err := deal(setup)
			return broken{state}, err
		}
		var log bytes.Buffer
		l := open(t, local.Config{Games: []engine.Game{rules.Game()}, Log: slog.New(slog.NewTextHandler(&log, nil))})
		other := seated(t)(lobby.Ask(t.Context(), enter(t, l, "cy"), lobby.Create{Plan: lobby.Plan{Game: "davinci"}}))
		anna, bo := pair(t, l, lobby.Plan{})
		anna.refused(lobby.Perform(t.Context(), anna, lobby.Play{Action: "take white"}), "closed")
		bo.look()
		bo.refused(bo.Ended(), "sorry")
		if err := lobby.Perform(t.Context(), other, lobby.AddBot{Level: 1}); err != nil {
			t.Error("the other room:", err)
		}
		if !strings.Contains(log.String(), "msg=\"room failed and was closed") || strings.Contains(log.String(), "black 7") {
			t.Errorf("the log says %s", log.String())
		}
	})
}

func TestFailingBots(t *testing.T) {
	for name, think := range map[string]func(engine.Thought[davinci.View, davinci.Event]) engine.Action{
		"panics":         func(engine.Thought[davinci.View, davinci.Event]) engine.Action { panic("broken") },
		"plays nonsense": func(engine.Thought[davinci.View, davinci.Event]) engine.Action { return "fold" },
		"hangs": func(engine.Thought[davinci.View, davinci.Event]) engine.Action {
			time.Sleep(time.Hour)
			return "stop"
		},
	} {
		t.Run(name, func(t *testing.T) {
			in(t, func(t *testing.T) {
				rules := davinci.Rules()
				rules.Think = think
				l := open(t, local.Config{Games: []engine.Game{rules.Game()}})
				anna := seated(t)(lobby.Ask(t.Context(), enter(t, l, "anna"), lobby.Create{Plan: lobby.Plan{Game: "davinci", Options: engine.Options{"first": "2"}}}))
				if err := errors.Join(lobby.Perform(t.Context(), anna, lobby.AddBot{Level: 1}), lobby.Perform(t.Context(), anna, lobby.Start{})); err != nil {
					t.Fatal(err)
				}
				anna.do("deal")
				time.Sleep(30 * time.Second)
				if view := anna.table(); view.Turn != 0 {
					t.Errorf("after half a minute it is the turn of %v in %s", view.Turn, view.Phase)
				}
				time.Sleep(2 * time.Hour) // until the last hanging bot has returned
			})
		})
	}
}

func TestSlowReaderBlocksNoOther(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{})
		anna, bo := pair(t, l, lobby.Plan{Options: engine.Options{"rounds": "1"}})
		slow := seated(t)(lobby.Ask(t.Context(), enter(t, l, "cy"), lobby.Watch{Code: anna.now.Code}))
		for range 400 {
			playAny(anna)
			playAny(bo)
		}
		if anna.look(); anna.now.Stage != engine.Over {
			t.Fatalf("after 400 moves: %s", anna.now.Stage)
		}
		if !slow.look() || slow.now.Stage != engine.Over {
			t.Errorf("the slow reader sees %s, not the newest", slow.now.Stage)
		}
		if slow.look() {
			t.Error("more than the newest was kept for the slow reader")
		}
	})
}

func TestStopping(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{})
		session := enter(t, l, "anna")
		anna := seated(t)(lobby.Ask(t.Context(), session, lobby.Create{Plan: lobby.Plan{Game: "davinci"}}))
		if err := l.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		anna.look()
		if !errors.Is(anna.Ended(), lobby.ErrStopping) || !errors.Is(session.Ended(), lobby.ErrStopping) {
			t.Errorf("anna is told %v and %v", anna.Ended(), session.Ended())
		}
		if _, err := l.Enter(context.Background(), lobby.Identity{ID: "key:bo"}); !errors.Is(err, lobby.ErrStopping) {
			t.Error(err)
		}
	})
}

func TestNames(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{})
		anna := enter(t, l, "Anna")
		for wished, want := range map[string]string{
			"":                                       "player",
			"bo\x1b[31m\u202e\u200b":                 "bo31m",
			strings.Repeat("宽", 30):                  strings.Repeat("宽", 8),
			"zoe" + "\u0301\u0301\u0301\u0301\u0301": "zo\u00e9\u0301\u0301",
		} {
			v, err := l.Enter(context.Background(), lobby.Identity{ID: "key:" + wished, Name: wished})
			if err != nil || v.Name() != want {
				t.Errorf("%q became %q, want %q (%v)", wished, v.Name(), want, err)
			}
			v.Close()
		}
		for _, lookAlike := range []string{"anna", "ANNA", "аnna", "A n n a", "ànna", "Anna\u200b"} {
			v, err := l.Enter(context.Background(), lobby.Identity{ID: "key:other", Name: lookAlike})
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(v.Name(), "~2") {
				t.Errorf("%q is let in as %q beside Anna", lookAlike, v.Name())
			}
			if err := lobby.Perform(t.Context(), v, lobby.Rename{Name: lookAlike}); err == nil {
				t.Errorf("renamed to %q beside Anna", lookAlike)
			}
			v.Close()
		}
		if err := lobby.Perform(t.Context(), anna, lobby.Rename{Name: "Annabel"}); err != nil || anna.Name() != "Annabel" {
			t.Error(anna.Name(), err)
		}
		if err := lobby.Perform(t.Context(), anna, lobby.Rename{Name: "\u200b\u200d"}); err == nil {
			t.Error("renamed to nothing")
		}
	})
}

// TestAnyOrder performs random operations of many people and checks invariants.
func TestAnyOrder(t *testing.T) {
	games := 12
	if testing.Short() {
		games = 3
	}
	renewals := 0
	for seed := range games {
		in(t, func(t *testing.T) { renewals += anyOrder(t, rand.New(rand.NewPCG(uint64(seed), 1))) })
	}
	if renewals < games {
		t.Errorf("in %d games the journal was written anew %d times", games, renewals)
	}
}

// anyOrder returns how often a whole entry replaced several.
func anyOrder(t *testing.T, random *rand.Rand) (renewals int) {
	t.Helper()
	book := newMemJournal()
	l := open(t, local.Config{Limits: lobby.Limits{BotPace: time.Millisecond}, Journal: book})
	names := []string{"anna", "bo", "cy", "dan", "eve", "fay"}
	sessions := map[string]lobby.Session{}
	holds := map[string]*person{}
	code := "AAAAAA"
	for step := range 1500 {
		if anew := book.renewals(); step%100 == 0 || anew > renewals {
			checkCrash(t, book, holds)
			renewals = anew
		}
		if step%100 < 2 { // the disk is full for the second of these steps
			book.fail(map[bool]error{true: lobby.ErrNoRoom}[step%100 == 1])
		} else if step%100 == 12 {
			book.fail(nil)
		}
		name := names[random.IntN(len(names))]
		session, hold := sessions[name], holds[name]
		if session == nil {
			sessions[name] = enter(t, l, name)
			continue
		}
		sit := func(c lobby.Handle, err error) {
			if err == nil {
				holds[name] = &person{Handle: c, t: t}
			}
		}
		ctx := t.Context()
		switch choice := random.IntN(24); {
		case choice == 0:
			sit(lobby.Ask(t.Context(), session, lobby.Create{Plan: lobby.Plan{
				Game: "davinci", Public: random.IntN(2) == 0, Clock: time.Duration(random.IntN(2)) * 15 * time.Second,
				Absent: lobby.Absences()[random.IntN(3)], Unwatched: random.IntN(4) == 0, Apart: random.IntN(2) == 0, EyesDelay: random.IntN(3),
			}}))
		case choice == 1:
			sit(lobby.Ask(t.Context(), session, lobby.Join{Code: code}))
		case choice == 2:
			sit(lobby.Ask(t.Context(), session, lobby.Watch{Code: code}))
		case choice == 3:
			sit(lobby.Ask(t.Context(), session, lobby.QuickPlay{Plan: lobby.Plan{}}))
		case choice == 4:
			if c, err := lobby.Ask(t.Context(), session, lobby.Return{}); err == nil {
				sit(c, nil)
			}
		case choice == 5:
			session.Close()
			delete(sessions, name)
			delete(holds, name)
		case choice == 6:
			time.Sleep(time.Duration(random.IntN(50)) * time.Second)
		case hold == nil:
		case choice == 7:
			_ = lobby.Perform(ctx, hold, lobby.Leave{})
			delete(holds, name)
		case choice == 8:
			_ = lobby.Perform(ctx, hold, lobby.AddBot{Level: 1})
		case choice == 9:
			_ = lobby.Perform(ctx, hold, lobby.RemoveBot{Seat: engine.Seat(random.IntN(4))})
		case choice == 10:
			_ = lobby.Perform(ctx, hold, lobby.Start{})
		case choice == 11:
			_ = lobby.Perform(ctx, hold, lobby.Play{Action: "resign"})
		case choice == 12:
			_ = lobby.Perform(ctx, hold, lobby.Say{Text: "hello"})
		case choice == 13:
			_ = lobby.Perform(ctx, hold, lobby.SetReady{Ready: random.IntN(4) > 0})
		case choice == 14:
			_ = lobby.Perform(ctx, hold, lobby.Kick{Name: names[random.IntN(len(names))], KeepOut: random.IntN(8) == 0})
		case choice == 15:
			_ = lobby.Perform(ctx, hold, lobby.HandOver{To: engine.Seat(random.IntN(4))})
		case choice == 16:
			_ = lobby.Perform(ctx, hold, lobby.Swap{One: engine.Seat(random.IntN(4)), Other: engine.Seat(random.IntN(4))})
		case choice == 17:
			_ = lobby.Perform(ctx, hold, lobby.Pause{Pause: random.IntN(2) == 0})
		case choice == 18:
			_ = lobby.Perform(ctx, hold, lobby.ShowEyes{Show: random.IntN(2) == 0})
		case choice == 19:
			_ = lobby.Perform(ctx, hold, lobby.Follow{Seat: engine.Seat(random.IntN(5) - 1)})
		default:
			if hold.now.Match != nil {
				playAny(hold)
			}
		}
		for _, hold := range holds {
			if hold.look() {
				code = hold.now.Code
				checkUpdate(t, hold.now)
			}
		}
	}
	book.fail(nil)
	for _, session := range sessions {
		session.Close()
	}
	time.Sleep(time.Hour) // no one returns
	if left := book.crash(); len(left.rooms)+len(left.aside) > 0 {
		t.Errorf("the journal keeps %v, aside %v", left.rooms, left.aside)
	}
	if hall := pageOf(t, enter(t, l, "zoe")); len(hall.Rooms)+len(hall.Yours) > 0 {
		t.Errorf("rooms are left behind: %+v", hall)
	}
	return renewals
}

// checkCrash restarts from a copy of the journal: all people find what they were shown
// last.
func checkCrash(t *testing.T, book *memJournal, holds map[string]*person) {
	t.Helper()
	left := book.crash()
	rooms := len(left.rooms) // before rooms that are loaded write to it
	l := local.New(local.Config{Games: games(), Journal: left})
	defer func() {
		if err := l.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}()
	if n, err := l.Restore(t.Context()); n != rooms || err != nil || len(left.aside) > 0 {
		t.Errorf("%d rooms of %d came back, %v; aside: %v", n, rooms, err, left.aside)
	}
	for name, hold := range holds {
		if hold.Ended() != nil || hold.now.You == engine.Watcher || hold.now.Match == nil {
			continue
		}
		again := enter(t, l, name)
		if found, err := lobby.Ask(t.Context(), again, lobby.Look{Code: hold.now.Code}); err == nil && !reflect.DeepEqual(found.Match, hold.now.Match) {
			t.Errorf("%s was shown\n%+v\nand finds\n%+v", name, hold.now.Match, found.Match)
		}
		again.Close()
	}
}

// checkUpdate checks the invariants of updates.
func checkUpdate(t *testing.T, u lobby.Update) {
	t.Helper()
	hosts, people := 0, map[string]bool{}
	for i, seat := range u.Seats {
		if seat.Host {
			hosts++
		}
		if seat.Kind == lobby.SeatPerson && !seat.Left {
			if people[seat.Name] {
				t.Errorf("%s has two seats: %+v", seat.Name, u.Seats)
			}
			people[seat.Name] = true
		}
		if engine.Seat(i) == u.You && (seat.Kind != lobby.SeatPerson || seat.Left || !seat.Away.IsZero()) {
			t.Errorf("seat %d is yours, and is %+v", i+1, seat)
		}
		if !seat.Deadline.IsZero() && u.Plan.Clock == 0 {
			t.Error("a deadline without a clock")
		}
	}
	if hosts > 1 || (hosts == 0 && len(people) > 0) {
		t.Errorf("%d hosts among %v", hosts, people)
	}
	eyes := u.You
	if eyes == engine.Watcher {
		eyes = u.Follows
	}
	if u.Match != nil && u.Match.Seat != eyes {
		t.Errorf("seat %v that follows %v sees the view of %v", u.You, u.Follows, u.Match.Seat)
	}
	if u.Follows != engine.Watcher && !u.Seats[u.Follows].Eyes {
		t.Errorf("somebody sees with the eyes of seat %v, who did not say yes", u.Follows)
	}
	if !u.Paused.IsZero() && u.Match == nil {
		t.Error("a pause without a match")
	}
	if (u.Match == nil) != (u.Stage == lobby.Gathering) || (u.Match != nil && len(u.Seats) != u.Match.Seats) {
		t.Errorf("stage %s with %d seats and match %+v", u.Stage, len(u.Seats), u.Match)
	}
}

func BenchmarkMoves(b *testing.B) {
	l := local.New(local.Config{Games: games()})
	defer func() { _ = l.Close(context.Background()) }()
	var handles []lobby.Handle
	code := ""
	for _, name := range []string{"anna", "bo", "cy", "dan"} {
		v, err := l.Enter(context.Background(), lobby.Identity{ID: name, Name: name})
		if err != nil {
			b.Fatal(err)
		}
		var handle lobby.Handle
		if code == "" {
			handle, err = lobby.Ask(b.Context(), v, lobby.Create{Plan: lobby.Plan{Game: "davinci", Options: engine.Options{"first": "1", "rounds": "9"}}})
		} else {
			handle, err = lobby.Ask(b.Context(), v, lobby.Join{Code: code})
		}
		if err != nil {
			b.Fatal(err)
		}
		code = (<-handle.Updates()).Code
		handles = append(handles, handle)
	}
	if err := lobby.Perform(b.Context(), handles[0], lobby.Start{}); err != nil {
		b.Fatal(err)
	}
	for _, handle := range handles {
		if err := lobby.Perform(b.Context(), handle, lobby.Play{Action: "deal"}); err != nil {
			b.Fatal(err)
		}
	}
	// A refused guess costs a round trip; a played one also a view for every handle.
	// Players alternate.
	b.ResetTimer()
	for i := 0; b.Loop(); i++ {
		handle := handles[i%len(handles)]
		for _, action := range []engine.Action{engine.Next, "deal", "draw any", "guess 1 1 5", "guess 2 1 5", "show 1"} {
			_ = lobby.Perform(b.Context(), handle, lobby.Play{Action: action})
		}
	}
}

// takenNames is a store in which one name has just been taken at another node.
type takenNames struct{ *lobbytest.MemStore }

// Save implements lobby.Accounts.
func (e takenNames) Save(ctx context.Context, account lobby.Account) error {
	if account.Name == "Grizzly" {
		return lobby.ErrNameTaken
	}
	return e.MemStore.Save(ctx, account)
}

// TestNameTakenMeanwhile: a person who does not get a name keeps the old one.
func TestNameTakenMeanwhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := open(t, local.Config{Accounts: takenNames{&lobbytest.MemStore{}}})
		anna := enter(t, l, "anna")
		if err := lobby.Perform(t.Context(), anna, lobby.Rename{Name: "Grizzly"}); !errors.Is(err, lobby.ErrNameTaken) || anna.Name() != "anna" {
			t.Errorf("after %v anna is %s", err, anna.Name())
		}
		if err := lobby.Perform(t.Context(), enter(t, l, "bo"), lobby.Rename{Name: "anna"}); !errors.Is(err, lobby.ErrNameTaken) {
			t.Errorf("anna's name is given away: %v", err)
		}
	})
}
