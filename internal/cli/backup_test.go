package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

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
		{[]string{"backup"}, StatusUsage, "one file"},
		{[]string{"backup", "a", "b"}, StatusUsage, "one file"},
		{[]string{"backup", "a", "--dat", "x"}, StatusUsage, "dat"},
		{[]string{"backup", filepath.Join(nothing, "b"), "--data", nothing}, StatusError, "nothing to back up"},
		{[]string{"restore", filepath.Join(nothing, "none"), "--data", filepath.Join(nothing, "x")}, StatusError, "no such file"},
		{[]string{"restore", text, "--data", filepath.Join(nothing, "y")}, StatusError, "not a database"},
	} {
		if status, _, errs := start(t, nil, tt.args...); status != tt.status || !strings.Contains(errs, tt.words) {
			t.Errorf("%q: status %d, %s", tt.args, status, errs)
		}
	}
	if status, out, _ := start(t, nil, "restore", "--help"); status != StatusOK || !strings.Contains(out, "parlor restore FILE") {
		t.Errorf("status %d, %s", status, out)
	}
}
