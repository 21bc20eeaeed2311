package e2e

import (
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"parlor/internal/admin"
	"parlor/internal/cli"
	"parlor/internal/terminal"
)

// operator runs parlor admin on a data folder.
func operator(t *testing.T, dir string, words ...string) string {
	t.Helper()
	status, stdout, stderr := command(t, append([]string{"admin", "--data", dir}, words...)...)
	if status != cli.StatusOK || stderr != "" {
		t.Fatalf("parlor admin %s: status %d: %s", strings.Join(words, " "), status, stderr)
	}
	return stdout
}

// asked returns the decoded answer of parlor admin.
func asked[Answer any](t *testing.T, dir string, words ...string) (answer Answer) {
	t.Helper()
	said := operator(t, dir, append(words, "--json")...)
	if err := json.Unmarshal([]byte(said), &answer); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	return answer
}

// refusedBy returns the error of parlor admin.
func refusedBy(t *testing.T, dir string, words ...string) string {
	t.Helper()
	status, stdout, stderr := command(t, append([]string{"admin", "--data", dir}, words...)...)
	if status == cli.StatusOK || stdout != "" {
		t.Fatalf("parlor admin %s: status %d: %s", strings.Join(words, " "), status, stdout)
	}
	return stderr
}

// wantIn checks that text contains all parts.
func wantIn(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%q is not in:\n%s", part, text)
		}
	}
}

// TestAnOperatorSeesWhoIsHere checks sessions, rooms and announcements, and that nothing hidden is shown.
func TestAnOperatorSeesWhoIsHere(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	addr := startProgram(t, "--data", dir)
	info, err := os.Stat(filepath.Join(dir, admin.Socket))
	check(t, err)
	if info.Mode().Perm() != 0o600 {
		t.Errorf("the socket has mode %v", info.Mode())
	}
	room := answerOf(t, addr, "cy", "new davinci public=no --json")
	code := regexp.MustCompile(`"code": ?"(\w{6})"`).FindStringSubmatch(room)
	if code == nil {
		t.Fatalf("the room is %s", room)
	}
	anna := dialAs(t, addr, "anna", code[1], "")
	anna.see("(you)")
	bo := &player{Client: dialLines(t, addr, "bo"), t: t, ctx: t.Context(), name: "bo"}
	bo.see("Welcome to parlor, bo.")
	sessions := asked[[]admin.Session](t, dir, "sessions")
	if len(sessions) != 2 || sessions[0].Kind != "screen" || sessions[1].Kind != "lines" || sessions[0].Address.String() != "127.0.0.1" ||
		sessions[0].Who != "key:"+gossh.FingerprintSHA256(keyOf(t, "anna").PublicKey()) || strings.Join(sessions[0].Rooms, "") != "cy's table" {
		t.Errorf("the sessions are %+v", sessions)
	}
	wantIn(t, operator(t, dir, "sessions"), "SESSION  NAME", "cy's table", "SHA256:", "bo")
	rooms := operator(t, dir, "rooms")
	wantIn(t, rooms, "cy's table", "private", "2/4")
	if strings.Contains(rooms, code[1]) || strings.Contains(operator(t, dir, "rooms", "--json"), code[1]) {
		t.Errorf("the code %s of a private room is told", code[1])
	}
	wantIn(t, operator(t, dir, "status"), "2 of 2 people", "all is well", "may come")
	wantIn(t, operator(t, dir, "announce", "We restart at noon.\x1b[2J", "--for", "1h"), "Sessions told: 2.")
	anna.see("The operator of this server says: We restart at noon.")
	bo.see("The operator of this server says: We restart at noon.")
	dial(t, addr, "cy").see("The operator of this server says: We restart at noon.")
	wantIn(t, refusedBy(t, dir, "announce", strings.Repeat("long ", 100)), "too long")
	wantIn(t, operator(t, dir, "pprof"), "goroutine 1")
	wantIn(t, refusedBy(t, dir, "pprof", "nothing"), `no profile "nothing"`)
	wantIn(t, operator(t, dir, "drain"), "Games in play: 0.") // it stops at once but still answers
}

// dialLines connects a person in text mode.
func dialLines(t *testing.T, addr, name string) *terminal.Client {
	t.Helper()
	client, err := terminal.Dial(t.Context(), addr, terminal.Options{User: name, Key: keyOf(t, name), Term: "dumb"})
	check(t, err)
	t.Cleanup(client.HangUp)
	return client
}

