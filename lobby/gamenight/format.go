package gamenight

import (
	"hash/fnv"
	"time"

	"parlor/lobby"
	"parlor/prose"
)

// format decides which players play together next, and how players rank. The methods of
// openPlay do nothing but make tables and rank players.
type format interface {
	// arrange is called after each change of the players.
	arrange(all players)
	// prepare is called before tables are made. It reports whether anything has changed.
	prepare(s *seating) bool
	// next makes the next table, or returns nil if none is to be made now.
	next(m *matching) *Table
	// due returns when a table may be made that cannot be made yet, or zero.
	due(s *seating) time.Time
	// absent handles players who have not come to a table in time, or have left it before
	// its match. It reports whether the table is to be cancelled without more.
	absent(s *seating, t *Table, absent []*Player, left bool) bool
	// ended handles a finished match.
	ended(t *Table)
	// count adds a result to what the format counts, or removes it if times is -1.
	count(r Result, times int)
	// begun reports whether the format cannot be changed any more, and over whether all has
	// been played.
	begun() bool
	over() bool
	// plays reports whether a player must come to their next match, so that they cannot sit
	// out.
	plays(p *Player) bool
	// status returns the state of a player who is at no table, or empty for the usual one.
	status(p *Player) string
	// team returns the team of a player, and whether they are its captain.
	team(p *Player) (name string, captain bool)
	// standings returns the current participants and former players, best first.
	standings(all players) []standing
	// show adds to what all see, and store to what is stored.
	show(shown *lobby.GameNightUpdate, s *seating)
	store(kept *Snapshot)
}

// standing is the rank of a player.
type standing struct {
	*Player
	rank int  // from 1; equal players share it
	few  bool // has played less than half of the most matches
}

// newFormat returns the format of a plan, as at the beginning of a game night.
func newFormat(plan lobby.GameNightPlan, code string, made time.Time) format {
	switch plan.Format {
	case lobby.GameNightKnockout:
	case lobby.GameNightTeams:
		teams := &teamPlay{}
		teams.rename(plan.Teams)
		return teams
	default:
		return openPlay{}
	}
	seed := fnv.New64a()
	_, _ = seed.Write([]byte(code + made.UTC().Format(time.RFC3339Nano)))
	return &knockout{seed: seed.Sum64()}
}

// restoreFormat returns the format of a stored game night.
func restoreFormat(kept Snapshot, now time.Time) format {
	restored := newFormat(kept.Plan, kept.Code, kept.Made)
	switch restored := restored.(type) {
	case *knockout:
		restored.restore(kept.Bracket, now)
	case *teamPlay:
		restored.teams = kept.Teams
		restored.rename(kept.Plan.Teams)
	}
	return restored
}

// changeFormat follows a change of the plan.
func (r *roster) changeFormat(old, plan lobby.GameNightPlan, code string, made time.Time) error {
	switch {
	case old.Format == plan.Format:
		if teams := teamsOf(r.format); teams != nil {
			teams.rename(plan.Teams)
			r.leaveTeams(len(plan.Teams))
		}
		return nil
	case r.format.begun():
		return prose.Refuse("The knockout has begun. Its format cannot be changed any more.")
	}
	if plan.Format == lobby.GameNightKnockout {
		r.seating.moves.all = nil // the bracket decides who plays
	}
	r.leaveTeams(0)
	r.format = newFormat(plan, code, made)
	return nil
}
