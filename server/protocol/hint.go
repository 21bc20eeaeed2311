package protocol

import (
	"slices"
	"strings"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// askHint computes the likeliest guess for the last view sent, if the room allows hints. It caches the hint for a
// view.
func (s *Session) askHint() error {
	u := s.shown
	switch {
	case u.Match == nil || u.Stage != engine.Playing || u.You == engine.Watcher:
		return &prose.Refusal{Text: prose.NothingToGuess()}
	case !u.Plan.Hints():
		return &prose.Refusal{Text: prose.NoHints()}
	}
	if s.hint == nil || s.hint.View != uint64(u.Revision) {
		hint, err := s.likeliest(u)
		if err != nil {
			return err
		}
		s.hint = &hint
	}
	s.wanted = true
	return nil
}

// likeliest returns the hint for an update, or why there is none.
func (s *Session) likeliest(u lobby.Update) (Hint, error) {
	at := slices.IndexFunc(s.Games, func(game prose.Game) bool { return game.Name == u.Plan.Game })
	if at < 0 {
		return Hint{}, &prose.Refusal{Text: prose.NothingToGuess()}
	}
	scene := prose.Scene{View: *u.Match, Away: make([]bool, len(u.Seats))}
	for _, seat := range u.Seats {
		scene.Names = append(scene.Names, seat.Name)
	}
	found, is := s.Games[at].Likeliest(scene)
	if !is {
		return Hint{}, &prose.Refusal{Text: s.Games[at].NoHint(scene)}
	}
	told := s.Games[at].TellHint(found, scene)
	said := make([]string, len(told))
	for i, one := range told {
		said[i] = one.String()
	}
	return Hint{"hint", uint64(u.Revision), found.Action, rounded(found.Chance), strings.Join(said, " "), told}, nil
}

// takeHint returns the requested hint once, or nil.
func (s *Session) takeHint() any {
	if !s.wanted {
		return nil
	}
	s.wanted = false
	return *s.hint
}
