package local_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/engine/masterdice"
	"parlor/lobby"
	"parlor/lobby/gamenight"
	"parlor/lobby/lobbytest"
	"parlor/lobby/local"
)

// nightStore is an in-memory store of game nights.
type nightStore struct {
	mu     sync.Mutex
	kept   map[string][]byte
	full   bool
	writes int
}

func newNightStore() *nightStore { return &nightStore{kept: map[string][]byte{}} }

func (d *nightStore) SaveGameNight(_ context.Context, code string, data []byte) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.full {
		return lobby.ErrNoRoom
	}
	d.writes++
	d.kept[code] = slices.Clone(data)
	return nil
}

func (d *nightStore) DeleteGameNight(_ context.Context, code string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.kept, code)
	return nil
}

func (d *nightStore) GameNights(context.Context) (map[string][]byte, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return maps.Clone(d.kept), nil
}

// party is the people at a game night.
type party struct {
	*testing.T
	code     string
	sessions map[string]lobby.Session
	holds    map[string]lobby.GameNightHandle
	now      map[string]lobby.GameNightUpdate
}

// newParty opens a game night of the first person, and lets the others join.
func newParty(t *testing.T, l *local.Lobby, plan lobby.GameNightPlan, names ...string) *party {
	t.Helper()
	p := &party{T: t, sessions: map[string]lobby.Session{}, holds: map[string]lobby.GameNightHandle{}, now: map[string]lobby.GameNightUpdate{}}
	for _, name := range names {
		session := enter(t, l, name)
		p.sessions[name] = session
		var err error
		if p.code == "" {
			p.holds[name], err = lobby.Ask(t.Context(), session, lobby.OpenGameNight{Plan: plan})
		} else {
			p.holds[name], err = lobby.Ask(t.Context(), session, lobby.JoinGameNight{Code: p.code})
		}
		if err != nil {
			t.Fatal(err)
		}
		p.look()
		p.code = p.now[names[0]].Code
	}
	return p
}

// look takes everyone's latest update.
func (p *party) look() {
	synctest.Wait()
	for name, hold := range p.holds {
		select {
		case update, open := <-hold.Updates():
			if open {
				p.now[name] = update
			}
		default:
		}
	}
}

func (p *party) do(name string, do lobby.NightOp) {
	p.Helper()
	if err := lobby.Perform(p.Context(), p.holds[name], do); err != nil {
		p.Fatalf("%s cannot %T: %v", name, do, err)
	}
	p.look()
}

// sit enters the table that waits for a person.
func (p *party) sit(name string) *person {
	p.Helper()
	table, called := p.now[name].Table()
	if !called {
		p.Fatalf("no table waits for %s: %+v", name, p.now[name])
	}
	sat := seated(p.T)(lobby.Ask(p.Context(), p.sessions[name], lobby.Join{Code: table.Code}))
	p.look()
	return sat
}

