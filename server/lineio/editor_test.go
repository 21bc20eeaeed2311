package lineio_test

import (
	"bytes"
	"io"
	"testing"

	"parlor/server/lineio"
)

// TestComplete: the Tab key adds what all words have in common, and lists them if that is
// nothing more.
func TestComplete(t *testing.T) {
	for _, row := range []struct {
		line  string
		words []string
		shown string // after the line
	}{
		{"gue", []string{"guess"}, "ss "},
		{"GUE", []string{"guess"}, "ss "},
		{"guess", []string{"guess"}, " "},
		{"take ", []string{"tan", "tango"}, "tan"},
		{"take b", []string{"black", "blue"}, "l"},
		{"take ", []string{"black", "white"}, "\r\nblack  white\r\ntake "},
		{"take", nil, ""},
	} {
		keys, typed := io.Pipe()
		var echo bytes.Buffer
		editor := lineio.Edit(t.Context(), keys, &echo)
		asked := editor.Asked()
		go func() { _, _ = io.WriteString(typed, row.line+"\t") }()
		if line := <-asked; line != row.line {
			t.Errorf("of %q comes %q", row.line, line)
		}
		editor.Complete(row.line+"x", []string{"other"}) // something else was typed meanwhile
		editor.Complete(row.line, row.words)
		if echo.String() != row.line+row.shown {
			t.Errorf("%q with %q is shown as %q", row.line, row.words, echo.String())
		}
		_ = typed.Close()
		<-editor.Next()
	}
}
