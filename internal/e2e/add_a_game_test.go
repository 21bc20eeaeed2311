package e2e

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestAddAGame follows docs/add-a-game.md in a copy of this module: with the files that the page shows and the line
// in the list of games, their tests pass, the program builds, and the import rules hold.
func TestAddAGame(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(root, "docs", "add-a-game.md"))
	if err != nil {
		t.Fatal(err)
	}
	module := copyOfModule(t)
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(module, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	files := regexp.MustCompile("(?s)<!-- file: (\\S+) -->\n```go\n(.*?)```").FindAllStringSubmatch(string(page), -1)
	if len(files) != 4 {
		t.Fatalf("the page shows %d files", len(files))
	}
	for _, file := range files {
		write(file[1], file[2])
	}
	write(list, listWith(t, string(page)))
	for _, args := range [][]string{
		{"test", "./engine/pennies", "./tui/pennies"},
		{"vet", "."},
		{"test", "-run", "^TestImports$", "./internal/e2e"},
	} {
		command := exec.CommandContext(t.Context(), "go", args...)
		command.Dir = module
		if output, err := command.CombinedOutput(); err != nil {
			t.Errorf("go %s: %v\n%s", strings.Join(args, " "), err, output)
		}
	}
}

// copyOfModule copies this module to a new directory.
func copyOfModule(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && strings.HasPrefix(entry.Name(), ".") && name != ".":
			return fs.SkipDir
		case entry.IsDir():
			return os.MkdirAll(filepath.Join(folder, name), 0o700)
		case !regexp.MustCompile(`\.(go|mod|sum|md|sql|bin)$|/(trees|openings)/`).MatchString(name):
			return nil
		}
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(folder, name), text, 0o600)
	})
	if err != nil {
		t.Fatal(err)
	}
	return folder
}

// list is the file with the list of games.
const list = "internal/games/games.go"

// listWith returns that file with the import and the line from the page.
func listWith(t *testing.T, page string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, list))
	if err != nil {
		t.Fatal(err)
	}
	named := func(what string) string {
		found := regexp.MustCompile("<!-- " + what + ": (.*) -->").FindStringSubmatch(page)
		if found == nil {
			t.Fatalf("the page names no %s for the list of games", what)
		}
		return found[1]
	}
	const lastImport, begin = "\tmasterdiceboard \"parlor/tui/masterdice\"\n", "\treturn []board.Game{\n"
	source := string(text)
	for _, place := range []string{lastImport, begin} {
		if !strings.Contains(source, place) {
			t.Fatalf("the list of games has no line %q", place)
		}
	}
	source = strings.Replace(source, lastImport, lastImport+"\t"+named("import")+"\n", 1)
	return strings.Replace(source, begin, begin+"\t\t"+named("line")+"\n", 1)
}
