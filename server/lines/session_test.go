package lines_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/charmbracelet/x/exp/golden"
	"go.uber.org/goleak"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/lobbytest"
	"parlor/lobby/local"
	"parlor/prose"
	"parlor/server/analyst"
	"parlor/server/command"
	"parlor/server/lines"
	"parlor/tui/davinci"
	"parlor/tui/kodeknacker"
	"parlor/tui/masterdice"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// dealsVersion is the version of the rules by which the matches of these tests are dealt.
const dealsVersion = 3

func kits() []prose.Game {
	all := []prose.Game{davinci.Game().Told(), masterdice.Game().Told(), kodeknacker.Game().Told()}
	for i := range all {
		all[i].Game = all[i].AtVersion(dealsVersion)
	}
	return all
}

// typist is a person in text mode. It records the output and types lines.
type typist struct {
	lines chan string
	ended chan error

	mu    sync.Mutex
	paper bytes.Buffer
}

func (p *typist) Next() <-chan string { return p.lines }
func (p *typist) Err() error          { return nil }

func (p *typist) Write(text []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.paper.Write(text)
}

// types waits until the output is complete and types a line.
func (p *typist) types(line string) {
	synctest.Wait()
	p.mu.Lock()
	p.paper.WriteString("> " + line + "\n")
	p.mu.Unlock()
	p.lines <- line
	synctest.Wait()
}

// heard returns the output so far.
func (p *typist) heard() string {
	synctest.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.paper.String()
}

// house returns a lobby with fixed matches and codes.
func house(t *testing.T) *local.Lobby {
	t.Helper()
	var games []engine.Game
	for _, kit := range kits() {
		games = append(games, kit.Game)
	}
	return lobbytest.Open(t, local.New(local.Config{
		Games: games, Seed: func() engine.Seed { return engine.Seed{11} }, Code: func() string { return "E93TDD" },
	}))
}

// come enters the lobby as a person.
func come(t *testing.T, l *local.Lobby, name string) *typist {
	t.Helper()
	return comeWith(t, l, name, nil)
}

// comeWith is come with a history.
func comeWith(t *testing.T, l *local.Lobby, name string, history lobby.History) *typist {
	t.Helper()
	return comeTo(t, l, name, history, kits(), prose.English())
}

// comeTo is comeWith with other games or another language.
func comeTo(t *testing.T, l *local.Lobby, name string, history lobby.History, games []prose.Game, voice *prose.Voice) *typist {
	t.Helper()
	p := &typist{lines: make(chan string), ended: make(chan error, 1)}
	session := lines.Session{
		Commands: command.Commands{Lobby: l, Games: games, Version: "parlor", History: history, Analyse: analyst.New(1).Analyse, Invitation: lobby.Entrance{Public: "play.example.com", HostKey: "SHA256:abc"}.Invitation, Line: func(user string) string {
			return strings.Replace("ssh "+user+"@play.example.com", "ssh @", "ssh ", 1)
		}},
		Person: command.Person{Session: lobbytest.Enter(t, l, name), Voice: voice}, Source: p, Out: p, Heard: func() {},
	}
	go func() { p.ended <- session.Run(context.Background(), nil) }()
	t.Cleanup(func() { close(p.lines) })
	return p
}

// TestAWalkByEar plays each game in text mode and compares the output with a golden.
func TestAWalkByEar(t *testing.T) {
	for _, kit := range kits() {
		t.Run(kit.Name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				golden.RequireEqual(t, walk(t, kit.Game, prose.English()))
			})
		})
	}
}

// walk plays a match of one game between anna, who types, and bo.
func walk(t *testing.T, game engine.Game, voice *prose.Voice) string {
	t.Helper()
	l := house(t)
	anna := comeTo(t, l, "anna", nil, kits(), voice)
	options := map[string]string{
		"davinci": " seats=2 first=1 rounds=1", "masterdice": " first=1", "kodeknacker": " rounds=1",
	}[game.Name]
	anna.types("new " + game.Name + options)
	bo, err := lobby.Ask(t.Context(), lobbytest.Enter(t, l, "bo"), lobby.Join{Code: "E93TDD"})
	if err != nil {
		t.Fatal(err)
	}
	anna.types("say Welcome, bo!")
	time.Sleep(time.Second)
	anna.types("start")
	play(t, anna, bo, game, options)
	anna.types("leave")
	anna.types("quit")
	text := anna.heard()
	if err := errors.Join(<-anna.ended, lobby.Perform(t.Context(), bo, lobby.Leave{})); err != nil {
		t.Error(err)
	}
	return text
}

