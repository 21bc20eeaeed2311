package server

import (
	"log/slog"
	"maps"
	"net/netip"
	"sync"
	"time"

	"parlor/budget"
)

// Why connections and sessions are refused, in words that stay: programs look for
// them in the log. What a budget refuses is called as the budget calls it.
const (
	WhyBanned      = "banned"
	WhyNewcomer    = "newcomer"
	WhyFull        = "full"
	WhyConnections = "connections"     // too many are open from the address
	WhyWaiting     = "unauthenticated" // too many of the address have not logged in
	WhyDropped     = "dropped"         // has not logged in, and lost its place to another
	WhySilent      = "silent"          // began no exchange of keys in time
	WhyPenalty     = "penalty"         // too much of the address has failed lately
	WhyFlood       = "flood"           // sent what no client sends so often, and was cut off
	WhyWord        = "wrong_word"      // of a guest: nobody is known by it
	WhyHeader      = "header"          // a trusted proxy named nobody, or somebody else did
)

const (
	// refusedPace is how often at most the log has a line for one address, and
	// refusedLook how often it is looked for which there is to be one.
	refusedPace = time.Minute
	refusedLook = refusedPace / 4
	// maxRefused bounds the addresses of one minute; of others there is one line.
	maxRefused = 1000
)

// Refusals counts who was refused, and has the log say so: once as it begins, and
// then once a minute for each address. While nobody is refused it does nothing.
// Methods may be called from any goroutine.
type Refusals struct {
	log *slog.Logger

	mu     sync.Mutex // guards what follows
	counts map[string]uint64
	recent map[netip.Prefix]*refusedLately // of whom something was told in the last minute
	others int                             // addresses beyond those
}

// refusedLately is an address that was refused.
type refusedLately struct {
	address netip.Addr
	why     string
	times   int // that the log has not told
	told    time.Time
}

// NewRefusals has a log told who was refused.
func NewRefusals(log *slog.Logger) *Refusals {
	return &Refusals{log: log, counts: map[string]uint64{}, recent: map[netip.Prefix]*refusedLately{}}
}

// Note takes down that an address was refused something. An invalid address is
// counted only.
func (r *Refusals) Note(address netip.Addr, why string) {
	if r.isFirst(address, why) {
		r.tell(refusedLately{address: address, why: why, times: 1})
	}
}

// isFirst reports whether nothing has been told of an address in this minute, and
// counts what is not to be told yet.
func (r *Refusals) isFirst(address netip.Addr, why string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.counts[why]++
	host := budget.Host(address)
	lately := r.recent[host]
	switch {
	case !address.IsValid():
		return false
	case lately != nil:
		lately.address, lately.why = address, why
		lately.times++
		return false
	case len(r.recent) >= maxRefused:
		r.others++
		return false
	}
	if len(r.recent) == 0 {
		time.AfterFunc(refusedLook, r.look)
	}
	r.recent[host] = &refusedLately{address: address, told: time.Now()}
	return true
}

// look tells of those of whom nothing was told for a minute, and looks again as
// long as anybody was refused in the last one.
func (r *Refusals) look() {
	r.mu.Lock()
	var told []refusedLately
	now := time.Now()
	for host, lately := range r.recent {
		switch {
		case now.Sub(lately.told) < refusedPace:
		case lately.times == 0:
			delete(r.recent, host)
		default:
			told = append(told, *lately)
			lately.times, lately.told = 0, now
		}
	}
	others := r.others
	r.others = 0
	if len(r.recent) > 0 {
		time.AfterFunc(refusedLook, r.look)
	}
	r.mu.Unlock()
	for _, one := range told {
		r.tell(one)
	}
	if others > 0 {
		r.log.Warn("many more were refused", "times", others)
	}
}

func (r *Refusals) tell(one refusedLately) {
	r.log.Warn("refused", "address", one.address.Unmap().WithZone("").String(), "why", one.why, "times", one.times)
}

// Counts are how often anybody was refused since the start, by why.
func (r *Refusals) Counts() map[string]uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return maps.Clone(r.counts)
}
