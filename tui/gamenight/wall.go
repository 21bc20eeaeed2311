package gamenight

import (
	"slices"
	"strings"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/screen"
	"parlor/tui/style"
	"parlor/tui/widget"
)

// wall is what a projector shows at one moment. Its drawing depends on nothing else.
type wall struct {
	ctx        *screen.Context
	update     lobby.GameNightUpdate
	views      []tableView
	invitation lobby.Invitation
	now        time.Time
	said       []string // the announcement above all else, if there is one
}

// tableView is the public view of a table.
type tableView struct {
	Number int
	Update lobby.Update
}

// Sizes of the parts of a wall.
const (
	wallMargin = 3
	joinCells  = 38             // width of the invitation
	boardCells = board.MinWidth // width of a table
	boardLines = board.MinHeight - 3
	threeCells = 150 // width of a wall with columns for the invitation, the standings and the tables
	largeCells = 190 // width of a wall with a larger code
	twoCells   = 100 // width of a wall with columns for the invitation and the standings
	tallLines  = 26  // minimum height of a wall with columns
)

// sized returns the wall with the size, theme and voice of a context, without the lines of the
// announcement.
func (w *wall) sized(c *screen.Context) *wall {
	sized := *w
	sized.said = w.announced(c)
	smaller := *c
	smaller.Height -= len(sized.said)
	sized.ctx = &smaller
	return &sized
}

// announcedTime is how long an announcement is shown.
const announcedTime = 10 * time.Minute

// announced returns the latest announcement, unless it is old.
func (w *wall) announced(c *screen.Context) []string {
	for _, m := range slices.Backward(w.update.Chat) {
		if m.Announced && w.now.Sub(m.At) < announcedTime {
			said := style.Wrapped(c.Say(lobby.AnnouncedText(m)), c.Theme.Accent, c.Width-2*wallMargin)
			return append([]string{""}, style.Indented(said, wallMargin)...)
		}
	}
	return nil
}

// current reports whether nothing on the wall depends on the time that has passed since it was
// drawn.
func (w *wall) current(now time.Time) bool {
	later := wall{now: now}
	return now.Truncate(time.Minute).Equal(w.now.Truncate(time.Minute)) && later.turn() == w.turn()
}

// turn returns the number of the part that is shown now if not all parts fit.
func (w *wall) turn() int { return int(w.now.Unix() / int64(projectorTurn/time.Second)) }

// playing returns the numbers of the tables with a match in play.
func (w *wall) playing() (numbers []int) {
	for _, t := range w.update.Tables {
		if t.Stage == engine.Playing || t.Stage == engine.Interval {
			numbers = append(numbers, t.Number)
		}
	}
	return numbers
}

// boardRoom returns how many tables fit at the same time, and whether they fit next to the
// standings.
func (w *wall) boardRoom() (tables int, aside bool) {
	height := w.ctx.BodyHeight()
	switch {
	case w.ctx.Width >= threeCells && height >= tallLines:
		return min(3, height/(boardLines+1)), true
	case w.ctx.Width >= twoCells && height >= tallLines:
		return 1, true
	}
	return 1, false
}

// tablesInTurn returns the numbers of the tables that are shown now. If tables replace the
// standings, the two alternate.
func (w *wall) tablesInTurn() []int {
	playing, turn := w.playing(), w.turn()
	room, aside := w.boardRoom()
	if !aside {
		if turn%2 == 0 || w.ctx.BodyHeight() < boardLines+smallHead {
			return nil
		}
		turn /= 2
	}
	if len(playing) == 0 {
		return nil
	}
	pages := (len(playing) + room - 1) / room
	at := turn % pages * room
	return playing[at:min(at+room, len(playing))]
}

