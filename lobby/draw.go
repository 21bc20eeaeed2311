package lobby

import (
	"crypto/rand"

	"parlor/engine"
)

// DrawCode draws a room code that has a letter and a digit, each equally likely.
func DrawCode() string {
	for {
		if code := letters(CodeLength); HasCodeForm(code) {
			return code
		}
	}
}

// DrawID draws the ID of a match: 23^12, so that none comes twice.
func DrawID() string { return letters(12) }

func letters(length int) string {
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

// DrawSeed draws the seed of a match.
func DrawSeed() engine.Seed {
	var seed engine.Seed
	_, _ = rand.Read(seed[:])
	return seed
}
