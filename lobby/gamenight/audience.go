package gamenight

import (
	"slices"

	"parlor/lobby"
)

// audience is who is shown a game night, and its chat, which is not kept beyond the
// process.
type audience struct {
	handles []*Handle
	chat    lobby.ChatLog
	spoken  bool // since the chat was shown
	stops   bool // it was shown that the server will stop
}

// end ends those handles that are so.
func (a *audience) end(why error, is func(*Handle) bool) {
	var ending, staying []*Handle
	for _, h := range a.handles {
		if is(h) {
			ending = append(ending, h)
		} else {
			staying = append(staying, h)
		}
	}
	a.handles = staying
	for _, h := range ending {
		h.end(why)
	}
}

// has reports whether a player has a handle.
func (a *audience) has(id string) bool {
	return slices.ContainsFunc(a.handles, func(h *Handle) bool { return h.player(id) })
}

// boards returns how many boards there are.
func (a *audience) boards() (n int) {
	for _, h := range a.handles {
		if h.board {
			n++
		}
	}
	return n
}

// say adds a message to the chat.
func (a *audience) say(line lobby.ChatMessage, id string) {
	a.chat, a.spoken = a.chat.Add(line, id), true
}

// forget removes what players said.
func (a *audience) forget(ids []string) { a.chat, a.spoken = a.chat.Without(ids), true }

// show puts an update into all handles, each with what its reader may see; into those of
// boards only if more than the chat has changed. The identities are those of its people.
func (a *audience) show(shown lobby.GameNightUpdate, ids []string, changed bool) {
	a.spoken = false
	shown.Stops = a.stops
	for _, h := range a.handles {
		switch {
		case !h.board:
			own := shown
			own.Chat = a.chat.Unmuted(h.session.Mutes)
			own.You = slices.Index(ids, h.session.ID())
			own.Host = own.You >= 0 && own.People[own.You].Host
			h.updates.Put(own)
		case changed:
			a.showBoard(h, shown)
		}
	}
}

// showBoard shows a board what all may see: no code of a room.
func (a *audience) showBoard(h *Handle, shown lobby.GameNightUpdate) {
	shown.Stops = a.stops
	shown.Tables = slices.Clone(shown.Tables)
	for i := range shown.Tables {
		shown.Tables[i].Code = ""
	}
	h.updates.Put(shown)
}
