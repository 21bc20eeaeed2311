package protocol_test

import (
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"testing/synctest"

	"parlor/lobby"
	"parlor/lobby/local"
	"parlor/server/protocol"
)

// attend returns the client of a person at a game night.
func attend(t *testing.T, l *local.Lobby, name, code string) *program {
	t.Helper()
	visitor, err := l.Enter(t.Context(), lobby.Identity{ID: "key:" + name, Name: name, Program: true})
	if err != nil {
		t.Fatal(err)
	}
	night, err := lobby.Ask(t.Context(), visitor, lobby.JoinGameNight{Code: code})
	if err != nil {
		t.Fatal(err)
	}
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	p := &program{t: t, in: inWrite, out: outRead, lines: make(chan []byte, 10_000), ended: make(chan error, 1)}
	session := protocol.NightSession{
		Night: night,
		Join: func(ctx context.Context, code string) (lobby.Handle, error) {
			return lobby.Ask(ctx, visitor, lobby.Join{Code: code})
		},
		Invitation: func(string) lobby.Invitation { return lobby.Invitation{} },
		Room:       protocol.Session{Hello: protocol.Hello{You: name}, In: inRead, Out: outWrite, Heard: func() {}},
	}
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
	p.read()
	return p
}

// nextOf returns the next message of a type.
func (p *program) nextOf(kind string) (line string) {
	p.t.Helper()
	for {
		one := p.line()
		var m message
		if err := json.Unmarshal(one, &m); err != nil {
			p.t.Fatal(err)
		}
		if m.Type == kind {
			return string(one)
		}
	}
}

// nightWhen returns the next night that a client sees in which something is so.
func (p *program) nightWhen(so func(protocol.Night) bool) (night protocol.Night) {
	p.t.Helper()
	for {
		night = protocol.Night{}
		if err := json.Unmarshal([]byte(p.nextOf("night")), &night); err != nil {
			p.t.Fatal(err)
		}
		if so(night) {
			return night
		}
	}
}

// nightIn returns the next night in which the client has a state.
func (p *program) nightIn(state string) protocol.Night {
	p.t.Helper()
	return p.nightWhen(func(night protocol.Night) bool { return night.State == state })
}

// TestAGameNight lets two API clients play a match of a game night, come back to it, and leave it.
func TestAGameNight(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := open(t)
		host, err := l.Enter(t.Context(), lobby.Identity{ID: "key:dora", Name: "dora"})
		if err != nil {
			t.Fatal(err)
		}
		plan := lobby.GameNightPlan{Games: []string{"kodeknacker"}, Rounds: 1, Programs: true}
		night, err := lobby.Ask(t.Context(), host, lobby.OpenGameNight{Plan: plan})
		if err != nil {
			t.Fatal(err)
		}
		code := (<-night.Updates()).Code
		perform := func(op lobby.NightOp) {
			t.Helper()
			if err := lobby.Perform(t.Context(), night, op); err != nil {
				t.Fatal(err)
			}
		}
		perform(lobby.SitOut{Out: true})
		anna, bo := attend(t, l, "anna", code), attend(t, l, "bo", code)
		if seen := bo.nightIn("waiting"); seen.You != "bo" || seen.Night.Host != "dora" || !seen.Night.People[len(seen.Night.People)-1].Program {
			t.Errorf("bo sees %+v", seen)
		}
		for _, one := range []struct{ line, answer string }{
			{`{"table":true,"id":1}`, `"text":"Your table is not ready."`},
			{`{"do":"resign","id":2}`, `"text":"A message cannot have \"do\". In addition to id, it has one of table, team, chat, sit_out, leave."`},
			{`{"sit_out":"yes","id":3}`, `"text":"The value of sit_out must be true or false."`},
			{`{"leave":false,"id":4}`, `"text":"The value of leave must be true."`},
		} {
			bo.send(one.line)
			if got := bo.nextOf("refused"); !strings.Contains(got, one.answer) {
				t.Errorf("%s is answered with %s", one.line, got)
			}
		}
		anna.nightIn("waiting") // so that she is there when it is said
		bo.send(`{"chat":"hello","id":5}`)
		if got := bo.nextOf("done"); got != `{"type":"done","id":5,"view":0}`+"\n" {
			t.Error(got)
		}
		if got := anna.nextOf("chat"); !strings.Contains(got, `"name":"bo"`) || !strings.Contains(got, `"text":"hello"`) {
			t.Error(got)
		}
		perform(lobby.BeginGameNight{})
		for _, one := range []*program{anna, bo} {
			one.nightIn("called")
			one.send(`{"table":true,"id":6}`)
			one.nextOf("hello")
			one.nextOf("view")
		}
		bo.send(`{"do":"resign","id":7}`)
		bo.nextOf("done")
		for _, one := range []*program{anna, bo} {
			one.nextOf("over")
			one.send(`{"leave":true,"id":8}`)
			one.nextOf("ended")
		}
		if seen := anna.nightWhen(func(night protocol.Night) bool { return night.Night.Matches == 1 }); seen.Night.People[0].Name != "anna" || seen.Night.People[0].Points != 100 {
			t.Errorf("anna sees %+v", seen.Night.People)
		}
		perform(lobby.ChangeGameNight{Plan: lobby.GameNightPlan{Games: []string{"kodeknacker"}, Rounds: 1}})
		anna.nightIn("out")
		anna.send(`{"sit_out":false,"id":9}`)
		if got := anna.nextOf("refused"); !strings.Contains(got, "its host has not allowed them") {
			t.Error(got)
		}
		bo.send(`{"leave":true,"id":10}`)
		if got := bo.nextOf("ended"); !strings.Contains(got, "You left the game night.") {
			t.Error(got)
		}
		if err := <-bo.ended; err != nil {
			t.Error(err)
		}
		_ = anna.in.(io.Closer).Close()
		if err := <-anna.ended; err != nil {
			t.Error(err)
		}
		late, err := l.Enter(t.Context(), lobby.Identity{ID: "key:late", Name: "late", Program: true})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := lobby.Ask(t.Context(), late, lobby.JoinGameNight{Code: code}); err == nil || !strings.Contains(err.Error(), "has not allowed them") {
			t.Errorf("a program that is not allowed: %v", err)
		}
	})
}
