package e2e

import (
	"bytes"
	"context"
	"encoding"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	_ "github.com/charmbracelet/x/exp/golden" // for its flag -update
	gossh "golang.org/x/crypto/ssh"

	"parlor/engine"
	"parlor/engine/bullscows"
	"parlor/engine/davinci"
	"parlor/engine/kodeknacker"
	"parlor/engine/masterdice"
	"parlor/internal/games"
	"parlor/lobby"
	"parlor/lobby/local"
	"parlor/prose"
	"parlor/server"
	"parlor/server/protocol"
)

const protocolPage = "../../docs/protocol.md"

// messageTypes returns all messages, documents and views of games.
func messageTypes() []any {
	return []any{
		protocol.Hello{},
		protocol.View{},
		protocol.Event{},
		protocol.Note{},
		protocol.Chat{},
		protocol.Done{},
		protocol.Refused{},
		protocol.Hint{},
		protocol.Over{},
		protocol.Ended{},
		davinci.View{},
		masterdice.View{},
		kodeknacker.View{},
		bullscows.View{},
		bullscows.Row{},
		protocol.RoomsDocument{},
		protocol.SeatDocument{},
		protocol.MeDocument{},
		protocol.LinkDocument{},
		protocol.DoneDocument{},
		lobby.Export{},
		protocol.HistoryDocument{},
		protocol.ReplayDocument{},
		protocol.AnalysisDocument{},
		protocol.TopDocument{},
		protocol.GameNightDocument{},
		protocol.Night{},
		protocol.ProfileDocument{},
		protocol.ShareDocument{},
		protocol.WayDocument{},
		protocol.TurnsDocument{},
		protocol.WebhookDocument{},
		protocol.PeopleDocument{},
		protocol.StatisticsDocument{},
		protocol.RulesDocument{},
		protocol.HelpDocument{},
		protocol.VersionDocument{},
	}
}

// field is a row of a table of fields.
type field struct{ name, is string }

