package local_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/engine/kodeknacker"
	"parlor/engine/masterdice"
	"parlor/lobby"
	"parlor/lobby/lobbytest"
	"parlor/lobby/local"
)

// told returns the people notified since the last call.
func told(post *lobbytest.WebhookRecorder) (who []string) {
	synctest.Wait()
	for _, turn := range post.Turns() {
		who = append(who, turn.Person)
	}
	slices.Sort(who)
	return who
}

// TestTurnNotificationsFollowPublicEvents plays random correspondence matches. After each
// move, exactly the absent players whose turn has publicly begun are notified. Secret
// moves, presence and restarts notify no one.
func TestTurnNotificationsFollowPublicEvents(t *testing.T) {
	for _, row := range []struct {
		game    string
		seats   int
		options engine.Options
	}{
		{"davinci", 3, engine.Options{"jokers": davinci.FreeJokers, "rounds": "2"}},
		{"davinci", 2, engine.Options{"jokers": davinci.StrictJokers, "rounds": "3", "memory": "on"}},
		{"masterdice", 2, engine.Options{"mode": masterdice.Duel, "rounds": "2"}},
		{"masterdice", 2, engine.Options{"rounds": "2"}},
		{"kodeknacker", 2, engine.Options{"preset": kodeknacker.PresetFree, "positions": "3", "colors": "4", "rounds": "2"}},
	} {
		for seed := range 6 {
			t.Run(fmt.Sprintf("%s of %d, %d", row.game, row.seats, seed), func(t *testing.T) {
				in(t, func(t *testing.T) {
					plan := lobby.Plan{Game: row.game, Seats: row.seats, Options: row.options, Clock: 72 * time.Hour}
					newCorrespondence(t, plan, seed).run()
				})
			})
		}
	}
}

// correspondence is a correspondence match, with a copy to know whose turn begins.
type correspondence struct {
	t      *testing.T
	games  []engine.Game
	book   *memJournal
	post   *lobbytest.WebhookRecorder
	lobby  *local.Lobby
	plan   lobby.Plan
	code   string
	random *rand.Rand
	match  engine.Match
	open   engine.View // the public view
	secret int         // moves without an event so far
	told   int         // number of notifications
}

func newCorrespondence(t *testing.T, plan lobby.Plan, seed int) *correspondence {
	t.Helper()
	m := &correspondence{
		t: t, book: newMemJournal(), post: &lobbytest.WebhookRecorder{}, plan: plan, random: rand.New(rand.NewPCG(uint64(seed), 11)),
		games: []engine.Game{davinci.Rules().Game(), masterdice.Rules().Game(), kodeknacker.Rules().Game()},
	}
	m.start()
	host := seated(t)(lobby.Ask(t.Context(), enter(t, m.lobby, "p0"), lobby.Create{Plan: plan}))
	m.code = host.now.Code
	all := []*person{host}
	for seat := 1; seat < plan.Seats; seat++ {
		all = append(all, seated(t)(lobby.Ask(t.Context(), enter(t, m.lobby, fmt.Sprint("p", seat)), lobby.Join{Code: m.code})))
	}
	if err := lobby.Perform(t.Context(), host, lobby.Start{}); err != nil {
		t.Fatal(err)
	}
	for _, one := range all {
		one.Close()
	}
	if who := told(m.post); who != nil {
		t.Errorf("%v are told, who were there when their turn began", who)
	}
	game := m.games[slices.IndexFunc(m.games, func(g engine.Game) bool { return g.Name == plan.Game })]
	match, err := game.Start(plan.Seats, engine.Seed{7}, plan.Options)
	if err != nil {
		t.Fatal(err)
	}
	m.match, m.open = match, match.View(engine.Watcher)
	return m
}

func (m *correspondence) start() {
	m.lobby = open(m.t, local.Config{Games: m.games, Journal: m.book, Post: m.post})
	if _, err := m.lobby.Restore(m.t.Context()); err != nil {
		m.t.Fatal(err)
	}
}

