package e2e

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"parlor/engine"
	"parlor/internal/cli"
	"parlor/internal/games"
	"parlor/lobby"
	"parlor/store"
	"parlor/tui/board"
)

// childArgs is set in the environment of a copy of this test that runs the program, so that it can be killed.
const childArgs = "PARLOR_TEST_ARGS"

// childCables is set as well if that program is to reach other nodes through cables: the addresses to use in place of
// each, as in "HOST:PORT=HOST:PORT,…".
const childCables = "PARLOR_TEST_CABLES"

func TestMain(m *testing.M) {
	args, child := os.LookupEnv(childArgs)
	if !child {
		os.Exit(m.Run())
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	os.Exit(cli.Run(ctx, cli.Call{
		Games: games.All(), Args: strings.Fields(args), Env: func(string) string { return "" }, Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
		Dial: byCable(os.Getenv(childCables)),
	}))
}

// byCable returns a dial function that replaces addresses.
func byCable(cables string) func(ctx context.Context, network, address string) (net.Conn, error) {
	by := map[string]string{}
	for one := range strings.SplitSeq(cables, ",") {
		address, cable, _ := strings.Cut(one, "=")
		by[address] = cable
	}
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		if cable, is := by[address]; is {
			address = cable
		}
		return (&net.Dialer{}).DialContext(ctx, network, address)
	}
}

// crashes returns the number of kills, from PARLOR_CRASHES.
func crashes() int {
	if n, err := strconv.Atoi(os.Getenv("PARLOR_CRASHES")); err == nil {
		return n
	}
	return 5
}

// TestNothingIsLostInACrash kills the program at random moments while people and bots play all games. Nothing that
// was shown is lost, nothing happens twice, and all matches continue to their ends.
func TestNothingIsLostInACrash(t *testing.T) {
	t.Parallel()
	w := newCrashWorld(t, t.TempDir())
	w.play()
	for n := range crashes() {
		time.Sleep(time.Duration(100+rand.IntN(500)) * time.Millisecond)
		w.kill()
		t.Logf("crash %d; %d matches have ended", n+1, w.ends())
		w.start()
	}
	w.finish()
	w.checkStore()
}

// TestNothingIsLostOnAFullDisk fills the program's disk repeatedly, and kills it now and then.
func TestNothingIsLostOnAFullDisk(t *testing.T) {
	t.Parallel()
	disk := smallDisk(t)
	w := newCrashWorld(t, filepath.Join(disk, "data"))
	w.play()
	ballast := filepath.Join(disk, "ballast")
	for n := range crashes() {
		fill(t, ballast)
		time.Sleep(time.Duration(100+rand.IntN(300)) * time.Millisecond)
		if err := os.Remove(ballast); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(rand.IntN(2000)) * time.Millisecond)
		t.Logf("full %d times; %d matches have ended", n+1, w.ends())
		if n%3 == 2 {
			w.kill()
			w.start()
		}
	}
	w.finish()
	w.checkStore()
}

// smallDisk returns a small file system, if this computer allows to mount one.
func smallDisk(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	size := fmt.Sprintf("size=%dm", 32+crashes()) // stored data must fit, too
	if out, err := exec.CommandContext(t.Context(), "mount", "-t", "tmpfs", "-o", size, "tmpfs", dir).CombinedOutput(); err != nil {
		t.Skipf("no small disk can be made here: %v, %s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.CommandContext(context.Background(), "umount", dir).CombinedOutput(); err != nil {
			t.Errorf("%v, %s", err, out)
		}
	})
	return dir
}

