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
// them anew; restShare is how many times as long as the drawing took, with what it
// takes to show the pages.
const (
	hallPace  = 100 * time.Millisecond
	restShare = 9
	// showTime is about what a page takes of a processor until it is on the screen of
	// one visitor; so a tenth of one is enough for all halls, however many come and go.
	showTime = 100 * time.Microsecond
	// longestPace is how long the lobby waits for that at most.
	longestPace = time.Second
)

// hallRest is how long the lobby waits after it has drawn pages for so long, and
// shown them to so many.
func hallRest(took time.Duration, shown int) time.Duration {
	return max(hallPace, restShare*took, min(longestPace, restShare*showTime*time.Duration(shown)))
}

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
		shown := l.drawTouched()
		rests = time.Now().Add(hallRest(time.Since(began), shown))
	}
}

// draft takes what a page is drawn from. The caller holds mu.
func (l *Lobby) draft(key circleKey) *draft {
	l.moments++
	window := key.window
	d := &draft{
		moment: l.moments, window: window, rooms: l.index.shelved(window), all: l.index.allRooms(), people: l.index.people.view(),
	}
	for _, code := range l.index.inside[key.person] {
		p := l.index.infos[code].People[key.person]
		room := l.index.listed[code]
		d.own = append(d.own, ownRoom{room, room, p.Seated, p.Seated && p.ToMove})
	}
	if key.around {
		d.own = append(d.own, l.index.yoursOf(key.person)...)
	}
	if room := l.index.byCode(window.At); room != nil {
		if _, inside, yours := d.row(room); !yours && (room.public || inside) {
			d.anchor = room
		}
	}
	if window.Talk {
		d.talk, d.said = l.chat.now()
	}
	return d
}

// Hall delivers pages of the window that Shows was told last, through one slot,
// the newest only.
func (v *visit) Hall() <-chan lobby.Page { return v.pages }

// turnTo says what the visitor's screen shows from now on.
func (v *visit) turnTo(window lobby.Window) {
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
	_ = v.show(newPen().draw(draft), you)
}

// peek returns the page of a window once.
func (v *visit) peek(ctx context.Context, window lobby.Window) (lobby.Page, error) {
	if err := ctx.Err(); err != nil {
		return lobby.Page{}, fmt.Errorf("the hall was not asked: %w", err)
	}
	v.lobby.mu.Lock()
	draft, you := v.lobby.draft(v.lobby.keyOf(v, window.Clean())), v.lobby.row(v)
	v.lobby.mu.Unlock()
	page := newPen().draw(draft).page(you, v.Mutes)
	page.Calls = v.lobby.invitations.of(v.id)
	return page, nil
}

// show puts a page into the slot in place of an older one, unless it says the
// same as the one before, or was drawn of an earlier moment. It reports whether it did.
func (v *visit) show(page *drawn, you lobby.PersonRow) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.closed || page.moment < v.moment {
		return false
	}
	v.moment = page.moment
	if !page.window.Shows() {
		v.last = nil
		if v.empty() && v.news {
			v.pages <- lobby.Page{You: you, Calls: v.calls}
		}
		return false
	}
	if v.last != nil && v.you == you && page.same(v.last) {
		return false
	}
	v.last, v.you = page, you
	v.put(page.page(you, v.Mutes), false)
	return true
}

// showCalls shows what waits for the visitor now, also where nothing else is shown. It
// is asked for with mu held, so that what is newest comes last.
func (v *visit) showCalls(you lobby.PersonRow) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.closed {
		return
	}
	v.calls = v.lobby.invitations.of(v.id)
	page := lobby.Page{You: you}
	if v.last != nil {
		page = v.last.page(v.you, v.Mutes)
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

// Open are the codes of rooms of a game, wherever they are, where somebody can sit down
// at once: those where that person waits already, then public ones, fullest first, with
// somebody connected. Rated ones are left out, and for somebody who wants a clock those
// with one of hours: those are chosen knowingly.
func (l *Lobby) Open(id string, wanted lobby.Plan) []string {
	game, quick := wanted.Game, wanted.Clock > 0 && wanted.Clock < time.Hour
	l.mu.Lock()
	defer l.mu.Unlock()
	x := &l.index
	var open, others []*listedRoom
	for _, code := range x.inside[id] {
		listed := x.listed[code]
		if listed.full.Stage == lobby.Gathering && x.infos[code].People[id].Seated && (game == "" || listed.full.Game == game) {
			open = append(open, listed)
		}
	}
	for listed := range x.shelved(lobby.Window{Game: game, Stage: lobby.Gathering}).items(0) {
		if listed.seen.Locked || listed.seen.Open == 0 {
			break // so are all after it
		}
		switch facts := x.facts(listed); {
		case x.waitsIn(listed, id):
			if listed.away != nil {
				open = append(open, listed)
			}
		case !facts.Rated && (!quick || !facts.Slow) && facts.Attended:
			others = append(others, listed)
		}
	}
	earlier := func(a, b *listedRoom) int {
		return cmp.Or(a.full.Since.Compare(b.full.Since), cmp.Compare(a.code, b.code))
	}
	slices.SortFunc(open, earlier)
	slices.SortFunc(others, func(a, b *listedRoom) int { return cmp.Or(cmp.Compare(a.full.Open, b.full.Open), earlier(a, b)) })
	codes := make([]string, 0, len(open)+len(others))
	for _, listed := range append(open, others...) {
		codes = append(codes, listed.code)
	}
	return codes
}

// openRooms are those of them that are here.
func (l *Lobby) openRooms(id string, wanted lobby.Plan) (rooms []*place) {
	codes := l.Open(id, wanted)
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, code := range codes {
		if r := l.rooms[code]; r != nil {
			rooms = append(rooms, r)
		}
	}
	return rooms
}

// facts are by what quick play chooses a public room.
func (x *index) facts(listed *listedRoom) lobby.NewsRoom {
	if listed.away != nil {
		return listed.away.facts
	}
	info := x.infos[listed.code]
	return lobby.NewsRoom{Rated: info.Rated, Slow: info.Slow, Attended: attended(info)}
}

// waitsIn reports whether somebody has a seat in a public room; at another process it is
// told by their name.
func (x *index) waitsIn(listed *listedRoom, id string) bool {
	if listed.away == nil {
		return x.infos[listed.code].People[id].Seated
	}
	person := x.present[id]
	return person != nil && slices.Contains(listed.seen.Names, person.name)
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
