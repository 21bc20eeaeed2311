package gamenight

import (
	"slices"

	"parlor/lobby"
	"parlor/prose"
)

// repeat opens the game night again for a time: with its settings, its code, its host and
// the players who are here, and without any results.
func repeat(s *State, by string, do lobby.RepeatGameNight) error {
	now := s.roster.seating.now
	if s.stage != lobby.GameNightOver {
		return prose.Refuse("The game night is not over yet. End it first.")
	}
	if slices.ContainsFunc(s.roster.seating.tables, (*Table).playing) {
		return prose.Refuse("Matches are still being played. Wait until they are over.")
	}
	plan := s.plan.At(do.Begins)
	if err := plan.CheckTimes(now); err != nil {
		return err
	}
	s.plan, s.stage, s.made = plan, lobby.GameNightGathering, now
	s.last, s.log = false, nil
	s.mark = "" // it is not the one of that configuration any more
	if s.roster.host.owner == "" {
		s.roster.host.owner = by
	}
	s.roster.renew(newFormat(plan, s.code, now))
	return nil
}

// renew removes all results, and the players who are away, unless they are banned or belong
// to the succession of the host.
func (r *roster) renew(format format) {
	r.seating.tables, r.seating.made, r.seating.met, r.seating.moves = nil, 0, meetings{}, moves{}
	r.results, r.format = results{}, format
	r.seating.players = slices.DeleteFunc(r.seating.players, func(p *Player) bool {
		stays := p.Here && !p.Gone || p.Banned || p.ID != "" && (p.ID == r.host.owner || p.ID == r.host.deputy)
		return !stays
	})
	for i, p := range r.seating.players {
		r.seating.players[i] = &Player{Number: p.Number, ID: p.ID, Name: p.Name, Guest: p.Guest, Gone: p.Gone, Banned: p.Banned, Team: p.Team, Here: p.Here, Since: r.seating.now}
	}
}

// reopen lets the players who are here take part again before an order to repeat the night.
// Those who are at another game night are gone.
func (n *Night) reopen(by string) (ids []string, err error) {
	if err := n.config.Lobby.Attend(n, by); err != nil {
		return nil, err
	}
	ids = append(ids, by)
	for _, p := range slices.Clone(n.state.roster.seating.players) {
		switch {
		case !p.Here || p.ID == by:
		case n.config.Lobby.Attend(n, p.ID) == nil:
			ids = append(ids, p.ID)
		default:
			_ = n.step(Disconnect{p.ID})
		}
	}
	return ids, nil
}
