package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/keys"
	"parlor/tui/look"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// roomList is the list of rooms in the lobby: the own ones, and below them the
// others, of which it has no more than the page that is shown.
type roomList struct {
	page   lobby.Page
	shown  bool // a page has come
	cursor int  // of all rooms, the own ones first
	code   string
	wanted lobby.Window // what rooms are left out, and how they are sorted
	rows   []int        // rooms by the lines that were drawn last; -1 for none
	above  int          // lines of the body above them
}

// count is how many rooms the cursor goes over.
func (l *roomList) count() int { return len(l.page.Yours) + l.page.Total }

// row is a room by its place in the list; not known where it is on another page.
func (l *roomList) row(i int) (row lobby.RoomRow, known bool) {
	if i < len(l.page.Yours) {
		return l.page.Yours[i], true
	}
	if i -= len(l.page.Yours) + l.page.Window.From; i < 0 || i >= len(l.page.Rooms) {
		return lobby.RoomRow{}, false
	}
	return l.page.Rooms[i], true
}

// choose puts the cursor on a room by its place.
func (l *roomList) choose(i int) {
	l.cursor = max(0, min(i, l.count()-1))
	row, _ := l.row(l.cursor)
	l.code = row.Code
}

// got takes a page. The cursor stays on its room wherever that has moved.
func (l *roomList) got(page lobby.Page) {
	l.page, l.shown = page, true
	at := l.cursor
	for i, row := range page.Yours {
		if row.Code != "" && row.Code == l.code {
			at = i
		}
	}
	for i, row := range page.Rooms {
		if row.Code != "" && row.Code == l.code {
			at = len(page.Yours) + page.Window.From + i
		}
	}
	l.choose(at)
}

// firstRoom is the line of the list where the first room stands that is not the
// visitor's own: below headings, the own rooms and an empty line.
func (l *roomList) firstRoom() int {
	if own := len(l.page.Yours); own > 0 {
		return own + 3
	}
	return 1
}

// length is how many lines the list has.
func (l *roomList) length() int {
	own := len(l.page.Yours)
	switch {
	case l.page.Total > 0:
		return l.firstRoom() + l.page.Total
	case l.page.Window.Narrow():
		return l.firstRoom() + 1 // that nothing fits
	case own > 0:
		return own + 1
	}
	return 0
}

// span are the lines of the list that are drawn in a height: the cursor's is
// among them.
func (l *roomList) span(height int) (from, to int) {
	at := l.cursor + 1
	if own := len(l.page.Yours); l.cursor >= own {
		at = l.firstRoom() + l.cursor - own
	}
	if from = max(0, min(at-height+2, l.length()-height)); height == 1 {
		from = min(at, max(0, l.length()-1))
	}
	return from, min(l.length(), from+height)
}

// window is what the list shows in a height.
func (l *roomList) window(height int) lobby.Window {
	window := l.wanted
	from, _ := l.span(height)
	first := max(from, l.firstRoom())
	window.From, window.Rows, window.At = first-l.firstRoom(), max(1, from+height-first), l.code
	return window
}

// bindRooms are the keys that go through the list.
func (h *hallScreen) bindRooms() []screen.Binding {
	goes := func(to func() int) func(string) tea.Cmd { return screen.Call(func() { h.choose(to()) }) }
	page := func() int { return max(1, h.space()-2) }
	return []screen.Binding{
		{Key: keys.Of("↑↓", "up", "down", "k", "j"), Help: prose.T("choose a room; pgup, pgdown, home and end go further"), Do: func(name string) tea.Cmd {
			h.choose(h.cursor + screen.Step(name))
			return nil
		}},
		{Key: keys.Named("pgup"), Do: goes(func() int { return h.cursor - page() })},
		{Key: keys.Named("pgdown"), Do: goes(func() int { return h.cursor + page() })},
		{Key: keys.Named("home"), Do: goes(func() int { return 0 })},
		{Key: keys.Named("end"), Do: goes(func() int { return h.count() - 1 })},
	}
}

