package protocol_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/engine/kodeknacker"
	"parlor/lobby"
	"parlor/lobby/lobbytest"
	"parlor/lobby/local"
	"parlor/server/lineio"
	"parlor/server/protocol"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func open(t *testing.T) *local.Lobby {
	t.Helper()
	return lobbytest.Open(t, local.New(local.Config{
		Games:  []engine.Game{davinci.Rules().Game(), kodeknacker.Rules().Game()},
		Limits: lobby.Limits{BotPace: -1},
	}))
}

// program is the client of a session.
type program struct {
	t     *testing.T
	in    io.WriteCloser
	out   io.Reader
	lines chan []byte // as received; closed at the end
	ended chan error
	taken []byte  // all lines taken so far
	view  message // last one read by does
}

// talk returns a client that reads all the time.
func talk(t *testing.T, handle lobby.Handle, err error) *program {
	t.Helper()
	p := connect(t, handle, err)
	p.read()
	return p
}

// connect returns a client that does not read yet.
func connect(t *testing.T, handle lobby.Handle, err error) *program {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	p := &program{t: t, in: inWrite, out: outRead, lines: make(chan []byte, 10_000), ended: make(chan error, 1)}
	session := protocol.Session{Handle: handle, Hello: protocol.Hello{You: "anna"}, In: inRead, Out: outWrite, Heard: func() {}}
	go func() {
		err := session.Run(context.Background())
		_ = outWrite.Close()
		_ = inRead.Close()
		p.ended <- err
	}()
	t.Cleanup(func() {
		_ = inWrite.Close()
		_ = outRead.Close()
	})
	return p
}

func (p *program) read() {
	go func() {
		defer close(p.lines)
		for lines := bufio.NewReaderSize(p.out, 1<<20); ; {
			line, err := lines.ReadBytes('\n')
			if err != nil {
				return
			}
			p.lines <- line
		}
	}()
}

func (p *program) line() []byte {
	p.t.Helper()
	select {
	case line, open := <-p.lines:
		if !open {
			p.t.Fatal("no more messages")
		}
		p.taken = append(p.taken, line...)
		return line
	case <-time.After(15 * time.Minute):
		p.t.Fatal("nothing comes")
		return nil
	}
}

func (p *program) send(line string) {
	p.t.Helper()
	if _, err := io.WriteString(p.in, line+"\n"); err != nil {
		p.t.Fatalf("%.60s: %v", line, err)
	}
}

// message has the fields of all messages.
type message struct {
	Type     string          `json:"type"`
	ID       json.RawMessage `json:"id"`
	View     uint64          `json:"view"`
	Number   uint64          `json:"number"`
	Code     string          `json:"code"`
	Text     string          `json:"text"`
	Stage    string          `json:"stage"`
	YourTurn bool            `json:"your_turn"`
	Room     room            `json:"room"`
	Legal    []string        `json:"legal"`
	Moving   *bool           `json:"moving"`
	Proof    string          `json:"proof"`
	Record   engine.Record   `json:"record"`
	BotMoves [][]int         `json:"bot_moves"`
}

// room has the fields of a room that these tests use.
type room struct {
	Code         string         `json:"code"`
	Title        string         `json:"title"`
	Game         string         `json:"game"`
	Seats        int            `json:"seats"`
	Rated        bool           `json:"rated"`
	ClockSeconds float64        `json:"clock_seconds"`
	Watchers     bool           `json:"watchers"`
	Options      engine.Options `json:"options"`
}

func (p *program) next() message {
	p.t.Helper()
	line := p.line()
	var m message
	if err := json.Unmarshal(line, &m); err != nil {
		p.t.Fatalf("%v: %s", err, line)
	}
	if (m.Type == "refused" || m.Type == "ended") && engine.Sentence(m.Text) != m.Text {
		p.t.Errorf("no sentence: %s", line)
	}
	return m
}

// until skips messages until one of the given type.
func (p *program) until(kind string) message {
	p.t.Helper()
	for {
		if m := p.next(); m.Type == kind {
			return m
		}
	}
}

