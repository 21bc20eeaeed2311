package tui_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/exp/golden"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/engine/kodeknacker"
	"parlor/engine/masterdice"
	"parlor/lobby"
	"parlor/lobby/local"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/program"
	"parlor/tui/screen"
	"parlor/tui/style"
)

// liveMatch is a public match of anna and bo, who have made some moves.
func liveMatch(t *testing.T, l *local.Lobby, plan lobby.Plan, moves []engine.Move) (code string, seats []lobby.Handle) {
	t.Helper()
	plan.Seats, plan.Title = 2, "Friday night"
	for i, name := range []string{"anna", "bo"} {
		visit, err := l.Enter(context.Background(), lobby.Identity{ID: "key:" + name, Name: name})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(visit.Close)
		var enter lobby.Returns[lobby.Handle] = lobby.Create{Plan: plan}
		if i > 0 {
			enter = lobby.Join{Code: code}
		}
		seat, err := lobby.Ask(t.Context(), visit, enter)
		if err != nil {
			t.Fatal(err)
		}
		code = (<-seat.Updates()).Code
		seats = append(seats, seat)
	}
	perform := func(seat int, op lobby.RoomOp) {
		t.Helper()
		if err := lobby.Perform(t.Context(), seats[seat], op); err != nil {
			t.Fatal(err)
		}
	}
	perform(0, lobby.ShowEyes{Show: true})
	perform(0, lobby.Start{})
	for _, move := range moves {
		perform(int(move.Seat), lobby.Play{Action: move.Action})
	}
	return code, seats
}

// resized is a client with a window of a size.
func resized(s *client, width, height int) *client {
	s.take(tea.WindowSizeMsg{Width: width, Height: height})
	s.settle()
	time.Sleep(2 * time.Second)
	s.settle()
	return s
}

// liveGame is a game with moves in which the hidden values differ between two worlds.
type liveGame struct {
	name    string
	options engine.Options
	moves   func(world int) []engine.Move
}

// liveGames returns the games of kits.
func liveGames() []liveGame {
	return []liveGame{
		{"davinci", engine.Options{"first": "1"}, func(int) []engine.Move {
			return []engine.Move{
				{Seat: 0, Action: davinci.Deal},
				{Seat: 1, Action: davinci.Deal},
				{Seat: 0, Action: davinci.Draw(davinci.Black)},
				{Seat: 0, Action: "guess 2 1 5"},
				{Seat: 1, Action: davinci.DrawAny},
			}
		}},
		{"masterdice", engine.Options{"first": "1", "mode": masterdice.Duel}, func(int) []engine.Move {
			return []engine.Move{{Seat: 0, Action: masterdice.Roll}}
		}},
		{"kodeknacker", nil, func(world int) []engine.Move {
			return []engine.Move{{Seat: 0, Action: kodeknacker.Code([]string{"rrggb", "ppyyo"}[world])}, {Seat: 1, Action: kodeknacker.Code("rgbyo")}}
		}},
	}
}

// twins returns two seeds with which the moves look the same to a spectator, and not to both
// players.
func (g liveGame) twins(t *testing.T) [2]engine.Seed {
	t.Helper()
	game, _ := lobby.FindGame(gamesOf(kits()), g.name)
	type world struct {
		seed    engine.Seed
		players string
	}
	seen := map[string]world{}
next:
	for n := range 100_000 {
		seed := engine.Seed{byte(n), byte(n >> 8), byte(n >> 16)}
		match, err := game.Start(2, seed, g.options)
		if err != nil {
			t.Fatal(err)
		}
		for _, move := range g.moves(n % 2) {
			if match, _, err = match.Play(move.Seat, move.Action); err != nil {
				continue next
			}
		}
		look := func(seats ...engine.Seat) string {
			views := make([]engine.View, len(seats))
			for i, seat := range seats {
				views[i] = match.View(seat)
			}
			text, err := json.Marshal(views)
			if err != nil {
				t.Fatal(err)
			}
			return string(text)
		}
		key, players := look(engine.Watcher), look(0, 1)
		other, known := seen[key]
		switch {
		case !known && n%2 == 0:
			seen[key] = world{seed, players}
		case known && n%2 == 1 && other.players != players:
			return [2]engine.Seed{other.seed, seed}
		}
	}
	t.Fatalf("no two matches of %s look the same", g.name)
	return [2]engine.Seed{}
}

