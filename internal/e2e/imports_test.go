package e2e

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

// mayImport says which packages of this module a package may import, apart from tests. GAME is the folder of one
// game, the same on both sides.
func mayImport() map[string][]string {
	return map[string][]string{
		"":                     {"internal/cli", "internal/games"}, // main.go
		"engine":               {},
		"engine/GAME":          {"engine", "engine/codebreak", "engine/kit", "engine/worlds", "engine/masterdice/evaluator", "engine/kodeknacker/solver"},
		"engine/codebreak":     {"engine", "engine/kit", "engine/worlds"},
		"engine/kit":           {"engine"},
		"engine/worlds":        {"engine"},
		"engine/insight":       {"engine"},
		"engine/record":        {"engine"},
		"prose":                {"engine", "engine/insight", "engine/kit"},
		"lobby":                {"engine", "engine/record", "prose"},
		"lobby/gamenight":      {"lobby", "lobby/actor", "engine", "engine/record", "prose"},
		"lobby/local":          {"lobby", "lobby/account", "lobby/actor", "lobby/gamenight", "lobby/room", "engine", "prose", "ratelimit", "internal/workers"},
		"lobby/account":        {"lobby", "engine", "prose", "ratelimit"},
		"lobby/actor":          {"lobby"},
		"lobby/room":           {"lobby", "lobby/actor", "engine", "engine/record", "prose"},
		"lobby/verification":   {"engine", "engine/record", "hostkeys", "lobby", "lobby/document", "prose"},
		"lobby/remote":         {"lobby", "engine", "prose", "ratelimit"},
		"lobby/document":       {"engine", "engine/insight", "lobby", "prose"},
		"lobby/rating":         {},
		"store":                {"ratelimit", "cluster/stream", "engine", "lobby", "lobby/rating"},
		"store/etcd":           {"cluster", "cluster/stream", "lobby"}, // built with the tag etcd only
		"cluster":              {"ratelimit", "cluster/stream", "engine", "internal/certs", "internal/lograte", "lobby", "lobby/remote", "prose"},
		"cluster/stream":       {"ratelimit", "lobby"},
		"store/storetest":      {"engine", "lobby"},
		"tui":                  {"tui/board", "tui/keymap", "tui/style", "tui/screen", "tui/widget", "lobby", "prose"},
		"tui/program":          {"tui", "tui/archive", "tui/board", "tui/gamenight", "tui/home", "tui/room", "tui/screen", "tui/settings", "tui/social", "tui/style", "tui/welcome", "tui/widget", "engine/insight", "lobby", "prose"},
		"tui/archive":          {"tui/board", "tui/keymap", "tui/style", "tui/screen", "tui/widget", "engine", "engine/insight", "lobby", "lobby/document", "prose"},
		"tui/gamenight":        {"tui/board", "tui/keymap", "tui/style", "tui/screen", "tui/widget", "engine", "lobby", "prose"},
		"tui/home":             {"tui/board", "tui/keymap", "tui/style", "tui/screen", "tui/widget", "engine", "lobby", "prose"},
		"tui/room":             {"tui/board", "tui/keymap", "tui/style", "tui/screen", "tui/widget", "engine", "lobby", "prose"},
		"tui/settings":         {"tui/keymap", "tui/style", "tui/screen", "tui/widget", "lobby", "prose"},
		"tui/social":           {"tui/keymap", "tui/style", "tui/screen", "tui/widget", "lobby", "prose"},
		"tui/welcome":          {"tui/board", "tui/keymap", "tui/style", "tui/screen", "tui/widget", "engine", "lobby", "prose"},
		"tui/widget":           {"tui/board", "tui/keymap", "tui/style", "tui/screen", "lobby", "prose"},
		"tui/screen":           {"tui/board", "tui/keymap", "tui/style", "engine", "engine/insight", "lobby", "prose"},
		"tui/board":            {"tui/keymap", "tui/style", "engine", "prose"},
		"tui/keymap":           {"prose"},
		"tui/style":            {"prose"},
		"tui/board/guessboard": {"tui/board", "tui/keymap", "tui/style", "engine", "engine/codebreak", "prose"},
		"tui/board/racks":      {"tui/board", "tui/style", "engine"},
		"tui/GAME":             {"tui/board", "tui/board/guessboard", "tui/board/racks", "tui/keymap", "tui/style", "engine", "engine/GAME", "engine/codebreak", "prose"},
		"hostkeys":             {},
		"ratelimit":            {"prose"},
		"server": {
			"ratelimit", "engine", "engine/insight", "lobby", "prose", "tui", "tui/board", "tui/program", "tui/screen", "tui/style", "server/analyst", "server/command", "server/lineio", "server/lines",
			"server/paint", "server/protocol", "internal/lograte", "internal/workers",
		},
		"server/paint":    {},
		"server/lineio":   {"prose"},
		"server/analyst":  {"engine", "engine/insight", "lobby", "prose"},
		"server/protocol": {"engine", "engine/insight", "lobby", "prose", "server/lineio"},
		"server/command":  {"internal/alias", "engine", "engine/insight", "engine/record", "lobby", "lobby/document", "lobby/verification", "prose", "server/protocol"},
		"server/webhook":  {"ratelimit", "lobby", "prose"},
		"server/lines":    {"internal/alias", "engine", "lobby", "prose", "server/command"},

		// The list of games, and a game that is not in it.
		"internal/games":  {"tui/board", "tui/GAME"},
		"internal/madeup": {"tui/board", "tui/keymap", "tui/style", "engine", "prose"},

		// Besides main.go, the only package that combines all others; it knows no game.
		"internal/cli": {
			"ratelimit", "cluster", "cluster/stream", "engine", "engine/record", "hostkeys", "internal/admin", "internal/alias", "internal/bench/arena", "internal/certs", "internal/collector", "internal/metrics", "internal/netaddr", "lobby", "lobby/local", "lobby/verification", "prose",
			"server", "server/webhook", "store", "tui/board",
		},

		"internal/admin":     {},
		"internal/alias":     {},
		"internal/certs":     {},
		"internal/metrics":   {"cluster", "internal/alias", "ratelimit"},
		"internal/netaddr":   {},
		"internal/collector": {},
		"internal/etcdtest":  {},
		"internal/lograte":   {},
		"internal/workers":   {},

		// The benchmarks start the program with all games as internal/cli runs it.
		"internal/bench":        {"internal/bench/attack", "internal/bench/load", "internal/cli", "internal/games"},
		"internal/bench/arena":  {"engine"}, // internal/cli runs it as well
		"internal/bench/attack": {"internal/bench/driver", "lobby"},
		"internal/bench/driver": {"internal/cli", "internal/games", "internal/etcdtest", "server"},
		"internal/bench/load":   {"internal/bench/driver", "internal/games", "internal/etcdtest", "engine", "lobby", "lobby/local", "server", "server/paint", "store"},

		"engine/masterdice/evaluator":     {},
		"engine/masterdice/evaluator/fit": {"engine/masterdice/evaluator"}, // makes its values
		"engine/kodeknacker/solver":       {},
		"engine/kodeknacker/solver/grow":  {"engine/kodeknacker/solver"}, // a program of its own

		// Helpers of tests, which the program does not import.
		"engine/enginetest":        {"engine"},
		"engine/record/recordtest": {"engine", "engine/record"},
		"lobby/lobbytest":          {"lobby", "engine", "engine/GAME", "ratelimit", "internal/filltest"},
		"internal/e2e":             {},
		"internal/filltest":        {},
		"internal/terminal":        {},
		"internal/traces":          {},
		"tui/boardtest":            {"tui/board", "tui/keymap", "tui/style", "engine", "prose"},
	}
}

