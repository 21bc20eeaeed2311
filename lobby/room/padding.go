package room

import (
	"time"

	"parlor/engine"
)

const (
	// mostFlush bounds for how long others wait for what may be a flush.
	mostFlush = 250 * time.Millisecond
	// flushMemory is about how many entries later a slow flush is forgotten.
	flushMemory = 32
)

// padding is when answers and updates leave a room where somebody may act in secret.
// A secret action has to be written, and what others ask for waits for that. So all of
// it leaves at a time that would do had everybody acted in secret who could: that
// follows from what is public, and a secret action changes nothing of it.
//
// Between two requests that all see there are at most as many secret actions as there
// are others who may act, as each waits for the answer to one before the next.
type padding struct {
	flush time.Duration // what a flush takes at most, as far as public entries have shown; somebody's coming was one
	last  time.Time     // when the newest of what all see leaves
}

// due is when what comes of a request leaves that arrived then, while so many others
// may act in secret. It is zero where nothing secret can have delayed it.
func (p *padding) due(arrived time.Time, others int) time.Time {
	from := arrived
	if p.last.After(arrived) {
		from = p.last
	} else if others == 0 {
		return time.Time{}
	}
	return from.Add(time.Duration(others+1) * p.flush)
}

// noteShown notes when something leaves that all see.
func (p *padding) noteShown(due time.Time) {
	if due.After(p.last) {
		p.last = due
	}
}

// wrote notes how long a public entry took that nothing secret of the room can have
// delayed, not even through the disk. Another may have to wait for a flush that
// is under way for another room, and then take a quarter longer than the slowest of
// late.
func (p *padding) wrote(took time.Duration) {
	took = min(2*(took+took/4), mostFlush)
	p.flush = max(took, p.flush-p.flush/flushMemory)
}

// hides reports whether a seat may be able to act in secret now, as far as all can tell.
func (s *state) hides(config *Config) bool {
	return config.Journal != nil && s.stage() == engine.Playing && !config.Game.Open(s.play.public.Options)
}
