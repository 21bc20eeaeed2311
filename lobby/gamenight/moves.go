package gamenight

import (
	"slices"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// maxMoves is the number of moves that can be pending.
const maxMoves = 20

// Move is a pending move of the host: a person sits out, or people are seated together once
// their matches are over.
type Move struct {
	Number int       `json:"number"`
	Player int       `json:"person,omitempty"` // Player.Number of who is moved; 0 if tables are merged
	From   int       `json:"from,omitempty"`   // the table of that person
	Tables []int     `json:"tables,omitempty"` // to which the person is moved, or that are merged; empty if the person sits out
	With   []int     `json:"with,omitempty"`   // Player.Number of all who are seated together
	Game   string    `json:"game,omitempty"`
	Held   time.Time `json:"held,omitzero"` // since when people wait for it, or since when it could take effect
}

// out reports whether the person sits out.
func (m *Move) out() bool { return len(m.Tables) == 0 }

// moves are the pending moves, the oldest first.
type moves struct {
	all  []*Move
	made int // number of moves so far
}

// add adds a move, in place of an earlier one of the same person.
func (m *moves) add(one Move) error {
	all := m.without(one.Player)
	for _, other := range all {
		if slices.ContainsFunc(one.With, func(n int) bool { return slices.Contains(other.With, n) }) {
			return prose.Refuse("Move {n} has not taken effect yet. Cancel it first.", prose.N(other.Number))
		}
	}
	if len(all) >= maxMoves {
		return prose.Refuse("{n} moves have not taken effect yet. Wait, or cancel one.", prose.N(maxMoves))
	}
	m.made++
	one.Number = m.made
	all = append(all, &one)
	m.all = all
	return nil
}

// cancel removes the planned move with the given number.
func (m *moves) cancel(number int) error {
	at := slices.IndexFunc(m.all, func(one *Move) bool { return one.Number == number })
	if at < 0 {
		return prose.Refuse("There is no move {n}.", prose.N(number))
	}
	m.all = slices.Delete(slices.Clone(m.all), at, at+1)
	return nil
}

// without returns the moves but for those of a person.
func (m *moves) without(player int) []*Move {
	return slices.DeleteFunc(slices.Clone(m.all), func(one *Move) bool { return player != 0 && one.Player == player })
}

// drop removes a move.
func (m *moves) drop(one *Move) {
	m.all = slices.DeleteFunc(slices.Clone(m.all), func(other *Move) bool { return other == one })
}

// holds reports whether a player is seated by a move next.
func (m *moves) holds(p *Player) bool {
	return slices.ContainsFunc(m.all, func(one *Move) bool { return slices.Contains(one.With, p.Number) })
}

// mover takes and carries out the moves of a game night.
type mover struct {
	*seating
	games []engine.Game
	plan  lobby.GameNightPlan
}

// move performs lobby.MovePlayer.
func (m *mover) move(op lobby.MovePlayer) error {
	p := m.players.named(op.Name)
	if p == nil {
		return noPlayer(op.Name)
	}
	from := m.tables.numbered(p.Table)
	if from != nil && from.over() {
		from = nil
	}
	one := Move{Player: p.Number}
	if from != nil {
		one.From = from.Number
	}
	switch {
	case op.Table == 0 && !op.Out:
		return m.moveIn(p)
	case op.Table == 0 && (from == nil || from.gathers()):
		m.moves.all = m.moves.without(p.Number)
		m.withdraw(p)
		p.Out = true
		return nil
	case op.Table == 0:
		return m.moves.add(one)
	}
	to, err := m.running(op.Table)
	switch {
	case err != nil:
		return err
	case to == from:
		return prose.Refuse("{name} is at table {n} already.", prose.Name(p.Name), prose.N(to.Number))
	case p.Out:
		return prose.Refuse("{name} is sitting out.", prose.Name(p.Name))
	case !p.Here:
		return prose.Refuse("{name} is away.", prose.Name(p.Name))
	}
	one.Tables, one.Game, one.With = []int{to.Number}, to.Game, []int{p.Number}
	for _, other := range m.at(to) {
		one.With = append(one.With, other.Number)
	}
	return m.moves.add(one)
}

// moveIn cancels a move of a player, and lets them play again if they sit out.
func (m *mover) moveIn(p *Player) error {
	before := len(m.moves.all)
	m.moves.all = m.moves.without(p.Number)
	switch {
	case p.Out:
		p.Out, p.Missed = false, 0
		m.wait(p)
	case len(m.moves.all) == before:
		return prose.Refuse("{name} is not sitting out.", prose.Name(p.Name))
	}
	return nil
}

// merge performs lobby.MergeTables.
func (m *mover) merge(op lobby.MergeTables) error {
	one, err := m.running(op.One)
	if err != nil {
		return err
	}
	other, err := m.running(op.Other)
	switch {
	case err != nil:
		return err
	case one == other:
		return prose.Refuse("Choose two different tables.")
	}
	together := Move{Tables: []int{one.Number, other.Number}, Game: one.Game}
	for _, p := range append(m.at(one), m.at(other)...) {
		together.With = append(together.With, p.Number)
	}
	if game, most := m.most(one.Game); len(together.With) > most {
		return prose.Refuse("Tables {n} and {other} have {count} people, but a {game} table has at most {seats} seats.",
			prose.N(one.Number), prose.N(other.Number), prose.N(len(together.With)), prose.Literal(game.Title), prose.N(most))
	}
	return m.moves.add(together)
}

// running returns the table with a number whose match is not over.
func (m *mover) running(number int) (*Table, error) {
	t := m.tables.numbered(number)
	if t == nil || t.over() {
		return nil, noTable(number)
	}
	return t, nil
}

func noTable(number int) error {
	return prose.Refuse("There is no table {n} with a match under way.", prose.N(number))
}

// most returns the maximum number of people at a table of a game.
func (m *mover) most(name string) (engine.Game, int) {
	game, _ := lobby.FindGame(m.games, name)
	most := game.MaxSeats
	if m.plan.Seats > 0 {
		most = min(most, m.plan.Seats)
	}
	return game, max(most, game.MinSeats)
}

// free reports whether all matches that a move waits for are over.
func (m *mover) free(one *Move) bool {
	for _, number := range append([]int{one.From}, one.Tables...) {
		if t := m.tables.numbered(number); t != nil && !t.over() {
			return false
		}
	}
	return true
}

// carryOut lets people sit out, and returns the tables of the people who can be seated
// together now. The people of a move that takes too long are seated as usual; given returns
// those moves.
func (m *mover) carryOut(seats bool) (made []*Table, given []*Move) {
	for _, one := range slices.Clone(m.moves.all) {
		p := m.players.numbered(one.Player)
		switch {
		case one.Player != 0 && (p == nil || p.Gone):
			m.moves.drop(one)
		case one.out():
			if m.free(one) {
				m.moves.drop(one)
				p.Out = true
			}
		case !seats:
			one.Held = time.Time{} // no one is seated now, so no one waits for this
		case m.expires(one):
			m.moves.drop(one)
			given = append(given, one)
		case m.free(one) && m.complete(one):
			m.moves.drop(one)
			if t := m.together(one); t != nil {
				made = append(made, t)
			} else {
				given = append(given, one)
			}
		}
	}
	return made, given
}

// expires reports whether people have waited too long for a move. It starts that time.
func (m *mover) expires(one *Move) bool {
	if one.Held.IsZero() && len(m.ready(one)) > 0 {
		one.Held = m.now
	}
	return !one.Held.IsZero() && !m.now.Before(one.Held.Add(HoldTime))
}

// ready returns the people of a move who wait for it, who is moved first.
func (m *mover) ready(one *Move) (ready []*Player) {
	for _, number := range one.With {
		if p := m.players.numbered(number); p != nil && p.mayWait() {
			ready = append(ready, p)
		}
	}
	return ready
}

// complete reports whether all people of a move are ready, apart from those who are away for
// long, sit out, or stay at the table of a finished match for too long.
func (m *mover) complete(one *Move) bool {
	return !slices.ContainsFunc(one.With, func(number int) bool {
		p := m.players.numbered(number)
		switch {
		case p == nil || p.Out || p.Gone:
			return false
		case p.lost(m.now):
			return true
		case !p.Here || p.Table == 0:
			return false
		}
		t := m.tables.numbered(p.Table)
		return t == nil || t.rests(m.now)
	})
}

// together makes the table of a move, or returns nil if too few people are ready. If they
// are too many, those who have met least often are seated.
func (m *mover) together(one *Move) *Table {
	ready := m.ready(one)
	game, most := m.most(one.Game)
	if len(ready) < max(2, game.MinSeats) || one.Player != 0 && ready[0].Number != one.Player {
		return nil
	}
	group := (&matching{seating: m.seating, plan: m.plan}).group(ready, min(len(ready), most))
	return m.call(group, one.Game, 0)
}

// due returns when a move next takes effect or expires without any input, or zero.
func (m *mover) due() (at time.Time) {
	sooner := func(one time.Time) {
		if one.After(m.now) && (at.IsZero() || one.Before(at)) {
			at = one
		}
	}
	for _, one := range m.moves.all {
		sooner(m.lostUntil())
		if !one.Held.IsZero() {
			sooner(one.Held.Add(HoldTime))
		}
		for _, number := range one.With {
			if p := m.players.numbered(number); p != nil {
				if t := m.tables.numbered(p.Table); t != nil && t.over() {
					sooner(t.Ended.Add(RestTime))
				}
			}
		}
	}
	return at
}

// view returns the pending moves. until estimates when a match ends.
func (m *mover) view(until func(*Table) time.Time) (shown []lobby.GameNightMove) {
	for _, one := range m.moves.all {
		move := lobby.GameNightMove{Number: one.Number, From: one.From, Tables: one.Tables}
		if p := m.players.numbered(one.Player); p != nil {
			move.Name, move.People = p.Name, []string{p.Name}
		}
		for _, number := range one.With {
			if p := m.players.numbered(number); p != nil && number != one.Player {
				move.People = append(move.People, p.Name)
			}
		}
		for _, number := range append([]int{one.From}, one.Tables...) {
			if t := m.tables.numbered(number); t != nil && until(t).After(move.Until) {
				move.Until = until(t)
			}
		}
		shown = append(shown, move)
	}
	return shown
}
