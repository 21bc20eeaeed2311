package server_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"parlor/internal/terminal"
	"parlor/server"
)

// TestTenSilentAddressesShutNoOneOut checks that 20 guests can log in while ten addresses hold 200 silent
// connections and reopen dropped ones.
func TestTenSilentAddressesShutNoOneOut(t *testing.T) {
	t.Parallel()
	s := openPublic(t, server.Limits{})
	for host := 2; host <= 11; host++ {
		for range 20 {
			s.silentFrom(t, host)
		}
	}
	in := 0
	var took time.Duration
	for i := range 20 {
		began := time.Now()
		client, err := s.raw(t, &gossh.ClientConfig{User: fmt.Sprint("gus", i), Auth: []gossh.AuthMethod{gossh.KeyboardInteractive(noQuestions)}})
		if err != nil {
			t.Log(err)
			continue
		}
		in++
		took = max(took, time.Since(began))
		_ = client.Close()
		s.silentFrom(t, 2+i%10)
	}
	t.Logf("%d of 20 guests got in, within %v each", in, took)
	if in < 15 {
		t.Errorf("%d of 20 guests got in", in)
	}
}

// silentFrom opens a silent connection from another loopback address.
func (s site) silentFrom(t *testing.T, host int) {
	t.Helper()
	from := &net.TCPAddr{IP: net.IPv4(127, 0, 0, byte(host))}
	conn, err := (&net.Dialer{LocalAddr: from, Timeout: patience}).DialContext(t.Context(), "tcp", s.addr)
	var refused *net.OpError
	if errors.As(err, &refused) && refused.Op == "dial" && strings.Contains(err.Error(), "assign requested address") {
		t.Skip("this machine has one address of its own only")
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
}

// TestChannelsWithoutASessionHoldNoPlace checks that open channels without a session do not keep a connection open.
func TestChannelsWithoutASessionHoldNoPlace(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := openInMemory(t, server.Limits{})
		guest := &gossh.ClientConfig{User: "gus", Auth: []gossh.AuthMethod{gossh.KeyboardInteractive(noQuestions)}}
		vacant, err := s.raw(t, guest)
		if err != nil {
			t.Fatal(err)
		}
		used, err := s.raw(t, guest)
		if err != nil {
			t.Fatal(err)
		}
		_ = shell(t, used)
		var closed []<-chan *gossh.Request
		for range 3 {
			for _, client := range []*gossh.Client{vacant, used} {
				channel, requests, err := client.OpenChannel("session", nil)
				if err != nil {
					t.Fatal(err)
				}
				// Other requests do not begin a session.
				if ok, err := channel.SendRequest("env", true, gossh.Marshal(struct{ Name, Value string }{"LANG", "C"})); !ok || err != nil {
					t.Fatal(ok, err)
				}
				closed = append(closed, requests)
			}
		}
		late := time.After(30 * time.Second)
		for _, requests := range closed {
			for open := true; open; {
				select {
				case _, open = <-requests:
				case <-late:
					t.Fatal("a channel on which no session runs stays")
				}
			}
		}
		hungUp := make(chan error, 1)
		go func() { hungUp <- vacant.Wait() }()
		select {
		case <-hungUp:
		case <-late:
			t.Error("a connection on which no session runs stays")
		}
		if _, _, err := used.SendRequest("are you there", true, nil); err != nil {
			t.Errorf("a connection on which one runs was closed: %v", err)
		}
	})
}

// TestWhoIsRefusedReadsWhy checks what the OpenSSH client shows.
func TestWhoIsRefusedReadsWhy(t *testing.T) {
	t.Parallel()
	ssh, err := exec.LookPath("ssh")
	if err != nil {
		t.Skip("there is no ssh here")
	}
	s := open(t, server.Limits{ConnectionsPerHost: 1})
	see(t, s.come(t, terminal.Options{User: "alice", Key: signer(t, "alice")}), "Here now")
	_, port, _ := net.SplitHostPort(s.addr)
	for range 20 {
		command := exec.CommandContext(t.Context(), ssh, "-F", "none", "-p", port, "-o", "BatchMode=yes", "-o", "StrictHostKeyChecking=no",
			"-o", "UserKnownHostsFile=/dev/null", "-o", "PubkeyAuthentication=no", "127.0.0.1", "rooms")
		told, err := command.CombinedOutput()
		if err == nil || !strings.Contains(string(told), "Too many open connections from your address. Close some, or try again later.") {
			t.Fatalf("ssh ends with %v and says\n%s", err, told)
		}
	}
}

