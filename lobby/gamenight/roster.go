package gamenight

import (
	"slices"
	"time"

	"parlor/lobby"
	"parlor/prose"
)

// roster is the participants of a game night: host, seating, format and results. Methods with a
// bool result report whether anything has changed.
type roster struct {
	host    host
	seating seating
	format  format
	results results
}

// come marks a player as here. Those whose connection was lost a short time ago keep their
// place in the queue.
func (r *roster) come(p *Player, in Join) {
	back, keeps := !p.Here, p.Table == 0 && p.lost(r.seating.now)
	p.Name, p.Guest, p.Program, p.Here, p.Gone, p.Lost = in.Name, in.Guest, in.Program, true, false, time.Time{}
	if back && !keeps {
		r.seating.stand(p)
		r.seating.wait(p)
	}
	r.host.join(p)
}

func (r *roster) disconnect(id string) bool {
	p := r.seating.players.withID(id)
	if p == nil || !p.Here {
		return false
	}
	p.Here, p.Lost = false, r.seating.now
	r.host.disconnect(p, r.seating.now)
	return true
}

// leave handles a player who leaves for good. A table that waits for them is cancelled.
func (r *roster) leave(p *Player) {
	p.Here, p.Gone, p.Lost = false, true, time.Time{}
	r.host.leave(p)
	r.seating.withdraw(p)
	r.seating.stand(p)
	if r.host.is(p) {
		r.host.pass(r.seating.players)
	}
}

// forget removes a player and all that identifies them.
func (r *roster) forget(id string) bool {
	p := r.seating.players.withID(id)
	if p == nil {
		return false
	}
	r.leave(p)
	p.ID, p.Name, p.Banned = "", lobby.Forgotten, false
	r.seating.tables.forget(p.Number, id)
	r.results.forget(p.Number)
	return true
}

// opened records the room of a table.
func (r *roster) opened(table int, room string) bool {
	t := r.seating.tables.numbered(table)
	if t != nil {
		t.Room = room
	}
	return t != nil
}

// seen records the public state of a table's room.
func (r *roster) seen(room string, seen lobby.Glance) bool {
	t := r.seating.tables.in(room)
	if t == nil || t.shows(seen) {
		return false
	}
	begins := t.gathers() && seen.Stage != lobby.Gathering
	t.Seen = seen
	if begins {
		r.seating.beginWith(t)
	}
	left := r.seating.notSeated(t)
	if t.gathers() && len(left) > 0 {
		if !r.format.absent(&r.seating, t, left, true) {
			for _, p := range left {
				p.Out = true
			}
		}
		r.seating.callOff(t, false)
		return true
	}
	if seen.Stage == over && !t.over() {
		r.rememberRanks()
		r.results.finish(t, r.seating.players, r.seating.now)
		r.format.count(r.results.recent[len(r.results.recent)-1], +1)
		r.format.ended(t)
	}
	r.seating.leave(t, left)
	return true
}

// rememberRanks records the ranks before another match ends.
func (r *roster) rememberRanks() {
	if r.results.played == 0 {
		return
	}
	for _, p := range r.format.standings(r.seating.players) {
		p.Before = p.rank
	}
}

// closed handles a room that is gone.
func (r *roster) closed(room string) bool {
	t := r.seating.tables.in(room)
	if t == nil {
		return false
	}
	t.Room = "" // the room need not be closed
	if t.over() {
		r.seating.leave(t, r.seating.at(t))
	} else {
		r.seating.callOff(t, false)
		r.seating.waitAgain(t, func(p *Player) bool { return p.Here && !p.Out })
	}
	return true
}

// callOffWaiting cancels the tables whose match has not begun.
func (r *roster) callOffWaiting() {
	for _, t := range slices.Clone(r.seating.tables) {
		if t.gathers() {
			r.seating.callOff(t, false)
		}
	}
}

func (r *roster) handOver(name string) error {
	to := r.seating.players.named(name)
	switch {
	case to == nil:
		return noPlayer(name)
	case !to.Here:
		return prose.Refuse("{name} is away and cannot be the host now.", prose.Name(to.Name))
	}
	r.host.hand(to)
	return nil
}

func (r *roster) nameDeputy(name string) error {
	if name == "" {
		r.host.deputy = ""
		return nil
	}
	p := r.seating.players.named(name)
	switch {
	case p == nil:
		return noPlayer(name)
	case r.host.is(p):
		return prose.Refuse("You are the host. Choose another player as deputy.")
	}
	r.host.deputy = p.ID
	return nil
}

func (r *roster) ban(name string) error {
	p := r.seating.players.named(name)
	switch {
	case p == nil:
		return noPlayer(name)
	case r.host.is(p):
		return prose.Refuse("That is you. You can leave the game night instead.")
	}
	r.leave(p)
	p.Banned = true
	return nil
}

func noPlayer(name string) error {
	return prose.Refuse("Nobody called {name} is at this game night.", prose.Name(lobby.CleanText(name, 20)))
}

func (r *roster) endTable(number int) error {
	t := r.seating.tables.numbered(number)
	if t == nil || t.over() {
		return noTable(number)
	}
	r.seating.callOff(t, false)
	r.seating.waitAgain(t, func(*Player) bool { return true })
	return nil
}

// sitOut lets a player sit out or wait again. A table that waits for them is cancelled.
func (r *roster) sitOut(p *Player, out bool) error {
	if p == nil || p.Gone {
		return prose.Refuse("You are not taking part in this game night.")
	}
	switch {
	case out && r.format.plays(p):
		return prose.Refuse("You cannot sit out in a knockout until you have lost. If you leave the game night, your opponent advances.")
	case p.Out == out:
	case out:
		p.Out = true
		r.seating.withdraw(p)
	default:
		p.Out, p.Missed = false, 0
		r.seating.wait(p)
	}
	return nil
}
