package local

import (
	"slices"
	"time"

	"parlor/lobby"
)

// publishInterval is how long the lobby waits at least between building pages and building
// them again; restShare is how many times as long as the building took, with what it
// takes to show the pages.
const (
	publishInterval = 100 * time.Millisecond
	restShare       = 9
	// showTime is about what a page takes of a processor until it is on the screen of
	// one visitor; so a tenth of one is enough for all screens, however many come and go.
	showTime = 100 * time.Microsecond
	// longestRest is how long the lobby waits for that at most.
	longestRest = time.Second
)

// publishRest is how long the lobby waits after it has built pages for so long, and
// shown them to so many.
func publishRest(took time.Duration, shown int) time.Duration {
	return max(publishInterval, restShare*took, min(longestRest, restShare*showTime*time.Duration(shown)))
}

// publish builds the pages that a change touches, until stopping is closed. A session
// that shows nothing costs nothing. Where nothing changes it does not wake up.
func (d *directory) publish(stopping <-chan struct{}) {
	var rests time.Time // nothing is built before
	for {
		select {
		case <-stopping:
			return
		case <-d.dirty:
		}
		if rest := time.Until(rests); rest > 0 {
			select {
			case <-stopping:
				return
			case <-time.After(rest):
			}
			select {
			case <-d.dirty: // what has changed by now is about to be built
			default:
			}
		}
		began := time.Now()
		shown := d.drawTouched()
		rests = time.Now().Add(publishRest(time.Since(began), shown))
	}
}

// draft takes what a page is built from. The caller holds mu.
func (d *directory) draft(key audienceKey) *draft {
	d.moments++
	window := key.window
	in := &draft{
		moment: d.moments, window: window, rooms: d.rooms.view(window), all: d.rooms.allRooms(), people: d.people.people.view(),
		own: d.rooms.ownRooms(key.person),
	}
	if key.around {
		in.own = append(in.own, d.remoteRooms.of(d.people.sessionsOf(key.person), d.rooms)...)
	}
	if room := d.rooms.byCode(window.At); room != nil {
		if _, inside, yours := in.row(room); !yours && (room.public || inside) {
			in.anchor = room
		}
	}
	if window.Talk {
		in.talk, in.said = d.chat.now()
	}
	return in
}

// turnTo has a session show a window from now on, and returns what its page is built
// from; nil where it shows that already, or has ended.
func (d *directory) turnTo(v *session, window lobby.Window) *draft {
	d.mu.Lock()
	defer d.mu.Unlock()
	if window == d.audiences.keys[v].window || !slices.Contains(d.people.sessionsOf(v.id), v) {
		return nil
	}
	key := d.keyOf(v, window)
	d.audiences.put(v, key)
	return d.draft(key)
}

// peek returns what the page of a window is built from for a session.
func (d *directory) peek(v *session, window lobby.Window) *draft {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.draft(d.keyOf(v, window))
}

// keyOf is the audience's key of a session that shows a window. The caller holds mu.
func (d *directory) keyOf(v *session, window lobby.Window) audienceKey {
	key := audienceKey{window: window}
	if key.around = window.Shows() && len(d.remoteRooms[v]) > 0; key.around || window.Shows() && len(d.rooms.inside[v.id]) > 0 {
		key.person = v.id
	}
	return key
}

// touched is an audience whose page may have changed.
type touched struct {
	*audience
	draft *draft
	some  []*session // those who are to be asked although the page is as before
}

// touched takes the audiences that changes have touched since it did so last, with
// what their pages are drawn from now.
func (d *directory) touched() []touched {
	d.mu.Lock()
	defer d.mu.Unlock()
	rooms, people, talked, own := d.rooms.changed, d.people.changed, d.talked, d.own
	d.rooms.changed, d.people.changed, d.talked, d.own = false, false, false, map[string]struct{}{}
	concerned := map[*audience][]*session{}
	for id := range own {
		for _, v := range d.people.sessionsOf(id) {
			d.audiences.put(v, d.keyOf(v, d.audiences.keys[v].window))
			if audience := d.audiences.all[d.audiences.keys[v]]; audience != nil {
				concerned[audience] = append(concerned[audience], v)
			}
		}
	}
	var all []touched
	add := func(audience *audience, some []*session) {
		all = append(all, touched{audience, d.draft(audience.key), append(some, audience.fresh...)})
		audience.fresh = nil
	}
	if rooms || people || talked {
		for key, audience := range d.audiences.all {
			if w := key.window; rooms && w.Rows > 0 || people && w.People > 0 || talked && w.Talk {
				add(audience, concerned[audience])
				delete(concerned, audience)
			}
		}
	}
	for audience, some := range concerned {
		add(audience, some)
	}
	return all
}

// membersOf are the members of an audience now.
func (d *directory) membersOf(c *audience) []*session {
	d.mu.Lock()
	defer d.mu.Unlock()
	all := make([]*session, 0, len(c.members))
	for v := range c.members {
		all = append(all, v)
	}
	return all
}

// drawTouched draws the pages that changes have touched, and shows them to those
// for whom something else stands there, who are so many.
func (d *directory) drawTouched() (shown int) {
	pen := newPen()
	for _, t := range d.touched() {
		page, to := pen.draw(t.draft), t.some
		if t.last == nil || !page.same(t.last) {
			to = d.membersOf(t.audience)
		}
		t.last = page
		for _, v := range to {
			if v.slot.show(page, v.row()) {
				shown++
			}
		}
	}
	return shown
}
