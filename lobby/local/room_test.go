package local_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/local"
)

// table returns the people in a match of cups; seat 1 begins unless the plan says
// otherwise. Names with a star are bots.
func table(t *testing.T, l *local.Lobby, plan lobby.Plan, names ...string) []*person {
	t.Helper()
	plan.Game, plan.Seats = "cups", len(names)
	options := engine.Options{"first": "1"}
	for name, value := range plan.Options {
		options[name] = value
	}
	plan.Options = options
	host := seated(t)(lobby.Ask(t.Context(), enter(t, l, names[0]), lobby.Create{Plan: plan}))
	people := []*person{host}
	for _, name := range names[1:] {
		if name != "*" {
			people = append(people, seated(t)(lobby.Ask(t.Context(), enter(t, l, name), lobby.Join{Code: host.now.Code})))
		} else if err := lobby.Perform(t.Context(), host, lobby.AddBot{Level: engine.FirstBot}); err != nil {
			t.Fatal(err)
		}
	}
	if err := lobby.Perform(t.Context(), host, lobby.Start{}); err != nil {
		t.Fatal(err)
	}
	for _, p := range people {
		p.look()
	}
	return people
}

func (p *person) cups() cupsView {
	p.look()
	return p.now.Match.Table.(cupsView)
}

// cupsLobby returns a lobby that offers only cups.
func cupsLobby(t *testing.T, limits lobby.Limits, think cupsThink) *local.Lobby {
	t.Helper()
	return open(t, local.Config{Games: []engine.Game{cupsGame(think, nil)}, Limits: limits})
}

func TestSecretActionsChangeOnlyTheActor(t *testing.T) {
	in(t, func(t *testing.T) {
		l := cupsLobby(t, lobby.Limits{}, nil)
		people := table(t, l, lobby.Plan{Clock: time.Minute}, "anna", "bo")
		anna, bo := people[0], people[1]
		session := enter(t, l, "cy")
		cy := seated(t)(lobby.Ask(t.Context(), session, lobby.Watch{Code: anna.now.Code}))
		bo.look()
		anna.look()
		lobby.Send(t.Context(), session, lobby.Show{Window: lobby.WholeLobby()})
		hall := session.Pages()
		time.Sleep(time.Second)
		<-hall
		deadline, seq := anna.now.Seats[0].Deadline, bo.now.Revision
		for n := range 5 {
			time.Sleep(time.Second)
			anna.do(engine.Action(fmt.Sprint("hide ", n)))
			if !anna.look() || !anna.now.Seats[0].Deadline.Equal(deadline) {
				t.Fatal("the seat that hid something sees nothing of it, or its clock moved")
			}
			if bo.look() || cy.look() {
				t.Fatal("a secret action gave others an update")
			}
		}
		select {
		case h := <-hall:
			t.Errorf("a secret action changed the hall: %+v", h)
		default:
		}
		anna.do("call 3")
		if bo.look(); bo.now.Revision != seq+1 {
			t.Errorf("bo's updates jumped from %d to %d over what was secret", seq, bo.now.Revision)
		}
	})
}

func TestTimeoutRevealsNoSecret(t *testing.T) {
	// Once with something hidden before the timeout, once without: others must see the same
	// at the same times.
	var seen [2][]string
	for run, actions := range [][]engine.Action{{"hide 5"}, {}} {
		in(t, func(t *testing.T) {
			people := table(t, cupsLobby(t, lobby.Limits{}, nil), lobby.Plan{Clock: 20 * time.Second}, "anna", "bo")
			began := time.Now()
			people[0].do(actions...)
			for range 70 {
				time.Sleep(time.Second)
				bo := people[1]
				if bo.look() {
					seen[run] = append(seen[run], fmt.Sprint(time.Since(began), bo.now.Revision, bo.cups().Calls, bo.now.Seats[0].Deadline.Sub(began)))
				}
			}
		})
	}
	if !slices.Equal(seen[0], seen[1]) || len(seen[0]) != 3 {
		t.Errorf("with a secret action bo sees\n%s\nand without\n%s", strings.Join(seen[0], "\n"), strings.Join(seen[1], "\n"))
	}
}

