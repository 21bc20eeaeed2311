package protocol_test

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/lobby"
	"parlor/lobby/lobbytest"
	"parlor/lobby/local"
	"parlor/server/protocol"
)

// secretly returns a match between anna, whose turn it is with several gaps for a tile, and bo.
func secretly(t *testing.T) (anna, bo *program) {
	t.Helper()
	options := engine.Options{"first": "1", "jokers": "free", "rounds": "1"}
	opening := []engine.Move{
		{Seat: 0, Action: davinci.Deal},
		{Seat: 0, Action: davinci.Ready},
		{Seat: 1, Action: davinci.Deal},
		{Seat: 1, Action: davinci.Ready},
		{Seat: 0, Action: davinci.DrawAny},
	}
	var seed engine.Seed
	for ; !slices.Contains(actions(t, seed, options, opening), davinci.Place(2)); seed[0]++ {
		continue
	}
	l := lobbytest.Open(t, local.New(local.Config{Games: []engine.Game{davinci.Rules().Game()}, Seed: func() engine.Seed { return seed }}))
	one, err := lobby.Ask(t.Context(), lobbytest.Enter(t, l, "anna"), lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2, Options: options}})
	anna = talk(t, one, err)
	other, err := lobby.Ask(t.Context(), lobbytest.Enter(t, l, "bo"), lobby.Join{Code: anna.next().Room.Code})
	bo = talk(t, other, err)
	if err := lobby.Perform(t.Context(), one, lobby.Start{}); err != nil {
		t.Fatal(err)
	}
	for _, move := range opening {
		if err := lobby.Perform(t.Context(), []lobby.Handle{one, other}[move.Seat], lobby.Play{Action: move.Action}); err != nil {
			t.Fatal(err)
		}
	}
	return anna, bo
}

// actions returns what the first seat may do after an opening, or nil if that cannot be played.
func actions(t *testing.T, seed engine.Seed, options engine.Options, opening []engine.Move) []engine.Action {
	t.Helper()
	match, err := davinci.Rules().Game().Start(2, seed, options)
	if err != nil {
		t.Fatal(err)
	}
	for _, move := range opening {
		if match, _, err = match.Play(move.Seat, move.Action); err != nil {
			return nil // a joker has to be placed first
		}
	}
	return slices.Collect(match.Legal(0))
}

// does sends a message and returns the answer and the view it names, waiting for it if needed.
func (p *program) does(line string) (answer, view message) {
	p.t.Helper()
	p.send(strings.TrimSuffix(line, "}") + `,"id":1}`)
	for answer = p.next(); answer.Type != "done" && answer.Type != "refused"; answer = p.next() {
		if answer.Type == "view" {
			p.view = answer
		}
	}
	for p.view.Number < answer.View {
		p.view = p.until("view")
	}
	return answer, p.view
}

// TestAnAnswerNamesTheViewThatShowsIt checks that a client never waits for a view that does not come, even if nothing
// has changed.
func TestAnAnswerNamesTheViewThatShowsIt(t *testing.T) {
	anna, _ := secretly(t)
	_, first := anna.does(`{"do":"place 2"}`)
	if first.Number == 0 || !slices.Contains(first.Legal, "place 2") {
		t.Fatalf("the gap cannot be chosen again: %+v", first)
	}
	for _, row := range []struct {
		line, answer string
		again        bool
	}{
		{`{"do":"place 2"}`, "done", false}, // already chosen
		{`{"do":"place 1"}`, "done", true},
		{`{"do":"place 99"}`, "refused", false},
		{`{"do":"place"}`, "refused", false},
		{`{"dance":true}`, "refused", false},
		{`{"show_eyes":false}`, "done", false},
		{`{"show_eyes":true}`, "done", true},
		{`{"show_eyes":true}`, "done", false},
		{`{"pause":false}`, "done", false},
		{`{"hand_over":1}`, "done", false},
		{`{"ready":true}`, "refused", false},
		{`{"chat":"hello"}`, "done", true},
		{`{"do":"place 1"}`, "done", false},
		{`{"do":"guess 2 1 5"}`, "done", true},
	} {
		before := anna.view.Number
		answer, view := anna.does(row.line)
		if answer.Type != row.answer {
			t.Errorf("%s: %+v", row.line, answer)
		}
		if again := view.Number > before; again != row.again || answer.View < before {
			t.Errorf("%s after view %d is answered with view %d, and seen in %d", row.line, before, answer.View, view.Number)
		}
	}
	anna.send(`{"leave":true,"id":1}`)
	if done := anna.until("done"); done.View <= anna.view.Number {
		t.Errorf("who leaves is told to decide by view %d", done.View)
	}
	if end := anna.next(); end.Type != "ended" {
		t.Errorf("after leaving comes %+v", end)
	}
}

