package e2e

import (
	"encoding/json"
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"parlor/server/protocol"
)

// TestTheProtocolPageListsTheCommands compares the page with the help; -update writes it.
func TestTheProtocolPageListsTheCommands(t *testing.T) {
	page, err := os.ReadFile(protocolPage)
	check(t, err)
	block := regexp.MustCompile(`(?s)<!-- commands -->\n.*?\n\n`)
	if n := len(block.FindAll(page, -1)); n != 1 {
		t.Fatalf("the page has %d lists of commands", n)
	}
	listed := block.ReplaceAllLiteralString(string(page), "<!-- commands -->\n"+commandsTable(sshHelp(t))+"\n")
	switch {
	case flag.Lookup("update").Value.String() == "true":
		check(t, os.WriteFile(protocolPage, []byte(listed), 0o600))
	case listed != string(page):
		t.Error("the commands are not those of the program; go test -run ProtocolPage ./internal/e2e -update writes them")
	}
}

// sshHelp returns a server's list of commands.
func sshHelp(t *testing.T) (help protocol.HelpDocument) {
	t.Helper()
	check(t, json.Unmarshal([]byte(answerOf(t, startProgram(t), "anna", "help --json")), &help))
	return help
}

// commandsTable returns the page's table of commands.
func commandsTable(help protocol.HelpDocument) string {
	var table strings.Builder
	table.WriteString("| command | what it does |\n|---|---|\n")
	for _, one := range help.Commands {
		table.WriteString("| `" + one.Usage + "` | " + one.Does + " |\n")
	}
	return table.String()
}
