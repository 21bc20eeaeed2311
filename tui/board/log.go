package board

import (
	"slices"
	"strings"
	"sync"

	"parlor/engine"
	"parlor/prose"
	"parlor/tui/keymap"
	"parlor/tui/style"
)

// Log is the log of a game as a player reads it: the newest entries or, while it is open, earlier
// ones. Each entry is drawn once per width. The zero Log is closed.
type Log struct {
	entries int
	draw    DrawEntry
	width   int        // width of the cached entries
	drawn   [][]string // cached entries; nil if not drawn yet

	can  bool
	open bool
	back int // number of the newest entries that are scrolled out
	most int // the value of back at which the first entry was visible in the last drawing
	page int // number of entries that a page key scrolls

	opening func() // called before the log opens
}

// DrawEntry draws the entry i in lines of at most width cells.
type DrawEntry func(i, width int) []string

// LogState holds what determines the drawing of a log, apart from its entries.
type LogState struct {
	open bool
	back int
}

// State returns the state of the log.
func (l *Log) State() LogState { return LogState{l.open, l.back} }

// On sets the number of entries, whether the player can read them now, and how they are drawn.
// While entries are added, the log stays at the entry that is being read.
func (l *Log) On(n int, can bool, draw DrawEntry) {
	l.draw, l.drawn = draw, nil
	entries := n
	if l.can = can && entries > 0; !l.can {
		l.Close()
	}
	if came := entries - l.entries; l.back > 0 {
		l.back, l.most = max(0, l.back+came), max(0, l.most+came)
	}
	l.entries = entries
}

// Opened reports whether the log is open and has the keys.
func (l *Log) Opened() bool { return l.open }

// Close closes the log.
func (l *Log) Close() { l.open, l.back = false, 0 }

// Entry returns the lines of an entry. The caller must not modify them.
func (l *Log) Entry(i, width int) []string {
	if l.width != width || l.drawn == nil {
		l.width, l.drawn = width, make([][]string, l.entries)
	}
	if l.drawn[i] == nil {
		l.drawn[i] = l.draw(i, width)
	}
	return l.drawn[i]
}

// Draw returns the visible entries in at most lines lines. Entries are complete, except for an
// entry that does not fit by itself: it is cut at its end.
func (l *Log) Draw(width, lines int) []string {
	if l.open {
		l.most = l.entries - l.first(width, lines)
		l.back = min(l.back, l.most)
	}
	drawn, shown := l.until(l.entries-l.back, width, lines, nil)
	l.page = max(1, shown-1)
	return drawn
}

// Newest is like Draw for the newest entries, without those for which skip returns true. skip may
// be nil.
func (l *Log) Newest(width, lines int, skip func(i int) bool) []string {
	drawn, _ := l.until(l.entries, width, lines, skip)
	return drawn
}

// until returns the last of the first n entries that fit, and their number.
func (l *Log) until(n, width, lines int, skip func(i int) bool) (drawn []string, shown int) {
	blocks := make([][]string, 0, max(0, lines))
	for i := n - 1; i >= 0 && lines > 0; i-- {
		if skip != nil && skip(i) {
			continue
		}
		more := l.Entry(i, width)
		if len(more) > lines && len(blocks) > 0 {
			break
		}
		more = more[:min(len(more), lines)]
		blocks, lines = append(blocks, more), lines-len(more)
	}
	slices.Reverse(blocks)
	return slices.Concat(blocks...), len(blocks)
}

// first returns the number of entries, from the first one, that fit into the given lines.
func (l *Log) first(width, lines int) int {
	for i := range l.entries {
		if lines -= len(l.Entry(i, width)); lines < 0 {
			return max(1, i)
		}
	}
	return l.entries
}

// logKeys holds the keys of a log.
type logKeys struct{ open, scroll, leap, closing, up, down Binding }

// theLogKeys returns the keys of all logs, without actions.
var theLogKeys = sync.OnceValue(func() *logKeys { //nolint:gochecknoglobals // a constant table
	return &logKeys{
		open:    Binding{Key: keymap.Named("l"), Hint: prose.T("log"), Help: prose.T("the whole log; the same key or Esc closes it")},
		scroll:  Binding{Key: keymap.Of("↑↓", "up", "down"), Hint: prose.T("scroll"), Help: prose.T("in the log: scroll")},
		leap:    Binding{Key: keymap.Of("pgup, pgdown", "pgup", "pgdown", "home", "end"), Help: prose.T("in the log: page up or down, or to its ends")},
		closing: Binding{Key: keymap.Of("l", "l", "esc", "enter"), Hint: prose.T("back"), Leaves: true},
		up:      Binding{Key: keymap.Of("↑", "up"), Hint: prose.T("earlier")},
		down:    Binding{Key: keymap.Of("↓", "down"), Hint: prose.T("later")},
	}
})

// Bindings returns the keys of the log. While it is open, other keys do nothing. If opening is not
// nil, it is called before the log opens.
func (l *Log) Bindings(opening func()) Bindings {
	if opening != nil {
		l.opening = opening
	}
	return l.bind
}

func (l *Log) bind(yield func(Binding) bool) {
	k := theLogKeys()
	open := k.open.If(l.can && !l.open)
	if l.entries == 0 {
		open.Why = prose.T("Nothing has happened yet.")
	}
	_ = yield(open.Doing(l.toggle)) && yield(k.scroll.If(l.open && l.most > 0).Doing(l.scroll)) && yield(k.leap.If(l.open).Doing(l.scroll)) && yield(k.closing.If(l.open).Doing(l.toggle))
}

// Ways returns hints for the keys that show entries that were not visible in the last drawing.
func (l *Log) Ways() []Hint {
	if !l.open {
		return nil
	}
	return keymap.Hints(slices.Values([]Binding{theLogKeys().up.If(l.back < l.most), theLogKeys().down.If(l.back > 0)}))
}

func (l *Log) toggle(string) engine.Action {
	if !l.open && l.opening != nil {
		l.opening()
	}
	l.open, l.back, l.most = !l.open, 0, l.entries
	return ""
}

func (l *Log) scroll(name string) engine.Action {
	switch name {
	case "up":
		l.back++
	case "down":
		l.back--
	case "pgup":
		l.back += l.page
	case "pgdown":
		l.back -= l.page
	case "home":
		l.back = l.most
	case "end":
		l.back = 0
	}
	l.back = max(0, min(l.back, l.most))
	return ""
}

// DrawLog draws a log below its title. The keys that scroll follow the title if there is room.
func (k *Kit) DrawLog(log *Log, title prose.Text, width, height int) []string {
	lines := log.Draw(width, height-1)
	head := k.Theme.Title.Render(k.Say(title))
	if ways := strings.Join(k.Items(log.Ways()), k.Theme.Faint.Render(" · ")); ways != "" && style.Width(head)+1+style.Width(ways) <= width {
		head = style.Sides(head, ways, width)
	}
	return append([]string{head}, lines...)
}
