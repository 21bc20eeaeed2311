package lobby

import "slices"

// How much a Box keeps for a reader that does not take its updates: of the
// events the newest, and of the endings all, or it takes no more.
const (
	maxEvents  = 1000
	maxEndings = 64
)

// Box holds the newest update for one reader, so that nobody waits for them. One
// goroutine at a time may put updates into it and close it.
type Box struct{ slot chan Update }

// NewBox is an empty box.
func NewBox() Box { return Box{make(chan Update, 1)} }

// Updates is where the reader takes updates from.
func (b Box) Updates() <-chan Update { return b.slot }

// Put puts an update into the box in place of one that was not taken, whose
// events and endings come before those of the new one. It reports whether there
// was room for all endings; where there was not, the box is as before.
func (b Box) Put(update Update) bool {
	select {
	case missed := <-b.slot:
		if len(missed.Ended)+len(update.Ended) > maxEndings {
			b.slot <- missed
			return false
		}
		update.ByBot = slices.Concat(missed.ByBot, shift(update.ByBot, len(missed.Events)))
		update.Events = slices.Concat(missed.Events, update.Events)
		update.Ended = slices.Concat(missed.Ended, update.Ended)
	default:
	}
	if over := len(update.Events) - maxEvents; over > 0 {
		update.Events, update.ByBot = update.Events[over:], shift(update.ByBot, -over)
	}
	b.slot <- update
	return true
}

// shift are places that have moved by some, without those before the beginning.
func shift(places []int, by int) (moved []int) {
	for _, place := range places {
		if place+by >= 0 {
			moved = append(moved, place+by)
		}
	}
	return moved
}

// Close tells the reader that no more comes; what is in the box can be taken.
func (b Box) Close() { close(b.slot) }
