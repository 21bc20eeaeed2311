package davinci

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	game "parlor/engine/davinci"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/style"
)

// eventLog is the log of the game. Each entry describes a turn or part of one.
type eventLog struct {
	*position
	board.Log

	entries []entry
}

// see takes the newest scene. Under the memory option, only some of the events are known, without
// their indexes.
func (l *eventLog) see() {
	if l.Scene.Logged == len(l.view.Log) {
		l.entries = tellBy(l.view.Log, l.Scene.PeopleAt)
	} else {
		l.entries = tell(l.view.Log, l.People)
	}
	for i := range l.entries {
		l.entries[i].whole = nil // not shown
	}
	draw := func(i, width int) []string { return l.entryLines(l.entries[i], width) }
	l.On(len(l.entries), l.InPlay() && l.view.Phase != game.PhaseOver, draw)
}

// newest returns the beginnings of the newest entries in at most rows lines.
func (l *eventLog) newest(width, rows int) []string {
	if n := len(l.entries); n == 0 || len(l.Entry(n-1, width)) > rows {
		return nil
	}
	return l.Newest(width, rows, nil)
}

// recent returns the newest entries in at most rows lines. If they only show the tile that the
// player has just drawn, it returns what happened before.
func (l *eventLog) recent(width, rows int) []string {
	told := l.entries
	if lines := l.newest(width, rows); len(lines) > 1 || len(told) == 0 {
		return lines
	}
	if last := told[len(told)-1]; len(told) > 1 && l.People.IsYou(last.seat) && len(last.clauses) == 1 && !last.asked.known {
		told = told[:len(told)-1]
	}
	for _, last := range shorter(told[len(told)-1]) {
		if lines := l.entryLines(last, width); len(lines) <= rows {
			return lines
		}
	}
	return l.newest(width, rows)
}

// shorter returns an entry in longer and shorter forms: with all its clauses, with fewer before its
// guess, and with fewer after it.
func shorter(e entry) []entry {
	all := []entry{e}
	e.clauses = e.clauses[e.asked.clause:]
	for ; len(e.clauses) > 0; e.clauses = e.clauses[:len(e.clauses)-1] {
		all = append(all, e)
	}
	return all
}

// underlined appends to lines as much of the log as fits.
func (l *eventLog) underlined(lines []string, width, height int) []string {
	return append(lines, style.Indented(l.newest(width-margin, max(0, height-len(lines))), margin)...)
}

// history returns the log at the position to which the player has scrolled, below its title.
func (l *eventLog) history(width, height int) []string {
	return l.DrawLog(&l.Log, l.logHeading(), width, height)
}

// logTitle returns the title of the log.
func (l *eventLog) logTitle() string { return l.Theme.Title.Render(l.Say(l.logHeading())) }

func (l *eventLog) logHeading() prose.Text {
	if l.view.Memory {
		return prose.T("The last guess")
	}
	return prose.T("What happened")
}

// entryLines wraps an entry. Its mark is in the margin on the left.
func (l *eventLog) entryLines(e entry, width int) []string {
	mark := l.Theme.Faint.Render("·")
	switch {
	case e.asked.known && e.asked.right:
		mark = l.Theme.Good.Render("✓")
	case e.asked.known:
		mark = l.Theme.Bad.Render("✗")
	}
	text := l.line(e)
	if style.Width(text) <= width-2 {
		return []string{mark + " " + text}
	}
	// A point at the start of a line would look like the mark of another entry.
	text = strings.ReplaceAll(text, clauseMark, "\u00a0"+clauseMark[1:])
	lines := strings.Split(ansi.Wrap(text, max(1, width-2), ""), "\n")
	for i, line := range lines {
		line = strings.ReplaceAll(line, "\u00a0", " ")
		lines[i] = "  " + line
		if i == 0 {
			lines[i] = mark + " " + line
		}
	}
	return lines
}

// line returns an entry as a line of the log: a name, and what that player did.
func (l *eventLog) line(e entry) string {
	return l.Say(e.who.Say(e.seat, "You: {events}", "{name}: {events}", l.joined(e.clauses)))
}
