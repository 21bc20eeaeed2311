package home

import (
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/keymap"
	"parlor/tui/screen"
	"parlor/tui/style"
	"parlor/tui/widget"
)

// roomList is the list of rooms in the lobby: the player's own and, below them, the others. It
// holds only the page of the others that is shown.
type roomList struct {
	ctx    *screen.Context
	cache  *cache
	page   lobby.Page
	known  bool // a page has arrived
	cursor int  // index among all rooms, the own ones first
	code   string
	wanted lobby.Window // filter and order of the rooms
	rows   widget.Rows  // rooms by line of the last drawing
}

// count returns the number of rooms in the list.
func (l *roomList) count() int { return len(l.page.Yours) + l.page.Total }

// row returns the room with an index. It returns false for a room of another page.
func (l *roomList) row(i int) (row lobby.RoomRow, known bool) {
	if i < len(l.page.Yours) {
		return l.page.Yours[i], true
	}
	if i -= len(l.page.Yours) + l.page.Window.From; i < 0 || i >= len(l.page.Rooms) {
		return lobby.RoomRow{}, false
	}
	return l.page.Rooms[i], true
}

// choose moves the cursor to the room with an index.
func (l *roomList) choose(i int) {
	l.cursor = max(0, min(i, l.count()-1))
	row, _ := l.row(l.cursor)
	l.code = row.Code
}

