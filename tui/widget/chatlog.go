package widget

import (
	"cmp"
	"slices"
	"strings"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/screen"
	"parlor/tui/style"
)

// ChatLog is how one player follows the chat of one place: what of it they have seen,
// and where they read. The zero value follows the newest line.
type ChatLog struct {
	begun  bool
	seen   uint64 // the newest line that was on the screen, or was there before the player
	chosen uint64 // the line under the cursor of a player who reads back; 0 while they follow
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

// Begin takes what was said before the player came: it is not unread.
func (l *ChatLog) Begin(heard []lobby.ChatMessage) {
	if !l.begun {
		l.begun, l.seen = true, NewestLine(heard)
	}
}

// NewestLine returns the number of the newest line; 0 if there is none.
func NewestLine(heard []lobby.ChatMessage) uint64 {
	if len(heard) == 0 {
		return 0
	}
	return heard[len(heard)-1].ID
}

// Unread counts what others have said since the player last saw the chat.
func (l *ChatLog) Unread(heard []lobby.ChatMessage, own string) (n int) {
	for _, line := range slices.Backward(heard) {
		if line.ID <= l.seen {
			break
		}
		if line.Name != own {
			n++
		}
	}
	return n
}

// follow goes to what is newest.
func (l *ChatLog) follow() { l.chosen, l.lowest = 0, saidAt{} }

// rows wraps what was said, from the newest line backwards until there are enough
// rows; with enough below 0 all of it. The newest row is the last.
func (l *ChatLog) rows(c *screen.Context, heard []lobby.ChatMessage, width, enough int) []saidRow {
	var rows []saidRow // the newest first
	for _, line := range slices.Backward(heard) {
		if enough >= 0 && len(rows) >= enough {
			break
		}
		said := saidLines(c, line, width, line.ID == l.chosen)
		for row, text := range slices.Backward(said) {
			rows = append(rows, saidRow{saidAt{line.ID, row}, text})
		}
	}
	slices.Reverse(rows)
	return rows
}

// bottom returns the index of the lowest row in the window while the player reads back: if its
// message is gone, the nearest one.
func (l *ChatLog) bottom(rows []saidRow) int {
	at, found := slices.BinarySearchFunc(rows, l.lowest, func(row saidRow, want saidAt) int {
		return cmp.Or(cmp.Compare(row.at.line, want.line), cmp.Compare(row.at.row, want.row))
	})
	if !found && at > 0 {
		at-- // the window was made wider, and the line has fewer rows
	}
	return max(min(l.height, len(rows))-1, min(at, len(rows)-1))
}

// draw returns the chat in exactly height lines, the newest below, unless the player
// reads back: then all stays where it is, whatever comes. What is drawn has been seen.
func (l *ChatLog) draw(c *screen.Context, heard []lobby.ChatMessage, width, height int) []string {
	l.width, l.height = width, max(1, height)
	if len(heard) == 0 {
		l.follow()
		return style.Exactly(style.Indented(style.Wrapped(c.Say(prose.T("No messages yet.")), c.Theme.Faint, width-1), 1), height)
	}
	enough := l.height
	if l.chosen > 0 {
		l.chosen, enough = heard[l.cursor(heard)].ID, -1
	}
	rows := l.rows(c, heard, width, enough)
	last := len(rows) - 1
	if l.chosen > 0 {
		last = l.reach(rows, l.bottom(rows))
	}
	l.seen = max(l.seen, rows[last].at.line)
	lines := make([]string, 0, height)
	for _, row := range rows[max(0, last+1-l.height) : last+1] {
		lines = append(lines, row.text)
	}
	return style.Exactly(lines, height)
}

// key moves through what was said: line by line with a cursor, or by pages, to the
// first line and back to the newest.
func (l *ChatLog) key(c *screen.Context, heard []lobby.ChatMessage, name string) {
	if len(heard) == 0 || name == "end" {
		l.follow()
		return
	}
	rows := l.rows(c, heard, l.width, -1)
	page, last := min(l.height, len(rows)), len(rows)-1
	if l.chosen > 0 {
		last = l.bottom(rows)
	}
	switch name {
	case "up", "down":
		l.step(rows, heard, last, name)
		return
	case "pgup":
		last = max(page-1, last-max(1, page-1))
		l.chosen = rows[last+1-page].at.line
	case "pgdown":
		if last += max(1, page-1); last >= len(rows)-1 {
			l.follow()
			return
		}
		l.chosen = rows[last].at.line
	case "home":
		l.chosen = rows[0].at.line
	}
	l.lowest = rows[l.reach(rows, last)].at
}

// reach returns the lowest row of a window that has the message under the cursor and is as near
// to another row as possible.
func (l *ChatLog) reach(rows []saidRow, last int) int {
	first := max(0, slices.IndexFunc(rows, func(row saidRow) bool { return row.at.line == l.chosen }))
	end := first
	for end+1 < len(rows) && rows[end+1].at.line == l.chosen {
		end++
	}
	return min(max(last, end), first+min(l.height, len(rows))-1, len(rows)-1)
}

// cursor returns the index of the message under the cursor: if it is gone or muted, the next
// one.
func (l *ChatLog) cursor(heard []lobby.ChatMessage) int {
	at := slices.IndexFunc(heard, func(line lobby.ChatMessage) bool { return line.ID >= l.chosen })
	if at < 0 {
		return len(heard) - 1
	}
	return at
}

// step moves the cursor by a line, and the window only where that line is not in
// it. Below the newest line is none: there the player follows again.
func (l *ChatLog) step(rows []saidRow, heard []lobby.ChatMessage, last int, name string) {
	at := len(heard)
	if l.chosen > 0 {
		at = l.cursor(heard)
	}
	if name == "up" {
		at = max(0, at-1)
	} else if at++; at >= len(heard) || l.chosen == 0 {
		l.follow()
		return
	}
	l.chosen = heard[at].ID
	l.lowest = rows[l.reach(rows, last)].at
}

// speaker returns who said the line under the cursor; empty if that is the player, or
// there is no cursor.
func (l *ChatLog) speaker(heard []lobby.ChatMessage, own string) string {
	if l.chosen == 0 {
		return ""
	}
	for _, line := range heard {
		if line.ID == l.chosen && line.Name != own {
			return line.Name
		}
	}
	return ""
}

// saidLines returns a message, wrapped.
func saidLines(c *screen.Context, line lobby.ChatMessage, width int, chosen bool) []string {
	theme := c.Theme
	textStyle := theme.Text
	if Mentions(c, line) {
		textStyle = theme.Accent
	}
	who, mark := c.Say(Speaker(line)), " "
	if chosen {
		mark = theme.Accent.Render("▸")
	}
	lines := prose.Wrap(who+" "+line.Text, max(1, width-ChatIndent))
	for i, part := range lines {
		rest, named := strings.CutPrefix(part, who)
		switch {
		case i == 0 && named:
			lines[i] = mark + theme.Strong.Render(who) + textStyle.Render(rest)
		case i == 0:
			lines[i] = mark + textStyle.Render(part)
		default:
			lines[i] = strings.Repeat(" ", ChatIndent) + textStyle.Render(part)
		}
	}
	return lines
}

// ChatIndent is the indent of the rows of a message after its first.
const ChatIndent = 3

// WithUnread joins what stands right on the head of a screen, with the number of unread
// messages before it. In a slim window only the last of the rest stays.
func WithUnread(c *screen.Context, unread int, right ...string) string {
	if unread == 0 {
		return strings.Join(right, HeadGap)
	}
	if c.Slim() {
		return c.Say(WithCount(prose.T("chat"), unread)) + HintGap + right[len(right)-1]
	}
	news := c.Say(prose.C("{n} new message", "{n} new messages", prose.N(unread)))
	return strings.Join(append([]string{news}, right...), HeadGap)
}

// WithCount returns a hint with the number of messages that are unread; without it if there are
// none.
func WithCount(does prose.Text, n int) prose.Text {
	if n == 0 {
		return does
	}
	return prose.T("{talk} ({n})", prose.Sub(does), prose.N(n))
}

// below returns how many messages have arrived below while the player reads back; empty for
// none.
func (l *ChatLog) below(c *screen.Context, heard []lobby.ChatMessage) string {
	unread := l.Unread(heard, c.You.Name)
	if unread == 0 || l.chosen == 0 {
		return ""
	}
	return c.Say(prose.C("{n} new message below", "{n} new messages below", prose.N(unread)))
}

// Titled returns the chat in exactly height lines, the first of them its title.
func (l *ChatLog) Titled(c *screen.Context, heard []lobby.ChatMessage, width, height int) []string {
	said := l.draw(c, heard, width, height-1)
	title := c.Theme.Title.Render(c.Say(prose.T("Chat")))
	if below := l.below(c, heard); below != "" {
		title = style.Sides(title, c.Theme.Accent.Render(below), width)
	}
	return append([]string{title}, said...)
}

// Framed returns the chat in a box of exactly width and height cells. Key opens the chat.
func (l *ChatLog) Framed(c *screen.Context, heard []lobby.ChatMessage, key string, width, height int) []string {
	note := l.below(c, heard)
	if note == "" {
		note = key + " " + c.Say(prose.T("say something"))
	}
	return Framed(c, c.Say(prose.T("Chat")), note, l.draw(c, heard, width-4, height-2), width, height)
}

// Newest returns the newest of the chat in at most that many lines, and an empty one
// below. If that is all that is unread, it has been seen.
func (l *ChatLog) Newest(c *screen.Context, heard []lobby.ChatMessage, most int) []string {
	if len(heard) == 0 {
		return nil
	}
	lines, whole := make([]string, 0, most+1), true
	for _, line := range heard[max(0, len(heard)-most):] {
		said := "   " + c.Theme.Strong.Render(line.Name) + " " + c.Theme.Text.Render(line.Text)
		whole = whole && style.Width(said) <= c.Width-2
		lines = append(lines, style.Cut(said, c.Width-2))
	}
	if whole && l.Unread(heard, c.You.Name) <= most {
		l.seen = max(l.seen, NewestLine(heard))
	}
	return append(lines, "")
}

// Speaker returns who sent a message, and from where.
func Speaker(line lobby.ChatMessage) prose.Text {
	if line.Apart {
		return prose.T("{name} (to spectators)", prose.Name(line.Name))
	}
	if line.Watcher {
		return prose.T("{name} (watching)", prose.Name(line.Name))
	}
	return prose.T("{name}", prose.Name(line.Name))
}

// Mentions reports whether another player speaks of this one.
func Mentions(c *screen.Context, line lobby.ChatMessage) bool {
	own := c.You.Name
	return own != "" && line.Name != own && strings.Contains(strings.ToLower(line.Text), strings.ToLower(own))
}