// states returns the states of all people as one of them sees them.
func (p *party) states(eyes string) string {
	var all []string
	for _, one := range p.now[eyes].People {
		all = append(all, fmt.Sprintf("%s %s %d", one.Name, one.State, one.Points))
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}

func (p *party) wants(eyes, want string) {
	p.Helper()
	if got := p.states(eyes); got != want {
		p.Errorf("%s sees %s\nwant %s", eyes, got, want)
	}
}

// TestGameNightOfThree pairs two people and lets the third play a bot, cancels a table
// whose player does not come, and counts the results.
func TestGameNightOfThree(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{GameNightStore: newNightStore()})
		p := newParty(t, l, lobby.GameNightPlan{Bots: 1, Rounds: 1, Seats: 2}, "anna", "bo", "cy")
		p.do("anna", lobby.BeginGameNight{})
		p.wants("cy", "anna called 0, bo called 0, cy waiting 0")
		anna := p.sit("anna")
		time.Sleep(gamenight.Patience)
		p.look()
		p.wants("anna", "anna called 0, bo called 0, cy called 0")
		dealt := p.sit("cy")
		if dealt.look(); dealt.now.Stage != engine.Playing || dealt.now.Seats[1].Kind != lobby.SeatBot {
			t.Fatalf("with the bot, cy sees %+v", dealt.now)
		}
		time.Sleep(gamenight.CallTime)
		p.look()
		for anna.look() {
		}
		if why := anna.Ended(); why == nil || !strings.Contains(why.Error(), "cancelled this table") {
			t.Errorf("anna's table has ended because %v", why)
		}
		dealt.do(engine.Resign)
		p.look()
		p.wants("bo", "anna called 0, bo called 0, cy resting 0") // bo is called once more
		p.sit("anna")
		time.Sleep(gamenight.CallTime)
		p.look()
		p.wants("bo", "anna called 0, bo out 0, cy resting 0") // anna has waited long enough to play a bot
		if err := lobby.Perform(t.Context(), dealt, lobby.Leave{}); err != nil {
			t.Fatal(err)
		}
		p.look()
		p.do("bo", lobby.SitOut{Out: false})
		p.wants("bo", "anna called 0, bo called 0, cy called 0")
		bo, cy := p.sit("bo"), p.sit("cy")
		bo.look()
		cy.look()
		bo.do(engine.Resign)
		p.look()
		p.wants("bo", "anna called 0, bo resting 0, cy resting 100")
	})
}

// TestMatchBeginsWithoutLatePlayer: two of three play when the call has expired; the third
// waits for the next table.
func TestMatchBeginsWithoutLatePlayer(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{GameNightStore: newNightStore()})
		p := newParty(t, l, lobby.GameNightPlan{}, "anna", "bo", "cy")
		p.do("anna", lobby.BeginGameNight{})
		p.wants("anna", "anna called 0, bo called 0, cy called 0")
		anna, cy := p.sit("anna"), p.sit("cy")
		time.Sleep(gamenight.CallTime)
		p.look()
		anna.look()
		cy.look()
		if anna.now.Stage != engine.Playing || len(anna.now.Seats) != 2 {
			t.Fatalf("anna sees %s with the seats %+v", anna.now.Stage, anna.now.Seats)
		}
		p.wants("bo", "anna playing 0, bo waiting 0, cy playing 0")
		if text := p.now["bo"].WaitText(time.Now()).String(); text != "You are next: table 1 finishes in about 2 minutes." {
			t.Errorf("bo is told: %s", text)
		}
		cy.do(engine.Resign)
		p.look()
		p.wants("anna", "anna resting 100, bo waiting 0, cy resting 0")
	})
}

// TestAMatchEndsInTime checks that the game in which the time of a match ends is its last
// one, and that no client can end a match.
func TestAMatchEndsInTime(t *testing.T) {
	for _, one := range []struct {
		game  engine.Game
		games int // of the match; one of MasterDice has two parts
	}{{davinci.Rules().Game(), 1}, {masterdice.Rules().Game(), 2}} {
		t.Run(one.game.Name, func(t *testing.T) {
			in(t, func(t *testing.T) {
				l := open(t, local.Config{Games: []engine.Game{one.game}, GameNightStore: newNightStore()})
				p := newParty(t, l, lobby.GameNightPlan{Minutes: 1}, "anna", "bo")
				p.do("anna", lobby.BeginGameNight{})
				anna, bo := p.sit("anna"), p.sit("bo")
				anna.look()
				bo.look()
				if plan := anna.now.Plan; plan.TimeLimit != time.Minute {
					t.Fatalf("the room has the plan %+v", plan)
				}
				if err := lobby.Perform(t.Context(), anna, lobby.Play{Action: engine.Enough}); err == nil {
					t.Error("a player can end the match")
				}
				said := false
				for range 1000 {
					time.Sleep(10 * time.Second)
					p.look()
					for anna.look() {
					}
					said = said || slices.ContainsFunc(anna.now.Notes, func(n lobby.Note) bool {
						return n.Text.String() == "The match time is up. This game is the last one."
					})
					if anna.now.Stage == engine.Over {
						break
					}
				}
				if got := p.now["anna"].Recent; len(got) != 1 || anna.now.Stage != engine.Over || anna.now.Match.Round != one.games {
					t.Fatalf("the match is %s in game %d, and the results are %+v", anna.now.Stage, anna.now.Match.Round, got)
				}
				if !said {
					t.Error("no one is told that it is the last game")
				}
			})
		})
	}
}

