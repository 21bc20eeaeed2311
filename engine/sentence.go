package engine

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Sentence is a text, such as that of an error, as people read it when it
// stands alone: it begins with a capital letter and ends with a full stop. The
// empty text stays empty.
func Sentence(text string) string { return Capital(Stop(text)) }

// Stop is a text with a full stop at its end, unless it ends as a sentence
// already. It is for what stands behind a name and a colon; see [Sentence].
func Stop(text string) string {
	text = strings.TrimSpace(text)
	if end, _ := utf8.DecodeLastRuneInString(text); text == "" || strings.ContainsRune(".!?…。！？", end) {
		return text
	}
	return text + "."
}

// Capital is a text with a capital as its first letter. What has no capital,
// such as a digit or a letter of most scripts, stays as it is.
func Capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if first == utf8.RuneError {
		return text
	}
	// The title case is the one that words begin with: that of "ǆ" is "ǅ",
	// and a Georgian letter has none.
	return string(unicode.ToTitle(first)) + text[size:]
}
