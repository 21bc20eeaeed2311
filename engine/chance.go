package engine

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
)

// Seed determines all random choices of a deal. It has 32 bytes from a cryptographic source, and is
// written as 64 hexadecimal digits.
type Seed [32]byte

// MarshalText writes 64 hexadecimal digits.
func (s Seed) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, s[:]), nil }

// UnmarshalText reads what MarshalText writes. It does not change the seed on error.
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

// commitmentPrefix precedes a seed that is hashed, so that the hash cannot be that of any other use
// of the seed. Its number increases if the hash changes.
const commitmentPrefix = "parlor seed 1\n"

// Commitment returns a commitment to the seed that can be published before the seed: 64 hexadecimal
// digits, the SHA-256 of "parlor seed 1", a line feed and the 32 bytes. It reveals nothing about a
// seed from a cryptographic source, and no other seed with the same commitment can be found.
func (s Seed) Commitment() string {
	sum := sha256.Sum256(append([]byte(commitmentPrefix), s[:]...))
	return hex.EncodeToString(sum[:])
}

// Sub returns the seed for a part of the random choices: HMAC-SHA256 with the key s over name.
// Seeds with other names reveal nothing about it.
func (s Seed) Sub(name string) Seed {
	mac := hmac.New(sha256.New, s[:])
	mac.Write([]byte(name))
	return Seed(mac.Sum(nil))
}

// Stream returns the stream of s with a name, such as "dice 1". Streams are independent, so that
// each secret, and each seat for which the clock chooses, has its own.
func (s Seed) Stream(name string) Chance { return Chance{key: s.Sub(name)} }

// Chance is a stream of random choices. It is a value: a copy goes on by
// itself, so an immutable State holds one and gives its successor a copy.
//
// A named stream consists of 32-bit words. Word k is the word k mod 8, the highest
// byte first, of SHA-256 over the key and k div 8 as 8 bytes, the highest first.
type Chance struct {
	key  Seed
	next uint64 // number of the next word
	// the stream of rules without named streams, otherwise nil; shared by copies, and therefore
	// replaced when it is used
	chaCha *rand.ChaCha8
}

// NewChance returns the single stream of a seed for rules older than Rules.NamedStreams.
func NewChance(seed Seed) Chance { return Chance{chaCha: rand.NewChaCha8(seed)} }

// word returns the next word of a named stream.
func (c *Chance) word() uint32 {
	const words = sha256.Size / 4
	block := sha256.Sum256(binary.BigEndian.AppendUint64(c.key[:], c.next/words))
	word := binary.BigEndian.Uint32(block[4*(c.next%words):])
	c.next++
	return word
}

// old replaces the ChaCha8 stream of c by a copy, and returns the copy.
func (c *Chance) old() *rand.ChaCha8 {
	own := *c.chaCha
	c.chaCha = &own
	return c.chaCha
}

// IntN returns a number from 0 to n-1, each equally likely. In a named stream it is
// the first word below the largest multiple of n, modulo n.
func (c *Chance) IntN(n int) int {
	if c.chaCha != nil {
		return rand.New(c.old()).IntN(n)
	}
	if n < 1 || n > math.MaxUint32 {
		panic(fmt.Sprintf("engine: a choice of %d", n))
	}
	const all = 1 << 32
	for limit := all - all%uint64(n); ; {
		if word := uint64(c.word()); word < limit {
			return int(word % uint64(n)) //nolint:gosec // below n
		}
	}
}

// Shuffle puts n items into a random order. In a named stream, it goes from the last item to the
// second, and swaps each with a random one of the items up to itself.
func (c *Chance) Shuffle(n int, swap func(i, j int)) {
	if c.chaCha != nil {
		rand.New(c.old()).Shuffle(n, swap)
		return
	}
	for i := n - 1; i > 0; i-- {
		swap(i, c.IntN(i+1))
	}
}

// Seed returns the seed of another stream, drawn from a stream of NewChance.
func (c *Chance) Seed() Seed {
	var seed Seed
	// Read of a ChaCha8 always fills the whole slice.
	_, _ = c.old().Read(seed[:])
	return seed
}