// play plays to the end of the match. Both seats move like the bot with a random generator for each move; anna types
// the moves and looks now and then.
func play(t *testing.T, anna *typist, bo lobby.Handle, game engine.Game, options string) {
	t.Helper()
	chosen := engine.Options{}
	for setting := range strings.FieldsSeq(options) {
		if name, value, _ := strings.Cut(setting, "="); name != "seats" {
			chosen[name] = value
		}
	}
	match, err := game.Start(2, engine.Seed{11}, chosen)
	if err != nil {
		t.Fatal(err)
	}
	for n := 0; len(match.ToMove()) > 0; n++ {
		seat := match.ToMove()[0]
		action := match.Think(seat, engine.FirstBot, rand.New(rand.NewPCG(uint64(n), 5)))
		next, _, err := match.Play(seat, action)
		if err != nil {
			t.Fatal(err)
		}
		match = next
		time.Sleep(time.Second)
		if n == 4 {
			anna.types("look")
		}
		if seat == 1 {
			if err := lobby.Perform(t.Context(), bo, lobby.Play{Action: action}); err != nil {
				t.Fatalf("bo: %s: %v", action, err)
			}
			continue
		}
		if action == engine.Next {
			anna.types("ready")
			continue
		}
		anna.types(string(action))
	}
}

func TestTheLobbyByEar(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := house(t)
		anna := come(t, l, "anna")
		for _, line := range []string{
			"", "dance", "help", "join QQQQQQ", "name ann", "me", "new davinci bots=1 clock=30s", "may", "resign", "start", "say", "say \x1b[2Jhi",
			"remove x", "take pink", "leave", "lobby", "rooms", "join E93TDD", "leave", "leave", "play kodeknacker", "bot", "bot", "remove 2",
			"set clock=45s positions=4", "set clock", "pause", "hand on", "hand off", "swap 1 2", "swap 1", "host 1", "host", "kick nobody", "follow 1", "mute", "mute zoe", "mute zoe",
			"who", "leave", "watch E93TDD", "help davinci", "rooms --json", "quit",
		} {
			anna.types(line)
			time.Sleep(200 * time.Millisecond)
		}
		golden.RequireEqual(t, anna.heard())
		if err := <-anna.ended; err != nil {
			t.Error(err)
		}
	})
}

func TestAWatcherByEar(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := house(t)
		bo, err := lobby.Ask(t.Context(), lobbytest.Enter(t, l, "bo"), lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2, Public: true, Options: engine.Options{"first": "1", "rounds": "1"}}})
		if err != nil {
			t.Fatal(err)
		}
		cy, err := lobby.Ask(t.Context(), lobbytest.Enter(t, l, "cy"), lobby.Join{Code: "E93TDD"})
		if err != nil {
			t.Fatal(err)
		}
		gus := come(t, l, "gus")
		gus.types("watch E93TDD")
		gus.types("commitment")
		if err := lobby.Perform(t.Context(), bo, lobby.Start{}); err != nil {
			t.Fatal(err)
		}
		gus.types("deal")
		gus.types("commitment")
		gus.types("record")
		for _, do := range []struct {
			handle lobby.Handle
			action engine.Action
		}{{bo, "deal"}, {cy, "deal"}, {bo, "draw black"}, {bo, "guess 2 1 11"}, {cy, engine.Resign}} {
			time.Sleep(time.Second)
			if err := lobby.Perform(t.Context(), do.handle, lobby.Play{Action: do.action}); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
		}
		gus.types("ready")
		gus.types("commitment")
		gus.types("record")
		zoe := come(t, l, "zoe")
		zoe.types("watch E93TDD")
		zoe.types("commitment")
		zoe.types("record")
		if heard := zoe.heard(); !strings.Contains(heard, "Only people who were here") || !strings.Contains(heard, "since you joined") {
			t.Errorf("who came after the end is told %s", heard)
		}
		gus.types("quit")
		golden.RequireEqual(t, gus.heard())
	})
}

// TestTheHostIsAskedByEar checks that kicking during a match asks first.
func TestTheHostIsAskedByEar(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := house(t)
		anna := come(t, l, "anna")
		anna.types("new davinci seats=2")
		if _, err := lobby.Ask(t.Context(), lobbytest.Enter(t, l, "bo"), lobby.Join{Code: "E93TDD"}); err != nil {
			t.Fatal(err)
		}
		for _, line := range []string{"start", "kick Bo", "ban bo", "look", "ban bo", "ban bo", "quit"} {
			anna.types(line)
			time.Sleep(200 * time.Millisecond)
		}
		heard, last := anna.heard(), -1
		for _, text := range []string{
			"bo sat down.", "Kick Bo? A bot will take over their seat. Type kick Bo again to confirm.", "Kick bo?", "Kick bo?",
			"The host kicked bo. The bot Caliper plays on.",
		} {
			at := strings.Index(heard[last+1:], text)
			if at < 0 {
				t.Fatalf("%q is not told, or not in its place:\n%s", text, heard)
			}
			last += 1 + at
		}
	})
}

func TestTheServerStopsByEar(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := house(t)
		anna, bo := come(t, l, "anna"), come(t, l, "bo")
		bo.types("play davinci")
		if err := l.Close(context.Background()); err != nil {
			t.Error(err)
		}
		for _, p := range []*typist{anna, bo} {
			if err := <-p.ended; !errors.Is(err, lobby.ErrStopping) {
				t.Error(fmt.Sprint(err))
			}
		}
	})
}
