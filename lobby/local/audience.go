package local

import (
	"slices"

	"parlor/lobby"
)

// audience is all sessions that show the same part of the lobby, and see the same
// there: people who are in no room, or one person who is. A change that does not
// touch what an audience sees costs nothing for its members, however many they are.
type audience struct {
	key     audienceKey
	members map[*session]struct{}
	fresh   []*session // those who came since it was drawn
	last    *drawn     // what was drawn last; nil before
}

// audienceKey is what the members of an audience have in common.
type audienceKey struct {
	window lobby.Window
	person string // identity of somebody who is in a room; empty for all others
	around bool   // with the person's own rooms at other processes, which only sessions have that are told of them
}

// audiences are those of all sessions that show anything. They are not safe for
// concurrent use.
type audiences struct {
	keys map[*session]audienceKey // of sessions that have shown anything
	all  map[audienceKey]*audience
}

func newAudiences() audiences {
	return audiences{keys: map[*session]audienceKey{}, all: map[audienceKey]*audience{}}
}

// put takes a session into the audience of a key; the zero key is none.
func (c audiences) put(v *session, key audienceKey) {
	old := c.keys[v]
	if key == old {
		return
	}
	if before := c.all[old]; before != nil {
		delete(before.members, v)
		before.fresh = slices.DeleteFunc(before.fresh, func(other *session) bool { return other == v })
		if len(before.members) == 0 {
			delete(c.all, old)
		}
	}
	if c.keys[v] = key; key == (audienceKey{}) {
		delete(c.keys, v)
	}
	if !key.window.Shows() {
		return
	}
	if c.all[key] == nil {
		c.all[key] = &audience{key: key, members: map[*session]struct{}{}}
	}
	c.all[key].members[v] = struct{}{}
	c.all[key].fresh = append(c.all[key].fresh, v)
}
