package room

import (
	"time"

	"parlor/engine"
)

const (
	// maxFlush bounds the estimate of a slow fsync.
	maxFlush = 250 * time.Millisecond
	// flushMemory is roughly the number of entries after which a slow fsync is forgotten.
	flushMemory = 32
)

// padding decides when effects leave a room in which players may act in secret. A secret
// action must be written, which delays the requests of others. To hide that, all effects
// leave at a time at which they could have left if every player who may act in secret had
// done so. That time depends on public information only.
//
// Between two public requests there is at most one secret action per such player, as each
// waits for the answer to the first.
type padding struct {
	flush time.Duration // upper estimate of an fsync, from public entries; the first is a player joining
	last  time.Time     // when the latest public effects leave
}

// due returns when the effects of a request leave, given its arrival and the number of
// others who may act in secret. It is zero if no secret action can have delayed the
// request.
func (p *padding) due(arrived time.Time, others int) time.Time {
	from := arrived
	if p.last.After(arrived) {
		from = p.last
	} else if others == 0 {
		return time.Time{}
	}
	return from.Add(time.Duration(others+1) * p.flush)
}

// noteShown records when public effects leave.
func (p *padding) noteShown(due time.Time) {
	if due.After(p.last) {
		p.last = due
	}
}

// wrote updates the estimate with the duration of a public write that no secret action of
// the room can have delayed. The estimate allows for an fsync in progress for another room,
// and for one that takes a quarter longer than the slowest so far.
func (p *padding) wrote(took time.Duration) {
	took = min(2*(took+took/4), maxFlush)
	p.flush = max(took, p.flush-p.flush/flushMemory)
}

// hides reports whether a seat may be able to act in secret, according to public
// information.
func (s *state) hides(config *Config) bool {
	return config.Journal != nil && s.stage() == engine.Playing && !config.Game.Open(s.play.public.Options)
}