func TestClocksOfSimultaneousPlay(t *testing.T) {
	in(t, func(t *testing.T) {
		people := table(t, cupsLobby(t, lobby.Limits{}, nil),
			lobby.Plan{Clock: 40 * time.Second, Options: engine.Options{"begin": "only", "rounds": "2"}}, "anna", "bo", "cy")
		anna, bo, cy := people[0], people[1], people[2]
		began := time.Now()
		time.Sleep(10 * time.Second)
		anna.do("pick 1")
		if cy.look(); !cy.now.Seats[2].Deadline.Equal(began.Add(40*time.Second)) || !cy.now.Seats[0].Deadline.IsZero() {
			t.Errorf("anna's pick moved clocks: %+v", cy.now.Seats)
		}
		bo.do("pick 2")
		time.Sleep(25 * time.Second)
		cy.do("pick 3")
		// The pause between games is a new decision, also for cy who was to move before it.
		for i := range 3 {
			if anna.look(); !anna.now.Seats[i].Deadline.Equal(began.Add(75 * time.Second)) {
				t.Errorf("in the interval seat %d has until %v", i+1, anna.now.Seats[i].Deadline.Sub(began))
			}
		}
		time.Sleep(39 * time.Second)
		if anna.look(); anna.now.Stage != engine.Interval {
			t.Fatal(anna.now.Stage)
		}
		time.Sleep(2 * time.Second)
		if anna.look(); anna.now.Stage != engine.Playing || anna.now.Match.Round != 2 {
			t.Errorf("after the clock of the interval: %s, round %d", anna.now.Stage, anna.now.Match.Round)
		}
	})
}

func TestNewStageRestartsClock(t *testing.T) {
	in(t, func(t *testing.T) {
		people := table(t, cupsLobby(t, lobby.Limits{}, nil),
			lobby.Plan{Clock: 40 * time.Second, Options: engine.Options{"begin": "only", "rounds": "2"}}, "anna", "bo")
		time.Sleep(35 * time.Second)
		people[0].do("resign") // bo was to move before and in the pause
		if people[1].look(); people[1].now.Stage != engine.Interval || !people[1].now.Seats[1].Deadline.Equal(time.Now().Add(40*time.Second)) {
			t.Errorf("%s, %+v", people[1].now.Stage, people[1].now.Seats)
		}
	})
}

func TestIntervalClockMinimum(t *testing.T) {
	in(t, func(t *testing.T) {
		people := table(t, cupsLobby(t, lobby.Limits{}, nil),
			lobby.Plan{Clock: 5 * time.Second, Options: engine.Options{"begin": "only", "rounds": "2"}}, "anna", "bo")
		people[0].do("pick 1")
		people[1].do("pick 1")
		if people[0].look(); !people[0].now.Seats[1].Deadline.Equal(time.Now().Add(30 * time.Second)) {
			t.Errorf("%+v", people[0].now.Seats)
		}
	})
}

// pace returns the times at which others see the bot's calls, after it came to move.
func pace(t *testing.T, think cupsThink, calls int) []time.Duration {
	t.Helper()
	var seen []time.Duration
	in(t, func(t *testing.T) {
		anna := table(t, cupsLobby(t, lobby.Limits{BotPace: time.Second}, think), lobby.Plan{}, "anna", "*")[0]
		for range calls {
			anna.do("call 1")
			began, before := time.Now(), len(anna.cups().Calls)
			for len(anna.cups().Calls) == before {
				time.Sleep(time.Millisecond)
				if time.Since(began) > time.Minute {
					t.Fatal("the bot never calls")
				}
			}
			seen = append(seen, time.Since(began))
		}
	})
	return seen
}

