package local_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/engine/kodeknacker"
	"parlor/engine/masterdice"
	"parlor/lobby"
	"parlor/lobby/local"
)

// TestSecretMovesSendNothing plays random matches with spectators at every viewpoint and
// delay, and counts what each handle receives. A move without an event reaches its actor
// and the spectators who currently share the viewpoint, and no one else. One with events
// reaches everyone, once. The same holds after a restart.
func TestSecretMovesSendNothing(t *testing.T) {
	for _, row := range []struct {
		game    string
		seats   int
		options engine.Options
	}{
		{"davinci", 3, engine.Options{"jokers": davinci.FreeJokers, "rounds": "2"}},
		{"davinci", 2, engine.Options{"jokers": davinci.StrictJokers, "rounds": "3", "memory": "on"}},
		{"masterdice", 2, engine.Options{"mode": masterdice.Duel, "rounds": "2"}},
		{"kodeknacker", 2, engine.Options{"preset": kodeknacker.PresetFree, "positions": "3", "colors": "4", "rounds": "2"}},
	} {
		for _, delay := range []int{0, 1, 2, 5, lobby.MaxEyesDelay} {
			t.Run(fmt.Sprintf("%s of %d, %d late", row.game, row.seats, delay), func(t *testing.T) {
				in(t, func(t *testing.T) {
					plan := lobby.Plan{Game: row.game, Seats: row.seats, Options: row.options, EyesDelay: delay}
					newTraffic(t, plan).run()
				})
			})
		}
	}
}

// traffic is a room with a copy of its match, to know what each client must see.
type traffic struct {
	t       *testing.T
	games   []engine.Game
	book    *memJournal
	plan    lobby.Plan
	code    string
	random  *rand.Rand
	match   engine.Match
	past    []engine.Match // before each move with an event
	players []*person      // by seat
	eyes    []*person      // spectators that follow seat i; the last one follows none
	silent  int            // moves without an event so far
}

func newTraffic(t *testing.T, plan lobby.Plan) *traffic {
	t.Helper()
	w := &traffic{
		t: t, book: newMemJournal(), plan: plan, random: rand.New(rand.NewPCG(uint64(plan.EyesDelay), 5)),
		games: []engine.Game{davinci.Rules().Game(), masterdice.Rules().Game(), kodeknacker.Rules().Game()},
	}
	l := open(t, local.Config{Games: w.games, Journal: w.book})
	host := seated(t)(lobby.Ask(t.Context(), enter(t, l, "p0"), lobby.Create{Plan: plan}))
	w.code, w.players = host.now.Code, []*person{host}
	for seat := 1; seat < plan.Seats; seat++ {
		w.players = append(w.players, seated(t)(lobby.Ask(t.Context(), enter(t, l, fmt.Sprint("p", seat)), lobby.Join{Code: w.code})))
	}
	if err := lobby.Perform(t.Context(), host, lobby.Start{}); err != nil {
		t.Fatal(err)
	}
	for _, player := range w.players {
		if err := lobby.Perform(t.Context(), player, lobby.ShowEyes{Show: true}); err != nil {
			t.Fatal(err)
		}
	}
	w.watch(l)
	at := slices.IndexFunc(w.games, func(g engine.Game) bool { return g.Name == plan.Game })
	match, err := w.games[at].Start(plan.Seats, engine.Seed{7}, plan.Options)
	if err != nil {
		t.Fatal(err)
	}
	w.match = match
	return w
}

// watch adds the spectators.
func (w *traffic) watch(l *local.Lobby) {
	w.t.Helper()
	w.eyes = nil
	for i := range w.plan.Seats + 1 {
		watcher := seated(w.t)(lobby.Ask(w.t.Context(), enter(w.t, l, fmt.Sprint("w", i)), lobby.Watch{Code: w.code}))
		if i < w.plan.Seats {
			if err := lobby.Perform(w.t.Context(), watcher, lobby.Follow{Seat: engine.Seat(i)}); err != nil {
				w.t.Fatal(err)
			}
		}
		w.eyes = append(w.eyes, watcher)
	}
	for _, one := range slices.Concat(w.players, w.eyes) {
		one.look()
	}
}

func (w *traffic) run() {
	for moves := 0; len(w.match.ToMove()) > 0 && moves < 110 && !w.t.Failed(); moves++ {
		w.move()
		if moves == 30 {
			w.restart()
		}
	}
	if hides := w.plan.Game != "kodeknacker"; hides && w.silent < 5 {
		w.t.Errorf("only %d moves had no event", w.silent)
	}
}

