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

// ChatLog is a player's view of a chat: what they have seen, and the scroll position. The zero
// value shows the newest messages.
type ChatLog struct {
	begun  bool
	seen   uint64 // ID of the newest message that was visible, or was sent before the player came
	chosen uint64 // ID of the message under the cursor of a player who has scrolled back; 0 for no cursor
	lowest saidAt // the lowest visible row of a player who has scrolled back
	width  int    // width of the last drawing
	height int
}

// saidAt identifies a row of a wrapped message.
type saidAt struct {
	line uint64
	row  int
}

// saidRow is a drawn row of a message.
type saidRow struct {
	at   saidAt
	text string
}

// Begin takes the messages from before the player came, which are not unread.
func (l *ChatLog) Begin(heard []lobby.ChatMessage) {
	if !l.begun {
		l.begun, l.seen = true, NewestLine(heard)
	}
}

// NewestLine returns the ID of the newest message, or 0.
func NewestLine(heard []lobby.ChatMessage) uint64 {
	if len(heard) == 0 {
		return 0
	}
	return heard[len(heard)-1].ID
}

// Unread returns the number of messages by others since the player last saw the chat.
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

// follow scrolls to the newest message.
func (l *ChatLog) follow() { l.chosen, l.lowest = 0, saidAt{} }

// rows wraps messages from the newest backwards until there are enough rows, or all if enough is
// negative. The newest row is the last.
func (l *ChatLog) rows(c *screen.Context, heard []lobby.ChatMessage, width, enough int) []saidRow {
	var rows []saidRow // newest first
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

// bottom returns the index of the lowest visible row for a player who has scrolled back. If its
// message is gone, it uses the nearest one.
func (l *ChatLog) bottom(rows []saidRow) int {
	at, found := slices.BinarySearchFunc(rows, l.lowest, func(row saidRow, want saidAt) int {
		return cmp.Or(cmp.Compare(row.at.line, want.line), cmp.Compare(row.at.row, want.row))
	})
	if !found && at > 0 {
		at-- // the window was widened, so that the message has fewer rows
	}
	return max(min(l.height, len(rows))-1, min(at, len(rows)-1))
}

// draw returns the chat in exactly height lines, newest last. If the player has scrolled back, the
// position stays. Visible messages count as seen.
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

// key scrolls: by message with a cursor, by page, to the first message, or to the newest.
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

// reach returns the lowest row of a window that shows the message under the cursor and is as near
// as possible to another row.
func (l *ChatLog) reach(rows []saidRow, last int) int {
	first := max(0, slices.IndexFunc(rows, func(row saidRow) bool { return row.at.line == l.chosen }))
	end := first
	for end+1 < len(rows) && rows[end+1].at.line == l.chosen {
		end++
	}
	return min(max(last, end), first+min(l.height, len(rows))-1, len(rows)-1)
}

// cursor returns the index of the message under the cursor or, if that is gone or muted, of the
// next one.
func (l *ChatLog) cursor(heard []lobby.ChatMessage) int {
	at := slices.IndexFunc(heard, func(line lobby.ChatMessage) bool { return line.ID >= l.chosen })
	if at < 0 {
		return len(heard) - 1
	}
	return at
}

// step moves the cursor by a message, and scrolls only if necessary. Below the newest message, it
// removes the cursor.
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

// speaker returns the sender of the message under the cursor. It is empty for the player's own
// messages, or without a cursor.
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

// saidLines returns a wrapped message.
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

// ChatIndent is the indent of the rows of a message after the first.
const ChatIndent = 3

// WithUnread returns the right part of a header, with the number of unread messages before it. In a
// slim window, only the last part is kept.
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

// WithCount returns a hint with the number of unread messages, if there are any.
func WithCount(does prose.Text, n int) prose.Text {
	if n == 0 {
		return does
	}
	return prose.T("{talk} ({n})", prose.Sub(does), prose.N(n))
}

// below returns the number of new messages for a player who has scrolled back, or "".
func (l *ChatLog) below(c *screen.Context, heard []lobby.ChatMessage) string {
	unread := l.Unread(heard, c.You.Name)
	if unread == 0 || l.chosen == 0 {
		return ""
	}
	return c.Say(prose.C("{n} new message below", "{n} new messages below", prose.N(unread)))
}

// Titled returns the chat with a title in exactly height lines.
func (l *ChatLog) Titled(c *screen.Context, heard []lobby.ChatMessage, width, height int) []string {
	said := l.draw(c, heard, width, height-1)
	title := c.Theme.Title.Render(c.Say(prose.T("Chat")))
	if below := l.below(c, heard); below != "" {
		title = style.Sides(title, c.Theme.Accent.Render(below), width)
	}
	return append([]string{title}, said...)
}

// Framed returns the chat in a box of exactly width and height cells. key is the key that opens the
// chat.
func (l *ChatLog) Framed(c *screen.Context, heard []lobby.ChatMessage, key string, width, height int) []string {
	note := l.below(c, heard)
	if note == "" {
		note = key + " " + c.Say(prose.T("say something"))
	}
	return Framed(c, c.Say(prose.T("Chat")), note, l.draw(c, heard, width-4, height-2), width, height)
}

// Newest returns the newest messages in at most the given lines, followed by an empty line. If it
// shows all unread messages, they count as seen.
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

// Speaker describes the sender of a message.
func Speaker(line lobby.ChatMessage) prose.Text {
	if line.Apart {
		return prose.T("{name} (to spectators)", prose.Name(line.Name))
	}
	if line.Watcher {
		return prose.T("{name} (watching)", prose.Name(line.Name))
	}
	return prose.T("{name}", prose.Name(line.Name))
}

// Mentions reports whether a message by another player mentions this one.
func Mentions(c *screen.Context, line lobby.ChatMessage) bool {
	own := c.You.Name
	return own != "" && line.Name != own && strings.Contains(strings.ToLower(line.Text), strings.ToLower(own))
}
