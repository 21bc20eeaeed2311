package davinci

import (
	"slices"
	"strings"

	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keys"
)

// page is what the person looks at. In a large window the table stays beside it.
type page int

const (
	tablePage page = iota
	notesPage
	logPage
)

func (b *model) page() page {
	switch {
	case b.notes.Opened():
		return notesPage
	case b.log.Opened():
		return logPage
	}
	return tablePage
}

// opening are the keys that open pages, as they stand on the table.
func (b *model) opening() []string {
	if b.page() != tablePage {
		return nil
	}
	return b.Items(keys.Hints(slices.Concat(b.notes.Bindings(nil), b.log.Bindings(nil))))
}

// more is the line below what is shown in part: the keys that show the rest.
func (b *model) more(what prose.Text) string {
	rest := keys.Hints([]board.Binding{{Key: b.keys.across, Hint: what}})
	return strings.Repeat(" ", margin) + strings.Join(b.Items(rest), "")
}