// TestPeopleReport checks that a report is logged and listed until the operator marks it as done.
func TestPeopleReport(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	addr := startProgram(t, "--data", dir)
	answerOf(t, addr, "bo", "name Bo the Great")
	answerOf(t, addr, "bo", "new davinci --json")
	wantIn(t, answerOf(t, addr, "anna", "report Bo the Great He left\x1b[2J in a huff."), "Report about Bo the Great sent.", "mute Bo the Great")
	wantIn(t, answerOf(t, addr, "anna", "report Bo the Great --json"), "in one sentence")
	wantIn(t, operator(t, dir, "reports"), "Report 1, ", ", open", "by     anna (key:SHA256:", "about  Bo the Great (key:SHA256:", "words  He left[2J in a huff.", "where  the lobby")
	wantIn(t, operator(t, dir, "status"), "reports    1")
	all := asked[[]admin.Report](t, dir, "reports")
	if len(all) != 1 || all[0].About != "key:"+gossh.FingerprintSHA256(keyOf(t, "bo").PublicKey()) || all[0].Done != nil {
		t.Errorf("the reports are %+v", all)
	}
	wantIn(t, operator(t, dir, "reports", "done", "1"), "Done: report 1.")
	wantIn(t, refusedBy(t, dir, "reports", "done", "2"), "no report of that number")
	wantIn(t, refusedBy(t, dir, "reports", "done"), "reports [done NUMBER]")
	wantIn(t, operator(t, dir, "reports"), "Report 1, ", ", done ")
	wantIn(t, operator(t, dir, "status"), "reports    0")
}

// TestAnOperatorKeepsPeopleOut checks that a ban ends sessions and survives a restart, for a key, for newcomers, and
// for a network.
func TestAnOperatorKeepsPeopleOut(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first := launch(t, "--data", dir)
	const banned, newcomer = "The operator of this server has banned you", "is not accepting new players"
	answerOf(t, first.addr, "cy", "name Cyril")
	anna := dial(t, first.addr, "anna")
	anna.see("Here now")
	number := ""
	for _, s := range asked[[]admin.Session](t, dir, "sessions") {
		if s.Name == "anna" {
			number = strconv.FormatUint(s.Number, 10)
		}
	}
	ban := asked[admin.Banned](t, dir, "ban", number, "--note", "too loud", "--for", "2h")
	key := gossh.FingerprintSHA256(keyOf(t, "anna").PublicKey())
	if ban.Who != "key:"+key || ban.Ended != 1 {
		t.Errorf("the ban is %+v", ban)
	}
	<-anna.Done()
	wantIn(t, string(anna.Bytes()), banned)
	wantIn(t, answerOf(t, first.addr, "anna", "rooms"), banned)
	wantIn(t, operator(t, dir, "newcomers", "off"), "newcomers")
	first.stop()
	<-first.ended
	if _, err := os.Lstat(filepath.Join(dir, admin.Socket)); err == nil {
		t.Error("the socket is still there")
	}
	wantIn(t, refusedBy(t, dir, "status"), "is it running")

	second := startProgram(t, "--data", dir)
	wantIn(t, operator(t, dir, "bans"), key, "too loud", "newcomers")
	wantIn(t, answerOf(t, second, "anna", "rooms"), banned)
	wantIn(t, answerOf(t, second, "new", "rooms"), newcomer)
	wantIn(t, answerOf(t, second, "cy", "me"), "You are Cyril.")
	wantIn(t, operator(t, dir, "newcomers", "on"), "newcomers")
	wantIn(t, operator(t, dir, "unban", key), key)
	wantIn(t, answerOf(t, second, "new", "me"), "You are new.")
	wantIn(t, answerOf(t, second, "anna", "me"), "You are anna.")
	wantIn(t, refusedBy(t, dir, "unban", key), "is not banned")
	wantIn(t, refusedBy(t, dir, "newcomers", "on"), "newcomers may come already")
	cy := dial(t, second, "cy")
	cy.see("Here now")
	if ban := asked[admin.Banned](t, dir, "ban", "127.0.0.0/8"); ban.Ended != 1 {
		t.Errorf("the ban is %+v", ban)
	}
	<-cy.Done()
	if _, err := terminal.Dial(t.Context(), second, terminal.Options{User: "cy", Key: keyOf(t, "cy")}); err == nil || !strings.Contains(err.Error(), banned) {
		t.Errorf("from a network that is banned: %v", err)
	}
	wantIn(t, refusedBy(t, dir, "unban", "127.0.0.1"), "as a part of 127.0.0.0/8, which is")
	wantIn(t, refusedBy(t, dir, "ban", "0.0.0.0/0"), "too large")
	wantIn(t, refusedBy(t, dir, "ban", "somebody"), "not understood")
}

