package webhook_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"parlor/lobby"
	"parlor/ratelimit"
	"parlor/server/webhook"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// memWebhooks is lobby.Webhooks in memory that reports what is noted.
type memWebhooks struct {
	mu    sync.Mutex
	hooks map[string]lobby.Webhook
	noted chan lobby.Webhook
}

func (s *memWebhooks) Webhook(_ context.Context, person string) (lobby.Webhook, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.hooks[person], nil
}

func (s *memWebhooks) SaveWebhook(_ context.Context, person string, hook lobby.Webhook) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hooks[person] = hook
	return nil
}

func (s *memWebhooks) NoteWebhook(ctx context.Context, person string, hook lobby.Webhook) error {
	err := s.SaveWebhook(ctx, person, hook)
	s.noted <- hook
	return err
}

// target is a host that accepts deliveries and answers with a status.
type target struct {
	*httptest.Server
	letters chan string
	mu      sync.Mutex
	status  int
}

func (g *target) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	text, _ := io.ReadAll(r.Body)
	g.letters <- r.Method + " " + r.URL.String() + " " + r.Header.Get("Content-Type") + "\n" + string(text)
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.status/100 == 3 {
		w.Header().Set("Location", g.URL+"/elsewhere")
	}
	w.WriteHeader(g.status)
}

func (g *target) answers(status int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.status = status
}

func newTarget(t *testing.T, secure bool) *target {
	t.Helper()
	g := &target{letters: make(chan string, 100), status: http.StatusNoContent}
	if secure {
		g.Server = httptest.NewTLSServer(g)
		g.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	} else {
		g.Server = httptest.NewServer(g)
	}
	t.Cleanup(g.Close)
	return g
}

func (g *target) host() string { return g.Listener.Addr().String() }

// open returns a sender for some hosts, and its log.
func open(t *testing.T, allow string, kept *memWebhooks, roots *x509.CertPool) (*webhook.Sender, *bytes.Buffer) {
	t.Helper()
	var list webhook.Allow
	if err := list.Set(allow); err != nil {
		t.Fatal(err)
	}
	log := &bytes.Buffer{}
	s := webhook.New(webhook.Config{
		Allow: list, Webhooks: kept, RateLimits: ratelimit.New(ratelimit.Config{}), Roots: roots,
		Title: strings.ToUpper,
		Line:  func(code string) string { return "ssh " + code + "@play.example.com" },
		Log:   slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	})
	t.Cleanup(s.Close)
	return s, log
}

func keeping(url string) *memWebhooks {
	return &memWebhooks{hooks: map[string]lobby.Webhook{"key:anna": {URL: url, Since: time.Now()}}, noted: make(chan lobby.Webhook, 100)}
}

func turn() lobby.TurnNotice {
	return lobby.TurnNotice{Person: "key:anna", Room: "E93TDD", Title: "@everyone <!channel>", Game: "davinci", Until: time.Date(2099, 5, 1, 10, 0, 0, 5, time.UTC)}
}

// TestALetter checks the exact fields of a payload, and that the title is not in the sentence.
func TestALetter(t *testing.T) {
	g := newTarget(t, false)
	s, log := open(t, g.host(), keeping(g.URL+"/secret?key=value"), nil)
	s.Notify(turn())
	head, text, _ := strings.Cut(<-g.letters, "\n")
	if head != "POST /secret?key=value application/json; charset=utf-8" {
		t.Errorf("the letter is sent by %q", head)
	}
	var got map[string]string
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	said := got["text"]
	if got["content"] != said || !strings.HasPrefix(said, "It is your turn in DAVINCI, room E93TDD. You have ") || !strings.HasSuffix(said, "\nssh E93TDD@play.example.com") || strings.ContainsAny(said, "<@!") != strings.Contains(said, "E93TDD@") {
		t.Errorf("it says %q", got)
	}
	delete(got, "text")
	delete(got, "content")
	want := map[string]string{"kind": "turn", "room": "E93TDD", "title": "@everyone <!channel>", "game": "davinci", "deadline": "2099-05-01T10:00:00Z", "line": "ssh E93TDD@play.example.com"}
	if len(got) != len(want) {
		t.Errorf("it has %v", got)
	}
	for field, value := range want {
		if got[field] != value {
			t.Errorf("its %s is %q, not %q", field, got[field], value)
		}
	}
	s.Close()
	if f := s.Figures(); f != (webhook.Figures{Sent: 1}) && f != (webhook.Figures{}) { // it may have been closed before the answer
		t.Errorf("the figures are %+v", f)
	}
	if strings.Contains(log.String(), "secret") {
		t.Errorf("the log has the address:\n%s", log)
	}
}