func TestBotKeepsPaceWithSecretSteps(t *testing.T) {
	think := func(hides int, each time.Duration) cupsThink {
		return func(v cupsView, _ engine.Level, _ *rand.Rand) engine.Action {
			time.Sleep(each)
			if len(v.Hidden)%4 < hides {
				return "hide 5"
			}
			return "call 2"
		}
	}
	for name, bot := range map[string]cupsThink{
		"at once":                    think(0, 0),
		"thinks half a second":       think(0, 500*time.Millisecond),
		"hides three times":          think(3, 0),
		"hides and thinks each time": think(3, 200*time.Millisecond),
	} {
		if got := pace(t, bot, 1); !slices.Equal(got, []time.Duration{time.Second}) {
			t.Errorf("a bot that %s is seen after %v, its pace is a second", name, got)
		}
	}
	for name, bot := range map[string]cupsThink{
		"thinks a second and more": think(0, 1300*time.Millisecond),
		"needs that for two steps": think(1, 700*time.Millisecond),
	} {
		if got := pace(t, bot, 1); !slices.Equal(got, []time.Duration{time.Second}) {
			t.Errorf("a bot that %s is seen after %v, and so misses a beat", name, got)
		}
	}
}

// TestBotsOfABusyServerKeepTheirPace: if only one bot may compute at a time, the others
// play the move of a lower level, on the same beat.
func TestBotsOfABusyServerKeepTheirPace(t *testing.T) {
	in(t, func(t *testing.T) {
		game := cupsGame(func(_ cupsView, level engine.Level, _ *rand.Rand) engine.Action {
			if level == 3 {
				time.Sleep(400 * time.Millisecond)
			}
			return engine.Action(fmt.Sprint("call ", level))
		}, nil)
		game.Levels = []string{"low", "middle", "high"}
		l := open(t, local.Config{Games: []engine.Game{game}, Limits: lobby.Limits{BotPace: time.Second}, Bots: 1})
		var people []*person
		for n := range 3 {
			plan := lobby.Plan{Game: "cups", Seats: 2, Options: engine.Options{"first": "1", "goal": "1000000"}}
			host := seated(t)(lobby.Ask(t.Context(), enter(t, l, fmt.Sprint("p", n)), lobby.Create{Plan: plan}))
			for _, do := range []lobby.RoomOp{lobby.AddBot{Level: 3}, lobby.Start{}, lobby.Play{Action: "call 1"}} {
				if err := lobby.Perform(t.Context(), host, do); err != nil {
					t.Fatal(err)
				}
			}
			synctest.Wait() // so that their bots come one after another
			people = append(people, host)
		}
		time.Sleep(time.Second - 1)
		for n, p := range people {
			if calls := p.cups().Calls; len(calls) != 1 {
				t.Errorf("before the beat, room %d has %v", n, calls)
			}
		}
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		for n, want := range []string{"2 called 3", "2 called 3", "2 called 2"} {
			if calls := people[n].cups().Calls; len(calls) != 2 || calls[1] != want {
				t.Errorf("at the beat, room %d has %v, want %q", n, calls, want)
			}
		}
	})
}

// TestLateBotDoesNothingInSecret: a secret move would have to be followed by a visible one
// on a later beat.
func TestLateBotDoesNothingInSecret(t *testing.T) {
	for _, each := range []time.Duration{950 * time.Millisecond, 3 * time.Second} {
		hides := func(cupsView, engine.Level, *rand.Rand) engine.Action {
			time.Sleep(each)
			return "hide 5"
		}
		if got := pace(t, hides, 2); !slices.Equal(got, []time.Duration{time.Second, time.Second}) {
			t.Errorf("a bot that hides after %v is seen after %v", each, got)
		}
	}
}

func TestBotCannotPlayTimeout(t *testing.T) {
	in(t, func(t *testing.T) {
		think := func(cupsView, engine.Level, *rand.Rand) engine.Action { return engine.Timeout }
		anna := table(t, cupsLobby(t, lobby.Limits{}, think), lobby.Plan{}, "anna", "*")[0]
		anna.do("call 1")
		time.Sleep(time.Minute)
		if calls := anna.cups().Calls; calls[1] != "2 called 1" { // the first legal visible action
			t.Errorf("instead of a timeout it plays %v", calls)
		}
	})
}