// draw returns the lines of the body. picture is the QR code of the invitation; it may be
// empty.
func (w *wall) draw(picture []string) []string {
	height := w.ctx.BodyHeight()
	_, aside := w.boardRoom()
	var body []string
	switch {
	case w.update.Stage == lobby.GameNightOver:
		body = w.over()
	case !aside:
		body = w.small()
	case w.ctx.Width >= threeCells:
		cells := w.ctx.Width - boardCells - 2*wallMargin
		left := style.SideBySide(w.join(picture, height-w.bannerLines(cells)), w.middle(height-w.bannerLines(cells), cells-w.joinCells()-2*wallMargin), w.joinCells()+wallMargin)
		left = append(w.banner(cells), left...)
		body = style.SideBySide(style.Indented(left, wallMargin), w.tables(height, boardCells), cells+wallMargin)
	default:
		cells := w.ctx.Width - w.joinCells() - 3*wallMargin
		tables := w.tables(boardLines+1, cells)
		right := append(style.Exactly(w.middle(height-len(tables), cells), height-len(tables)), tables...)
		body = style.Indented(style.SideBySide(w.join(picture, height), right, w.joinCells()+wallMargin), wallMargin)
	}
	return append(slices.Clone(w.said), style.Exactly(body, height)...)
}

// joinCells returns the width of the invitation, which has a larger code on a large screen.
func (w *wall) joinCells() int {
	if w.ctx.Width >= largeCells {
		return joinCells * 3 / 2
	}
	return joinCells
}

// bannerLines returns the height of the banner.
func (w *wall) bannerLines(cells int) int { return len(w.banner(cells)) }

// banner returns the title in the largest letters that fit, and the facts below it. It has no title
// if that contains characters without a large form.
func (w *wall) banner(cells int) []string {
	lines := []string{""}
	title := strings.ToUpper(w.update.Plan.Title)
	for scale := 2; scale > 0 && style.HasBig(title); scale-- {
		big := style.Big(title, scale, !w.ctx.Settings.ASCII)
		if style.Width(big[0]) > cells {
			continue
		}
		for _, line := range big {
			lines = append(lines, w.ctx.Theme.Title.Render(line))
		}
		lines = append(lines, "")
		break
	}
	return append(append(lines, style.Wrapped(w.facts(), w.ctx.Theme.Faint, cells)...), "")
}

// facts describes the games, the number of people, and the remaining time.
func (w *wall) facts() string {
	u := w.update
	titles := make([]prose.Text, len(u.Plan.Games))
	for i, name := range u.Plan.Games {
		titles[i] = prose.T("{game}", prose.Literal(w.ctx.Kit(name).Game.Title))
	}
	here := 0
	for _, p := range u.People {
		if p.State != lobby.GameNightAway && p.State != lobby.GameNightGone {
			here++
		}
	}
	said := []string{
		w.ctx.Say(prose.T("{games}", prose.List(titles))),
		w.ctx.Say(prose.C("{n} person", "{n} people", prose.N(here))),
		w.ctx.Say(prose.C("{n} match played", "{n} matches played", prose.N(u.Played))),
	}
	if left := u.LeftText(w.now); !left.IsZero() {
		said = append(said, w.ctx.Say(left))
	}
	return strings.Join(said, "  ·  ")
}

// join describes how to join, with the QR code if it fits into height lines.
func (w *wall) join(picture []string, height int) []string {
	c, theme, i := w.ctx, w.ctx.Theme, w.invitation
	lines := []string{theme.Title.Render(c.Say(prose.T("Join now"))), ""}
	cells, scale := w.joinCells(), 1
	if cells > joinCells {
		scale = 2
	}
	for _, line := range style.Big(i.Code, scale, !c.Settings.ASCII) {
		lines = append(lines, theme.Accent.Render(line))
	}
	lines = append(lines, "")
	lines = append(lines, style.Wrapped(i.Line, theme.Strong, cells)...)
	for _, line := range i.OtherLines {
		lines = append(lines, style.Wrapped(line, theme.Faint, cells)...)
	}
	var key []string
	if i.HostKey != "" {
		key = append([]string{""}, style.Wrapped(c.Say(i.HostKeyText()), theme.Faint, cells)...)
	}
	next := w.next(cells)
	if rest := height - len(lines) - len(next); len(picture) > 0 && len(picture)+1 <= rest {
		lines = append(append(lines, ""), picture...)
	}
	if len(lines)+len(key)+len(next) <= height {
		lines = append(lines, key...)
	}
	if free := height - len(lines); free > 1 {
		lines = append(lines, next[:min(len(next), free)]...)
	}
	return lines
}

