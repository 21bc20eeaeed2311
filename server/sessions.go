package server

import (
	"cmp"
	"maps"
	"net/netip"
	"slices"
	"sync"
	"time"

	"parlor/prose"
	"parlor/ratelimit"
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

// SessionInfo describes an open session to the operator. It does not say what is on its
// screen.
type SessionInfo struct {
	Number  uint64 // no other session of this process has it
	Kind    Kind
	Person  string // Identity.ID
	Name    string
	Guest   bool // came without a key
	Address netip.Addr
	Since   time.Time
}

// liveSession is an open session, which can be told something or ended.
type liveSession struct {
	SessionInfo
	ids  []string // all that lead to the person
	name func() string
	// The register's lock guards what follows.
	tell func(prose.Text, time.Duration) // stays so long where it stays; nil where nobody can be told anything in between
	end  func(error)                     // waits for nobody
}

// sessionRegistry lists the open sessions.
type sessionRegistry struct {
	mu      sync.Mutex
	last    uint64
	here    map[*liveSession]struct{}
	persons map[string]int // sessions by person
	said    prose.Text     // by the operator
	until   time.Time      // who comes before then is told it
}

// come writes a session down.
func (r *sessionRegistry) come(p *liveSession) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last++
	p.Number = r.last
	r.here[p] = struct{}{}
}

// leave undoes come.
func (r *sessionRegistry) leave(p *liveSession) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.here, p)
}

// ends ends a session.
func (r *sessionRegistry) ends(p *liveSession, why error) {
	r.mu.Lock()
	end := p.end
	r.mu.Unlock()
	end(why)
}

// reachScreen says how a session is told something, and how it is ended.
func (r *sessionRegistry) reachScreen(p *liveSession, tell func(prose.Text, time.Duration), end func(error)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	p.tell, p.end = tell, end
}

// reach is reachScreen for a session that takes what it is told from a channel: of
// several notices that wait there the newest is told.
func (r *sessionRegistry) reach(p *liveSession, end func(error)) <-chan prose.Text {
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
func (r *sessionRegistry) notice() (said prose.Text, until time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if time.Now().Before(r.until) {
		return r.said, r.until
	}
	return prose.Text{}, time.Time{}
}

// join counts a session of a person, unless they have too many.
func (r *sessionRegistry) join(person string, most int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.persons[person] >= most {
		return false
	}
	r.persons[person]++
	return true
}

// part undoes join.
func (r *sessionRegistry) part(person string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.persons[person]--; r.persons[person] == 0 {
		delete(r.persons, person)
	}
}

// list returns the sessions that are under way, the oldest first.
func (r *sessionRegistry) list() []SessionInfo {
	r.mu.Lock()
	all := slices.Collect(maps.Keys(r.here))
	r.mu.Unlock()
	list := make([]SessionInfo, len(all))
	for i, p := range all {
		list[i] = p.SessionInfo
		list[i].Name = p.name() // asks the lobby
	}
	slices.SortFunc(list, func(one, other SessionInfo) int { return cmp.Compare(one.Number, other.Number) })
	return list
}

// count adds up the sessions of each kind.
func (r *sessionRegistry) count() map[Kind]int {
	r.mu.Lock()
	defer r.mu.Unlock()
	kinds := map[Kind]int{}
	for _, kind := range Kinds() {
		kinds[kind] = 0
	}
	for p := range r.here {
		kinds[p.Kind]++
	}
	return kinds
}

// announce tells something to all sessions, and to those that begin while it lasts. It
// returns how many were told.
func (r *sessionRegistry) announce(said prose.Text, lasts time.Duration) (told int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.said, r.until = said, time.Now().Add(lasts)
	for p := range r.here {
		if p.tell != nil {
			p.tell(said, lasts)
			told++
		}
	}
	return told
}

// endBanned ends the sessions of those who are banned, and returns how many these were.
func (r *sessionRegistry) endBanned(bans *ratelimit.BanList) int {
	r.mu.Lock()
	var banned []func(error)
	for p := range r.here {
		if bans.Contains(p.ids...) || bans.ContainsAddress(p.Address) {
			banned = append(banned, p.end)
		}
	}
	r.mu.Unlock()
	for _, end := range banned {
		end(ratelimit.ErrBanned)
	}
	return len(banned)
}

// endLimit is how long a screen may take to end before its session is cut.
const endLimit = 5 * time.Second

// Ends of a session that the person did not choose.
var (
	errIdle    = prose.Refuse("Nothing was typed for so long that this session has ended. Your seat is kept.")
	errTooMuch = prose.Refuse("More arrived at once than anybody can type, so this session has ended. Your seat is kept.")
	errBroke   = prose.Refuse("Something went wrong on our side, so this session has ended. Come back: your seat is kept.")
)
