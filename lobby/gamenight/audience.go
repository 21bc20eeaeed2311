package gamenight

import (
	"slices"
	"time"

	"parlor/lobby"
)

// audience is the handles that show a game night, and its chat, which is not stored.
type audience struct {
	handles []*Handle
	chat    lobby.ChatLog
	spoken  bool // there are new messages since the last update
	stops   bool // the latest update announced the stop of the server

	announced time.Time           // the latest announcement
	boarded   []lobby.ChatMessage // the announcement that boards show; empty if there is none
}

// end closes the handles for which is returns true.
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

// show sends an update to all handles, each with what its reader may see; to boards only if
// more than the chat of the participants has changed. ids are the identities of shown.People.
func (a *audience) show(shown lobby.GameNightUpdate, ids []string, changed bool) {
	a.spoken = false
	shown.Stops = a.stops
	if newest := a.chat.Announcement(); !slices.Equal(newest, a.boarded) {
		a.boarded, changed = newest, true
	}
	for _, h := range a.handles {
		switch {
		case !h.board:
			own := shown
			own.Chat = a.chat.Unmuted(h.session.Mutes)
			own.You = slices.Index(ids, h.session.ID())
			own.Host = own.You >= 0 && own.People[own.You].Host
			own = forReader(own)
			h.updates.Put(own)
		case changed:
			a.showBoard(h, shown, ids)
		}
	}
}

// forReader removes the moves and results that are not for the reader of an update.
func forReader(own lobby.GameNightUpdate) lobby.GameNightUpdate {
	if own.Host {
		return own
	}
	own.Results, own.Moves = nil, slices.DeleteFunc(slices.Clone(own.Moves), func(m lobby.GameNightMove) bool {
		return own.You < 0 || !m.Concerns(own.People[own.You].Name)
	})
	return own
}

// showBoard sends a board the public state, and the host's board what the host can change.
func (a *audience) showBoard(h *Handle, shown lobby.GameNightUpdate, ids []string) {
	public := a.board(shown)
	if at := slices.Index(ids, h.session.ID()); at >= 0 && shown.People[at].Host {
		public.Moves, public.Results = shown.Moves, shown.Results
	}
	h.updates.Put(public)
}

// board returns the public state, without codes of rooms, and with the latest announcement as its
// chat.
func (a *audience) board(shown lobby.GameNightUpdate) lobby.GameNightUpdate {
	shown.Chat = a.chat.Announcement()
	shown.Stops, shown.Moves, shown.Results = a.stops, nil, nil
	shown.Tables = slices.Clone(shown.Tables)
	for i := range shown.Tables {
		shown.Tables[i].Code = ""
	}
	return shown
}
