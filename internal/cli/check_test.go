package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"strings"
	"testing"
)

// answers returns a probe whose programs print the given output; others cannot be run.
func answers(system string, programs map[string]string) probe {
	return probe{
		system: system,
		here:   machine{name: "laptop", addresses: []netip.Addr{netip.MustParseAddr("192.0.2.23")}},
		run: func(_ context.Context, name string, args ...string) (string, error) {
			out, known := programs[strings.Join(append([]string{name}, args...), " ")]
			if !known {
				return "", errors.New("no such program")
			}
			return out, nil
		},
		lookup: func(_ context.Context, name string) ([]netip.Addr, error) {
			switch name {
			case "play.example.com":
				return []netip.Addr{netip.MustParseAddr("192.0.2.23")}, nil
			case "elsewhere.example.com":
				return []netip.Addr{netip.MustParseAddr("203.0.113.9")}, nil
			}
			return nil, errors.New("no such host")
		},
	}
}

func statuses(findings []finding) string {
	var all []string
	for _, one := range findings {
		all = append(all, one.status+" "+one.found+" "+one.advice)
	}
	return strings.Join(all, "\n")
}

func TestCheckFirewall(t *testing.T) {
	const ufwOn = "LOGLEVEL=low\nENABLED=yes\n"
	status := "Status: active\n\nTo       Action  From\n--       ------  ----\n2222/tcp ALLOW   Anywhere\n22       ALLOW   Anywhere\n443/tcp  DENY    Anywhere\n"
	for _, row := range []struct {
		name string
		got  []finding
		want string // the status, and required text
		part string
	}{
		{"ufw is off", answers("linux", nil).checkUFW(t.Context(), "ENABLED=no\n", []string{"2222"}), "", ""},
		{"ufw, not root", answers("linux", nil).checkUFW(t.Context(), ufwOn, []string{"2222"}), "note", "sudo ufw allow 2222/tcp"},
		{"ufw lets it through", answers("linux", map[string]string{"ufw status": status}).checkUFW(t.Context(), ufwOn, []string{"2222"}), "ok", "2222"},
		{"ufw, both protocols", answers("linux", map[string]string{"ufw status": status}).checkUFW(t.Context(), ufwOn, []string{"22"}), "ok", "22"},
		{"ufw blocks it", answers("linux", map[string]string{"ufw status": status}).checkUFW(t.Context(), ufwOn, []string{"443"}), "FAIL", "sudo ufw allow 443/tcp"},
		{"no firewalld", answers("linux", nil).checkFirewalld(t.Context(), []string{"2222"}), "", ""},
		{"firewalld lets it through", answers("linux", map[string]string{"firewall-cmd --state": "running", "firewall-cmd --query-port=2222/tcp": "yes"}).checkFirewalld(t.Context(), []string{"2222"}), "ok", "2222"},
		{"firewalld, the service", answers("linux", map[string]string{"firewall-cmd --state": "running", "firewall-cmd --query-service=ssh": "yes"}).checkFirewalld(t.Context(), []string{"22"}), "ok", "22"},
		{"firewalld blocks it", answers("linux", map[string]string{"firewall-cmd --state": "running"}).checkFirewalld(t.Context(), []string{"2222"}), "FAIL", "--add-port=2222/tcp"},
		{"macOS", answers("darwin", map[string]string{"/usr/libexec/ApplicationFirewall/socketfilterfw --getglobalstate": "Firewall is enabled. (State = 1)"}).checkFirewall(t.Context(), []string{"2222"}), "note", "answer Allow"},
		{"Windows", answers("windows", map[string]string{"netsh advfirewall show currentprofile state": "Public Profile Settings:\r\n----\r\nState                                 ON\r\nOk."}).checkFirewall(t.Context(), []string{"2222", "443"}), "note", "localport=2222,443"},
		{"Windows, off", answers("windows", map[string]string{"netsh advfirewall show currentprofile state": "State                                 OFF\r\nOk."}).checkFirewall(t.Context(), []string{"2222"}), "ok", "is off"},
		{"nothing to ask", answers("plan9", nil).checkFirewall(t.Context(), []string{"2222"}), "note", "No firewall was found"},
	} {
		if got := statuses(row.got); (row.want == "") != (got == "") || !strings.HasPrefix(got, row.want) || !strings.Contains(got, row.part) {
			t.Errorf("%s: %q", row.name, got)
		}
	}
}

func TestCheckAddresses(t *testing.T) {
	for _, row := range []struct {
		container bool
		join      joinAddresses
		want      string
	}{
		{false, joinAddresses{public: "192.0.2.23:2222", network: []string{"[fd00::2]:2222"}, ports: []string{"192.0.2.23:443"}}, "ok People join with: ssh -p 2222 192.0.2.23 | ssh -p 2222 fd00::2 | ssh -p 443 192.0.2.23"},
		{false, joinAddresses{public: "localhost:2222"}, "FAIL No other machine can reach this one"},
		{true, joinAddresses{public: "localhost:2222"}, "FAIL This is a container"},
		{true, joinAddresses{public: "play.example.com:22"}, "ok People join with: ssh play.example.com"},
	} {
		p := answers("linux", nil)
		p.here.container = row.container
		if got := statuses(p.checkAddresses(row.join)); !strings.HasPrefix(got, row.want) {
			t.Errorf("%+v: %q", row.join, got)
		}
	}
}