func TestAMatchByMessages(t *testing.T) {
	l := open(t)
	handle, err := lobby.Ask(t.Context(), lobbytest.Enter(t, l, "anna"), lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2, Options: engine.Options{"rounds": "2", "first": "1"}}})
	anna := talk(t, handle, err)
	hello := anna.next()
	if hello.Type != "hello" || hello.Room.Game != "davinci" || hello.Room.Options["rounds"] != "2" {
		t.Fatalf("%+v", hello)
	}
	anna.send(`{"change":{"title":"late","clock_seconds":1e300,"options":{"jokers":"free"}}}`)
	if refused := anna.until("refused"); !strings.Contains(refused.Text, "30 days") {
		t.Errorf("%+v", refused)
	}
	anna.send(`{"change":{"title":"late","clock_seconds":90,"watchers":false,"options":{"jokers":"free"}},"id":5}`)
	anna.until("done")
	if room := anna.until("view").Room; room.Title != "late" || room.ClockSeconds != 90 || room.Watchers || room.Options["jokers"] != "free" || room.Options["rounds"] != "2" || room.Seats != 2 {
		t.Errorf("changed to %+v", room)
	}
	anna.send(`{"change":{"clock_seconds":0,"options":{"jokers":"none"}}}`)
	handle, err = lobby.Ask(t.Context(), lobbytest.Enter(t, l, "bo"), lobby.Join{Code: hello.Room.Code})
	bo := talk(t, handle, err)
	bo.until("view")
	anna.send(`{"chat":"hi bo"}`)
	if said := bo.until("chat"); said.Text != "hi bo" {
		t.Errorf("%+v", said)
	}
	anna.send(`{"ready":true,"id":"r"}`)
	if done := anna.until("done"); string(done.ID) != `"r"` {
		t.Errorf("%+v", done)
	}
	bo.send(`{"ready":true}`)
	for bo.until("view").Stage != "playing" {
		continue // the match begins
	}
	for stage := ""; stage != "over"; {
		view := anna.until("view")
		if stage = view.Stage; stage == "interval" && view.YourTurn {
			anna.send(`{"ready":true}`)
			bo.send(`{"ready":true}`)
		}
		if stage == "playing" && view.YourTurn {
			anna.send(`{"do":"resign","id":1}`)
			anna.until("done")
		}
	}
	over := bo.until("over")
	committed(t, bo, over)
	match, err := davinci.Rules().Game().Replay(over.Record)
	if err != nil || len(match.ToMove()) > 0 {
		t.Errorf("the record does not replay to an end: %v", err)
	}
	anna.send(`{"leave":true}`)
	if ended := anna.until("ended"); !strings.Contains(ended.Text, "left") {
		t.Errorf("%+v", ended)
	}
	if err := <-anna.ended; err != nil {
		t.Error(err)
	}
	_ = bo.in.Close() // disconnects
	if err := <-bo.ended; err != nil {
		t.Error(err)
	}
}

// committed checks that a client got the commitment before the match and no trace of the seed before its end.
func committed(t *testing.T, p *program, over message) {
	t.Helper()
	before, end, _ := strings.Cut(string(p.taken), `{"type":"over"`)
	digits, err := over.Record.Seed.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(before, string(digits)) || strings.Contains(before, `"record"`) || !strings.Contains(end, string(digits)) {
		t.Error("the seed is told before the end, or not at the end")
	}
	promise := `"proof":"` + over.Record.Seed.Commitment() + `"`
	if !strings.Contains(before, `"stage":"gathering"`) || !strings.Contains(before, `"proof":""`) || !strings.Contains(before, promise) || !strings.Contains(end, promise) {
		t.Error("the proof is not the commitment of the match, from its beginning to its end")
	}
}

