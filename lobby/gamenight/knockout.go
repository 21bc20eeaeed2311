package gamenight

import (
	"cmp"
	"slices"
	"time"

	"parlor/lobby"
)

// restartTime is how long players can stay away after a restart of the server, in addition
// to the time of a call.
const restartTime = 2 * time.Minute

// knockout is the format in which players meet in pairs, and the loser is out. Its players
// are those who are here when it begins.
type knockout struct {
	openPlay
	seed    uint64
	bracket *Bracket // nil before it begins
}

// restore continues a bracket after a restart, for which all players are away.
func (k *knockout) restore(kept *Bracket, now time.Time) {
	if kept == nil || len(kept.Rounds) == 0 {
		return
	}
	k.bracket = kept
	for _, p := range kept.all() {
		if p.ready() {
			p.Since = now.Add(restartTime)
		}
	}
}

// prepare implements format. It draws the bracket, and lets players advance whose opponents
// have left the game night.
func (k *knockout) prepare(s *seating) (changed bool) {
	if k.bracket == nil {
		k.begin(s)
		return k.bracket != nil
	}
	gone := func(number int) bool {
		p := s.players.numbered(number)
		return p == nil || p.Gone
	}
	for _, p := range k.bracket.all() {
		if !p.ready() || s.openTable(p) != nil {
			continue
		}
		if p.Since.IsZero() {
			p.Since, changed = s.now, true
		}
		if p.without(gone, k.bracket.Seed); p.Winner != 0 {
			k.bracket.advance()
			changed = true
		}
	}
	return changed
}

// begin draws the bracket of the players who are here and do not sit out, if there are at least
// two. It waits until all earlier matches are over, and until the players who have just lost their
// connection, perhaps by a restart, are back or late. Players are seeded by the standings, and
// before the first match in the order in which they came.
func (k *knockout) begin(s *seating) {
	expected := func(p *Player) bool { return p.lost(s.now) && !p.Out }
	if s.tables.first(func(t *Table) bool { return !t.over() }) != nil || s.players.first(expected) != nil {
		return
	}
	var entered []int
	for _, p := range s.players.standings() {
		if p.Here && !p.Out && !p.Gone {
			entered = append(entered, p.Number)
		}
	}
	if len(entered) >= 2 {
		k.bracket = newBracket(entered, k.seed)
	}
}

// openTable returns the table of a pairing whose match is not over, or nil.
func (s *seating) openTable(p *Pairing) *Table {
	return s.tables.first(func(t *Table) bool { return !t.over() && t.seats(p.Players[0]) && t.seats(p.Players[1]) })
}

// seats reports whether a player has a seat at the table.
func (t *Table) seats(number int) bool {
	return slices.ContainsFunc(t.Seats, func(s Seat) bool { return s.Player == number })
}

// next implements format. It calls the first pairing whose players are both free.
func (k *knockout) next(m *matching) *Table {
	if k.bracket == nil || !m.atOnce && !slices.ContainsFunc(m.players, here) {
		return nil
	}
	for _, p := range k.bracket.all() {
		if !p.ready() || m.openTable(p) != nil {
			continue
		}
		group := []*Player{m.players.numbered(p.Players[0]), m.players.numbered(p.Players[1])}
		if slices.ContainsFunc(group, func(p *Player) bool { return p == nil || !m.free(p) }) || !m.atOnce && p.waits(group, m.now) {
			continue
		}
		for _, player := range group {
			if !m.atOnce { // a preview does not change tables
				m.stand(player)
			}
		}
		games := m.plan.Games
		return m.call(group, games[k.bracket.round(p)%len(games)], 0)
	}
	return nil
}

// free reports whether a player can be called: they have left their last table, or had the
// time to.
func (m *matching) free(p *Player) bool {
	t := m.tables.numbered(p.Table)
	return t == nil || t.over() && !t.rests(m.now)
}

// waits reports whether a player is away who still has time to come back before the call.
func (p *Pairing) waits(group []*Player, now time.Time) bool {
	return now.Before(p.Since.Add(CallTime)) && slices.ContainsFunc(group, func(p *Player) bool { return !p.Here })
}

// due implements format.
func (k *knockout) due(s *seating) (at time.Time) {
	if k.bracket == nil {
		return s.lostUntil()
	}
	for _, p := range k.bracket.all() {
		if end := p.Since.Add(CallTime); p.ready() && end.After(s.now) && (at.IsZero() || end.Before(at)) {
			at = end
		}
	}
	return at
}

