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

// Scripts are rows of random orders, one for each seed: people come and go, make
// rooms, play, talk, send each other away, and time passes. All that every
// session and every handle is told on the way, and what every order answers, comes
// into a hash. testdata/scripts.txt has the hashes of the lobby as it is: a lobby
// that is built otherwise gives the same ones, or somebody has looked at what
// differs.
//
//	go test -run TestScripts ./lobby                            the first usualScripts of them
//	PARLOR_SCRIPTS=all go test -run TestScripts ./lobby         all of them
//	PARLOR_SCRIPTS=update go test -run TestScripts ./lobby      all, and write their hashes
//	PARLOR_SCRIPTS=17 go test -run TestScripts -v ./lobby       script 17 as text, to be compared with that of another program
//
// What a script is must not hang on which of two goroutines runs first. After
// each order everybody is waited for, and what readers were told is taken in
// the order in which they came. Nothing but time runs two things at once, so no
// two timers that one reader could tell apart end at the same nanosecond: orders
// come at odd moments, limits are odd numbers, a start brings back one room
// after the other, and a person hangs up one handle after the other. Bots think
// for a time that differs from seat to seat, and by chance that follows from
// what they see.
//
// So this is not covered here: two bots that decide on one beat (with a pace
// there is one bot to a room, and nobody plays for those who are away), bots
// that say next together, sessions that end with several handles at once, readers
// that do not read, orders that are given at the same time, and accounts.
const (
	allScripts   = 1000
	scriptOrders = 70
	scriptHashes = "testdata/scripts.txt"
)

// scriptsAsked is how the tests of scripts are told what to do.
const scriptsAsked = "PARLOR_SCRIPTS"

// TestScripts runs scripts and compares their hashes with those on record.
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

// TestAScriptIsTheSameEachTime: what a script is told hangs on its seed alone.
func TestAScriptIsTheSameEachTime(t *testing.T) {
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

// firstDifference is the first line in which two texts differ.
func firstDifference(one, other string) string {
	lines, others := strings.Split(one, "\n"), strings.Split(other, "\n")
	for i := range min(len(lines), len(others)) {
		if lines[i] != others[i] {
			return fmt.Sprintf("line %d:\n%s\n%s", i+1, lines[i], others[i])
		}
	}
	return "the end of one"
}

// runScripts runs the first n scripts on all processors.
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

// runScript runs one script in a bubble of its own.
func runScript(t *testing.T, seed int, asText bool) *script {
	t.Helper()
	s := &script{
		random: rand.New(rand.NewPCG(uint64(seed), 7)),
		done:   counts{},
		book:   newLedger(),
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
		time.Sleep(time.Minute) // bots think to the end
	})
	return s
}

// counts are how often something was done, and how often it was refused.
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

// check finds orders that the scripts never give with success, or that are never
// refused although they can be, and what else never comes about.
func (c counts) check(t *testing.T) {
	t.Helper()
	for _, kind := range orders() {
		count := c[kind.name]
		if count[0] == 0 || count[1] == 0 && kind.refusable {
			t.Errorf("%s is done %d times and refused %d times", kind.name, count[0], count[1])
		}
	}
	for _, what := range comeAbout() {
		if c[what][0] == 0 {
			t.Errorf("nobody is told %q", what)
		}
	}
	for _, what := range slices.Sorted(maps.Keys(c)) {
		t.Logf("%6d done, %5d refused: %s", c[what][0], c[what][1], what)
	}
}

