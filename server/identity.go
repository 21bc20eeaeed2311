package server

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
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

// identify says who is behind a session. Somebody with a key is that key: the
// one that was proved, which the library puts into the session from the
// permissions of the authentication that succeeded. Anybody else is a guest
// with a token, and comes back as the same by writing NAME+TOKEN for the user
// name. The token itself stays between the guest and this function: what it
// stands for is its hash.
func identify(sess ssh.Session) (who lobby.Identity, token string) {
	if key := sess.PublicKey(); key != nil {
		return lobby.Identity{ID: "key:" + gossh.FingerprintSHA256(key), Name: sess.User()}, ""
	}
	name, token := splitToken(sess.User())
	if token == "" {
		token = newToken()
	}
	if name == "" {
		name = guestName
	}
	hash := sha256.Sum256([]byte("parlor guest " + token))
	return lobby.Identity{ID: "guest:" + hex.EncodeToString(hash[:]), Name: name, Guest: true}, token
}

// tokenEncoding has no capitals and none of 0, 1, 8, 9 and so nothing that is
// easily misread.
func tokenEncoding() *base32.Encoding {
	return base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)
}

func newToken() string {
	var random [tokenLength * 5 / 8]byte
	// crypto/rand.Read never fails.
	_, _ = rand.Read(random[:])
	return tokenEncoding().EncodeToString(random[:])
}

// splitToken takes "anna+TOKEN" apart; the token is empty where there is none.
func splitToken(user string) (name, token string) {
	at := strings.LastIndexByte(user, '+')
	if at < 0 {
		return user, ""
	}
	token = strings.ToLower(user[at+1:])
	if len(token) != tokenLength {
		return user, ""
	}
	if _, err := tokenEncoding().DecodeString(token); err != nil {
		return user, ""
	}
	return user[:at], token
}

// line is what somebody types to come here, as a user or without a name.
func (s *Server) line(user string) string {
	host, port, err := net.SplitHostPort(s.config.Public)
	if err != nil {
		host, port = s.config.Public, ""
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
