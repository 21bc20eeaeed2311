package lineio_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"testing/iotest"
	"unicode"
	"unicode/utf8"

	"parlor/server/lineio"
)

func seeds(f *testing.F) {
	for _, text := range []string{
		"", "hello\n", "one\r\ntwo\rthree", "caf\u00e9\x7f\x7fe\n", "\x1b[A\x1bOB\x1b[200~x\n", "\x15\x08\x04after", "\x03", "日本\x7f\r", "\xff\xfe\n", "\u202e\u200d\n",
		strings.Repeat("x", lineio.MaxLine-1) + "\n", strings.Repeat("x", lineio.MaxLine+1), strings.Repeat("é", lineio.MaxLine/2) + "\n",
	} {
		f.Add([]byte(text))
	}
}

// FuzzRead checks that lines have a bounded length and that nothing between them is lost.
func FuzzRead(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, sent []byte) {
		lines := lineio.Read(t.Context(), iotest.OneByteReader(bytes.NewReader(sent)))
		rest := sent
		for line := range lines.Next() {
			next, after, found := bytes.Cut(rest, []byte("\n"))
			if want := strings.TrimRight(string(next), "\r\n"); !found || line != want || len(line) >= lineio.MaxLine {
				t.Errorf("of %q comes %q, not %q", sent, line, want)
			}
			rest = after
		}
		switch tooLong := errors.Is(lines.Err(), lineio.ErrTooLong); {
		case tooLong && len(rest) < lineio.MaxLine, !tooLong && (lines.Err() != nil || bytes.Contains(rest, []byte("\n"))):
			t.Errorf("after %q it ends with %v", rest, lines.Err())
		}
	})
}

// FuzzEdit checks that lines and echoed text are printable.
func FuzzEdit(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, typed []byte) {
		var echo bytes.Buffer
		editor := lineio.Edit(t.Context(), bytes.NewReader(typed), &echo)
		count := 0
		for line := range editor.Next() {
			count++
			if len(line) >= lineio.MaxLine || !utf8.ValidString(line) || strings.ContainsFunc(line, func(r rune) bool { return !unicode.IsPrint(r) }) {
				t.Errorf("%q comes of %q", line, typed)
			}
		}
		if err := editor.Err(); err != nil && !errors.Is(err, lineio.ErrTooLong) {
			t.Errorf("it ends with %v", err)
		}
		said := strings.ReplaceAll(strings.ReplaceAll(echo.String(), "\b \b", ""), "\r\n", "")
		if strings.ContainsFunc(said, func(r rune) bool { return !unicode.IsPrint(r) }) || strings.Count(echo.String(), "\r\n") != count {
			t.Errorf("%q is echoed of %q", echo.String(), typed)
		}
	})
}
