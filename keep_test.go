package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parlor/internal/terminal"
)

// command runs the program with arguments and answers its status and what it
// said.
func command(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	status = run(context.Background(), args, func(string) string { return "" }, strings.NewReader(""), &out, &errs)
	return status, out.String(), errs.String()
}

// TestABackupIsTheServersMemory takes a backup while people play, and starts
// another server with it: the match stands where it stood.
func TestABackupIsTheServersMemory(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	addr := startProgram(t, "--data", dir)
	anna := dial(t, addr, "anna")
	anna.press("1")
	anna.see("anna  (you, host)")
	anna.press("b")
	anna.see("Cecilia")
	anna.press(enter)
	before := anna.whole("for your rack, one at a time")
	file, other := filepath.Join(t.TempDir(), "evening"), filepath.Join(t.TempDir(), "restored")
	if status, out, errs := command(t, "backup", file, "--data", dir); status != statusOK || !strings.Contains(out, file) {
		t.Fatalf("status %d, %s%s", status, out, errs)
	}
	if status, _, errs := command(t, "backup", "--data", dir, file); status != statusError || !strings.Contains(errs, "stays as it is") {
		t.Errorf("a backup was written over: status %d, %s", status, errs)
	}
	if status, _, errs := command(t, "restore", "--data", dir, file); status != statusError || !strings.Contains(errs, "open") {
		t.Errorf("a folder in use was restored: status %d, %s", status, errs)
	}
	if status, out, errs := command(t, "restore", file, "--data", other); status != statusOK {
		t.Fatalf("status %d, %s%s", status, out, errs)
	}
	again := dial(t, startProgram(t, "--data", other), "anna")
	if after := again.whole("Welcome back", "for your rack, one at a time"); head(before) != head(after) {
		t.Errorf("before:\n%s\nafter:\n%s", before, after)
	}
}

func TestWrongBackups(t *testing.T) {
	t.Parallel()
	nothing := t.TempDir()
	text := filepath.Join(nothing, "text")
	if err := os.WriteFile(text, []byte(strings.Repeat("no database ", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args   []string
		status int
		words  string
	}{
		{[]string{"backup"}, statusUsage, "one file"},
		{[]string{"backup", "a", "b"}, statusUsage, "one file"},
		{[]string{"backup", "a", "--dat", "x"}, statusUsage, "dat"},
		{[]string{"backup", filepath.Join(nothing, "b"), "--data", nothing}, statusError, "nothing to back up"},
		{[]string{"restore", filepath.Join(nothing, "none"), "--data", filepath.Join(nothing, "x")}, statusError, "no such file"},
		{[]string{"restore", text, "--data", filepath.Join(nothing, "y")}, statusError, "not a database"},
	} {
		if status, _, errs := command(t, tt.args...); status != tt.status || !strings.Contains(errs, tt.words) {
			t.Errorf("%q: status %d, %s", tt.args, status, errs)
		}
	}
	if status, out, _ := command(t, "restore", "--help"); status != statusOK || !strings.Contains(out, "parlor restore FILE") {
		t.Errorf("status %d, %s", status, out)
	}
}

// TestVacuumSaysWhatItGained makes a folder's database small, and not while a
// server has it.
func TestVacuumSaysWhatItGained(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	served := launch(t, "--data", dir)
	if status, _, errs := command(t, "vacuum", "--data", dir); status != statusError || !strings.Contains(errs, "another parlor has the folder") {
		t.Errorf("beside a server: status %d, %s", status, errs)
	}
	served.stop()
	<-served.ended
	status, out, errs := command(t, "vacuum", "--data", dir)
	if status != statusOK || !strings.Contains(out, "0.1 MB now: ") || !strings.Contains(out, "are free again.") {
		t.Errorf("status %d, %s%s", status, out, errs)
	}
	if status, out, _ := command(t, "vacuum", "--help"); status != statusOK || !strings.Contains(out, "parlor vacuum [--data FOLDER]") {
		t.Errorf("status %d, %s", status, out)
	}
	if status, _, errs := command(t, "vacuum", "file"); status != statusUsage || !strings.Contains(errs, "no file") {
		t.Errorf("status %d, %s", status, errs)
	}
}

// answerOf runs a command over SSH, without a terminal.
func answerOf(t *testing.T, addr, name, line string) string {
	t.Helper()
	client, err := terminal.Dial(t.Context(), addr, terminal.Options{User: name, Key: keyOf(t, name), Command: line})
	if err != nil {
		t.Fatal(err)
	}
	defer client.HangUp()
	if _, err := client.ExitStatus(); err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	<-client.Done()
	return string(client.Bytes())
}

// TestOnePersonTwoKeys links a second key, finds the person with it after a
// restart, and has everything deleted.
func TestOnePersonTwoKeys(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first := launch(t, "--data", dir)
	answerOf(t, first.addr, "anna", "name Annabel")
	offer := answerOf(t, first.addr, "anna", "me --link")
	_, code, found := strings.Cut(offer, "me --link ")
	if !found {
		t.Fatalf("no code is shown: %s", offer)
	}
	code = code[:6]
	if told := answerOf(t, first.addr, "laptop", "me --link QQQQQQ"); !strings.Contains(told, "no such code") {
		t.Errorf("a wrong code: %s", told)
	}
	if told := answerOf(t, first.addr, "laptop", "me --link "+code); !strings.Contains(told, "linked") {
		t.Errorf("the code: %s", told)
	}
	if told := answerOf(t, first.addr, "other", "me --link "+code); !strings.Contains(told, "no such code") {
		t.Errorf("the code, once more: %s", told)
	}
	first.stop()
	<-first.ended

	second := startProgram(t, "--data", dir)
	for _, name := range []string{"anna", "laptop"} {
		if told := answerOf(t, second, name, "me"); !strings.Contains(told, "You are Annabel.") {
			t.Errorf("%s is told: %s", name, told)
		}
	}
	export := answerOf(t, second, "laptop", "me --export")
	if strings.Count(export, `"key:SHA256:`) != 3 || !strings.Contains(export, `"name": "Annabel"`) {
		t.Errorf("the export: %s", export)
	}
	if told := answerOf(t, second, "laptop", "me --delete"); !strings.Contains(told, "deleted") {
		t.Errorf("the deletion: %s", told)
	}
	for _, name := range []string{"anna", "laptop"} {
		if told := answerOf(t, second, name, "me"); strings.Contains(told, "Annabel") {
			t.Errorf("%s is told: %s", name, told)
		}
	}
}

// TestAGuestBecomesAnAccount: a guest is shown a code on the screen, and comes
// with a key.
func TestAGuestBecomesAnAccount(t *testing.T) {
	t.Parallel()
	addr := startProgram(t)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	client, err := terminal.Dial(ctx, addr, terminal.Options{User: "gus"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.HangUp)
	gus := &player{Client: client, t: t, ctx: ctx, name: "gus"}
	gus.see("Here now: gus")
	gus.press("o")
	gus.see("Settings")
	gus.press("c")
	_, code, found := strings.Cut(gus.whole("me --link "), "me --link ")
	if !found || len(code) < 6 {
		t.Fatalf("no code on the screen:\n%s", gus.Screen())
	}
	if told := answerOf(t, addr, "laptop", "me --link "+code[:6]); !strings.Contains(told, "linked") {
		t.Errorf("the code: %s", told)
	}
	if told := answerOf(t, addr, "laptop", "me"); !strings.Contains(told, "You are gus.") || strings.Contains(told, "guest") {
		t.Errorf("with the key: %s", told)
	}
}
