package e2e

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"parlor/engine"
	"parlor/lobby"
	"parlor/server/protocol"
	"parlor/store"
)

// night is a group of people at one game night. They use the lobby directly, because API clients cannot take part.
type night struct {
	t      *testing.T
	random *rand.Rand
	visits map[string]lobby.Session
	holds  map[string]lobby.GameNightHandle
	now    map[string]lobby.GameNightUpdate
	seats  map[string]*nightSeat
	done   map[string]bool // codes of the rooms whose match has ended
}

// nightSeat is a player's handle in a room of a game night.
type nightSeat struct {
	lobby.Handle
	now lobby.Update
}

func newNight(t *testing.T) *night {
	t.Helper()
	return &night{
		t: t, random: rand.New(rand.NewPCG(2, 2)), visits: map[string]lobby.Session{}, holds: map[string]lobby.GameNightHandle{},
		now: map[string]lobby.GameNightUpdate{}, seats: map[string]*nightSeat{}, done: map[string]bool{},
	}
}

// enterAs enters the lobby with the key of a name.
func (h *frozenServer) enterAs(who string) lobby.Session {
	h.t.Helper()
	visit, err := h.rooms.Enter(context.Background(), lobby.Identity{ID: "key:" + gossh.FingerprintSHA256(keyOf(h.t, who).PublicKey()), Name: who})
	check(h.t, err)
	return visit
}

// opens opens a game night hosted by the first of people.
func (n *night) opens(h *frozenServer, plan lobby.GameNightPlan, people ...string) {
	n.t.Helper()
	for _, who := range people {
		n.visits[who] = h.enterAs(who)
		var err error
		if n.holds[who], err = lobby.Ask(context.Background(), n.visits[who], lobby.JoinGameNight{Code: n.now[people[0]].Code}); who == people[0] {
			n.holds[who], err = lobby.Ask(context.Background(), n.visits[who], lobby.OpenGameNight{Plan: plan})
		}
		check(n.t, err)
		n.look()
	}
}

// look takes the updates once nothing moves.
func (n *night) look() {
	synctest.Wait()
	for who, hold := range n.holds {
		select {
		case update, open := <-hold.Updates():
			if open {
				n.now[who] = update
			}
		default:
		}
	}
	for _, seat := range n.seats {
		select {
		case update, open := <-seat.Updates():
			if open {
				seat.now = update
			}
		default:
		}
	}
}

func (n *night) does(who string, do lobby.NightOp) {
	n.t.Helper()
	check(n.t, lobby.Perform(context.Background(), n.holds[who], do))
	n.look()
}

// people returns the sorted names of the players.
func (n *night) people() []string { return slices.Sorted(maps.Keys(n.holds)) }

// sit seats all players at the tables that wait for them.
func (n *night) sit() {
	n.t.Helper()
	for _, who := range n.people() {
		table, called := n.now[who].Table()
		if !called || table.Stage == engine.Over || n.seats[who] != nil {
			continue
		}
		handle, err := lobby.Ask(context.Background(), n.visits[who], lobby.Join{Code: table.Code})
		check(n.t, err)
		n.seats[who] = &nightSeat{Handle: handle}
		n.orders(who, lobby.ListLegal{})
	}
}

func (n *night) orders(who string, do lobby.RoomOp) {
	n.t.Helper()
	_, err := n.seats[who].Do(context.Background(), lobby.Request{Op: do})
	check(n.t, err)
	n.look()
}

// moves plays at most the given number of random actions, or until nothing is in play, and returns their number.
func (n *night) moves(most int) int {
	n.t.Helper()
	played := 0
	for range mostSteps {
		n.sit()
		moved := false
		for _, who := range n.people() {
			if played == most {
				return played
			}
			if n.step(who, played > 400) {
				moved = true
				played++
			}
		}
		if !moved && !n.inPlay() {
			return played
		}
		time.Sleep(time.Second)
		n.look()
	}
	n.t.Fatal("the matches of the game night do not end")
	return played
}

// step performs a player's due action; with tired set, the player resigns.
func (n *night) step(who string, tired bool) bool {
	n.t.Helper()
	seat := n.seats[who]
	if seat == nil {
		return false
	}
	view := protocol.ViewOf(lobby.RoomSettings(), seat.now)
	switch {
	case view.Stage == engine.Over:
		n.done[seat.now.Code] = true
		n.orders(who, lobby.Leave{})
		delete(n.seats, who)
		n.look()
		return false
	case !view.YourTurn:
		return false
	case view.Stage == engine.Interval:
		n.orders(who, lobby.SetReady{Ready: true})
	case tired:
		n.orders(who, lobby.Play{Action: engine.Resign})
	default:
		n.orders(who, lobby.Play{Action: pick(view, n.random)})
	}
	return true
}

