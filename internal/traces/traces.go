// Package traces says what files still tell of somebody who is to be forgotten,
// for tests.
package traces

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// In lists which of some texts stand in which file of a folder, and how often,
// whether in capitals or not.
func In(t *testing.T, dir string, texts []string) (found []string) {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(filepath.Join(dir, file.Name())) //nolint:gosec // a test names the folder
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range texts {
			if n := bytes.Count(bytes.ToLower(data), []byte(strings.ToLower(text))); n > 0 {
				found = append(found, fmt.Sprintf("%s: %d × %s", file.Name(), n, text))
			}
		}
	}
	return found
}
