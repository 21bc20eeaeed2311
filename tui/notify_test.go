package tui_test

import (
	"slices"
	"strings"
	"testing"

	"parlor/tui/program"
	"parlor/tui/screen"

	"parlor/lobby"
)

func TestSignalOf(t *testing.T) {
	for _, one := range []struct {
		term, env string
		want      screen.Signal
	}{
		{"xterm-256color", "", screen.NoSignal},
		{"xterm-256color", "LC_TERMINAL=iTerm2", screen.OSC9},
		{"xterm-256color", "TERM_PROGRAM=WezTerm", screen.OSC9},
		{"xterm-256color", "TERM_PROGRAM=Apple_Terminal", screen.NoSignal},
		{"xterm-kitty", "", screen.OSC9},
		{"xterm-ghostty", "", screen.OSC9},
		{"foot-extra", "", screen.OSC777},
		{"rxvt-unicode-256color", "", screen.OSC777},
		{"tmux-256color", "LC_TERMINAL=iTerm2", screen.NoSignal},
		{"screen", "TERM_PROGRAM=WezTerm", screen.NoSignal},
		{"", "", screen.NoSignal},
	} {
		if got := screen.SignalOf([]string{one.env}, one.term); got != one.want {
			t.Errorf("%s with %s takes %q, want %q", one.term, one.env, got, one.want)
		}
	}
}

// signals are those that a screen has sent, without the question for the colour.
func (s *client) signals() []string {
	return slices.DeleteFunc(slices.Clone(s.raws), func(raw string) bool {
		return !strings.HasPrefix(raw, "\x1b]9;") && !strings.HasPrefix(raw, "\x1b]777;")
	})
}

// TestTheTerminalIsTold: the waiting host is told that a player comes, and one who has
// the turn that they have it, also in the lobby; in words that hold no secret and
// nothing that a terminal could take for more.
func TestTheTerminalIsTold(t *testing.T) {
	in(t, func(t *testing.T) {
		l := testLobby(t)
		anna := sitWith(t, l, "anna", false, program.Session{Signal: screen.OSC9, Settings: screen.Settings{Still: true}})
		bo := sitWith(t, l, "bo", false, program.Session{Signal: screen.OSC9, Settings: screen.Settings{Still: true, Notify: string(screen.OSC777)}})
		anna.press("3")
		if told := anna.signals(); len(told) > 0 {
			t.Errorf("somebody alone is told %q", told)
		}
		bo.press("3")
		anna.settle()
		if told := anna.signals(); !slices.Equal(told, []string{"\x1b]9;parlor: A player is waiting at your Kodeknacker table.\a"}) {
			t.Errorf("the host is told %q", told)
		}
		anna.press("enter", "r", "g", "b", "y", "o")
		bo.settle()
		bo.press("p", "p", "g", "r", "r", "enter", "esc", "h")
		anna.press("enter", "r", "r", "g", "g", "b", "enter")
		bo.settle()
		bo.shows("It is your turn in Kodeknacker.")
		if told := bo.signals(); len(told) == 0 || told[len(told)-1] != "\x1b]777;notify;parlor;It is your turn in Kodeknacker.\a" {
			t.Errorf("in the hall, bo is told %q", told)
		}
	})
}

func TestASignalIsOneSentence(t *testing.T) {
	in(t, func(t *testing.T) {
		l := testLobby(t)
		anna := sitWith(t, l, "anna", false, program.Session{Signal: screen.OSC777, Settings: screen.Settings{Still: true}})
		bo := sit(t, l, "b;o\x1b]0;x\a", false)
		handle, err := lobby.Ask(t.Context(), bo.visit, lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2}})
		if err != nil {
			t.Fatal(err)
		}
		if err := lobby.Perform(t.Context(), bo.visit, lobby.Invite{Name: "anna", Code: (<-handle.Updates()).Code}); err != nil {
			t.Fatal(err)
		}
		anna.settle()
		told := anna.signals()
		if len(told) != 1 {
			t.Fatalf("anna is told %q", told)
		}
		inner := strings.TrimSuffix(strings.TrimPrefix(told[0], "\x1b]777;notify;parlor;"), "\a")
		if strings.ContainsAny(inner, ";\x1b\a") || !strings.Contains(inner, "invites you to Da Vinci Code.") {
			t.Errorf("anna is told %q", told[0])
		}
	})
}

func TestNoSignalIsSentWhereNoneIsWanted(t *testing.T) {
	in(t, func(t *testing.T) {
		l := testLobby(t)
		anna := sitWith(t, l, "anna", false, program.Session{Signal: screen.OSC9, Settings: screen.Settings{Still: true, Notify: "off"}})
		anna.press("3")
		sit(t, l, "bo", false).press("3")
		anna.settle()
		if told := anna.signals(); len(told) > 0 || anna.rings != 1 {
			t.Errorf("anna is told %q, and the bell rang %d times", told, anna.rings)
		}
	})
}
