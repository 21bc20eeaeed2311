package local_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/engine/kodeknacker"
	"parlor/engine/masterdice"
	"parlor/lobby"
	"parlor/lobby/local"
)

// Scripts are sequences of random operations, one for each seed: people come and go, open
// rooms, play, chat, kick each other, and time passes. Everything that sessions and handles
// receive, and the answers of all operations, goes into a hash. testdata/scripts.txt has
// the hashes of the current lobby: another implementation produces the same ones, or the
// difference has been reviewed.
//
//	go test -run TestScripts ./lobby/local                        the first usualScripts of them
//	PARLOR_SCRIPTS=all go test -run TestScripts ./lobby/local     all of them
//	PARLOR_SCRIPTS=update go test -run TestScripts ./lobby/local  all, and write their hashes
//	PARLOR_SCRIPTS=17 go test -run TestScripts -v ./lobby/local   script 17 as text, for comparison
//
// A script must not depend on the scheduling of goroutines. After each operation all
// goroutines are waited for, and updates are taken in a fixed order. Only time could run
// two things at once, so no two timers that one reader could tell apart fire at the same
// nanosecond: operations come at odd times, limits are odd numbers, a start restores one
// room after another, and handles are closed one by one. Bots think for a time that differs
// by seat, and choose at random from what they see.
//
// So scripts do not cover: two bots that decide on one beat (with a pace there is one bot
// per room and no substitute), bots that continue together, sessions that end with several
// handles at once, readers that do not read, simultaneous operations, and accounts.
const (
	allScripts   = 1000
	scriptOrders = 70
	scriptHashes = "testdata/scripts.txt"
)

// scriptsAsked is the environment variable that selects the scripts.
const scriptsAsked = "PARLOR_SCRIPTS"

// TestScripts runs scripts and compares their hashes with the recorded ones.
func TestScripts(t *testing.T) {
	asked := os.Getenv(scriptsAsked)
	if seed, err := strconv.Atoi(asked); err == nil {
		script := runScript(t, seed, true)
		t.Logf("script %d, %s:\n%s", seed, script.told.hash(), script.told.text.String())
		return
	}
	n := usualScripts
	if asked != "" {
		n = allScripts
	}
	hashes, done := runScripts(t, n)
	if n == allScripts {
		done.check(t)
	}
	if asked == "update" {
		writeHashes(t, hashes)
		return
	}
	recorded := readHashes(t)
	differing := 0
	for seed, hash := range hashes {
		if hash == recorded[seed] {
			continue
		}
		if differing++; differing <= 10 {
			t.Errorf("script %d gives %s, and %s is on record: %s=%d go test -run TestScripts -v ./lobby/local shows what everybody is told, here and in a program from before",
				seed, hash, recorded[seed], scriptsAsked, seed)
		}
	}
	if differing > 0 {
		t.Errorf("%d of %d scripts differ", differing, n)
	}
}

// TestScriptIsDeterministic: a script depends only on its seed.
func TestScriptIsDeterministic(t *testing.T) {
	for seed := range 3 {
		first := runScript(t, seed, true)
		for range 3 {
			again := runScript(t, seed, true)
			if first.told.hash() != again.told.hash() {
				t.Errorf("script %d differs at\n%s", seed, firstDifference(first.told.text.String(), again.told.text.String()))
			}
		}
	}
}

// firstDifference returns the first line in which two texts differ.
func firstDifference(one, other string) string {
	lines, others := strings.Split(one, "\n"), strings.Split(other, "\n")
	for i := range min(len(lines), len(others)) {
		if lines[i] != others[i] {
			return fmt.Sprintf("line %d:\n%s\n%s", i+1, lines[i], others[i])
		}
	}
	return "the end of one"
}

// runScripts runs the first n scripts on all CPUs.
func runScripts(t *testing.T, n int) (hashes []string, done counts) {
	t.Helper()
	hashes, done = make([]string, n), counts{}
	var (
		mu   sync.Mutex // guards done
		work sync.WaitGroup
	)
	seeds := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		work.Go(func() {
			for seed := range seeds {
				script := runScript(t, seed, false)
				hashes[seed] = script.told.hash()
				mu.Lock()
				done.add(script.done)
				mu.Unlock()
			}
		})
	}
	for seed := range n {
		seeds <- seed
	}
	close(seeds)
	work.Wait()
	return hashes, done
}

