package server

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
	f := Figures{Sessions: map[Kind]int{}, Refused: s.config.Refusals.Counts()}
	for _, kind := range Kinds() {
		f.Sessions[kind] = 0
	}
	s.register.mu.Lock()
	for p := range s.register.here {
		f.Sessions[p.Kind]++
	}
	s.register.mu.Unlock()
	s.mu.Lock()
	gate := s.gate
	s.mu.Unlock()
	if gate != nil {
		f.Connections, f.Waiting = gate.count()
	}
	return f
}
