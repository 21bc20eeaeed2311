package e2e

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"parlor/internal/cli"
	"parlor/internal/terminal"
	"parlor/lobby"
	"parlor/store"
)

// letterbox collects notifications, as lists of fields.
type letterbox struct {
	*httptest.Server
	came chan map[string]string
}

func newLetterbox(t *testing.T) letterbox {
	t.Helper()
	box := letterbox{came: make(chan map[string]string, 100)}
	box.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		letter := map[string]string{}
		text, err := io.ReadAll(r.Body)
		if err == nil {
			err = json.Unmarshal(text, &letter)
		}
		if err != nil {
			t.Errorf("a letter is %q: %v", text, err)
		}
		letter["path"] = r.URL.Path
		box.came <- letter
		w.WriteHeader(http.StatusNoContent)
	}))
	t.Cleanup(box.Close)
	return box
}

func (b letterbox) next(t *testing.T) map[string]string {
	t.Helper()
	select {
	case letter := <-b.came:
		return letter
	case <-time.After(patience):
		t.Fatal("no letter comes")
		return nil
	}
}

// see reads views until one is as wanted.
func (s *scribe) see(wanted func(heard) bool) (view heard) {
	s.t.Helper()
	for {
		if err := json.Unmarshal([]byte(s.view), &view); s.view != "" && err != nil {
			s.t.Fatalf("%v: %s", err, s.view)
		}
		if s.view != "" && wanted(view) {
			return view
		}
		s.next(`"type":"view"`)
		view = heard{}
	}
}

// TestALetterSaysThatItIsYourTurn plays a correspondence match over SSH, in which one player is away when their turn
// begins. One notification arrives, with public information only.
func TestALetterSaysThatItIsYourTurn(t *testing.T) {
	t.Parallel()
	box := newLetterbox(t)
	p := launch(t, "--webhook-allow", strings.TrimPrefix(box.URL, "http://"))
	_, port, _ := strings.Cut(p.addr, ":")
	wantIn(t, answerOf(t, p.addr, "bo", "webhook"), "You have no webhook.")
	wantIn(t, answerOf(t, p.addr, "bo", "webhook "+box.URL+"/secret"), "Test notification delivered to 127.0.0.1:")
	wantIn(t, answerOf(t, p.addr, "bo", "webhook --json"), `"failures":0,"stopped":false}`)
	if said := answerOf(t, p.addr, "bo", "webhook") + answerOf(t, p.addr, "bo", "webhook --json") + answerOf(t, p.addr, "bo", "me"); strings.Contains(said, "secret") {
		t.Errorf("the whole address is shown:\n%s", said)
	}
	wantIn(t, answerOf(t, p.addr, "bo", "me --export"), box.URL+"/secret")
	if first := box.next(t); first["kind"] != "test" || first["path"] != "/secret" || !strings.HasPrefix(first["text"], "This is parlor. You will be notified here") {
		t.Errorf("the first letter is %q", first)
	}

	anna, bo := newScribe(t, p.addr), scribeOf(t, p.addr, "bo")
	anna.play("play davinci seats=2 clock=72h rounds=1 first=1 jokers=none")
	code := anna.see(func(v heard) bool { return v.Room.Code != "" }).Room.Code
	bo.play("play " + code)
	line := "ssh -p " + port + " " + code + "@localhost"
	anna.see(func(v heard) bool { return v.Chairs[1].Name == "bo" })
	anna.does(`{"start":true}`)
	anna.does(`{"do":"deal"}`)
	bo.see(func(v heard) bool { return v.YourTurn })
	bo.does(`{"do":"deal"}`)
	check(t, bo.client.Close())
	for {
		view := anna.see(func(v heard) bool {
			return v.Chairs[1].AwaySeconds != nil && len(v.Match.ToMove) > 0 && (!v.YourTurn || len(v.Legal) > 0)
		})
		if !view.YourTurn {
			break
		}
		anna.does(fmt.Sprintf(`{"do":%q}`, view.Legal[len(view.Legal)-1]))
	}
	letter := box.next(t)
	deadline, err := time.Parse(time.RFC3339, letter["deadline"])
	if left := time.Until(deadline); err != nil || left > 72*time.Hour || left < 72*time.Hour-patience {
		t.Errorf("the deadline is %q", letter["deadline"])
	}
	if letter["text"] != letter["content"] || !strings.HasPrefix(letter["text"], "It is your turn in Da Vinci Code, room "+code+". You have ") || !strings.HasSuffix(letter["text"], "\n"+line) {
		t.Errorf("the letter says %q", letter["text"])
	}
	want := map[string]string{"path": "/secret", "kind": "turn", "room": code, "title": "anna's table", "game": "davinci", "line": line}
	for _, checked := range []string{"deadline", "text", "content"} {
		want[checked] = letter[checked]
	}
	if !maps.Equal(letter, want) {
		t.Errorf("the letter is %q, not %q", letter, want)
	}
	// They connect, look, and leave; then they switch notifications off.
	wantIn(t, answerOf(t, p.addr, "bo", "turns"), "Da Vinci Code in "+code)
	wantIn(t, answerOf(t, p.addr, "bo", "webhook off"), "Webhook removed.")
	wantIn(t, answerOf(t, p.addr, "bo", "me --export"), `"webhook": null`)
	p.stop()
	if status := <-p.ended; status != cli.StatusOK {
		t.Errorf("the program ended with status %d", status)
	}
	if len(box.came) > 0 {
		t.Errorf("another letter came: %q", <-box.came)
	}
}