func TestBotMakesSecretSteps(t *testing.T) {
	// Each secret step is followed at once by the next decision. None may be mistaken for a
	// hanging bot and replaced by a simple move.
	think := func(v cupsView, _ engine.Level, _ *rand.Rand) engine.Action {
		if len(v.Hidden)%6 < 5 || !v.Hid {
			return "hide 3"
		}
		return "call 2"
	}
	in(t, func(t *testing.T) {
		l := cupsLobby(t, lobby.Limits{}, think)
		anna := table(t, l, lobby.Plan{Options: engine.Options{"goal": "1000000"}}, "anna", "*")[0]
		for range 100 {
			anna.do("call 1")
			time.Sleep(time.Second)
		}
		for i, call := range anna.cups().Calls {
			if want := fmt.Sprintf("%d called %d", i%2+1, i%2+1); call != want {
				t.Fatalf("call %d is %q, not %q", i+1, call, want)
			}
		}
	})
}

func TestEndlessSecretStepsAreStopped(t *testing.T) {
	forever := func(cupsView, engine.Level, *rand.Rand) engine.Action { return "hide 1" }
	if got := pace(t, forever, 2); slices.Max(got) > 2*time.Second {
		t.Errorf("it called after %v", got)
	}
}

func TestHangingBotIsAskedOnce(t *testing.T) {
	in(t, func(t *testing.T) {
		var mu sync.Mutex
		asked, release := 0, make(chan struct{})
		hang := func(cupsView, engine.Level, *rand.Rand) engine.Action {
			mu.Lock()
			asked++
			mu.Unlock()
			<-release
			return "call 2"
		}
		l := cupsLobby(t, lobby.Limits{BotTime: 2 * time.Second, BotPace: time.Second}, hang)
		anna := table(t, l, lobby.Plan{Options: engine.Options{"goal": "1000000"}}, "anna", "*")[0]
		for range 20 {
			anna.do("call 1")
			time.Sleep(4 * time.Second)
		}
		if got := len(anna.cups().Calls); got != 40 || asked != 1 {
			t.Errorf("%d calls, and the bot that hangs was asked %d times", got, asked)
		}
		close(release)
		synctest.Wait()
		anna.do("call 1")
		time.Sleep(4 * time.Second)
		if got := len(anna.cups().Calls); got != 42 || asked != 2 {
			t.Errorf("%d calls, and the bot that hangs no more was asked %d times", got, asked)
		}
	})
}

func TestBotIsAskedAgainAfterChange(t *testing.T) {
	in(t, func(t *testing.T) {
		// The bot calls the number of calls it has seen; another seat resigns while it
		// computes.
		count := func(v cupsView, _ engine.Level, _ *rand.Rand) engine.Action {
			time.Sleep(500 * time.Millisecond)
			return engine.Action(fmt.Sprint("call ", len(v.Calls)))
		}
		people := table(t, cupsLobby(t, lobby.Limits{BotPace: time.Second}, count), lobby.Plan{}, "anna", "*", "cy")
		anna, cy := people[0], people[1]
		anna.do("call 9")
		time.Sleep(600 * time.Millisecond)
		cy.do("resign")
		time.Sleep(2 * time.Second)
		if calls := anna.cups().Calls; len(calls) != 3 || calls[2] != "2 called 2" {
			t.Errorf("the bot answered what it saw before: %v", calls)
		}
	})
}

func TestGamesContinueWithoutLeavers(t *testing.T) {
	in(t, func(t *testing.T) {
		people := table(t, cupsLobby(t, lobby.Limits{}, nil), lobby.Plan{Options: engine.Options{"rounds": "3"}}, "anna", "bo", "cy", "dan")
		for _, p := range people[:2] {
			if err := lobby.Perform(t.Context(), p, lobby.Leave{}); err != nil {
				t.Fatal(err)
			}
		}
		cy, dan := people[2], people[3]
		for round := 1; round <= 3; round++ {
			if cy.look(); cy.now.Stage != engine.Playing || cy.now.Match.Round != round {
				t.Fatalf("%s in round %d, want round %d", cy.now.Stage, cy.now.Match.Round, round)
			}
			if gone := cy.cups().Gone; !slices.Equal(gone, []bool{true, true, false, false}) {
				t.Fatalf("round %d is played by others than cy and dan: %v", round, gone)
			}
			dan.do("resign")
			if round < 3 {
				cy.do(engine.Next)
				dan.do(engine.Next)
			}
		}
		if cy.look(); cy.now.Stage != engine.Over || !cy.now.Host {
			t.Errorf("%s, host %v", cy.now.Stage, cy.now.Host)
		}
		if err := lobby.Perform(t.Context(), cy, lobby.Start{}); err != nil {
			t.Fatal(err)
		}
		if cy.look(); cy.now.You != 0 || len(cy.now.Seats) != 2 || cy.now.Match.Seat != 0 {
			t.Errorf("the next match has %+v", cy.now)
		}
	})
}