func TestCheckName(t *testing.T) {
	for public, want := range map[string]string{
		"": "", "play.example.com": "ok", "play.example.com:22": "ok", "elsewhere.example.com": "note", "nowhere.example.com": "FAIL", "[bad": "FAIL",
	} {
		got := statuses(answers("linux", nil).checkName(t.Context(), public))
		if !strings.HasPrefix(got, want) || (want == "") != (got == "") {
			t.Errorf("%q: %q", public, got)
		}
	}
}

func TestCheckClock(t *testing.T) {
	const asked = "timedatectl show --property=NTPSynchronized --value"
	for answer, want := range map[string]string{"yes": "ok", "no": "note"} {
		if got := answers("linux", map[string]string{asked: answer}).checkClock(t.Context()); got.status != want {
			t.Errorf("%q: %+v", answer, got)
		}
	}
	if got := answers("linux", nil).checkClock(t.Context()); got.status != "" {
		t.Errorf("without timedatectl: %+v", got)
	}
}

// TestCheckListening checks a free address, one used by parlor, and one used by another program.
func TestCheckListening(t *testing.T) {
	serve := func(banner string) string {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		check(t, err)
		t.Cleanup(func() { check(t, listener.Close()) })
		go func() {
			for {
				conn, err := listener.Accept()
				if err != nil {
					return
				}
				_, _ = io.WriteString(conn, banner)
				_ = conn.Close()
			}
		}()
		return listener.Addr().String()
	}
	other, running := serve("SSH-2.0-OpenSSH_10.0\r\n"), serve("SSH-2.0-parlor\r\n")
	for _, row := range []struct {
		addresses, want string
		ports           int
	}{
		{"127.0.0.1:0", "ok parlor can listen", 1},
		{running, "ok parlor is running", 1},
		{other, "FAIL " + other + " is in use", 0},
		{"127.0.0.1:0, " + running, "ok parlor can listen", 2},
		{"somewhere", "FAIL ", 0},
	} {
		at, findings := checkListening(t.Context(), row.addresses)
		if got := statuses(findings); !strings.HasPrefix(got, row.want) || len(portsOf(at)) != row.ports {
			t.Errorf("%s: %s, ports %v", row.addresses, got, portsOf(at))
		}
	}
}

func TestCheckDisk(t *testing.T) {
	if got := checkDisk(t.TempDir() + "/not/there/yet"); got.status == "" || !strings.Contains(got.found, "MB free") {
		t.Errorf("%+v", got)
	}
}

// TestCheck runs all checks on this computer.
func TestCheck(t *testing.T) {
	status, stdout, stderr := start(t, nil, "check", "--addr", "127.0.0.1:0", "--data", t.TempDir())
	if status != StatusError || !strings.Contains(stdout, "FAIL  ") || stderr != "" {
		t.Errorf("on localhost only: status %d, %s%s", status, stdout, stderr)
	}
	status, _, stderr = start(t, nil, "check", "--addr")
	if status != StatusUsage {
		t.Errorf("a flag without its value: status %d", status)
	}
	wantSentence(t, stderr, "needs an argument")
}

// TestSeveralListeners checks that connections of all addresses are accepted and that Close ends all listeners.
func TestSeveralListeners(t *testing.T) {
	for _, addresses := range []string{"127.0.0.1:0", "127.0.0.1:0, 127.0.0.1:0"} {
		l, err := listen(t.Context(), addresses)
		check(t, err)
		for _, address := range l.addresses() {
			conn, err := net.Dial("tcp", address.String())
			check(t, err)
			got, err := l.Accept()
			check(t, err)
			if got.LocalAddr().String() != address.String() {
				t.Errorf("accepted at %v, not %v", got.LocalAddr(), address)
			}
			check(t, errors.Join(got.Close(), conn.Close()))
		}
		ended := make(chan error)
		go func() {
			_, err := l.Accept()
			ended <- err
		}()
		check(t, l.Close())
		if err := <-ended; !errors.Is(err, net.ErrClosed) {
			t.Errorf("%s: accepting ended with %v", addresses, err)
		}
	}
	taken, err := listen(t.Context(), "127.0.0.1:0")
	check(t, err)
	defer func() { check(t, taken.Close()) }()
	if _, err := listen(t.Context(), "127.0.0.1:0,"+taken.String()); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%s is in use", taken)) {
		t.Errorf("one of them is taken: %v", err)
	}
}