// TestAnOperatorClosesARoomAndDrains checks that people are told why, that the match is void, that the room does not
// return, and that the server stops as by SIGTERM.
func TestAnOperatorClosesARoomAndDrains(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := launch(t, "--data", dir, "--drain", "10m")
	anna := dial(t, p.addr, "anna")
	anna.see("Here now")
	anna.types("p", "anna  (you, host)")
	anna.types("b", "You can begin")
	anna.types(enter, "Take 4 tiles")
	rooms := asked[[]admin.Room](t, dir, "rooms")
	if len(rooms) != 1 || rooms[0].Stage != "playing" || rooms[0].Here != 1 {
		t.Fatalf("the rooms are %+v", rooms)
	}
	wantIn(t, refusedBy(t, dir, "close", "99"), "no room")
	wantIn(t, operator(t, dir, "close", rooms[0].Code, "it", "is", "late"), "Closed: room 1")
	anna.see("The operator of this server has closed the room: it is late")
	if rooms := asked[[]admin.Room](t, dir, "rooms"); len(rooms) != 0 {
		t.Errorf("there are still %+v", rooms)
	}
	anna.types("p", "anna  (you, host)")
	anna.types("b", "You can begin")
	anna.types(enter, "Take 4 tiles")
	status := asked[admin.Status](t, dir, "drain")
	if status.Draining == nil || status.Rooms["playing"] != 1 || status.Sessions != 1 {
		t.Errorf("draining, it is %+v", status)
	}
	anna.see("server stops in")
	wantIn(t, operator(t, dir, "status"), "draining, until")
	operator(t, dir, "close", "2")
	if code := <-p.ended; code != cli.StatusOK {
		t.Errorf("it ended with status %d", code)
	}
}

// page returns a page of the metrics address.
func page(t *testing.T, url string) (status int, body string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	check(t, err)
	response, err := http.DefaultClient.Do(request)
	check(t, err)
	text, err := io.ReadAll(response.Body)
	check(t, errors.Join(err, response.Body.Close()))
	return response.StatusCode, string(text)
}

// TestMetricsOfAMatch checks the counts, that the health check fails during a drain, and that no name or room is in
// the metrics.
func TestMetricsOfAMatch(t *testing.T) {
	t.Parallel()
	free, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	check(t, err)
	at := free.Addr().String()
	check(t, free.Close())
	dir := t.TempDir()
	p := launch(t, "--data", dir, "--metrics", at, "--drain", "10m")
	t.Cleanup(http.DefaultClient.CloseIdleConnections)
	anna := dial(t, p.addr, "anna")
	anna.see("Here now")
	anna.types("p", "anna  (you, host)")
	anna.types("b", "You can begin")
	anna.types(enter, "Take 4 tiles")
	if status, said := page(t, "http://"+at+"/healthz"); status != http.StatusOK {
		t.Errorf("the health is %d: %s", status, said)
	}
	_, body := page(t, "http://"+at+"/metrics")
	wantIn(t, body, `parlor_sessions{kind="screen"} 1`, `parlor_rooms{stage="playing"} 1`, `parlor_connections{state="logged_in"} 1`,
		"parlor_people 1", `parlor_journal_commits_total{result="ok"}`, "go_goroutines")
	for _, zero := range []string{`parlor_journal_commits_total{result="ok"} 0` + "\n", "anna", asked[[]admin.Room](t, dir, "rooms")[0].Code} {
		if strings.Contains(body, zero) {
			t.Errorf("it tells %q", zero)
		}
	}
	operator(t, dir, "drain")
	anna.see("server stops in")
	if status, said := page(t, "http://"+at+"/healthz"); status != http.StatusServiceUnavailable || !strings.Contains(said, "draining") {
		t.Errorf("while it drains the health is %d: %s", status, said)
	}
	operator(t, dir, "close", "1")
	if code := <-p.ended; code != cli.StatusOK {
		t.Errorf("it ended with status %d", code)
	}
}
