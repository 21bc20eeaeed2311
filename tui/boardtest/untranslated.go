package boardtest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/charmbracelet/x/ansi"

	"parlor/engine"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keymap"
)

// Untold returns the first English word in a text made with prose.Pseudo, or "" if there is none.
// Such a word was not translated. Names and the given words of notation are ignored.
func Untold(text string, notation ...string) string {
	text = ansi.Strip(text)
	for _, name := range Names() {
		text = strings.ReplaceAll(text, name, " ")
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for _, word := range words {
		latin := strings.ContainsFunc(word, func(r rune) bool { return r < unicode.MaxASCII && unicode.IsLetter(r) })
		if latin && !slices.Contains(notation, word) {
			return word
		}
	}
	return ""
}

// SpeaksItsVoice checks that all texts of a board that uses prose.Pseudo are translated, and that
// they fit.
func SpeaksItsVoice(t *testing.T, b board.Board, width, height int, notation ...string) {
	t.Helper()
	drawn := b.Draw(width, height)
	if word := Untold(drawn, notation...); word != "" {
		t.Errorf("%q is drawn without a voice:\n%s", word, ansi.Strip(drawn))
	}
	for line := range strings.SplitSeq(drawn, "\n") {
		if ansi.StringWidth(line) > width {
			t.Errorf("%q is wider than %d cells", ansi.Strip(line), width)
		}
	}
	said := []string{prose.Pseudo().Say(b.Ask())}
	for _, hint := range slices.Concat(keymap.Hints(b.Bindings()), keymap.Help(b.Bindings())) {
		said = append(said, prose.Pseudo().Say(hint.Does))
	}
	for _, line := range said {
		if word := Untold(line, notation...); word != "" {
			t.Errorf("%q is said without a voice in %q", word, line)
		}
	}
}

// NarratesInItsVoice lets bots play games and checks that all texts of the narrator are translated,
// for every seat and a spectator.
func NarratesInItsVoice(t *testing.T, game engine.Game, narrator prose.Narrator, games int, notation []string, options ...engine.Options) {
	t.Helper()
	for n := range games {
		for at, chosen := range append([]engine.Options{nil}, options...) {
			random := rand.New(rand.NewPCG(uint64(n), uint64(at)))
			m, err := game.Start(game.MinSeats+n%(game.MaxSeats-game.MinSeats+1), engine.Seed{byte(n), byte(at)}, chosen)
			for moves := 0; err == nil && len(m.ToMove()) > 0; moves++ {
				action := engine.Timeout
				seat := m.ToMove()[random.IntN(len(m.ToMove()))]
				if random.IntN(8) > 0 {
					action = m.Think(seat, engine.FirstBot, random)
				}
				if random.IntN(200) == 0 && m.View(engine.Watcher).Stage == engine.Playing {
					action = engine.Resign
				}
				var events []engine.Event
				if m, events, err = m.Play(seat, action); err == nil {
					err = heard(narrator, m, events, notation)
				}
			}
			if err != nil {
				t.Fatalf("game %d with options %v: %v", n, chosen, err)
			}
		}
	}
}

// heard returns an error if a seat or a spectator is told anything in English.
func heard(narrator prose.Narrator, m engine.Match, events []engine.Event, notation []string) error {
	for seat := engine.Watcher; int(seat) < m.View(engine.Watcher).Seats; seat++ {
		scene := Scene(m, seat)
		for _, text := range slices.Concat(narrator.Tell(events, scene.People()), narrator.Learned(scene),
			narrator.AtTurn(scene), narrator.Table(scene), narrator.Grammar(scene)) {
			said := prose.Pseudo().Say(text)
			if word := Untold(said, notation...); word != "" {
				return fmt.Errorf("seat %v hears %q in %q", seat, word, said)
			}
			if missing := strings.ContainsAny(said, "{}"); missing || text.IsZero() {
				return fmt.Errorf("seat %v hears %q, said %q", seat, text.English, said)
			}
		}
	}
	return nil
}
