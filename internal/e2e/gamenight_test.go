package e2e

import (
	"context"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"parlor/internal/admin"
	"parlor/internal/cli"
	"parlor/internal/etcdtest"
	"parlor/internal/terminal"
)

// dialAs connects as a user with a person's key and runs a command, or a shell for "".
func dialAs(t *testing.T, addr, name, user, command string) *player {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	client, err := terminal.Dial(ctx, addr, terminal.Options{
		User: user, Key: keyOf(t, name), Command: command,
		Drawn: func(screen string) {
			if what := hiddenIn(name, screen); what != "" {
				t.Errorf("%s sees %s that is hidden:\n%s", name, what, screen)
			}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.HangUp)
	return &player{Client: client, t: t, ctx: ctx, name: name, asked: askLine}
}

// code returns the code of the room on the screen.
func (p *player) code() string {
	p.t.Helper()
	found := regexp.MustCompile(`  ·  ([A-Z0-9]{6})`).FindStringSubmatch(p.whole("  ·  "))
	if found == nil {
		p.t.Fatalf("no code on the screen:\n%s", p.Screen())
	}
	return found[1]
}

// hiddenIn looks for hidden information on a screen during a match: numbers on closed tiles other than in the own
// rack, and the codes that dan and eve make.
func hiddenIn(name, screen string) (what string) {
	if strings.Contains(screen, "won") {
		return "" // it is over, and everything is revealed
	}
	if name != "dan" && strings.Contains(screen, "R  R  G  G  B") || name != "eve" && strings.Contains(screen, "P  P  O  Y  R") {
		return "a code"
	}
	closed := regexp.MustCompile(`[┃│] ?\d{1,2} ?[┃│]`)
	own, others := 0, 0
	for line := range strings.Lines(screen) {
		switch {
		case closed.MatchString(line):
			own++
		case strings.Contains(line, "┃ ? ┃"), strings.Contains(line, "│ ? │"):
			others += own // nothing is below the own rack
		}
	}
	if most := map[bool]int{true: 0, false: 1}[name == "gus" || name == "hal"]; own > most || others > 0 {
		return "a tile"
	}
	return ""
}

// TestHiddenIn checks that hiddenIn finds leaks.
func TestHiddenIn(t *testing.T) {
	const rack, mine = " ┃ ? ┃ │ ? │\n", " ┃ 3 ┃ │10 │\n"
	for _, tt := range []struct {
		name, screen string
		found        bool
	}{
		{"anna", rack + mine, false},
		{"anna", rack + mine + "won", false},
		{"anna", mine + rack, true},
		{"anna", mine + mine, true},
		{"gus", rack + mine, true},
		{"gus", rack + " ┃ ? ┃ │10?│", false},
		{"eve", "R  R  G  G  B", true},
		{"dan", "R  R  G  G  B", false},
		{"hal", "P  P  O  Y  R", true},
	} {
		if what := hiddenIn(tt.name, tt.screen); (what != "") != tt.found {
			t.Errorf("%s, %q: found %q", tt.name, tt.screen, what)
		}
	}
}

// TestAGameNightBeginsByItself checks that a game night with a set time begins, is played, and is there after a
// restart.
func TestAGameNightBeginsByItself(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	args := []string{"--data", data, "--night", time.Now().Format("15:04"), "--night-games", "kodeknacker", "--night-title", "Friday"}
	p := launch(t, args...)
	for _, name := range []string{"anna", "bo"} {
		early := dialAs(t, p.addr, name, name, "") // so that the name is known
		early.still()
		early.HangUp()
	}
	anna := dialAs(t, p.addr, "anna", p.night, "")
	anna.see("Friday", "begins as soon as enough people are here")
	bo := dialAs(t, p.addr, "bo", p.night, "")
	for _, one := range []*player{anna, bo} {
		one.see("Your table is ready")
		one.press(enter)
	}
	for _, one := range []*player{anna, bo} {
		one.see("Make your code")
	}
	p.stop()
	if code := <-p.ended; code != cli.StatusOK {
		t.Errorf("the program ended with status %d", code)
	}
	again := launch(t, args...)
	if again.night != p.night {
		t.Errorf("after a restart, the game night is %q, and was %q", again.night, p.night)
	}
	anna = dialAs(t, again.addr, "anna", p.night, "")
	anna.see("Your match at table 1 is still in play")
	again.stop()
	<-again.ended
}

// TestAGameNight is six people in two rooms and two spectators, over real SSH: a private code, a kick, a host who
// leaves, a rematch, three lost connections at bad moments, and a drain at the end.
func TestAGameNight(t *testing.T) {
	t.Parallel()
	p := launch(t, "--drain", "1m")
	// The public room: anna by a command, bo by its code, cy by the lobby.
	anna := dialAs(t, p.addr, "anna", "anna", "new davinci seats=3 rounds=1 first=1 clock=off")
	anna.see("anna  (you, host)")
	open := anna.code()
	early := dialAs(t, p.addr, "bo", "bo", "") // so that the name is known
	early.still()
	early.HangUp()
	bo := dialAs(t, p.addr, "bo", open, "")
	bo.see("2  bo  (you)")
	cy := dialAs(t, p.addr, "cy", "cy", "")
	cy.still()
	cy.see("anna's table")
	cy.press(enter)
	cy.see("3  cy  (you)")
	gus := dialAs(t, p.addr, "gus", "gus", "watch "+open)
	gus.see("Watching: gus", "Waiting for the match")

	// The private room: fay is kicked and banned, eve has the code.
	dan := dialAs(t, p.addr, "dan", "dan", "new kodeknacker public=no rounds=1")
	dan.see("dan  (you, host)")
	secret := dan.code()
	gus.press("t")
	gus.press("hello anna" + enter)
	anna.see("gus (watching): hello anna")
	gus.press("\x1b")
	for _, one := range []*player{bo, cy} {
		one.see("t chat (1)")
		one.press("t")
		one.see("gus (watching) hello anna")
		one.press("\x1b")
		one.see("t chat ·") // no longer unread
	}
	fay := dialAs(t, p.addr, "fay", "fay", "join "+secret)
	fay.see("fay  (you)")
	dan.see("fay")
	dan.press("w" + down)
	dan.see("People at this table", "▸ fay")
	dan.press("X")
	dan.see("Kick and ban fay?")
	dan.press("y")
	fay.see("The host kicked you from this table.")
	fay.press("c")
	fay.see("six letters and digits")
	fay.press(secret + enter)
	fay.see("has banned you")
	dan.press("\x1b")
	dan.see("Waiting for another player")
	eve := dialAs(t, p.addr, "eve", "eve", "")
	eve.see("private or finished")
	eve.press("c")
	eve.see("six letters and digits")
	eve.press("QQQQQQ" + enter)
	eve.see("There is no room QQQQQQ")
	eve.press("c")
	eve.see("six letters and digits")
	eve.press(strings.ToLower(secret) + enter)
	eve.see("eve  (you)")
	hal := dialAs(t, p.addr, "hal", "hal", "watch "+secret)
	hal.see("Watching: hal")
	dan.see("eve", "Watching: hal")

	// Both begin. Bo is disconnected while tiles are taken.
	bo.press("r")
	cy.press("r")
	anna.see("bo  (ready)", "cy  (ready)")
	anna.press(enter)
	bo.see("Take 4 tiles")
	bo.press("b")
	before := bo.whole("Take 3 more tiles")
	bo.HangUp()
	anna.see("bo is away")
	bo = dialAs(t, p.addr, "bo", open, "")
	if after := bo.whole("Take 3 more tiles"); head(before) != head(after) {
		t.Errorf("bo comes back to another table:\n%s\nbefore:\n%s", after, before)
	}

	// Dan's connection hangs with a half-made code, and dan connects from another computer.
	dan.press(enter)
	dan.see("Make your code")
	dan.press("rgb")
	again := dialAs(t, p.addr, "dan", "dan", "")
	again.see("Welcome back", "Make your code")
	dan.see("You opened this table in another terminal.")
	again.press("rrggb" + enter)
	eve.see("Make your code")
	eve.press("ppoyr" + enter)
	eve.see("fill the row")
	hal.see("Waiting for dan and eve")

	// Cy disconnects during the own turn and returns to it.
	cy.press("d")
	playUntil("Waiting for cy to draw", anna, bo)
	cy.see("draw a tile")
	cy.press("r")
	before = cy.whole("Type it.", "drawn")
	cy.HangUp()
	gus.see("cy is away")
	cy = dialAs(t, p.addr, "cy", "cy", "")
	if after := cy.whole("Welcome back", "Type it."); head(before) != head(after) {
		t.Errorf("cy comes back to another table:\n%s\nbefore:\n%s", after, before)
	}
	playUntil("won the match", anna, bo, cy)
	gus.see("won the match")

	// The host of the private room leaves for good: eve wins and becomes host.
	again.press("\x1b")
	again.see("Resign and leave")
	again.press("y")
	again.whole("Resign this match? eve wins.", "▸ Keep playing") // it takes no key typed ahead
	again.press(down)
	again.see("▸ Resign")
	again.press(enter)
	again.see("Here now")
	eve.see("You won the match.", "resigned and left.")
	hal.see("eve won the match.")

	// A rematch, and then the server is told to stop.
	for _, person := range []*player{bo, cy} { // who turned movement off
		person.see("won the match")
		person.press("\t")
	}
	for _, person := range []*player{bo, cy, anna} {
		person.see("enter", "rematch") // once the end has been seen
		person.press(enter)
	}
	bo.see("Take 4 tiles")
	p.stop()
	anna.see("server stops in")
	bo.see("server stops in")
	eve.see("The server is stopping")
	playUntil("server is stopping", anna, bo, cy)
	for _, person := range []*player{anna, bo, cy, eve, fay, gus, hal, again} {
		select {
		case <-person.Done():
		case <-person.ctx.Done():
			t.Fatalf("the session of %s did not end:\n%s", person.name, person.Screen())
		}
		if person.AltScreen() || !strings.Contains(person.Screen(), "server is stopping") {
			t.Errorf("%s was left with alternate screen %v:\n%s", person.name, person.AltScreen(), person.Screen())
		}
	}
	if code := <-p.ended; code != cli.StatusOK {
		t.Errorf("exit status %d", code)
	}
}

// TestAnOperatorSeesAndEndsAGameNight checks that a game night is in the status, in its list
// and in the metrics, and that it ends once.
func TestAnOperatorSeesAndEndsAGameNight(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	metrics, err := etcdtest.FreeAddress()
	check(t, err)
	addr := startProgram(t, "--data", dir, "--metrics", metrics, "--night", time.Now().Add(time.Hour).Format("15:04"), "--night-title", "Friday")
	t.Cleanup(http.DefaultClient.CloseIdleConnections)
	nights := asked[[]admin.GameNight](t, dir, "nights")
	if len(nights) != 1 || nights[0].Title != "Friday" || nights[0].Stage != "gathering" || nights[0].Host != "" || nights[0].Begins.IsZero() {
		t.Fatalf("the game nights are %+v", nights)
	}
	code := nights[0].Code
	early := dialAs(t, addr, "anna", "anna", "") // so that the name is known
	early.still()
	early.HangUp()
	anna := dialAs(t, addr, "anna", code, "")
	anna.see("Friday")
	anna.types("b", "in progress")
	wantIn(t, operator(t, dir, "status"), "nights     1: playing 1\n")
	wantIn(t, operator(t, dir, "nights"), "CODE", code, "Friday", "playing", "anna", "1/1", "0/1")
	wantIn(t, operator(t, dir, "night", code, "show"), "anna, Caliper (bot)", "RANK  NAME", "1     anna  called  1")
	_, body := page(t, "http://"+metrics+"/metrics")
	wantIn(t, body, `parlor_game_nights{stage="playing"} 1`, "parlor_game_night_waiting 0", "parlor_game_night_tables 1")
	wantIn(t, refusedBy(t, dir, "night", "ABCDEF", "end"), "no game night with the code ABCDEF")
	wantIn(t, refusedBy(t, dir, "night", code, "stop"), "CODE show")
	wantIn(t, operator(t, dir, "night", code, "end"), "Ended: game night "+code+", Friday.")
	anna.see("over")
	wantIn(t, refusedBy(t, dir, "night", code, "end"), "over")
}