// TestAnAnswerTellsNothingOfSecretMoves checks that view numbers count the reader's own views only.
func TestAnAnswerTellsNothingOfSecretMoves(t *testing.T) {
	anna, bo := secretly(t)
	before, _ := bo.does(`{"show_eyes":false}`)
	for _, secret := range []string{"place 1", "place 2", "place 2", "place 1", "place 99"} {
		anna.does(`{"do":"` + secret + `"}`)
		for _, line := range []string{`{"show_eyes":false}`, `{"do":"stop"}`, `{"dance":true}`} {
			if answer, _ := bo.does(line); answer.View != before.View {
				t.Errorf("after %q of anna bo is told of view %d, and before of %d", secret, answer.View, before.View)
			}
		}
	}
}

// TestEverythingIsToldInItsOrder checks that hello comes first, and that the effects of a line come between its
// answer and the next one.
func TestEverythingIsToldInItsOrder(t *testing.T) {
	l := open(t)
	anna := lobbytest.Enter(t, l, "anna")
	lines := []string{`{"change":{"seats":3},"id":1}`, `{"change":{"title":"late"},"id":2}`, `{"change":{"rated":true},"id":3}`}
	const want = "hello view done note view done note view done note view"
	for range 50 {
		handle, err := lobby.Ask(t.Context(), anna, lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2}})
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		session := protocol.Session{Handle: handle, In: strings.NewReader(strings.Join(lines, "\n") + "\n"), Out: &out, Heard: func() {}}
		if err := session.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := told(out.Bytes()); err != nil {
			t.Error(err)
		}
		var types []string
		var last message
		for line := range bytes.Lines(out.Bytes()) {
			if err := json.Unmarshal(line, &last); err != nil {
				t.Fatal(err)
			}
			types = append(types, last.Type)
		}
		if got := strings.Join(types, " "); got != want {
			t.Fatalf("told %s, not %s", got, want)
		}
		if room := last.Room; room.Seats != 3 || room.Title != "late" || !room.Rated {
			t.Fatalf("a change took an earlier one back: %+v", room)
		}
		if err := lobby.Perform(t.Context(), handle, lobby.Leave{}); err != nil {
			t.Fatal(err)
		}
	}
}

// TestARequestIsDoneInAllItsPartsOrNotAtAll checks that a message with an unknown part has no effect, and that the
// refusal names the known ones.
func TestARequestIsDoneInAllItsPartsOrNotAtAll(t *testing.T) {
	l := open(t)
	handle, err := lobby.Ask(t.Context(), lobbytest.Enter(t, l, "anna"), lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2, Title: "early"}})
	anna := talk(t, handle, err)
	before := anna.until("view")
	long := strings.Repeat("i", 63)
	for _, row := range []struct {
		line, id, text string
	}{
		{`{"change":{"title":"late","rounds":"3"},"id":1}`, `1`, `A change cannot have "rounds". It can have title, seats,`},
		{`{"change":{"title":"late","seets":3},"id":1}`, `1`, `"seets"`},
		{`{"change":{"title":"late","a":1,"b":2,"c":3,"d":4},"id":1}`, `1`, `"a", "b", "c" and 1 more.`},
		{`{"change":{"title":"late","options":{"round":"3"}},"id":1}`, `1`, `no option "round"; the options are `},
		{`{"change":{"title":"late","options":{"rounds":3}},"id":1}`, `1`, `The value of options`},
		{`{"change":{"title":"late","seats":"3"},"id":1}`, `1`, `The value of seats must be a whole number.`},
		{`{"change":{"title":"late","title":"later"},"id":1}`, `1`, `The name "title" appears twice in the same object.`},
		{`{"change":{"title":"late"},"chat":"x","id":1}`, `1`, `not chat and change together.`},
		{`{"change":{"title":"late"},"seats":3,"id":"x"}`, `"x"`, `A message cannot have "seats". In addition to id, it has one of do, chat,`},
		{`{"change":{"title":"late"},"\u001b[2J":3,"id":1}`, `1`, `A message cannot have "[2J".`},
		{`{"chat":"late","id":"` + long + `"}`, `null`, `at most 64 bytes`},
		{`{"chat":"late","id":` + strings.Repeat("1", 65) + `}`, `null`, `at most 64 bytes`},
		{`{"chat":"late","id":{"a":1}}`, `null`, `The value of id must be a number, or a string`},
		{`{"chat":"late","id":null}`, `null`, `The value of id must be a number, or a string`},
		{`{"chat":"late","id":false}`, `null`, `The value of id must be a number, or a string`},
	} {
		anna.send(row.line)
		refused := anna.next()
		if refused.Type != "refused" || string(refused.ID) != row.id || !strings.Contains(refused.Text, row.text) {
			t.Errorf("%s is answered %+v", row.line, refused)
		}
		if refused.View != before.Number {
			t.Errorf("%s: something was done: %+v", row.line, refused)
		}
	}
	for _, id := range []string{`"` + long[:62] + `"`, strings.Repeat("1", 64), `1.50`, `""`, `"é\u00e9"`} {
		anna.send(`{"change":{"title":"late"},"id":` + id + `}`)
		if done := anna.until("done"); string(done.ID) != id {
			t.Errorf("the id %s is answered as %s", id, done.ID)
		}
	}
}

