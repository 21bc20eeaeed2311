package e2e

import (
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"parlor/engine"
	"parlor/internal/games"
)

// offered returns the rules of all games.
func offered() []engine.Game {
	var rules []engine.Game
	for _, kit := range games.All() {
		rules = append(rules, kit.Game)
	}
	return rules
}

// TestTheProgramHasTheseGames builds the program as it is shipped and verifies a record of an unknown game.
func TestTheProgramHasTheseGames(t *testing.T) {
	t.Parallel()
	program := filepath.Join(t.TempDir(), "parlor")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", program, ".")
	build.Dir = root
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, output)
	}
	verify := exec.CommandContext(t.Context(), program, "verify", "-")
	verify.Stdin = strings.NewReader(`{"game":"chess","version":1,"seats":2,"seed":"` + strings.Repeat("00", len(engine.Seed{})) + `","options":{},"moves":[]}`)
	told, err := verify.CombinedOutput()
	var ended *exec.ExitError
	if !errors.As(err, &ended) || ended.ExitCode() != 1 {
		t.Errorf("it ends with %v", err)
	}
	_, known, found := strings.Cut(strings.TrimSpace(string(told)), "this parlor has ")
	for _, game := range offered() {
		if !found || !strings.Contains(", "+known+",", ", "+game.Name+",") {
			t.Errorf("no %s in: %s", game.Name, told)
		}
	}
}
