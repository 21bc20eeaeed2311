package e2e

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ed25519"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"parlor/hostkeys"
	"parlor/internal/cli"
	"parlor/internal/games"
	"parlor/internal/terminal"
	"parlor/tui/board"
)

// root is the directory of the module.
const root = "../.."

// patience bounds a whole test, so that it can report what it saw. No test waits so long unless something is broken.
const patience = 8 * time.Minute

// program is the running program.
type program struct {
	addr  string
	night string // code of the game night of --night
	stop  context.CancelFunc
	ended <-chan int // receives its exit status
}

// run runs the program with all games and an empty environment.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return runWith(ctx, games.All(), args, stdin, stdout, stderr)
}

// runWith is run with other games.
func runWith(ctx context.Context, kits []board.Game, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return cli.Run(ctx, cli.Call{
		Games: kits, Args: args, Env: func(string) string { return "" }, Stdin: stdin, Stdout: stdout, Stderr: stderr,
	})
}

// command runs the program and returns its exit status and output.
func command(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	status = run(context.Background(), args, strings.NewReader(""), &out, &errs)
	return status, out.String(), errs.String()
}

// launch starts the program on a free port.
func launch(t *testing.T, args ...string) program {
	t.Helper()
	return launchWith(t, games.All(), args...)
}

// launchWith is launch with other games.
func launchWith(t *testing.T, kits []board.Game, args ...string) program {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	t.Cleanup(stop)
	output, stdout := io.Pipe()
	ended := make(chan int, 1)
	args = append([]string{
		"--addr", "127.0.0.1:0", "--host-keys", keysFolder(t), "--data", t.TempDir(), "--log", "error", "--bot-pace", "1ms", "--drain", "1ms",
	}, args...)
	go func() {
		code := runWith(ctx, kits, args, strings.NewReader(""), stdout, testWriter{t})
		_ = stdout.Close()
		ended <- code
	}()
	lines := bufio.NewScanner(output)
	var port, night string
	for lines.Scan() && !strings.Contains(lines.Text(), "Press Ctrl+C") {
		if found := regexp.MustCompile(`ssh -p (\d+) localhost`).FindStringSubmatch(lines.Text()); found != nil {
			port = found[1]
		}
		if found := regexp.MustCompile(`Game night at .*, code (\w+)\.`).FindStringSubmatch(lines.Text()); found != nil {
			night = found[1]
		}
	}
	if port == "" {
		t.Fatal("the program did not print how to join")
	}
	go func() { _, _ = io.Copy(io.Discard, output) }()
	return program{"127.0.0.1:" + port, night, stop, ended}
}

// slowKey is an RSA host key shared by all programs of a test, because creating one takes long.
var slowKey = sync.OnceValues(func() ([]byte, error) { //nolint:gochecknoglobals // made once for all tests, and never changed
	folder, err := os.MkdirTemp("", "parlor-*")
	if err != nil {
		return nil, err
	}
	if _, _, err := hostkeys.LoadRSA(folder); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(folder, hostkeys.RSAFile))
	return text, errors.Join(err, os.RemoveAll(folder))
})

// keysFolder returns a folder for host keys that contains slowKey.
func keysFolder(t *testing.T) string {
	t.Helper()
	text, err := slowKey()
	check(t, err)
	folder := t.TempDir()
	check(t, os.WriteFile(filepath.Join(folder, hostkeys.RSAFile), text, 0o600))
	return folder
}

// startProgram launches the program for a whole test and returns its address. It is stopped at the end, and its exit
// status checked.
func startProgram(t *testing.T, args ...string) string {
	t.Helper()
	p := launch(t, args...)
	t.Cleanup(func() {
		p.stop()
		if code := <-p.ended; code != cli.StatusOK {
			t.Errorf("the program ended with status %d", code)
		}
	})
	return p.addr
}

// testWriter is the program's standard error, where nothing is expected.
type testWriter struct{ t *testing.T }

func (w testWriter) Write(text []byte) (int, error) {
	w.t.Errorf("standard error: %s", text)
	return len(text), nil
}

// keyOf returns the key of a name, always the same.
func keyOf(t *testing.T, name string) gossh.Signer {
	t.Helper()
	seed := make([]byte, ed25519.SeedSize)
	copy(seed, name)
	signer, err := gossh.NewSignerFromKey(ed25519.NewKeyFromSeed(seed))
	if err != nil {
		t.Fatal(err)
	}
	return signer
}

// answerOf runs a command over SSH, without a terminal.
func answerOf(t *testing.T, addr, name, line string) string {
	t.Helper()
	client, err := terminal.Dial(t.Context(), addr, terminal.Options{User: name, Key: keyOf(t, name), Command: line})
	if err != nil {
		t.Fatal(err)
	}
	defer client.HangUp()
	if _, err := client.ExitStatus(); err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	<-client.Done()
	return string(client.Bytes())
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
