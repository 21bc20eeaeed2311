package evening

import (
	"cmp"
	"slices"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// Seat makes the tables that can be made now, and returns them: the caller makes
// their rooms, and says by Opened or Failed what came of it.
func (e *Evening) Seat(now time.Time) (made []*Table) {
	e.settle(now)
	if e.Stage != lobby.EveningPlaying || now.Before(e.Retry) {
		return nil
	}
	alone := !e.othersPlay(now) // before any of them is called
	for {
		group, game, bots := e.group(now, alone, false)
		if group == nil {
			e.settle(now)
			return made
		}
		made = append(made, e.call(group, game, bots, now))
	}
}

// Next is whom the evening would seat, were all seated who wait now.
func (e *Evening) Next(now time.Time) (tables []lobby.EveningTable) {
	if e.Stage == lobby.EveningOver {
		return nil
	}
	might := e.copied()
	for len(tables) < len(e.People) {
		group, game, bots := might.group(now, true, true)
		if group == nil {
			break
		}
		t := might.call(group, game, bots, now)
		shown := lobby.EveningTable{Game: t.Game, Stage: lobby.Gathering}
		for _, seat := range t.Seats {
			shown.Seats = append(shown.Seats, lobby.EveningSeat{Name: seat.Name, Bot: seat.Person == 0})
		}
		tables = append(tables, shown)
	}
	return tables
}

// copied is an evening to try something out on.
func (e *Evening) copied() *Evening {
	might := *e
	might.People, might.Tables = nil, slices.Clone(e.Tables)
	might.met = map[[2]int]int{}
	for two, times := range e.met {
		might.met[two] = times
	}
	for _, p := range e.People {
		one := *p
		might.People = append(might.People, &one)
	}
	return &might
}

// group is who sits down together next, which game they play, and with how many
// bots; nobody where it is better to wait. Alone is where nobody else comes from
// another table soon. At once is for those who want to know whom it will be, however
// long everybody has to wait.
func (e *Evening) group(now time.Time, alone, atOnce bool) (group []*Person, game engine.Game, bots int) {
	waiting := e.waiting()
	if len(waiting) == 0 {
		return nil, game, 0
	}
	lead := waiting[0]
	game, most := e.game(lead)
	patient := atOnce || !now.Before(lead.Since.Add(Patience))
	n := len(waiting)
	if n < most && !alone && !patient {
		return nil, game, 0
	}
	size := min(n, most)
	if alone || n < most { // nobody else comes: tables are as even as can be
		tables := (n + most - 1) / most
		size = (n + tables - 1) / tables
	}
	if size < game.MinSeats {
		if bots = game.MinSeats - size; e.Plan.Bots == 0 || !patient && !e.solitary(now) {
			return nil, game, 0
		}
	}
	group = e.mates(waiting, size)
	if !e.fair(group, now) || !alone && e.betterLater(group, now) {
		return nil, game, 0
	}
	return group, game, bots
}

// waiting are those who wait for a table, who is to be seated first before all
// others.
func (e *Evening) waiting() (waiting []*Person) {
	for _, p := range e.People {
		if e.state(p) == lobby.EveningWaiting {
			waiting = append(waiting, p)
		}
	}
	slices.SortStableFunc(waiting, func(a, b *Person) int {
		return cmp.Or(cmp.Compare(a.Turns, b.Turns), a.Since.Compare(b.Since))
	})
	return waiting
}

// game is what somebody plays in their next turn, and how many sit at a table.
func (e *Evening) game(lead *Person) (game engine.Game, most int) {
	game, _ = lobby.FindGame(e.games, e.Plan.Games[lead.Turns%len(e.Plan.Games)])
	most = game.MaxSeats
	if e.Plan.Seats > 0 {
		most = min(most, e.Plan.Seats)
	}
	return game, max(most, game.MinSeats)
}

// othersPlay reports whether somebody who takes part is at a table.
func (e *Evening) othersPlay(now time.Time) bool {
	return slices.ContainsFunc(e.People, func(p *Person) bool { return p.Table != 0 && e.active(p, now) })
}

// solitary reports whether one person is all who take part, so that it is no use to
// wait.
func (e *Evening) solitary(now time.Time) bool {
	n := 0
	for _, p := range e.People {
		if e.active(p, now) {
			n++
		}
	}
	return n == 1
}

// mates are as many of those who wait as sit at a table, beginning with the first:
// of those with the fewest turns, always the one who has met the others least often,
// or most often where friends come first.
func (e *Evening) mates(waiting []*Person, size int) []*Person {
	group := []*Person{waiting[0]}
	left := slices.Clone(waiting[1:])
	for len(group) < size {
		best := slices.MinFunc(left, func(a, b *Person) int {
			one, other := e.meetings(a, group), e.meetings(b, group)
			if e.Plan.Friends {
				one, other = -one, -other
			}
			return cmp.Or(cmp.Compare(a.Turns, b.Turns), cmp.Compare(one, other), a.Since.Compare(b.Since), cmp.Compare(a.Number, b.Number))
		})
		group = append(group, best)
		left = slices.DeleteFunc(left, func(p *Person) bool { return p == best })
	}
	return group
}

// meetings is how often somebody has sat with any of a group.
func (e *Evening) meetings(p *Person, group []*Person) (n int) {
	for _, mate := range group {
		n += e.met[pair(p.Number, mate.Number)]
	}
	return n
}

// fair reports whether all who take part have about as many turns once a group is
// seated.
func (e *Evening) fair(group []*Person, now time.Time) bool {
	least, most, any := 0, 0, false
	for _, p := range e.People {
		if !e.active(p, now) {
			continue
		}
		turns := p.Turns
		if slices.Contains(group, p) {
			turns++
		}
		if !any {
			least, most, any = turns, turns, true
		}
		least, most = min(least, turns), max(most, turns)
	}
	return most-least <= 1
}

// betterLater reports whether the first of a group could soon meet somebody whom
// they have met less often than those in it, and has not waited for that too long.
func (e *Evening) betterLater(group []*Person, now time.Time) bool {
	lead := group[0]
	if e.Plan.Friends || !now.Before(lead.Since.Add(StrangerPatience)) {
		return false
	}
	most := 0
	for _, mate := range group[1:] {
		most = max(most, e.met[pair(lead.Number, mate.Number)])
	}
	return slices.ContainsFunc(e.People, func(p *Person) bool {
		return p != lead && p.Table != 0 && e.active(p, now) && e.met[pair(lead.Number, p.Number)] < most
	})
}

// moments are when those who wait have waited long enough for something else to be
// done.
func (e *Evening) moments() (all []time.Time) {
	for _, p := range e.People {
		if p.Table == 0 && p.Here && !p.Out && !p.Gone {
			for _, patience := range []time.Duration{Patience, StrangerPatience} {
				if at := p.Since.Add(patience); at.After(e.now) {
					all = append(all, at)
				}
			}
		}
	}
	if e.Retry.After(e.now) {
		all = append(all, e.Retry)
	}
	return all
}

// call makes a table.
func (e *Evening) call(group []*Person, game engine.Game, bots int, now time.Time) *Table {
	e.Calls++
	t := &Table{Number: e.Calls, Game: game.Name, Called: now, Seen: lobby.Glance{Stage: lobby.Gathering}}
	for i, p := range group {
		p.Table = t.Number
		p.Turns++
		t.Seats = append(t.Seats, Seat{Person: p.Number, Name: p.Name})
		for _, mate := range group[:i] {
			e.met[pair(p.Number, mate.Number)]++
		}
	}
	for range bots {
		t.Seats = append(t.Seats, Seat{})
	}
	e.Tables = append(e.Tables, t)
	e.dirty = true
	return t
}

// pair is a key of two numbers.
func pair(one, other int) [2]int { return [2]int{min(one, other), max(one, other)} }
