package server

import (
	"log/slog"
	"maps"
	"net/netip"
	"sync"

	"parlor/internal/lograte"
	"parlor/ratelimit"
)

// Reasons for refusing connections and sessions. They are stable because programs search the log for them. A refusal
// by a rate limit is logged with the name of that limit.
const (
	WhyBanned      = "banned"
	WhyNewcomer    = "newcomer"
	WhyFull        = "full"
	WhyConnections = "connections"     // too many open connections of the address
	WhyWaiting     = "unauthenticated" // too many unauthenticated connections of the address
	WhyDropped     = "dropped"         // unauthenticated, and lost its place to another
	WhySilent      = "silent"          // began no key exchange in time
	WhyPenalty     = "penalty"         // the address is barred by a penalty
	WhyFlood       = "flood"           // sent too many messages and was cut off
	WhyWord        = "wrong_word"      // a guest's token that is unknown
	WhyHeader      = "header"          // a proxy without, or another client with, a PROXY header
)

// maxRefused bounds the addresses logged per minute; the others share one line.
const maxRefused = 1000

// Refusals counts refusals and logs them: the first at once, and then once a minute per address. It is idle without
// refusals. Its methods may be called concurrently.
type Refusals struct {
	lines *lograte.Limiter[netip.Prefix, refusal]

	mu     sync.Mutex // guards the fields below
	counts map[string]uint64
}

// refusal is a refused address and the reason.
type refusal struct {
	address netip.Addr
	why     string
}

// NewRefusals returns a Refusals that logs to log.
func NewRefusals(log *slog.Logger) *Refusals {
	tell := func(last refusal, times int) {
		log.Warn("refused", "address", last.address.Unmap().WithZone("").String(), "why", last.why, "times", times)
	}
	more := func(times int) { log.Warn("many more refused", "times", times) }
	return &Refusals{lines: lograte.New[netip.Prefix](maxRefused, tell, more), counts: map[string]uint64{}}
}

// Note records a refusal. An invalid address is counted but not logged.
func (r *Refusals) Note(address netip.Addr, why string) {
	r.mu.Lock()
	r.counts[why]++
	r.mu.Unlock()
	if address.IsValid() {
		r.lines.Note(ratelimit.Host(address), refusal{address, why})
	}
}

// Counts returns the refusals since the start by reason.
func (r *Refusals) Counts() map[string]uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return maps.Clone(r.counts)
}
