package e2e

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// step is a line of a recording: its head, an action of people, or a message sent to one of them as an effect.
type step struct {
	// The head.
	About string `json:"about,omitempty"`
	Setup string `json:"setup,omitempty"` // emptySetup or dataSetup
	Delay string `json:"delay,omitempty"` // time after each step; none if ""

	// What was done.
	Who   string  `json:"who,omitempty"` // whose session
	Comes *coming `json:"comes,omitempty"`
	Sends *string `json:"sends,omitempty"` // a line
	Ends  bool    `json:"ends,omitempty"`  // the input
	Drops bool    `json:"drops,omitempty"` // the connection
	Waits string  `json:"waits,omitempty"` // all people
	Stops string  `json:"stops,omitempty"` // the server, with this time for matches in play
	// Deals is the seed of the next match, if not the usual one.
	Deals *engine.Seed `json:"deals,omitempty"`

	// Messages of the session.
	Gets   json.RawMessage `json:"gets,omitempty"`
	Says   string          `json:"says,omitempty"`   // standard error
	Status *int            `json:"status,omitempty"` // exit status of the session
}

// coming is how a person connects to the server.
type coming struct {
	User    string `json:"user"`
	Key     string `json:"key"` // whose; "" without one
	Command string `json:"command"`
}

// Setups of a recording.
const (
	emptySetup = "empty" // a new directory
	dataSetup  = "data"  // a copy of the frozen one
)

// told reports whether a step is a message.
func (s step) told() bool { return s.Gets != nil || s.Status != nil }

// frozenCodes returns the codes of a recording's rooms in order.
func frozenCodes() []string {
	return []string{"E93TDD", "K4WQXA", "R7MNPC", "H6FYJT", "C3XGEA"}
}

// openFor opens the house that a recording's head names.
func openFor(t *testing.T, version string, head step) *frozenServer {
	t.Helper()
	dir := t.TempDir()
	if head.Setup == dataSetup {
		copyData(t, version, dir)
	}
	h := openServer(t, dir, frozenCodes())
	if head.Setup != dataSetup {
		rememberGuests(t, h)
	}
	if head.Delay != "" {
		delay, err := time.ParseDuration(head.Delay)
		if err != nil {
			t.Fatal(err)
		}
		h.delay = delay
	}
	return h
}

// rememberGuests creates accounts for the guests of the recordings, whose invented tokens are accepted only if stored
// data refers to them.
func rememberGuests(t *testing.T, h *frozenServer) {
	t.Helper()
	for _, word := range []string{"abcdefghijklmnop", "ponmlkjihgfedcba"} {
		hash := sha256.Sum256([]byte("parlor guest " + word))
		account := lobby.Account{ID: "guest:" + hex.EncodeToString(hash[:]), Guest: true, Made: frozenHour(), Seen: frozenHour()}
		if err := h.kept.Accounts.Save(t.Context(), account); err != nil {
			t.Fatal(err)
		}
	}
}

// copyData copies a frozen data folder.
func copyData(t *testing.T, version, dir string) {
	t.Helper()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(version, "data"))); err != nil {
		t.Fatal(err)
	}
}

// perform performs a step, waits for all effects, and returns the messages, by session in the order of connecting.
func (h *frozenServer) perform(s step) []step {
	h.t.Helper()
	switch c := h.caller(s.Who); {
	case s.Comes != nil:
		h.come(s.Who, s.Comes.User, s.Comes.Key, s.Comes.Command)
	case s.Waits != "":
		time.Sleep(h.span(s.Waits))
	case s.Deals != nil:
		h.next(*s.Deals)
	case s.Stops != "":
		ctx, cancel := context.WithTimeout(context.Background(), h.span(s.Stops))
		go func() {
			defer cancel()
			h.rooms.Drain(ctx)
		}()
	case c == nil:
		h.t.Fatalf("there is no session of %q", s.Who)
	case s.Sends != nil:
		// The session may have ended already.
		_, _ = c.in.Write([]byte(*s.Sends + "\n"))
	case s.Ends:
		_ = c.in.Close()
	case s.Drops:
		_ = h.clients[c.client].Close()
		delete(h.clients, c.client)
	}
	h.settle()
	return h.gather()
}

// next sets the seed of the next match only.
func (h *frozenServer) next(seed engine.Seed) {
	before := h.seed
	h.seed = func() engine.Seed {
		h.seed = before
		return seed
	}
}

func (h *frozenServer) span(text string) time.Duration {
	h.t.Helper()
	span, err := time.ParseDuration(text)
	if err != nil {
		h.t.Fatal(err)
	}
	return span
}

// caller returns the newest session of that name, or nil.
func (h *frozenServer) caller(who string) *caller {
	for _, c := range slices.Backward(h.callers) {
		if c.who == who {
			return c
		}
	}
	return nil
}

// gather returns the new messages of all sessions. An ended session is reported once and then removed.
func (h *frozenServer) gather() []step {
	var told []step
	h.callers = slices.DeleteFunc(h.callers, func(c *caller) bool {
		for _, line := range c.take() {
			told = append(told, step{Who: c.who, Gets: json.RawMessage(line)})
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.ended {
			told = append(told, step{Who: c.who, Says: string(bytes.TrimSpace(c.errs)), Status: &c.status})
		}
		return c.ended
	})
	return told
}

// readRecording reads a recording, whose first line is its head.
func readRecording(t *testing.T, file string) []step {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var steps []step
	for line := range bytes.Lines(text) {
		var one step
		if err := json.Unmarshal(line, &one); err != nil {
			t.Fatalf("%s, line %d: %v", file, len(steps)+1, err)
		}
		steps = append(steps, one)
	}
	return steps
}

// writeRecording writes a recording.
func writeRecording(t *testing.T, file string, steps []step) {
	t.Helper()
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	for _, one := range steps {
		if err := encoder.Encode(one); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(file, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

// replay performs the steps of recordings on one folder and returns how the messages differ.
func replay(t *testing.T, version string, files []string, reviewed *review) (problems []string) {
	t.Helper()
	h := openFor(t, version, readRecording(t, files[0])[0])
	defer h.close()
	for _, file := range files {
		problems = append(problems, h.replay(file, reviewed)...)
	}
	return problems
}

func (h *frozenServer) replay(file string, reviewed *review) (problems []string) {
	h.t.Helper()
	steps, name := readRecording(h.t, file), filepath.Base(file)
	for i := 1; i < len(steps); {
		if steps[i].told() {
			h.t.Fatalf("%s, line %d: nobody did anything", name, i+1)
		}
		is := h.perform(steps[i])
		i++
		at := difference{setup: steps[0].Setup, file: name, line: i}
		var was []recorded
		for ; i < len(steps) && steps[i].told(); i++ {
			was = append(was, recorded{steps[i], i + 1})
		}
		for _, problem := range reviewed.compare(at, was, is) {
			problems = append(problems, name+", "+problem)
		}
	}
	return problems
}