func TestHostSuccession(t *testing.T) {
	in(t, func(t *testing.T) {
		l := cupsLobby(t, lobby.Limits{}, nil)
		people := table(t, l, lobby.Plan{}, "anna", "bo", "cy")
		people[1].Close()
		people[2].Close()
		if err := lobby.Perform(t.Context(), people[0], lobby.Leave{}); err != nil {
			t.Fatal(err)
		}
		cy, err := lobby.Ask(t.Context(), enter(t, l, "cy"), lobby.Return{})
		if back := seated(t)(cy, nil); err != nil || !back.now.Host {
			t.Errorf("cy came first after the host had left: %+v", back.now)
		}
		bo, _ := lobby.Ask(t.Context(), enter(t, l, "bo"), lobby.Return{})
		if back := seated(t)(bo, nil); back.now.Host {
			t.Error("bo came second and took the role away")
		}
	})
}

func TestSeatIsKeptAfterMatch(t *testing.T) {
	in(t, func(t *testing.T) {
		people := table(t, cupsLobby(t, lobby.Limits{}, nil), lobby.Plan{}, "anna", "bo")
		anna, bo := people[0], people[1]
		bo.Close()
		time.Sleep(10 * time.Minute)
		anna.do("resign")
		time.Sleep(119 * time.Second)
		if anna.look(); anna.now.Stage != engine.Over || anna.now.Seats[1].Left {
			t.Errorf("bo's seat is gone: %+v", anna.now.Seats)
		}
		time.Sleep(2 * time.Second)
		if anna.look(); !anna.now.Seats[1].Left {
			t.Error("bo's seat is still held")
		}
	})
}

func TestRoomsPerPerson(t *testing.T) {
	in(t, func(t *testing.T) {
		l := cupsLobby(t, lobby.Limits{RoomsPerPerson: 2}, nil)
		var codes []string
		for _, name := range []string{"anna", "bo", "cy"} {
			codes = append(codes, seated(t)(lobby.Ask(t.Context(), enter(t, l, name), lobby.Create{Plan: lobby.Plan{Game: "cups"}})).now.Code)
		}
		dan := enter(t, l, "dan")
		first := seated(t)(lobby.Ask(t.Context(), dan, lobby.Join{Code: codes[0]}))
		seated(t)(lobby.Ask(t.Context(), dan, lobby.Join{Code: codes[1]}))
		_, err := lobby.Ask(t.Context(), dan, lobby.Join{Code: codes[2]})
		first.refused(err, "2 rooms already")
		again := seated(t)(lobby.Ask(t.Context(), dan, lobby.Join{Code: codes[0]})) // returning to his own seat is not a new one
		if err := lobby.Perform(t.Context(), again, lobby.Leave{}); err != nil {
			t.Fatal(err)
		}
		seated(t)(lobby.Ask(t.Context(), dan, lobby.Join{Code: codes[2]}))
	})
}

func TestFullInbox(t *testing.T) {
	in(t, func(t *testing.T) {
		release := make(chan struct{})
		game := cupsGame(nil, func() { <-release })
		l := open(t, local.Config{Games: []engine.Game{game}, Limits: lobby.Limits{Inbox: 4}})
		anna := table(t, l, lobby.Plan{}, "anna", "bo")[0]
		answers := make(chan error, 10)
		for n := range 10 {
			do := lobby.RoomOp(lobby.Play{Action: "wait"}) // the actions of one seat are serialized
			if n > 0 {
				do = lobby.SetReady{}
			}
			go func() { answers <- lobby.Perform(t.Context(), anna, do) }()
			synctest.Wait()
		}
		for range 5 { // one is being played, four wait
			anna.refused(<-answers, "very busy")
		}
		close(release)
		waited := 0
		for range 5 {
			if err := <-answers; strings.Contains(fmt.Sprint(err), "Waited") {
				waited++
			} else {
				anna.refused(err, "under way")
			}
		}
		if waited != 1 {
			t.Errorf("%d actions were played", waited)
		}
	})
}

