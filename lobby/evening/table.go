package evening

import (
	"math"
	"slices"
	"time"

	"parlor/lobby"
)

// playing and over are stages of the match at a table.
func (t *Table) playing() bool { return t.Seen.Stage != lobby.Gathering && t.Ended.IsZero() }
func (t *Table) over() bool    { return !t.Ended.IsZero() }

// leave notes that somebody is not at the table any more.
func (t *Table) leave(number int) {
	for i := range t.Seats {
		if t.Seats[i].Person == number {
			t.Seats[i].Left = true
		}
	}
}

// Has reports whether somebody belongs to the table still.
func (t *Table) Has(number int) bool {
	return slices.ContainsFunc(t.Seats, func(s Seat) bool { return s.Person == number && !s.Left })
}

// table is the one of a number, nil for none.
func (e *Evening) table(number int) *Table {
	at := slices.IndexFunc(e.Tables, func(t *Table) bool { return t.Number == number })
	if number == 0 || at < 0 {
		return nil
	}
	return e.Tables[at]
}

// Open is the table of a number whose match is not over, nil for none.
func (e *Evening) Open(number int) *Table {
	if t := e.table(number); t != nil && !t.over() {
		return t
	}
	return nil
}

// In is the table in the room of a code, nil for none.
func (e *Evening) In(room string) *Table {
	at := slices.IndexFunc(e.Tables, func(t *Table) bool { return t.Room != "" && t.Room == room })
	if at < 0 {
		return nil
	}
	return e.Tables[at]
}

// Identity is who has a seat of a table; empty for a bot.
func (e *Evening) Identity(seat Seat) (id, name string, guest bool) {
	p := e.person(seat.Person)
	if p == nil {
		return "", "", false
	}
	return p.ID, p.Name, p.Guest
}

// Opened says which room was made for a table.
func (e *Evening) Opened(number int, room string) {
	if t := e.table(number); t != nil {
		t.Room, e.dirty = room, true
	}
}

// Failed says that no room could be made for a table.
func (e *Evening) Failed(number int, now time.Time) {
	if t := e.table(number); t != nil {
		e.callOff(t, now, false)
		e.Retry = now.Add(RetryTime)
	}
	e.settle(now)
}

// callOff undoes a table at which nothing was played, or where it does not count.
// Who has not come sits out, if that is why.
func (e *Evening) callOff(t *Table, now time.Time, late bool) {
	for _, seat := range t.Seats {
		p := e.person(seat.Person)
		if p == nil {
			continue
		}
		for _, other := range t.Seats {
			if other.Person != 0 && other.Person < seat.Person {
				e.part(other.Person, seat.Person)
			}
		}
		if p.Table != t.Number {
			continue
		}
		p.Table = 0
		if late && !t.here(p) {
			p.Out = true
		}
	}
	e.Tables = slices.DeleteFunc(e.Tables, func(other *Table) bool { return other == t })
	for _, seat := range t.Seats {
		if p := e.person(seat.Person); p != nil && !seat.Left {
			e.giveBack(p, now)
		}
	}
	e.dirty = true
}

// giveBack takes a turn back that was none, as far as nobody is ahead of others by
// it.
func (e *Evening) giveBack(p *Person, now time.Time) {
	_, most, any := e.spread(now)
	turns := max(p.Turns-1, e.Floor)
	if any {
		turns = max(turns, most-1)
	}
	p.Turns = min(p.Turns, turns)
}

// part undoes a meeting.
func (e *Evening) part(one, other int) {
	two := pair(one, other)
	if e.met[two]--; e.met[two] <= 0 {
		delete(e.met, two)
	}
}

// here reports whether somebody is at the table.
func (t *Table) here(p *Person) bool {
	return slices.ContainsFunc(t.Seen.Seats, func(s lobby.GlanceSeat) bool { return s.ID == p.ID && p.ID != "" && s.Here })
}

// seated reports whether somebody has a seat.
func seated(seen lobby.Glance, id string) bool {
	return slices.ContainsFunc(seen.Seats, func(s lobby.GlanceSeat) bool { return s.ID == id && id != "" })
}

