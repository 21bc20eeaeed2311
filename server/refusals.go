package server

import (
	"log/slog"
	"maps"
	"net/netip"
	"sync"

	"parlor/internal/lograte"
	"parlor/ratelimit"
)

// Why connections and sessions are refused, in words that stay: programs look for
// them in the log. What a rate limit refuses has the name of that limit.
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

// maxRefused bounds the addresses of one minute; of others there is one line.
const maxRefused = 1000

// Refusals counts who was refused, and has the log say so: once as it begins, and
// then once a minute for each address. While nobody is refused it does nothing.
// Methods may be called from any goroutine.
type Refusals struct {
	lines *lograte.Limiter[netip.Prefix, refusal]

	mu     sync.Mutex // guards what follows
	counts map[string]uint64
}

// refusal is an address that was refused, and why.
type refusal struct {
	address netip.Addr
	why     string
}

// NewRefusals has a log told who was refused.
func NewRefusals(log *slog.Logger) *Refusals {
	tell := func(last refusal, times int) {
		log.Warn("refused", "address", last.address.Unmap().WithZone("").String(), "why", last.why, "times", times)
	}
	more := func(times int) { log.Warn("many more were refused", "times", times) }
	return &Refusals{lines: lograte.New[netip.Prefix](maxRefused, tell, more), counts: map[string]uint64{}}
}

// Note takes down that an address was refused something. An invalid address is
// counted only.
func (r *Refusals) Note(address netip.Addr, why string) {
	r.mu.Lock()
	r.counts[why]++
	r.mu.Unlock()
	if address.IsValid() {
		r.lines.Note(ratelimit.Host(address), refusal{address, why})
	}
}

// Counts are how often anybody was refused since the start, by why.
func (r *Refusals) Counts() map[string]uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return maps.Clone(r.counts)
}
