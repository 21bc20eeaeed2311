package lobbytest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// shortest returns options with the fewest games per match.
func shortest(game engine.Game) engine.Options {
	for _, option := range game.Options {
		if option.Name == "rounds" {
			return engine.Options{"rounds": option.Values[0].Name}
		}
	}
	return nil
}

// playOut lets two people play like bots until the match is over.
func playOut(s *stage, g game, one, other *player) {
	s.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	move := func(p *player) bool {
		switch {
		case !slices.Contains(p.now.Match.ToMove, p.now.You):
			return false
		case p.now.Stage == engine.Interval:
			p.plays(engine.Next)
		default:
			p.plays(g.think(p.now.Match.Table, random))
		}
		return true
	}
	for one.now.Stage != engine.Over || other.now.Stage != engine.Over {
		if move(one) || move(other) {
			continue
		}
		select {
		case update, open := <-one.Updates():
			one.take(update, open)
		case update, open := <-other.Updates():
			other.take(update, open)
		case <-time.After(patience):
			s.Fatalf("nobody is to move: %+v and %+v", one.now, other.now)
		}
	}
}

// told checks the events and the end of the match that a player has received.
func (p *player) told(game engine.Game, seat engine.Seat) {
	p.s.Helper()
	if len(p.ended) != 1 {
		p.s.Fatalf("%d ends are told", len(p.ended))
	}
	end := p.ended[0]
	steps, err := game.Steps(end.Record)
	p.s.must(err)
	var all []engine.Event
	for _, step := range steps {
		all = append(all, step.Events...)
	}
	if !reflect.DeepEqual(p.events, all) {
		p.s.Errorf("the events of %s are told as %v, not %v", game.Name, p.events, all)
	}
	want := steps[len(steps)-1].Match.View(seat)
	if !reflect.DeepEqual(*end.Match, want) || !reflect.DeepEqual(*p.now.Match, want) {
		p.s.Errorf("the end of %s is told as %+v and %+v, not %+v", game.Name, *end.Match, *p.now.Match, want)
	}
	if end.Proof != end.Record.Seed.Commitment() || p.now.Proof != end.Proof {
		p.s.Errorf("the proof is %q and %q", end.Proof, p.now.Proof)
	}
}

func checkMatches(s *stage) {
	instance := s.instance(Config{})
	anna, bo, cy := s.enter(instance, person("anna")), s.enter(instance, person("bo")), s.enter(instance, person("cy"))
	for _, g := range games() {
		one := s.seated(lobby.Ask(s.Context(), anna, lobby.Create{Plan: lobby.Plan{Game: g.Name, Seats: 2, Options: shortest(g.Game)}}))
		other := s.seated(lobby.Ask(s.Context(), bo, lobby.Join{Code: one.now.Code}))
		watcher := s.seated(lobby.Ask(s.Context(), cy, lobby.Watch{Code: one.now.Code}))
		one.do(lobby.Start{})
		other.sees("the match", playing)
		playOut(s, g, one, other)
		watcher.sees("the end", func(u lobby.Update) bool { return u.Stage == engine.Over })
		one.told(g.Game, 0)
		other.told(g.Game, 1)
		watcher.told(g.Game, engine.Watcher)
	}
}

// checkBots lets two bots continue after a person has resigned.
func checkBots(s *stage) {
	instance := s.instance(Config{})
	g := games()[0]
	anna := s.seated(lobby.Ask(s.Context(), s.enter(instance, person("anna")), lobby.Create{Plan: lobby.Plan{Game: g.Name, Seats: 3, Options: shortest(g.Game)}}))
	for level := range engine.Level(2) {
		anna.do(lobby.AddBot{Level: engine.FirstBot + level})
	}
	anna.do(lobby.Start{})
	anna.plays(engine.Resign)
	anna.sees("the end", func(u lobby.Update) bool { return u.Stage == engine.Over })
	anna.told(g.Game, 0)
}