// comeAbout are parts of what people are told sooner or later.
func comeAbout() []string {
	return []string{
		"The match begins.", "The match counts for ratings.", "a bot plays.", "have no key", "sat down.", "is away. Their seat is kept.", "is back.",
		"did not come back.", "left.", "sent", "is the host now.", "asks for a pause.", "is paused.", "goes on with the match.",
		"shares their hand", "no longer shares", "was restarted", "will stop soon", "cannot write", "can write again", "changed the room.",
		"timed_out", "resigned", "round 2 first", "match 1 won", "match 2 won", "apart", "follows", "stands in", "is over",
		"You opened this table in another terminal", "The host sent you away", "Something went wrong", "everybody has left",
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

// script is one row of orders while it runs.
type script struct {
	t        *testing.T
	random   *rand.Rand
	told     *teller
	done     counts
	paced    bool // bots take their time, one to a room
	book     *ledger
	rooms    *local.Lobby
	codes    []string // of all rooms so far
	deals    byte     // matches so far
	sessions []*guestVisit
	came     int
}

// guestVisit is one session of somebody.
type guestVisit struct {
	lobby.Session
	label   string
	hall    *lobby.Page // that was shown last; nil before
	who     lobby.Identity
	handles []*guestHandle
}

// guestHandle is one hold of a session, and what it shows.
type guestHandle struct {
	lobby.Handle
	label string
	now   lobby.Update
	note  uint64 // the newest that was told
	line  uint64 // the same of the talk
}

// openLobby opens one on what the journal holds.
func (s *script) openLobby() {
	book := slowLedger{s.book}
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

// manyBots are more than there are in any script: none waits for another one.
const manyBots = 100

// arrive is how most game nights begin: some people come, and one makes a room.
func (s *script) arrive() {
	for _, give := range []func(*script) (string, error){
		(*script).enter, (*script).enter, (*script).enter, (*script).enter, (*script).create, (*script).begin, (*script).play,
	} {
		what, err := give(s)
		s.told.line("> %s: %v", what, err)
		s.settle()
	}
}

// pace is that of bots: an odd one, or none.
func (s *script) pace() time.Duration {
	if s.paced {
		return 937 * time.Millisecond
	}
	return -1
}

// code gives out codes that no other room has.
func (s *script) code() string {
	const letters = "34679ACDEFGHJKMNPQRTWXY"
	n := len(s.codes)
	code := "CDEF" + string(letters[n/len(letters)]) + string(letters[n%len(letters)])
	s.codes = append(s.codes, code)
	return code
}

// slowLedger brings rooms back one after the other.
type slowLedger struct{ *ledger }

// Headers has each room later than the one before.
func (l slowLedger) Headers(ctx context.Context) (map[string]lobby.Header, error) {
	l.mu.Lock()
	rested := maps.Clone(l.rested)
	l.mu.Unlock()
	headers, err := l.ledger.Headers(ctx)
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

// Load waits until the journal has the room.
func (l slowLedger) Load(ctx context.Context, room string) ([]lobby.Entry, error) {
	l.mu.Lock()
	opened := l.rested[room].Opened
	l.mu.Unlock()
	time.Sleep(time.Until(opened))
	return l.ledger.Load(ctx, room)
}

// wait waits until the journal has all rooms.
func (l slowLedger) wait() {
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

// closeLobby stops the server. What the lobby is told at that moment is a matter
// of chance, so it is not looked at.
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

// settle waits until the rooms are quiet and the lobby is drawn, and takes what
// everybody has been told.
func (s *script) settle() {
	synctest.Wait()
	s.takeHandles()
	time.Sleep(251 * time.Millisecond)
	synctest.Wait()
	s.takeHandles()
	for _, v := range s.sessions {
		select {
		case hall, open := <-v.Pages():
			if open {
				s.told.hall(v, hall)
			}
		default:
		}
	}
}

// takeHandles takes what handles have been told, in the order of their coming.
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

// take takes what one handle has been told, and says whether it goes on.
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

// hear counts what comes about in an update.
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

// notice counts it where a text is one of those that have to come about.
func (s *script) notice(text string) {
	for _, what := range comeAbout() {
		if strings.Contains(text, what) {
			s.done.note(what, nil)
		}
	}
}

// pause lets time pass, and looks now and then what comes about meanwhile.
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

// games are those that are played: their bots think for a while, and by what
// they see alone.
func (s *script) games() []engine.Game {
	cups := cupsGame(func(view cupsView, _ engine.Level, _ *rand.Rand) engine.Action {
		random := chanceOf(view)
		time.Sleep(thinkTime(0))
		switch random.IntN(20) {
		case 0:
			time.Sleep(7 * time.Second) // longer than it may
			return "call 2"
		case 1:
			return "dance" // what cannot be played
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

// steady is a game whose bots need some time, each seat another, and draw what
// they leave to chance from what they see. MasterDice has one level of them, and
// the others have two, however many the bots of the games themselves come to have.
func steady[V any, E engine.GameEvent](
	rules engine.Rules[V, E], seat func(V) engine.Seat, think func(V, *rand.Rand) engine.Action,
) engine.Game {
	rules.Levels = []string{"usual", "strong"}
	if rules.Name == "masterdice" {
		rules.Levels = nil
	}
	rules.Think = func(t engine.Thought[V, E]) engine.Action {
		time.Sleep(thinkTime(seat(t.View)))
		return think(t.View, chanceOf(t.View))
	}
	return rules.Game()
}

// thinkTime is never the same for two seats after any number of decisions that a
// match takes.
func thinkTime(seat engine.Seat) time.Duration {
	return [...]time.Duration{7_000_003, 9_100_037, 11_300_071, 13_700_113}[seat]
}