// garbage returns invalid lines and the codes of their refusals.
func garbage() map[string]string {
	deep := strings.Repeat("[", 2000) + strings.Repeat("]", 2000)
	return map[string]string{
		"": "not_a_message", "x": "not_a_message", "{": "not_a_message", "null": "not_a_message", "[]": "not_a_message",
		"\x00\xff\xfe": "not_a_message", `"do"`: "not_a_message", "{}": "not_a_message", `{"do":"resign"`: "not_a_message",
		deep: "not_a_message", `{"x":` + deep + `}`: "not_a_message", `{"do":` + deep + `}`: "not_a_message",
		strings.Repeat(`{"a":`, 500) + "1" + strings.Repeat("}", 500): "not_a_message",
		`{"dance":true}`: "not_a_message", `{"do":null}`: "not_a_message", `{"do":3}`: "not_a_message", `{"do":{"a":1}}`: "not_a_message",
		`{"DO":"resign"}`: "not_a_message", `{"do":"resign","chat":"x"}`: "not_a_message", `{"ready":"yes"}`: "not_a_message",
		`{"do":"resign","do":"deal"}`: "not_a_message", `{"chat":"x","id":1,"id":1}`: "not_a_message", `{"chat":"x"} {"chat":"y"}`: "not_a_message",
		`{"chat":"x","seat":1}`: "not_a_message", `{"chat":"x","ID":1}`: "not_a_message", `{"id":1}`: "not_a_message", `{"chat":"x",}`: "not_a_message",
		`{"chat":"x","id":null}`: "not_a_message", `{"chat":"x","id":true}`: "not_a_message", `{"chat":"x","id":[1]}`: "not_a_message",
		`{"chat":"x","id":"` + strings.Repeat("i", 63) + `"}`: "not_a_message", `{"chat":"x","id":1e999}`: "not_a_message", "{\"chat\":\"x\",\"id\":\"\xff\"}": "not_a_message",
		`{"change":{"rounds":"3"}}`: "not_a_message", `{"change":{"Seats":3}}`: "not_a_message", `{"change":{"seats":null}}`: "not_a_message",
		`{"change":{"seats":2,"seats":3}}`: "not_a_message", `{"change":{"options":{"rounds":3}}}`: "not_a_message", `{"change":{"options":{"rounds":null}}}`: "not_a_message",
		`{"change":{"game":"masterdice"}}`: "not_a_message", `{"change":{"aids":"no"}}`: "not_a_message", `{"change":null}`: "not_a_message",
		`{"swap":[1]}`: "not_a_message", `{"swap":[1,2,3]}`: "not_a_message", `{"swap":[1,"2"]}`: "not_a_message",
		`{"leave":false}`: "not_a_message", `{"change":7}`: "not_a_message", `{"change":{"seats":"x"}}`: "not_a_message", `{"change":{"seats":3}}`: "refused", `{"start":1}`: "not_a_message",
		`{"add_bot":1e999}`: "not_a_message", `{"add_bot":99999999999999999999}`: "not_a_message", `{"add_bot":1.5}`: "not_a_message",
		`{"remove_bot":-1}`: "not_a_message", `{"remove_bot":"2"}`: "not_a_message",
		`{"do":""}`: "not_your_turn", `{"do":"\u0000"}`: "not_your_turn", `{"do":"guess 2 99999999999 1"}`: "not_your_turn",
		`{"do":"` + strings.Repeat("a", 3000) + `"}`: "not_an_action", `{"do":"timeout"}`: "not_an_action", `{"do":"2 deal"}`: "not_your_turn",
		`{"do":"deal\nresign"}`: "not_your_turn", `{"do":"next"}`: "not_legal", `{"do":"guess 2 1 3"}`: "not_your_turn",
		`{"chat":""}`: "refused", `{"chat":"` + strings.Repeat("a", 3000) + `"}`: "refused", `{"chat":"\u202e"}`: "refused",
		`{"start":true}`: "refused", `{"add_bot":1}`: "refused", `{"remove_bot":2}`: "refused", `{"ready":true}`: "not_legal",
	}
}

// TestGarbageIsRefusedAndTheRoomGoesOn checks that invalid input does not affect others.
func TestGarbageIsRefusedAndTheRoomGoesOn(t *testing.T) {
	l := open(t)
	bo, err := lobby.Ask(t.Context(), lobbytest.Enter(t, l, "bo"), lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2, Options: engine.Options{"first": "1", "rounds": "1"}}})
	if err != nil {
		t.Fatal(err)
	}
	code := (<-bo.Updates()).Code
	handle, err := lobby.Ask(t.Context(), lobbytest.Enter(t, l, "anna"), lobby.Join{Code: code})
	anna := talk(t, handle, err)
	anna.until("view")
	if err := lobby.Perform(t.Context(), bo, lobby.Start{}); err != nil {
		t.Fatal(err)
	}
	anna.send(`{"do":"deal"}`) // now it is bo's turn
	for line, code := range garbage() {
		anna.send(line)
		if refused := anna.until("refused"); refused.Code != code || refused.Text == "" {
			t.Errorf("%.60q is refused as %q: %s", line, refused.Code, refused.Text)
		}
	}
	for _, action := range []engine.Action{"deal", "draw any", "guess 2 1 3"} {
		if err := lobby.Perform(t.Context(), bo, lobby.Play{Action: action}); err != nil {
			t.Errorf("bo cannot go on with %s: %v", action, err)
		}
	}
	go func() { _, _ = io.WriteString(anna.in, strings.Repeat("x", lineio.MaxLine+1)) }() // not read to its end
	if ended := anna.until("ended"); !strings.Contains(ended.Text, "4096 bytes") {
		t.Errorf("%+v", ended)
	}
	if err := <-anna.ended; err == nil {
		t.Error("a line without end is no error")
	}
	update := <-bo.Updates()
	if update.Stage != engine.Playing {
		t.Errorf("the match is %s", update.Stage)
	}
}

