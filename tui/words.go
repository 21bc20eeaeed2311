package tui

import (
	"strconv"
	"strings"

	"parlor/engine"
	"parlor/prose"
)

// Narrator says a game's table in sentences, for people who listen to it, or
// whose terminal has lines only. Nothing in them needs a screen or a key: things are
// named and counted, never pointed at.
type Narrator struct {
	// Game says what happened: public events of the game, oldest first.
	Game func([]engine.Event, People) []string
	// Own says what the reader learns and no event tells, such as the number of
	// a drawn tile; a line is heard once, when it is new. Nil says nothing.
	Own func(Scene) []string
	// Turn says what is worth hearing each time the reader's turn comes. Nil says
	// nothing.
	Turn func(Scene) []string
	// Table says all that the scene's reader may know of the table.
	Table func(Scene) []string
	// Grammar says what the reader can type to decide what is due now, with an
	// example where there are arguments. It is empty where nothing is due, and
	// asked for only while a round is played.
	Grammar func(Scene) []string
}

// Learned is what Own says.
func (n Narrator) Learned(scene Scene) []string { return say(n.Own, scene) }

// AtTurn is what Turn says.
func (n Narrator) AtTurn(scene Scene) []string { return say(n.Turn, scene) }

// say is what a game's words say of a scene, nothing where it has none.
func say(words func(Scene) []string, scene Scene) []string {
	if words == nil {
		return nil
	}
	return words(scene)
}

// Tell says what happened: the events of the match itself here, those of its
// game by the game's own words.
func (n Narrator) Tell(events []engine.Event, who People) []string {
	var told []string
	var own []engine.Event
	flush := func() {
		if len(own) > 0 {
			told = append(told, n.Game(own, who)...)
		}
		own = nil
	}
	for _, event := range events {
		match, is := event.(engine.MatchEvent)
		if !is {
			own = append(own, event)
			continue
		}
		flush()
		told = append(told, who.Match(match))
	}
	flush()
	return told
}

// Telling is Words.Game of a game whose events are of type E.
func Telling[E engine.GameEvent](tell func([]E, People) []string) func([]engine.Event, People) []string {
	return func(events []engine.Event, who People) []string {
		own := make([]E, 0, len(events))
		for _, event := range events {
			if event, is := event.(E); is {
				own = append(own, event)
			}
		}
		return tell(own, who)
	}
}

// Match says an event of the match itself.
func (p People) Match(event engine.MatchEvent) string {
	number := strconv.Itoa(event.Round)
	switch event.Kind {
	case engine.RoundFirst:
		return "Round " + number + " begins. " + p.Subject(event.Seat) + " " + p.Verb(event.Seat, "go", "goes") + " first."
	case engine.RoundReady:
		return p.Subject(event.Seat) + " " + p.Verb(event.Seat, "are", "is") + " ready for round " + number + "."
	case engine.RoundWon:
		return "Round " + number + " is over. " + p.result(event.Result)
	case engine.MatchWon:
		return "The match is over. " + p.result(event.Result)
	}
	return ""
}

// result tells how a round or a match ended.
func (p People) result(result engine.Tally) string {
	text := "Nobody wins it."
	switch won := result.Winners(); {
	case len(won) == 1:
		text = p.Subject(won[0]) + " " + p.Verb(won[0], "win", "wins") + " it."
	case len(won) > 1:
		text = engine.Capital(p.List(won)) + " share it."
	}
	var scores []string
	for seat, points := range result.Points() {
		scores = append(scores, p.List([]engine.Seat{engine.Seat(seat)})+" "+Points(points))
	}
	return text + " Points: " + strings.Join(scores, ", ") + "."
}

// Prose is a narrator whose sentences are made already, in English.
func (n Narrator) Prose() prose.Narrator {
	whole := func(sentences []string) (texts []prose.Text) {
		return prose.Literals(sentences)
	}
	told := func(part func(Scene) []string) func(Scene) []prose.Text {
		return func(scene Scene) []prose.Text { return whole(say(part, scene)) }
	}
	return prose.Narrator{
		Game: func(events []engine.Event, who prose.People) []prose.Text { return whole(n.Game(events, People(who))) },
		Own:  told(n.Own), Turn: told(n.Turn), Table: told(n.Table), Grammar: told(n.Grammar),
	}
}