// runScript runs one script in its own synctest bubble.
func runScript(t *testing.T, seed int, asText bool) *script {
	t.Helper()
	s := &script{
		random: rand.New(rand.NewPCG(uint64(seed), 7)),
		done:   counts{},
		book:   newMemJournal(),
	}
	synctest.Test(t, func(t *testing.T) {
		s.t, s.told = t, newTeller(asText)
		s.paced = seed%2 == 0
		s.openLobby()
		s.arrive()
		for range scriptOrders {
			s.pause(151*time.Millisecond + time.Duration(s.random.Int64N(3e9)))
			s.order()
		}
		s.closeLobby()
		time.Sleep(time.Minute) // until all bots have finished
	})
	return s
}

// counts counts successes and refusals by kind.
type counts map[string][2]int

func (c counts) note(what string, err error) {
	count := c[what]
	if err == nil {
		count[0]++
	} else {
		count[1]++
	}
	c[what] = count
}

func (c counts) add(other counts) {
	for what, n := range other {
		c[what] = [2]int{c[what][0] + n[0], c[what][1] + n[1]}
	}
}

// check finds operations that never succeed, or are never refused although they can be, and
// events that never occur.
func (c counts) check(t *testing.T) {
	t.Helper()
	for _, kind := range orders() {
		count := c[kind.name]
		if count[0] == 0 || count[1] == 0 && kind.refusable {
			t.Errorf("%s is done %d times and refused %d times", kind.name, count[0], count[1])
		}
	}
	for _, what := range expectedTexts() {
		if c[what][0] == 0 {
			t.Errorf("nobody is told %q", what)
		}
	}
	for _, what := range slices.Sorted(maps.Keys(c)) {
		t.Logf("%6d done, %5d refused: %s", c[what][0], c[what][1], what)
	}
}

// expectedTexts returns parts of texts that must occur sometimes.
func expectedTexts() []string {
	return []string{
		"The match begins.", "The match is rated.", "a bot is playing.", "have no key", "sat down.", "is away. Their seat is kept.", "is back.",
		"did not come back.", "left.", "kicked", "is now the host.", "asks for a pause.", "is paused.", "resumes the match.",
		"shares their hand", "no longer shares", "was restarted", "will stop soon", "cannot write", "can save again", "changed the room.",
		"timed_out", "resigned", "round 2 first", "match 1 won", "match 2 won", "apart", "follows", "stands in", "is over",
		"You opened this table in another terminal", "The host kicked you", "because of a server error", "all players have left",
	}
}