// TestWhereNothingIsSent checks people without a webhook, and with one that is stopped or no longer allowed.
func TestWhereNothingIsSent(t *testing.T) {
	g := newTarget(t, false)
	kept := keeping(g.URL + "/anna")
	kept.hooks["key:bo"] = lobby.Webhook{URL: g.URL + "/bo", Failures: 5, Stopped: time.Now()}
	kept.hooks["key:cy"] = lobby.Webhook{URL: "http://127.0.0.1:1/cy"}
	s, _ := open(t, g.host(), kept, nil)
	for _, who := range []string{"key:bo", "key:cy", "key:dan", "key:anna"} {
		one := turn()
		one.Person = who
		s.Notify(one)
	}
	if head, _, _ := strings.Cut(<-g.letters, "\n"); !strings.HasPrefix(head, "POST /anna ") {
		t.Errorf("a letter is sent to %q", head)
	}
	s.Close()
	if len(g.letters) > 0 {
		t.Errorf("another one is sent: %s", <-g.letters)
	}
}

// TestTrying checks that a webhook is set only after a successful delivery, and that the error says why not.
func TestTrying(t *testing.T) {
	g, other := newTarget(t, false), newTarget(t, true)
	_, port, err := net.SplitHostPort(other.host())
	if err != nil {
		t.Fatal(err)
	}
	refused := func(status int) string {
		g.answers(status)
		s, log := open(t, g.host(), keeping(""), nil)
		err := s.SendTest(t.Context(), "key:anna", g.URL+"/secret")
		if <-g.letters; len(g.letters) > 0 {
			t.Errorf("after %d another address was asked", status)
		}
		if strings.Contains(log.String(), "secret") {
			t.Errorf("the log has the address:\n%s", log)
		}
		if err == nil {
			return ""
		}
		return err.Error()
	}
	for status, want := range map[int]string{200: "", 204: "", 302: "HTTP 302", 307: "HTTP 307", 404: "127.0.0.1 rejected the test notification (HTTP 404). Your webhook is unchanged.", 500: "500"} {
		if said := refused(status); (said == "") != (want == "") || !strings.Contains(said, want) {
			t.Errorf("after %d it says %q", status, said)
		}
	}
	roots := x509.NewCertPool()
	roots.AddCert(other.Certificate())
	s, _ := open(t, "example.com:"+port+",127.0.0.1:"+port+",localhost,*.localhost.localdomain", keeping(""), roots)
	if err := s.SendTest(t.Context(), "key:anna", "https://127.0.0.1:"+port+"/x"); err != nil {
		t.Errorf("by https: %v", err)
	}
	if err := s.SendTest(t.Context(), "key:anna", "http://127.0.0.1:"+port+"/x"); err == nil {
		t.Error("http is answered where https is spoken")
	}
	strict, _ := open(t, other.host(), keeping(""), nil)
	if err := strict.SendTest(t.Context(), "key:anna", other.URL); err == nil || !strings.Contains(err.Error(), "cannot be reached") {
		t.Errorf("to a host that nobody vouches for: %v", err)
	}
	// The name is allowed but resolves to this computer.
	if err := s.SendTest(t.Context(), "key:anna", "https://localhost/x"); err == nil || !strings.Contains(err.Error(), "resolves to an address that is not public") {
		t.Errorf("to this machine: %v", err)
	}
}

func TestTriesAreBounded(t *testing.T) {
	g := newTarget(t, false)
	s, _ := open(t, g.host(), keeping(""), nil)
	for range 100 {
		err := s.SendTest(t.Context(), "key:anna", g.URL)
		var refusal *ratelimit.Refusal
		if errors.As(err, &refusal) {
			if len(g.letters) > 30 {
				t.Errorf("%d letters were sent", len(g.letters))
			}
			return
		}
	}
	t.Error("nothing bounds them")
}

