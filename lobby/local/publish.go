package local

import (
	"maps"
	"slices"
	"time"

	"parlor/lobby"
)

// publishInterval is the minimum pause between two builds of pages. The pause is also at
// least restFactor times as long as the last build and delivery took.
const (
	publishInterval = 100 * time.Millisecond
	restFactor      = 9
	// showCost is roughly the CPU time that a page takes until it is on the screen of one
	// client. With restFactor, all screens together use at most a tenth of one CPU.
	showCost = 100 * time.Microsecond
	// maxShowRest bounds the pause for showing pages.
	maxShowRest = time.Second
)

// publishRest returns the pause after a build that took some time and sent pages to some
// clients.
func publishRest(took time.Duration, shown int) time.Duration {
	return max(publishInterval, restFactor*took, min(maxShowRest, restFactor*showCost*time.Duration(shown)))
}

// publisher builds the pages of a directory and delivers them to its clients.
type publisher struct {
	directory *directory
}

// run delivers pages after changes until stopping is closed. It sleeps while nothing
// changes, and a client that shows no page causes no work.
func (p publisher) run(stopping <-chan struct{}) {
	dirty := p.directory.dirty
	var rests time.Time // end of the current pause
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
			case <-dirty: // included in the coming build
			default:
			}
		}
		began := time.Now()
		shown := p.publishChanged()
		rests = time.Now().Add(publishRest(time.Since(began), shown))
	}
}

// publishChanged builds the pages that may have changed and delivers those that did. It
// returns the number of deliveries.
func (p publisher) publishChanged() (shown int) {
	builder := newPageBuilder()
	var all []changedAudience
	p.directory.withAudiences(func(a *audiences) { all = a.takeChanged() })
	for _, t := range all {
		page, to := builder.build(t.input), t.always
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

// setWindow changes the window that a client shows.
func (p publisher) setWindow(c *client, window lobby.Window) {
	var input *pageInput
	p.directory.withAudiences(func(a *audiences) { input = a.setWindow(c, window) })
	if input != nil {
		_ = c.slot.show(newPageBuilder().build(input), c.row())
	}
}

// peek returns the page of a window for a client, without pending notices.
func (p publisher) peek(c *client, window lobby.Window) lobby.Page {
	var input *pageInput
	p.directory.withAudiences(func(a *audiences) { input = a.input(a.keyOf(c, window)) })
	return newPageBuilder().build(input).page(c.row(), c.Mutes)
}

// showRemoteRooms replaces the rooms of another node that are shown on a client's page.
func (p publisher) showRemoteRooms(c *client, node string, rows []lobby.RoomRow) {
	p.directory.withAudiences(func(a *audiences) {
		if a.people.has(c) && a.remoteRooms.set(c, node, rows) {
			a.own[c.id] = struct{}{}
			p.directory.touch()
		}
	})
}