// TestActionsAsObjects: an action is played by the names of its arguments, and refused
// before the room hears of it if they are not all there.
func TestActionsAsObjects(t *testing.T) {
	l := open(t)
	plan := lobby.Plan{Game: "davinci", Seats: 2, Options: engine.Options{"first": "1"}}
	one, err := lobby.Ask(t.Context(), lobbytest.Enter(t, l, "anna"), lobby.Create{Plan: plan})
	anna := hinted(t, one, err)
	if answer, _ := anna.does(`{"do":{"deal":{}}}`); answer.Text != "As an object, an action has one member, which is one of resign, next." {
		t.Errorf("before the match: %+v", answer)
	}
	other, err := lobby.Ask(t.Context(), lobbytest.Enter(t, l, "bo"), lobby.Join{Code: anna.view.Room.Code})
	bo := hinted(t, other, err)
	anna.does(`{"start":true}`)
	anna.does(`{"do":{"deal":{}}}`)
	bo.does(`{"do":{"take":{"color":"white"}}}`)
	bo.does(`{"do":"deal"}`)
	anna.does(`{"do":{"draw":{"color":"any"}}}`)
	const oneOf, like = "As an object, an action has one member, which is one of take, deal,", `The value of guess must be an object like {"seat":2,"tile":3,"value":7}.`
	for line, want := range map[string]string{
		`{"do":{}}`:                                               oneOf,
		`{"do":{"dance":{}}}`:                                     oneOf,
		`{"do":{"stop":{},"guess":{}}}`:                           oneOf,
		`{"do":{"guess":[2,1,7]}}`:                                like,
		`{"do":{"guess":{}}}`:                                     like,
		`{"do":{"guess":{"seat":2,"tile":1}}}`:                    like,
		`{"do":{"guess":{"seat":2,"tile":1,"value":7,"more":1}}}`: like,
		`{"do":{"guess":{"seat":2,"tile":1,"value":null}}}`:       like,
		`{"do":{"guess":{"seat":2,"tile":1,"value":true}}}`:       like,
		`{"do":{"guess":{"seat":2,"tile":1,"value":[7]}}}`:        like,
		`{"do":{"guess":{"seat":2,"tile":"1 7","value":7}}}`:      like,
		`{"do":{"guess":{"seat":2,"tile":"1\n","value":7}}}`:      like,
		`{"do":{"guess":{"seat":2,"tile":1,"tile":2,"value":7}}}`: like,
		`{"do":{"stop":{"now":1}}}`:                               "The value of stop must be an object like {}.",
		`{"do":{"guess":{"seat":3,"tile":1,"value":7}}}`:          "There is no seat 3;",
		`{"do":{"guess":{"seat":2,"tile":1,"value":"joker"}}}`:    "There are no jokers in this game.",
	} {
		if answer, _ := anna.does(line); answer.Type != "refused" || !strings.Contains(answer.Text, want) {
			t.Errorf("%s is answered %+v", line, answer)
		}
	}
	if answer, _ := anna.does(`{"do":{"guess":{"seat":2,"tile":"1","value":7}}}`); answer.Type != "done" {
		t.Errorf("a guess is answered %+v", answer)
	}
	if answer, _ := anna.does(`{"do":{"resign":{}}}`); answer.Type != "done" {
		t.Errorf("resigning is answered %+v", answer)
	}
}

// deaf is a journal that blocks until it is opened, except for a room's first entry.
type deaf struct {
	lobby.Journal
	opened chan struct{}
}

func (d deaf) Append(_ context.Context, _ string, entry lobby.Entry) error {
	if entry.Number > 1 {
		<-d.opened
	}
	return nil
}

// TestAnAnswerThatDoesNotComeInTimeHasItsOwnCode checks the code of an unknown outcome.
func TestAnAnswerThatDoesNotComeInTimeHasItsOwnCode(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		journal := deaf{opened: make(chan struct{})}
		l := lobbytest.Open(t, local.New(local.Config{Games: []engine.Game{davinci.Rules().Game()}, Journal: journal}))
		handle, err := lobby.Ask(t.Context(), lobbytest.Enter(t, l, "anna"), lobby.Create{Plan: lobby.Plan{Game: "davinci"}})
		anna := talk(t, handle, err)
		anna.until("view")
		anna.send(`{"change":{"title":"late"},"id":1}`)
		refused := anna.until("refused")
		if refused.Code != "no_answer" || !strings.Contains(refused.Text, "may still be carried out") || strings.Contains(refused.Text, "context") {
			t.Errorf("%+v", refused)
		}
		close(journal.opened)
		if view := anna.until("view"); view.Room.Title != "late" || view.Number <= refused.View {
			t.Errorf("%+v after %+v", view, refused)
		}
	})
}
