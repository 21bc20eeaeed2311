package server

import (
	"time"

	"parlor/lobby"
	"parlor/prose"
)

// Figures are how much the server has to do. Nothing in them is counted by person,
// room or action.
type Figures struct {
	Sessions    map[Kind]int
	Connections int               // that are open
	Waiting     int               // of these, on which nobody has authenticated
	Refused     map[string]uint64 // connections and sessions, by why; see Refusals
}

// Figures are those of now.
func (s *Server) Figures() Figures {
	f := Figures{Sessions: s.host.register.count(), Refused: s.host.config.Refusals.Counts()}
	if gate := s.listening(); gate != nil {
		f.Connections, f.Waiting = gate.count()
	}
	return f
}

// Present are the sessions that are under way, the oldest first.
func (s *Server) Present() []SessionInfo { return s.host.register.list() }

// Announcement bounds, in cells, what an operator tells everybody at once.
const Announcement = 200

// Announce tells something to everybody who is here, and to those who come within
// so long; then it leaves their screens. It returns how many sessions were told, without waiting for any.
func (s *Server) Announce(text string, lasts time.Duration) (int, error) {
	clean := lobby.CleanText(text, Announcement+1)
	switch {
	case clean == "":
		return 0, prose.Refuse("That message is empty.")
	case lobby.CleanText(text, Announcement) != clean:
		return 0, prose.Refuse("That is too long to say at once. You can use up to {n} letters.", prose.N(Announcement))
	}
	said := prose.T("The operator of this server says: {text}", prose.Literal(clean))
	return s.host.register.announce(said, lasts), nil
}

// EndBanned ends the sessions of those who are banned by now, and returns how many
// these were. Newcomers who are here may stay.
func (s *Server) EndBanned() int {
	if gate := s.listening(); gate != nil {
		gate.cutBanned()
	}
	return s.host.register.endBanned(s.host.config.Bans)
}
