package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
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

	gossh "golang.org/x/crypto/ssh"

	"parlor/engine"
	"parlor/lobby"
	"parlor/server/protocol"
	"parlor/store"
	"parlor/tui"
)

// childArgs is set in the environment of a copy of this test that is to be the
// program itself, so that it can be killed.
const childArgs = "PARLOR_TEST_ARGS"

func TestMain(m *testing.M) {
	args, child := os.LookupEnv(childArgs)
	if !child {
		os.Exit(m.Run())
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, strings.Fields(args), func(string) string { return "" }, os.Stdin, os.Stdout, os.Stderr))
}

// crashes is how often the program is killed: PARLOR_CRASHES says it.
func crashes() int {
	if n, err := strconv.Atoi(os.Getenv("PARLOR_CRASHES")); err == nil {
		return n
	}
	return 5
}

// TestNothingIsLostInACrash kills the program at random moments while people
// and bots play all games. What anybody was shown stays, nothing happens
// twice, and all matches go on to their ends.
func TestNothingIsLostInACrash(t *testing.T) {
	t.Parallel()
	w := newCrashWorld(t, t.TempDir())
	players := w.play()
	for n := range crashes() {
		time.Sleep(time.Duration(100+rand.IntN(500)) * time.Millisecond)
		w.kill()
		t.Logf("crash %d; %d matches have ended", n+1, w.ends())
		w.start()
	}
	w.finish(players)
	w.checkStore()
}

// TestNothingIsLostOnAFullDisk fills the disk under the program again and
// again, and kills it now and then.
func TestNothingIsLostOnAFullDisk(t *testing.T) {
	t.Parallel()
	disk := smallDisk(t)
	w := newCrashWorld(t, filepath.Join(disk, "data"))
	players := w.play()
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
	w.finish(players)
	w.checkStore()
}

// smallDisk is a disk of its own, where this machine allows to make one.
func smallDisk(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	size := fmt.Sprintf("size=%dm", 32+crashes()) // what is remembered must find room, too
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

// fill writes until there is no room.
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

// complaints is the program's standard error: of a full disk it may speak.
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
	w := &crashWorld{t: t, data: data, done: make(chan struct{})}
	w.args = fmt.Sprintf("--addr 127.0.0.1:0 --host-keys %s --data %s --log error --bot-pace 1ms --drain 1ms", t.TempDir(), data)
	w.changed = sync.NewCond(&w.mu)
	w.start()
	return w
}

// play lets people and bots play all games.
func (w *crashWorld) play() *sync.WaitGroup {
	var players sync.WaitGroup
	for i, room := range []string{
		"davinci seats=2 rounds=1", "davinci seats=3 rounds=1 jokers=free", "masterdice", "masterdice mode=duel",
		"kodeknacker preset=free positions=3 colors=4 rounds=3", "kodeknacker preset=free positions=3 colors=4 rounds=1",
	} {
		code := make(chan string, 1)
		maker := &crashPlayer{crashWorld: w, name: fmt.Sprint("maker", i), makes: room, told: code, people: 2}
		if i%2 == 0 {
			maker.people = 1 // beside bots
		} else {
			guest := &crashPlayer{crashWorld: w, name: fmt.Sprint("guest", i), waits: code, people: 2}
			w.players = append(w.players, guest)
			players.Go(guest.play)
		}
		w.players = append(w.players, maker)
		players.Go(maker.play)
	}
	return &players
}

// crashWorld is the program between two crashes and what its players know.
type crashWorld struct {
	t    *testing.T
	args string
	data string

	mu      sync.Mutex // guards what follows
	changed *sync.Cond
	cmd     *exec.Cmd
	addr    string
	final   bool // no crash comes any more: everybody plays one more match to its end
	seeds   []engine.Seed
	ended   int
	players []*crashPlayer
	waiting int           // how many have not seen an end since then
	done    chan struct{} // closed when all have
}

func (w *crashWorld) start() {
	w.t.Helper()
	cmd := exec.CommandContext(w.t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), childArgs+"="+w.args)
	cmd.Stderr = complaints{w.t}
	output, err := cmd.StdoutPipe()
	if err != nil {
		w.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	lines := bufio.NewScanner(output)
	for lines.Scan() {
		if _, port, found := strings.Cut(lines.Text(), "ssh -p "); found {
			w.mu.Lock()
			w.cmd, w.addr = cmd, "127.0.0.1:"+strings.Fields(port)[0]
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
	cmd := w.cmd
	w.addr = ""
	w.mu.Unlock()
	if err := cmd.Process.Kill(); err != nil {
		w.t.Error(err)
	}
	_ = cmd.Wait() // it was killed
}

func (w *crashWorld) ends() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.ended
}

// address waits until the program runs.
func (w *crashWorld) address() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	for w.addr == "" {
		w.changed.Wait()
	}
	return w.addr
}