// TestNoGameNightWhileDraining refuses new game nights once the server drains.
func TestNoGameNightWhileDraining(t *testing.T) {
	in(t, func(t *testing.T) {
		nights := newNightStore()
		l := open(t, local.Config{Journal: newMemJournal(), GameNightStore: nights})
		newParty(t, l, lobby.GameNightPlan{Rounds: 1}, "anna", "bo")
		stopped := open(t, local.Config{Journal: newMemJournal(), GameNightStore: &nightStore{kept: maps.Clone(nights.kept)}})
		if err := stopped.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n, err := stopped.Adopt(t.Context(), nil); n != 0 || !errors.Is(err, lobby.ErrStopping) {
			t.Errorf("%d rooms have come (%v)", n, err)
		}
	})
}

// TestGameNightSurvivesCrash restores a game night during a match, and with a match that
// ended before the game night could store it.
func TestGameNightSurvivesCrash(t *testing.T) {
	in(t, func(t *testing.T) {
		book, nights := newMemJournal(), newNightStore()
		l := open(t, local.Config{Journal: book, GameNightStore: nights})
		p := newParty(t, l, lobby.GameNightPlan{Rounds: 1}, "anna", "bo")
		p.do("anna", lobby.BeginGameNight{})
		anna, bo := p.sit("anna"), p.sit("bo")
		anna.look()
		nights.full = true // later changes are not stored
		bo.look()
		bo.do(engine.Resign)
		left := &nightStore{kept: maps.Clone(nights.kept)}
		again := open(t, local.Config{Journal: book.crash(), GameNightStore: left})
		if n, err := again.Restore(t.Context()); err != nil || n != 1 {
			t.Fatalf("%d rooms are back (%v)", n, err)
		}
		synctest.Wait()
		session := enter(t, again, "bo")
		if code, err := lobby.Ask(t.Context(), session, lobby.CurrentGameNight{}); err != nil || code != p.code {
			t.Errorf("bo takes part in %q (%v)", code, err)
		}
		hold, err := lobby.Ask(t.Context(), session, lobby.JoinGameNight{Code: p.code})
		if err != nil {
			t.Fatal(err)
		}
		p = &party{T: t, holds: map[string]lobby.GameNightHandle{"bo": hold}, now: map[string]lobby.GameNightUpdate{}}
		p.look()
		p.wants("bo", "anna away 100, bo waiting 0")
	})
}

// TestOperatorOpensGameNight opens one game night per time, across restarts.
func TestOperatorOpensGameNight(t *testing.T) {
	in(t, func(t *testing.T) {
		nights := newNightStore()
		start := func() (*local.Lobby, string, time.Time) {
			l := open(t, local.Config{Journal: newMemJournal(), GameNightStore: nights})
			if _, err := l.Restore(t.Context()); err != nil {
				t.Fatal(err)
			}
			begins, err := lobby.ParseTime("17:00", time.Now().UTC())
			if err != nil {
				t.Fatal(err)
			}
			code, at, err := l.Operator().OpenGameNight(lobby.GameNightPlan{Title: "Games", Begins: begins, Ends: begins.Add(2 * time.Hour)}, "17:00")
			if err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			return l, code, at
		}
		l, code, first := start()
		time.Sleep(time.Until(first) - time.Minute)
		check(t, l.Close(t.Context()))
		l, again, _ := start()
		if again != code {
			t.Errorf("before it begins, the game night is %s after a restart, and was %s", again, code)
		}
		hold, err := lobby.Ask(t.Context(), enter(t, l, "anna"), lobby.JoinGameNight{Code: code})
		check(t, err)
		_, err = lobby.Ask(t.Context(), enter(t, l, "bo"), lobby.JoinGameNight{Code: code})
		check(t, err)
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		if u := <-hold.Updates(); u.Stage != lobby.GameNightPlaying || u.Hosted != "anna" || len(u.Tables) != 1 {
			t.Errorf("at its time it is %+v", u)
		}
		check(t, l.Close(t.Context()))
		l, again, _ = start()
		if again != code {
			t.Errorf("while it is played, the game night is %s after a restart, and was %s", again, code)
		}
		time.Sleep(2*time.Hour - time.Minute)
		check(t, l.Close(t.Context()))
		if _, again, at := start(); again == code || !at.Equal(first.AddDate(0, 0, 1)) {
			t.Errorf("once it is over, the next one is %s at %v", again, at)
		}
	})
}

