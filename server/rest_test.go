package server_test

import (
	"fmt"
	"io"
	"net"
	"runtime"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"parlor/server"
)

const (
	resting    = 40 // sessions that are measured
	keptForAll = 6  // goroutines shared by all sessions
)

// TestWhatASessionCostsAtRest measures goroutines and memory of an idle session beyond those of a baseline SSH
// connection, and checks that nothing ticks.
func TestWhatASessionCostsAtRest(t *testing.T) {
	bare := count(t, bareServer(t), func(string) {}, "", "bare", 0)
	s := open(t, server.Limits{ConnectionsPerHost: 8 * resting})
	for _, one := range []struct {
		name, command, text string
		goroutines          float64 // beyond the baseline, including the room's
		memory              float64 // in KB
	}{{"hall", "", "Here now", 3, 55}, {"table", "new davinci seats=2", "(you, host)", 4, 58}} {
		var cost cost
		var goroutines, memory float64
		for again := range 3 { // other activity can only add memory
			cost = count(t, s.addr, func(name string) { s.knows(t, name) }, one.command, one.text, again)
			goroutines, memory = cost.goroutines-bare.goroutines, (cost.memory-bare.memory)/1024
			if memory <= one.memory {
				break
			}
		}
		t.Logf("%s: %.2f goroutines and %.1f KB more than a bare session", one.name, goroutines, memory)
		for _, what := range []string{"startRenderer", "StreamEvents", "keepAlive", "(*filtered).Accept", "time.Sleep", "(*painter).work", "time.(*Ticker)"} {
			if n := strings.Count(cost.stacks, what); n > 0 {
				t.Errorf("%s: %d × %s at rest", one.name, n, what)
			}
		}
		if goroutines > one.goroutines+(keptForAll+4.)/resting {
			t.Errorf("%s: %.2f goroutines more than a bare session:\n%s", one.name, goroutines, cost.stacks)
		}
		if memory > one.memory {
			t.Errorf("%s: %.1f KB more than a bare session", one.name, memory)
		}
	}
}

// cost is the cost of one of many sessions.
type cost struct {
	goroutines, memory float64
	stacks             string
}

// count opens sessions and returns the cost of each once it has shown a text. It calls comes for each person.
func count(t *testing.T, addr string, comes func(name string), command, text string, before int) cost {
	t.Helper()
	kind, begin := strings.Fields(text)[0], (*gossh.Session).Shell
	if command != "" {
		begin = func(session *gossh.Session) error { return session.Start(command) }
	}
	come := func(name string) {
		name += kind
		comes(name)
		config := &gossh.ClientConfig{User: name, Auth: []gossh.AuthMethod{gossh.PublicKeys(signer(t, name))}, HostKeyCallback: gossh.InsecureIgnoreHostKey()}
		client, err := gossh.Dial("tcp", addr, config)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = client.Close() })
		session, err := client.NewSession()
		if err != nil {
			t.Fatal(err)
		}
		out, outErr := session.StdoutPipe()
		_, inErr := session.StdinPipe()
		if outErr != nil || inErr != nil || session.RequestPty("xterm-256color", 24, 80, nil) != nil || begin(session) != nil {
			t.Fatal(outErr, inErr)
		}
		shown := make(chan struct{})
		go func() {
			var read []byte
			buffer := make([]byte, 1024)
			for seen := false; ; {
				n, err := out.Read(buffer)
				if err != nil {
					return
				}
				if seen {
					continue
				}
				if read = append(read, buffer[:n]...); strings.Contains(string(read), text) {
					seen, read = true, nil
					close(shown)
				}
			}
		}()
		select {
		case <-shown:
		case <-time.After(patience):
			t.Fatal("it did not come")
		}
	}
	kind = strings.Trim(kind, "(,") + strconv.Itoa(before)
	come("first") // allocates what is shared
	goroutines, memory := atRest(), live()
	for i := range resting {
		come(fmt.Sprint("rests", i))
	}
	now := atRest()
	return cost{float64(now-goroutines) / resting, float64(live()-memory) / resting, stacks()}
}

// passing returns the functions that sessions run for a short time after showing something.
func passing() []string {
	return []string{"ReleaseTerminal", "startRenderer", "(*canvas).wait", "(*painter).work"}
}

// atRest waits until the number of goroutines is stable, longer while a passing function runs, and returns it.
func atRest() int {
	last, since := runtime.NumGoroutine(), time.Now()
	for {
		time.Sleep(10 * time.Millisecond)
		if now := runtime.NumGoroutine(); now != last {
			last, since = now, time.Now()
		}
		switch stood := time.Since(since); {
		case stood > 2*time.Second:
			return last
		case stood > 200*time.Millisecond:
			if all := stacks(); !slices.ContainsFunc(passing(), func(what string) bool { return strings.Contains(all, what) }) {
				return last
			}
		}
	}
}

// stacks returns the distinct stacks of all goroutines.
func stacks() string {
	var all strings.Builder
	_ = pprof.Lookup("goroutine").WriteTo(&all, 1)
	return all.String()
}

// live returns the live heap in bytes.
func live() int64 {
	var m runtime.MemStats
	for range 3 {
		runtime.GC()
	}
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// bareServer returns a minimal SSH server as the baseline.
func bareServer(t *testing.T) string {
	t.Helper()
	config := &gossh.ServerConfig{PublicKeyCallback: func(gossh.ConnMetadata, gossh.PublicKey) (*gossh.Permissions, error) { return nil, nil }}
	config.AddHostKey(signer(t, "host"))
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go bareConnection(conn, config)
		}
	}()
	return listener.Addr().String()
}

func bareConnection(conn net.Conn, config *gossh.ServerConfig) {
	_, channels, requests, err := gossh.NewServerConn(conn, config)
	if err != nil {
		return
	}
	go gossh.DiscardRequests(requests)
	for one := range channels {
		channel, requests, err := one.Accept()
		if err != nil {
			return
		}
		go func() {
			for request := range requests {
				_ = request.Reply(true, nil)
				if request.Type == "shell" {
					_, _ = io.WriteString(channel, "bare")
				}
			}
		}()
		go func() { _, _ = io.Copy(io.Discard, channel) }()
	}
}
