package lines_test

import (
	"strings"
	"testing"
	"testing/synctest"

	"github.com/charmbracelet/x/exp/golden"
)

// TestTutorialsByEar follows the instructions of each tutorial to its end.
func TestTutorialsByEar(t *testing.T) {
	for _, game := range []string{"davinci", "masterdice", "kodeknacker"} {
		t.Run(game, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				anna := come(t, house(t), "anna")
				for _, line := range []string{"tutorial", "tutorial chess", "tutorial " + game, "look", "hint", "dance"} {
					anna.types(line)
				}
				for range 30 {
					heard := anna.heard()
					if strings.Contains(heard, "That was the tutorial.") {
						break
					}
					anna.types(asked(heard))
				}
				anna.types("help")
				anna.types("quit")
				heard := anna.heard()
				if !strings.Contains(heard, "That was the tutorial.") {
					t.Errorf("it does not come to its end:\n%s", heard)
				}
				if strings.Contains(heard, "arrow keys") || strings.Contains(heard, "Tab") {
					t.Error("somebody who types is told of keys")
				}
				golden.RequireEqual(t, heard)
			})
		})
	}
}

// asked returns what the last instruction says to type, "" for Enter.
func asked(heard string) string {
	enter, typed := strings.LastIndex(heard, "Press Enter"), strings.LastIndex(heard, "type ")
	if enter > typed {
		return ""
	}
	line, _, _ := strings.Cut(heard[typed+len("type "):], "\n")
	for _, end := range []string{".", ",", " to deal"} {
		line, _, _ = strings.Cut(line, end)
	}
	return line
}
