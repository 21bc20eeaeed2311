package prose

import (
	"errors"
	"slices"

	"parlor/engine"
)

// A Scene is what one reader may know of a table at one moment.
type Scene struct {
	View  engine.View // Table holds the game's own view
	Names []string    // by seat, clean, at most lobby's NameCells wide
	Away  []bool      // by seat: not connected
	Bots  []bool      // by seat: a bot has it; nil if unknown
	// Substitutes says by seat that a bot plays for its player; nil where none does.
	Substitutes []bool
	// BotEvents are by seat the places, among all that everybody saw since the game
	// began, of what a bot did for its player; nil where none did anything.
	BotEvents [][]int
	// Logged is how many everybody saw; 0 where a bot did none of it.
	Logged int
	// Watching says that the reader has no seat: where View is a seat's, it is
	// with that one's eyes.
	Watching bool
	Past     bool // a moment of a match that has ended: nothing can be done or noted
	Aided    bool // the room allows aids that fill in by themselves what follows from the view
}

// People of a scene, as its reader sees them.
func (s Scene) People() People {
	if s.Watching {
		return People{Names: s.Names, You: engine.Watcher}
	}
	return People{Names: s.Names, You: s.View.Seat}
}

// PeopleAt returns the people of a scene at an event, and marks those that a
// bot acted for then.
func (s Scene) PeopleAt(place int) People {
	who := s.People()
	for seat, places := range s.BotEvents {
		if slices.Contains(places, place) {
			who.Substitutes = make([]bool, len(s.Names))
			who.Substitutes[seat] = true
		}
	}
	return who
}

// Narrator tells a game's table in sentences, to people who listen to it, or
// whose terminal has lines only, and to boards for their logs. Nothing in them
// needs a screen or a key: things are named and counted, never pointed at.
type Narrator struct {
	// Game tells what happened: public events of the game, oldest first.
	Game func([]engine.Event, People) []Text
	// Own tells what the reader learns and no event tells, such as the number of
	// a drawn tile; a sentence is heard once, when it is new. Nil tells nothing.
	Own func(Scene) []Text
	// Turn tells what is worth hearing each time the reader's turn comes. Nil
	// tells nothing.
	Turn func(Scene) []Text
	// Table tells all that the scene's reader may know of the table.
	Table func(Scene) []Text
	// Grammar tells what the reader can type to decide what is due now, with an
	// example where there are arguments. It is empty where nothing is due, and
	// asked for only while a round is played.
	Grammar func(Scene) []Text
	// Refused tells what the reader can type instead of an action that the game
	// refused. It is the zero Text where the rules' own words tell it already;
	// nil says those always.
	Refused func(*engine.Refusal, Scene) Text
	// Parts are what the points of the scene's game are made of, once it is over.
	// Nil, and none, mean that there is nothing to tell.
	Parts func(Scene) []Part
	// Claim is what an action of the scene's seat claims, as a label to follow
	// "guessed", such as "black 7 for tile 3 of bo". Nil, and the zero Text, leave it
	// in the notation of the game.
	Claim func(engine.Action, Scene) Text
	// Why is the reason for a hint, in a sentence made of its facts. Nil, and the zero
	// Text, give none.
	Why func(Hint, Scene) Text
	// Baffled says why no hint can be worked out though there is something to guess.
	// Nil, and the zero Text, mean that there is nothing.
	Baffled func(Scene) Text
}

// Learned is what Own tells.
func (n Narrator) Learned(scene Scene) []Text { return ask(n.Own, scene) }

// AtTurn is what Turn tells.
func (n Narrator) AtTurn(scene Scene) []Text { return ask(n.Turn, scene) }

// Reason explains an error to a reader in text mode. The game's narrator words the
// refusals of the game, and Reason those of the match.
func (n Narrator) Reason(err error, scene Scene) Text {
	refusal := (*engine.Refusal)(nil)
	switch {
	case !errors.As(err, &refusal):
	case refusal.Format == engine.RefusedBetween:
		return T("Game {n} is over. Type {next} when you are ready for game {number}.",
			N(engine.Arg[int](refusal, 0)), Literal(string(engine.Next)), N(engine.Arg[int](refusal, 1)))
	case n.Refused != nil:
		if text := n.Refused(refusal, scene); !text.IsZero() {
			return text
		}
	}
	return Reason(err)
}

// Claimed is what an action of the scene's seat claims; see Claim.
func (n Narrator) Claimed(action engine.Action, scene Scene) Text {
	if n.Claim != nil {
		if text := n.Claim(action, scene); !text.IsZero() {
			return text
		}
	}
	return T("{action}", Literal(string(action)))
}

// ask is what a part of a narrator tells of a scene, nothing where it has none.
func ask(part func(Scene) []Text, scene Scene) []Text {
	if part == nil {
		return nil
	}
	return part(scene)
}

// Tell tells what happened: the events of the match itself here, those of its
// game by the game's own narrator.
func (n Narrator) Tell(events []engine.Event, who People) []Text {
	var told []Text
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
		told = append(told, who.Match(match)...)
	}
	flush()
	return told
}

// Telling is the part Game of a narrator whose game has events of type E.
func Telling[E engine.GameEvent](tell func([]E, People) []Text) func([]engine.Event, People) []Text {
	return func(events []engine.Event, who People) []Text {
		own := make([]E, 0, len(events))
		for _, event := range events {
			if event, is := event.(E); is {
				own = append(own, event)
			}
		}
		return tell(own, who)
	}
}

// Match tells an event of the match itself.
func (p People) Match(event engine.MatchEvent) []Text {
	number := N(event.Round)
	switch event.Kind {
	case engine.RoundFirst:
		return []Text{
			T("Game {n} begins.", number),
			p.Say(event.Seat, "You go first.", "{name} goes first."),
		}
	case engine.RoundReady:
		return []Text{p.Say(event.Seat, "You are ready for game {n}.", "{name} is ready for game {n}.", number)}
	case engine.RoundWon:
		return []Text{p.Won(event.Result.Winners(), event.Round), p.Scores(event.Result.Points())}
	case engine.MatchWon:
		return []Text{p.WonMatch(event.Result.Winners()), p.Scores(event.Result.Points())}
	}
	return nil
}

// Won tells who won the game of a match with that number, from 1.
func (p People) Won(winners []engine.Seat, game int) Text {
	number := N(game)
	switch len(winners) {
	case 0:
		return T("Nobody won game {n}.", number)
	case 1:
		return p.Say(winners[0], "You won game {n}.", "{name} won game {n}.", number)
	}
	return T("Game {n} was a draw: {names}.", number, And(p.Who(winners)))
}

// WonMatch tells who won a match.
func (p People) WonMatch(winners []engine.Seat) Text {
	switch len(winners) {
	case 0:
		return T("Nobody won the match.")
	case 1:
		return p.Say(winners[0], "You won the match.", "{name} won the match.")
	}
	return T("The match was a draw: {names}.", And(p.Who(winners)))
}

// Scores tells the points of every seat.
func (p People) Scores(all []float64) Text {
	scores := make([]Text, 0, len(all))
	for seat, points := range all {
		scores = append(scores, p.Say(engine.Seat(seat), "you {points}", "{name} {points}", Points(points)))
	}
	return T("Points: {scores}.", List(scores))
}