// TestDeletedAccountLeavesGameNights removes a person from the stored data.
func TestDeletedAccountLeavesGameNights(t *testing.T) {
	in(t, func(t *testing.T) {
		nights := newNightStore()
		l := open(t, local.Config{GameNightStore: nights, Accounts: &lobbytest.MemStore{}})
		p := newParty(t, l, lobby.GameNightPlan{Rounds: 1}, "bertram", "anna")
		p.do("bertram", lobby.BeginGameNight{})
		anna, bertram := p.sit("anna"), p.sit("bertram")
		anna.look()
		anna.do(engine.Resign)
		if err := errors.Join(lobby.Perform(t.Context(), bertram, lobby.Leave{}), lobby.Perform(t.Context(), p.sessions["bertram"], lobby.DeleteAccount{})); err != nil {
			t.Fatal(err)
		}
		p.look()
		p.wants("anna", "anna resting 0, somebody gone 100")
		if data := string(nights.kept[p.code]); strings.Contains(data, "bertram") {
			t.Errorf("kept is %s", data)
		}
		if err := p.holds["bertram"].Ended(); !errors.Is(err, lobby.ErrForgotten) {
			t.Errorf("bertram's hold has ended because %v", err)
		}
	})
}

// TestLeavingATable: leaving a match loses it, also against a bot, and the player is seated
// again at once.
func TestLeavingATable(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{GameNightStore: newNightStore()})
		p := newParty(t, l, lobby.GameNightPlan{Bots: 1, Rounds: 1}, "anna")
		p.do("anna", lobby.BeginGameNight{})
		anna := p.sit("anna")
		if anna.look(); anna.now.Stage != engine.Playing {
			t.Fatalf("anna sees %+v", anna.now)
		}
		if err := lobby.Perform(t.Context(), anna, lobby.Leave{}); err != nil {
			t.Fatal(err)
		}
		p.look()
		now := p.now["anna"]
		if now.Played != 1 || len(now.Recent) != 1 || now.Recent[0].Seats[0].Points != 0 || now.Recent[0].Seats[1].Points != 100 {
			t.Errorf("after anna has left, %d matches are played: %+v", now.Played, now.Recent)
		}
		p.wants("anna", "anna called 0")
		if now.People[0].Matches != 1 || now.People[0].Table != 2 {
			t.Errorf("anna is shown as %+v", now.People[0])
		}
	})
	in(t, func(t *testing.T) {
		p := newParty(t, open(t, local.Config{}), lobby.GameNightPlan{Seats: 3, Rounds: 1}, "anna", "bo", "cy", "dan")
		p.do("dan", lobby.SitOut{Out: true})
		p.do("anna", lobby.BeginGameNight{})
		bo := p.sit("bo")
		p.sit("anna").look()
		p.sit("cy").look()
		bo.look()
		p.do("dan", lobby.SitOut{Out: false})
		if err := lobby.Perform(t.Context(), bo, lobby.Leave{}); err != nil {
			t.Fatal(err)
		}
		p.look()
		time.Sleep(gamenight.Patience)
		p.look()
		p.wants("dan", "anna playing 0, bo called 0, cy playing 0, dan called 0")
	})
}

