package davinci

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/prose"
	"parlor/tui/board"
)

// page is what the person looks at. In a large window the table stays beside it.
type page int

const (
	tablePage page = iota
	notesPage
	logPage
)

// keyPage handles the keys of the notes and of the log, and those that open
// them. It reports whether the key did something, and whether it was for a page.
func (b *model) keyPage(key string) (used, ofPage bool) {
	switch {
	case key == "tab" && b.page != notesPage && b.hasNotes():
		b.page = notesPage
		b.fill()
	case key == "l" && b.page != logPage && b.hasLog():
		b.page, b.reading = logPage, reading{}
	case b.page == notesPage:
		return b.keyNotes(key), true
	case b.page == logPage:
		return b.keyLog(key), true
	default:
		return false, false
	}
	return true, true
}

// turnPage goes back to the table where there is nothing else to look at any
// more, and at the end, which is to be seen.
func (b *model) turnPage() {
	if b.page == notesPage && !b.hasNotes() || b.page == logPage && (!b.hasLog() || b.view.Phase == game.PhaseOver) {
		b.page = tablePage
	}
}

// pageHints are the keys that open pages.
func (b *model) pageHints() []board.Hint {
	if b.hasNotes() {
		return append([]board.Hint{board.Press("tab", prose.T("notes"))}, b.hintRead()...)
	}
	return b.hintRead()
}

// pressed are hints as they are drawn on the board, where each can be clicked as
// its key.
func (b *model) pressed(hints []board.Hint) string {
	said := make([]string, len(hints))
	for i, hint := range hints {
		text := b.Theme.Key.Render(hint.Written) + " " + b.Theme.Faint.Render(b.Say(hint.Does))
		said[i] = board.Zone(text, keyPart+" "+keyName(hint.Written))
	}
	return strings.Join(said, b.Theme.Faint.Render(clauseMark))
}

// keyPart begins what a click on the hint of a key is told as.
const keyPart = "key"

// keyName is a key by its name, of several the last.
func keyName(sign string) string {
	switch {
	case strings.HasSuffix(sign, "↑"):
		return "up"
	case strings.HasSuffix(sign, "↓"):
		return "down"
	}
	return sign
}

// clickKey presses a key that was clicked.
func (b *model) clickKey(name string) (engine.Action, bool) {
	codes := map[string]rune{"tab": tea.KeyTab, "up": tea.KeyUp, "down": tea.KeyDown}
	if code, special := codes[name]; special {
		return b.Key(tea.KeyPressMsg{Code: code})
	}
	return b.Key(tea.KeyPressMsg{Code: rune(name[0]), Text: name})
}
