package lines

import (
	"slices"
	"strings"

	"parlor/engine"
	"parlor/prose"
)

// lesson is a tutorial that somebody plays by themselves, in the hall.
type lesson struct {
	game  prose.Game
	match engine.Match
	step  int
}

// tutorial is the word that begins a tutorial.
const tutorial = "tutorial"

// learn begins the tutorial of a game.
func (s *Session) learn(name string) {
	at := slices.IndexFunc(s.Commands.Games, func(game prose.Game) bool {
		return strings.EqualFold(game.Name, name) && len(game.Lesson.Steps) > 0
	})
	if at < 0 {
		s.say(prose.T("Type {tutorial} and one of these games: {games}.", prose.Literal(tutorial), s.games()))
		return
	}
	game := s.Commands.Games[at]
	match, err := game.Start(game.MinSeats, game.Lesson.Seed, game.Lesson.Options)
	if err != nil {
		s.refuse(err)
		return
	}
	s.lesson = &lesson{game: game, match: match}
	s.say(prose.T("This is the tutorial of {game}. Type {look} to hear the table again, or {hall} to leave.",
		prose.Literal(game.Title), prose.Literal("look"), prose.Literal("hall")))
	s.tellStep()
}

// tellStep plays what comes before a step, and tells the table and the step.
func (s *Session) tellStep() {
	l := s.lesson
	step := l.game.Lesson.Steps[l.step]
	for _, move := range step.Moves {
		if next, _, err := l.match.Play(move.Seat, move.Action); err == nil { // a test plays them all
			l.match = next
		}
	}
	s.say(l.game.Narrator.Table(s.lessonScene())...)
	s.say(step.InLines()...)
}

// lessonScene is the table of the tutorial as its reader sees it.
func (s *Session) lessonScene() prose.Scene {
	view := s.lesson.match.View(0)
	names := []string{s.Person.Visit.Name(), "Salai", "Fiora", "Bramante"}[:view.Seats]
	return prose.Scene{View: view, Names: names, Away: make([]bool, view.Seats)}
}

// hearLesson takes what is typed in a tutorial.
func (s *Session) hearLesson(verb, line string) {
	l := s.lesson
	wants := l.game.Lesson.Steps[l.step].Wants
	action := engine.Action(strings.Join(strings.Fields(strings.ToLower(line)), " "))
	switch {
	case verb == "hall" || verb == "leave":
		s.lesson = nil
		s.say(prose.T("You are in the hall."))
	case verb == "look":
		s.say(l.game.Narrator.Table(s.lessonScene())...)
	case len(wants) == 0 && (verb == "" || verb == string(engine.Next)):
		s.nextStep()
	case len(wants) == 0:
		s.say(prose.T("Press Enter to go on."))
	case slices.Contains(wants, action):
		next, _, err := l.match.Play(0, action)
		if err != nil {
			s.refuse(err)
			return
		}
		l.match = next
		s.nextStep()
	default:
		if _, _, err := l.match.Play(0, action); err != nil {
			s.say(l.game.Narrator.Reason(err, s.lessonScene()))
		}
		s.say(prose.T("Not yet. To go on, type {action}.", prose.Literal(string(wants[0]))))
	}
}

// nextStep goes on, or ends the tutorial.
func (s *Session) nextStep() {
	if s.lesson.step++; s.lesson.step < len(s.lesson.game.Lesson.Steps) {
		s.tellStep()
		return
	}
	s.say(prose.T("That was the tutorial. Type {rules} and {game} for the rules. Have fun!", prose.Literal("rules"), prose.Literal(s.lesson.game.Name)))
	s.lesson = nil
}
