package cli

import (
	"bytes"
	"strings"
	"testing"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/tui/board"
)

// smallGame is Da Vinci Code for two, with two levels, and short.
func smallGame() []board.Game {
	rules := davinci.Rules()
	rules.MaxSeats, rules.Levels = 2, rules.Levels[:2]
	for i, option := range rules.Options {
		if option.Name == "jokers" {
			continue
		}
		value := map[string]string{"points": davinci.Single}[option.Name]
		if value == "" {
			value = option.Default
		}
		rules.Options[i].Values, rules.Options[i].Default = []engine.Value{{Name: value}}, value
	}
	return []board.Game{{Game: rules.Game()}}
}

// letPlay calls bots with arguments.
func letPlay(t *testing.T, args string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	status = Run(t.Context(), Call{Games: smallGame(), Args: strings.Fields("bots " + args), Stdout: &out, Stderr: &errs})
	return status, out.String(), errs.String()
}

func TestBotsAreCalledWrongly(t *testing.T) {
	for args, want := range map[string]string{
		"":                               "the name of a game",
		"chess":                          "the games are davinci",
		"davinci jokers":                 "is not OPTION=VALUE",
		"davinci jokers=wild":            "it can be",
		"davinci wild=on":                "the options are",
		"davinci --level 9":              "its levels are",
		"davinci --against weakest":      "its levels are",
		"davinci --seats 5":              "players, not 5",
		"davinci --deals 1":              "at least 2",
		"davinci --deals":                "needs an argument",
		"--all --seats 3":                "all numbers of seats",
		"--all chess":                    "the games are davinci",
		"davinci --seed -1 jokers=free ": "-seed",
	} {
		status, stdout, stderr := letPlay(t, args)
		if status != StatusUsage || stdout != "" {
			t.Errorf("%q: status %d, standard output %q", args, status, stdout)
		}
		wantSentence(t, stderr, want)
	}
}

func TestBotsPlay(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"davinci --deals 4", "Da Vinci Code, 2 seats. 4 deals, each played from every seat: 8 matches, 8 games. A fair share is 50.0 %."},
		{"davinci --deals 2 jokers=free --seats 2 --level 1 --against 1", "50.0 ± 0.0 %"},
		{"--deals 2 davinci --level 1 --against 1 --sure", "The one seat: undecided."},
		{"--all --deals 2", "| 2 seats, jokers strict | "},
		{"--all --deals 2 davinci --sure", " | 2 | undecided |\n"},
		{"--help", "in every setting"},
	} {
		status, stdout, stderr := letPlay(t, c.args)
		if status != StatusOK || !strings.Contains(stdout, c.want) || stderr != "" {
			t.Errorf("%q: status %d, %s%s", c.args, status, stdout, stderr)
		}
	}
}
