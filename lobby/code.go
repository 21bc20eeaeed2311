package lobby

import (
	"crypto/rand"
	"strings"

	"parlor/engine"
)

// CodeLetters leave out what looks alike: 0 O, 1 I L, 2 Z, 5 S, 8 B, U V.
const CodeLetters = "34679ACDEFGHJKMNPQRTWXY"

// CodeLength gives about 114 million codes that have a letter and a digit; how fast
// wrong ones can be tried is the budget's to say.
const CodeLength = 6

// ParseCode forgives small letters, blanks and dashes.
func ParseCode(text string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' || r == '\t' {
			return -1
		}
		return r
	}, strings.ToUpper(text[:min(len(text), 40)]))
}

// RecogniseCode reads a text that may be a room's code or somebody's name. Written in
// capitals, as codes are shown, and with the form of one, it is surely a code. A word
// of letters alone, such as Gareth, may be the code of a room from before there was a
// digit in each.
func RecogniseCode(text string) (code string, sure, ok bool) {
	code = ParseCode(text)
	if len(code) != CodeLength || strings.Trim(code, CodeLetters) != "" {
		return "", false, false
	}
	return code, code == text && HasCodeForm(code), true
}

// IsWrittenAsCode reports whether a text looks as codes are shown: so many capitals and
// digits, of which one at least is a letter. One that is no room's has been mistyped.
func IsWrittenAsCode(text string) bool {
	const capitals, digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"
	return len(text) == CodeLength && strings.Trim(text, capitals+digits) == "" && strings.Trim(text, digits) != ""
}

// HasCodeForm reports whether a text that ParseCode has read could be a code as
// NewCode draws them: those have a letter and a digit, so that no name is one that
// has only letters. Nobody is called by a name that has this form.
func HasCodeForm(code string) bool {
	return len(code) == CodeLength && strings.Trim(code, CodeLetters) == "" &&
		strings.ContainsAny(code, codeDigits) && strings.Trim(code, codeDigits) != ""
}

// codeDigits are the digits of CodeLetters.
const codeDigits = "34679"

// NewCode draws a room code that has a letter and a digit, each equally likely.
func NewCode() string {
	for {
		if code := randomLetters(CodeLength); HasCodeForm(code) {
			return code
		}
	}
}

// NewMatchID draws the ID of a match: 23^12, so that none comes twice.
func NewMatchID() string { return randomLetters(12) }

func randomLetters(length int) string {
	// Bytes from the largest multiple of the alphabet on are drawn again.
	const fair = 256 / len(CodeLetters) * len(CodeLetters)
	code := make([]byte, 0, length)
	for len(code) < length {
		var draw [1]byte
		// crypto/rand.Read never fails.
		_, _ = rand.Read(draw[:])
		if int(draw[0]) < fair {
			code = append(code, CodeLetters[int(draw[0])%len(CodeLetters)])
		}
	}
	return string(code)
}

// NewSeed draws the seed of a match.
func NewSeed() engine.Seed {
	var seed engine.Seed
	_, _ = rand.Read(seed[:])
	return seed
}
