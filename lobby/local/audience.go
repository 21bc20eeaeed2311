package local

import (
	"maps"
	"slices"

	"parlor/lobby"
)

// audience is all clients that show the same part of the lobby, and see the same
// there: people who are in no room, or one person who is. A change that does not
// touch what an audience sees costs nothing for its members, however many they are.
type audience struct {
	key     audienceKey
	members map[*client]struct{}
	fresh   []*client // those who came since it was drawn
	last    *drawn    // what was drawn last; nil before
}

// audienceKey is what the members of an audience have in common.
type audienceKey struct {
	window lobby.Window
	person string // identity of a person who is in a room; empty for all others
	around bool   // with the person's own rooms at other processes, which only clients have that are told of them
}

// audiences are those of all clients that show anything, and what changed for them since
// their pages were drawn. They are not safe for concurrent use.
type audiences struct {
	rooms       *roomIndex
	people      *peopleIndex
	chat        *chat
	remoteRooms remoteRooms // rooms where clients sit at other nodes
	keys        map[*client]audienceKey
	all         map[audienceKey]*audience
	own         map[string]struct{} // identities whose own part of every page may have changed
	talked      bool                // the chat has changed
	moments     uint64              // at which pages were drawn
}

func newAudiences(rooms *roomIndex, people *peopleIndex, chat *chat) *audiences {
	return &audiences{
		rooms: rooms, people: people, chat: chat, remoteRooms: remoteRooms{},
		keys: map[*client]audienceKey{}, all: map[audienceKey]*audience{}, own: map[string]struct{}{},
	}
}

// leave removes a client.
func (a *audiences) leave(c *client) {
	a.put(c, audienceKey{})
	delete(a.remoteRooms, c)
}

// put moves a client into the audience of a key; the zero key is none.
func (a *audiences) put(c *client, key audienceKey) {
	old := a.keys[c]
	if key == old {
		return
	}
	if before := a.all[old]; before != nil {
		delete(before.members, c)
		before.fresh = slices.DeleteFunc(before.fresh, func(other *client) bool { return other == c })
		if len(before.members) == 0 {
			delete(a.all, old)
		}
	}
	if a.keys[c] = key; key == (audienceKey{}) {
		delete(a.keys, c)
	}
	if !key.window.Shows() {
		return
	}
	if a.all[key] == nil {
		a.all[key] = &audience{key: key, members: map[*client]struct{}{}}
	}
	a.all[key].members[c] = struct{}{}
	a.all[key].fresh = append(a.all[key].fresh, c)
}

// turnTo moves a client to the audience of a window, and returns what its page is drawn
// from; nil where it shows that already, or has ended.
func (a *audiences) turnTo(c *client, window lobby.Window) *draft {
	if window == a.keys[c].window || !a.people.has(c) {
		return nil
	}
	key := a.keyOf(c, window)
	a.put(c, key)
	return a.draft(key)
}

// keyOf is the audience's key of a client that shows a window.
func (a *audiences) keyOf(c *client, window lobby.Window) audienceKey {
	key := audienceKey{window: window}
	if key.around = window.Shows() && len(a.remoteRooms[c]) > 0; key.around || window.Shows() && len(a.rooms.inside[c.id]) > 0 {
		key.person = c.id
	}
	return key
}

// draft takes what a page is drawn from.
func (a *audiences) draft(key audienceKey) *draft {
	a.moments++
	window := key.window
	in := &draft{
		moment: a.moments, window: window, rooms: a.rooms.view(window), all: a.rooms.allRooms(), people: a.people.people.view(),
		own: a.rooms.ownRooms(key.person),
	}
	if key.around {
		in.own = append(in.own, a.remoteRooms.of(a.people.clientsOf(key.person), a.rooms)...)
	}
	if room := a.rooms.byCode(window.At); room != nil {
		if _, inside, yours := in.row(room); !yours && (room.public || inside) {
			in.anchor = room
		}
	}
	if window.Talk {
		in.talk, in.said = a.chat.now()
	}
	return in
}

// touched is an audience whose page may have changed.
type touched struct {
	*audience
	draft *draft
	some  []*client // those who are to be asked although the page is as before
}

// takeTouched takes the audiences that changes have touched since it did so last, with
// what their pages are drawn from now.
func (a *audiences) takeTouched() []touched {
	rooms, people, talked, own := a.rooms.changed, a.people.changed, a.talked, a.own
	a.rooms.changed, a.people.changed, a.talked, a.own = false, false, false, map[string]struct{}{}
	concerned := map[*audience][]*client{}
	for id := range own {
		for _, c := range a.people.clientsOf(id) {
			a.put(c, a.keyOf(c, a.keys[c].window))
			if audience := a.all[a.keys[c]]; audience != nil {
				concerned[audience] = append(concerned[audience], c)
			}
		}
	}
	var all []touched
	add := func(audience *audience, some []*client) {
		all = append(all, touched{audience, a.draft(audience.key), append(some, audience.fresh...)})
		audience.fresh = nil
	}
	if rooms || people || talked {
		for key, audience := range a.all {
			if w := key.window; rooms && w.Rows > 0 || people && w.People > 0 || talked && w.Talk {
				add(audience, concerned[audience])
				delete(concerned, audience)
			}
		}
	}
	for audience, some := range concerned {
		add(audience, some)
	}
	return all
}

// remoteRooms are the rooms where clients sit at other nodes, by node. They are not safe
// for concurrent use.
type remoteRooms map[*client]map[string][]ownRoom

// set takes those of a client at one node, and reports whether anything changes.
func (r remoteRooms) set(c *client, node string, rows []lobby.RoomRow) bool {
	before := r[c][node]
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
		return false
	}
	if r[c] == nil {
		r[c] = map[string][]ownRoom{}
	}
	if r[c][node] = own; len(own) == 0 {
		delete(r[c], node)
	}
	return true
}

// of are those of clients of one person, each once, without those that are at this node.
func (r remoteRooms) of(clients []*client, rooms *roomIndex) []ownRoom {
	var all []ownRoom
	for _, c := range clients {
		for _, node := range slices.Sorted(maps.Keys(r[c])) {
			for _, own := range r[c][node] {
				known := func(other ownRoom) bool { return other.room.code == own.room.code }
				if rooms.listed[own.room.code] == nil && !slices.ContainsFunc(all, known) {
					own.at = rooms.open[own.room.code]
					all = append(all, own)
				}
			}
		}
	}
	return all
}
