package e2e

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"parlor/internal/games"
	"parlor/internal/madeup"
	"parlor/tui/board"
)

// shipped matches the name or title of a game of the program.
func shipped() *regexp.Regexp {
	var names []string
	for _, kit := range games.All() {
		names = append(names, regexp.QuoteMeta(kit.Game.Name), regexp.QuoteMeta(kit.Game.Title))
	}
	return regexp.MustCompile(`(?i)\b(` + strings.Join(names, "|") + `)\b`)
}

// mayName returns the files outside a game's own folders that may name a game, and why; a name ending in a slash is a
// folder.
func mayName() map[string]string {
	return map[string]string{
		"internal/games/":                "is the list of games",
		"internal/bench/driver/serve.go": "says which game is measured: figures are compared with earlier ones of the same game",
		"lobby/lobbytest/":               "plays matches of known games, as tests of lobbies do; it is linked to no program",
	}
}

// TestNoGameIsNamedElsewhere checks that imports and texts outside a game's own folders name no game, so that the
// next game needs no change there.
func TestNoGameIsNamedElsewhere(t *testing.T) {
	t.Parallel()
	named, used := shipped(), map[string]bool{}
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && strings.HasPrefix(entry.Name(), ".") && name != ".":
			return fs.SkipDir
		case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || isOfGame(name):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(node ast.Node) bool {
			text, is := node.(*ast.BasicLit)
			if !is || text.Kind != token.STRING || !named.MatchString(text.Value) {
				return true
			}
			if excepted := exceptionOf(name); excepted != "" {
				used[excepted] = true
				return true
			}
			t.Errorf("%s has a game in %s", name, text.Value)
			return true
		})
		return nil
	})
	check(t, err)
	for name := range mayName() {
		if !used[name] {
			t.Errorf("%s names no game any more", name)
		}
	}
}

// isOfGame reports whether a file is in a game's own folders.
func isOfGame(name string) bool {
	parts := strings.Split(name, "/")
	for _, kit := range games.All() {
		if len(parts) > 2 && (parts[0] == "engine" || parts[0] == "tui") && parts[1] == kit.Game.Name {
			return true
		}
	}
	return false
}

// exceptionOf returns the exception for a file, or "".
func exceptionOf(name string) string {
	for one := range mayName() {
		if one == name || strings.HasSuffix(one, "/") && strings.HasPrefix(name, one) {
			return one
		}
	}
	return ""
}

// TestAGameThatNoOneKnows runs the program with an unknown game alone and checks that no other game is named.
func TestAGameThatNoOneKnows(t *testing.T) {
	t.Parallel()
	p := launchWith(t, []board.Game{madeup.Game()})
	t.Cleanup(func() { p.stop(); <-p.ended })
	house := candleServer{t: t, addr: p.addr}
	named := shipped()
	holds := func(where, said string, texts ...string) {
		t.Helper()
		if found := named.FindString(said); found != "" {
			t.Errorf("%s names %s:\n%s", where, found, said)
		}
		for _, text := range texts {
			if !strings.Contains(said, text) {
				t.Errorf("%s says nothing of %q:\n%s", where, text, said)
			}
		}
	}
	for command, want := range map[string]string{
		"help": "boxes", "help boxes": "Two Boxes", "rules boxes": "Open your box", "help chess": "boxes", "top boxes": "Two Boxes",
		"rooms --json": "", "stats me": "", "history": "", "night new games=chess": "", "new boxes rounds=1 --json": "boxes",
	} {
		holds(command, house.types("anna", command, ""), want)
	}
	holds("text mode", house.types("bo", "lines", "\nhelp\ninvite bo\nrated boxes\nrated off\nquit\n"), "play boxes", "new boxes seats=2", "anna boxes")
	bo := dialAs(t, p.addr, "bo", "bo", "lines")
	for _, one := range [][2]string{
		{"tutorial boxes", "Open your box"},
		{"open", "That was all."},
		{"", "Have fun!"},
		{"night new", "gathering"},
		{"help", "games=boxes bots=1"},
		{"leave", "You keep your points"},
		{"leave", "You are in the lobby"},
		{"new boxes bots=1 rounds=1", "Type start"},
		{"start", "Type open."},
		{"open", "won"},
	} {
		bo.press(one[0] + enter)
		bo.see(one[1])
	}
	holds("text mode", string(bo.Bytes()))
	holds("an API client", house.types("cy", "play boxes bots=1 rounds=1", `{"start":true}`+"\n"), `"game":"boxes"`)

	dan := dial(t, p.addr, "dan")
	holds("the lobby", dan.see("Two Boxes"))
	for _, key := range []string{"?", "n", "o", "e", "h"} { // help, a new room, its form, a game night, history
		dan.press(key)
		holds("the screen after "+strconv.Quote(key), dan.Screen())
		dan.press("\x1b")
	}
}