func writeHashes(t *testing.T, hashes []string) {
	t.Helper()
	var text bytes.Buffer
	for seed, hash := range hashes {
		fmt.Fprintf(&text, "%d %s\n", seed, hash)
	}
	if err := os.WriteFile(scriptHashes, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

func readHashes(t *testing.T) map[int]string {
	t.Helper()
	file, err := os.Open(scriptHashes)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	hashes := map[int]string{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var (
			seed int
			hash string
		)
		if _, err := fmt.Sscan(lines.Text(), &seed, &hash); err != nil {
			t.Fatal(err)
		}
		hashes[seed] = hash
	}
	return hashes
}

// script is a running script.
type script struct {
	t        *testing.T
	random   *rand.Rand
	told     *teller
	done     counts
	paced    bool // bots have a pace; one per room
	book     *memJournal
	rooms    *local.Lobby
	codes    []string // of all rooms so far
	deals    byte     // number of matches so far
	sessions []*guestVisit
	came     int
}

// guestVisit is a session.
type guestVisit struct {
	lobby.Session
	label   string
	page    *lobby.Page // the page shown last; nil before the first
	who     lobby.Identity
	handles []*guestHandle
}

// guestHandle is a handle with its latest update.
type guestHandle struct {
	lobby.Handle
	label string
	now   lobby.Update
	note  uint64 // ID of the latest note
	line  uint64 // ID of the latest chat message
}

// openLobby opens a lobby on the journal.
func (s *script) openLobby() {
	book := slowJournal{s.book}
	s.rooms = local.New(local.Config{
		Games: s.games(), Journal: book, Bots: manyBots,
		Limits: lobby.Limits{
			Rooms: 4, RoomsPerPerson: 3, Watchers: 2, ChatCells: 40,
			BotTime: 5 * time.Second, BotPace: s.pace(), Grace: 127 * time.Second, RoomIdle: 1801 * time.Second,
		},
		Seed: func() engine.Seed {
			s.deals++
			return engine.Seed{s.deals, byte(s.random.Uint32())}
		},
		Code: s.code,
	})
	n, err := s.rooms.Restore(s.t.Context())
	book.wait()
	s.told.line("%d rooms are brought back: %v", n, err)
	s.settle()
}

// manyBots is more than the bots of any script, so that none waits for another.
const manyBots = 100

// arrive begins most scripts: some people enter, and one opens a room.
func (s *script) arrive() {
	for _, give := range []func(*script) (string, error){
		(*script).enter, (*script).enter, (*script).enter, (*script).enter, (*script).create, (*script).begin, (*script).play,
	} {
		what, err := give(s)
		s.told.line("> %s: %v", what, err)
		s.settle()
	}
}

// pace returns the pace of bots: an odd duration, or zero.
func (s *script) pace() time.Duration {
	if s.paced {
		return 937 * time.Millisecond
	}
	return -1
}

// code returns unused codes.
func (s *script) code() string {
	const letters = "34679ACDEFGHJKMNPQRTWXY"
	n := len(s.codes)
	code := "CDEF" + string(letters[n/len(letters)]) + string(letters[n%len(letters)])
	s.codes = append(s.codes, code)
	return code
}

// slowJournal restores rooms one after another.
type slowJournal struct{ *memJournal }

// Headers opens each room later than the one before.
func (l slowJournal) Headers(ctx context.Context) (map[string]lobby.Header, error) {
	l.mu.Lock()
	rested := maps.Clone(l.rested)
	l.mu.Unlock()
	headers, err := l.memJournal.Headers(ctx)
	l.mu.Lock()
	defer l.mu.Unlock()
	for room, header := range headers {
		const letters = "34679ACDEFGHJKMNPQRTWXY"
		n := strings.IndexByte(letters, room[4])*len(letters) + strings.IndexByte(letters, room[5])
		later := time.Duration(n+1) * 17_300_003
		if _, again := rested[room]; !again {
			header.Since = header.Since.Add(later)
		}
		header.Opened = header.Opened.Add(later)
		headers[room] = header
		header.Data = nil
		l.rested[room] = header
	}
	return headers, err
}

// Load waits until the room is open.
func (l slowJournal) Load(ctx context.Context, room string) ([]lobby.Entry, error) {
	l.mu.Lock()
	opened := l.rested[room].Opened
	l.mu.Unlock()
	time.Sleep(time.Until(opened))
	return l.memJournal.Load(ctx, room)
}

// wait waits until all rooms are open.
func (l slowJournal) wait() {
	l.mu.Lock()
	var last time.Time
	for _, header := range l.rested {
		if header.Opened.After(last) {
			last = header.Opened
		}
	}
	l.mu.Unlock()
	time.Sleep(time.Until(last))
	l.mu.Lock()
	defer l.mu.Unlock()
	l.alive = time.Now()
}

// closeLobby stops the lobby. What clients receive then is random and not recorded.
func (s *script) closeLobby() {
	if err := s.rooms.Close(context.Background()); err != nil {
		s.t.Error(err)
	}
	synctest.Wait()
	for _, v := range s.sessions {
		for _, c := range v.handles {
			s.take(c)
		}
		s.told.line("%s ends: %v", v.label, v.Ended())
		v.Close()
	}
	s.sessions = nil
}

// settle waits until rooms and pages are up to date, and records what clients receive.
func (s *script) settle() {
	synctest.Wait()
	s.takeHandles()
	time.Sleep(251 * time.Millisecond)
	synctest.Wait()
	s.takeHandles()
	for _, v := range s.sessions {
		select {
		case page, open := <-v.Pages():
			if open {
				s.told.page(v, page)
			}
		default:
		}
	}
}

// takeHandles records the updates of all handles in order of arrival.
func (s *script) takeHandles() {
	for _, v := range s.sessions {
		kept := v.handles[:0]
		for _, c := range v.handles {
			if s.take(c) {
				kept = append(kept, c)
			}
		}
		v.handles = kept
	}
}

// take records the updates of one handle and reports whether it is still open.
func (s *script) take(c *guestHandle) bool {
	for {
		select {
		case u, open := <-c.Updates():
			if !open {
				s.told.line("%s ends: %v", c.label, c.Ended())
				s.notice(fmt.Sprint(c.Ended()))
				return false
			}
			s.hear(c, u)
			s.told.update(c, u)
			c.now = u
		default:
			return true
		}
	}
}

// hear counts the events in an update.
func (s *script) hear(c *guestHandle, u lobby.Update) {
	for _, note := range u.Notes {
		if note.ID > c.note {
			s.notice(note.Text.String())
		}
	}
	for _, event := range u.Events {
		s.notice(event.String())
	}
	for _, line := range u.Chat {
		if line.ID > c.line && line.Apart {
			s.notice("apart")
		}
	}
	for _, seat := range u.Seats {
		if seat.BotPlays {
			s.notice("stands in")
		}
	}
	if u.Follows != engine.Watcher {
		s.notice("follows")
	}
	if len(u.Ended) > 0 {
		s.notice("is over")
	}
}

// notice counts the expected texts in a text.
func (s *script) notice(text string) {
	for _, what := range expectedTexts() {
		if strings.Contains(text, what) {
			s.done.note(what, nil)
		}
	}
}

// pause lets time pass and records what clients receive meanwhile.
func (s *script) pause(span time.Duration) {
	const glance = 251 * time.Millisecond
	for past := time.Duration(0); past < span; {
		step := min(max(glance, past/8), span-past)
		time.Sleep(step)
		past += step
		synctest.Wait()
		s.takeHandles()
	}
}

// games returns the games of the scripts. Their bots think for a while, and their choices
// depend only on what they see.
func (s *script) games() []engine.Game {
	cups := cupsGame(func(view cupsView, _ engine.Level, _ *rand.Rand) engine.Action {
		random := randomFor(view)
		time.Sleep(thinkTime(0))
		switch random.IntN(20) {
		case 0:
			time.Sleep(7 * time.Second) // longer than allowed
			return "call 2"
		case 1:
			return "dance" // an illegal action
		case 2, 3, 4, 5:
			return "hide 1"
		}
		if len(view.Picked) > 0 && len(view.Calls) == 0 && random.IntN(2) == 0 {
			return "pick 1"
		}
		return "call 1"
	}, func() {})
	return []engine.Game{
		steady(davinci.Rules(), func(v davinci.View) engine.Seat { return v.Seat }, scriptedDavinci),
		steady(masterdice.Rules(), func(v masterdice.View) engine.Seat { return v.Seat }, scriptedMasterDice),
		steady(kodeknacker.Rules(), func(v kodeknacker.View) engine.Seat { return v.Seat }, scriptedKodeknacker),
		cups,
	}
}

// scriptedDeals is the version of the rules by which the recorded scripts are dealt.
const scriptedDeals = 3

// steady returns a game whose bots take a time that depends on the seat and choose at
// random from what they see. MasterDice has one level and the others two, whatever the
// games have.
func steady[V any, E engine.GameEvent](
	rules engine.Rules[V, E], seat func(V) engine.Seat, think func(V, *rand.Rand) engine.Action,
) engine.Game {
	rules.Levels = []string{"usual", "strong"}
	if rules.Name == "masterdice" {
		rules.Levels = nil
	}
	rules.Think = func(t engine.Thought[V, E]) engine.Action {
		time.Sleep(thinkTime(seat(t.View)))
		return think(t.View, randomFor(t.View))
	}
	return rules.Game().AtVersion(scriptedDeals)
}

// thinkTime returns a time that never coincides for two seats, after any number of
// decisions in a match.
func thinkTime(seat engine.Seat) time.Duration {
	return [...]time.Duration{7_000_003, 9_100_037, 11_300_071, 13_700_113}[seat]
}
