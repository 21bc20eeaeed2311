package gamenight

import (
	"cmp"
	"slices"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// matching makes tables of the waiting players, as the format of the game night decides.
type matching struct {
	*seating
	format  format
	lengths lengths
	plan    lobby.GameNightPlan
	games   []engine.Game
	now     time.Time
	teams   bool // players of different teams play together
	atOnce  bool // do not wait for players who will be ready soon
}

// seat makes and returns all tables that can be made now.
func (m *matching) seat() (made []*Table) {
	for t := m.format.next(m); t != nil; t = m.format.next(m) {
		made = append(made, t)
	}
	return made
}

// preview returns the tables that would be made if all waiting players were seated now.
func (m *matching) preview() (shown []lobby.GameNightTable) {
	m.seating, m.atOnce = m.clone(), true
	for t := m.format.next(m); t != nil; t = m.format.next(m) {
		one := lobby.GameNightTable{Game: t.Game, Stage: lobby.Gathering}
		for _, seat := range t.Seats {
			one.Seats = append(one.Seats, lobby.GameNightSeat{Name: seat.Name, Bot: seat.Player == 0})
		}
		shown = append(shown, one)
	}
	return shown
}

// shortEnough returns the maximum size of a table such that matches last no longer than
// longMatch, if the game allows it.
func (m *matching) shortEnough(game engine.Game, most int) int {
	for most > game.MinSeats+1 && m.lengths.of(game.Name, most, m.plan.Rounds) > longMatch {
		most--
	}
	return most
}

// evenSize returns the size of the first table when n players are spread evenly over the
// fewest tables of at most most seats.
func evenSize(n, most int) int {
	tables := (n + most - 1) / most
	return (n + tables - 1) / tables
}

// mayWaitFor reports whether a player may still wait for others.
func (m *matching) mayWaitFor(lead *Player) bool {
	return !m.atOnce && m.now.Before(lead.Since.Add(Patience))
}

// personSoon reports whether a player waits for a person rather than play with a bot: for
// Patience if any will come back, and for PersonPatience if one will be ready by then.
func (m *matching) personSoon(lead *Player) bool {
	if m.mayWaitFor(lead) && m.busy() {
		return true
	}
	until := lead.Since.Add(PersonPatience)
	return !m.atOnce && m.now.Before(until) && slices.ContainsFunc(m.players, func(p *Player) bool { return m.comesBack(p) && m.ready(p).Before(until) })
}

// busy reports whether any player will come back from a table.
func (m *matching) busy() bool { return slices.ContainsFunc(m.players, m.comesBack) }

// comesBack reports whether a player will leave a table and be seated as usual.
func (m *matching) comesBack(p *Player) bool {
	if m.moves.holds(p) {
		return false
	}
	switch m.status(p) {
	case lobby.GameNightCalled, lobby.GameNightAtTable:
		return true
	case lobby.GameNightResting:
		return m.tables.numbered(p.Table).rests(m.now)
	}
	return false
}

// waiting returns the waiting players that no move holds, longest wait first.
func (m *matching) waiting() (waiting []*Player) {
	for _, p := range m.players {
		if m.status(p) == lobby.GameNightWaiting && !m.moves.holds(p) {
			waiting = append(waiting, p)
		}
	}
	slices.SortStableFunc(waiting, func(a, b *Player) int { return a.Since.Compare(b.Since) })
	return waiting
}

// game returns a player's next game, and the maximum number at its tables.
func (m *matching) game(lead *Player) (game engine.Game, most int) {
	game, _ = lobby.FindGame(m.games, m.plan.Games[lead.Turns%len(m.plan.Games)])
	most = game.MaxSeats
	if m.plan.Seats > 0 {
		most = min(most, m.plan.Seats)
	}
	return game, max(most, game.MinSeats)
}

// group chooses size waiting players for a table, including the first: repeatedly the one
// who has met the others least often, or most often if friends come first. Players who have
// just missed a call come last.
func (m *matching) group(waiting []*Player, size int) []*Player {
	group := []*Player{waiting[0]}
	left := slices.Clone(waiting[1:])
	for len(group) < size {
		best := slices.MinFunc(left, func(a, b *Player) int {
			one, other := m.meetings(a, group), m.meetings(b, group)
			if m.plan.Friends {
				one, other = other, one
			}
			return cmp.Or(m.compareTeams(a, b, group, left), cmp.Compare(a.Missed, b.Missed), cmp.Compare(one, other), a.Since.Compare(b.Since), cmp.Compare(a.Number, b.Number))
		})
		group = append(group, best)
		left = slices.DeleteFunc(left, func(p *Player) bool { return p == best })
	}
	return group
}

// compareTeams orders players by the number of teammates in a group, fewest first, and then
// those first whose team has most players left.
func (m *matching) compareTeams(a, b *Player, group, left []*Player) int {
	if !m.teams || a.Team == b.Team {
		return 0
	}
	count := func(team int, among []*Player) (n int) {
		for _, p := range among {
			if p.Team == team {
				n++
			}
		}
		return n
	}
	return cmp.Or(count(a.Team, group)-count(b.Team, group), count(b.Team, left)-count(a.Team, left))
}

// meetings returns how often a player has met the members of a group, in total.
func (m *matching) meetings(p *Player, group []*Player) (n int) {
	for _, mate := range group {
		n += m.met.of(p, mate)
	}
	return n
}

// betterSoon reports whether it is better to wait for a player who will be ready soon:
// because the table can be larger, or because the first of the group has met them less
// often than the others.
func (m *matching) betterSoon(group []*Player, larger bool) bool {
	lead := group[0]
	most := 0
	for _, mate := range group[1:] {
		most = max(most, m.met.of(lead, mate))
	}
	company, stranger := lead.Since.Add(Patience), lead.Since.Add(m.strangerPatience(lead, most))
	return slices.ContainsFunc(m.players, func(p *Player) bool {
		until := company
		switch {
		case !m.comesBack(p):
			return false
		case !m.plan.Friends && m.met.of(lead, p) < most:
			until = stranger
		case !larger:
			return false
		}
		return m.now.Before(until) && m.ready(p).Before(until)
	})
}

// strangerPatience returns how long a player waits at most for one they have met less often, if
// otherwise they play with one they have met a number of times.
func (m *matching) strangerPatience(lead *Player, met int) time.Duration {
	switch {
	case m.plan.Minutes == 0 && lead.Turns >= manyTurns && 5*met > 2*lead.Turns && m.active() >= manyPeople:
		return LongStrangerPatience
	case 4*met > lead.Turns:
		return StrangerPatience
	}
	return Patience
}

// active returns the number of people who can play.
func (m *matching) active() (n int) {
	for _, p := range m.players {
		if p.Here && !p.Gone && !p.Out {
			n++
		}
	}
	return n
}

// ready estimates when a player leaves their table.
func (m *matching) ready(p *Player) time.Time {
	t := m.tables.numbered(p.Table)
	if t.over() {
		return m.now
	}
	return m.now.Add(m.lengths.left(t, m.now))
}
