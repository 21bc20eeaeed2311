package cli

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"parlor/hostkeys"
	"parlor/lobby"
	"parlor/server"
)

// start runs the program with arguments with which it does not serve.
func start(t *testing.T, env map[string]string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	status = Run(t.Context(), Call{
		Args: args, Env: func(name string) string { return env[name] }, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs,
	})
	return status, out.String(), errs.String()
}

func TestWrongUsage(t *testing.T) {
	for _, row := range []struct {
		name string
		env  map[string]string
		args []string
		want string
	}{
		{"an unknown flag", nil, []string{"--colour"}, "colour"},
		{"a flag without its value", nil, []string{"--addr"}, "needs an argument: -addr"},
		{"what is left over", nil, []string{"--addr", ":0", "now"}, `unknown command "now"`},
		{"a word for a number", nil, []string{"--max-rooms", "many"}, "a whole number"},
		{"a fraction", nil, []string{"--max-sessions", "1.5"}, "a whole number"},
		{"nothing", nil, []string{"--max-connections", "0"}, "at least 1"},
		{"less than nothing", nil, []string{"--max-unauthenticated", "-3"}, "at least 1"},
		{"a time without its unit", nil, []string{"--idle", "90"}, "such as 90s"},
		{"no time", nil, []string{"--handshake", "0s"}, "more than zero"},
		{"time that runs back", nil, []string{"--keep-alive", "-1s"}, "more than zero"},
		{"an unknown level", nil, []string{"--log", "loud"}, "debug, info, warn or error"},
		{"what is no time for a game night", nil, []string{"--night-until", "19:00"}, "require --night"},
		{"a game night at no time", nil, []string{"--night", "none"}, `needs a time, such as 17:00, and not "none"`},
		{"a game night soon", nil, []string{"--night", "soon"}, "--night: Invalid time: soon"},
		{"a variable", map[string]string{"PARLOR_IDLE": "late"}, nil, `"late" for PARLOR_IDLE: it must be a time`},
	} {
		t.Run(row.name, func(t *testing.T) {
			status, stdout, stderr := start(t, row.env, row.args...)
			if status != StatusUsage || stdout != "" {
				t.Errorf("status %d, standard output %q", status, stdout)
			}
			wantSentence(t, stderr, row.want)
		})
	}
}

// wantSentence checks that standard error is one line that begins with the program's name.
func wantSentence(t *testing.T, stderr, want string) {
	t.Helper()
	if !strings.HasPrefix(stderr, "parlor: ") || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, want) {
		t.Errorf("standard error is %q, not one sentence with %q", stderr, want)
	}
}

