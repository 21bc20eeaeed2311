package engine

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
)

// Seed is where all chance of a deal comes from: 32 bytes of a cryptographic
// source, expanded with ChaCha8. As text it is 64 hexadecimal digits.
type Seed [32]byte

// MarshalText writes 64 hexadecimal digits.
func (s Seed) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, s[:]), nil }

// UnmarshalText reads what MarshalText writes; after an error the seed is as
// it was.
func (s *Seed) UnmarshalText(text []byte) error {
	if hex.DecodedLen(len(text)) != len(s) {
		return fmt.Errorf("a seed has %d hexadecimal digits, not %d", hex.EncodedLen(len(s)), len(text))
	}
	var read Seed
	if _, err := hex.Decode(read[:], text); err != nil {
		return fmt.Errorf("a seed has hexadecimal digits only: %w", err)
	}
	*s = read
	return nil
}

// commitmentPrefix is written before a seed that is hashed, so that no other use
// of a seed can give the same hash. Its number grows if the way of hashing
// changes.
const commitmentPrefix = "parlor seed 1\n"

// Commitment is a promise of the seed that can be shown before the seed is: 64
// hexadecimal digits, the SHA-256 of "parlor seed 1", a line feed and the 32
// bytes. It tells nothing about a seed of a cryptographic source, and no one
// can find another seed to which it belongs.
func (s Seed) Commitment() string {
	sum := sha256.Sum256(append([]byte(commitmentPrefix), s[:]...))
	return hex.EncodeToString(sum[:])
}

// Chance is a stream of random choices. It is a value: a copy goes on by
// itself, so an immutable State holds one and gives its successor a copy.
type Chance struct{ source rand.ChaCha8 }

// NewChance is the stream that a seed stands for.
func NewChance(seed Seed) Chance { return Chance{source: *rand.NewChaCha8(seed)} }

// IntN is a number from 0 to n-1, each equally likely.
func (c *Chance) IntN(n int) int { return rand.New(&c.source).IntN(n) }

// Shuffle puts n things into a random order.
func (c *Chance) Shuffle(n int, swap func(i, j int)) { rand.New(&c.source).Shuffle(n, swap) }

// Seed draws a seed for a stream of its own.
func (c *Chance) Seed() Seed {
	var seed Seed
	// Read of a ChaCha8 always fills the whole slice.
	_, _ = c.source.Read(seed[:])
	return seed
}
