package gamenight

import (
	"slices"
	"time"

	"parlor/lobby"
)

// handles are those of a game night.
type handles []*Handle

// end ends those handles that are so.
func (all *handles) end(why error, is func(*Handle) bool) {
	ending, staying := handles{}, handles{}
	for _, h := range *all {
		if is(h) {
			ending = append(ending, h)
		} else {
			staying = append(staying, h)
		}
	}
	*all = staying
	for _, h := range ending {
		h.end(why)
	}
}

func (all handles) boards() (n int) {
	for _, h := range all {
		if h.board {
			n++
		}
	}
	return n
}

// has reports whether a player has a handle.
func (all handles) has(id string) bool {
	return slices.ContainsFunc(all, func(h *Handle) bool { return h.player(id) })
}

// show puts an update into all handles, each with what its reader may see; into those
// of boards only if more than the chat has changed.
func (n *Night) show(now time.Time, changed bool) {
	if len(n.handles) == 0 {
		return
	}
	shown, ids := n.state.View(now)
	shown.Stops = n.stops
	public := onBoard(shown)
	for _, h := range n.handles {
		switch {
		case !h.board:
			h.updates.Put(n.own(shown, ids, h))
		case changed:
			h.updates.Put(public)
		}
	}
}

// own returns what a player sees.
func (n *Night) own(shown lobby.EveningUpdate, ids []string, h *Handle) lobby.EveningUpdate {
	shown.Chat = n.chat.Unmuted(h.session.Mutes)
	shown.You = slices.Index(ids, h.session.ID())
	shown.Host = shown.You >= 0 && shown.People[shown.You].Host
	return shown
}

// onBoard returns what a board shows: no code of a room.
func onBoard(shown lobby.EveningUpdate) lobby.EveningUpdate {
	shown.Tables = slices.Clone(shown.Tables)
	for i := range shown.Tables {
		shown.Tables[i].Code = ""
	}
	return shown
}