func gamesOf(kits []board.Game) []engine.Game {
	games := make([]engine.Game, len(kits))
	for i, kit := range kits {
		games[i] = kit.Game
	}
	return games
}

// TestLiveMatchRevealsNothing: in two matches that differ only in what is hidden, the lobby
// shows the same to a stranger and to a spectator who follows a shared hand, with and without
// a delay.
func TestLiveMatchRevealsNothing(t *testing.T) {
	for _, game := range liveGames() {
		seeds := game.twins(t)
		for _, delay := range []int{0, 2} {
			t.Run(fmt.Sprintf("%s, %d moves late", game.name, delay), func(t *testing.T) {
				screens := [2]map[string]string{}
				for world, seed := range seeds {
					in(t, func(t *testing.T) {
						l := testLobbyWith(t, local.Config{Seed: func() engine.Seed { return seed }})
						plan := lobby.Plan{Game: game.name, Public: true, Options: game.options, EyesDelay: delay}
						code, _ := liveMatch(t, l, plan, game.moves(world))
						shared := &program.Boards{}
						screens[world] = map[string]string{}
						for _, name := range []string{"cy", "dee"} {
							s := sitWith(t, l, name, false, program.Session{Settings: screen.Settings{Still: true}, Boards: shared})
							if name == "dee" {
								followed(t, s, code)
							}
							s = resized(s, 120, 40)
							s.shows("Live  Friday night")
							screens[world][name] = s.root.View().Content
						}
					})
				}
				for name, drawn := range screens[0] {
					if drawn != screens[1][name] {
						t.Errorf("%s sees\n%s\nor\n%s", name, drawn, screens[1][name])
					}
				}
			})
		}
	}
}

// followed enters a room as a spectator of a shared hand and leaves the screen of the room.
func followed(t *testing.T, s *client, code string) {
	t.Helper()
	place, err := lobby.Ask(t.Context(), s.visit, lobby.Watch{Code: code})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(place.Close)
	if err := lobby.Perform(t.Context(), place, lobby.Follow{Seat: 0}); err != nil {
		t.Fatal(err)
	}
	s.settle()
}

// TestLiveMatch shows matches of all games in the lobby in all sizes.
func TestLiveMatch(t *testing.T) {
	for _, game := range liveGames() {
		for _, size := range [][2]int{{50, 16}, {80, 24}, {80, 40}, {120, 40}, {200, 60}} {
			for _, ascii := range []bool{false, true} {
				name := fmt.Sprintf("%s %dx%d", game.name, size[0], size[1])
				if ascii {
					name += " in ASCII"
				}
				t.Run(name, func(t *testing.T) {
					in(t, func(t *testing.T) {
						l := testLobby(t)
						liveMatch(t, l, lobby.Plan{Game: game.name, Public: true, Options: game.options}, game.moves(0))
						s := sitWith(t, l, "gus", false, program.Session{Settings: screen.Settings{Still: true, ASCII: ascii}})
						golden.RequireEqual(t, resized(s, size[0], size[1]).text()+"\n")
					})
				})
			}
		}
	}
}

// asking is a session that counts the views that are requested.
type asking struct {
	lobby.Session
	looks, searches *atomic.Int64
}

func (a asking) Do(ctx context.Context, request lobby.Request) (any, error) {
	switch request.Op.(type) {
	case lobby.LookAtMatch:
		a.looks.Add(1)
	case lobby.FindMatch:
		a.searches.Add(1)
	}
	return a.Session.Do(ctx, request)
}

