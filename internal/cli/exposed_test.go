package cli

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net"
	"strings"
	"testing"

	"parlor/internal/certs"
)

// TestEtcdWithoutTLSIsWarnedOf checks that only loopback endpoints need no TLS.
func TestEtcdWithoutTLSIsWarnedOf(t *testing.T) {
	for _, row := range []struct {
		at     string
		secure certs.Files
		named  string // named in the warning; "" if there is none
	}{
		{"etcd://127.0.0.1:2379,localhost:2379,[::1]:2379", certs.Files{}, ""},
		{"etcd://10.0.0.5:2379", certs.Files{}, "10.0.0.5:2379"},
		{"etcd://127.0.0.1:2379, b:2379,c:2379", certs.Files{}, "b:2379,c:2379"},
		{"etcd://203.0.113.5", certs.Files{}, "203.0.113.5"},
		{"etcd://203.0.113.5:2379", certs.Files{Authority: "ca.pem"}, ""},
		{"", certs.Files{}, ""},
	} {
		var out bytes.Buffer
		clusterOptions{at: row.at, keepers: row.secure}.warn(newLog(&out, slog.LevelInfo, formatJSON))
		wantWarning(t, row.at, out.String(), row.named, "--etcd-ca")
	}
}

// TestPublicMetricsAreWarnedOf checks the warning about public metrics.
func TestPublicMetricsAreWarnedOf(t *testing.T) {
	for at, named := range map[string]string{
		"127.0.0.1:9222": "", "[::1]:9222": "", "10.1.2.3:9222": "", "192.168.1.2:9222": "", "[fd00::1]:9222": "", "[::ffff:10.0.0.1]:9222": "",
		"[fe80::1%lo]:9222": "", "100.64.0.1:9222": "100.64.0.1:9222", "203.0.113.5:9222": "203.0.113.5:9222", "[2001:db8::1]:9222": "[2001:db8::1]:9222",
		"0.0.0.0:9222": "0.0.0.0:9222", ":9222": ":9222", "[::]:9222": "[::]:9222",
	} {
		addr, err := net.ResolveTCPAddr("tcp", at)
		check(t, err)
		var out bytes.Buffer
		warnOfMetrics(addr, newLog(&out, slog.LevelInfo, formatJSON))
		wantWarning(t, at, out.String(), named, "--metrics")
	}
}

// wantWarning checks that a log has one warning that names the problem and the flag to use, or none if named is "".
func wantWarning(t *testing.T, of, log, named, flag string) {
	t.Helper()
	if named == "" {
		if log != "" {
			t.Errorf("%s: the log has %s", of, log)
		}
		return
	}
	var line struct{ Level, Msg, At string }
	if err := json.Unmarshal([]byte(log), &line); err != nil || line.Level != "WARN" || line.At != named || !strings.Contains(line.Msg, flag) {
		t.Errorf("%s: the log has %q, %v, not one warning of %s that names %s", of, log, err, named, flag)
	}
}
