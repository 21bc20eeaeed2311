package server

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"errors"
	"net"
	"strings"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"parlor/lobby"
)

// tokenLength is that of a guest's token: 16 letters and digits of a base-32
// alphabet are 80 bits, drawn from the cryptographic source.
const tokenLength = 16

// guestName is what a guest is called who gives no name.
const guestName = "guest"

var errWrongToken = errors.New("what stands after the + is not a word to return with; copy the whole line that you were shown, or come without it as somebody new")

// identify says who is behind a session. Somebody with a key is that key: the
// one that was proved, which the library puts into the session from the
// permissions of the authentication that succeeded. Anybody else is a guest
// with a token, and comes back as the same by writing NAME+TOKEN for the user
// name, with a key or without. The token itself stays between the guest and
// this function: what it stands for is its hash. What follows a + is never
// part of a name, since it could be most of a token.
func identify(sess ssh.Session) (who lobby.Identity, token string, err error) {
	name, word, hasWord := cutLast(sess.User())
	token, isToken := readToken(word)
	key, from := sess.PublicKey(), addressOf(sess.RemoteAddr())
	switch {
	case key != nil && !isToken:
		return lobby.Identity{ID: "key:" + fingerprint(key), Name: name, Address: from}, "", nil
	case hasWord && !isToken:
		return lobby.Identity{}, "", errWrongToken
	case !isToken:
		token = newToken()
	}
	if name == "" {
		name = guestName
	}
	hash := sha256.Sum256([]byte("parlor guest " + token))
	return lobby.Identity{ID: "guest:" + hex.EncodeToString(hash[:]), Name: name, Guest: true, Address: from}, token, nil
}

// fingerprint is that of the key; of a certificate, that of the key in it,
// which stays the same when the certificate is renewed.
func fingerprint(key gossh.PublicKey) string {
	if certificate, ok := key.(*gossh.Certificate); ok {
		key = certificate.Key
	}
	return gossh.FingerprintSHA256(key)
}

// cutLast takes "anna+TOKEN" apart at its last +.
func cutLast(user string) (name, word string, found bool) {
	at := strings.LastIndexByte(user, '+')
	if at < 0 {
		return user, "", false
	}
	return user[:at], user[at+1:], true
}

// tokenEncoding has no capitals and none of 0, 1, 8, 9.
func tokenEncoding() *base32.Encoding {
	return base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)
}

func newToken() string {
	var random [tokenLength * 5 / 8]byte
	// crypto/rand.Read never fails.
	_, _ = rand.Read(random[:])
	return tokenEncoding().EncodeToString(random[:])
}

// readToken reads a token as people copy it: in capitals too, and with digits
// that look like a letter.
func readToken(word string) (token string, ok bool) {
	if len(word) != tokenLength {
		return "", false
	}
	token = strings.NewReplacer("0", "o", "1", "l", "8", "b").Replace(strings.ToLower(word))
	_, err := tokenEncoding().DecodeString(token)
	return token, err == nil
}

// line is what somebody types to come here, as a user or without a name.
func (s *Server) line(user string) string { return Line(s.config.Public, user) }

// Line is what somebody types to come to a host, or host:port, as a user or
// without a name.
func Line(public, user string) string {
	host, port, err := net.SplitHostPort(public)
	if err != nil {
		host, port = public, ""
	}
	line := "ssh "
	if port != "" && port != "22" {
		line += "-p " + port + " "
	}
	if user != "" {
		line += user + "@"
	}
	return line + host
}