// move plays a random move, mostly secret, and checks who receives it.
func (w *traffic) move() {
	w.t.Helper()
	seat := w.match.ToMove()[w.random.IntN(len(w.match.ToMove()))]
	action := mostlySecret(w.random, w.match, seat)
	next, events, err := w.match.Play(seat, action)
	if err != nil {
		w.t.Fatal(err)
	}
	before := w.match
	if w.match = next; len(events) > 0 {
		w.past = append(w.past, before)
	} else {
		w.silent++
	}
	header := w.book.header(w.code)
	w.players[seat].do(action)
	if now := w.book.header(w.code); len(events) == 0 && now != header {
		w.t.Errorf("after the secret %q the room's header is\n%s\nnot\n%s", action, now, header)
	}
	for i, player := range w.players {
		w.told(fmt.Sprint("seat ", i+1), player, events, engine.Seat(i) == seat && w.text(before.View(seat)) != w.text(next.View(seat)))
		if got, want := w.text(*player.now.Match), w.text(next.View(engine.Seat(i))); got != want {
			w.t.Errorf("after %q of seat %v seat %d sees\n%s\nnot\n%s", action, seat, i+1, got, want)
		}
	}
	for i, watcher := range w.eyes {
		own := engine.Seat(i) == seat && w.plan.EyesDelay == 0 && w.text(before.View(seat)) != w.text(next.View(seat))
		w.told(fmt.Sprint("who follows seat ", i+1), watcher, events, own)
		w.sees(i, watcher)
	}
}

// mostlySecret returns a random action, mostly of a kind that may be secret.
func mostlySecret(random *rand.Rand, match engine.Match, seat engine.Seat) engine.Action {
	var verbs []string
	byVerb := map[string][]engine.Action{}
	for action := range match.Legal(seat) {
		verb, _, _ := strings.Cut(string(action), " ")
		if byVerb[verb] == nil {
			verbs = append(verbs, verb)
		}
		byVerb[verb] = append(byVerb[verb], action)
	}
	verb := verbs[random.IntN(len(verbs))]
	for _, other := range []string{"place", "roll"} {
		if byVerb[other] != nil && random.IntN(4) > 0 {
			verb = other
		}
	}
	return byVerb[verb][random.IntN(len(byVerb[verb]))]
}

// told checks what a client received.
func (w *traffic) told(who string, one *person, events []engine.Event, own bool) {
	w.t.Helper()
	sent := one.now.Revision
	came := one.look()
	switch {
	case len(events) > 0 && (!came || one.now.Revision != sent+1):
		w.t.Errorf("%s was sent %d updates of %q, not one", who, one.now.Revision-sent, events)
	case len(events) == 0 && came != own:
		w.t.Errorf("%s was sent an update: %v; of what is secret: %v", who, came, own)
	}
}

// sees checks what a spectator is shown with a delay.
func (w *traffic) sees(i int, watcher *person) {
	w.t.Helper()
	want := w.match.View(engine.Watcher)
	if i < w.plan.Seats {
		late := w.match
		playing := want.Stage == engine.Playing
		switch {
		case w.plan.EyesDelay == 0 || !playing:
			want = late.View(engine.Seat(i))
		case len(w.past) >= w.plan.EyesDelay:
			want = w.past[len(w.past)-w.plan.EyesDelay].View(engine.Seat(i))
		}
	}
	if got := w.text(*watcher.now.Match); got != w.text(want) {
		w.t.Errorf("who follows seat %d sees, %d moves late,\n%s\nnot\n%s", i+1, w.plan.EyesDelay, got, w.text(want))
	}
}

func (w *traffic) text(view engine.View) string {
	text, err := json.Marshal(view)
	if err != nil {
		w.t.Fatal(err)
	}
	return string(text)
}

// restart restarts the server; everyone returns.
func (w *traffic) restart() {
	w.t.Helper()
	w.book = w.book.crash()
	l := open(w.t, local.Config{Games: w.games, Journal: w.book})
	if n, err := l.Restore(w.t.Context()); n != 1 || err != nil {
		w.t.Fatal(n, err)
	}
	for i := range w.players {
		w.players[i] = back(w.t, l, fmt.Sprint("p", i))
	}
	w.watch(l)
	for i, watcher := range w.eyes {
		w.sees(i, watcher)
	}
}