// transport answers in place of a host.
type transport func(*http.Request) (*http.Response, error)

func (a transport) RoundTrip(r *http.Request) (*http.Response, error) { return a(r) }

// TestFailures checks three tries per notification, and that five consecutive failures switch the webhook off once,
// while a success resets the count.
func TestFailures(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		kept := keeping("https://hooks.example.com/secret")
		s, log := open(t, "hooks.example.com", kept, nil)
		status, asked := http.StatusInternalServerError, 0
		webhook.Answer(s, transport(func(*http.Request) (*http.Response, error) {
			asked++
			return &http.Response{StatusCode: status, Body: io.NopCloser(strings.NewReader(strings.Repeat("x", 1<<20)))}, nil
		}))
		tell := func() (letters int) {
			asked = 0
			s.Notify(turn())
			time.Sleep(2 * time.Hour)
			synctest.Wait()
			return asked
		}
		if n := tell(); n != 3 || kept.hooks["key:anna"].Failures != 1 {
			t.Errorf("it was tried %d times, and kept is %+v", n, kept.hooks)
		}
		status = http.StatusOK
		if n := tell(); n != 1 || kept.hooks["key:anna"].Failures != 0 {
			t.Errorf("it was sent %d times, and kept is %+v", n, kept.hooks)
		}
		status = http.StatusNotFound
		for i := range 5 {
			if n := tell(); n != 1 || kept.hooks["key:anna"].Failures != i+1 || kept.hooks["key:anna"].Stopped.IsZero() != (i < 4) {
				t.Errorf("letter %d was tried %d times, and kept is %+v", i, n, kept.hooks)
			}
		}
		if n := tell(); n != 0 {
			t.Errorf("where it is switched off, %d letters are sent", n)
		}
		if f := s.Figures(); f != (webhook.Figures{Sent: 1, Failed: 6, Stopped: 1}) {
			t.Errorf("the figures are %+v", f)
		}
		if strings.Contains(log.String(), "secret") || strings.Count(log.String(), "webhook disabled") != 1 {
			t.Errorf("the log is\n%s", log)
		}
	})
}

// TestAHostThatHangs checks that a hanging host delays neither callers nor other hosts, and that dropped
// notifications are counted.
func TestAHostThatHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		kept := keeping("https://hangs.example.com/")
		kept.hooks["key:bo"] = lobby.Webhook{URL: "https://other.example.com/", Since: time.Now()}
		s, _ := open(t, "*.example.com", kept, nil)
		arrived := make(chan string, 10)
		webhook.Answer(s, transport(func(r *http.Request) (*http.Response, error) {
			if r.URL.Hostname() == "hangs.example.com" {
				<-r.Context().Done()
				return nil, r.Context().Err()
			}
			arrived <- r.URL.Hostname()
			return &http.Response{StatusCode: http.StatusOK, Body: http.NoBody}, nil
		}))
		began := time.Now()
		for range 3000 {
			s.Notify(turn())
		}
		other := turn()
		other.Person = "key:bo"
		synctest.Wait()
		s.Notify(other)
		synctest.Wait()
		if time.Since(began) > 0 || s.Figures().Lost < 1900 {
			t.Errorf("after %v the figures are %+v", time.Since(began), s.Figures())
		}
		time.Sleep(3 * time.Hour)
		synctest.Wait()
		s.Notify(other)
		synctest.Wait()
		if len(arrived) == 0 {
			t.Error("nothing comes to another host")
		}
	})
}

func TestAnEndLosesWhatWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _ := open(t, "hooks.example.com", keeping("https://hooks.example.com/"), nil)
		webhook.Answer(s, transport(func(r *http.Request) (*http.Response, error) {
			<-r.Context().Done()
			return nil, r.Context().Err()
		}))
		for range 50 {
			s.Notify(turn())
		}
		synctest.Wait()
		s.Close()
		s.Notify(turn())
		if f := s.Figures(); f != (webhook.Figures{}) {
			t.Errorf("the figures are %+v", f)
		}
	})
}