// next describes the next tables.
func (w *wall) next(cells int) []string {
	if len(w.update.Next) == 0 {
		return nil
	}
	lines := []string{"", w.ctx.Theme.Title.Render(w.ctx.Say(prose.T("Next")))}
	for _, t := range w.update.Next[:min(3, len(w.update.Next))] {
		lines = append(lines, style.Wrapped(tableLine(w.ctx, t, w.now), w.ctx.Theme.Text, cells)...)
	}
	return lines
}

// middle returns the standings, and below them the latest matches, in at most height lines.
func (w *wall) middle(height, cells int) []string {
	recent := slices.Clone(w.update.Recent)
	slices.Reverse(recent)
	var below []string
	for _, t := range recent[:min(3, len(recent))] {
		below = append(below, style.Wrapped(tableLine(w.ctx, t, w.now), w.ctx.Theme.Text, cells)...)
	}
	if len(below) > 0 {
		below = append([]string{"", w.ctx.Theme.Title.Render(w.ctx.Say(prose.T("Played")))}, below...)
	}
	if len(below) > height/3 {
		below = nil
	}
	return append(w.ranks(height-len(below), cells), below...)
}

// ranks returns the standings in at most height lines, below those of the teams, if any. The
// bracket of a knockout alternates with the standings.
func (w *wall) ranks(height, cells int) []string {
	if len(w.update.Bracket) > 0 && w.turn()%2 == 0 {
		tree := bracket{night: &night{ctx: w.ctx, update: w.update}}
		tree.update.You = -1
		return style.Exactly(tree.draw(height, cells), height)
	}
	var lines []string
	for _, team := range w.update.Teams[:min(len(w.update.Teams), height/3)] {
		said := w.ctx.Say(prose.T("{rank}. {team}: {points} points per match", prose.N(team.Rank), prose.Literal(team.Name), prose.N(team.Average)))
		lines = append(lines, w.ctx.Theme.Strong.Render(style.Cut(said, cells)))
	}
	if len(lines) > 0 {
		lines = append(lines, "")
	}
	return append(lines, w.ranking(height-len(lines), cells)...)
}

// tables returns the visible tables in at most height lines.
func (w *wall) tables(height, cells int) (lines []string) {
	numbers := w.tablesInTurn()
	for i, number := range numbers {
		at := slices.IndexFunc(w.update.Tables, func(t lobby.GameNightTable) bool { return t.Number == number })
		lines = append(lines, w.table(w.update.Tables[at], cells, height/len(numbers))...)
		if i < len(numbers)-1 && height/len(numbers) > boardLines+1 {
			lines = append(lines, "")
		}
	}
	return lines[:min(len(lines), height)]
}

// table returns a table with its heading in at most height lines.
func (w *wall) table(t lobby.GameNightTable, cells, height int) []string {
	theme := w.ctx.Theme
	title, game := w.ctx.Say(prose.T("Table {n}", prose.N(t.Number))), w.ctx.Say(prose.T("{game}, {stage}", prose.Literal(w.ctx.Kit(t.Game).Game.Title), prose.Sub(t.StageText(w.now))))
	lines := []string{theme.Title.Render(title) + "  " + theme.Faint.Render(game)}
	if style.Width(lines[0]) > cells {
		lines = append([]string{theme.Title.Render(title)}, style.Wrapped(game, theme.Faint, cells)...)
	}
	at := slices.IndexFunc(w.views, func(v tableView) bool { return v.Number == t.Number })
	kit := w.ctx.Kit(t.Game)
	if at < 0 || kit.Board == nil {
		return append(lines, style.Wrapped(w.ctx.Say(t.SeatsText()), theme.Text, cells)...)
	}
	return append(lines, widget.DrawPublic(w.ctx, kit, w.views[at].Update, cells, max(board.MinHeight-4, min(height-len(lines), boardLines+4)))...)
}