// TestImports checks the direction of imports: rules know nothing of rooms, rooms nothing of screens, and boards only
// their own game.
func TestImports(t *testing.T) {
	for _, pkg := range listPackages(t) {
		name := own(pkg.ImportPath)
		rule, game := ruleFor(name)
		allowed, known := mayImport()[rule]
		if !known {
			t.Errorf("package %s is not in the list of who may import whom", name)
			continue
		}
		for _, imported := range pkg.Imports {
			if !isOwn(imported) {
				checkForeign(t, name, imported)
				continue
			}
			if !slices.ContainsFunc(allowed, func(one string) bool { return fits(one, own(imported), game) }) {
				t.Errorf("%s imports %s; it may import only %v", pkg.ImportPath, imported, allowed)
			}
		}
	}
}

// isOwn reports whether a package is one of this module.
func isOwn(pkg string) bool { return pkg == "parlor" || strings.HasPrefix(pkg, "parlor/") }

// own returns a package's name in mayImport; main.go's is "".
func own(pkg string) string { return strings.TrimPrefix(strings.TrimPrefix(pkg, "parlor"), "/") }

// fits reports whether an import is allowed. A game's package may import only that game.
func fits(allowed, imported, game string) bool {
	rule, its := ruleFor(imported)
	if strings.HasPrefix(imported, "engine/") && strings.Count(imported, "/") > 1 && game != "" {
		return imported == allowed && strings.HasPrefix(imported, "engine/"+game+"/") // a package below the game's own
	}
	return rule == allowed && (its == "" || its == game || game == "")
}

// checkForeign checks the packages that must need little but the standard library.
func checkForeign(t *testing.T, name, imported string) {
	t.Helper()
	if !strings.Contains(imported, ".") {
		return
	}
	if strings.HasPrefix(name, "engine") && name != "engine/enginetest" {
		t.Errorf("%s imports %s; engine is for the standard library only", name, imported)
	}
	if name == "ratelimit" && imported != "golang.org/x/time/rate" {
		t.Errorf("%s imports %s; ratelimit is for the standard library and token buckets only", name, imported)
	}
}

// ruleFor returns the line of mayImport for a package, and its game.
func ruleFor(name string) (rule, game string) {
	if _, exact := mayImport()[name]; exact {
		return name, ""
	}
	return path.Join(path.Dir(name), "GAME"), path.Base(name)
}

type listed struct {
	ImportPath string
	Imports    []string
}

func listPackages(t *testing.T) []listed {
	t.Helper()
	list := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Imports", "./...")
	list.Dir = root
	output, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var packages []listed
	for decoder := json.NewDecoder(bytes.NewReader(output)); ; {
		var pkg listed
		err := decoder.Decode(&pkg)
		if errors.Is(err, io.EOF) {
			return packages
		}
		if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, pkg)
	}
}