func checkSlowReader(s *stage) {
	instance := s.instance(Config{})
	g := games()[0]
	one := s.seated(lobby.Ask(s.Context(), s.enter(instance, person("anna")), lobby.Create{Plan: lobby.Plan{Game: g.Name, Seats: 2, Options: shortest(g.Game)}}))
	other := s.seated(lobby.Ask(s.Context(), s.enter(instance, person("bo")), lobby.Join{Code: one.now.Code}))
	slow := s.seated(lobby.Ask(s.Context(), s.enter(instance, person("cy")), lobby.Watch{Code: one.now.Code}))
	one.do(lobby.Start{})
	other.sees("the match", playing)
	playOut(s, g, one, other)
	one.do(lobby.Say{Text: "the end"})
	updates := 0
	for ; len(slow.now.Chat) == 0; updates++ {
		slow.next()
	}
	slow.told(g.Game, engine.Watcher)
	s.Logf("%d events came in %d updates", len(slow.events), updates)
}

func checkTooSlowReader(s *stage) {
	instance := s.instance(Config{})
	g := games()[0]
	anna, bo := s.pair(instance, lobby.Plan{Options: shortest(g.Game)})
	slow := s.seated(lobby.Ask(s.Context(), s.enter(instance, person("cy")), lobby.Watch{Code: anna.now.Code}))
	for match := range 70 {
		if match > 0 {
			anna.do(lobby.Start{})
		}
		anna.plays(engine.Resign)
		bo.sees("the end", func(lobby.Update) bool { return len(bo.ended) == match+1 })
	}
	anna.sees("nobody watching", func(u lobby.Update) bool { return len(u.Watchers) == 0 })
	if err := slow.ends(); !errors.Is(err, lobby.ErrTooSlow) {
		s.Errorf("who reads nothing is told %v", err)
	}
	if len(slow.ended) > 64 {
		s.Errorf("%d ends were kept", len(slow.ended))
	}
}

// jokerSeed returns a seed of Da Vinci Code with which the first of two players has to
// place a joker.
func jokerSeed(s *stage, options engine.Options) engine.Seed {
	s.Helper()
	for n := range 255 {
		seed := engine.Seed{byte(n)}
		match, err := games()[0].Start(2, seed, options)
		s.must(err)
		match, _, err = match.Play(0, "deal")
		s.must(err)
		if strings.Contains(fmt.Sprint(match.View(0).Grammar), "place") {
			return seed
		}
	}
	s.Fatal("no seed gives a joker")
	return engine.Seed{}
}

func checkSecrets(s *stage) {
	options := engine.Options{"jokers": "free"}
	seed := jokerSeed(s, options)
	instance := s.instance(Config{Seed: func() engine.Seed { return seed }})
	anna, bo := s.pair(instance, lobby.Plan{Options: options})
	cy := s.seated(lobby.Ask(s.Context(), s.enter(instance, person("cy")), lobby.Watch{Code: anna.now.Code}))
	anna.plays("deal")
	anna.do(lobby.Say{Text: "first"})
	heard := func(lines int) func(lobby.Update) bool {
		return func(u lobby.Update) bool { return len(u.Chat) == lines }
	}
	for _, other := range []*player{bo, cy} {
		other.sees("the line", heard(1))
	}
	own, others := anna.now.Revision, []lobby.Revision{bo.now.Revision, cy.now.Revision}
	views := []*engine.View{bo.now.Match, cy.now.Match}
	anna.do(lobby.ListLegal{})
	anna.plays("place 1")
	if anna.now.Revision <= own {
		s.Error("the own view is not new")
	}
	anna.do(lobby.Say{Text: "second"})
	for i, other := range []*player{bo, cy} {
		other.sees("the line", heard(2))
		if other.now.Revision != others[i]+1 {
			s.Errorf("a secret move was told: from revision %d to %d", others[i], other.now.Revision)
		}
		if !reflect.DeepEqual(other.now.Match, views[i]) {
			s.Errorf("a secret move changed a view from %+v to %+v", views[i], other.now.Match)
		}
	}
}
