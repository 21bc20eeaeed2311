// Package traces searches files for data of deleted people, for tests.
package traces

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// In returns which texts occur in which file of a directory and how often, ignoring case.
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
