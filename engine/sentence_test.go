package engine_test

import (
	"testing"

	"parlor/engine"
)

func TestSentence(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                "",
		"  ":                              "",
		"only the host can do that":       "Only the host can do that.",
		"Only the host can do that.":      "Only the host can do that.",
		"the line broke\n":                "The line broke.",
		"are you there?":                  "Are you there?",
		"nobody here is called wow!":      "Nobody here is called wow!",
		"one moment…":                     "One moment…",
		"3 seats are taken":               "3 seats are taken.",
		`"x" is no game`:                  `"x" is no game.`,
		"the disk is full (no room)":      "The disk is full (no room).",
		"Åse shows nobody what is there":  "Åse shows nobody what is there.",
		"åse shows nobody what is there":  "Åse shows nobody what is there.",
		"李 shows nobody what is there":    "李 shows nobody what is there.",
		"გია shows nobody what is there":  "გია shows nobody what is there.",
		"עדי shows nobody what is there":  "עדי shows nobody what is there.",
		"ßie shows nobody what is there":  "ßie shows nobody what is there.",
		"ǆemal shows nobody what is it":   "ǅemal shows nobody what is it.",
		"e\u0301va shows nobody":          "E\u0301va shows nobody.",
		"nobody here is called 李":         "Nobody here is called 李.",
		"nobody here is called 李。":        "Nobody here is called 李。",
		"\xff shows nobody what is there": "\xff shows nobody what is there.",
	} {
		got := engine.Sentence(text)
		if got != want {
			t.Errorf("%q is told as %q, not %q", text, got, want)
		}
		if again := engine.Sentence(got); again != got {
			t.Errorf("%q is told as %q and then as %q", text, got, again)
		}
	}
}

func TestStop(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"": "", "åse left": "åse left.", "李 left.": "李 left.", "is 李 there?\n": "is 李 there?"} {
		if got := engine.Stop(text); got != want {
			t.Errorf("%q is told as %q, not %q", text, got, want)
		}
	}
}
