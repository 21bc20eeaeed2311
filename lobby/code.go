package lobby

import (
	"crypto/rand"
	"strings"

	"parlor/budget"
	"parlor/engine"
)

// codeLetters leave out what looks alike: 0 O, 1 I L, 2 Z, 5 S, 8 B, U V.
const codeLetters = "34679ACDEFGHJKMNPQRTWXY"

// codeLength gives 23^6, about 148 million codes; how fast wrong ones can be
// tried is the budget's to say.
const codeLength = 6

// newCode draws a room code, each equally likely.
func newCode() string { return letters(codeLength) }

// newID draws the ID of a match: 23^12, so that none comes twice.
func newID() string { return letters(12) }

func letters(length int) string {
	// Bytes from the largest multiple of the alphabet on are drawn again.
	const fair = 256 / len(codeLetters) * len(codeLetters)
	code := make([]byte, 0, length)
	for len(code) < length {
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

// CodeIn reads a text that may be a room's code or somebody's name. Written in
// capitals, as codes are shown, it is surely a code.
func CodeIn(text string) (code string, sure, ok bool) {
	code = readCode(text)
	for _, r := range code {
		if !strings.ContainsRune(codeLetters, r) {
			return "", false, false
		}
	}
	return code, code == text, len(code) == codeLength
}

// Has says whether there is a room with a code. Asking for one that is not
// there counts as a wrong code of that person, and who has tried too many is
// told that there is none.
func (l *Lobby) Has(who Identity, code string) bool {
	charged := budget.Who{Person: who.ID, Address: who.Address}
	if l.budget.Ask(budget.Codes, charged) != nil {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.rooms[code] == nil {
		l.budget.Charge(budget.Codes, charged)
		return false
	}
	return true
}

// newSeed draws the seed of a match.
func newSeed() engine.Seed {
	var seed engine.Seed
	_, _ = rand.Read(seed[:])
	return seed
}
