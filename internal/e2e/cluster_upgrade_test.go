//go:build etcd

package e2e

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"zombiezen.com/go/sqlite"
)

// oldEnv names the program of the last release, built by .ci/old.
const oldEnv = "PARLOR_OLD"

// oldProgram returns the path in oldEnv. Without one the test is skipped.
func oldProgram(t *testing.T) string {
	t.Helper()
	old := os.Getenv(oldEnv)
	if old == "" {
		t.Skip("set " + oldEnv + " to the program of the last release: " + oldEnv + "=$(.ci/old)")
	}
	return old
}

// TestTheLastReleaseRunsWithThisOne checks that people at nodes of both versions share game nights and rooms, and
// that a match continues when the old node is upgraded.
func TestTheLastReleaseRunsWithThisOne(t *testing.T) {
	old := oldProgram(t)
	f := newFarm(t, 0, 1)
	a, b := f.machine("a"), f.machine("b")
	f.nodes = append(f.nodes, a, b)
	a.program = old
	a.start()
	b.start()
	night := func(hosts, attends *machine) {
		t.Helper()
		host, guest := "host-"+hosts.name, "guest-"+attends.name
		dial(t, attends.address(), guest).HangUp() // so that the name is known
		one := dialAs(t, hosts.address(), host, host, "evening new games=davinci seats=2 rounds=1 bots=0")
		one.seeOne("Give the others the code", "Tell the others the code")
		other := dialAs(t, attends.address(), guest, one.code(), "")
		other.seeOne("start the game night", "starts the game night", "begins the game night")
		one.see(guest)
		one.HangUp()
		other.HangUp()
	}
	night(a, b)
	night(b, a)

	anna := dial(t, a.address(), "anna")
	anna.press("n")
	anna.seeOne("create the room", "make the room")
	anna.press(enter)
	anna.see("anna  (you, host)")
	dial(t, b.address(), "bo").HangUp()
	bo := dialRoom(t, b.address(), "bo", codeOn(anna.Screen()))
	bo.see("bo  (you")
	anna.see("You can begin")
	anna.press(enter)
	playUntil("won game 1", anna, bo)
	anna.HangUp()
	a.terminate()
	a.program = ""
	a.start()
	anna = dial(t, a.address(), "anna")
	anna.see("Welcome back")
	playUntil("won game 2", anna, bo)
}

// seeOne waits for one of the texts, as two releases write them.
func (p *player) seeOne(texts ...string) {
	p.t.Helper()
	if _, err := p.Until(p.ctx, func(screen string) bool {
		return slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(screen, text) })
	}); err != nil {
		p.t.Fatalf("%s: waiting for one of %q: %v; the screen was:\n%s", p.name, texts, err, p.Screen())
	}
}

// TestMachinesMoveToANewerProgramWhilePeoplePlay upgrades nodes one by one and back, if the older program can read
// the data. Nothing shown is lost, nothing happens twice, and all matches end.
func TestMachinesMoveToANewerProgramWhilePeoplePlay(t *testing.T) {
	old := oldProgram(t)
	f := newFarmOf(t, old, 3, 3)
	w := &crashWorld{t: t, addr: f.balance(), done: make(chan struct{})}
	w.changed = sync.NewCond(&w.mu)
	o := newOutage(w, f)
	w.sees = o
	t.Cleanup(w.stop)
	w.play()
	began, before := time.Now(), f.schema()
	apart := before["stream"] == 0 // each node had account data of its own then
	var words []string
	move := func(program string) {
		t.Helper()
		for i, one := range f.nodes {
			o.played()
			t.Logf("%v: machine %s; %d matches have ended", time.Since(began).Round(time.Second), one.name, w.ends())
			o.set(ended)
			words = append(words, ended)
			one.terminate()
			if one.program = program; apart && i > 0 {
				f.beginFrom(f.nodes[0], one)
			}
			one.start()
			o.set("")
		}
		o.played()
	}
	move("")
	if apart { // earlier matches are at one node only
		w.mu.Lock()
		w.seeds = nil
		w.mu.Unlock()
		apart = false
	}
	if after := f.schema(); after["version"] == before["version"] {
		move(old)
	} else {
		t.Logf("there is no way back: databases have version %d by now, and had %d", after["version"], before["version"])
	}
	w.lastMatch()
	f.settled()
	for _, one := range f.nodes {
		one.terminate()
	}
	for _, one := range f.nodes {
		w.data = one.data()
		w.checkStore()
	}
	o.sum(words, time.Since(began))
}

// played waits until some matches have ended.
func (o *outage) played() {
	for range 5 {
		o.world.goesOn()
	}
}

// schema returns the schema version of the nodes' databases, and the numbers of their tables.
func (f *farm) schema() map[string]int64 {
	f.t.Helper()
	found := map[string]int64{}
	data := f.nodes[0].data()
	rows(f.t, data, "PRAGMA user_version", func(row *sqlite.Stmt) { found["version"] = row.ColumnInt64(0) })
	rows(f.t, data, "SELECT count(*) FROM sqlite_schema WHERE name = 'stream'", func(row *sqlite.Stmt) { found["stream"] = row.ColumnInt64(0) })
	return found
}

// beginFrom restores a stopped node from another node's backup.
func (f *farm) beginFrom(other, one *machine) {
	f.t.Helper()
	file := filepath.Join(f.t.TempDir(), "backup")
	if status, _, said := command(f.t, "backup", file, "--data", other.data()); status != 0 {
		f.t.Fatalf("there is no backup: %s", said)
	}
	check(f.t, os.RemoveAll(one.data()))
	if status, _, said := command(f.t, "restore", file, "--data", one.data()); status != 0 {
		f.t.Fatalf("the backup is not restored: %s", said)
	}
}
