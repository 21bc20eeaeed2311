package command_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
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
	"parlor/server/protocol"
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

// memHistory is a history in memory, newest match first.
type memHistory []lobby.Finished

func (s memHistory) Matches(_ context.Context, filter lobby.MatchFilter) ([]lobby.Finished, error) {
	var found []lobby.Finished
	for _, match := range s {
		played := slices.ContainsFunc(match.Players, func(p lobby.Player) bool { return p.ID == filter.Person })
		if (filter.Person == "" || played) && (filter.Game == "" || match.Record.Game == filter.Game) && (!filter.Public || match.Public) {
			match.Record.Moves = nil
			found = append(found, match)
		}
	}
	return found[:min(len(found), filter.Limit)], nil
}

func (s memHistory) Match(_ context.Context, id string) (lobby.Finished, error) {
	for _, match := range s {
		if match.ID == id {
			return match, nil
		}
	}
	return lobby.Finished{}, lobby.ErrUnknown
}

// played returns a match between two bots under the names anna and bo.
func played(t *testing.T, kit prose.Game, id string, options engine.Options) lobby.Finished {
	t.Helper()
	m, err := kit.Start(2, engine.Seed{11}, options)
	if err != nil {
		t.Fatal(err)
	}
	for random := rand.New(rand.NewPCG(5, 5)); len(m.ToMove()) > 0; {
		seat := m.ToMove()[0]
		if m, _, err = m.Play(seat, m.Think(seat, engine.FirstBot, random)); err != nil {
			t.Fatal(err)
		}
	}
	end, view := time.Date(2026, 8, 3, 20, 39, 0, 500, time.UTC), m.View(engine.Watcher)
	return lobby.Finished{
		ID: id, Room: "E93TDD", Title: "late night", Public: true, Began: end.Add(-24 * time.Minute), Ended: end,
		Players: []lobby.Player{{ID: "key:anna", Name: "anna"}, {ID: "key:bo", Name: "bo", Guest: true}},
		Winners: view.Winners, Totals: view.Totals, Record: m.Record(),
	}
}

// asker gives commands as a person.
type asker struct {
	t        *testing.T
	commands command.Commands
	person   command.Person
}

func newAsker(t *testing.T, history lobby.History, name string) asker {
	t.Helper()
	var games []engine.Game
	for _, kit := range kits() {
		games = append(games, kit.Game)
	}
	l := lobbytest.Open(t, local.New(local.Config{Games: games}))
	who := lobby.Identity{ID: "key:" + name, Name: name}
	visit := lobbytest.Enter(t, l, name)
	line := func(user string) string { return strings.Replace("ssh "+user+"@play.example.com", "ssh @", "ssh ", 1) }
	return asker{t, command.Commands{Lobby: l, Games: kits(), Line: line, Invitation: lobby.Entrance{Public: "play.example.com"}.Invitation, History: history, Analyse: analyst.New(1).Analyse}, command.Person{Session: visit, Identity: who}}
}

// try returns the output of a command, or its error.
func (a asker) try(line string) (string, error) {
	asked, err := command.Parse(strings.Fields(line))
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	err = a.commands.Run(a.t.Context(), a.person, asked, &out)
	return out.String(), err
}

func (a asker) ok(line string) string {
	a.t.Helper()
	text, err := a.try(line)
	if err != nil {
		a.t.Fatalf("%s: %v", line, err)
	}
	return text
}

func library(t *testing.T) memHistory {
	t.Helper()
	davinci := played(t, kits()[0], "DAVNCA234567", engine.Options{"rounds": "1"})
	davinci.Public = false
	masterdice := played(t, kits()[1], "MASTER234567", engine.Options{"mode": "duel"})
	masterdice.Players[0] = lobby.Player{Name: "Caliper", Level: 1}
	return memHistory{davinci, masterdice, played(t, kits()[2], "KDEKNA234567", engine.Options{"rounds": "1"})}
}

