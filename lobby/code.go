package lobby

import (
	"strings"
)

// CodeLetters leave out what looks alike: 0 O, 1 I L, 2 Z, 5 S, 8 B, U V.
const CodeLetters = "34679ACDEFGHJKMNPQRTWXY"

// CodeLength gives 23^6, about 148 million codes; how fast wrong ones can be
// tried is the budget's to say.
const CodeLength = 6

// ReadCode forgives small letters, blanks and dashes.
func ReadCode(text string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' || r == '\t' {
			return -1
		}
		return r
	}, strings.ToUpper(text[:min(len(text), 40)]))
}

// CodeIn reads a text that may be a room's code or somebody's name. Written in
// capitals, as codes are shown, it is surely a code.
func CodeIn(text string) (code string, sure, ok bool) {
	code = ReadCode(text)
	for _, r := range code {
		if !strings.ContainsRune(CodeLetters, r) {
			return "", false, false
		}
	}
	return code, code == text, len(code) == CodeLength
}
