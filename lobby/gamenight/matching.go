package gamenight

import (
	"cmp"
	"slices"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// matching is who sits together next, and at which game.
type matching struct {
	*seating
	plan   lobby.GameNightPlan
	games  []engine.Game
	now    time.Time
	alone  bool // no one else comes from another table soon
	atOnce bool // who would be seated is asked, however long all have to wait
}

// seat makes the tables that can be made now, and returns them.
func (m *matching) seat() (made []*Table) {
	m.alone = !slices.ContainsFunc(m.counting(m.now), atTable) // before any of them is called
	for t := m.next(); t != nil; t = m.next() {
		made = append(made, t)
	}
	return made
}

func atTable(p *Player) bool { return p.Table != 0 }

// preview returns the tables that would be made if all were seated who wait now.
func (m *matching) preview() (shown []lobby.GameNightTable) {
	m.seating, m.alone, m.atOnce = m.clone(), true, true
	for t := m.next(); t != nil; t = m.next() {
		one := lobby.GameNightTable{Game: t.Game, Stage: lobby.Gathering}
		for _, seat := range t.Seats {
			one.Seats = append(one.Seats, lobby.GameNightSeat{Name: seat.Name, Bot: seat.Player == 0})
		}
		shown = append(shown, one)
	}
	return shown
}

// next makes the next table; nil if it is better to wait.
func (m *matching) next() *Table {
	waiting := m.waiting()
	if len(waiting) == 0 {
		return nil
	}
	lead := waiting[0]
	game, most := m.game(lead)
	patient := m.atOnce || !m.now.Before(lead.Since.Add(Patience))
	n := len(waiting)
	if n < most && !m.alone && !patient {
		return nil
	}
	size, bots := min(n, most), 0
	if m.alone || n < most { // no one else comes: tables are as even as can be
		tables := (n + most - 1) / most
		size = (n + tables - 1) / tables
	}
	if size < game.MinSeats {
		bots = game.MinSeats - size
		if m.plan.Bots == 0 || !patient && len(m.counting(m.now)) > 1 {
			return nil
		}
	}
	group := m.group(waiting, size)
	if !m.fair(group) || !m.alone && m.betterLater(group) {
		return nil
	}
	return m.call(group, game.Name, bots)
}

// waiting returns those who wait for a table, who is seated first before the others.
func (m *matching) waiting() (waiting []*Player) {
	for _, p := range m.players {
		if m.status(p) == lobby.GameNightWaiting {
			waiting = append(waiting, p)
		}
	}
	slices.SortStableFunc(waiting, func(a, b *Player) int {
		return cmp.Or(byTurns(a, b), a.Since.Compare(b.Since))
	})
	return waiting
}

// game returns what a player plays in their next turn, and how many sit at a table.
func (m *matching) game(lead *Player) (game engine.Game, most int) {
	game, _ = lobby.FindGame(m.games, m.plan.Games[lead.Turns%len(m.plan.Games)])
	most = game.MaxSeats
	if m.plan.Seats > 0 {
		most = min(most, m.plan.Seats)
	}
	return game, max(most, game.MinSeats)
}

// group returns as many of those who wait as sit at a table, the first of them
// included: of those with the fewest turns, always the one who has met the others
// least often, or most often if friends come first.
func (m *matching) group(waiting []*Player, size int) []*Player {
	group := []*Player{waiting[0]}
	left := slices.Clone(waiting[1:])
	for len(group) < size {
		best := slices.MinFunc(left, func(a, b *Player) int {
			one, other := m.meetings(a, group), m.meetings(b, group)
			if m.plan.Friends {
				one, other = other, one
			}
			return cmp.Or(byTurns(a, b), cmp.Compare(one, other), a.Since.Compare(b.Since), cmp.Compare(a.Number, b.Number))
		})
		group = append(group, best)
		left = slices.DeleteFunc(left, func(p *Player) bool { return p == best })
	}
	return group
}

// meetings returns how often a player has sat with any of a group.
func (m *matching) meetings(p *Player, group []*Player) (n int) {
	for _, mate := range group {
		n += m.met.of(p, mate)
	}
	return n
}

// fair reports whether all have about as many turns once a group is seated.
func (m *matching) fair(group []*Player) bool {
	var turns []int
	for _, p := range m.counting(m.now) {
		n := p.Turns
		if slices.Contains(group, p) {
			n++
		}
		turns = append(turns, n)
	}
	return len(turns) == 0 || slices.Max(turns)-slices.Min(turns) <= 1
}

// betterLater reports whether the first of a group could soon meet a player whom they
// have met less often than the others in it, and has not waited too long for that.
func (m *matching) betterLater(group []*Player) bool {
	lead := group[0]
	if m.plan.Friends || !m.now.Before(lead.Since.Add(StrangerPatience)) {
		return false
	}
	most := 0
	for _, mate := range group[1:] {
		most = max(most, m.met.of(lead, mate))
	}
	return slices.ContainsFunc(m.counting(m.now), func(p *Player) bool {
		return p != lead && atTable(p) && m.met.of(lead, p) < most
	})
}