// Window implements screen.
func (h *hallScreen) Window() lobby.Window {
	window := h.window(h.space())
	window.People, window.Talk = h.root.ctx.Width/3, true // no more names fit on a line
	if h.root.ctx.Wide() {
		window.People = h.panelNames()
	}
	return window
}

// show takes a page, and reports whether it changes what is drawn.
func (h *hallScreen) show(page lobby.Page) bool {
	before, cursor, shown := h.page, h.cursor, h.shown
	from, to := h.span(h.space())
	h.got(page)
	if h.shown && page.Window.Talk {
		h.said.Begin(h.heard())
	}
	if fromNow, toNow := h.span(h.space()); !shown || h.cursor != cursor || fromNow != from || toNow != to || page.Window.Narrow() {
		return true
	}
	before.Total, before.AllRooms, before.PeopleTotal = page.Total, page.AllRooms, page.PeopleTotal
	return !before.Same(page)
}

// drawRooms lists rooms in so many lines, and styles no others.
func (h *hallScreen) drawRooms(height int) []string {
	theme := h.root.ctx.Theme
	h.rows = h.rows[:0]
	if !h.shown {
		return nil
	}
	if h.length() == 0 {
		if offers := h.offers(height); offers != nil {
			return offers
		}
		none := h.root.ctx.Say(prose.T("No room is open. Press p for quick play, n to make a room, t for a tutorial."))
		if said := widget.Paragraph(none+" "+h.root.ctx.Say(h.quickPace()), theme.Text, h.root.ctx.Across()-3); len(said) <= height {
			return said
		}
		return widget.Paragraph(none, theme.Text, h.root.ctx.Across()-3)
	}
	from, to := h.span(height)
	lines := make([]string, 0, max(0, to-from))
	for at := from; at < to; at++ {
		line, room := h.drawLine(at, at-from)
		lines, h.rows = append(lines, line), append(h.rows, room)
	}
	return lines
}

// drawLine is a line of the list at a place of those drawn, and the room on it; -1
// for none.
func (h *hallScreen) drawLine(at, place int) (line string, room int) {
	theme, own := h.root.ctx.Theme, len(h.page.Yours)
	first := h.firstRoom()
	switch {
	case at == first-1:
		return "   " + h.roomsHeading(), -1
	case at == 0:
		return "   " + theme.Strong.Render(h.root.ctx.Say(prose.T("Your tables"))), -1
	case at == own+1 && own > 0:
		return "", -1
	case at >= first && h.page.Total == 0:
		return "   " + theme.Text.Render(h.root.ctx.Say(prose.T("No room matches. Press Esc to see all rooms."))), -1
	}
	if room = at - 1; at >= first {
		room = own + at - first
	}
	row, known := h.row(room)
	if !known {
		return "   " + theme.Faint.Render("…"), room
	}
	return h.drawRoom(row, room == h.cursor, place), room
}

// drawRoom is the line of a room, which stands at a place of those drawn.
func (h *hallScreen) drawRoom(row lobby.RoomRow, chosen bool, place int) string {
	line := newRoomLine(row, chosen)
	return h.root.kept.rooms.at(place, line, func() string { return h.styleRoom(line) })
}

// roomLine is all that the line of a room says.
type roomLine struct {
	chosen, locked, yourTurn bool
	stage                    string // lobby.RoomRow.Stage
	open                     int    // lobby.RoomRow.Open
	game                     string // lobby.RoomRow.Game
	title                    string
	names                    []string // lobby.RoomRow.Names
	bots, programs           []bool   // lobby.RoomRow.Bots and Programs
}

func newRoomLine(row lobby.RoomRow, chosen bool) roomLine {
	return roomLine{
		chosen: chosen, locked: row.Locked, yourTurn: row.YourTurn, stage: row.Stage, open: row.Open,
		game: row.Game, title: row.Title, names: row.Names, bots: row.Bots, programs: row.Programs,
	}
}

