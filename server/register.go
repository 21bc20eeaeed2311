package server

import (
	"cmp"
	"net/netip"
	"slices"
	"sync"
	"time"

	"parlor/budget"
	"parlor/lobby"
	"parlor/prose"
)

// Kind is how a session is spoken with, as an operator knows it.
type Kind string

// Kinds of session.
const (
	KindScreen  Kind = "screen"
	KindLines   Kind = "lines"
	KindProgram Kind = "program"
	KindCommand Kind = "command"
)

// Kinds are all kinds of session.
func Kinds() []Kind { return []Kind{KindScreen, KindLines, KindProgram, KindCommand} }

// Present is a session that is under way, as an operator sees it. What is on its
// screen is not in it.
type Present struct {
	Number  uint64 // no other session of this process has it
	Kind    Kind
	Person  string // Identity.ID
	Name    string
	Guest   bool // came without a key
	Address netip.Addr
	Since   time.Time
}

// present is a session with what can be done to it.
type present struct {
	Present
	ids  []string // all that lead to the person
	name func() string
	// The register's lock guards what follows.
	tell func(prose.Text, time.Duration) // stays so long where it stays; nil where nobody can be told anything in between
	end  func(error)                     // waits for nobody
}

// register is the sessions that are under way.
type register struct {
	mu    sync.Mutex
	last  uint64
	here  map[*present]struct{}
	said  prose.Text // by the operator
	until time.Time  // who comes before then is told it
}

// come writes a session down.
func (r *register) come(p *present) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.here == nil {
		r.here = map[*present]struct{}{}
	}
	r.last++
	p.Number = r.last
	r.here[p] = struct{}{}
}

// leave undoes come.
func (r *register) leave(p *present) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.here, p)
}

// ends ends a session.
func (r *register) ends(p *present, why error) {
	r.mu.Lock()
	end := p.end
	r.mu.Unlock()
	end(why)
}

// reachScreen says how a session is told something, and how it is ended.
func (r *register) reachScreen(p *present, tell func(prose.Text, time.Duration), end func(error)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	p.tell, p.end = tell, end
}

// reach is reachScreen for a session that takes what it is told from a channel: of
// several notices that wait there the newest is told.
func (r *register) reach(p *present, end func(error)) <-chan prose.Text {
	notices := make(chan prose.Text, 1)
	cut := p.end
	r.reachScreen(p, func(text prose.Text, _ time.Duration) { // the register's lock is held
		select {
		case <-notices:
		default:
		}
		notices <- text
	}, func(why error) {
		end(why)
		// A session that waits for a client which does not read is cut.
		time.AfterFunc(endLimit, func() { cut(why) })
	})
	return notices
}

// notice is what the operator has said for those who come now; mostly empty.
// It is told until a time.
func (r *register) notice() (said prose.Text, until time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if time.Now().Before(r.until) {
		return r.said, r.until
	}
	return prose.Text{}, time.Time{}
}

// Present are the sessions that are under way, the oldest first.
func (s *Server) Present() []Present {
	s.register.mu.Lock()
	all := make([]*present, 0, len(s.register.here))
	for p := range s.register.here {
		all = append(all, p)
	}
	s.register.mu.Unlock()
	list := make([]Present, len(all))
	for i, p := range all {
		list[i] = p.Present
		list[i].Name = p.name() // asks the lobby
	}
	slices.SortFunc(list, func(one, other Present) int { return cmp.Compare(one.Number, other.Number) })
	return list
}

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
	r := &s.register
	r.mu.Lock()
	defer r.mu.Unlock()
	r.said, r.until = said, time.Now().Add(lasts)
	told := 0
	for p := range r.here {
		if p.tell != nil {
			p.tell(said, lasts)
			told++
		}
	}
	return told, nil
}

// EndBanned ends the sessions of those who are banned by now, and returns how many
// these were. Newcomers who are here may stay.
func (s *Server) EndBanned() int {
	bans := s.config.Bans
	s.mu.Lock()
	gate := s.gate
	s.mu.Unlock()
	if gate != nil {
		gate.cutBanned()
	}
	s.register.mu.Lock()
	var banned []func(error)
	for p := range s.register.here {
		if bans.Bans(p.ids...) || bans.BansAddress(p.Address) {
			banned = append(banned, p.end)
		}
	}
	s.register.mu.Unlock()
	for _, end := range banned {
		end(budget.ErrBanned)
	}
	return len(banned)
}
