package e2e

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// sortedLines returns the sorted lines of a text without comments and empty ones.
func sortedLines(text string) (lines []string) {
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			lines = append(lines, line)
		}
	}
	slices.Sort(lines)
	return lines
}

// TestHostKeysAsOpenSSHHasThem compares the printed lines and records with those of OpenSSH's programs, if installed.
func TestHostKeysAsOpenSSHHasThem(t *testing.T) {
	t.Parallel()
	keys := t.TempDir()
	text, err := slowKey()
	check(t, err)
	check(t, os.WriteFile(filepath.Join(keys, "ssh_host_rsa_key"), text, 0o600))
	addr := startProgram(t, "--host-keys", keys)
	printed := func(args ...string) string {
		status, stdout, stderr := command(t, append([]string{"hostkeys", "--host-keys", keys}, args...)...)
		if status != 0 || stderr != "" {
			t.Fatalf("status %d: %s", status, stderr)
		}
		return stdout
	}
	if lines := sortedLines(printed()); len(lines) != 2 || strings.HasSuffix(lines[0], " ssh-ed25519") == strings.HasSuffix(lines[1], " ssh-ed25519") {
		t.Errorf("the fingerprints are %q", lines)
	}
	_, port, err := net.SplitHostPort(addr)
	check(t, err)
	for _, program := range []string{"ssh-keyscan", "ssh-keygen"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("there is no %s", program)
		}
	}
	seen, err := exec.CommandContext(t.Context(), "ssh-keyscan", "-p", port, "-t", "ed25519,rsa", "127.0.0.1").Output()
	check(t, err)
	if got := sortedLines(printed("--known-hosts", "--public", addr)); !slices.Equal(got, sortedLines(string(seen))) || len(got) != 2 {
		t.Errorf("ssh-keyscan sees\n%s\nand printed are\n%s", seen, strings.Join(got, "\n"))
	}
	var records []string
	for _, file := range []string{"ssh_host_ed25519_key", "ssh_host_rsa_key"} {
		public, err := exec.CommandContext(t.Context(), "ssh-keygen", "-y", "-f", filepath.Join(keys, file)).Output()
		check(t, err)
		path := filepath.Join(t.TempDir(), "key.pub")
		check(t, os.WriteFile(path, public, 0o600))
		made, err := exec.CommandContext(t.Context(), "ssh-keygen", "-r", "play.example.com", "-f", path).Output()
		check(t, err)
		for _, line := range sortedLines(string(made)) {
			if strings.Fields(line)[4] == "2" { // SHA-256
				records = append(records, line)
			}
		}
	}
	slices.Sort(records)
	if got := sortedLines(printed("--sshfp", "--public", "play.example.com:2222")); !slices.Equal(got, records) || len(got) != 2 {
		t.Errorf("ssh-keygen makes\n%s\nand printed are\n%s", strings.Join(records, "\n"), strings.Join(got, "\n"))
	}
}
