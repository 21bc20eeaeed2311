package lines

import (
	"slices"
	"strings"

	"parlor/engine"
	"parlor/prose"
)

// lesson is a tutorial that somebody plays by themselves, in the hall.
type lesson struct {
	*prose.Learning
	game prose.Game
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
	learning, err := prose.Learn(game)
	if err != nil {
		s.refuse(err)
		return
	}
	s.lesson = &lesson{learning, game}
	s.say(prose.T("This is the tutorial of {game}. Type {look} to hear the table again, {hint} for the likeliest guess and why, or {hall} to leave.",
		prose.Literal(game.Title), prose.Literal("look"), prose.Literal("hint"), prose.Literal("hall")))
	s.tellStep()
}

// tellStep tells the table and the step.
func (s *Session) tellStep() {
	s.sayLessonTable()
	s.say(s.lesson.Step().InLines()...)
}

func (s *Session) sayLessonTable() { s.say(s.lesson.game.Narrator.Table(s.lessonScene())...) }

// lessonScene is the table of the tutorial as its reader sees it.
func (s *Session) lessonScene() prose.Scene { return s.lesson.Scene(s.Person.Visit.Name()) }

// hearLesson takes what is typed in a tutorial.
func (s *Session) hearLesson(verb, line string) {
	l := s.lesson
	wants := l.Step().Wants
	action := engine.Action(strings.Join(strings.Fields(strings.ToLower(line)), " "))
	switch {
	case verb == "hall" || verb == "leave":
		s.lesson = nil
		s.say(prose.T("You are in the hall."))
	case verb == "look":
		s.sayLessonTable()
	case verb == "hint":
		s.say(l.Hint(s.Person.Visit.Name())...)
	case len(wants) == 0 && (verb == "" || verb == string(engine.Next)):
		s.nextStep()
	case len(wants) == 0:
		s.say(prose.T("Press Enter to go on."))
	case l.Wanted(action):
		if err := l.Play(action); err != nil {
			s.refuse(err)
			return
		}
		s.nextStep()
	default:
		if err := l.Try(action); err != nil {
			s.say(l.game.Narrator.Reason(err, s.lessonScene()))
		}
		s.say(prose.T("Not yet. To go on, type {action}.", prose.Literal(string(wants[0]))))
	}
}

// nextStep goes on, or ends the tutorial.
func (s *Session) nextStep() {
	if s.lesson.Next(); !s.lesson.Over() {
		s.tellStep()
		return
	}
	s.say(prose.T("That was the tutorial. Type {rules} and {game} for the rules. Have fun!", prose.Literal("rules"), prose.Literal(s.lesson.game.Name)))
	s.lesson = nil
}
