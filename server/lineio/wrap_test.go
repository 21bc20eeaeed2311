package lineio_test

import (
	"bytes"
	"io"
	"testing"

	"parlor/server/lineio"
)

// TestLinesAreBrokenBetweenWords checks that the current width is used and that the typed line continues below.
func TestLinesAreBrokenBetweenWords(t *testing.T) {
	for _, row := range []struct {
		width       int
		text, shown string
	}{
		{0, "one two three\n", "one two three\r\n"},
		{80, "one two three\n", "one two three\r\n"},
		{13, "one two three\n", "one two three\r\n"},
		{12, "one two three\n", "one two\r\nthree\r\n"},
		{5, "one two three\n", "one\r\ntwo\r\nthree\r\n"},
		{4, "one two three", "one\r\ntwo\r\nthree"},
		{4, "everything\n", "everything\r\n"},
		{4, "everything is\n\nso\n", "everything\r\nis\r\n\r\nso\r\n"},
		{8, "  a name\n  another name\n", "  a name\r\n  another\r\nname\r\n"},
		{6, "李小龍 李小龍\n", "李小龍\r\n李小龍\r\n"},
	} {
		var shown bytes.Buffer
		editor := lineio.Edit(t.Context(), bytes.NewReader(nil), &shown)
		editor.Wraps(func() int { return row.width })
		<-editor.Next() // it has ended
		if _, err := io.WriteString(editor, row.text); err != nil || shown.String() != row.shown {
			t.Errorf("%d cells: %q is shown as %q (%v), want %q", row.width, row.text, shown.String(), err, row.shown)
		}
	}
}