// fill writes until the disk is full.
func fill(t *testing.T, path string) {
	t.Helper()
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	for size := 1 << 20; size >= 1; size /= 16 {
		for err == nil {
			_, err = file.Write(make([]byte, size))
		}
		err = nil
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
}

// complaints is the program's standard error, which may report a full disk.
type complaints struct{ t *testing.T }

func (c complaints) Write(text []byte) (int, error) {
	for line := range strings.Lines(string(text)) {
		if !strings.Contains(line, "is full") {
			c.t.Errorf("standard error: %s", line)
		}
	}
	return len(text), nil
}

func newCrashWorld(t *testing.T, data string) *crashWorld {
	t.Helper()
	return crashWorldWith(t, data, "")
}

// crashWorldWith is newCrashWorld with more flags.
func crashWorldWith(t *testing.T, data, flags string) *crashWorld {
	t.Helper()
	w := &crashWorld{t: t, data: data, done: make(chan struct{})}
	w.args = fmt.Sprintf("--addr 127.0.0.1:0 --host-keys %s --data %s --log error --bot-pace 1ms --drain 1ms %s", t.TempDir(), data, flags)
	w.changed = sync.NewCond(&w.mu)
	t.Cleanup(w.stop) // before the directory is removed, also after a failure
	w.start()
	return w
}

// play starts people and bots that play all games.
func (w *crashWorld) play() {
	for i, room := range []string{
		"davinci seats=2 rounds=1", "davinci seats=3 rounds=1 jokers=free", "masterdice", "masterdice mode=duel",
		"kodeknacker preset=free positions=3 colors=4 rounds=3", "kodeknacker preset=free positions=3 colors=4 rounds=1",
	} {
		code := make(chan string, 1)
		maker := &crashPlayer{crashWorld: w, name: fmt.Sprint("maker", i), makes: room, told: code, people: 2, choose: choose}
		if i%2 == 0 {
			maker.people = 1 // in addition to bots
		} else {
			guest := &crashPlayer{crashWorld: w, name: fmt.Sprint("guest", i), waits: code, people: 2, choose: choose}
			w.players = append(w.players, guest)
			w.playing.Go(guest.play)
		}
		w.players = append(w.players, maker)
		w.playing.Go(maker.play)
	}
}

// crashWorld is the program between two crashes, and what its players know.
type crashWorld struct {
	t     *testing.T
	args  string
	data  string
	think time.Duration // time before a move

	cmd     *exec.Cmd // nil while the program is not running
	playing sync.WaitGroup

	mu      sync.Mutex // guards what follows
	changed *sync.Cond
	addr    string
	final   bool // no further crash: all play one more match to its end
	seeds   []engine.Seed
	ended   int
	players []*crashPlayer
	waiting int           // players who have not seen an end since then
	done    chan struct{} // closed when all have
	orders  int           // number of answers
	wrongs  int           // number of errors

	sees observer // may be nil
}

// observer is notified of players' connections. Its methods may be called concurrently.
type observer interface {
	// Connected is called with the client address of a new connection, and Seated when the player has a seat through
	// it.
	Connected(p *crashPlayer, at string)
	Seated(p *crashPlayer, at string)
	// Answered is called when a request in the player's room was done.
	Answered(p *crashPlayer, asked time.Time)
	// Ended is called when a connection has ended.
	Ended(p *crashPlayer, at string, why error)
}

// wrong reports an error in what a player was shown or answered.
func (w *crashWorld) wrong(format string, args ...any) {
	w.t.Helper()
	w.mu.Lock()
	w.wrongs++
	w.mu.Unlock()
	w.t.Errorf(format, args...)
}

func (w *crashWorld) start() {
	w.t.Helper()
	cmd := exec.CommandContext(context.Background(), os.Args[0]) // stop ends it
	cmd.Env = append(os.Environ(), childArgs+"="+w.args)
	cmd.Stderr = complaints{w.t}
	output, err := cmd.StdoutPipe()
	if err != nil {
		w.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	w.cmd = cmd
	lines := bufio.NewScanner(output)
	for lines.Scan() {
		if _, port, found := strings.Cut(lines.Text(), "ssh -p "); found {
			w.mu.Lock()
			w.addr = "127.0.0.1:" + strings.Fields(port)[0]
			w.changed.Broadcast()
			w.mu.Unlock()
			go func() { _, _ = io.Copy(io.Discard, output) }()
			return
		}
	}
	w.t.Fatal("the program did not print how to join")
}

func (w *crashWorld) kill() {
	w.mu.Lock()
	w.addr = ""
	w.mu.Unlock()
	if err := w.cmd.Process.Kill(); err != nil {
		w.t.Error(err)
	}
	_ = w.cmd.Wait() // it was killed
	w.cmd = nil
}

// stop ends the program and all players.
func (w *crashWorld) stop() {
	w.mu.Lock()
	w.allDone()
	w.mu.Unlock()
	if w.cmd != nil {
		w.kill()
	}
	w.playing.Wait()
}

// allDone lets all players stop. The caller holds mu.
func (w *crashWorld) allDone() {
	if !w.isDone() {
		close(w.done)
		w.changed.Broadcast()
	}
}

func (w *crashWorld) isDone() bool {
	select {
	case <-w.done:
		return true
	default:
		return false
	}
}

func (w *crashWorld) ends() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.ended
}

// address waits until the program is running or all players are done, and returns its address.
func (w *crashWorld) address() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	for w.addr == "" && !w.isDone() {
		w.changed.Wait()
	}
	return w.addr
}

