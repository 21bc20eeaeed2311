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

// A guest's token is 16 letters and digits of a base-32 alphabet, 80 bits: 56 of
// them are drawn from the cryptographic source, and 24 say that this server has
// drawn them.
//
// Somebody who does not know the server's secret has to guess all 80 to be a
// certain guest. Two guests of ten million have the same token with a probability
// of less than one in a thousand. And to find any word that looks as if it had
// been issued takes 16 million tries, which are charged to the address that makes
// them: a year's work, for what everybody gets who comes without a key.
const (
	tokenLength = 16
	drawnBytes  = 7
	markBytes   = 3
)

// guestTokens issues the words with which guests return, and knows its own.
type guestTokens struct{ secret [sha256.Size]byte }

// tokenPurpose is what the host key signs to give the secret. What it signs for
// SSH are hashes, which are shorter.
const tokenPurpose = "parlor: this signature is the secret by which the tokens of guests are known, version 1; it is never sent to anybody"

// newGuestTokens derives the secret from the host key: nothing else has to be kept,
// and a token is good where it was issued and nowhere else.
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
		return guestTokens{}, prose.Refuse("The host key signs the same text differently each time. It has to be of the type {type}.", prose.Literal("ssh-ed25519"))
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

// issued reports whether a token, as readToken returns it, is one of these.
func (t guestTokens) issued(token string) bool {
	raw, ok := tokenBytes(token)
	return ok && hmac.Equal(raw[drawnBytes:], t.mark(raw[:drawnBytes]))
}

func (t guestTokens) mark(drawn []byte) []byte {
	mac := hmac.New(sha256.New, t.secret[:])
	// A hash takes everything.
	_, _ = mac.Write(drawn)
	return mac.Sum(nil)[:markBytes]
}

// guestOf is the identity that a token stands for.
func guestOf(token string) string {
	hash := sha256.Sum256([]byte("parlor guest " + token))
	return "guest:" + hex.EncodeToString(hash[:])
}

// tokenEncoding has no capitals and none of 0, 1, 8, 9.
func tokenEncoding() *base32.Encoding {
	return base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)
}

// readToken reads a token as people copy it: in capitals too, and with digits
// that look like a letter.
func readToken(word string) (token string, ok bool) {
	if len(word) != tokenLength {
		return "", false
	}
	token = strings.NewReplacer("0", "o", "1", "l", "8", "b").Replace(strings.ToLower(word))
	_, ok = tokenBytes(token)
	return token, ok
}

// tokenBytes are the bytes that a token stands for. Ends of lines, which the decoder
// passes over, are no part of one.
func tokenBytes(token string) (raw []byte, ok bool) {
	raw, err := tokenEncoding().DecodeString(token)
	return raw, err == nil && len(token) == tokenLength && len(raw) == drawnBytes+markBytes
}
