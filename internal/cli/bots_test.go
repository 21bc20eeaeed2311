package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/tui/board"
)

// smallGame returns a short game of Da Vinci Code for two, with two levels.
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

// letPlay runs bots with arguments.
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
		"--all --shard 3/2":              "such as 2/3",
		"--all --shard 2":                "such as 2/3",
		"davinci --shard 1/2":            "are for --all",
		"davinci --results x":            "are for --all",
		"--all --results x":              "takes --stop-early",
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
		{"--deals 2 davinci --level 1 --against 1 --stop-early", "The one seat: undecided."},
		{"--all --deals 2", "| 2 seats, jokers strict | "},
		{"--all --deals 2 davinci --stop-early", " | 2 | undecided |\n"},
		{"--all --deals 2 --stop-early", "Contests: 3 of 3. The level above is stronger in 0, weaker in 0, and in 3 it is not known.\n"},
		{"--all --deals 2 --stop-early", "\n- Da Vinci Code, 2 seats, jokers strict: exact has "},
		{"--all --deals 2 --stop-early --shard 2/2", "Contests: 1 of 3."},
		{"--help", "in every setting"},
	} {
		status, stdout, stderr := letPlay(t, c.args)
		if status != StatusOK || !strings.Contains(stdout, c.want) || stderr != "" {
			t.Errorf("%q: status %d, %s%s", c.args, status, stdout, stderr)
		}
	}
}

// stopper cancels a run when certain text is written.
type stopper struct {
	bytes.Buffer
	at   string
	stop func()
}

func (s *stopper) Write(text []byte) (int, error) {
	if bytes.Contains(text, []byte(s.at)) {
		s.stop()
	}
	return s.Buffer.Write(text)
}

// TestResultsAreKept checks that stored results are not repeated, that parts add up, and that contests with more
// deals continue to the same result.
func TestResultsAreKept(t *testing.T) {
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	play := func(args string) string {
		t.Helper()
		status, stdout, stderr := letPlay(t, "--all --stop-early "+args)
		if status != StatusOK || stderr != "" {
			t.Fatalf("%q: status %d, %s", args, status, stderr)
		}
		return regexp.MustCompile(`(\d+ µs|[\d.]+ ms|not known)(,| \|)`).ReplaceAllString(stdout, "T$2")
	}
	read := func(name string) string {
		t.Helper()
		text, err := os.ReadFile(file(name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	play("--deals 2 --shard 1/2 --results " + file("one"))
	play("--deals 2 --shard 2/2 --results " + file("two"))
	if err := os.WriteFile(file("both"), []byte(read("two")+read("one")), 0o600); err != nil {
		t.Fatal(err)
	}
	together := read("both")
	if got, want := play("--deals 2 --results "+file("both")), play("--deals 2"); got != want {
		t.Errorf("parts come to\n%s\nand all at once to\n%s", got, want)
	}
	if read("both") != together {
		t.Error("what was known was played again")
	}
	if got, want := play("--deals 4 --results "+file("both")), play("--deals 4"); got != want {
		t.Errorf("in two goes contests come to\n%s\nand in one to\n%s", got, want)
	}
	ctx, stop := context.WithCancel(t.Context())
	out, errs := stopper{at: "jokers free", stop: stop}, bytes.Buffer{}
	Run(ctx, Call{Games: smallGame(), Args: strings.Fields("bots --all --stop-early --deals 2"), Stdout: &out, Stderr: &errs})
	if !strings.Contains(out.String(), "Contests: 2 of 3. ") {
		t.Errorf("after an interruption it says\n%s", out.String())
	}
	wantSentence(t, errs.String(), "canceled")
	for text, want := range map[string]string{
		together + "{\n":           "line 4 is no result",
		together[:len(together)-1]: "line 3 is no result",
		strings.Replace(together, `"program":"`, `"program":"f`, 1): "line 1 is of another build of parlor",
	} {
		if err := os.WriteFile(file("bad"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		status, _, stderr := letPlay(t, "--all --stop-early --results "+file("bad"))
		if status != StatusError {
			t.Errorf("status %d", status)
		}
		wantSentence(t, stderr, want)
	}
}
