package lines_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestFormerNames checks that the former names of verbs and settings still work, and that help does not list them.
func TestFormerNames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		anna := come(t, nightLobby(t), "anna")
		for _, line := range []string{
			"new davinci bots=1 watchers=no", "proof", "eyes of", "standin", "help", "hall", "evening new games=kodeknacker", "evening", "hall", "quit",
		} {
			anna.types(line)
			time.Sleep(time.Second)
		}
		heard := anna.heard()
		for _, want := range []string{
			"The commitment of a match is shown when the match begins.", "Type hand or hand off.", "Usage: substitute SEAT", "You are in the lobby.", "game night CCCCCC",
		} {
			if !strings.Contains(heard, want) {
				t.Errorf("%q is missing:\n%s", want, heard)
			}
		}
		for _, former := range []string{"proof", "eyes", "standin", "hall", "evening"} {
			if strings.Contains(strings.ReplaceAll(heard, "> "+former, ""), former) {
				t.Errorf("%q is shown:\n%s", former, heard)
			}
		}
	})
}
