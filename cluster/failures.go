package cluster

import (
	"log/slog"
	"net"
	"sync"
	"time"
)

const (
	// failurePace is how often at most the log has a line for one address from which
	// connections fail, and failureLook how often it is looked for which there is to be one.
	failurePace = time.Minute
	failureLook = failurePace / 4
)

// failures has the log tell of connections of other nodes that fail: at once where an
// address begins with it, and then once a minute with how many did. It remembers at most
// maxPeers addresses; of others there is one line for all.
type failures struct {
	log *slog.Logger

	mu     sync.Mutex // guards what follows
	recent map[string]*failure
	others int // failures of addresses beyond those
}

// failure is an address from which a connection has failed lately.
type failure struct {
	times int   // that the log has not told
	err   error // the last one
	told  time.Time
}

// note takes down that a connection from an address has failed.
func (f *failures) note(from net.Addr, err error) {
	host, _, splitErr := net.SplitHostPort(from.String())
	if splitErr != nil {
		host = from.String()
	}
	if f.isFirst(host, err) {
		f.tell(host, failure{times: 1, err: err})
	}
}

// isFirst reports whether nothing has been told of an address in this minute, and counts
// what is not to be told yet.
func (f *failures) isFirst(host string, err error) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	lately := f.recent[host]
	switch {
	case lately != nil:
		lately.times++
		lately.err = err
		return false
	case len(f.recent) >= maxPeers:
		f.others++
		return false
	}
	if len(f.recent) == 0 {
		time.AfterFunc(failureLook, f.look)
	}
	f.recent[host] = &failure{told: time.Now()}
	return true
}

// look tells of those of whom nothing was told for a minute, and looks again as long as
// any address has failed in the last one.
func (f *failures) look() {
	f.mu.Lock()
	told := map[string]failure{}
	now := time.Now()
	for host, lately := range f.recent {
		switch {
		case now.Sub(lately.told) < failurePace:
		case lately.times == 0:
			delete(f.recent, host)
		default:
			told[host] = *lately
			lately.times, lately.told = 0, now
		}
	}
	others := f.others
	f.others = 0
	if len(f.recent) > 0 {
		time.AfterFunc(failureLook, f.look)
	}
	f.mu.Unlock()
	for host, one := range told {
		f.tell(host, one)
	}
	if others > 0 {
		f.log.Warn("many more connections of other nodes have failed", "times", others)
	}
}

func (f *failures) tell(host string, one failure) {
	f.log.Warn("the connection of another node has ended", "from", host, "times", one.times, "err", one.err)
}