func (m *correspondence) run() {
	for moves := 0; len(m.match.ToMove()) > 0 && moves < 90 && !m.t.Failed(); moves++ {
		m.move()
		if moves%20 == 10 {
			m.book = m.book.crash()
			m.start()
			if who := told(m.post); who != nil {
				m.t.Errorf("%v are told anew after a start", who)
			}
		}
	}
	hides := m.plan.Game == "davinci" || m.plan.Options["mode"] == masterdice.Duel
	if hides && m.secret == 0 || m.told == 0 {
		m.t.Errorf("%d moves were secret, and %d letters were sent", m.secret, m.told)
	}
}

// move lets a player enter, play a random move, and leave.
func (m *correspondence) move() {
	m.t.Helper()
	seat := m.match.ToMove()[m.random.IntN(len(m.match.ToMove()))]
	action := mostlySecret(m.random, m.match, seat)
	next, events, err := m.match.Play(seat, action)
	if err != nil {
		m.t.Fatal(err)
	}
	before := m.open
	if m.match = next; len(events) > 0 {
		m.open = next.View(engine.Watcher)
	} else {
		m.secret++
	}
	session := enter(m.t, m.lobby, fmt.Sprint("p", int(seat)))
	one := seated(m.t)(lobby.Ask(m.t.Context(), session, lobby.Join{Code: m.code}))
	if who := told(m.post); who != nil {
		m.t.Errorf("%v are told because somebody comes", who)
	}
	one.do(action)
	var want []string
	for _, mover := range m.open.ToMove {
		begins := !slices.Contains(before.ToMove, mover) || before.Stage != m.open.Stage
		if len(events) > 0 && begins && mover != seat {
			want = append(want, fmt.Sprint("key:p", int(mover)))
		}
	}
	got := told(m.post)
	if m.told += len(got); !slices.Equal(got, want) {
		m.t.Errorf("after %q of seat %v with the events %q, %v are told, not %v", action, seat, events, got, want)
	}
	session.Close()
	if who := told(m.post); who != nil {
		m.t.Errorf("%v are told because somebody goes", who)
	}
}

// TestTurnNotificationReceivers: absent players are notified if the clock is of hours and
// no bot plays for them.
func TestTurnNotificationReceivers(t *testing.T) {
	const day = 24 * time.Hour
	for name, row := range map[string]struct {
		plan lobby.Plan
		told bool
		time time.Duration
	}{
		"three days":           {lobby.Plan{Clock: 3 * day, Title: "slow & <steady>"}, true, 3 * day},
		"who is away has time": {lobby.Plan{Clock: day, Absent: lobby.AbsentWait}, true, 0},
		"a bot plays for them": {lobby.Plan{Clock: day, Absent: lobby.AbsentBot}, false, 0},
		"two minutes":          {lobby.Plan{Clock: 2 * time.Minute}, false, 0},
		"no clock":             {lobby.Plan{}, false, 0},
	} {
		t.Run(name, func(t *testing.T) {
			in(t, func(t *testing.T) {
				post := &lobbytest.WebhookRecorder{}
				l := open(t, local.Config{Post: post})
				row.plan.Options = engine.Options{"first": "1"}
				anna, bo := pair(t, l, row.plan)
				anna.do("deal")
				bo.do("deal")
				bo.Close()
				synctest.Wait()
				for anna.look(); slices.Contains(anna.now.Match.ToMove, anna.now.You); anna.look() {
					playAny(anna)
				}
				synctest.Wait()
				turns := post.Turns()
				if !row.told && len(turns) == 0 {
					return
				}
				if !row.told || len(turns) != 1 {
					t.Fatalf("told are %+v", turns)
				}
				turn := turns[0]
				if turn.Person != "key:bo" || turn.Room != anna.now.Code || turn.Game != "davinci" || turn.Title != anna.now.Plan.Title {
					t.Errorf("told is %+v", turn)
				}
				if left := time.Until(turn.Until); row.time == 0 && !turn.Until.IsZero() || row.time > 0 && left != row.time {
					t.Errorf("the time is %v", left)
				}
			})
		})
	}
}