// listen is a host that passes each connection to serve after reading a request, and counts requests.
func listen(t *testing.T, serve func(net.Conn)) (host string, asked chan struct{}) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	asked = make(chan struct{}, 100)
	var work sync.WaitGroup
	work.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			work.Go(func() {
				defer conn.Close()
				request, err := http.ReadRequest(bufio.NewReader(conn))
				if err != nil {
					return
				}
				if _, err := io.ReadAll(request.Body); err != nil {
					return
				}
				asked <- struct{}{}
				serve(conn)
			})
		}
	})
	t.Cleanup(func() {
		_ = listener.Close()
		work.Wait()
	})
	return listener.Addr().String(), asked
}

// untilClosed waits until the other end closes the connection.
func untilClosed(conn net.Conn) { _, _ = io.Copy(io.Discard, conn) }

// TestAnInterimAnswerEndsADelivery checks that only 100 and 103 are waited for.
func TestAnInterimAnswerEndsADelivery(t *testing.T) {
	for _, status := range []int{101, 102, 104, 150, 199} {
		host, _ := listen(t, func(conn net.Conn) {
			_, _ = fmt.Fprintf(conn, "HTTP/1.1 %d Something\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n", status)
			untilClosed(conn)
		})
		s, _ := open(t, host, keeping(""), nil)
		want := fmt.Sprintf("HTTP %d", status)
		if err := s.SendTest(t.Context(), "key:anna", "http://"+host+"/"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("after %d it says %v", status, err)
		}
	}
	for _, status := range []int{100, 103} {
		host, _ := listen(t, func(conn net.Conn) {
			_, _ = fmt.Fprintf(conn, "HTTP/1.1 %d Something\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n", status)
		})
		s, _ := open(t, host, keeping(""), nil)
		if err := s.SendTest(t.Context(), "key:anna", "http://"+host+"/"); err != nil {
			t.Errorf("after %d and a good answer it says %v", status, err)
		}
	}
}

// TestOneHostHoldsTwoTries checks that further tries at a host are refused at once, while those at other hosts
// proceed.
func TestOneHostHoldsTwoTries(t *testing.T) {
	release := make(chan struct{})
	host, asked := listen(t, func(net.Conn) {
		select {
		case <-release:
		case <-t.Context().Done():
		}
	})
	g := newTarget(t, false)
	other := strings.Replace(g.host(), "127.0.0.1", "localhost", 1)
	s, _ := open(t, host+","+other, keeping(""), nil)
	var work sync.WaitGroup
	for i := range 2 {
		work.Go(func() { _ = s.SendTest(t.Context(), fmt.Sprintf("key:%d", i), "http://"+host+"/") })
		<-asked
	}
	if err := s.SendTest(t.Context(), "key:bo", "http://"+host+"/"); err == nil || !strings.Contains(err.Error(), "Too many notifications are queued") {
		t.Errorf("the third try at the host: %v", err)
	}
	if err := s.SendTest(t.Context(), "key:bo", "http://"+other+"/"); err != nil {
		t.Errorf("a try at another host: %v", err)
	}
	close(release)
	work.Wait()
	if err := s.SendTest(t.Context(), "key:bo", "http://"+host+"/"); err == nil || strings.Contains(err.Error(), "Too many notifications") {
		t.Errorf("a try after those have ended: %v", err)
	}
}

// TestCloseIsBounded checks that Close does not wait for a delivery that ignores its context.
func TestCloseIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _ := open(t, "hooks.example.com", keeping("https://hooks.example.com/"), nil)
		release, tried := make(chan struct{}), make(chan error, 1)
		webhook.Answer(s, transport(func(r *http.Request) (*http.Response, error) {
			var letter struct{ Kind string }
			if err := json.NewDecoder(r.Body).Decode(&letter); err != nil {
				t.Error(err)
			}
			if letter.Kind == "test" {
				<-r.Context().Done()
				return nil, r.Context().Err()
			}
			<-release
			return nil, io.EOF
		}))
		s.Notify(turn())
		go func() { tried <- s.SendTest(t.Context(), "key:bo", "https://hooks.example.com/") }()
		synctest.Wait()
		began := time.Now()
		s.Close()
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("Close takes %v", took)
		}
		synctest.Wait()
		select {
		case err := <-tried:
			if err == nil {
				t.Error("a try that was ended says that a letter has arrived")
			}
		default:
			t.Error("a try goes on after Close")
		}
		close(release)
	})
}