// TestVoidMatchDoesNotCount: a closed match does not count at the game night.
func TestVoidMatchDoesNotCount(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{GameNightStore: newNightStore()})
		p := newParty(t, l, lobby.GameNightPlan{Bots: 1, Rounds: 1}, "anna")
		p.do("anna", lobby.BeginGameNight{})
		p.sit("anna").look()
		table, _ := p.now["anna"].Table()
		if _, err := l.Operator().CloseRoom(t.Context(), table.Code, "It is late."); err != nil {
			t.Fatal(err)
		}
		p.look()
		if now := p.now["anna"]; now.Played != 0 || now.People[0].Matches != 0 {
			t.Errorf("%d matches are played", now.Played)
		}
	})
}

// TestGameNightShowsServerStop shows it to all participants and boards.
func TestGameNightShowsServerStop(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{GameNightStore: newNightStore()})
		p := newParty(t, l, lobby.GameNightPlan{Rounds: 1}, "anna", "bo")
		board, err := lobby.Ask(t.Context(), enter(t, l, "projector"), lobby.WatchGameNight{Code: p.code})
		if err != nil {
			t.Fatal(err)
		}
		p.holds["projector"] = board
		p.look()
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		l.Drain(ctx)
		p.look()
		for name, now := range p.now {
			if !now.Stops {
				t.Errorf("%s is not told", name)
			}
		}
		p.do("anna", lobby.BeginGameNight{})
		p.wants("bo", "anna waiting 0, bo waiting 0")
	})
}

// TestGameNightChat: participants see messages and boards do not. Messages are not stored,
// are attached to reports, disappear with a deleted account, and are bounded.
func TestGameNightChat(t *testing.T) {
	in(t, func(t *testing.T) {
		nights, shelf := newNightStore(), &lobbytest.MemStore{}
		l := open(t, local.Config{GameNightStore: nights, Accounts: shelf, Reports: shelf})
		p := newParty(t, l, lobby.GameNightPlan{Rounds: 1}, "anna", "bo", "cy")
		board, err := lobby.Ask(t.Context(), enter(t, l, "projector"), lobby.WatchGameNight{Code: p.code})
		if err != nil {
			t.Fatal(err)
		}
		<-board.Updates()
		writes := nights.writes
		p.do("bo", lobby.SayAtGameNight{Text: "rude words"})
		if nights.writes != writes {
			t.Errorf("talk is written down: %s", nights.kept[p.code])
		}
		for _, name := range []string{"anna", "bo", "cy"} {
			if chat := p.now[name].Chat; len(chat) != 1 || chat[0].Name != "bo" || chat[0].Text != "rude words" {
				t.Errorf("%s hears %+v", name, chat)
			}
		}
		select {
		case update := <-board.Updates():
			t.Errorf("the board is sent %+v", update)
		default:
		}
		if err := lobby.Perform(t.Context(), p.sessions["cy"], lobby.SendReport{Name: "bo", Words: "He is rude."}); err != nil {
			t.Fatal(err)
		}
		if filed := shelf.Filed(); len(filed) != 1 || filed[0].Room != p.code || len(filed[0].Heard) != 1 || filed[0].Heard[0].By != "key:bo" {
			t.Errorf("the operator has %+v", filed)
		}
		var refused error
		for range 1000 {
			if refused = lobby.Perform(t.Context(), p.holds["anna"], lobby.SayAtGameNight{Text: "la"}); refused != nil {
				break
			}
		}
		if said := lobby.Perform(t.Context(), p.holds["bo"], lobby.SayAtGameNight{Text: strings.Repeat("la ", 500)}); refused == nil || said == nil {
			t.Error("people can say as much as they like")
		}
		if err := lobby.Perform(t.Context(), p.sessions["bo"], lobby.DeleteAccount{}); err != nil {
			t.Fatal(err)
		}
		p.look()
		if chat := p.now["cy"].Chat; slices.ContainsFunc(chat, func(line lobby.ChatMessage) bool { return line.Name == "bo" }) {
			t.Errorf("cy hears %+v", chat)
		}
		writes = nights.writes
		p.do("anna", lobby.BeginGameNight{}) // this is stored
		if data := string(nights.kept[p.code]); nights.writes == writes || strings.Contains(data, "rude words") || strings.Contains(data, `"la"`) {
			t.Errorf("written %d times, kept is %s", nights.writes-writes, data)
		}
		update := <-board.Updates()
		if update.Chat != nil {
			t.Errorf("the board shows %+v", update.Chat)
		}
	})
}

