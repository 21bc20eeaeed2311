package board

import (
	"slices"
	"strings"

	"parlor/engine"
	"parlor/prose"
	"parlor/tui/keys"
	"parlor/tui/look"
)

// Log is where a person reads in what happened, which is told in entries: at the
// newest ones or, while it is open, at earlier ones to which they went back. The
// zero Log is closed.
type Log struct {
	entries int
	can     bool
	open    bool
	back    int // how many of the newest entries are left out
	most    int // of them, with the first one in sight, when it was last drawn
	page    int // how many entries a page goes

	opening func() // before it opens
	keys    *logKeys
	all     []Binding // as they were last asked for
}

// On goes on with so many entries, which can be read now or not. What is being
// read stays where it is when others come.
func (l *Log) On(entries int, can bool) {
	if l.can = can && entries > 0; !l.can {
		l.Close()
	}
	if came := entries - l.entries; l.back > 0 {
		l.back, l.most = max(0, l.back+came), max(0, l.most+came)
	}
	l.entries = entries
}

// Opened reports whether the log is open: the keys are its.
func (l *Log) Opened() bool { return l.open }

// Close closes the log.
func (l *Log) Close() { l.open, l.back = false, 0 }

// Draw returns the entries being read in at most so many lines, each whole and as
// entry draws it. Only one that has no room by itself is cut, at its end.
func (l *Log) Draw(lines int, entry func(i int) []string) []string {
	if l.open {
		l.most = l.entries - l.first(lines, entry)
		l.back = min(l.back, l.most)
	}
	drawn, shown := newest(l.entries-l.back, lines, entry)
	l.page = max(1, shown-1)
	return drawn
}

// Newest returns the newest of so many entries in at most so many lines, as Draw
// does, for what is only looked at.
func Newest(entries, lines int, entry func(i int) []string) []string {
	drawn, _ := newest(entries, lines, entry)
	return drawn
}

func newest(entries, lines int, entry func(i int) []string) (drawn []string, shown int) {
	blocks := make([][]string, 0, max(0, lines))
	for i := entries - 1; i >= 0 && lines > 0; i-- {
		more := entry(i)
		if len(more) > lines && len(blocks) > 0 {
			break
		}
		more = more[:min(len(more), lines)]
		blocks, lines = append(blocks, more), lines-len(more)
	}
	slices.Reverse(blocks)
	return slices.Concat(blocks...), len(blocks)
}

// first is how many entries, from the first on, have room in so many lines.
func (l *Log) first(lines int, entry func(i int) []string) int {
	for i := range l.entries {
		if lines -= len(entry(i)); lines < 0 {
			return max(1, i)
		}
	}
	return l.entries
}

// logKeys are the keys of a log, and what each does.
type logKeys struct{ open, scroll, leap, closing, up, down Binding }

func (l *Log) named() *logKeys {
	if l.keys == nil {
		l.keys = &logKeys{
			open:    Binding{Key: keys.Named("l"), Hint: prose.T("log"), Help: prose.T("the whole log; the same key or Esc closes it"), Do: l.toggle},
			scroll:  Binding{Key: keys.Of("↑↓", "up", "down"), Hint: prose.T("scroll"), Help: prose.T("in the log: go back, and forward again"), Do: l.scroll},
			leap:    Binding{Key: keys.Of("pgup, pgdown", "pgup", "pgdown", "home", "end"), Help: prose.T("in the log: a page back or forward, or to its ends"), Do: l.scroll},
			closing: Binding{Key: keys.Of("l", "l", "esc", "enter"), Hint: prose.T("back"), Leaves: true, Do: l.toggle},
			up:      Binding{Key: keys.Of("↑", "up"), Hint: prose.T("earlier")},
			down:    Binding{Key: keys.Of("↓", "down"), Hint: prose.T("later")},
		}
	}
	return l.keys
}

// Bindings are the keys of the log; while it is open, all others wait. Opening is
// called before it opens; nil leaves that as it was. The slice is good until they are
// asked for again.
func (l *Log) Bindings(opening func()) []Binding {
	if opening != nil {
		l.opening = opening
	}
	k := l.named()
	open := k.open.If(l.can && !l.open)
	if l.entries == 0 {
		open.Why = prose.T("Nothing has happened yet.")
	}
	l.all = append(l.all[:0], open, k.scroll.If(l.open && l.most > 0), k.leap.If(l.open), k.closing.If(l.open))
	return l.all
}

// Ways are hints of the keys by which there is something to read that was out of
// sight when the log was last drawn.
func (l *Log) Ways() []Hint {
	if !l.open {
		return nil
	}
	return keys.Hints([]Binding{l.named().up.If(l.back < l.most), l.named().down.If(l.back > 0)})
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

// DrawLog draws a log below its title. Behind the title stands by which keys there
// is more to read, where that has room.
func (k *Kit) DrawLog(log *Log, title prose.Text, width, height int, entry func(i int) []string) []string {
	lines := log.Draw(height-1, entry)
	head := k.Theme.Title.Render(k.Say(title))
	if ways := strings.Join(k.Items(log.Ways()), k.Theme.Faint.Render(" · ")); ways != "" && look.Width(head)+1+look.Width(ways) <= width {
		head = look.Sides(head, ways, width)
	}
	return append([]string{head}, lines...)
}
