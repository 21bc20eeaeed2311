package lines

import (
	"parlor/engine"
	"parlor/prose"
)

// sayHint tells the likeliest guess and why, where the room allows it. What was
// worked out for a moment of the match is not worked out again.
func (s *Session) sayHint() {
	u := s.table.Update
	switch {
	case u.Stage != engine.Playing || !s.seated():
		s.say(prose.NothingToGuess())
		return
	case !u.Plan.Hints():
		s.say(prose.NoHints())
		return
	}
	if s.table.hint == nil || s.table.hinted != u.Revision {
		s.table.hint, s.table.hinted = s.game().Hint(s.scene()), u.Revision
	}
	s.say(s.table.hint...)
}

// game is that of the table.
func (s *Session) game() prose.Game {
	for _, game := range s.Commands.Games {
		if game.Name == s.table.Plan.Game {
			return game
		}
	}
	return prose.Game{}
}