// TestGameNightsAreBounded exceeds each limit by one.
func TestGameNightsAreBounded(t *testing.T) {
	in(t, func(t *testing.T) {
		nights := newNightStore()
		l := open(t, local.Config{GameNightStore: nights, Limits: lobby.Limits{GameNights: 2, GameNightPeople: 3, GameNightBoards: 1}})
		p := newParty(t, l, lobby.GameNightPlan{}, "anna", "bo", "cy")
		refused := func(err error, words string) {
			t.Helper()
			if err == nil || !strings.Contains(err.Error(), words) {
				t.Errorf("refused is %v, not with %q", err, words)
			}
		}
		_, err := lobby.Ask(t.Context(), enter(t, l, "dee"), lobby.JoinGameNight{Code: p.code})
		refused(err, "That game night is full (3 people)")
		_, err = lobby.Ask(t.Context(), p.sessions["bo"], lobby.OpenGameNight{Plan: lobby.GameNightPlan{}})
		refused(err, "You are taking part in another game night")
		if _, err := lobby.Ask(t.Context(), enter(t, l, "eve"), lobby.OpenGameNight{Plan: lobby.GameNightPlan{}}); err != nil {
			t.Fatal(err)
		}
		_, err = lobby.Ask(t.Context(), enter(t, l, "fay"), lobby.OpenGameNight{Plan: lobby.GameNightPlan{}})
		refused(err, "cannot hold any more game nights")
		_, err = lobby.Ask(t.Context(), enter(t, l, "gus"), lobby.WatchGameNight{Code: p.code})
		if err != nil {
			t.Fatal(err)
		}
		_, err = lobby.Ask(t.Context(), enter(t, l, "hal"), lobby.WatchGameNight{Code: p.code})
		refused(err, "Too many boards")
		for _, session := range p.sessions {
			session.Close()
		}
		time.Sleep(gamenight.Unbegun + lobby.DefaultLimits().GameNightKept + time.Minute)
		synctest.Wait()
		if _, still := nights.kept[p.code]; still {
			t.Error("an evening where nobody is is kept for ever")
		}
	})
}

// TestAnAwayParticipantKeepsTheirName checks that no other person gets the name of a participant of a game night who has
// lost the connection, also not a similar one, and that the participant comes back under it.
func TestAnAwayParticipantKeepsTheirName(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{})
		p := newParty(t, l, lobby.GameNightPlan{}, "anna", "bo")
		p.holds["bo"].Close()
		p.sessions["bo"].Close()
		p.look()
		other, err := l.Enter(t.Context(), lobby.Identity{ID: "guest:other", Name: "bo", Guest: true})
		if err != nil {
			t.Fatal(err)
		}
		defer other.Close()
		if other.Name() == "bo" {
			t.Error("another guest comes under the name of bo")
		}
		for _, name := range []string{"bo", "B0"} {
			if err := lobby.Perform(t.Context(), other, lobby.Rename{Name: name}); !errors.Is(err, lobby.ErrNameTaken) {
				t.Errorf("another guest takes the name %s: %v", name, err)
			}
		}
		if back := enter(t, l, "bo"); back.Name() != "bo" {
			t.Errorf("bo comes back as %s", back.Name())
		}
		p.do("anna", lobby.EndGameNight{})
		p.look()
	})
}
