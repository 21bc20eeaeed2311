package tui

// list is where somebody stands in a list that may be longer than the screen.
type list struct {
	cursor int
	top    int // the first line that is drawn
	room   int // how many are
}

// key moves the cursor over so many lines, and says whether the key does that.
func (l *list) key(name string, count int) bool {
	switch name {
	case "up", "k":
		l.cursor--
	case "down", "j":
		l.cursor++
	case "pgup":
		l.cursor -= max(1, l.room)
	case "pgdown", "space":
		l.cursor += max(1, l.room)
	case "home":
		l.cursor = 0
	case "end":
		l.cursor = count - 1
	default:
		return false
	}
	l.cursor = max(0, min(l.cursor, count-1))
	return true
}

// fit returns which of so many lines are drawn where there is room for some:
// the cursor is among them.
func (l *list) fit(count, room int) (from, to int) {
	l.room = max(1, room)
	l.top = max(0, min(l.top, count-l.room))
	l.top = max(l.cursor-l.room+1, min(l.top, l.cursor))
	return l.top, min(count, l.top+l.room)
}

// click chooses the line that is drawn at a place; again says that it was
// chosen already, and is to be opened.
func (l *list) click(at, count int) (again bool) {
	if at < 0 || at >= l.room || l.top+at >= count {
		return false
	}
	again = l.cursor == l.top+at
	l.cursor = l.top + at
	return again
}
