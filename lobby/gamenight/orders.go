package gamenight

import (
	"fmt"
	"slices"

	"parlor/lobby"
	"parlor/prose"
)

// order does what a player asks for.
func (s *State) order(by string, do lobby.EveningDo) error {
	p := s.Player(by)
	switch do.(type) {
	case lobby.SitOut, lobby.LeaveEvening:
	default:
		if by == "" || by != s.host.id {
			return prose.Refuse("Only the host of the game night can do that.")
		}
		if _, ends := do.(lobby.EndEvening); s.Stage == lobby.EveningOver && !ends {
			return prose.Refuse("This game night is over.")
		}
	}
	var err error
	switch do := do.(type) {
	case lobby.BeginEvening:
		s.Stage = lobby.EveningPlaying
	case lobby.PauseEvening:
		err = s.pause()
	case lobby.EndEvening:
		s.end()
	case lobby.ChangeEvening:
		if s.Titled = ""; do.Plan.Title == lobby.DefaultEvening(p.Name).String() {
			s.Titled = by
		}
		s.Plan = do.Plan
	case lobby.HandOverEvening:
		err = s.handOver(do.To)
	case lobby.SendFromEvening:
		err = s.ban(do.Name)
	case lobby.EndTable:
		err = s.endTable(do.Number)
	case lobby.SitOut:
		err = s.sitOut(p, do.Out)
	case lobby.LeaveEvening:
		if p != nil {
			s.leave(p)
		}
	default:
		err = fmt.Errorf("a game night does not know the order %T", do)
	}
	if err == nil {
		s.changed()
	}
	return err
}

func (s *State) pause() error {
	if s.Stage == lobby.EveningGathering {
		return prose.Refuse("The game night has not begun yet.")
	}
	s.Stage = lobby.EveningPaused
	return nil
}

// end ends the game night. No player has to come to a table any more.
func (s *State) end() {
	s.Stage = lobby.EveningOver
	for _, t := range slices.Clone(s.seating.tables) {
		if t.gathers() {
			s.seating.callOff(t, false)
		}
	}
}

func (s *State) handOver(name string) error {
	to := s.seating.players.named(name)
	switch {
	case to == nil:
		return noPlayer(name)
	case !to.Here:
		return prose.Refuse("{name} is away and cannot be the host now.", prose.Name(to.Name))
	}
	s.host.hand(to)
	return nil
}

func (s *State) ban(name string) error {
	p := s.seating.players.named(name)
	switch {
	case p == nil:
		return noPlayer(name)
	case s.host.is(p):
		return prose.Refuse("That is you. To go, leave the game night.")
	}
	s.leave(p)
	p.Banned = true
	return nil
}

func noPlayer(name string) error {
	return prose.Refuse("Nobody at this game night is called {name}.", prose.Name(lobby.CleanText(name, 20)))
}

func (s *State) endTable(number int) error {
	t := s.seating.tables.numbered(number)
	if t == nil || t.over() {
		return prose.Refuse("There is no table {n} with a match under way.", prose.N(number))
	}
	s.seating.callOff(t, false)
	s.seating.waitAgain(t, func(*Player) bool { return true })
	return nil
}

// sitOut lets a player sit out, or wait again. A table that waits for them is called
// off.
func (s *State) sitOut(p *Player, out bool) error {
	if p == nil || p.Gone {
		return prose.Refuse("You take no part in this game night.")
	}
	switch {
	case p.Out == out:
	case out:
		p.Out = true
		s.seating.withdraw(p)
	default:
		p.Out = false
		s.seating.wait(p)
	}
	return nil
}
