package lobbytest

import (
	"fmt"
	"strings"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// guest is a session with its latest page.
type guest struct {
	lobby.Session
	s    *stage
	page lobby.Page
}

// person returns the identity of a person with a key.
func person(name string) lobby.Identity { return lobby.Identity{ID: "key:" + name, Name: name} }

// enter begins a session that ends with the test.
func (s *stage) enter(instance Instance, who lobby.Identity) *guest {
	s.Helper()
	session, err := instance.Lobby.Enter(s.Context(), who)
	s.must(err)
	s.Cleanup(session.Close)
	lobby.Send(s.Context(), session, lobby.Show{Window: lobby.WholeLobby()})
	return &guest{Session: session, s: s}
}

// sees waits for a page that satisfies a condition.
func (g *guest) sees(what string, wanted func(lobby.Page) bool) {
	g.s.Helper()
	for timer := time.After(patience); ; {
		select {
		case page, open := <-g.Pages():
			if !open {
				g.s.Fatalf("waiting to see %s, the visit ended: %v", what, g.Ended())
			}
			if g.page = page; wanted(page) {
				return
			}
		case <-timer:
			g.s.Fatalf("%s is not shown, but %+v", what, g.page)
		}
	}
}

// ends waits until the session has ended and returns the reason.
func (g *guest) ends() error {
	g.s.Helper()
	for timer := time.After(patience); ; {
		select {
		case _, open := <-g.Pages():
			if !open {
				return g.Ended()
			}
		case <-timer:
			g.s.Fatal("the visit does not end")
		}
	}
}

// player is a handle with its latest update.
type player struct {
	lobby.Handle
	s      *stage
	now    lobby.Update
	events []engine.Event
	ended  []lobby.Ending
}

// seated wraps a handle and waits for its first update.
func (s *stage) seated(handle lobby.Handle, err error) *player {
	s.Helper()
	s.must(err)
	p := &player{Handle: handle, s: s}
	p.next()
	return p
}

// next waits for an update. It returns false at the end of the handle.
func (p *player) next() bool {
	p.s.Helper()
	select {
	case update, open := <-p.Updates():
		return p.take(update, open)
	case <-time.After(patience):
		p.s.Fatalf("nothing is shown after %+v", p.now)
		return false
	}
}

// take records an update.
func (p *player) take(update lobby.Update, open bool) bool {
	p.s.Helper()
	if !open {
		return false
	}
	if update.Revision <= p.now.Revision {
		p.s.Errorf("update %d is shown after %d", update.Revision, p.now.Revision)
	}
	p.now = update
	p.events = append(p.events, update.Events...)
	p.ended = append(p.ended, update.Ended...)
	return true
}

// sees waits for an update that satisfies a condition.
func (p *player) sees(what string, wanted func(lobby.Update) bool) {
	p.s.Helper()
	for !wanted(p.now) {
		if !p.next() {
			p.s.Fatalf("waiting to see %s, the hold ended: %v", what, p.Ended())
		}
	}
}

// ends waits until the handle has ended and returns the reason.
func (p *player) ends() error {
	p.s.Helper()
	for p.next() {
		continue
	}
	return p.Ended()
}

// do performs an operation that must succeed, and waits for its update.
func (p *player) do(do lobby.RoomOp) {
	p.s.Helper()
	done, err := lobby.Ask(p.s.Context(), p, do)
	if err != nil {
		p.s.Fatalf("%T: %v", do, err)
	}
	p.sees(fmt.Sprintf("what came of %T", do), func(u lobby.Update) bool { return u.Revision >= done.Revision })
}

// plays plays actions that must succeed.
func (p *player) plays(actions ...engine.Action) {
	p.s.Helper()
	for _, action := range actions {
		p.do(lobby.Play{Action: action})
	}
}

// refused performs an operation that must be refused with these words.
func (p *player) refused(do lobby.RoomOp, words string) error {
	p.s.Helper()
	_, err := p.Do(p.s.Context(), lobby.NewRequest(do))
	p.s.refusal(err, words)
	return err
}

// refusal fails the test unless the error contains the words.
func (s *stage) refusal(err error, words string) {
	s.Helper()
	if err == nil || !strings.Contains(err.Error(), words) {
		s.Errorf("refused with %v, want %q", err, words)
	}
}

// pair begins a match of Da Vinci Code between anna, the host, and bo.
func (s *stage) pair(instance Instance, plan lobby.Plan) (anna, bo *player) {
	s.Helper()
	plan.Game, plan.Seats = "davinci", 2
	anna = s.seated(lobby.Ask(s.Context(), s.enter(instance, person("anna")), lobby.Create{Plan: plan}))
	bo = s.seated(lobby.Ask(s.Context(), s.enter(instance, person("bo")), lobby.Join{Code: anna.now.Code}))
	anna.do(lobby.Start{})
	bo.sees("the match", playing)
	return anna, bo
}

func playing(u lobby.Update) bool { return u.Stage == engine.Playing }
