package tui

import (
	"cmp"
	"context"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/look"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// conversation is how one person follows what is said in one place: what of it they
// have seen, and where they read. The zero value follows what is newest.
type conversation struct {
	begun  bool
	seen   uint64 // the newest line that was on the screen, or was there before the person
	chosen uint64 // the line under the cursor of somebody who reads back; 0 where they follow
	lowest saidAt // where they read, the row that stands lowest
	width  int    // of what was drawn last
	height int
}

// saidAt is a row of what was said: of a line, which is wrapped, one of its rows.
type saidAt struct {
	line uint64
	row  int
}

// saidRow is a row as it is drawn.
type saidRow struct {
	at   saidAt
	text string
}

// begin takes what was said before the person came: it is not news to them.
func (c *conversation) begin(heard []lobby.Line) {
	if !c.begun {
		c.begun, c.seen = true, newestLine(heard)
	}
}

// newestLine is the number of the newest line; 0 where there is none.
func newestLine(heard []lobby.Line) uint64 {
	if len(heard) == 0 {
		return 0
	}
	return heard[len(heard)-1].ID
}

// unread counts what others have said since the person last saw the talk.
func (c *conversation) unread(heard []lobby.Line, own string) (n int) {
	for _, line := range slices.Backward(heard) {
		if line.ID <= c.seen {
			break
		}
		if line.Name != own {
			n++
		}
	}
	return n
}

// follow goes to what is newest.
func (c *conversation) follow() { c.chosen, c.lowest = 0, saidAt{} }

// rows wraps what was said, from the newest line backwards until there are enough
// rows; with enough below 0 all of it. The newest row is the last.
func (c *conversation) rows(r *Root, heard []lobby.Line, width, enough int) []saidRow {
	var rows []saidRow // the newest first
	for _, line := range slices.Backward(heard) {
		if enough >= 0 && len(rows) >= enough {
			break
		}
		said := r.saidLines(line, width, line.ID == c.chosen)
		for row, text := range slices.Backward(said) {
			rows = append(rows, saidRow{saidAt{line.ID, row}, text})
		}
	}
	slices.Reverse(rows)
	return rows
}

// bottom is the index of the row that stands lowest where somebody reads back: of
// a line that is there no more the nearest one.
func (c *conversation) bottom(rows []saidRow) int {
	at, found := slices.BinarySearchFunc(rows, c.lowest, func(row saidRow, want saidAt) int {
		return cmp.Or(cmp.Compare(row.at.line, want.line), cmp.Compare(row.at.row, want.row))
	})
	if !found && at > 0 {
		at-- // the window was made wider, and the line has fewer rows
	}
	return max(min(c.height, len(rows))-1, min(at, len(rows)-1))
}

// draw is what was said in exactly so many lines, the newest below, unless the
// person reads back: then all stays where it is, whatever comes. What stands there
// has been seen.
func (c *conversation) draw(r *Root, heard []lobby.Line, width, height int) []string {
	c.width, c.height = width, max(1, height)
	if len(heard) == 0 {
		c.follow()
		return look.Exactly(look.Indented(look.Wrapped(r.ctx.Say(prose.T("Nobody has said anything yet.")), r.ctx.Theme.Faint, width-1), 1), height)
	}
	enough := c.height
	if c.chosen > 0 {
		c.chosen, enough = heard[c.cursor(heard)].ID, -1
	}
	rows := c.rows(r, heard, width, enough)
	last := len(rows) - 1
	if c.chosen > 0 {
		last = c.reach(rows, c.bottom(rows))
	}
	c.seen = max(c.seen, rows[last].at.line)
	lines := make([]string, 0, height)
	for _, row := range rows[max(0, last+1-c.height) : last+1] {
		lines = append(lines, row.text)
	}
	return look.Exactly(lines, height)
}

// key moves through what was said: line by line with a cursor, or by pages, to the
// first line and back to the newest.
func (c *conversation) key(r *Root, heard []lobby.Line, name string) {
	if len(heard) == 0 || name == "end" {
		c.follow()
		return
	}
	rows := c.rows(r, heard, c.width, -1)
	page, last := min(c.height, len(rows)), len(rows)-1
	if c.chosen > 0 {
		last = c.bottom(rows)
	}
	switch name {
	case "up", "down":
		c.step(rows, heard, last, name)
		return
	case "pgup":
		last = max(page-1, last-max(1, page-1))
		c.chosen = rows[last+1-page].at.line
	case "pgdown":
		if last += max(1, page-1); last >= len(rows)-1 {
			c.follow()
			return
		}
		c.chosen = rows[last].at.line
	case "home":
		c.chosen = rows[0].at.line
	}
	c.lowest = rows[c.reach(rows, last)].at
}

// reach is the row that stands lowest where the line under the cursor is in the window,
// as near to another row as that can be.
func (c *conversation) reach(rows []saidRow, last int) int {
	first := max(0, slices.IndexFunc(rows, func(row saidRow) bool { return row.at.line == c.chosen }))
	end := first
	for end+1 < len(rows) && rows[end+1].at.line == c.chosen {
		end++
	}
	return min(max(last, end), first+min(c.height, len(rows))-1, len(rows)-1)
}

// cursor is the place of the line under the cursor: of one that is there no more, or
// is not heard, the next one.
func (c *conversation) cursor(heard []lobby.Line) int {
	at := slices.IndexFunc(heard, func(line lobby.Line) bool { return line.ID >= c.chosen })
	if at < 0 {
		return len(heard) - 1
	}
	return at
}

// step moves the cursor by a line, and the window only where that line is not in
// it. Below the newest line is none: there the person follows again.
func (c *conversation) step(rows []saidRow, heard []lobby.Line, last int, name string) {
	at := len(heard)
	if c.chosen > 0 {
		at = c.cursor(heard)
	}
	if name == "up" {
		at = max(0, at-1)
	} else if at++; at >= len(heard) || c.chosen == 0 {
		c.follow()
		return
	}
	c.chosen = heard[at].ID
	c.lowest = rows[c.reach(rows, last)].at
}

// speaker is who said the line under the cursor; empty where that is the person, or
// there is no cursor.
func (c *conversation) speaker(heard []lobby.Line, own string) string {
	if c.chosen == 0 {
		return ""
	}
	for _, line := range heard {
		if line.ID == c.chosen && line.Name != own {
			return line.Name
		}
	}
	return ""
}

// saidLines is something that was said, in as many lines as it takes.
func (r *Root) saidLines(line lobby.Line, width int, chosen bool) []string {
	theme := r.ctx.Theme
	style := theme.Text
	if r.calls(line) {
		style = theme.Accent
	}
	who, mark := r.ctx.Say(speaker(line)), " "
	if chosen {
		mark = theme.Accent.Render("▸")
	}
	lines := prose.Wrap(who+" "+line.Text, max(1, width-saidIndent))
	for i, part := range lines {
		rest, named := strings.CutPrefix(part, who)
		switch {
		case i == 0 && named:
			lines[i] = mark + theme.Strong.Render(who) + style.Render(rest)
		case i == 0:
			lines[i] = mark + style.Render(part)
		default:
			lines[i] = strings.Repeat(" ", saidIndent) + style.Render(part)
		}
	}
	return lines
}

// saidIndent is how far what was said stands in behind its first row.
const saidIndent = 3

// withNews is what stands right on the head of a screen, and before it how much has
// come that the person has not seen. In a slim window only the last of the rest stays.
func (r *Root) withNews(unread int, right ...string) string {
	if unread == 0 {
		return strings.Join(right, widget.HeadGap)
	}
	if r.ctx.Slim() {
		return r.ctx.Say(withCount(prose.T("talk"), unread)) + widget.HintGap + right[len(right)-1]
	}
	news := r.ctx.Say(prose.C("{n} new message", "{n} new messages", prose.N(unread)))
	return strings.Join(append([]string{news}, right...), widget.HeadGap)
}

// withCount is what a key does, and how many wait there; alone for none.
func withCount(does prose.Text, n int) prose.Text {
	if n == 0 {
		return does
	}
	return prose.T("{talk} ({n})", prose.Sub(does), prose.N(n))
}

// below says how much has come below while somebody reads back; empty for nothing.
func (c *conversation) below(r *Root, heard []lobby.Line) string {
	unread := c.unread(heard, r.you())
	if unread == 0 || c.chosen == 0 {
		return ""
	}
	return r.ctx.Say(prose.C("{n} new message below", "{n} new messages below", prose.N(unread)))
}

// titled is what was said in exactly so many lines, below its title.
func (c *conversation) titled(r *Root, heard []lobby.Line, width, height int) []string {
	said := c.draw(r, heard, width, height-1)
	title := r.ctx.Theme.Title.Render(r.ctx.Say(prose.T("Talk")))
	if below := c.below(r, heard); below != "" {
		title = look.Sides(title, r.ctx.Theme.Accent.Render(below), width)
	}
	return append([]string{title}, said...)
}

// newestTalk is the newest of what was heard in at most so many lines, with an empty
// one below. Where that is all that is new it has been seen.
func (r *Root) newestTalk(c *conversation, heard []lobby.Line, most int) []string {
	if len(heard) == 0 {
		return nil
	}
	lines, whole := make([]string, 0, most+1), true
	for _, line := range heard[max(0, len(heard)-most):] {
		said := "   " + r.ctx.Theme.Strong.Render(line.Name) + " " + r.ctx.Theme.Text.Render(line.Text)
		whole = whole && look.Width(said) <= r.ctx.Width-2
		lines = append(lines, look.Cut(said, r.ctx.Width-2))
	}
	if whole && c.unread(heard, r.you()) <= most {
		c.seen = max(c.seen, newestLine(heard))
	}
	return append(lines, "")
}

// mute hears no more from somebody, or again.
func (r *Root) mute(name string) tea.Cmd { return r.hears(name, slices.Contains(r.muted, name)) }

// hears says whether the person hears somebody from now on, here and wherever they
// come with the same key. The lobby leaves out what they said.
func (r *Root) hears(name string, hears bool) tea.Cmd {
	r.muted = slices.DeleteFunc(r.muted, func(one string) bool { return one == name })
	if hears {
		r.tell(prose.T("You hear {name} again.", prose.Name(name)))
	} else {
		r.muted = append(r.muted, name)
		r.tell(prose.T("You hear nothing more from {name}.", prose.Name(name)))
	}
	visit := r.ctx.Session
	left := slices.DeleteFunc(slices.Clone(r.muted), func(one string) bool { return one == name })
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), screen.Patience)
		defer cancel()
		if err := lobby.Perform(ctx, visit, lobby.Mute{Name: name, Muted: !hears}); err != nil {
			return mutedMsg{names: left, err: err}
		}
		return r.loadMuted()
	}
}

// gotMuted takes over whom the person does not hear; whom they muted last stays last.
func (r *Root) gotMuted(msg mutedMsg) {
	if msg.err != nil {
		r.refuse(msg.err)
	}
	muted := slices.DeleteFunc(slices.Clone(r.muted), func(name string) bool { return !slices.Contains(msg.names, name) })
	for _, name := range msg.names {
		if !slices.Contains(muted, name) {
			muted = append(muted, name)
		}
	}
	if !slices.Equal(r.muted, muted) {
		r.muted = muted
		r.changed()
	}
}

func speaker(line lobby.Line) prose.Text {
	if line.Apart {
		return prose.T("{name} (to watchers)", prose.Name(line.Name))
	}
	if line.Watcher {
		return prose.T("{name} (watching)", prose.Name(line.Name))
	}
	return prose.T("{name}", prose.Name(line.Name))
}

// calls says whether somebody else is speaking of this person.
func (r *Root) calls(line lobby.Line) bool {
	own := r.you()
	return own != "" && line.Name != own && strings.Contains(strings.ToLower(line.Text), strings.ToLower(own))
}