// TestAGameNight lets 60 people behind one address arrive at once and play, on a private and on a public network.
func TestAGameNight(t *testing.T) {
	for name, opened := range map[string]func(*testing.T) site{
		"private": func(t *testing.T) site { return open(t, server.Limits{}) },
		"public":  func(t *testing.T) site { return openPublic(t, server.Limits{}) },
	} {
		t.Run(name, func(t *testing.T) {
			s, began := opened(t), time.Now()
			const tables, seats = 15, 4
			var people, playing sync.WaitGroup
			playing.Add(tables * seats)
			for table := range tables {
				code := make(chan string, seats-1)
				for seat := range seats {
					played := sync.OnceFunc(playing.Done)
					p := &partygoer{name: fmt.Sprintf("p%dx%d", table, seat), host: seat == 0, code: code, played: played}
					people.Go(func() {
						if err := s.party(t, p); err != nil {
							t.Errorf("%s: %v", p.name, err)
						}
						played()
						playing.Wait() // all stay until everyone has played
						p.goes()
					})
				}
			}
			people.Wait()
			t.Logf("60 people came, sat down and played a move within %v", time.Since(began).Round(time.Millisecond))
		})
	}
}

// partygoer is one of many players. The host creates a room and passes on its code.
type partygoer struct {
	name   string
	host   bool
	code   chan string
	played func() // called when a move was played
	goes   func()
}

// party logs in and plays one move.
func (s site) party(t *testing.T, p *partygoer) error {
	p.goes = func() {}
	if p.host {
		defer close(p.code)
	}
	client, err := s.raw(t, &gossh.ClientConfig{User: p.name, Auth: []gossh.AuthMethod{gossh.KeyboardInteractive(noQuestions)}})
	if err != nil {
		return err
	}
	late := time.AfterFunc(patience, func() { _ = client.Close() })
	p.goes = func() { _, _ = late.Stop(), client.Close() }
	session, err := client.NewSession()
	if err != nil {
		return err
	}
	in, inErr := session.StdinPipe()
	out, outErr := session.StdoutPipe()
	command := "play davinci seats=4"
	if !p.host {
		command = "play " + <-p.code
	}
	if err := errors.Join(inErr, outErr, session.Start(command)); err != nil {
		return err
	}
	return p.play(bufio.NewScanner(out), in)
}

// seen is the part of a message that a player needs.
type seen struct {
	Type, Text, Stage string
	Room              struct{ Code string }
	YourTurn          bool `json:"your_turn"`
	Legal             []string
}

func (p *partygoer) play(out *bufio.Scanner, in io.Writer) error {
	out.Buffer(nil, 1<<20)
	asked := false
	for out.Scan() {
		var now seen
		if err := json.Unmarshal(out.Bytes(), &now); err != nil {
			return err
		}
		var err error
		switch {
		case now.Type == "refused", now.Type == "ended":
			return errors.New(now.Text)
		case now.Type == "done":
			p.played()
			return nil
		case now.Type == "hello":
			for i := 0; p.host && i < cap(p.code); i++ {
				p.code <- now.Room.Code
			}
			_, err = io.WriteString(in, `{"ready":true}`+"\n")
		case now.Type == "view" && now.YourTurn && len(now.Legal) > 0 && !asked:
			asked = true
			_, err = fmt.Fprintf(in, `{"do":%q,"id":1}`+"\n", now.Legal[0])
		}
		if err != nil {
			return err
		}
	}
	return errors.Join(out.Err(), io.ErrUnexpectedEOF)
}