// TestAWebhookIsChosen sets a webhook on a screen and in text mode, which also explains failures.
func TestAWebhookIsChosen(t *testing.T) {
	t.Parallel()
	box := newLetterbox(t)
	host := strings.TrimPrefix(box.URL, "http://")
	addr := startProgram(t, "--webhook-allow", "hooks.example.com,"+host)
	anna := dial(t, addr, "anna")
	anna.press("o")
	anna.see("w webhook")
	anna.press("w")
	anna.see("You have no webhook. Paste a webhook URL")
	anna.press("https://elsewhere.example.com/x" + enter)
	anna.see("only allows webhooks on these hosts: ", "You have no webhook.", "elsewhere.example.com/x") // it can be corrected
	anna.press("\x15" + box.URL + "/anna" + enter)
	anna.see("Test notification delivered to " + host)
	if letter := box.next(t); letter["path"] != "/anna" || letter["kind"] != "test" {
		t.Errorf("the letter is %q", letter)
	}
	anna.press("w")
	anna.see("Your webhook is at "+host, "off to")
	anna.press("off" + enter)
	anna.see("Webhook removed.")

	bo := dialLines(t, addr, "bo")
	hears := func(texts ...string) {
		t.Helper()
		_, err := bo.See(t.Context(), texts...)
		check(t, err)
	}
	hears("What is your name?")
	check(t, bo.Type(enter))
	hears("There are no open rooms.")
	check(t, bo.Type("webhook http://hooks.example.com/x"+enter))
	hears("The address has to begin with https://.")
	check(t, bo.Type("webhook "+box.URL+"/bo"+enter))
	hears("Test notification delivered to " + host)
	check(t, bo.Type("new davinci"+enter))
	hears("to start, bot to add a bot")
	check(t, bo.Type("webhook off"+enter)) // in a room, too
	hears("Webhook removed.")
}