func (w *crashWorld) isFinal() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.final
}

// finish lets everybody come to the end of a match, and stops the program as
// an operator does.
func (w *crashWorld) finish(players *sync.WaitGroup) {
	w.mu.Lock()
	w.final, w.waiting = true, len(w.players)
	w.mu.Unlock()
	done := make(chan struct{})
	go func() {
		players.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(patience / 2):
		w.mu.Lock()
		defer w.mu.Unlock()
		for _, p := range w.players {
			w.t.Logf("%s in %s: stage %q, its turn: %v, may %q, did %+v", p.name, p.code, p.last.Stage, p.last.YourTurn, p.last.Legal, p.acts[max(0, len(p.acts)-2):])
		}
		w.t.Fatal("the matches do not end")
	}
	if err := w.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		w.t.Error(err)
	}
	if err := w.cmd.Wait(); err != nil {
		w.t.Errorf("the program ended with %v", err)
	}
}

// checkStore holds what was remembered against what people were shown.
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
		page, err := kept.Matches(w.t.Context(), lobby.Filter{Before: before, Limit: 1000})
		if err != nil {
			w.t.Fatal(err)
		}
		for _, one := range page {
			whole, err := kept.Match(w.t.Context(), one.ID)
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

// replayed plays a record again and answers what all could see.
func replayed(record engine.Record) (engine.Match, []engine.Event, error) {
	kit := slices.IndexFunc(games(), func(kit tui.Kit) bool { return kit.Game.Name == record.Game })
	match, err := games()[kit].Game.Start(record.Seats, record.Seed, record.Options)
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

// crashPlayer plays whatever is legal, and remembers all it has done and seen.
type crashPlayer struct {
	*crashWorld
	name   string
	makes  string        // the room it makes; empty for one who joins
	told   chan<- string // where its maker puts the code
	waits  <-chan string // where a guest gets it
	people int           // at the table, beside bots

	code   string
	acts   []act          // of this match
	events []engine.Event // that it was shown of this match
	number int            // of the newest act
	last   heard          // view
	asked  bool           // the match has ended, and another one is wanted
	spoken bool           // and the server was told so on this connection
	ready  bool           // has seen the end of a match since no crash came any more
}

// act is an action that was sent.
type act struct {
	id     int
	action engine.Action
	state  actState
}

type actState int

const (
	sent    actState = iota // and not answered yet
	done                    // and the answer came
	unknown                 // and the line broke before an answer
)

// play goes on from crash to crash, until everybody has seen the end of a match
// after the last.
func (p *crashPlayer) play() {
	if p.waits != nil {
		p.code = <-p.waits
	}
	for {
		err := p.stay()
		select {
		case <-p.done:
			return
		default:
		}
		if err != nil && p.isFinal() {
			p.t.Logf("%s: %v", p.name, err)
		}
	}
}

// stay is one connection.
func (p *crashPlayer) stay() error {
	// What was under way when the line broke may have been played or not.
	client, err := gossh.Dial("tcp", p.address(), &gossh.ClientConfig{
		User: p.name, Auth: []gossh.AuthMethod{gossh.PublicKeys(keyOf(p.t, p.name))},
		HostKeyCallback: gossh.InsecureIgnoreHostKey(),
		Timeout:         5 * time.Second,
	})
	if err != nil {
		time.Sleep(10 * time.Millisecond)
		return err
	}
	defer func() { _ = client.Close() }()
	gone := make(chan struct{})
	defer close(gone)
	go func() {
		select {
		case <-p.done:
			_ = client.Close()
		case <-gone:
		}
	}()
	session, err := client.NewSession()
	if err != nil {
		return err
	}
	in, inErr := session.StdinPipe()
	out, outErr := session.StdoutPipe()
	line := "play " + p.code
	if p.code == "" {
		line = "play " + p.makes
	}
	if err := errors.Join(inErr, outErr, session.Start(line)); err != nil {
		return err
	}
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		if err := p.hear(lines.Bytes(), in); err != nil {
			return err
		}
	}
	if p.code != "" && p.address() == client.RemoteAddr().String() && p.isFinal() {
		return fmt.Errorf("the session ended: %w", errors.Join(lines.Err(), session.Wait()))
	}
	return nil
}

// heard is every message in one.
type heard struct {
	protocol.View
	Event  engine.Event  `json:"event"`
	ID     int           `json:"id"`
	Record engine.Record `json:"record"`
	Text   string        `json:"text"`
}

func (p *crashPlayer) hear(line []byte, in io.Writer) error {
	var message heard
	if err := json.Unmarshal(line, &message); err != nil {
		return fmt.Errorf("%s: %w", line, err)
	}
	switch message.Type {
	case "hello":
		if p.code == "" {
			p.code = message.Room.Code
			p.told <- p.code
		}
		p.spoken = false
		for i := range p.acts {
			if p.acts[i].state == sent {
				p.acts[i].state = unknown
			}
		}
	case "event":
		p.events = append(p.events, message.Event)
	case "done":
		for i := range p.acts {
			if p.acts[i].id == message.ID {
				p.acts[i].state = done
			}
		}
	case "refused":
		p.acts = slices.DeleteFunc(p.acts, func(a act) bool { return a.id == message.ID })
		time.Sleep(time.Millisecond) // the disk may be full
		p.spoken = false
		return p.decide(p.last, in)
	case "over":
		p.end(message)
	case "view":
		return p.decide(message, in)
	}
	return nil
}

// decide does what there is to do.
func (p *crashPlayer) decide(view heard, in io.Writer) error {
	send := func(message string) error {
		_, err := io.WriteString(in, message+"\n")
		return err
	}
	p.last = view
	switch {
	case view.Stage == lobby.Gathering && view.Host && len(view.Chairs) > 0:
		taken := 0
		for _, chair := range view.Chairs {
			if chair.Kind != lobby.Empty {
				taken++
			}
		}
		switch {
		case taken < p.people:
		case taken < len(view.Chairs):
			return send(`{"add_bot":1}`)
		default:
			return send(`{"start":true}`)
		}
	case view.Stage == engine.Over:
		p.asked = true
		if !p.spoken {
			p.spoken = true
			return send(`{"ready":true}`)
		}
	case view.YourTurn:
		p.begin()
		if len(p.acts) > 0 && p.acts[len(p.acts)-1].state == sent {
			return nil
		}
		p.number++
		action := choose(view)
		p.acts = append(p.acts, act{p.number, action, sent})
		return send(fmt.Sprintf(`{"do":%q,"id":%d}`, action, p.number))
	}
	return nil
}

// begin forgets a match whose end was seen, or was missed in a crash.
func (p *crashPlayer) begin() {
	if p.asked {
		p.acts, p.events, p.asked, p.spoken = nil, nil, false, false
	}
}

// choose is a legal action; where there are too many to be listed, one of the
// few forms that matter.
func choose(view heard) engine.Action {
	if len(view.Legal) > 0 {
		return view.Legal[rand.IntN(len(view.Legal))]
	}
	die := func() int { return 1 + rand.IntN(6) }
	for _, may := range view.Match.May {
		switch form, _, _ := strings.Cut(may, " "); form {
		case "roll":
			return "roll"
		case "place":
			return engine.Action(fmt.Sprint("place ", string("bryg"[rand.IntN(4)]), die()))
		case "solve":
			return engine.Action(fmt.Sprint("solve ", die(), die(), die(), die()))
		}
	}
	return "code"
}

// end holds the record of a match against what was done and shown.
func (p *crashPlayer) end(over heard) {
	_, events, err := replayed(over.Record)
	if err != nil {
		p.t.Errorf("%s: the match that ended does not replay: %v", p.name, err)
	}
	for at, seen := 0, 0; seen < len(p.events); at++ {
		if at == len(events) {
			p.t.Errorf("%s was shown %q, which did not happen in\n%q", p.name, p.events[seen:], events)
			break
		}
		if events[at] == p.events[seen] {
			seen++
		}
	}
	p.checkActs(over.Record)
	p.mu.Lock()
	p.ended++
	p.seeds = append(p.seeds, over.Record.Seed)
	if p.asked = true; p.final && !p.ready {
		p.ready = true
		if p.waiting--; p.waiting == 0 {
			close(p.done)
		}
	}
	p.mu.Unlock()
}

// checkActs: each action that was answered was played, once and in order; one
// whose answer a crash took was played once or not at all.
func (p *crashPlayer) checkActs(record engine.Record) {
	var mine []engine.Action
	for _, move := range record.Moves {
		if move.Seat == p.last.Seat {
			mine = append(mine, move.Action)
		}
	}
	if !explains(p.acts, mine) {
		p.t.Errorf("%s did %+v, but the record says %q", p.name, p.acts, mine)
	}
}

// explains says whether the acts can have led to what was played.
func explains(acts []act, played []engine.Action) bool {
	if len(acts) == 0 {
		return len(played) == 0
	}
	if len(played) > 0 && acts[0].action == played[0] && explains(acts[1:], played[1:]) {
		return true
	}
	return acts[0].state != done && explains(acts[1:], played)
}
