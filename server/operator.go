package server

import (
	"time"

	"parlor/lobby"
	"parlor/prose"
)

// Figures holds counts for metrics. None of them is by person, room or action.
type Figures struct {
	Sessions    map[Kind]int
	Connections int               // open connections
	Waiting     int               // unauthenticated ones
	Refused     map[string]uint64 // connections and sessions by reason; see Refusals
}

// Figures returns the current counts.
func (s *Server) Figures() Figures {
	f := Figures{Sessions: s.host.register.count(), Refused: s.host.config.Refusals.Counts()}
	if gate := s.listening(); gate != nil {
		f.Connections, f.Waiting = gate.count()
	}
	return f
}

// Present returns the open sessions, oldest first.
func (s *Server) Present() []SessionInfo { return s.host.register.list() }

// Announcement bounds the width of an announcement in cells.
const Announcement = 200

// Announce shows text to all sessions and to those that begin within the given time, after which it disappears. It
// returns the number of sessions without waiting for them.
func (s *Server) Announce(text string, lasts time.Duration) (int, error) {
	clean := lobby.CleanText(text, Announcement+1)
	switch {
	case clean == "":
		return 0, prose.Refuse("That message is empty.")
	case lobby.CleanText(text, Announcement) != clean:
		return 0, prose.Refuse("Message too long. You can use up to {n} characters.", prose.N(Announcement))
	}
	said := prose.T("The operator of this server says: {text}", prose.Literal(clean))
	return s.host.register.announce(said, lasts), nil
}

// EndBanned ends the sessions of banned people and returns their number. Newcomers who are already here may stay.
func (s *Server) EndBanned() int {
	if gate := s.listening(); gate != nil {
		gate.cutBanned()
	}
	return s.host.register.endBanned(s.host.config.Bans)
}