// absent implements format. Players who are disconnected have the time of another call, and
// those who have left the table before the match are called once more.
func (k *knockout) absent(s *seating, t *Table, absent []*Player, left bool) (handled bool) {
	p := k.pairing(t)
	if p == nil {
		return k.bracket != nil // a table from before the knockout
	}
	if left {
		for _, player := range absent {
			player.Missed++
		}
		absent = slices.DeleteFunc(slices.Clone(absent), func(player *Player) bool { return player.Missed < maxMissed })
	}
	soon := s.now.Before(p.Since.Add(2 * CallTime))
	if len(absent) == 0 || !left && soon && slices.ContainsFunc(absent, func(p *Player) bool { return !p.Here }) {
		return true
	}
	p.without(func(number int) bool {
		return slices.ContainsFunc(absent, func(p *Player) bool { return p.Number == number })
	}, k.bracket.Seed)
	k.bracket.advance()
	return true
}

// pairing returns the undecided pairing that plays at a table, or nil.
func (k *knockout) pairing(t *Table) *Pairing {
	if k.bracket == nil || len(t.Seats) != 2 {
		return nil
	}
	return k.bracket.of(t.Seats[0].Player, t.Seats[1].Player)
}

// ended implements format. A player whose match was finished by a bot has lost it.
func (k *knockout) ended(t *Table) {
	p := k.pairing(t)
	if p == nil || len(t.Seen.Seats) != 2 {
		return
	}
	side := [2]int{0, 1}
	if t.Seats[0].Player != p.Players[0] {
		side = [2]int{1, 0}
	}
	one, other := t.Seen.Seats[side[0]], t.Seen.Seats[side[1]]
	switch {
	case one.Substitute != other.Substitute && other.Substitute, one.Substitute == other.Substitute && one.Won && !other.Won:
		p.Winner, p.How = p.Players[0], lobby.PairingPlayed
	case one.Substitute != other.Substitute, other.Won && !one.Won:
		p.Winner, p.How = p.Players[1], lobby.PairingPlayed
	default:
		p.draw([2]float64{one.Total, other.Total}, k.bracket.Seed)
	}
	k.bracket.advance()
}

// over implements format.
func (k *knockout) over() bool { return k.bracket != nil && k.bracket.decided() }

// begun implements format.
func (k *knockout) begun() bool { return k.bracket != nil }

// plays implements format.
func (k *knockout) plays(p *Player) bool { return k.status(p) == "" && k.begun() }

// status implements format.
func (k *knockout) status(p *Player) string {
	switch {
	case k.bracket == nil:
		return ""
	case k.bracket.level(p.Number) == 0:
		return lobby.GameNightSpectating
	case slices.ContainsFunc(k.bracket.all(), func(pairing *Pairing) bool { return pairing.Winner == 0 && pairing.has(p.Number) }):
		return ""
	}
	return lobby.GameNightEliminated
}

// standings implements format: by how far the players have come.
func (k *knockout) standings(all players) []standing {
	ranked := k.openPlay.standings(all)
	if k.bracket == nil {
		return ranked
	}
	level := func(one standing) int { return k.bracket.level(one.Number) }
	slices.SortStableFunc(ranked, func(a, b standing) int { return cmp.Compare(level(b), level(a)) })
	for i := range ranked {
		ranked[i].rank, ranked[i].few = i+1, false
		if i > 0 && level(ranked[i]) == level(ranked[i-1]) {
			ranked[i].rank = ranked[i-1].rank
		}
	}
	return ranked
}

// show implements format.
func (k *knockout) show(shown *lobby.GameNightUpdate, s *seating) {
	if k.bracket == nil {
		return
	}
	name := s.players.name
	for _, p := range k.bracket.all() {
		one := lobby.GameNightPairing{
			Round: k.bracket.round(p) + 1, Third: p == k.bracket.Third, First: name(p.Players[0]), Second: name(p.Players[1]), How: p.How, Draws: p.Draws,
		}
		if at := slices.Index(p.Players[:], p.Winner); p.Winner != 0 {
			one.Winner = at + 1
		}
		if t := s.openTable(p); p.ready() && t != nil {
			one.Table = t.Number
		}
		shown.Bracket = append(shown.Bracket, one)
	}
}

// store implements format.
func (k *knockout) store(kept *Snapshot) { kept.Bracket = k.bracket }