// Saw takes what all see in the room of a table. It returns whether the table is
// called off, because somebody has left it before the match, so that its room is to
// be closed.
func (e *Evening) Saw(room string, seen lobby.Glance, now time.Time) (off bool) {
	t := e.In(room)
	if t == nil {
		return false
	}
	e.settle(now)
	if seen.Stage == t.Seen.Stage && seen.Round == t.Seen.Round && seen.Rounds == t.Seen.Rounds && slices.Equal(seen.Seats, t.Seen.Seats) {
		return false
	}
	before := t.Seen
	t.Seen, e.dirty = seen, true
	var left []*Person
	for _, seat := range t.Seats {
		if p := e.person(seat.Person); p != nil && !seat.Left && !seated(seen, p.ID) {
			left = append(left, p)
		}
	}
	switch {
	case seen.Stage == lobby.Gathering && len(left) > 0:
		for _, p := range left {
			p.Out = true
		}
		e.callOff(t, now, false)
		off = true
	case seen.Stage == over && before.Stage != over && !t.over():
		e.finish(t, now)
	}
	if !off {
		e.leaving(t, left, now)
	}
	e.settle(now)
	return off
}

// leaving lets people go who have left a table, and forgets the table once all
// have.
func (e *Evening) leaving(t *Table, left []*Person, now time.Time) {
	for _, p := range left {
		t.leave(p.Number)
		if p.Table == t.Number {
			p.Table = 0
			e.enter(p, now)
		}
	}
	e.clear(t)
}

// clear forgets a table that is over once all have left it.
func (e *Evening) clear(t *Table) {
	if t.over() && !slices.ContainsFunc(t.Seats, func(s Seat) bool { return s.Person != 0 && !s.Left }) {
		e.Tables = slices.DeleteFunc(e.Tables, func(other *Table) bool { return other == t })
	}
}

// Closed says that a room is gone. A match that was not over counts for nobody.
func (e *Evening) Closed(room string, now time.Time) {
	t := e.In(room)
	if t == nil {
		return
	}
	e.settle(now)
	if !t.over() {
		people := t.Seats
		e.callOff(t, now, false)
		for _, seat := range people {
			if p := e.person(seat.Person); p != nil && p.Table == 0 && p.Here && !p.Out {
				p.Since = now
			}
		}
	} else {
		var left []*Person
		for _, seat := range t.Seats {
			if p := e.person(seat.Person); p != nil && !seat.Left {
				left = append(left, p)
			}
		}
		e.leaving(t, left, now)
	}
	e.dirty = true
	e.settle(now)
}

// rests reports whether somebody has not left a table where the match is over.
func (e *Evening) rests(t *Table) bool {
	return e.now.Before(t.Ended.Add(RestTime)) && slices.ContainsFunc(t.Seats, func(s Seat) bool { return s.Person != 0 && !s.Left })
}

// finish gives everybody their points.
func (e *Evening) finish(t *Table, now time.Time) {
	t.Ended = now
	e.Played++
	result := Result{Number: t.Number, Game: t.Game}
	for i, seat := range t.Seats {
		if i >= len(t.Seen.Seats) {
			break
		}
		seen := t.Seen.Seats[i]
		one := ResultSeat{Person: seat.Person, Name: seen.Name, Total: seen.Total, Won: seen.Won && !seen.Substitute, Points: Points(t.Seen.Seats, i)}
		if p := e.person(seat.Person); p != nil {
			p.Points += one.Points
			p.Played++
			if one.Won {
				p.Won++
			}
			one.Name = p.Name
		}
		result.Seats = append(result.Seats, one)
	}
	e.Recent = append(e.Recent, result)
	e.Recent = e.Recent[max(0, len(e.Recent)-maxRecent):]
}

// Points are what a seat gets for a match: the share of opponents that it has
// beaten, of 100. Whoever won has beaten whoever did not, and else more points in
// the match beat fewer; half counts who is level. In whose place a bot has finished the
// match is last, and for the others it counts as it stands.
func Points(seats []lobby.GlanceSeat, at int) int {
	if len(seats) < 2 || seats[at].Substitute {
		return 0
	}
	beaten, own := 0.0, seats[at]
	for i, other := range seats {
		switch {
		case i == at:
		case own.Won != other.Won:
			if own.Won {
				beaten++
			}
		case own.Total > other.Total:
			beaten++
		case own.Total == other.Total:
			beaten += 0.5
		}
	}
	return int(math.Round(100 * beaten / float64(len(seats)-1)))
}