// TestASlowReaderMissesViewsAndNoEnd checks that others continue while a client does not read, and that it then gets
// all events and ends.
func TestASlowReaderMissesViewsAndNoEnd(t *testing.T) {
	l := open(t)
	bo, err := lobby.Ask(t.Context(), lobbytest.Enter(t, l, "bo"), lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2, Options: engine.Options{"rounds": "1"}}})
	if err != nil {
		t.Fatal(err)
	}
	code := (<-bo.Updates()).Code
	if err := lobby.Perform(t.Context(), bo, lobby.AddBot{Level: engine.FirstBot}); err != nil {
		t.Fatal(err)
	}
	handle, err := lobby.Ask(t.Context(), lobbytest.Enter(t, l, "slow"), lobby.Watch{Code: code})
	slow := connect(t, handle, err)
	const matches = 20
	for range matches {
		if err := lobby.Perform(t.Context(), bo, lobby.Start{}); err != nil {
			t.Fatal(err)
		}
		if err := lobby.Perform(t.Context(), bo, lobby.Play{Action: engine.Resign}); err != nil {
			t.Fatal(err)
		}
	}
	slow.read()
	views, ends, resigned := 0, 0, 0
	for ends < matches || resigned < matches {
		m := slow.next()
		switch m.Type {
		case "view":
			views++
		case "over":
			ends++
		case "event":
			resigned++
		}
	}
	if views > 4 {
		t.Errorf("%d views of %d matches were kept for a reader that did not read", views, matches)
	}
	_ = slow.in.Close()
	if err := <-slow.ended; err != nil {
		t.Error(err)
	}
}

func TestLegalActionsAreListedOrTheirGrammar(t *testing.T) {
	l := open(t)
	handle, err := lobby.Ask(t.Context(), lobbytest.Enter(t, l, "anna"), lobby.Create{Plan: lobby.Plan{Game: "kodeknacker"}})
	anna := talk(t, handle, err)
	anna.until("view")
	anna.send(`{"add_bot":1,"id":1}`)
	anna.until("done")
	anna.send(`{"start":true,"id":2}`)
	anna.until("done")
	line := anna.line()
	for !bytes.Contains(line, []byte(`"playing"`)) {
		line = anna.line()
	}
	if !bytes.Contains(line, []byte(`"legal":null`)) || !bytes.Contains(line, []byte(`"may":["code 5*rgbyop","resign"]`)) {
		t.Errorf("%s", line)
	}
}

// told checks the output of a session: hello comes first, texts are sentences, and every view named by an answer, or
// a later one, is there, unless the client left.
func told(out []byte) error {
	var shown, named uint64
	first := true
	for said := range bytes.Lines(out) {
		var m message
		switch {
		case json.Unmarshal(said, &m) != nil || m.Type == "":
			return fmt.Errorf("answered %q", said)
		case first != (m.Type == "hello"):
			return fmt.Errorf("%q does not stand where it has to", said)
		case (m.Type == "refused" || m.Type == "ended") && engine.Sentence(m.Text) != m.Text:
			return fmt.Errorf("no sentence: %q", said)
		}
		if m.Type == "ended" {
			named = shown
		}
		first, shown, named = false, max(shown, m.Number), max(named, m.View)
	}
	if named > shown {
		return fmt.Errorf("view %d is named, and %d was the last", named, shown)
	}
	return nil
}

func FuzzMessages(f *testing.F) {
	for line := range garbage() {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		l := local.New(local.Config{Games: []engine.Game{davinci.Rules().Game()}})
		defer func() { _ = l.Close(context.Background()) }()
		visit, err := l.Enter(context.Background(), lobby.Identity{ID: "key:anna", Name: "anna"})
		if err != nil {
			t.Fatal(err)
		}
		defer visit.Close()
		handle, err := lobby.Ask(t.Context(), visit, lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2}})
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		session := protocol.Session{
			Handle: handle, In: strings.NewReader(line + "\n" + `{"chat":"still here","id":"z"}` + "\n"), Out: &out, Heard: func() {},
		}
		ctx, cancel := context.WithTimeout(context.Background(), 15*time.Minute)
		defer cancel()
		err = session.Run(ctx)
		if err := told(out.Bytes()); err != nil {
			t.Errorf("%q: %v", line, err)
		}
		if err == nil && !strings.Contains(out.String(), `"id":"z"`) && !strings.Contains(out.String(), `"ended"`) {
			t.Errorf("after %q nothing is heard any more: %s", line, &out)
		}
	})
}

