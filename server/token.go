package server

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"strings"

	gossh "golang.org/x/crypto/ssh"

	"parlor/prose"
)

// A guest's token has 16 base-32 digits, 80 bits: 56 random bits, and 24 that authenticate it.
//
// Without the server's secret, all 80 bits must be guessed to become a certain guest. Among ten million guests, two
// have the same token with a probability below 1 in 1,000. Finding any token that looks issued takes 16 million
// tries, which are charged to the address: a year's work for what every new guest gets for free.
const (
	tokenLength = 16
	drawnBytes  = 7
	markBytes   = 3
)

// guestTokens issues and verifies the tokens of guests.
type guestTokens struct{ secret [sha256.Size]byte }

// tokenPurpose is signed by the host key to derive the secret. In SSH the key signs hashes, which are shorter.
const tokenPurpose = "parlor: this signature is the secret by which the tokens of guests are known, version 1; it is never sent to anybody"

// newGuestTokens derives the secret from the host key, so that nothing else must be stored. The
// tokens are valid only for that host key.
func newGuestTokens(signer gossh.Signer) (guestTokens, error) {
	var signatures [2][]byte
	for i := range signatures {
		signature, err := signer.Sign(rand.Reader, []byte(tokenPurpose))
		if err != nil {
			return guestTokens{}, prose.Because(err, "The host key cannot sign: {cause}", prose.Literal(err.Error()))
		}
		signatures[i] = signature.Blob
	}
	if !bytes.Equal(signatures[0], signatures[1]) {
		return guestTokens{}, prose.Refuse("The host key signs the same text differently each time. It must be of type {type}.", prose.Literal("ssh-ed25519"))
	}
	return guestTokens{sha256.Sum256(signatures[0])}, nil
}

// issue returns a new token.
func (t guestTokens) issue() string {
	drawn := make([]byte, drawnBytes, drawnBytes+markBytes)
	// crypto/rand.Read never fails.
	_, _ = rand.Read(drawn)
	return tokenEncoding().EncodeToString(append(drawn, t.mark(drawn)...))
}

// issued reports whether this server issued a token, given as readToken returns it.
func (t guestTokens) issued(token string) bool {
	raw, ok := tokenBytes(token)
	return ok && hmac.Equal(raw[drawnBytes:], t.mark(raw[:drawnBytes]))
}

func (t guestTokens) mark(drawn []byte) []byte {
	mac := hmac.New(sha256.New, t.secret[:])
	// A hash never fails.
	_, _ = mac.Write(drawn)
	return mac.Sum(nil)[:markBytes]
}

// guestOf returns the identity for a token.
func guestOf(token string) string {
	hash := sha256.Sum256([]byte("parlor guest " + token))
	return "guest:" + hex.EncodeToString(hash[:])
}

// tokenEncoding returns an encoding in lower case without 0, 1, 8 and 9.
func tokenEncoding() *base32.Encoding {
	return base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)
}

// readToken parses a token as people copy it, in any case and with digits in place of similar letters.
func readToken(word string) (token string, ok bool) {
	if len(word) != tokenLength {
		return "", false
	}
	token = strings.NewReplacer("0", "o", "1", "l", "8", "b").Replace(strings.ToLower(word))
	_, ok = tokenBytes(token)
	return token, ok
}

// tokenBytes decodes a token. It refuses line ends, which the decoder ignores.
func tokenBytes(token string) (raw []byte, ok bool) {
	raw, err := tokenEncoding().DecodeString(token)
	return raw, err == nil && len(token) == tokenLength && len(raw) == drawnBytes+markBytes
}
