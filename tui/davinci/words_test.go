package davinci

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/prose"
	"parlor/tui/boardtest"
	"parlor/tui/keymap"
	"parlor/tui/style"
)

// latin are the words in ASCII letters of what was said in prose.Pseudo, but
// for those that are the same in every language.
func latin(said string, same ...string) []string {
	var words []string
	for _, word := range regexp.MustCompile(`[A-Za-z]+`).FindAllString(said, -1) {
		if !slices.Contains(same, word) {
			words = append(words, word)
		}
	}
	return words
}

// foreign is a board that speaks an unknown language.
func foreign(t *testing.T, tb table, keys string) *model {
	t.Helper()
	b, _ := newBoard(style.NewTheme(true), nil).(*model)
	b.Voice = prose.Pseudo()
	scene := tb.scene(t)
	scene.Aided = true
	b.See(scene)
	press(b, keys)
	return b
}

// Whatever a board shows is said by its voice, apart from names, the letters on
// tiles and what keys are called.
func TestEverythingIsSaidByTheVoice(t *testing.T) {
	away := guessFour()
	away.turn = 1
	resigned := guessThree()
	resigned.log = "2 timed_out, 2 drew white, 2 added 1 white 0, 2 resigned, 2 out, 1 opened 1 black 0, 1 stopped, 1 turned 1 black 3, 1 won"
	out := guessFour()
	out.seat, out.turn = 2, 1
	for _, one := range []struct {
		name  string
		table table
		keys  string
	}{
		{"setup", setupTable(), ""},
		{"setup_joker", jokerTable(), "right"},
		{"draw", drawTable(), ""},
		{"guess_2", guessTwo(), "right right 1 0"},
		{"guess_3", guessThree(), "right 5"},
		{"guess_4", guessFour(), "8"},
		{"again", againTable(), ""},
		{"choice", choiceTable(), ""},
		{"choice_made", chosenTable(), "j"},
		{"show", showTable(), "right"},
		{"over", overTable(), ""},
		{"watcher", watcherTable(), ""},
		{"memory", memoryTable(), "5"},
		{"notes", guessThree(), "tab"},
		{"notes filled in", guessThree(), "tab a"},
		{"log", guessThree(), "l up"},
		{"impossible", guessThree(), "right 6"},
		{"guessed before", guessThree(), "right 3"},
		{"waiting", away, ""},
		{"out", out, ""},
		{"all that can happen", resigned, ""},
	} {
		for _, size := range [][2]int{{50, 12}, {60, 30}, {80, 20}, {100, 14}, {120, 36}} {
			b := foreign(t, one.table, one.keys)
			drawn := ansi.Strip(b.Draw(size[0], size[1]))
			shown := drawn + "\n" + b.Say(b.Ask())
			for _, hint := range append(keymap.Hints(b.Bindings()), keymap.Help(b.Bindings())...) {
				shown += "\n" + b.Say(hint.Does)
			}
			if words := latin(shown, "ann", "bo", "cy", "dee", "B", "W", "s", "x", "a", "l", "tab"); len(words) > 0 {
				t.Errorf("%s at %d×%d: %q are said without a voice:\n%s", one.name, size[0], size[1], words, shown)
			}
		}
	}
}

// A narrator's sentences are whole too, and what is typed is the only English
// in them.
func TestTheNarratorLeavesItToTheVoice(t *testing.T) {
	voice := prose.Pseudo()
	verbs := strings.Fields("take draw black white any deal ready place guess joker stop show")
	for seats, jokers := range map[int]string{2: game.NoJokers, 3: game.FreeJokers, 4: game.StrictJokers} {
		t.Run(strconv.Itoa(seats), func(t *testing.T) {
			m, err := Game().Game.Start(seats, engine.Seed{byte(seats)}, engine.Options{"jokers": jokers, "rounds": "2"})
			if err != nil {
				t.Fatal(err)
			}
			random := rand.New(rand.NewPCG(uint64(seats), 5))
			n := narrator()
			for len(m.ToMove()) > 0 {
				seat := pick(random, m.ToMove()...)
				action := m.Think(seat, engine.FirstBot, random)
				if random.IntN(20) == 0 {
					action = engine.Timeout
				}
				next, events, err := m.Play(seat, action)
				if err != nil {
					t.Fatal(err)
				}
				m = next
				scene := boardtest.Scene(m, engine.Seat(random.IntN(seats+1)-1))
				scene.Names = []string{"安娜", "李小龍", "Żółć", "🦊"}[:seats]
				told := slices.Concat(n.Tell(events, scene.People()), n.Table(scene), n.Learned(scene))
				for _, said := range voice.SayAll(told) {
					if words := latin(said); len(words) > 0 {
						t.Fatalf("%q are said without a voice: %s", words, said)
					}
				}
				if scene.View.Stage != engine.Playing {
					continue
				}
				for _, said := range voice.SayAll(n.Grammar(scene)) {
					if words := latin(said, verbs...); len(words) > 0 {
						t.Fatalf("%q are said without a voice: %s", words, said)
					}
				}
			}
		})
	}
}

// A step of the lesson has room in a language with longer words.
func TestTheLessonFitsInAnyLanguage(t *testing.T) {
	const lines = 3
	for i, step := range lesson().Steps {
		if wrapped := prose.Wrap(strings.Join(prose.Pseudo().SayAll(step.OnScreen()), " "), 78); len(wrapped) > lines {
			t.Errorf("step %d takes %d lines: %v", i+1, len(wrapped), step.Text)
		}
	}
}