// TestWhoIsNotReachedIsTold checks that a person is told once that their webhook was switched off, and not by each
// command.
func TestWhoIsNotReachedIsTold(t *testing.T) {
	t.Parallel()
	const told = "Your webhook at hooks.example.com was disabled"
	dir, id := t.TempDir(), "key:"+gossh.FingerprintSHA256(keyOf(t, "anna").PublicKey())
	kept, err := store.Open(dir, nil)
	check(t, err)
	check(t, kept.Accounts.Save(t.Context(), lobby.Account{ID: id, Name: "anna", Chosen: true}))
	check(t, kept.Webhooks.SaveWebhook(t.Context(), id, lobby.Webhook{URL: "https://hooks.example.com/secret", Failures: 5, Stopped: time.Now()}))
	check(t, kept.Close())
	addr := startProgram(t, "--data", dir, "--webhook-allow", "hooks.example.com")
	if said := answerOf(t, addr, "anna", "version"); strings.Contains(said, "webhook") {
		t.Errorf("a command says %q", said)
	}
	wantIn(t, answerOf(t, addr, "anna", "webhook"), "was disabled after")
	anna := dialLines(t, addr, "anna")
	_, err = anna.See(t.Context(), told)
	check(t, err)
	dial(t, addr, "anna").see(told)
}

// TestWebhooksAreOff checks all interfaces if the operator allows no host.
func TestWebhooksAreOff(t *testing.T) {
	t.Parallel()
	const off = "This server does not allow webhooks."
	addr := startProgram(t)
	for _, line := range []string{"webhook", "webhook https://hooks.example.com/x", "webhook --json"} {
		if said := answerOf(t, addr, "anna", line); !strings.Contains(said, off) {
			t.Errorf("%s says %q", line, said)
		}
	}
	wantIn(t, answerOf(t, addr, "anna", "webhook off"), "Webhook removed.")
	bo := dial(t, addr, "bo")
	bo.press("o")
	bo.see("w webhook")
	bo.press("w")
	bo.see(off)
}

// TestHangingDeliveriesDoNotHoldUpTheEnd checks that the program stops at once although eight people are testing
// webhooks at hosts that never finish an answer.
func TestHangingDeliveriesDoNotHoldUpTheEnd(t *testing.T) {
	t.Parallel()
	for what, answer := range map[string]string{
		"switches":     "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n",
		"says nothing": "",
		"stops midway": "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nOK",
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			asked := make(chan struct{}, 100)
			hosts := make([]string, 4) // two each, the limit per host
			for i := range hosts {
				hosts[i] = fmt.Sprintf("%s:%d", [...]string{"127.0.0.1", "localhost", "127.0.0.2", "127.0.0.3"}[i], hang(t, answer, asked))
			}
			p := launch(t, "--webhook-allow", strings.Join(hosts, ","))
			var people []*terminal.Client
			for i := range 2 * len(hosts) {
				name := fmt.Sprintf("person%d", i)
				client, err := terminal.Dial(t.Context(), p.addr, terminal.Options{User: name, Key: keyOf(t, name), Command: "webhook http://" + hosts[i/2] + "/x"})
				check(t, err)
				people = append(people, client)
			}
			for range people {
				<-asked
			}
			for _, client := range people {
				client.HangUp()
			}
			told := time.Now()
			p.stop()
			if status := <-p.ended; status != cli.StatusOK {
				t.Errorf("the program ended with status %d", status)
			}
			if took := time.Since(told); took > 5*time.Second {
				t.Errorf("the program took %v to end", took)
			}
		})
	}
}

// hang returns the port of a host that begins an answer to each request and never ends it.
func hang(t *testing.T, answer string, asked chan<- struct{}) int {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", ":0")
	check(t, err)
	var work sync.WaitGroup
	work.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			work.Go(func() {
				defer conn.Close()
				if _, err := conn.Read(make([]byte, 1)); err != nil {
					return
				}
				_, _ = io.WriteString(conn, answer)
				asked <- struct{}{}
				_, _ = io.Copy(io.Discard, conn)
			})
		}
	})
	t.Cleanup(func() {
		_ = listener.Close()
		work.Wait()
	})
	return listener.Addr().(*net.TCPAddr).Port //nolint:forcetypeassert // of a TCP listener
}
