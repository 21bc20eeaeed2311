package lines_test

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/lobbytest"
	"parlor/lobby/local"
	"parlor/prose"
)

// alwaysLatin matches what is the same in every language: names, codes, addresses, user text, and what is typed.
func alwaysLatin() *regexp.Regexp {
	words := []string{
		"parlor", "anna", "bo", "Caliper", "somebody", "late night", "hello there", "Welcome", "zoe", "E93TDD", "K4WQXAE93TDD", `ssh( \w+@)?( -t)?`, `play\.example\.com`, "UTC", "SHA-256", "JSON", `[0-9a-f]{16,64}`,
		`verify FILE --commitment HEX`, "CODE", "GAME", "OPTION=VALUE", "WORD", "TEXT", "NEW", "NAME", "ID", "N", `--\w+`, "dance",
		"play", "tutorial", "new", "join", "watch", "qr", "quick", "rated", "rated off", "rooms", "me", "name", "rules", "say", "quit", "help", "history", "replay", "analyse", "share", "hint", "top", "who", "stats", "people", "turns", "friend", "invite", "accept", "decline", "version", `clock=\w+`, `(seats|bots|rated)=\w+`,
		"look", "may", "report", "ready", "pause", "go", "hand", "on", "off", "mute", "commitment", "record", "follow", "start", "bot", "strong", "remove", "set", "swap", "host", "kick", "ban", "resign", "leave", "lobby", "substitute", "claim", "close", "night", "webhook",
		"bots", "bot_level", lobby.Yes, lobby.No,
		"take", "draw", "deal", "guess", "stop", "roll", "place", "solve", "code", "black", "white", "any", `[byrg]\d?`, `[rgbyop]+`,
	}
	for _, game := range kits() {
		words = append(words, game.Name, game.Title)
		for _, option := range game.Options {
			words = append(words, option.Name)
			for _, value := range option.Values {
				words = append(words, value.Name)
			}
		}
	}
	for _, setting := range lobby.RoomSettings() {
		words = append(append(words, setting.Word), setting.Values...)
	}
	for i, word := range words {
		words[i] = strings.ReplaceAll(word, " ", "[ ]")
	}
	return regexp.MustCompile(`\b(` + strings.Join(words, "|") + `)\b|--\w+`)
}

// ladder returns the ratings of anna and zoe.
type ladder struct{}

func (ladder) all() []lobby.Standing {
	return []lobby.Standing{
		{Person: "key:anna", Name: "anna", Game: "davinci", Rating: 1611, Deviation: 105, Place: 1, Matches: 87, Wins: 51, Streak: -2, Best: 6},
		{Person: "key:zoe", Name: "zoe", Game: "davinci", Rating: 1703, Deviation: 240, Provisional: true, Place: 2, Matches: 9, Wins: 6, Streak: 1},
	}
}

func (r ladder) Leaders(_ context.Context, game string, _ int) ([]lobby.Standing, error) {
	return slices.DeleteFunc(r.all(), func(s lobby.Standing) bool { return s.Game != game }), nil
}

func (r ladder) Standings(_ context.Context, person string) ([]lobby.Standing, error) {
	return slices.DeleteFunc(r.all(), func(s lobby.Standing) bool { return s.Person != person }), nil
}

func (ladder) Named(_ context.Context, name string) ([]string, error) {
	return []string{"key:" + name, "key:other"}, nil
}

// lateNight returns a match that bo resigned.
func lateNight(t *testing.T) memHistory {
	t.Helper()
	m, err := kits()[0].Start(2, engine.Seed{4}, engine.Options{"rounds": "1"})
	if err == nil {
		m, _, err = m.Play(1, engine.Resign)
	}
	if err != nil {
		t.Fatal(err)
	}
	return memHistory{
		ID: "K4WQXAE93TDD", Title: "late night", Players: []lobby.Player{{ID: "key:anna", Name: "anna"}, {Name: "Caliper", Level: 1}},
		Winners: []engine.Seat{0}, Totals: []float64{5, 0}, Record: m.Record(), Rated: true, Public: true,
	}
}

// TestNothingIsSaidWithoutAVoice checks with the pseudo-locale that all text is localized.
func TestNothingIsSaidWithoutAVoice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		history, games := lateNight(t), kits()
		rules := make([]engine.Game, len(games))
		for i, game := range games {
			rules[i] = game.Game
		}
		l := lobbytest.Open(t, local.New(local.Config{
			Games: rules, Seed: func() engine.Seed { return engine.Seed{11} }, Code: func() string { return "E93TDD" }, History: history, Ratings: ladder{},
		}))
		anna := comeTo(t, l, "anna", history, games, prose.Pseudo())
		for _, line := range []string{
			"", "help", "dance", "rooms", "rooms zoe", "me", "say hello there", "help davinci", "help kodeknacker", "rules davinci", "rules masterdice",
			"history", "history --all", "replay K4WQXAE93TDD", "replay K4WQXAE93TDD --seat 1", "replay K4WQXAE93TDD --seat 7", "analyse K4WQXAE93TDD", "top", "top masterdice",
			"who me", "who zoe", "stats me", "stats zoe", "version", "who", "new dance", "new davinci bots=9", "new davinci seats=2 bots=2", "rooms --lines", "rooms --seat 1", "rooms --json --lines", "rooms --dance",
			"me --all", "history --all --mine",
			"new davinci bots=1 seats=2 rounds=1 clock=30s spectators=no", "", "help", "may", "look", "who", "commitment", "record", "remove x", "swap 1", "mute", "mute zoe", "mute zoe",
			"set clock", "set clock=2m", "hand on", "bot", "dance", "start", "deal", "may", "hint", "pause", "commitment", "leave", "lobby", "", "rooms", "me", "join E93TDD", "resign", "may", "commitment", "record", "ready", "resign", "leave", "quit",
		} {
			anna.types(line)
			time.Sleep(20 * time.Second)
		}
		holdsNoEnglish(t, anna.heard())
		if err := <-anna.ended; err != nil {
			t.Error(err)
		}
	})
}

// holdsNoEnglish fails if English text is left.
func holdsNoEnglish(t *testing.T, heard string) {
	t.Helper()
	latin, letter := alwaysLatin(), regexp.MustCompile(`[A-Za-z]`)
	for line := range strings.Lines(heard) {
		said := strings.HasPrefix(line, "> ") || strings.HasPrefix(line, "{")
		if rest := latin.ReplaceAllString(line, ""); !said && letter.MatchString(rest) {
			t.Errorf("%q is left of %s", strings.TrimSpace(rest), line)
		}
	}
}

// TestAMatchIsSaidByAVoice checks the same for a whole match of each game.
func TestAMatchIsSaidByAVoice(t *testing.T) {
	for _, game := range kits() {
		t.Run(game.Name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { holdsNoEnglish(t, walk(t, game.Game, prose.Pseudo())) })
		})
	}
}
