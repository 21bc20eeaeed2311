package server_test

import (
	"strings"
	"testing"

	"parlor/server"
)

// TestACommandIsOneLineOfTheLog checks that a command logs one line and a session two.
func TestACommandIsOneLineOfTheLog(t *testing.T) {
	t.Parallel()
	s := open(t, server.Limits{})
	bo := s.caller(t, "bo", signer(t, "bo"))
	const commands = 5
	for range commands {
		bo.ok("rooms")
	}
	bo.run("play davinci", "{\"say\":\"hello\"}\n{\"add_bot\":1}\n")
	if err := s.stop(patience); err != nil {
		t.Fatal(err)
	}
	said := s.log.String()
	for line, want := range map[string]int{"msg=answered": commands, "msg=\"session opened\"": 1, "msg=left": 1, "\n": commands + 2} {
		if n := strings.Count(said, line); n != want {
			t.Errorf("of %q there are %d, not %d:\n%s", line, n, want, said)
		}
	}
	if !strings.Contains(said, "command=rooms name=bo after=") {
		t.Errorf("it does not say who asked for what:\n%s", said)
	}
}