// same implements source.
func (l roomLine) same(other roomLine) bool {
	return l.chosen == other.chosen && l.locked == other.locked && l.yourTurn == other.yourTurn && l.stage == other.stage &&
		l.open == other.open && l.game == other.game && l.title == other.title &&
		slices.Equal(l.names, other.names) && slices.Equal(l.bots, other.bots) && slices.Equal(l.programs, other.programs)
}

// state is how things stand in the room.
func (l roomLine) state() prose.Text {
	switch {
	case l.yourTurn:
		return prose.T("your turn")
	case l.stage == engine.Playing:
		return prose.T("playing")
	case l.stage == engine.Interval:
		return prose.T("between games")
	case l.stage == engine.Over:
		return prose.T("finished")
	case l.stage == lobby.Gathering && l.locked:
		return prose.T("waiting")
	case l.stage == lobby.Gathering && l.open == 0:
		return prose.T("full")
	case l.stage == lobby.Gathering:
		return prose.C("{n} free seat", "{n} free seats", prose.N(l.open))
	}
	return prose.Text{}
}

// stateCells is the width of the column of states.
func (h *hallScreen) stateCells() int {
	if h.root.kept.states > 0 {
		return h.root.kept.states
	}
	said := h.root.ctx.Voice.SayAll([]prose.Text{
		roomLine{yourTurn: true}.state(), roomLine{stage: engine.Playing}.state(), roomLine{stage: engine.Interval}.state(), roomLine{stage: engine.Over}.state(),
		roomLine{stage: lobby.Gathering, locked: true}.state(), roomLine{stage: lobby.Gathering}.state(),
		roomLine{stage: lobby.Gathering, open: 1}.state(), roomLine{stage: lobby.Gathering, open: 2}.state(), roomLine{stage: lobby.Gathering, open: 5}.state(),
	})
	h.root.kept.states = look.Column(stateLeast, said...)
	return h.root.kept.states
}

// stateLeast is the width of the column of states in English.
const stateLeast = 15

func (h *hallScreen) styleRoom(line roomLine) string {
	states := h.stateCells()
	theme, wide := h.root.ctx.Theme, h.root.ctx.Across()-80-(states-stateLeast)
	mark, style := "   ", theme.Text
	if line.chosen {
		mark, style = theme.Accent.Render(" ▸ "), theme.Strong
	}
	title := h.root.ctx.Say(lobby.TitleText(line.title))
	if line.locked {
		title = h.root.ctx.Say(prose.T("private room"))
		if !line.chosen {
			style = theme.Faint
		}
	}
	state := theme.Text
	if line.yourTurn {
		state = theme.Accent
	}
	if h.root.ctx.Slim() {
		return mark + style.Render(look.Fit(title, h.root.ctx.Width-3-15-14-2)) + " " + theme.Text.Render(look.Fit(h.root.ctx.Kit(line.game).Game.Title, 14)) + " " +
			state.Render(look.Cut(h.root.ctx.Say(line.state()), 14))
	}
	return mark + style.Render(look.Fit(title, 24+wide/3)) + " " + theme.Text.Render(look.Fit(h.root.ctx.Kit(line.game).Game.Title, 14)) + " " +
		state.Render(look.Fit(h.root.ctx.Say(line.state()), states)) + theme.Faint.Render(look.Cut(h.root.ctx.Say(line.who()), 20+wide-wide/3))
}

// who are the people on the room's seats, with a mark where a program plays for one,
// and how many bots are.
func (l roomLine) who() prose.Text {
	people, bots := make([]prose.Text, 0, len(l.names)), 0
	for i, name := range l.names {
		if l.bots[i] {
			bots++
			continue
		}
		if i < len(l.programs) && l.programs[i] {
			people = append(people, prose.T("{name} (program)", prose.Name(name)))
			continue
		}
		people = append(people, prose.T("{name}", prose.Name(name)))
	}
	if bots > 0 {
		people = append(people, prose.C("{n} bot", "{n} bots", prose.N(bots)))
	}
	return prose.T("{names}", prose.List(people))
}
