//go:build etcd

package e2e

import (
	"bufio"
	"strings"
	"syscall"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// TestPeopleLeaveANodeThatStops checks that people on a node that stops are told at once, and leave soon, with a
// terminal as it was before; and that their rooms go on at the other node.
func TestPeopleLeaveANodeThatStops(t *testing.T) {
	const restarts = "This server is restarting. Connect again: your seat is waiting."
	f := newFarm(t, 1, 1)
	a := f.nodes[0]
	b := f.machine("b")
	b.start()
	t.Cleanup(b.kill)
	a.also = []string{"--drain", "1m"}
	a.terminate()
	a.start()
	anna, bo, cy := dial(t, a.address(), "anna"), dial(t, b.address(), "bo"), dial(t, a.address(), "cy")
	bo.press("n")
	bo.see("create the room")
	bo.press(enter)
	bo.see("bo  (you, host)")
	code := codeOn(bo.Screen())
	anna.HangUp()
	anna = dialRoom(t, a.address(), "anna", code) // a room at the other node
	anna.see("anna  (you")
	cy.see("Here now")

	config := &gossh.ClientConfig{User: code, Auth: []gossh.AuthMethod{gossh.PublicKeys(keyOf(t, "dan"))}, HostKeyCallback: gossh.InsecureIgnoreHostKey(), Timeout: patience}
	client, err := gossh.Dial("tcp", a.address(), config)
	check(t, err)
	defer client.Close()
	session, err := client.NewSession()
	check(t, err)
	_, err = session.StdinPipe()
	check(t, err)
	out, err := session.StdoutPipe()
	check(t, err)
	check(t, session.Start("play --watch"))
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	next := func(want string) string {
		for lines.Scan() {
			if strings.Contains(lines.Text(), want) {
				return lines.Text()
			}
		}
		t.Fatalf("there is no message with %q: %v", want, lines.Err())
		return ""
	}
	next(`"type":"hello"`)

	stopped := time.Now()
	check(t, a.cmd.Process.Signal(syscall.SIGTERM))
	next(`"stops_in_seconds"`)
	anna.see(restarts)
	cy.see(restarts)
	t.Logf("all were told after %v", time.Since(stopped).Round(10*time.Millisecond))
	if ended := next(`"type":"ended"`); !strings.Contains(ended, "restarting") {
		t.Errorf("the last message is %s", ended)
	}
	<-anna.Done()
	<-cy.Done()
	took := time.Since(stopped)
	t.Logf("all had left after %v", took.Round(10*time.Millisecond))
	if took < 9*time.Second {
		t.Errorf("they had only %v to read it", took)
	}
	for _, one := range []*player{anna, cy} {
		last := string(one.Bytes())
		wantIn(t, last[strings.LastIndex(last, "\x1b[?1049l"):], restarts) // on the screen that was there before
	}
	a.at("")
	check(t, a.cmd.Wait())
	t.Logf("the node had stopped after %v", time.Since(stopped).Round(10*time.Millisecond))
	a.cmd = nil
	anna = dial(t, b.address(), "anna")
	anna.see("Your tables", "bo, anna")
}
