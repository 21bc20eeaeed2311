package prose

import (
	"errors"
	"slices"

	"parlor/engine"
)

// A Scene holds what one reader may know of a table at one moment.
type Scene struct {
	View  engine.View // Table holds the game's own view
	Names []string    // by seat, clean, at most lobby's NameCells wide
	Away  []bool      // by seat: not connected
	Bots  []bool      // by seat: whether a bot has it; nil if unknown
	// Substitutes reports by seat whether a bot plays for its player; nil if none does.
	Substitutes []bool
	// BotEvents holds by seat the indexes, among all public events since the game began, of the
	// events that a bot caused for its player; nil if there are none.
	BotEvents [][]int
	// Logged is the number of public events since the game began; 0 if no bot caused any for its player.
	Logged int
	// Watching reports that the reader has no seat. If View is that of a seat, the reader sees
	// through its eyes.
	Watching bool
	Past     bool // a moment of a match that has ended: nothing can be done or noted
	Keyless  bool // the board is only shown and takes no keys
	Aided    bool // the room allows aids that fill in what follows from the view
}

// People returns the people of a scene, as its reader sees them.
func (s Scene) People() People {
	if s.Watching {
		return People{Names: s.Names, You: engine.Watcher}
	}
	return People{Names: s.Names, You: s.View.Seat}
}

// PeopleAt returns the people of a scene at an event. Substitutes marks the players that a bot acted
// for at that event.
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

// Narrator describes a game's table in sentences, for readers in text mode or with a screen reader,
// and for the logs of boards. The sentences need no screen and no keys: things are named and
// counted, never pointed at.
type Narrator struct {
	// Game describes public events of the game, oldest first.
	Game func([]engine.Event, People) []Text
	// Own describes what the reader learns without an event, such as the number of a drawn tile. A
	// sentence is shown once, when it is new. Nil describes nothing.
	Own func(Scene) []Text
	// Turn returns what is worth repeating each time the reader's turn comes. Nil returns nothing.
	Turn func(Scene) []Text
	// Table describes all that the scene's reader may know of the table.
	Table func(Scene) []Text
	// Grammar lists what the reader can type for the decision that is due, with an example if there
	// are arguments. It is empty if nothing is due, and called only while a round is played.
	Grammar func(Scene) []Text
	// Refused explains what the reader can type instead of an action that the game refused. If it
	// returns the zero Text, or is nil, the text of the refusal is shown.
	Refused func(*engine.Refusal, Scene) Text
	// Parts returns what the points of the scene's game are made of, once the game is over. If it
	// is nil or returns none, there is nothing to show.
	Parts func(Scene) []Part
	// Claim returns what an action of the scene's seat claims, as a label to follow "guessed", such
	// as "black 7 for tile 3 of bo". If it is nil or returns the zero Text, the action is shown in
	// the notation of the game.
	Claim func(engine.Action, Scene) Text
	// Why returns the reason for a hint, in a sentence made of its facts. If it is nil or returns
	// the zero Text, no reason is shown.
	Why func(Hint, Scene) Text
	// Baffled explains why no hint can be computed although there is something to guess. If it is
	// nil or returns the zero Text, there is no explanation.
	Baffled func(Scene) Text
}

// Learned returns the result of Own, or nil if Own is nil.
func (n Narrator) Learned(scene Scene) []Text { return ask(n.Own, scene) }

// AtTurn returns the result of Turn, or nil if Turn is nil.
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

// Claimed returns what an action of the scene's seat claims, as Claim describes it or else in the
// notation of the game.
func (n Narrator) Claimed(action engine.Action, scene Scene) Text {
	if n.Claim != nil {
		if text := n.Claim(action, scene); !text.IsZero() {
			return text
		}
	}
	return T("{action}", Literal(string(action)))
}

// ask calls a part of a narrator with a scene. It returns nil if the part is nil.
func ask(part func(Scene) []Text, scene Scene) []Text {
	if part == nil {
		return nil
	}
	return part(scene)
}

// Tell describes events. It words the events of the match itself, and passes those of the game to Game.
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

// Telling returns a Game function for a narrator whose game has events of type E. It passes tell
// the events of that type.
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

// Match describes an event of the match itself.
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

// Won returns a sentence that names the winners of the game with the given number, from 1.
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

// WonMatch returns a sentence that names the winners of a match.
func (p People) WonMatch(winners []engine.Seat) Text {
	switch len(winners) {
	case 0:
		return T("Nobody won the match.")
	case 1:
		return p.Say(winners[0], "You won the match.", "{name} won the match.")
	}
	return T("The match was a draw: {names}.", And(p.Who(winners)))
}

// Scores returns a sentence with the points of every seat.
func (p People) Scores(all []float64) Text {
	scores := make([]Text, 0, len(all))
	for seat, points := range all {
		scores = append(scores, p.Say(engine.Seat(seat), "you {points}", "{name} {points}", Points(points)))
	}
	return T("Points: {scores}.", List(scores))
}