// TestLiveMatchIsSharedByAllSessions: a view is requested at most once a second and drawn once for
// each size, however many screens show it, and never while no screen does.
func TestLiveMatchIsSharedByAllSessions(t *testing.T) {
	in(t, func(t *testing.T) {
		l := testLobby(t)
		var looks, searches, drawn atomic.Int64
		games := kits()
		draws := games[0].Board
		games[0].Board = func(theme *style.Theme, voice *prose.Voice) board.Board {
			drawn.Add(1)
			return draws(theme, voice)
		}
		shared, themes := &program.Boards{}, style.NewThemes()
		come := func(n int) *client {
			visit, err := l.Enter(context.Background(), lobby.Identity{ID: fmt.Sprint("key:g", n), Name: fmt.Sprint("g", n)})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(visit.Close)
			t.Cleanup(func() { time.Sleep(11 * time.Second) })
			s := &client{t: t, visit: visit, msgs: make(chan tea.Msg, 1000), root: program.New(program.Session{
				Session: asking{visit, &looks, &searches}, Games: games, Settings: screen.Settings{Still: true}, Boards: shared, Themes: themes, Invitation: lobby.Entrance{Public: "play.example.com"}.Invitation,
			})}
			s.run(s.root.Init())
			s.take(tea.WindowSizeMsg{Width: 80, Height: 24})
			s.settle()
			return s
		}
		people := []*client{come(0), come(1), come(2), come(3)}
		wait := func(seconds int) {
			looks.Store(0)
			searches.Store(0)
			drawn.Store(0)
			for range seconds * 2 {
				time.Sleep(500 * time.Millisecond)
				everybody(people...)
			}
		}
		check := func(when string, most, frames int64) {
			t.Helper()
			if n := looks.Load(); n > most || most > 0 && n == 0 {
				t.Errorf("%s: %d views are requested", when, n)
			}
			if n := drawn.Load(); n != frames {
				t.Errorf("%s: %d frames are drawn, want %d", when, n, frames)
			}
		}
		for _, one := range people {
			one.take(tea.WindowSizeMsg{Width: 120, Height: 40})
		}
		wait(10)
		if check("without a match", 0, 0); searches.Load() > 0 {
			t.Error("a match is looked for in an empty lobby")
		}
		_, seats := liveMatch(t, l, lobby.Plan{Game: "davinci", Public: true, Options: engine.Options{"first": "1"}}, liveGames()[0].moves(0)[:2])
		wait(1)
		wait(4)
		check("with nothing new", 15, 0)
		if err := lobby.Perform(t.Context(), seats[0], lobby.Play{Action: davinci.Draw(davinci.Black)}); err != nil {
			t.Fatal(err)
		}
		wait(4)
		check("after a move, in one size", 15, 1)
		people[0].take(tea.WindowSizeMsg{Width: 200, Height: 60})
		if err := lobby.Perform(t.Context(), seats[0], lobby.Play{Action: "guess 2 1 5"}); err != nil {
			t.Fatal(err)
		}
		wait(4)
		check("after a move, in two sizes", 15, 2)
		for _, one := range people[1:] {
			one.take(tea.WindowSizeMsg{Width: 80, Height: 24})
		}
		people[0].press("?")
		wait(1)
		wait(4)
		check("on screens that are too small or covered", 0, 0)
		people[0].press("esc")
		people[0].settle()
		people[0].shows("Live  Friday night")
	})
}

// TestLiveMatchIsWatchedWithOneKey: the key next to the match leads to it, and what is private
// or over is not shown.
func TestLiveMatchIsWatchedWithOneKey(t *testing.T) {
	in(t, func(t *testing.T) {
		l := testLobby(t)
		_, seats := liveMatch(t, l, lobby.Plan{Game: "davinci", Public: true, Options: engine.Options{"first": "1", "rounds": "1"}}, liveGames()[0].moves(0))
		gus, hal := resized(sit(t, l, "gus", false), 120, 40), resized(sit(t, l, "hal", false), 120, 40)
		gus.shows("Live  Friday night")
		gus.press("b")
		gus.settle()
		gus.shows("watching")
		if err := lobby.Perform(t.Context(), seats[0], lobby.Play{Action: engine.Resign}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Second)
		hal.settle()
		if strings.Contains(hal.text(), "Live  Friday night") {
			t.Errorf("a finished match is shown:\n%s", hal.text())
		}
	})
	in(t, func(t *testing.T) {
		l := testLobby(t)
		code, _ := liveMatch(t, l, lobby.Plan{Game: "davinci", Options: engine.Options{"first": "1"}}, liveGames()[0].moves(0))
		gus := sit(t, l, "gus", false)
		followed(t, gus, code)
		resized(gus, 120, 40)
		if strings.Contains(gus.text(), "Live") {
			t.Errorf("a private match is shown:\n%s", gus.text())
		}
	})
}
