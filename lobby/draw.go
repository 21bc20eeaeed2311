package lobby

import (
	"crypto/rand"

	"parlor/engine"
)

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
