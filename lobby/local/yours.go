package local

import (
	"maps"
	"slices"

	"parlor/lobby"
)

// holds reports whether somebody has a seat in a room of this lobby.
func (x *index) holds(id string) bool {
	return slices.ContainsFunc(x.inside[id], func(code string) bool { return x.infos[code].People[id].Seated })
}

// seatsMove tells the visits of somebody that they have a seat at another process, or do
// so no more.
func (x *index) seatsMove(id string) {
	for _, v := range x.visitsOf(id) {
		select {
		case v.seatsMoved <- struct{}{}:
		default:
		}
	}
}

// SeatsAt are the other processes in whose rooms the visitor has a seat, in order.
func (v *visit) SeatsAt() []string {
	v.lobby.mu.Lock()
	defer v.lobby.mu.Unlock()
	var nodes []string
	for node, said := range v.lobby.index.away.people[v.id] {
		if said.Holds {
			nodes = append(nodes, node)
		}
	}
	slices.Sort(nodes)
	return nodes
}

// SeatsMoved delivers, through one slot, that SeatsAt may be others.
func (v *visit) SeatsMoved() <-chan struct{} { return v.seatsMoved }

// HearYours takes the visitor's own rooms at another process, as its hall shows them to
// the visitor; they are on the visitor's pages until it takes others.
func (v *visit) HearYours(node string, rows []lobby.RoomRow) {
	l := v.lobby
	l.mu.Lock()
	defer l.mu.Unlock()
	if !slices.Contains(l.index.visitsOf(v.id), v) {
		return
	}
	before := v.yours[node]
	own := make([]ownRoom, 0, len(rows))
	for _, row := range rows {
		one := ownRoom{seated: true, toMove: row.YourTurn}
		row.YourTurn = false
		at := slices.IndexFunc(before, func(o ownRoom) bool { return o.room.full.Same(row) })
		if at >= 0 {
			one.room = before[at].room
		} else {
			one.room = &listedRoom{code: row.Code, seen: &row, full: &row}
		}
		own = append(own, one)
	}
	if slices.EqualFunc(own, before, ownRoom.same) {
		return
	}
	if delete(v.yours, node); len(own) > 0 {
		v.yours[node] = own
	}
	l.index.stale.own[v.id] = struct{}{}
	l.touch()
}

// yoursOf are somebody's own rooms at other processes, each once.
func (x *index) yoursOf(id string) []ownRoom {
	var all []ownRoom
	for _, v := range x.visitsOf(id) {
		for _, node := range slices.Sorted(maps.Keys(v.yours)) {
			for _, own := range v.yours[node] {
				known := func(other ownRoom) bool { return other.room.code == own.room.code }
				if x.listed[own.room.code] == nil && !slices.ContainsFunc(all, known) {
					own.at = x.away.open[own.room.code]
					all = append(all, own)
				}
			}
		}
	}
	return all
}