// TestTheProtocolPageNamesEveryField compares docs/protocol.md with the types: every field in order, with its type.
func TestTheProtocolPageNamesEveryField(t *testing.T) {
	page, err := os.ReadFile(protocolPage)
	if err != nil {
		t.Fatal(err)
	}
	told := map[string][]field{}
	for _, table := range regexp.MustCompile(`(?s)<!-- fields: (\S+) -->\n(.*?)\n\n`).FindAllStringSubmatch(string(page), -1) {
		for _, row := range regexp.MustCompile("(?m)^\\| `(\\w+)` \\| ([^|]+) \\|").FindAllStringSubmatch(table[2], -1) {
			told[table[1]] = append(told[table[1]], field{row[1], row[2]})
		}
	}
	sent := map[string][]field{}
	for _, one := range messageTypes() {
		collect(sent, reflect.TypeOf(one))
	}
	for name, fields := range sent {
		if !slices.Equal(fields, told[name]) {
			t.Errorf("%s has the fields\n%v\nand the page tells\n%v", name, fields, told[name])
		}
		for _, one := range fields {
			if !regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`).MatchString(one.name) {
				t.Errorf("%s: %q is not lower_snake", name, one.name)
			}
		}
	}
	for name := range told {
		if sent[name] == nil {
			t.Errorf("the page tells of %s, which is not sent", name)
		}
	}
}

// collect collects the fields of a struct and of the structs in it.
func collect(all map[string][]field, of reflect.Type) {
	key := withoutArguments(of.String())
	if _, done := all[key]; done {
		return
	}
	all[key] = []field{}
	for _, one := range reflect.VisibleFields(of) {
		name, options, _ := strings.Cut(one.Tag.Get("json"), ",")
		if one.Anonymous || name == "-" {
			continue
		}
		is := kindOf(one.Type)
		if name == "legal" {
			is += " or null"
		}
		if name == "table" {
			is = "table"
		}
		switch {
		case options == "omitempty" && one.Type.Kind() == reflect.Bool:
			is += ", left out if false"
		case options == "omitempty":
			is += ", left out if empty"
		}
		all[key] = append(all[key], field{name, is})
		for inner := one.Type; ; inner = inner.Elem() {
			if inner.Kind() == reflect.Struct && !isText(inner) {
				collect(all, inner)
			}
			if k := inner.Kind(); k != reflect.Pointer && k != reflect.Slice {
				break
			}
		}
	}
}

// withoutArguments returns the name of a type without its type arguments.
func withoutArguments(name string) string {
	name, _, _ = strings.Cut(name, "[")
	return name
}

func isText(of reflect.Type) bool {
	return of.Implements(reflect.TypeFor[encoding.TextMarshaler]())
}

// kindOf returns the page's name for a type.
func kindOf(of reflect.Type) string {
	switch {
	case of == reflect.TypeFor[engine.Seat]():
		return "seat"
	case isText(of):
		return "text"
	case of == reflect.TypeFor[json.RawMessage]():
		return "anything"
	}
	switch of.Kind() {
	case reflect.String:
		return "text"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice, reflect.Array:
		return "list of " + kindOf(of.Elem())
	case reflect.Map:
		return "object"
	case reflect.Pointer:
		return kindOf(of.Elem()) + " or null"
	case reflect.Interface:
		return "anything"
	case reflect.Struct:
		switch of {
		case reflect.TypeFor[engine.View]():
			return "match"
		case reflect.TypeFor[prose.Text]():
			return "prose"
		}
		return strings.ToLower(regexp.MustCompile(`([a-z])([A-Z])`).ReplaceAllString(withoutArguments(of.Name()), "$1 $2"))
	default:
		return "number"
	}
}

// TestTheProtocolPageShowsARealRun plays the examples of docs/protocol.md; -update writes them.
func TestTheProtocolPageShowsARealRun(t *testing.T) {
	page, err := os.ReadFile(protocolPage)
	if err != nil {
		t.Fatal(err)
	}
	examples := realRun(t)
	update := flag.Lookup("update").Value.String() == "true"
	seen := 0
	shown := regexp.MustCompile("(?s)<!-- example: (\\S+) -->\n```json\n(.*?)```").ReplaceAllStringFunc(string(page), func(block string) string {
		head, _, _ := strings.Cut(block, "\n")
		name := strings.TrimSuffix(strings.TrimPrefix(head, "<!-- example: "), " -->")
		example, known := examples[name]
		if !known {
			t.Errorf("the run has no example %s", name)
		}
		seen++
		return head + "\n```json\n" + example + "```"
	})
	if seen != len(examples) {
		t.Errorf("%d examples of %d are on the page", seen, len(examples))
	}
	switch {
	case update:
		if err := os.WriteFile(protocolPage, []byte(shown), 0o600); err != nil {
			t.Fatal(err)
		}
	case shown != string(page):
		t.Error("the examples are not what a real run sends; go test -run ProtocolPage ./internal/e2e -update writes them")
	}
}

// TestTheProtocolPageNamesEveryAction holds the tables of actions to the games; with
// -update it writes them.
func TestTheProtocolPageNamesEveryAction(t *testing.T) {
	page, err := os.ReadFile(protocolPage)
	if err != nil {
		t.Fatal(err)
	}
	want := string(page)
	for _, game := range offered() {
		options, err := engine.Complete(game.Options, nil)
		if err != nil {
			t.Fatal(err)
		}
		table := "<!-- actions: " + game.Name + " -->\n| as a text | as an object | arguments |\n|---|---|---|\n"
		for _, form := range game.Actions(game.MaxSeats, options) {
			table += fmt.Sprintf("| `%s` | `%s` | %s |\n", form.Example(), protocol.ActionObject(form), form.Help())
		}
		rows := regexp.MustCompile("(?m)^<!-- actions: " + game.Name + " -->\n(\\|.*\n)*")
		if !rows.MatchString(want) {
			t.Errorf("the page has no table of the actions of %s", game.Name)
		}
		want = rows.ReplaceAllLiteralString(want, table)
	}
	switch {
	case want == string(page):
	case flag.Lookup("update").Value.String() == "true":
		if err := os.WriteFile(protocolPage, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
	default:
		t.Error("the tables of actions are others; go test -run ProtocolPage ./internal/e2e -update writes them")
	}
}

// layout formats a document for the page: some objects have one field per line, and all else is compact.
func layout(t *testing.T, document string) string {
	t.Helper()
	var text bytes.Buffer
	open(&text, json.NewDecoder(strings.NewReader(document)), "", t)
	return text.String() + "\n"
}

func open(text *bytes.Buffer, decoder *json.Decoder, indent string, t *testing.T) {
	t.Helper()
	if _, err := decoder.Token(); err != nil {
		t.Fatal(err)
	}
	text.WriteString("{")
	for first := true; decoder.More(); first = false {
		if !first {
			text.WriteString(",")
		}
		name, err := decoder.Token()
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(text, "\n%s  %q: ", indent, name)
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			t.Fatal(err)
		}
		switch {
		case (name == "match" || name == "table" || name == "record") && value[0] == '{':
			open(text, json.NewDecoder(bytes.NewReader(value)), indent+"  ", t)
		case value[0] == '[' && len(value) > 100:
			items(text, value, indent+"  ", t)
		default:
			text.Write(value)
		}
	}
	text.WriteString("\n" + indent + "}")
}

// items formats a long list with one item per line.
func items(text *bytes.Buffer, list json.RawMessage, indent string, t *testing.T) {
	t.Helper()
	var all []json.RawMessage
	if err := json.Unmarshal(list, &all); err != nil {
		t.Fatal(err)
	}
	text.WriteString("[")
	for i, one := range all {
		if i > 0 {
			text.WriteString(",")
		}
		text.WriteString("\n" + indent + "  " + string(one))
	}
	text.WriteString("\n" + indent + "]")
}

// fixed returns a server with fixed codes and matches.
func fixed(t *testing.T) (addr string, rooms *local.Lobby) {
	t.Helper()
	codes := []string{"E93TDD", "K4WQXA", "R7MNPC", "G7TQ4X"}
	var mu sync.Mutex
	rooms = local.New(local.Config{
		Games: offered(), Seed: func() engine.Seed { return engine.Seed{61} },
		Code: func() string {
			mu.Lock()
			defer mu.Unlock()
			next := codes[0]
			codes = append(codes[1:], next)
			return next
		},
		History: lateNight(t), Ratings: chart{},
	})
	front, err := server.New(server.Config{Lobby: rooms, Games: games.All(), HostKey: keyOf(t, "host"), Version: "parlor v1.0.0", Public: "play.example.com:22", History: lateNight(t)})
	if err != nil {
		t.Fatal(err)
	}
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- front.Serve(listener) }()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := errors.Join(rooms.Close(ctx), front.Close(ctx), <-served); err != nil {
			t.Error(err)
		}
	})
	return listener.Addr().String(), rooms
}

// book is a history of one match in memory.
type book lobby.Finished

func (b book) Matches(_ context.Context, filter lobby.MatchFilter) ([]lobby.Finished, error) {
	if filter.Person != "" && !filter.Public {
		return nil, nil
	}
	match := lobby.Finished(b)
	match.Record.Moves = nil
	return []lobby.Finished{match}, nil
}

func (b book) Match(_ context.Context, id string) (lobby.Finished, error) {
	if id != b.ID {
		return lobby.Finished{}, lobby.ErrUnknown
	}
	return lobby.Finished(b), nil
}

// chart is the ratings of two people in memory.
type chart struct{}

func (chart) all() []lobby.Standing {
	return []lobby.Standing{
		{Person: "key:bo", Name: "bo", Game: "davinci", Rating: 1611.4, Deviation: 104.6, Place: 1, Matches: 87, Wins: 51, Streak: 2, Best: 6},
		{Person: "key:cy", Name: "cy", Game: "davinci", Rating: 1702.7, Deviation: 240.1, Provisional: true, Place: 2, Matches: 9, Wins: 6, Streak: -1, Best: 4},
	}
}

func (c chart) Leaders(context.Context, string, int) ([]lobby.Standing, error) { return c.all(), nil }

func (c chart) Standings(_ context.Context, person string) ([]lobby.Standing, error) {
	return slices.DeleteFunc(c.all(), func(s lobby.Standing) bool { return s.Person != person }), nil
}

func (c chart) Named(context.Context, string) ([]string, error) { return []string{"key:bo"}, nil }

// lateNight returns a short match of bo against a bot.
func lateNight(t *testing.T) book {
	t.Helper()
	m, err := davinci.Rules().Game().Start(2, engine.Seed{61}, engine.Options{"first": "1", "rounds": "1"})
	for _, move := range []engine.Move{
		{Seat: 0, Action: davinci.Deal},
		{Seat: 1, Action: davinci.Deal},
		{Seat: 0, Action: "draw white"},
		{Seat: 0, Action: "guess 2 1 5"},
		{Seat: 1, Action: engine.Resign},
	} {
		if err == nil {
			m, _, err = m.Play(move.Seat, move.Action)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	view, ended := m.View(engine.Watcher), time.Date(2026, 8, 3, 20, 39, 0, 0, time.UTC)
	return book{
		ID: "K4WQXAE93TDD", Room: "E93TDD", Title: "late night", Public: true, Began: ended.Add(-4 * time.Minute), Ended: ended,
		Players: []lobby.Player{{ID: "key:bo", Name: "bo"}, {Name: "Caliper", Level: 1}},
		Winners: view.Winners, Totals: view.Totals, Record: m.Record(),
	}
}

// scribe is a person who records everything received.
type scribe struct {
	t      *testing.T
	client *gossh.Client
	in     func(string)
	lines  chan string
	view   string // the newest view that next has passed
}

func newScribe(t *testing.T, addr string) *scribe {
	t.Helper()
	return scribeOf(t, addr, "anna")
}

// scribeOf returns a scribe for another person.
func scribeOf(t *testing.T, addr, name string) *scribe {
	t.Helper()
	client, err := gossh.Dial("tcp", addr, &gossh.ClientConfig{
		User: name, Auth: []gossh.AuthMethod{gossh.PublicKeys(keyOf(t, name))},
		HostKeyCallback: gossh.InsecureIgnoreHostKey(),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	return &scribe{t: t, client: client}
}

// command returns the output of a command.
func (s *scribe) command(text string) string {
	s.t.Helper()
	session, err := s.client.NewSession()
	if err != nil {
		s.t.Fatal(err)
	}
	output, err := session.Output(text)
	if err != nil {
		s.t.Fatalf("%s: %v", text, err)
	}
	return string(output)
}

// play begins a session of the JSON protocol.
func (s *scribe) play(text string) {
	s.t.Helper()
	session, err := s.client.NewSession()
	if err != nil {
		s.t.Fatal(err)
	}
	in, inErr := session.StdinPipe()
	out, outErr := session.StdoutPipe()
	if err := errors.Join(inErr, outErr, session.Start(text)); err != nil {
		s.t.Fatal(err)
	}
	s.in = func(line string) {
		s.t.Helper()
		if _, err := in.Write([]byte(line + "\n")); err != nil {
			s.t.Fatal(err)
		}
	}
	s.lines = make(chan string, 1000)
	lines := s.lines
	s.view = ""
	go func() {
		defer close(lines)
		for decoder := json.NewDecoder(out); ; {
			var line json.RawMessage
			if decoder.Decode(&line) != nil {
				return
			}
			lines <- string(line)
		}
	}()
}

// next waits for a message that contains a text.
func (s *scribe) next(text string) string {
	s.t.Helper()
	for {
		select {
		case line := <-s.lines:
			if strings.Contains(line, `"type":"view"`) {
				s.view = line
			}
			if strings.Contains(line, text) {
				return line
			}
		case <-time.After(patience):
			s.t.Fatalf("no message with %s comes", text)
		}
	}
}

// does sends a message and returns the first view with its effect, which may have arrived already.
func (s *scribe) does(message string) string {
	s.t.Helper()
	s.in(strings.TrimSuffix(message, "}") + `,"id":1}`)
	var done, view struct{ View, Number uint64 }
	read := func(line string, to any) {
		s.t.Helper()
		if err := json.Unmarshal([]byte(line), to); err != nil {
			s.t.Fatalf("%v: %s", err, line)
		}
	}
	read(s.next(`"type":"done"`), &done)
	for read(s.view, &view); view.Number < done.View; read(s.view, &view) {
		s.next(`"type":"view"`)
	}
	return s.view
}

// realRun plays a little of everything and returns the examples by name.
func realRun(t *testing.T) map[string]string {
	t.Helper()
	addr, rooms := fixed(t)
	visit, err := rooms.Enter(context.Background(), lobby.Identity{ID: "key:bo", Name: "bo"})
	if err != nil {
		t.Fatal(err)
	}
	defer visit.Close()
	join := func(code string) lobby.Handle {
		t.Helper()
		handle, err := lobby.Ask(t.Context(), visit, lobby.Join{Code: code})
		if err != nil {
			t.Fatal(err)
		}
		return handle
	}
	anna, run := newScribe(t, addr), map[string]string{}
	keep := func(name, document string) { run[name] = layout(t, document) }
	table := func(view string) string {
		t.Helper()
		var v struct {
			Match struct {
				Table json.RawMessage `json:"table"`
			} `json:"match"`
		}
		if err := json.Unmarshal([]byte(view), &v); err != nil {
			t.Fatal(err)
		}
		return string(v.Match.Table)
	}
	daVinci(t, anna, join, keep, table)

	anna.play("play masterdice first=1")
	anna.next(`"type":"view"`)
	join("K4WQXA")
	anna.does(`{"start":true}`)
	anna.does(`{"do":"roll"}`)
	anna.does(`{"do":"place b3 y5"}`)
	keep("masterdice", table(anna.does(`{"do":"roll"}`)))

	anna.play("play kodeknacker rounds=1")
	anna.next(`"type":"view"`)
	bo := join("R7MNPC")
	anna.does(`{"start":true}`)
	anna.does(`{"do":"code roogg"}`)
	for _, action := range []engine.Action{kodeknacker.Code("gyprb"), kodeknacker.Guess("rgbyo")} {
		if err := lobby.Perform(t.Context(), bo, lobby.Play{Action: action}); err != nil {
			t.Fatal(err)
		}
	}
	anna.does(`{"do":"guess rrgby"}`)
	keep("kodeknacker", table(anna.does(`{"do":"guess pybgr"}`)))

	keep("new", anna.command("new davinci bots=1 public=no --json"))
	keep("rooms", steady(anna.command("rooms --json")))
	keep("me", steady(anna.command("me --json")))
	keep("history", anna.command("history --all --json"))
	keep("replay", anna.command("replay K4WQXAE93TDD --json"))
	keep("analyse", anna.command("analyse K4WQXAE93TDD --json"))
	cy := scribeOf(t, addr, "cy") // anna's connection has enough sessions
	keep("top", cy.command("top davinci --json"))
	keep("evening", cy.command("night new title=Friday games=kodeknacker,davinci bots=1 --json"))
	keep("who", cy.command("who bo --json"))
	keep("stats", cy.command("stats bo --json"))
	keep("version", anna.command("version --json"))
	return run
}

// steady removes what depends on timing.
func steady(document string) string {
	return regexp.MustCompile(`"age_seconds":[0-9.]+`).ReplaceAllString(document, `"age_seconds":60`)
}

// daVinci plays a short match with every message that a session can send.
func daVinci(t *testing.T, anna *scribe, join func(string) lobby.Handle, keep func(string, string), table func(string) string) {
	t.Helper()
	anna.play("play davinci seats=2 first=1 rounds=1 'title=late night'")
	keep("hello", anna.next(`"type":"hello"`))
	bo := join("E93TDD")
	keep("note", anna.next(`"type":"note"`))
	if err := lobby.Perform(t.Context(), bo, lobby.Say{Text: "hello anna"}); err != nil {
		t.Fatal(err)
	}
	keep("chat", anna.next(`"type":"chat"`))
	anna.does(`{"start":true}`)
	anna.does(`{"do":"deal"}`)
	if err := lobby.Perform(t.Context(), bo, lobby.Play{Action: davinci.Deal}); err != nil {
		t.Fatal(err)
	}
	keep("view", anna.next(`"your_turn":true`))
	anna.in(`{"do":"draw white","id":"first"}`)
	keep("done", anna.next(`"type":"done"`))
	keep("event", anna.next(`"type":"event"`))
	anna.in(`{"do":"stop","id":"second"}`)
	keep("refused", anna.next(`"type":"refused"`))
	anna.in(`{"hint":true,"id":"third"}`)
	keep("hint", anna.next(`"type":"hint"`))
	keep("davinci", table(anna.does(`{"do":"guess 2 1 5"}`)))
	if err := lobby.Perform(t.Context(), bo, lobby.Play{Action: engine.Resign}); err != nil {
		t.Fatal(err)
	}
	keep("over", anna.next(`"type":"over"`))
	anna.in(`{"leave":true}`)
	keep("ended", anna.next(`"type":"ended"`))
	if err := lobby.Perform(t.Context(), bo, lobby.Leave{}); err != nil {
		t.Fatal(err)
	}
}
