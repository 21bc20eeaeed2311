package e2e

import (
	"cmp"
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"parlor/lobby"
)

// TestTheProtocolPageListsTheSettings compares the page with the table of settings; -update writes it.
func TestTheProtocolPageListsTheSettings(t *testing.T) {
	page, err := os.ReadFile(protocolPage)
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile(`(?s)<!-- settings -->\n.*?\n\n`)
	if n := len(block.FindAll(page, -1)); n != 1 {
		t.Fatalf("the page has %d lists of settings", n)
	}
	listed := block.ReplaceAllLiteralString(string(page), "<!-- settings -->\n"+settingsTable(lobby.RoomSettings())+"\n")
	switch {
	case flag.Lookup("update").Value.String() == "true":
		if err := os.WriteFile(protocolPage, []byte(listed), 0o600); err != nil {
			t.Fatal(err)
		}
	case listed != string(page):
		t.Error("the settings are not those of the program; go test -run ProtocolPage ./internal/e2e -update writes them")
	}
}

// settingsTable returns the page's table of settings.
func settingsTable(settings []lobby.Setting) string {
	var table strings.Builder
	table.WriteString("| in messages | in commands | values | default | meaning |\n|---|---|---|---|---|\n")
	for _, one := range settings {
		table.WriteString("| `" + one.JSONName() + "` | `" + one.Word + "` | " + canBe(one) + " | " + usual(one) + " | " + meaning(one) + " |\n")
	}
	return table.String()
}

func canBe(one lobby.Setting) string {
	switch one.Kind {
	case lobby.Switch:
		return "true or false"
	case lobby.Span:
		return "seconds, 0 for `off`; in commands written like `30s` or `2m`"
	case lobby.Choice:
		return "text: `" + strings.Join(one.Values, "`, `") + "`"
	case lobby.Number:
		if one.For != nil {
			return "number, depends on the game"
		}
		return "number, " + one.Can().String()
	default:
		return "text"
	}
}

func usual(one lobby.Setting) string {
	switch {
	case one.Kind == lobby.Switch:
		return map[string]string{lobby.Yes: "true", lobby.No: "false"}[one.Default]
	case one.For != nil:
		return "depends on the game"
	}
	return "`" + cmp.Or(one.Default, `""`) + "`"
}

// meaning returns the help of a setting, with its choices and what the lobby shows.
func meaning(one lobby.Setting) string {
	text := one.Help.String()
	if one.Kind == lobby.Choice {
		var said []string
		for _, value := range one.Values {
			said = append(said, "`"+value+"`: "+one.FormatValue(value).String())
		}
		text += " " + strings.Join(said, ", ") + "."
	}
	if one.Pages != nil {
		text += " Part of room lines."
	}
	return text
}
