package server_test

import (
	"strings"
	"testing"

	"parlor/server"
)

// TestWhoPlaysByMessagesIsAProgram checks that an API client's seat has the mark, also after its session, and
// that a seat taken by a command has not.
func TestWhoPlaysByMessagesIsAProgram(t *testing.T) {
	t.Parallel()
	s := open(t, server.Limits{})
	said := s.caller(t, "robo", signer(t, "robo")).run("play davinci seats=3", "{\"say\":\"beep\"}\n").stdout
	if !strings.Contains(said, `"name":"robo","guest":false,"program":true`) {
		t.Errorf("the program is told %s", said)
	}
	anna := s.caller(t, "anna", signer(t, "anna"))
	anna.has("rooms", "robo (program)")
	anna.has("watch AAAAAA", "Seat 1: robo, program, host, away.", "Seat 2: free.")
	anna.has("join AAAAAA --json", `"name":"anna","guest":false,"program":false`)
}
