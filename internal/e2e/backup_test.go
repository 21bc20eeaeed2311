package e2e

import (
	"path/filepath"
	"strings"
	"testing"

	"parlor/internal/cli"
)

// TestABackupIsTheServersMemory makes a backup during play and starts another server from it, with the same state of
// the match.
func TestABackupIsTheServersMemory(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	addr := startProgram(t, "--data", dir)
	anna := dial(t, addr, "anna")
	anna.press("1")
	anna.see("anna  (you, host)")
	anna.press("b")
	anna.see("Caliper")
	anna.press(enter)
	before := anna.whole("for your row, one at a time")
	file, other := filepath.Join(t.TempDir(), "evening"), filepath.Join(t.TempDir(), "restored")
	if status, out, errs := command(t, "backup", file, "--data", dir); status != cli.StatusOK || !strings.Contains(out, file) {
		t.Fatalf("status %d, %s%s", status, out, errs)
	}
	if status, _, errs := command(t, "backup", "--data", dir, file); status != cli.StatusError || !strings.Contains(errs, "stays as it is") {
		t.Errorf("a backup was written over: status %d, %s", status, errs)
	}
	if status, _, errs := command(t, "restore", "--data", dir, file); status != cli.StatusError || !strings.Contains(errs, "open") {
		t.Errorf("a folder in use was restored: status %d, %s", status, errs)
	}
	if status, out, errs := command(t, "restore", file, "--data", other); status != cli.StatusOK {
		t.Fatalf("status %d, %s%s", status, out, errs)
	}
	again := dial(t, startProgram(t, "--data", other), "anna")
	if after := again.whole("Welcome back", "for your row, one at a time"); head(before) != head(after) {
		t.Errorf("before:\n%s\nafter:\n%s", before, after)
	}
}

// TestVacuumSaysWhatItGained checks that vacuum shrinks a database, and refuses while a server uses it.
func TestVacuumSaysWhatItGained(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	served := launch(t, "--data", dir)
	if status, _, errs := command(t, "vacuum", "--data", dir); status != cli.StatusError || !strings.Contains(errs, "another parlor has the folder") {
		t.Errorf("beside a server: status %d, %s", status, errs)
	}
	served.stop()
	<-served.ended
	status, out, errs := command(t, "vacuum", "--data", dir)
	if status != cli.StatusOK || !strings.Contains(out, "now has 0.2 MB. Freed: ") || !strings.Contains(out, " MB.") {
		t.Errorf("status %d, %s%s", status, out, errs)
	}
	if status, out, _ := command(t, "vacuum", "--help"); status != cli.StatusOK || !strings.Contains(out, "parlor vacuum [--data FOLDER]") {
		t.Errorf("status %d, %s", status, out)
	}
	if status, _, errs := command(t, "vacuum", "file"); status != cli.StatusUsage || !strings.Contains(errs, "no file") {
		t.Errorf("status %d, %s", status, errs)
	}
}
