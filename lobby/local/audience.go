package local

import (
	"maps"
	"slices"

	"parlor/lobby"
)

// audience is a set of clients with identical lobby pages, so that a page is built once for
// all of them. Clients that are in no room share an audience; a client in a room shares one
// with the other sessions of the same person. Changes outside an audience's window cost its
// members nothing.
type audience struct {
	key     audienceKey
	members map[*client]struct{}
	fresh   []*client    // members that joined since the last build
	last    *pageContent // the content built last; nil before the first build
}

// audienceKey identifies an audience by the values that its members have in common.
type audienceKey struct {
	window lobby.Window
	person string // identity of a person who is in a room; empty for all others
	around bool   // includes rooms at other nodes, which only sessions that were sent them know
}

// audiences groups the clients that show a page, and records the changes that affect each group
// since its page was built. It is not safe for concurrent use.
type audiences struct {
	rooms       *roomIndex
	people      *peopleIndex
	chat        *chat
	remoteRooms remoteRooms // rooms at other nodes where clients have a seat
	keys        map[*client]audienceKey
	all         map[audienceKey]*audience
	own         map[string]struct{} // identities whose own rows may have changed on every page
	talked      bool                // the chat has changed
	moments     uint64              // number of page inputs taken so far
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

// put moves a client into the audience with the given key, or out of all audiences if the key is zero.
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

// setWindow moves a client to the audience of a window and returns the input of its page.
// It returns nil if the client shows that window already or has left.
func (a *audiences) setWindow(c *client, window lobby.Window) *pageInput {
	if window == a.keys[c].window || !a.people.has(c) {
		return nil
	}
	key := a.keyOf(c, window)
	a.put(c, key)
	return a.input(key)
}

// keyOf returns the key of the audience for a client that shows the window.
func (a *audiences) keyOf(c *client, window lobby.Window) audienceKey {
	key := audienceKey{window: window}
	if key.around = window.Shows() && len(a.remoteRooms[c]) > 0; key.around || window.Shows() && len(a.rooms.inside[c.id]) > 0 {
		key.person = c.id
	}
	return key
}

// input takes a snapshot of everything that the audience's page is built from.
func (a *audiences) input(key audienceKey) *pageInput {
	a.moments++
	window := key.window
	in := &pageInput{
		moment: a.moments, window: window, rooms: a.rooms.view(window), all: a.rooms.allRooms(), people: a.people.people.view(), seekers: a.people.seekers,
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

// changedAudience is an audience whose page may have changed.
type changedAudience struct {
	*audience
	input  *pageInput
	always []*client // members that must be sent the page even if its content is unchanged
}

// takeChanged returns the audiences that may have changed since the last call, with the
// current inputs of their pages.
func (a *audiences) takeChanged() []changedAudience {
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
	var all []changedAudience
	add := func(audience *audience, some []*client) {
		all = append(all, changedAudience{audience, a.input(audience.key), append(some, audience.fresh...)})
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

// remoteRooms holds the rooms at other nodes where clients have seats, by client and node.
// It is not safe for concurrent use.
type remoteRooms map[*client]map[string][]ownRoom

// set replaces the rooms of a client at one node and reports whether anything has changed.
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

// of returns the remote rooms of one person's clients, each once, without those that are at
// this node.
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