func TestPanicLogRevealsNothing(t *testing.T) {
	in(t, func(t *testing.T) {
		var log bytes.Buffer
		think := func(cupsView, engine.Level, *rand.Rand) engine.Action { explode(7316717653); return "" }
		l := open(t, local.Config{Games: []engine.Game{cupsGame(think, nil)}, Log: slog.New(slog.NewTextHandler(&log, nil))})
		people := table(t, l, lobby.Plan{}, "anna", "*", "cy")
		people[0].do("call 1")
		time.Sleep(time.Minute)
		people[0].refused(lobby.Perform(t.Context(), people[1], lobby.Play{Action: "boom"}), "sorry")
		for _, p := range people {
			for range p.Updates() { // until it is closed
			}
			p.refused(p.Ended(), "sorry")
		}
		text := log.String()
		if !strings.Contains(text, "bot failed") || !strings.Contains(text, "msg=\"room failed and was closed") || strings.Count(text, "explode") != 2 {
			t.Errorf("the log does not say what broke:\n%s", text)
		}
		for _, secret := range []string{"7316717653", fmt.Sprintf("%x", 7316717653), "cup hides"} {
			if strings.Contains(text, secret) {
				t.Errorf("the log says %s:\n%s", secret, text)
			}
		}
	})
}

func TestStoppingWaitsForBots(t *testing.T) {
	in(t, func(t *testing.T) {
		var mu sync.Mutex
		thinking := 0
		slow := func(cupsView, engine.Level, *rand.Rand) engine.Action {
			mu.Lock()
			thinking++
			mu.Unlock()
			time.Sleep(time.Second)
			mu.Lock()
			thinking--
			mu.Unlock()
			return "call 1"
		}
		l := cupsLobby(t, lobby.Limits{}, slow)
		anna := table(t, l, lobby.Plan{}, "anna", "*")[0]
		anna.do("call 1")
		synctest.Wait()
		mu.Lock()
		if thinking != 1 {
			t.Errorf("%d bots think", thinking)
		}
		mu.Unlock()
		if err := l.Close(t.Context()); err != nil || thinking != 0 {
			t.Errorf("closed with %v while %d bots think", err, thinking)
		}
	})
}

func TestSessionsEndWhileJoining(t *testing.T) {
	// No seat is left occupied by a session that ends at any moment of joining.
	l := local.New(local.Config{Games: []engine.Game{cupsGame(nil, nil)}})
	host, err := l.Enter(context.Background(), lobby.Identity{ID: "host", Name: "host"})
	if err != nil {
		t.Fatal(err)
	}
	handle, err := lobby.Ask(t.Context(), host, lobby.Create{Plan: lobby.Plan{Game: "cups", Public: true}})
	if err != nil {
		t.Fatal(err)
	}
	code := (<-handle.Updates()).Code
	for range 300 {
		session, err := l.Enter(context.Background(), lobby.Identity{ID: "guest", Name: "guest"})
		if err != nil {
			t.Fatal(err)
		}
		var both sync.WaitGroup
		both.Go(func() {
			if joined, err := lobby.Ask(t.Context(), session, lobby.Join{Code: code}); err == nil {
				for range joined.Updates() { // closed, or the test hangs
				}
			}
		})
		both.Go(func() {
			for range rand.IntN(50) {
				runtime.Gosched()
			}
			session.Close()
		})
		both.Wait()
	}
	// The room answers this only after all earlier updates.
	if err := lobby.Perform(t.Context(), handle, lobby.Play{Action: "call 1"}); err == nil {
		t.Error("played before the match began")
	}
	u := <-handle.Updates()
	if !u.Seats[0].Away.IsZero() || (u.Seats[1].Kind == lobby.SeatPerson && u.Seats[1].Away.IsZero()) {
		t.Errorf("after all guests have gone: %+v", u.Seats)
	}
	if err := l.Close(t.Context()); err != nil {
		t.Error(err)
	}
	if err := handle.Ended(); !errors.Is(err, lobby.ErrStopping) {
		t.Error(err)
	}
}