// take takes a page. The cursor follows its room.
func (l *roomList) take(page lobby.Page) {
	l.page, l.known = page, true
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

// firstRoom returns the line of the first room of others, below headings, the own rooms and an
// empty line.
func (l *roomList) firstRoom() int {
	if own := len(l.page.Yours); own > 0 {
		return own + 3
	}
	return 1
}

// length returns the number of lines of the list.
func (l *roomList) length() int {
	own := len(l.page.Yours)
	switch {
	case l.page.Total > 0:
		return l.firstRoom() + l.page.Total
	case own > 0 && l.folded() > 0:
		return l.firstRoom() // only the heading, with their number
	case l.page.Window.Narrow():
		return l.firstRoom() + 1 // with a line that says that no room matches
	case own > 0:
		return own + 1
	}
	return 0
}

// folded returns the number of rooms that are not listed because they are private or finished.
func (l *roomList) folded() int {
	if w := l.page.Window; w.Stage != lobby.Active || w.Narrow() {
		return 0
	}
	return l.page.AllRooms - l.page.Total
}

// foldedText says how many rooms are not listed and how to list them. It is empty if all are
// listed.
func (l *roomList) foldedText() string {
	n := l.folded()
	switch {
	case n <= 0:
		return ""
	case l.ctx.Slim():
		return l.ctx.Say(prose.C("{n} more: {key}", "{n} more: {key}", prose.N(n), prose.Literal("f")))
	}
	return l.ctx.Say(prose.C("{n} private or finished: {key} shows it", "{n} private or finished: {key} shows them", prose.N(n), prose.Literal("f")))
}

// span returns the range of lines that are drawn in height lines. It includes the cursor.
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

// window returns the part of the lobby that the list shows in height lines.
func (l *roomList) window(height int) lobby.Window {
	window := l.wanted
	if window.Search != "" && window.Stage == lobby.Active {
		window.Stage = "" // a search includes all rooms
	}
	from, _ := l.span(height)
	first := max(from, l.firstRoom())
	window.From, window.Rows, window.At = first-l.firstRoom(), max(1, from+height-first), l.code
	return window
}

// mayPlay reports whether a match that all may watch is in play, as far as the page shows it.
func (l *roomList) mayPlay() bool {
	if l.page.Window.Narrow() || l.page.Total > len(l.page.Rooms) {
		return true
	}
	return slices.ContainsFunc(slices.Concat(l.page.Yours, l.page.Rooms), func(row lobby.RoomRow) bool {
		return !row.Locked && (row.Stage == engine.Playing || row.Stage == engine.Interval)
	})
}

// empty reports whether there is no room, listed or not.
func (l *roomList) empty() bool { return l.length() == 0 }

// alone reports whether the player is the only person in the lobby.
func (l *roomList) alone() bool { return l.page.PeopleTotal <= 1 }

// leastLines is the minimum number of lines for rooms that the games leave free.
const leastLines = 4

// least returns the minimum number of lines for the rooms.
func (l *roomList) least() int {
	lines := l.count() + 1 // with a heading
	if len(l.page.Yours) > 0 && l.page.Total > 0 {
		lines += 2
	}
	return min(lines, leastLines)
}

// closed explains why the room under the cursor cannot be entered, or returns the zero Text.
func (l *roomList) closed() prose.Text {
	row, known := l.row(l.cursor)
	switch {
	case l.count() == 0 && l.page.Window.Narrow():
		return prose.T("No rooms found. Press Esc to see all rooms.")
	case l.count() == 0:
		return prose.T("There are no rooms yet. Press p for quick play, n for a new room.")
	case !known:
		return prose.T("One moment: loading the list.")
	case row.Locked:
		return prose.T("That room is private. Press c to type its code.")
	}
	return prose.Text{}
}

// hint returns what Enter does with a room, for the end of its line.
func (l *roomList) hint(at int, row lobby.RoomRow) prose.Text {
	switch {
	case row.Locked:
		return prose.Text{}
	case at < len(l.page.Yours):
		return prose.T("go there")
	case row.Stage == lobby.Gathering && row.Open > 0:
		return prose.T("join")
	}
	return prose.T("watch")
}

// toTurn enters the player's first room, in which it is their turn if it is anywhere.
func (l *roomList) toTurn() tea.Cmd {
	if len(l.page.Yours) == 0 {
		l.ctx.Shell.Tell(prose.T("You have no seat at a table."))
		return nil
	}
	return seatBy(l.ctx, lobby.Join{Code: l.page.Yours[0].Code})
}

// waiting returns the number of the player's rooms in which it is their turn.
func (l *roomList) waiting() (n int) {
	for _, row := range l.page.Yours {
		if row.YourTurn {
			n++
		}
	}
	return n
}

// drawTurn returns a bar for the room in which it is the player's turn, or nil.
func (l *roomList) drawTurn() []string {
	n := l.waiting()
	if n == 0 {
		return nil
	}
	row := l.page.Yours[0]
	said := l.ctx.Say(prose.T("YOUR TURN")) + "  " + l.ctx.Kit(row.Game).Game.Title + "  " + l.ctx.Say(newRoomLine(row).who())
	if n > 1 {
		said += "  " + l.ctx.Say(prose.C("and {n} more", "and {n} more", prose.N(n-1)))
	}
	bar := style.Sides(" ▶ "+said, turnKey+" "+l.ctx.Say(prose.T("go there"))+" ", l.ctx.Width)
	return []string{l.ctx.Theme.Act.Render(style.Fit(bar, l.ctx.Width)), ""}
}

// turnKey enters the room in which it is the player's turn.
const turnKey = "0"

// enter enters the room under the cursor: on the own seat, on a free one, or else as a spectator.
func (l *roomList) enter() tea.Cmd {
	if why := l.closed(); !why.IsZero() {
		l.ctx.Shell.Tell(why)
		return nil
	}
	row, _ := l.row(l.cursor)
	if l.cursor >= len(l.page.Yours) && (row.Stage != lobby.Gathering || row.Open == 0) {
		return seatBy(l.ctx, lobby.Watch{Code: row.Code})
	}
	return seatBy(l.ctx, lobby.Join{Code: row.Code})
}

// watch enters the room under the cursor as a spectator.
func (l *roomList) watch() tea.Cmd {
	if l.code == "" {
		l.ctx.Shell.Tell(l.closed())
		return nil
	}
	return seatBy(l.ctx, lobby.Watch{Code: l.code})
}

// bindings returns the keys of the list. height returns its number of lines on the screen.
func (l *roomList) bindings(height func() int) []screen.Binding {
	goes := func(to func() int) func(string) tea.Cmd { return screen.Call(func() { l.choose(to()) }) }
	page := func() int { return max(1, height()-2) }
	return []screen.Binding{
		{Key: keymap.Of("↑↓", "up", "down", "k", "j"), Help: prose.T("choose a room (also pgup, pgdown, home, end)"), Do: func(name string) tea.Cmd {
			l.choose(l.cursor + screen.Step(name))
			return nil
		}},
		{Key: keymap.Named("pgup"), Do: goes(func() int { return l.cursor - page() })},
		{Key: keymap.Named("pgdown"), Do: goes(func() int { return l.cursor + page() })},
		{Key: keymap.Named("home"), Do: goes(func() int { return 0 })},
		{Key: keymap.Named("end"), Do: goes(func() int { return l.count() - 1 })},
	}
}

// draw draws the list in height lines. It styles only the visible lines.
func (l *roomList) draw(height int) []string {
	l.rows = l.rows[:0]
	if !l.known {
		return nil
	}
	if l.empty() {
		return l.drawEmpty(height)
	}
	from, to := l.span(height)
	lines := make([]string, 0, max(0, to-from))
	for at := from; at < to; at++ {
		line, room := l.drawLine(at, at-from)
		lines, l.rows = append(lines, line), append(l.rows, room)
	}
	return lines
}

// drawEmpty draws what a player can do if there is no room.
func (l *roomList) drawEmpty(height int) []string {
	if folded := l.foldedText(); folded != "" && height > 2 {
		return append([]string{"   " + l.ctx.Theme.Faint.Render(folded), ""}, l.drawOffers(height-2)...)
	}
	return l.drawOffers(height)
}

func (l *roomList) drawOffers(height int) []string {
	if offers := drawOffers(l.ctx, l.alone(), height); offers != nil {
		return offers
	}
	none := l.ctx.Say(prose.T("There are no rooms. Press p for quick play, n for a new room, t for a tutorial."))
	if said := widget.Paragraph(none+" "+l.ctx.Say(quickPace()), l.ctx.Theme.Text, l.ctx.Across()-3); len(said) <= height {
		return said
	}
	return widget.Paragraph(none, l.ctx.Theme.Text, l.ctx.Across()-3)
}

// drawLine returns the line at of the list, drawn in line place of the screen, and the index of its
// room, or -1.
func (l *roomList) drawLine(at, place int) (drawn string, room int) {
	theme, own := l.ctx.Theme, len(l.page.Yours)
	first := l.firstRoom()
	switch {
	case at == first-1:
		return "   " + l.heading(), -1
	case at == 0:
		return "   " + theme.Strong.Render(l.ctx.Say(prose.T("Your tables"))), -1
	case at == own+1 && own > 0:
		return "", -1
	case at >= first && l.page.Total == 0:
		return "   " + theme.Text.Render(l.ctx.Say(prose.T("No rooms found. Press Esc to see all rooms."))), -1
	}
	if room = at - 1; at >= first {
		room = own + at - first
	}
	row, known := l.row(room)
	if !known {
		return "   " + theme.Faint.Render("…"), room
	}
	line := newRoomLine(row)
	if line.chosen = room == l.cursor; line.chosen {
		line.hint = l.ctx.Say(l.hint(room, row))
	}
	return l.cache.rooms.At(place, line, func() string { return line.draw(l.ctx, l.cache.stateCells(l.ctx)) }), room
}

// stageText names a stage by which rooms are filtered.
func stageText(stage string) prose.Text {
	switch stage {
	case lobby.Gathering:
		return prose.T("waiting for players")
	case engine.Playing:
		return prose.T("in play")
	}
	return prose.T("finished")
}

// quickPace describes the pace of rooms opened by quick play.
func quickPace() prose.Text {
	return prose.T("Quick play: {pace}.", prose.Sub(lobby.TimeControlOf(lobby.QuickPlan("")).Brief()))
}

// heading returns the line above the rooms: their filter and order.
func (l *roomList) heading() string {
	theme, shown := l.ctx.Theme, l.page.Window
	heading := theme.Strong.Render(l.ctx.Say(prose.T("Rooms")))
	var parts []string
	if shown.Narrow() {
		heading = theme.Strong.Render(l.ctx.Say(prose.C("{shown} of {n} room", "{shown} of {n} rooms", prose.Literal(strconv.Itoa(l.page.Total)), prose.N(l.page.AllRooms))))
	}
	if shown.Search != "" {
		parts = append(parts, "“"+shown.Search+"”")
	}
	if shown.Game != "" {
		parts = append(parts, l.ctx.Kit(shown.Game).Game.Title)
	}
	if shown.Stage != "" && shown.Stage != lobby.Active {
		parts = append(parts, l.ctx.Say(stageText(shown.Stage)))
	}
	if shown.Sort != lobby.SortOpen {
		parts = append(parts, l.ctx.Say(screen.Either(shown.Sort == lobby.SortNewest, prose.T("newest first"), prose.T("by title"))))
	}
	folded := l.foldedText()
	if pace := l.ctx.Say(quickPace()); len(parts) == 0 && style.Width(heading)+style.Width("  ·  "+pace+"  ")+style.Width(folded) <= l.ctx.Across()-5 {
		parts = append(parts, pace)
	}
	for _, part := range parts {
		heading += theme.Faint.Render("  ·  " + part)
	}
	return style.Sides(style.Cut(heading, l.ctx.Across()-5), theme.Faint.Render(folded), l.ctx.Across()-5)
}
