package server

import (
	"cmp"
	"maps"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"parlor/lobby"
	"parlor/prose"
	"parlor/ratelimit"
)

// Kind is the mode of a session, for operators.
type Kind string

// The kinds of sessions.
const (
	KindScreen  Kind = "screen"
	KindLines   Kind = "lines"
	KindProgram Kind = "program"
	KindCommand Kind = "command"
)

// Kinds returns all kinds.
func Kinds() []Kind { return []Kind{KindScreen, KindLines, KindProgram, KindCommand} }

// SessionInfo describes an open session to the operator. It does not include what the session shows.
type SessionInfo struct {
	Number  uint64 // unique in this process
	Kind    Kind
	Person  string // Identity.ID
	Name    string
	Guest   bool // without a key
	Address netip.Addr
	Since   time.Time
}

// liveSession is an open session that can be notified or ended.
type liveSession struct {
	SessionInfo
	ids   []string // all identities of the person
	name  func() string
	lobby lobby.Session
	typed atomic.Int64 // Unix nanoseconds of the last input
	// Guarded by the registry's lock:
	tell func(prose.Text, time.Duration) // shows a text for a time; nil if the session cannot show texts
	end  func(error)                     // does not block
}

// sessionRegistry lists the open sessions.
type sessionRegistry struct {
	mu      sync.Mutex
	last    uint64
	here    map[*liveSession]struct{}
	persons map[string]int // number of sessions by person
	said    prose.Text     // current announcement
	until   time.Time      // when the announcement ends
}

// come adds a session.
func (r *sessionRegistry) come(p *liveSession) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last++
	p.Number = r.last
	r.here[p] = struct{}{}
}

// leave removes a session.
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

// reachScreen sets how a session is notified and ended.
func (r *sessionRegistry) reachScreen(p *liveSession, tell func(prose.Text, time.Duration), end func(error)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	p.tell, p.end = tell, end
}

// reach is like reachScreen, for a session that receives notices from a channel, which holds only
// the newest notice.
func (r *sessionRegistry) reach(p *liveSession, end func(error)) <-chan prose.Text {
	notices := make(chan prose.Text, 1)
	cut := p.end
	r.reachScreen(p, func(text prose.Text, _ time.Duration) { // the registry's lock is held
		select {
		case <-notices:
		default:
		}
		notices <- text
	}, func(why error) {
		end(why)
		// A session blocked by a client that does not read is cut.
		time.AfterFunc(endLimit, func() { cut(why) })
	})
	return notices
}

// notice returns the current announcement, mostly zero, and when it ends.
func (r *sessionRegistry) notice() (said prose.Text, until time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if time.Now().Before(r.until) {
		return r.said, r.until
	}
	return prose.Text{}, time.Time{}
}

// join counts a session of a person, unless there are too many.
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

// list returns the open sessions, oldest first.
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

// count returns the number of sessions of each kind.
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

// announce shows a text to all sessions, and to those that begin within the given time. It returns
// the number of sessions that were notified.
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

// endBanned ends the sessions of banned people and returns their number.
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

// The reasons for ending a session from outside.
var (
	errIdle    = prose.Refuse("This session was closed because of inactivity. Your seat is kept.")
	errTooMuch = prose.Refuse("Too much input at once: this session was closed. Your seat is kept.")
	errBroke   = prose.Refuse("Server error: this session was closed. Reconnect; your seat is kept.")
)
