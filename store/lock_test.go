package store_test

import (
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"parlor/store"
)

// TestWhatOthersCanWriteIsRefused checks that a database that others could have replaced is refused, and that a
// directory without one is protected.
func TestWhatOthersCanWriteIsRefused(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("rights are elsewhere")
	}
	dir := t.TempDir()
	must(t, os.Chmod(dir, 0o777))
	must(t, open(t, dir).Close())
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o755 {
		t.Errorf("a new folder has mode %v (%v)", info.Mode(), err)
	}
	refused := func(mode os.FileMode, path, want string) {
		info, err := os.Stat(path)
		must(t, err)
		must(t, os.Chmod(path, mode))
		if _, err := store.Open(dir, slog.New(slog.DiscardHandler)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s of mode %v: %v", path, mode, err)
		}
		must(t, os.Chmod(path, info.Mode()))
	}
	refused(0o770, dir, "chmod go-w")
	refused(0o606, filepath.Join(dir, store.File), "chmod 600")
	must(t, open(t, dir).Close())
}
