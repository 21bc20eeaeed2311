package lines_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"parlor/lobby"
	"parlor/lobby/lobbytest"
	"parlor/prose"
	"parlor/server/command"
	"parlor/server/lines"
	"parlor/server/protocol"
)

// honk is an operation for this test. It rings another player's terminal.
type honk struct {
	lobby.Returns[lobby.Nothing]
	Name string
}

// withHonk returns the operations with honk.
func withHonk() []lobby.Operation {
	return append(lobby.Operations(), lobby.Define[honk](lobby.Operation{Kind: "honk", Message: "honk", Verbs: []lobby.Verb{{
		Name: "honk", Help: prose.T("Type {honk} and a name to make somebody's terminal ring.", prose.Literal("honk")),
		Does: prose.T("make somebody's terminal ring"), Done: prose.T("Their terminal rings."),
	}}}))
}

// honker implements honk.
type honker struct {
	lobby.Session
	rung []string
}

func (p *honker) Do(ctx context.Context, request lobby.Request) (any, error) {
	op, is := request.Op.(honk)
	switch {
	case !is:
		return p.Session.Do(ctx, request)
	case op.Name != "bo":
		return nil, prose.Refuse("Nobody called {name} is here.", prose.Name(op.Name))
	}
	p.rung = append(p.rung, op.Name)
	return lobby.Nothing{}, nil
}

// TestAnOperationIsOneEntry checks that one entry in the table and its code make an operation a command, a verb of
// text mode, a JSON message, and a line of both helps.
func TestAnOperationIsOneEntry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := house(t)
		anna := &honker{Session: lobbytest.Enter(t, l, "anna")}
		commands := command.Commands{Lobby: l, Games: kits(), Line: func(user string) string { return "ssh " + user }, Operations: withHonk()}
		person := command.Person{Session: anna, Voice: prose.English()}
		rings := func(how, said string, wanted ...string) {
			t.Helper()
			for _, want := range wanted {
				if !strings.Contains(said, want) {
					t.Errorf("%s is answered without %q:\n%s", how, want, said)
				}
			}
			if len(anna.rung) != 1 {
				t.Errorf("%s rings %q", how, anna.rung)
			}
			anna.rung = nil
		}

		// The command and its help.
		run := func(line string) string {
			var out bytes.Buffer
			asked, err := command.Parse(strings.Fields(line), commands.Operations...)
			if err == nil {
				err = commands.Run(t.Context(), person, asked, &out)
			}
			if err != nil {
				out.WriteString(prose.English().Say(prose.Reason(err)))
			}
			return out.String()
		}
		rings("honk", run("honk bo"), "Their terminal rings.\n")
		rings("honk --json", run("HONK --json bo"), `{"done":"honk"}`)
		for line, want := range map[string]string{
			"help": "honk NAME", "help --json": `{"usage":"honk NAME","does":"make somebody's terminal ring"}`,
			"honk": "honk needs more arguments. Usage: honk NAME", "honk cy": "Nobody called cy is here.",
		} {
			if said := run(line); !strings.Contains(said, want) || len(anna.rung) > 0 {
				t.Errorf("%s is answered without %q:\n%s", line, want, said)
			}
		}
		if command.IsVerb("honk") || !command.IsVerb("Honk", commands.Operations...) {
			t.Error("honk is a command elsewhere, or not here")
		}

		// Text mode, in the lobby and in a room.
		p := &typist{lines: make(chan string), ended: make(chan error, 1)}
		session := lines.Session{Commands: commands, Person: person, Source: p, Out: p, Heard: func() {}}
		go func() { p.ended <- session.Run(t.Context(), nil) }()
		const help = "Type honk and a name to make somebody's terminal ring.\n"
		types := func(line string) string {
			before := len(p.heard())
			p.types(line)
			return p.heard()[before:]
		}
		for _, place := range []string{"the lobby", "a room"} {
			if said := types("help"); strings.Count(said, help) != 1 {
				t.Errorf("the help in %s is\n%s", place, said)
			}
			rings("honk in "+place, types("honk bo"), "Their terminal rings.\n")
			types("new davinci")
		}
		types("quit")
		if err := <-p.ended; err != nil {
			t.Error(err)
		}

		// JSON messages.
		handle, err := lobby.Ask(t.Context(), anna, lobby.Join{Code: "E93TDD"})
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		in := `{"honk":2,"id":1}` + "\n" + `{"honk":"cy","id":2}` + "\n" + `{"hank":"bo","id":3}` + "\n" + `{"honk":"bo","id":4}` + "\n"
		talk := protocol.Session{Handle: handle, Lobby: anna, Operations: withHonk(), In: strings.NewReader(in), Out: &out, Heard: func() {}}
		if err := talk.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		rings("the message", out.String(), "The value of honk must be a string.", "Nobody called cy is here.", "hint, leave, honk.", `"type":"done","id":4`)
		if err := lobby.Perform(t.Context(), handle, lobby.Leave{}); err != nil {
			t.Fatal(err)
		}
	})
}

// TestVerbsCanBeTyped checks that the arguments of each operation's verbs can be parsed and that each verb has help.
func TestVerbsCanBeTyped(t *testing.T) {
	for _, o := range lobby.Operations() {
		for _, v := range o.Verbs {
			usage := o.Usage(v)
			if v.Name == "" || v.Name != strings.ToLower(v.Name) || !strings.HasPrefix(usage, v.Name) {
				t.Errorf("%s is typed as %q", o.Kind, usage)
			}
			for _, rest := range []string{"", "1", "on", "off", "\x1b[2J"} {
				if op, wrong := o.Parse(v, rest); wrong.IsZero() && fmt.Sprintf("%T", op) != o.Type().String() {
					t.Errorf("%q %s is a %T", usage, rest, op)
				}
			}
			if o.Of == lobby.OfSession && (v.Does.IsZero() || v.Done.IsZero() || v.Help.IsZero()) {
				t.Errorf("the command %s says too little of itself", v.Name)
			}
		}
	}
}
