package cli

import (
	"strings"
	"testing"
)

// TestWhatAClusterNeedsIsSaid, flag by flag.
func TestWhatAClusterNeedsIsSaid(t *testing.T) {
	whole := []string{
		"--cluster", "etcd://127.0.0.1:1", "--node", "a", "--peer-addr", "127.0.0.1:2300", "--peer-ca", "ca.pem", "--peer-cert", "a.pem", "--peer-key", "a.key",
	}
	refused := func(words string, args ...string) {
		t.Helper()
		o, err := parseOptions(args, func(string) string { return "" })
		if err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%q is taken as %+v, %v, not refused with %q", args, o.together, err, words)
		}
	}
	for i := 2; i < len(whole); i += 2 {
		refused("--cluster needs "+whole[i]+" too", append(append([]string{}, whole[:i]...), whole[i+2:]...)...)
	}
	refused("which needs --cluster too", whole[2:]...)
	refused("--node must be", append(whole, "--node", "a/b")...)
	refused("--peer-addr must be", append(whole, "--peer-addr", ":2300")...)
	refused("need --etcd-ca", append(whole, "--etcd-cert", "a.pem", "--etcd-key", "a.key")...)
	if err := builtForThat(); err != nil {
		refused("go build -tags etcd", whole...)
	}
}