func TestHistory(t *testing.T) {
	all := library(t)
	anna, cy := newAsker(t, all, "anna"), newAsker(t, all, "cy")
	for _, row := range []struct {
		who   asker
		line  string
		lists []string
	}{
		{anna, "history", []string{"DAVNCA234567", "KDEKNA234567"}},
		{anna, "history --mine kodeknacker", []string{"KDEKNA234567"}},
		{anna, "history --all", []string{"MASTER234567", "KDEKNA234567"}},
		{anna, "history davinci --all", nil},
		{cy, "history", nil},
		{cy, "history --all masterdice", []string{"MASTER234567"}},
	} {
		text := row.who.ok(row.line)
		var document protocol.HistoryDocument
		if err := json.Unmarshal([]byte(row.who.ok(row.line+" --json")), &document); err != nil || document.Matches == nil {
			t.Errorf("%s: %v", row.line, err)
		}
		var listed []string
		for _, match := range document.Matches {
			listed = append(listed, match.ID)
		}
		if !slices.Equal(listed, row.lists) {
			t.Errorf("%s lists %v, not %v", row.line, listed, row.lists)
		}
		for _, match := range all {
			if strings.Contains(text, match.ID) != slices.Contains(row.lists, match.ID) {
				t.Errorf("%s: match %s in\n%s", row.line, match.ID, text)
			}
		}
		if row.lists == nil && !strings.Contains(text, "to list yet.") {
			t.Errorf("%s: %q", row.line, text)
		}
	}
	text, json := anna.ok("history"), anna.ok("history --json")
	for _, want := range []string{"2026-08-03", "Da Vinci Code", "late night", "(won)", "ssh play.example.com replay ID"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if !strings.Contains(json, `"you":true`) || strings.Contains(json, "key:") || strings.Contains(json, "moves") {
		t.Errorf("the list is %s", json)
	}
}

// TestAStory compares the story of a match of each game, as seen by spectators and by a seat, with goldens.
func TestAStory(t *testing.T) {
	cy := newAsker(t, library(t), "cy")
	for _, id := range []string{"DAVNCA234567", "MASTER234567", "KDEKNA234567"} {
		t.Run(id, func(t *testing.T) {
			golden.RequireEqual(t, cy.ok("replay "+id)+"\n"+cy.ok("replay --seat 2 "+strings.ToLower(id)))
		})
	}
}

func TestAReplayAsADocument(t *testing.T) {
	all := library(t)
	all[0].Players[1].BotMoves = []int{slices.IndexFunc(all[0].Record.Moves, func(m engine.Move) bool { return m.Seat == 1 })}
	cy := newAsker(t, all, "cy")
	for _, row := range []struct {
		line string
		seat engine.Seat
		view bool
	}{{"", engine.Watcher, false}, {"--seat 0", engine.Watcher, true}, {"--seat 2", 1, true}} {
		var document struct {
			protocol.Past
			Record engine.Record
			Seat   engine.Seat
			Steps  []struct {
				Round  int
				Move   string
				Events []string
				ByBot  bool `json:"by_bot"`
				View   json.RawMessage
			}
		}
		if err := json.Unmarshal([]byte(cy.ok("replay DAVNCA234567 --json "+row.line)), &document); err != nil {
			t.Fatal(err)
		}
		match := all[0]
		if document.ID != match.ID || document.Seat != row.seat || len(document.Record.Moves) != len(match.Record.Moves) ||
			len(document.Steps) != len(match.Record.Moves)+1 || !document.Began.Equal(match.Began.Truncate(time.Second)) {
			t.Fatalf("%+v", document)
		}
		steps, err := kits()[0].Steps(match.Record)
		if err != nil {
			t.Fatal(err)
		}
		for i, step := range document.Steps {
			want := []byte("null")
			if row.view {
				want, _ = json.Marshal(steps[i].Match.View(row.seat))
			}
			move := ""
			if i > 0 {
				move = match.Record.Moves[i-1].Seat.String() + " " + string(match.Record.Moves[i-1].Action)
			}
			if !bytes.Equal(step.View, want) || step.Move != move || step.Round != 1 || step.Events == nil || step.ByBot != (i-1 == all[0].Players[1].BotMoves[0]) {
				t.Fatalf("step %d is %+v", i, step)
			}
		}
	}
}

func TestWhatCannotBeReplayed(t *testing.T) {
	all := library(t)
	older, unknown, endless := all[0], all[0], all[0]
	older.ID, older.Record.Version = "LDERLDER2345", 99
	unknown.ID, unknown.Record.Game = "UNKNWN234567", "chess"
	endless.ID, endless.Record.Moves = "ENDLESS23456", make([]engine.Move, engine.MaxSteps+1)
	cy := newAsker(t, append(all, older, unknown, endless), "cy")
	for line, says := range map[string]string{
		"replay":                         "replay ID",
		"replay nowhere\x1b[2J":          `There is no finished match "nowhere[2J"`,
		"replay LDERLDER2345":            "version 99",
		"replay UNKNWN234567":            `There is no game "chess" here.`,
		"replay ENDLESS23456":            "10001 moves",
		"replay DAVNCA234567 --seat 3":   "--seat must be 1 to 2 for match DAVNCA234567.",
		"replay DAVNCA234567 --seat two": `Invalid --seat: "two"`,
		"replay DAVNCA234567 --seat":     `Invalid --seat: ""`,
		"replay DAVNCA234567 --all":      "--all only works with history.",
		"history --seat 2":               "--seat only works with replay.",
		"history --all --mine":           "Choose one of --all and --mine.",
		"history chess":                  "The games are",
		"history davinci 2":              "history has too many arguments",
	} {
		if text, err := cy.try(line); err == nil || !strings.Contains(err.Error(), says) || text != "" {
			t.Errorf("%s: %q, %v", line, text, err)
		}
	}
	nothing := newAsker(t, nil, "cy")
	for _, line := range []string{"history", "history --json", "replay DAVNCA234567"} {
		if _, err := nothing.try(line); err == nil || !strings.Contains(err.Error(), "keeps no match history") {
			t.Errorf("%s: %v", line, err)
		}
	}
	broken := newAsker(t, failing{}, "cy")
	for _, line := range []string{"history", "replay DAVNCA234567"} {
		if _, err := broken.try(line); err == nil || !strings.Contains(err.Error(), "could not be loaded") {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// failing is a history that cannot be read.
type failing struct{}

func (failing) Matches(context.Context, lobby.MatchFilter) ([]lobby.Finished, error) {
	return nil, errors.New("the disk is broken")
}

func (failing) Match(context.Context, string) (lobby.Finished, error) {
	return lobby.Finished{}, errors.New("the disk is broken")
}

// TestHelpIsSaidByAVoice checks with the pseudo-locale that only typed words and names are left in English.
func TestHelpIsSaidByAVoice(t *testing.T) {
	anna := newAsker(t, nil, "anna")
	anna.person.Voice = prose.Pseudo()
	latin := regexp.MustCompile(`parlor|ssh( -t)?( play\.example\.com)?( CODE@play\.example\.com)?|CODE@play\.example\.com|(who|stats) me|--[a-z]+|\b(davinci|masterdice|kodeknacker|JSON|[A-Z]+)\b`)
	letters := regexp.MustCompile(`[A-Za-z]+`)
	verbs := strings.Fields("webhook off remove night board games bots rooms new join watch quick qr play say history replay record verify analyse share top who stats people turns friend mute invite report me name rules lines help version")
	for line := range strings.Lines(anna.ok("help")) {
		for _, word := range letters.FindAllString(latin.ReplaceAllString(line, ""), -1) {
			if !slices.Contains(verbs, word) {
				t.Errorf("%q is left of %s", word, line)
			}
		}
	}
}
