package local

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"parlor/lobby"
	"parlor/lobby/room"
)

// hallPace is how long the lobby waits at least between drawing pages and drawing
// them anew; restShare is how many times as long as the drawing took.
const (
	hallPace  = 100 * time.Millisecond
	restShare = 9
)

// touch says that the hall has changed.
func (l *Lobby) touch() {
	select {
	case l.dirty <- struct{}{}:
	default:
	}
}

// clean takes back what touch said: what has changed by now is about to be drawn.
func (l *Lobby) clean() {
	select {
	case <-l.dirty:
	default:
	}
}

// drawHalls draws the pages that a change touches. Whoever shows nothing costs
// nothing. Where nothing changes it does not wake up.
func (l *Lobby) drawHalls() {
	var rests time.Time // nothing is drawn before
	for {
		select {
		case <-l.stopping:
			return
		case <-l.dirty:
		}
		if rest := time.Until(rests); rest > 0 {
			select {
			case <-l.stopping:
				return
			case <-time.After(rest):
			}
			l.clean()
		}
		began := time.Now()
		l.drawTouched()
		rests = time.Now().Add(max(hallPace, restShare*time.Since(began)))
	}
}

// draft takes what a page is drawn from. The caller holds mu.
func (l *Lobby) draft(key circleKey) *draft {
	l.moments++
	window := key.window
	d := &draft{
		moment: l.moments, window: window, rooms: l.index.shelved(window), all: len(l.index.listed), people: l.index.people,
	}
	for _, code := range l.index.inside[key.person] {
		p := l.index.infos[code].People[key.person]
		d.own = append(d.own, ownRoom{l.index.listed[code], p.Seated, p.Seated && p.ToMove})
	}
	if room := l.index.listed[window.At]; room != nil {
		if _, inside, yours := d.row(room); !yours && (room.public || inside) {
			d.anchor = room
		}
	}
	if window.Talk {
		d.chat, d.said = l.talk.Lines(), l.changes
	}
	return d
}

// Hall delivers pages of the window that Shows was told last, through one slot,
// the newest only.
func (v *visit) Hall() <-chan lobby.Page { return v.pages }

// Shows says what the visitor's screen shows from now on.
func (v *visit) Shows(window lobby.Window) {
	window = window.Clean()
	l := v.lobby
	l.mu.Lock()
	if window == v.circle.window || !slices.Contains(l.index.visitsOf(v.id), v) {
		l.mu.Unlock()
		return
	}
	key := l.keyOf(v, window)
	l.circles.put(v, key)
	draft, you := l.draft(key), l.row(v)
	l.mu.Unlock()
	v.show(newPen().draw(draft), you)
}

// Peek returns the page of a window once.
func (v *visit) Peek(ctx context.Context, window lobby.Window) (lobby.Page, error) {
	if err := ctx.Err(); err != nil {
		return lobby.Page{}, fmt.Errorf("the hall was not asked: %w", err)
	}
	v.lobby.mu.Lock()
	draft, you := v.lobby.draft(v.lobby.keyOf(v, window.Clean())), v.lobby.row(v)
	waiting := v.lobby.waiting.page(v.id)
	v.lobby.mu.Unlock()
	page := newPen().draw(draft).page(you)
	page.Calls = waiting
	return page, nil
}

// show puts a page into the slot in place of an older one, unless it says the
// same as the one before, or was drawn of an earlier moment.
func (v *visit) show(page *drawn, you lobby.PersonRow) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.closed || page.moment < v.moment {
		return
	}
	v.moment = page.moment
	if !page.window.Shows() {
		v.last = nil
		if v.empty() && v.news {
			v.pages <- lobby.Page{You: you, Calls: v.calls}
		}
		return
	}
	if v.last != nil && v.you == you && page.same(v.last) {
		return
	}
	v.last, v.you = page, you
	v.put(page.page(you), false)
}

// called shows what waits for the visitor now, also where nothing else is shown. The
// lobby's mu is held, so that what is newest comes last.
func (v *visit) called(waiting []lobby.Call, you lobby.PersonRow) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.closed {
		return
	}
	v.calls = waiting
	page := lobby.Page{You: you}
	if v.last != nil {
		page = v.last.page(v.you)
	}
	v.put(page, true)
}

// put puts a page into the slot in place of one that was not taken; news says that it
// tells of other calls than the one before. The caller holds mu.
func (v *visit) put(page lobby.Page, news bool) {
	missed := v.empty() && v.news
	page.Calls, v.news = v.calls, missed || news
	v.pages <- page
}

// empty takes out what is in the slot, and reports whether there was anything. The
// caller holds mu.
func (v *visit) empty() bool {
	select {
	case <-v.pages:
		return true
	default:
		return false
	}
}

// openRooms are the rooms of a game where somebody can sit down at once: one
// where that person waits already, then public ones, fullest first, with
// somebody connected. Rated ones are left out, and for somebody who wants a clock those
// with one of hours: those are chosen knowingly.
func (l *Lobby) openRooms(id string, wanted lobby.Plan) []*place {
	game, quick := wanted.Game, wanted.Clock > 0 && wanted.Clock < time.Hour
	l.mu.Lock()
	defer l.mu.Unlock()
	var open []room.Info
	for _, code := range l.index.inside[id] {
		info := l.index.infos[code]
		if info.Line.Stage == lobby.Gathering && info.People[id].Seated && (game == "" || info.Line.Game == game) {
			open = append(open, info)
		}
	}
	mine := len(open)
	for listed := range l.index.shelved(lobby.Window{Game: game, Stage: lobby.Gathering}).items(0) {
		if listed.seen.Locked || listed.seen.Open == 0 {
			break // so are all after it
		}
		if info := l.index.infos[listed.code]; !info.People[id].Seated && !info.Rated && (!quick || !info.Slow) && attended(info) {
			open = append(open, info)
		}
	}
	earlier := func(a, b room.Info) int {
		return cmp.Or(a.Line.Since.Compare(b.Line.Since), cmp.Compare(a.Line.Code, b.Line.Code))
	}
	slices.SortFunc(open[:mine], earlier)
	slices.SortFunc(open[mine:], func(a, b room.Info) int { return cmp.Or(cmp.Compare(a.Line.Open, b.Line.Open), earlier(a, b)) })
	rooms := make([]*place, len(open))
	for i, info := range open {
		rooms[i] = l.rooms[info.Line.Code]
	}
	return rooms
}

// attended reports whether somebody with a seat is connected.
func attended(info room.Info) bool {
	for _, p := range info.People {
		if p.Seated && p.Here {
			return true
		}
	}
	return false
}
