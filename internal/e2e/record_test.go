package e2e

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"parlor/internal/cli"
	"parlor/lobby"
)

// TestStrangersCheckRecords plays each game over the installed ssh, and has the record of each match checked by parlor verify,
// by examples/verify.py and by ssh-keygen.
func TestStrangersCheckRecords(t *testing.T) {
	t.Parallel()
	needs(t, "ssh", "python3", "ssh-keygen")
	server := openSSH(t, startProgram(t, "--max-sessions", "50"), "anna")
	for _, options := range []string{
		"davinci rounds=1 bots=1", "davinci jokers=strict points=single seats=3 bots=2", "masterdice mode=duel bots=1", "kodeknacker rounds=1 bots=1",
	} {
		args := append([]string{"../../examples/player.py", "-n", "1", server, "play"}, strings.Fields(options)...)
		overs := startStranger(t, "python3", args...).overs(t)
		var listed struct{ Matches []lobby.Finished }
		ask(t, server+" history --json", &listed)
		if len(overs) != 1 || len(listed.Matches) == 0 {
			t.Fatalf("%s: %d ends, %d matches", options, len(overs), len(listed.Matches))
		}
		checkRecord(t, server, listed.Matches[0].ID, overs[0].Proof)
	}
}

// ask runs a command in a shell and decodes its answer.
func ask(t *testing.T, line string, answer any) []byte {
	t.Helper()
	output, err := exec.CommandContext(t.Context(), "bash", "-c", line).Output()
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	if err := json.Unmarshal(output, answer); err != nil {
		t.Fatalf("%s: %v: %s", line, err, output)
	}
	return output
}

// checkRecord has the record of a match checked.
func checkRecord(t *testing.T, server, id, commitment string) {
	t.Helper()
	var document lobby.RecordDocument
	file := filepath.Join(t.TempDir(), "match.json")
	check(t, os.WriteFile(file, ask(t, server+" record "+id, &document), 0o600))
	_, rest, _ := strings.Cut(document.Text, "\nkey ")
	key, _, _ := strings.Cut(rest, "\n")
	status, stdout, stderr := command(t, "verify", file, "--commitment", commitment, "--key", key)
	if status != cli.StatusOK || !strings.Contains(stdout, "Verdict: the record is valid.") || !strings.Contains(stdout, "signed with the host key "+key) {
		t.Errorf("status %d, %s%s\n%s", status, stdout, stderr, document.Text)
	}
	output, err := exec.CommandContext(t.Context(), "python3", "-B", "../../examples/verify.py", file, key).CombinedOutput()
	if err != nil || !strings.Contains(string(output), "signed by "+key) {
		t.Errorf("verify.py: %v, %s\n%s", err, output, document.Text)
	}
}