// inPlay reports whether a match is in play or being called.
func (n *night) inPlay() bool {
	for _, update := range n.now {
		return slices.ContainsFunc(update.Tables, func(table lobby.GameNightTable) bool { return table.Stage != engine.Over })
	}
	return false
}

// hangUp closes all connections; seats are kept.
func (n *night) hangUp() {
	for _, visit := range n.visits {
		visit.Close()
	}
	synctest.Wait()
}

// leaveNights leaves a game night in play, with secret phases and a finished match, and one that has not begun.
func leaveNights(r *recorder) {
	r.t.Helper()
	inPlay := newNight(r.t)
	inPlay.opens(r.frozenServer, lobby.GameNightPlan{Title: "in play", Games: []string{"kodeknacker", "davinci", "masterdice"}, Seats: 2, Rounds: 1}, "anna", "bo", "cy", "dan")
	inPlay.does("anna", lobby.BeginGameNight{})
	for range mostSteps {
		inPlay.moves(1)
		if inPlay.now["anna"].Played > 0 {
			break
		}
	}
	inPlay.does("bo", lobby.SayAtGameNight{Text: "one more"})
	for range 60 {
		inPlay.moves(1)
		if len(inPlay.seats) == 4 && !slices.ContainsFunc(inPlay.people(), func(who string) bool { return inPlay.seats[who].now.Stage != engine.Playing }) {
			break
		}
	}
	inPlay.moves(3)
	gathering := newNight(r.t)
	gathering.opens(r.frozenServer, lobby.GameNightPlan{Title: "later", Games: []string{"masterdice"}, Bots: 2, Pace: lobby.GameNightRelaxed, Friends: true}, "hal", "ida", "jon")
	inPlay.hangUp()
	gathering.hangUp()
}

// nightHour is soon after the frozen folders were written: a game night without anyone for an hour is over.
func nightHour() time.Time { return time.Date(2026, 8, 3, 1, 45, 0, 0, time.UTC) }

// TestFrozenNightsGoOn plays every game night to its end, in a process of its own, so that clocks do not run out
// while other rooms are played.
func TestFrozenNightsGoOn(t *testing.T) {
	t.Parallel()
	eachVersion(t, func(t *testing.T, version string) {
		stored := nightsOf(t, version)
		inBubble(t, nightHour(), func(t *testing.T) {
			playNights(t, openFor(t, version, step{Setup: dataSetup}), stored)
		})
	})
}

// nightsOf returns the number of game nights in a frozen folder.
func nightsOf(t *testing.T, version string) int {
	t.Helper()
	nights := readFrozen(t, version, func(kept *store.Store) (map[string][]byte, error) { return kept.GameNights.GameNights(t.Context()) })
	return len(nights)
}

// playNights plays every match of the game nights of a frozen folder to its end, and ends the nights.
func playNights(t *testing.T, h *frozenServer, want int) {
	t.Helper()
	nights := map[string]*night{}
	for _, who := range dataPeople() {
		visit := h.enterAs(who)
		code, err := lobby.Ask(t.Context(), visit, lobby.CurrentGameNight{})
		check(t, err)
		if code == "" {
			visit.Close()
			continue
		}
		if nights[code] == nil {
			nights[code] = newNight(t)
		}
		n := nights[code]
		n.visits[who] = visit
		n.holds[who], err = lobby.Ask(t.Context(), visit, lobby.JoinGameNight{Code: code})
		check(t, err)
		n.look()
	}
	if len(nights) != want {
		t.Errorf("people take part in %d game nights of %d", len(nights), want)
	}
	for _, code := range slices.Sorted(maps.Keys(nights)) {
		n := nights[code]
		people := n.people()
		host := people[slices.IndexFunc(people, func(who string) bool { return n.now[who].Host })]
		if n.now[host].Stage == lobby.GameNightGathering {
			n.does(host, lobby.BeginGameNight{})
		}
		time.Sleep(time.Second)
		n.look()
		n.does(host, lobby.PauseGameNight{})
		before, tables := n.now[host].Played, map[string]bool{} // whether each room was in play
		for _, table := range n.now[host].Tables {
			if table.Stage != engine.Over {
				tables[table.Code] = true
			}
		}
		n.moves(mostSteps)
		if played := n.now[host].Played - before; len(tables) == 0 || played != len(tables) {
			t.Errorf("game night %s: %d matches ended of %d in play", code, played, len(tables))
		}
		for table := range tables {
			if !n.done[table] {
				t.Errorf("game night %s: nobody played the match in room %s to its end", code, table)
			}
		}
		for who, seat := range n.seats {
			_, err := seat.Do(t.Context(), lobby.Request{Op: lobby.Leave{}})
			check(t, err)
			delete(n.seats, who)
		}
		n.look()
		n.does(host, lobby.EndGameNight{})
		if stage := n.now[host].Stage; stage != lobby.GameNightOver {
			t.Errorf("game night %s is %s after its end", code, stage)
		}
		n.hangUp()
	}
}
