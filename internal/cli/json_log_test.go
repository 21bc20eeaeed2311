package cli

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
)

// TestJSONLogsLeaveNothingElseToRead checks that every line is JSON, and that the ssh lines are in the log.
func TestJSONLogsLeaveNothingElseToRead(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	out, errs := &stopper{at: "ssh ", stop: stop}, &stopper{at: "ssh ", stop: stop}
	status := Run(ctx, Call{
		Games: smallGame(), Args: []string{"--addr", "127.0.0.1:0", "--data", t.TempDir(), "--host-keys", t.TempDir(), "--metrics", "0.0.0.0:0", "--log-format", "json"},
		Env: func(string) string { return "" }, Stdin: strings.NewReader(""), Stdout: out, Stderr: errs,
	})
	found, warned := map[string]map[string]any{}, 0
	for line := range strings.Lines(out.String() + errs.String()) {
		var record map[string]any
		if err := json.Unmarshal([]byte(line), &record); err != nil {
			t.Errorf("%q is no JSON: %v", line, err)
			continue
		}
		msg, _ := record["msg"].(string)
		found[msg] = record
		if record["level"] == "WARN" && strings.Contains(msg, "--metrics") {
			warned++
		}
	}
	opened, stopping := found["parlor is listening"], found["parlor is stopping"]
	if command, _ := opened["join"].(string); status != StatusOK || !strings.HasPrefix(command, "ssh ") {
		t.Errorf("status %d, and what people join with is not in %v", status, opened)
	}
	if key, _ := opened["host_key"].(string); !strings.HasPrefix(key, "SHA256:") || opened["host_key_created"] != true || opened["at"] == nil {
		t.Errorf("the host key is not in %v", opened)
	}
	if stopping == nil || stopping["drain"] == nil {
		t.Errorf("that it stops is not in the log: %v", found)
	}
	if warned != 1 {
		t.Errorf("%d warnings of public metrics", warned)
	}
}
