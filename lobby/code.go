package lobby

import (
	"crypto/rand"
	"strings"

	"parlor/engine"
)

// codeLetters leave out what looks alike: 0 O, 1 I L, 2 Z, 5 S, 8 B, U V.
const codeLetters = "34679ACDEFGHJKMNPQRTWXY"

// codeLength gives 23^6, about 148 million codes; asking is slowed down.
const codeLength = 6

// newCode draws a room code, each equally likely.
func newCode() string {
	// Bytes from the largest multiple of the alphabet on are drawn again.
	const fair = 256 / len(codeLetters) * len(codeLetters)
	code := make([]byte, 0, codeLength)
	for len(code) < codeLength {
		var draw [1]byte
		// crypto/rand.Read never fails.
		_, _ = rand.Read(draw[:])
		if int(draw[0]) < fair {
			code = append(code, codeLetters[int(draw[0])%len(codeLetters)])
		}
	}
	return string(code)
}

// readCode forgives small letters, blanks and dashes.
func readCode(text string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' || r == '\t' {
			return -1
		}
		return r
	}, strings.ToUpper(text[:min(len(text), 40)]))
}

// newSeed draws the seed of a match.
func newSeed() engine.Seed {
	var seed engine.Seed
	_, _ = rand.Read(seed[:])
	return seed
}
