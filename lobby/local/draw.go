package local

import (
	"crypto/rand"

	"parlor/engine"
	"parlor/lobby"
)

// newCode draws a room code, each equally likely.
func newCode() string { return letters(lobby.CodeLength) }

// newID draws the ID of a match: 23^12, so that none comes twice.
func newID() string { return letters(12) }

func letters(length int) string {
	// Bytes from the largest multiple of the alphabet on are drawn again.
	const fair = 256 / len(lobby.CodeLetters) * len(lobby.CodeLetters)
	code := make([]byte, 0, length)
	for len(code) < length {
		var draw [1]byte
		// crypto/rand.Read never fails.
		_, _ = rand.Read(draw[:])
		if int(draw[0]) < fair {
			code = append(code, lobby.CodeLetters[int(draw[0])%len(lobby.CodeLetters)])
		}
	}
	return string(code)
}

// newSeed draws the seed of a match.
func newSeed() engine.Seed {
	var seed engine.Seed
	_, _ = rand.Read(seed[:])
	return seed
}
