package local

import (
	"slices"

	"parlor/lobby"
)

// circle is all visits that show the same part of the hall, and see the same
// there: people who are in no room, or one person who is. A change that does not
// touch what a circle sees costs nothing for its members, however many they are.
type circle struct {
	key     circleKey
	members map[*visit]struct{}
	fresh   []*visit // those who came since it was drawn
	last    *drawn   // what was drawn last; nil before
}

// circleKey is what the members of a circle have in common.
type circleKey struct {
	window lobby.Window
	person string // identity of somebody who is in a room; empty for all others
	around bool   // with the person's own rooms at other processes, which only visits have that are told of them
}

// circles are those of all visits that show anything. They belong to the lobby's
// mu, but for what was drawn last, which belongs to the goroutine that draws.
type circles map[circleKey]*circle

// put takes a visit into the circle of a key; the zero key is none.
func (c circles) put(v *visit, key circleKey) {
	if key == v.circle {
		return
	}
	if before := c[v.circle]; before != nil {
		delete(before.members, v)
		before.fresh = slices.DeleteFunc(before.fresh, func(other *visit) bool { return other == v })
		if len(before.members) == 0 {
			delete(c, v.circle)
		}
	}
	v.circle = key
	if !key.window.Shows() {
		return
	}
	if c[key] == nil {
		c[key] = &circle{key: key, members: map[*visit]struct{}{}}
	}
	c[key].members[v] = struct{}{}
	c[key].fresh = append(c[key].fresh, v)
}

// keyOf is the circle's key of a visit that shows a window. The caller holds mu.
func (l *Lobby) keyOf(v *visit, window lobby.Window) circleKey {
	key := circleKey{window: window}
	if key.around = window.Shows() && len(v.yours) > 0; key.around || window.Shows() && len(l.index.inside[v.id]) > 0 {
		key.person = v.id
	}
	return key
}

// touched is a circle whose page may have changed.
type touched struct {
	*circle
	draft *draft
	some  []*visit // those who are to be asked although the page is as before
}

// touched takes the circles that changes have touched since it did so last, with
// what their pages are drawn from now.
func (l *Lobby) touched() []touched {
	l.mu.Lock()
	defer l.mu.Unlock()
	changed := l.index.stale
	l.index.stale = stale{own: map[string]struct{}{}}
	concerned := map[*circle][]*visit{}
	for id := range changed.own {
		for _, v := range l.index.visitsOf(id) {
			l.circles.put(v, l.keyOf(v, v.circle.window))
			if circle := l.circles[v.circle]; circle != nil {
				concerned[circle] = append(concerned[circle], v)
			}
		}
	}
	var all []touched
	add := func(circle *circle, some []*visit) {
		all = append(all, touched{circle, l.draft(circle.key), append(some, circle.fresh...)})
		circle.fresh = nil
	}
	if changed.rooms || changed.people || changed.talk {
		for key, circle := range l.circles {
			if w := key.window; changed.rooms && w.Rows > 0 || changed.people && w.People > 0 || changed.talk && w.Talk {
				add(circle, concerned[circle])
				delete(concerned, circle)
			}
		}
	}
	for circle, some := range concerned {
		add(circle, some)
	}
	return all
}

// membersOf are the members of a circle now.
func (l *Lobby) membersOf(c *circle) []*visit {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := make([]*visit, 0, len(c.members))
	for v := range c.members {
		all = append(all, v)
	}
	return all
}

// drawTouched draws the pages that changes have touched, and shows them to those
// for whom something else stands there, who are so many.
func (l *Lobby) drawTouched() (shown int) {
	pen := newPen()
	for _, t := range l.touched() {
		page, to := pen.draw(t.draft), t.some
		if t.last == nil || !page.same(t.last) {
			to = l.membersOf(t.circle)
		}
		t.last = page
		for _, v := range to {
			if v.show(page, l.named(v)) {
				shown++
			}
		}
	}
	return shown
}

// named is the visitor as others see them.
func (l *Lobby) named(v *visit) lobby.PersonRow {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.row(v)
}

// row is the visitor as others see them. The caller holds mu.
func (*Lobby) row(v *visit) lobby.PersonRow {
	return lobby.PersonRow{Name: v.name, Guest: v.guest, Program: v.program}
}
