package local

import (
	"maps"
	"slices"
	"time"

	"parlor/lobby"
)

// publishInterval is how long the lobby waits at least between drawing pages and drawing
// them again; restShare is how many times as long as the drawing took, with what it
// takes to show the pages.
const (
	publishInterval = 100 * time.Millisecond
	restShare       = 9
	// showTime is about what a page takes of a processor until it is on the screen of
	// one client; so a tenth of one is enough for all screens, however many come and go.
	showTime = 100 * time.Microsecond
	// longestRest is how long the lobby waits for that at most.
	longestRest = time.Second
)

// publishRest is how long the lobby waits after it has drawn pages for some time, and
// shown them to some clients.
func publishRest(took time.Duration, shown int) time.Duration {
	return max(publishInterval, restShare*took, min(longestRest, restShare*showTime*time.Duration(shown)))
}

// publisher draws pages of a directory and shows them to its clients.
type publisher struct {
	directory *directory
}

// run draws the pages that a change touches, until stopping is closed. A client
// that shows nothing costs nothing. Where nothing changes it does not wake up.
func (p publisher) run(stopping <-chan struct{}) {
	dirty := p.directory.dirty
	var rests time.Time // nothing is drawn before
	for {
		select {
		case <-stopping:
			return
		case <-dirty:
		}
		if rest := time.Until(rests); rest > 0 {
			select {
			case <-stopping:
				return
			case <-time.After(rest):
			}
			select {
			case <-dirty: // what has changed by now is about to be drawn
			default:
			}
		}
		began := time.Now()
		shown := p.drawTouched()
		rests = time.Now().Add(publishRest(time.Since(began), shown))
	}
}

// drawTouched draws the pages that changes have touched, and shows them to those
// for whom something else stands there, and returns how many these are.
func (p publisher) drawTouched() (shown int) {
	pen := newPen()
	var all []touched
	p.directory.withAudiences(func(a *audiences) { all = a.takeTouched() })
	for _, t := range all {
		page, to := pen.draw(t.draft), t.some
		if t.last == nil || !page.same(t.last) {
			p.directory.withAudiences(func(*audiences) { to = slices.Collect(maps.Keys(t.members)) })
		}
		t.last = page
		for _, c := range to {
			if c.slot.show(page, c.row()) {
				shown++
			}
		}
	}
	return shown
}

// turnTo has a client show a window from now on.
func (p publisher) turnTo(c *client, window lobby.Window) {
	var draft *draft
	p.directory.withAudiences(func(a *audiences) { draft = a.turnTo(c, window) })
	if draft != nil {
		_ = c.slot.show(newPen().draw(draft), c.row())
	}
}

// peek is the page of a window for a client, without what waits for it.
func (p publisher) peek(c *client, window lobby.Window) lobby.Page {
	var draft *draft
	p.directory.withAudiences(func(a *audiences) { draft = a.draft(a.keyOf(c, window)) })
	return newPen().draw(draft).page(c.row(), c.Mutes)
}

// showRemoteRooms shows a client the rooms where it sits at another node, until it is
// shown others.
func (p publisher) showRemoteRooms(c *client, node string, rows []lobby.RoomRow) {
	p.directory.withAudiences(func(a *audiences) {
		if a.people.has(c) && a.remoteRooms.set(c, node, rows) {
			a.own[c.id] = struct{}{}
			p.directory.touch()
		}
	})
}
