package lobby

import (
	"crypto/rand"
	"strings"

	"parlor/engine"
)

// CodeLetters contains the characters of codes. Characters that look alike are excluded: 0 O, 1 I
// L, 2 Z, 5 S, 8 B, U V.
const CodeLetters = "34679ACDEFGHJKMNPQRTWXY"

// CodeLength is the length of a code. It allows about 114 million codes with a letter and a digit.
// Package ratelimit limits how fast they can be guessed.
const CodeLength = 6

// ParseCode returns text as a code: in upper case, without blanks and dashes.
func ParseCode(text string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' || r == '\t' {
			return -1
		}
		return r
	}, strings.ToUpper(text[:min(len(text), 40)]))
}

// RecogniseCode reports whether a text may be a room code rather than a name. It is sure if
// text is in capitals and has a letter and a digit. A word of letters only may be the code
// of an old room.
func RecogniseCode(text string) (code string, sure, ok bool) {
	code = ParseCode(text)
	if len(code) != CodeLength || strings.Trim(code, CodeLetters) != "" {
		return "", false, false
	}
	return code, code == text && HasCodeForm(code), true
}

// IsWrittenAsCode reports whether a text looks like a code: CodeLength capitals and digits,
// with at least one letter. If it is not the code of a room, it was mistyped.
func IsWrittenAsCode(text string) bool {
	const capitals, digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"
	return len(text) == CodeLength && strings.Trim(text, capitals+digits) == "" && strings.Trim(text, digits) != ""
}

// HasCodeForm reports whether a parsed code could be drawn by NewCode. Such codes have a
// letter and a digit, so that names of letters only are never codes. Names of this form are
// refused.
func HasCodeForm(code string) bool {
	return len(code) == CodeLength && strings.Trim(code, CodeLetters) == "" &&
		strings.ContainsAny(code, codeDigits) && strings.Trim(code, codeDigits) != ""
}

// codeDigits contains the digits in CodeLetters.
const codeDigits = "34679"

// NewCode returns a random room code with a letter and a digit.
func NewCode() string {
	for {
		if code := randomLetters(CodeLength); HasCodeForm(code) {
			return code
		}
	}
}

// NewMatchID returns a random ID of a match. There are 23^12 IDs, so that collisions are negligible.
func NewMatchID() string { return randomLetters(12) }

func randomLetters(length int) string {
	// Draw bytes again that would make the distribution uneven.
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

// NewSeed returns a random seed of a match.
func NewSeed() engine.Seed {
	var seed engine.Seed
	_, _ = rand.Read(seed[:])
	return seed
}