func TestWhatKeepsItFromServing(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	check(t, err)
	defer func() { check(t, taken.Close()) }()
	keys, data := t.TempDir(), t.TempDir()
	_, _, err = hostkeys.Load(keys)
	check(t, err)
	open, garbled := t.TempDir(), t.TempDir()
	_, _, err = hostkeys.Load(open)
	check(t, err)
	check(t, os.Chmod(filepath.Join(open, hostkeys.File), 0o640))
	check(t, os.WriteFile(filepath.Join(garbled, hostkeys.File), []byte("-----BEGIN"), 0o600))
	file := filepath.Join(data, "file")
	check(t, os.WriteFile(file, nil, 0o600))
	for _, row := range []struct{ name, addr, keys, data, want string }{
		{"a port in use", taken.Addr().String(), keys, data, "is in use by another program"},
		{"no port", "localhost", keys, data, ":PORT or HOST:PORT"},
		{"a port that does not exist", ":70000", keys, data, ":PORT or HOST:PORT"},
		{"a name that is none", "play example:2222", keys, data, `does not find "play example"`},
		{"somebody else's address", "192.0.2.1:2222", keys, data, "not an address of this machine"},
		{"a key that others can read", "127.0.0.1:0", open, data, "chmod 600 " + open},
		{"a key that is none", "127.0.0.1:0", garbled, data, "is not a private key"},
		{"a file for a folder", "127.0.0.1:0", keys, file, "data folder"},
	} {
		t.Run(row.name, func(t *testing.T) {
			status, stdout, stderr := start(t, nil, "--addr", row.addr, "--host-keys", row.keys, "--data", row.data)
			if status != StatusError || stdout != "" {
				t.Errorf("status %d, standard output %q", status, stdout)
			}
			wantSentence(t, stderr, row.want)
		})
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestHelpNamesEverything(t *testing.T) {
	status, help, stderr := start(t, nil, "--help")
	if status != StatusOK || stderr != "" {
		t.Errorf("status %d, standard error %q", status, stderr)
	}
	first, limits := settings()
	for _, one := range append(first, limits...) {
		line := regexp.MustCompile(`(?m)^  --` + one.flag + ` +` + regexp.QuoteMeta(one.value) + ` +` + one.env + `\n +` + regexp.QuoteMeta(one.help) + `$`)
		if !line.MatchString(help) {
			t.Errorf("the help does not tell of --%s", one.flag)
		}
	}
	for _, line := range strings.Split(help, "\n") {
		if len(line) > 80 {
			t.Errorf("too wide for the help: %q", line)
		}
	}
}

// TestVersion checks that the three ways to print the version agree.
func TestVersion(t *testing.T) {
	want := "parlor " + version() + " ("
	for _, args := range [][]string{{"version"}, {"--version"}} {
		status, stdout, stderr := start(t, nil, args...)
		if status != StatusOK || !strings.HasPrefix(stdout, want) || strings.Count(stdout, "\n") != 1 || stderr != "" {
			t.Errorf("%q: status %d, %q, %q", args, status, stdout, stderr)
		}
	}
	if _, help, _ := start(t, nil, "help"); !strings.Contains(help, "\nThis is version "+version()+".\n") {
		t.Errorf("the help does not say which version it is of:\n%.200s", help)
	}
	if status, _, stderr := start(t, nil, "version", "2"); status != StatusUsage {
		t.Errorf("status %d, %q", status, stderr)
	}
}

// TestWhatAProgramWasMadeFrom checks the parsing of Go's build information.
func TestWhatAProgramWasMadeFrom(t *testing.T) {
	built := fmt.Sprintf("%s, %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH)
	commit := []debug.BuildSetting{{Key: "vcs.revision", Value: "0123456789abcdef0123456789abcdef01234567"}}
	for _, row := range []struct {
		want string
		info *debug.BuildInfo
	}{
		{"parlor development (" + built + ")", nil},
		{"parlor development (" + built + ")", &debug.BuildInfo{}},
		{"parlor development (" + built + ")", &debug.BuildInfo{Main: debug.Module{Version: "(devel)"}}},
		{"parlor v1.2.0 (commit 0123456789ab, " + built + ")", &debug.BuildInfo{Main: debug.Module{Version: "v1.2.0"}, Settings: commit}},
		{"parlor v1.2.1+dirty (commit 0123456789ab, " + built + ")", &debug.BuildInfo{Main: debug.Module{Version: "v1.2.1+dirty"}, Settings: commit}},
	} {
		if got := madeFrom(row.info).String(); got != row.want {
			t.Errorf("%+v is told as %q", row.info, got)
		}
	}
}

func TestAFlagWinsOverTheEnvironment(t *testing.T) {
	env := map[string]string{"PARLOR_ADDR": ":1", "PARLOR_MAX_ROOMS": "7", "PARLOR_IDLE": "3m"}
	o, err := parseOptions([]string{"--addr", ":2", "--idle=5m"}, func(name string) string { return env[name] })
	check(t, err)
	if o.addr != ":2" || o.lobby.Rooms != 7 || o.server.Idle != 5*time.Minute {
		t.Errorf("addr %s, rooms %d, idle %v", o.addr, o.lobby.Rooms, o.server.Idle)
	}
	if d := server.DefaultLimits(); o.server.Connections != d.Connections || o.hostKeys != "hostkeys" || o.data != "data" {
		t.Errorf("what is not set has no default: %+v", o)
	}
}

// TestFormerFlags checks that a flag and its environment variable still have their former names, which the help does
// not list.
func TestFormerFlags(t *testing.T) {
	if got, want := currentFlags([]string{"bots", "-sure", "--part=1/2", "--max-watchers", "7", "sure", "--vacant=3s"}),
		[]string{"bots", "--stop-early", "--shard=1/2", "--max-spectators", "7", "sure", "--connection-idle=3s"}; !slices.Equal(got, want) {
		t.Errorf("the arguments become %q, not %q", got, want)
	}
	for env, most := range map[string]int{"PARLOR_MAX_WATCHERS": 7, "PARLOR_MAX_SPECTATORS": 7, "PARLOR_OTHER": lobby.DefaultLimits().Watchers} {
		o, err := parseOptions(nil, func(name string) string { return map[string]string{env: "7"}[name] })
		if err != nil || o.lobby.Watchers != most {
			t.Errorf("%s: %d spectators (%v), not %d", env, o.lobby.Watchers, err, most)
		}
	}
	if strings.Contains(usage(), "watchers") || strings.Contains(usage(), "vacant") {
		t.Error("the help lists former flags")
	}
}

func TestTheLineToJoinWith(t *testing.T) {
	here := machine{name: "laptop", addresses: []netip.Addr{netip.MustParseAddr("192.0.2.23"), netip.MustParseAddr("fd00::2"), netip.MustParseAddr("172.17.0.1")}}
	for _, row := range []struct {
		listening, public string
		here              machine
		want              string // the public line, then the others
	}{
		{":2222", "", here, "ssh -p 2222 192.0.2.23, ssh -p 2222 fd00::2, ssh -p 2222 172.17.0.1, ssh -p 2222 laptop, ssh -p 2222 localhost"},
		{"0.0.0.0:22,:443", "", here, "ssh 192.0.2.23, ssh fd00::2, ssh 172.17.0.1, ssh laptop, ssh -p 443 192.0.2.23, ssh localhost"},
		{":2222", "", machine{}, "ssh -p 2222 localhost"},
		{"127.0.0.1:2022", "", here, "ssh -p 2022 localhost"},
		{"[::1]:2022", "", here, "ssh -p 2022 localhost"},
		{"127.0.0.1:2022,[::1]:2022", "", here, "ssh -p 2022 localhost"},
		{"192.0.2.7:2222", "", here, "ssh -p 2222 192.0.2.7"},
		{"127.0.0.9:22", "", here, "ssh 127.0.0.9"},
		{"[2001:db8::7]:22", "", here, "ssh 2001:db8::7"},
		{":2222", "play.example.com", machine{}, "ssh -p 2222 play.example.com, ssh -p 2222 localhost"},
		{":2222", "play.example.com:22", here, "ssh play.example.com, ssh -p 2222 192.0.2.23, ssh -p 2222 fd00::2, ssh -p 2222 172.17.0.1, ssh -p 2222 laptop, ssh -p 2222 localhost"},
		{":2222", "[2001:db8::7]:2200", machine{}, "ssh -p 2200 2001:db8::7, ssh -p 2222 localhost"},
		{":2222", "2001:db8::7", machine{}, "ssh -p 2222 2001:db8::7, ssh -p 2222 localhost"},
	} {
		var listening []net.Addr
		for address := range strings.SplitSeq(row.listening, ",") {
			if strings.HasPrefix(address, ":") {
				address = "[::]" + address
			}
			tcp, err := net.ResolveTCPAddr("tcp", address)
			check(t, err)
			listening = append(listening, tcp)
		}
		join := options{public: row.public}.joinAddresses(listening, row.here)
		if want := row.listening == ":2222" && row.public == "" && row.here.name == ""; join.unknown != want {
			t.Errorf("%s, public %q: others cannot use the line: %v, want %v", row.listening, row.public, join.unknown, want)
		}
		all := append([]string{join.public}, join.network...)
		if join.name != "" {
			all = append(all, join.name)
		}
		all = append(all, join.ports...)
		if join.local != "" {
			all = append(all, join.local)
		}
		for i, address := range all {
			all[i] = lobby.SSHLine(address, "")
		}
		if got := strings.Join(all, ", "); got != row.want {
			t.Errorf("%s, public %q:\n%s\nnot\n%s", row.listening, row.public, got, row.want)
		}
	}
}

func TestLongValuesAreCutInTheLog(t *testing.T) {
	var out bytes.Buffer
	newLog(&out, slog.LevelInfo, formatText).Info("it broke", "at", strings.Repeat("x", 100_000), "err", errors.New(strings.Repeat("é", 100_000)), "n", 7)
	if text := out.String(); len(text) > 2*longestValue+200 || !strings.Contains(text, "…") || !strings.Contains(text, "n=7") {
		t.Errorf("%d bytes: %.200s", len(text), text)
	}
}

func TestDurationsHaveUnitsInTheLog(t *testing.T) {
	var out bytes.Buffer
	newLog(&out, slog.LevelInfo, formatJSON).Info("left", "after", 90*time.Second)
	if !strings.Contains(out.String(), `"after":"1m30s"`) {
		t.Error(out.String())
	}
}

func TestHelpNamesSubcommands(t *testing.T) {
	_, flag, _ := start(t, nil, "--help")
	status, word, stderr := start(t, nil, "help")
	if status != StatusOK || word != flag || stderr != "" {
		t.Errorf("help says %d, %q, %q", status, word, stderr)
	}
	for _, one := range subcommands() {
		if !regexp.MustCompile(`(?m)^    parlor ` + one.name + `\b.* ` + one.does + `$`).MatchString(word) {
			t.Errorf("the help does not tell of %s", one.name)
		}
	}
	if status, _, stderr = start(t, nil, "help", "me"); status != StatusUsage {
		t.Errorf("status %d, %q", status, stderr)
	}
	status, stdout, stderr := start(t, nil, "verify", "--help")
	if status != StatusOK || !strings.Contains(stdout, "exit status") || stderr != "" {
		t.Errorf("status %d, %q, %q", status, stdout, stderr)
	}
}
