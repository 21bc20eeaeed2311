package cli

import (
	"strings"
	"testing"
)

func TestVerifyIsCalledWrongly(t *testing.T) {
	for _, row := range []struct {
		args []string
		want string
	}{
		{nil, "one file, not 0"},
		{[]string{"a", "b"}, "one file, not 2"},
		{[]string{"a", "--commitment"}, "needs an argument"},
		{[]string{"a", "--commitment", "7905ef2b0ed22da0"}, "all 64 hexadecimal digits"},
		{[]string{"--commitment", strings.Repeat("xy", 32), "a"}, "all 64 hexadecimal digits"},
		{[]string{"--commitment=", "a"}, "all 64 hexadecimal digits"},
		{[]string{"a", "--seed", "1"}, "not defined: -seed"},
	} {
		status, stdout, stderr := start(t, nil, append([]string{"verify"}, row.args...)...)
		if status != StatusUsage || stdout != "" {
			t.Errorf("%q: status %d, standard output %q", row.args, status, stdout)
		}
		wantSentence(t, stderr, row.want)
	}
}