// TestNothingComesBetweenALeaveAndItsEnd checks that a pending view is not sent after a leave.
func TestNothingComesBetweenALeaveAndItsEnd(t *testing.T) {
	l := open(t)
	bo, err := lobby.Ask(t.Context(), lobbytest.Enter(t, l, "bo"), lobby.Create{Plan: lobby.Plan{Game: "davinci"}})
	if err != nil {
		t.Fatal(err)
	}
	code := (<-bo.Updates()).Code
	anna := lobbytest.Enter(t, l, "anna")
	for range 100 {
		handle, err := lobby.Ask(t.Context(), anna, lobby.Join{Code: code})
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		session := protocol.Session{
			Handle: handle, In: strings.NewReader(`{"leave":true,"id":1}` + "\n"), Out: &out, Heard: func() {},
		}
		if err := session.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, after, found := strings.Cut(out.String(), `"done"`); !found || strings.Contains(after, `"type":"view"`) || !strings.Contains(after, `"ended"`) {
			t.Fatalf("told %s", &out)
		}
	}
}

// TestARoomThatMovesSaysSo checks that exactly one view has the mark.
func TestARoomThatMovesSaysSo(t *testing.T) {
	handle, err := lobby.Ask(t.Context(), lobbytest.Enter(t, open(t), "anna"), lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2}})
	if err != nil {
		t.Fatal(err)
	}
	ferry := lobbytest.NewMovingHandle(handle)
	anna := talk(t, ferry, nil)
	for _, moving := range []bool{false, true, false} {
		if moving {
			ferry.SetMoving(true)
		} else if anna.taken != nil {
			ferry.SetMoving(false)
		}
		if view := anna.until("view"); view.Moving == nil || *view.Moving != moving {
			t.Errorf("it is told %s, though the room moves: %v", anna.taken, moving)
		}
	}
	if err := lobby.Perform(t.Context(), handle, lobby.Leave{}); err != nil {
		t.Error(err)
	}
	<-anna.ended
}

// TestWhatABotDoesIsMarked checks that events and moves of a substitute bot are marked.
func TestWhatABotDoesIsMarked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := open(t)
		bo := lobbytest.Enter(t, l, "bo")
		plan := lobby.Plan{Game: "davinci", Seats: 2, Absent: lobby.AbsentBot, Substitute: lobby.Substitute1m, Options: engine.Options{"rounds": "1", "first": "1"}}
		held, err := lobby.Ask(t.Context(), bo, lobby.Create{Plan: plan})
		if err != nil {
			t.Fatal(err)
		}
		handle, err := lobby.Ask(t.Context(), lobbytest.Enter(t, l, "anna"), lobby.Join{Code: (<-held.Updates()).Code})
		anna := talk(t, handle, err)
		if err := lobby.Perform(t.Context(), held, lobby.Start{}); err != nil {
			t.Fatal(err)
		}
		anna.send(`{"do":"deal","id":1}`)
		anna.until("done")
		bo.Close()
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		anna.send(`{"do":"resign","id":2}`)
		over := anna.until("over")
		var did, marked []string
		before := ""
		for _, line := range bytes.Split(bytes.TrimSpace(anna.taken), []byte("\n")) {
			var m struct {
				Event string `json:"event"`
				ByBot bool   `json:"by_bot"`
			}
			if err := json.Unmarshal(line, &m); err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(m.Event, "1 ") {
				did = append(did, m.Event)
			}
			opens := strings.HasPrefix(before, "1 guessed 2 ") && strings.HasSuffix(before, " right") && strings.HasPrefix(m.Event, "2 opened ")
			before = m.Event
			if m.ByBot && strings.HasPrefix(m.Event, "2 ") && !opens { // by a right guess of the bot
				t.Errorf("%q is marked, which anna did", m.Event)
			}
			if m.ByBot {
				marked = append(marked, m.Event)
			} else if bytes.Contains(line, []byte("by_bot")) {
				t.Errorf("what no bot did is marked: %s", line)
			}
		}
		if len(did) == 0 || len(over.BotMoves) != 2 || len(over.BotMoves[0]) == 0 || len(over.BotMoves[1]) > 0 {
			t.Fatalf("a bot did %q, in the moves %v", did, over.BotMoves)
		}
		for _, event := range did {
			if !slices.Contains(marked, event) && !strings.HasSuffix(event, " won") {
				t.Errorf("%q is not marked", event)
			}
		}
		_ = anna.in.Close()
		<-anna.ended
	})
}