func (w *crashWorld) isFinal() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.final
}

// finish lets all players end a match, and stops the program gracefully.
func (w *crashWorld) finish() {
	w.lastMatch()
	if err := w.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		w.t.Error(err)
	}
	if err := w.cmd.Wait(); err != nil {
		w.t.Errorf("the program ended with %v", err)
	}
	w.cmd = nil
}

// lastMatch waits until all players have seen one more end.
func (w *crashWorld) lastMatch() {
	w.t.Helper()
	w.mu.Lock()
	w.final, w.waiting = true, len(w.players)
	w.mu.Unlock()
	select {
	case <-w.done:
		w.playing.Wait()
	case <-time.After(patience):
		w.stop()
		for _, p := range w.players {
			w.t.Logf("%s in %s: asks %d, wants view %d and has %d, stage %q, its turn: %v, may %q, did %+v", p.name, p.code,
				p.asking, p.fresh, p.last.Number, p.last.Stage, p.last.YourTurn, p.last.Legal, p.acts[max(0, len(p.acts)-2):])
		}
		w.t.Fatal("the matches do not end")
	}
}

// checkStore compares the stored matches with what players were shown.
func (w *crashWorld) checkStore() {
	kept, err := store.Open(w.data, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() {
		if err := kept.Close(); err != nil {
			w.t.Error(err)
		}
	}()
	found := map[engine.Seed]int{}
	for before := ""; ; {
		page, err := kept.History.Matches(w.t.Context(), lobby.MatchFilter{Before: before, Limit: 1000})
		if err != nil {
			w.t.Fatal(err)
		}
		for _, one := range page {
			whole, err := kept.History.Match(w.t.Context(), one.ID)
			if err != nil {
				w.t.Fatal(err)
			}
			found[whole.Record.Seed]++
			if _, _, err := replayed(whole.Record); err != nil {
				w.t.Errorf("match %s: %v", whole.ID, err)
			}
			before = one.ID
		}
		if len(page) == 0 {
			break
		}
	}
	for seed, times := range found {
		if times > 1 {
			w.t.Errorf("a match is remembered %d times (seed %x)", times, seed[:4])
		}
	}
	for _, seed := range w.seeds {
		if found[seed] == 0 {
			w.t.Errorf("a match whose end was shown is not remembered (seed %x)", seed[:4])
		}
	}
	w.t.Logf("%d matches are remembered, %d ends were shown", len(found), len(w.seeds))
}

// replayed replays a record and returns the public events.
func replayed(record engine.Record) (engine.Match, []engine.Event, error) {
	kit := slices.IndexFunc(games.All(), func(kit board.Game) bool { return kit.Game.Name == record.Game })
	match, err := games.All()[kit].Game.Start(record.Seats, record.Seed, record.Options)
	if err != nil {
		return nil, nil, err
	}
	var events []engine.Event
	for i, move := range record.Moves {
		next, seen, err := match.Play(move.Seat, move.Action)
		if err != nil {
			return nil, nil, fmt.Errorf("move %d: %w", i+1, err)
		}
		match, events = next, append(events, seen...)
	}
	if len(match.ToMove()) > 0 {
		return nil, nil, errors.New("it is not over")
	}
	return match, events, nil
}
