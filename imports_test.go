package main

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

// mayImport says which packages of this module a package may import, apart
// from tests. GAME stands for one game's folder, the same on both sides.
func mayImport() map[string][]string {
	return map[string][]string{
		"engine":       {},
		"engine/GAME":  {"engine"},
		"lobby":        {"engine", "budget"},
		"lobby/rating": {},
		"store":        {"engine", "lobby", "lobby/rating"},
		"tui":          {"engine", "lobby"},
		"tui/GAME":     {"tui", "engine", "engine/GAME"},
		"hostkeys":     {},
		"budget":       {},
		"server": {
			"budget", "engine", "lobby", "tui", "server/command", "server/lineio", "server/lines", "server/protocol",
		},
		"server/lineio":   {},
		"server/protocol": {"engine", "lobby", "server/lineio"},
		"server/command":  {"engine", "lobby", "tui", "server/protocol"},
		"server/lines":    {"engine", "lobby", "tui", "server/command"},

		"internal/cli": {"budget", "engine", "hostkeys", "lobby", "server", "store", "tui"},

		// Helpers of tests, which the program itself never imports.
		"engine/enginetest": {"engine"},
		"internal/terminal": {},
		"tui/boardtest":     {"tui", "engine"},
	}
}

// TestImports holds the direction of the imports: rules know nothing of rooms,
// rooms nothing of screens, and boards only their own game.
func TestImports(t *testing.T) {
	for _, pkg := range listPackages(t) {
		name := strings.TrimPrefix(pkg.ImportPath, "parlor/")
		if pkg.ImportPath == "parlor" {
			continue // main may import all
		}
		rule, game := ruleFor(name)
		allowed, known := mayImport()[rule]
		if !known {
			t.Errorf("package %s is not in the list of who may import whom", name)
			continue
		}
		for _, imported := range pkg.Imports {
			own, isOwn := strings.CutPrefix(imported, "parlor/")
			if isOwn && !slices.ContainsFunc(allowed, func(a string) bool {
				return own == strings.Replace(a, "GAME", game, 1)
			}) {
				t.Errorf("%s imports %s; it may import only %v", name, own, allowed)
			}
			if strings.HasPrefix(name, "engine") && !isOwn && strings.Contains(imported, ".") &&
				name != "engine/enginetest" {
				t.Errorf("%s imports %s; engine is for the standard library only", name, imported)
			}
			if name == "budget" && strings.Contains(imported, ".") && imported != "golang.org/x/time/rate" {
				t.Errorf("%s imports %s; budget is for the standard library and token buckets only", name, imported)
			}
		}
	}
}

// ruleFor answers the line of mayImport for a package, and its game.
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
	output, err := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Imports", "./...").Output()
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
