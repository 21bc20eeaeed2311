package server

import (
	"context"
	"net/netip"
	"strings"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"parlor/lobby"
	"parlor/prose"
	"parlor/ratelimit"
)

// guestName is what a guest is called who gives no name.
const guestName = "guest"

var (
	errWrongToken = prose.Refuse("The part after the {plus} is not the word that brings a guest back. Copy the whole line that you were shown, or leave that part out to come as a new guest.",
		prose.Literal("+"))
	errUnknownToken = prose.Refuse("Nobody is known here by the word after the {plus}. Copy the whole line that you were shown, or leave that part out to come as a new guest.",
		prose.Literal("+"))
	errNotLookedUp = prose.Refuse("The server cannot look up who you are just now. Try again in a moment.")
)

// keyWins tells somebody with a key who came by a guest's line. It fits on one
// line of a screen.
func keyWins() prose.Text {
	return prose.T("You came with your key. To be that guest, use {line}.", prose.Literal("ssh -o PubkeyAuthentication=no"))
}

// identities find out who is behind a session.
type identities struct {
	tokens guestTokens
	config Config
}

// arrival is who is behind a session.
type arrival struct {
	who    lobby.Identity
	token  string     // of a guest, to come back with
	notice prose.Text // a sentence to begin with; mostly empty
}

// identify says who is behind a session. Somebody with a key is that key: the
// one that was proved, which the library puts into the session from the
// permissions of the authentication that succeeded. Anybody else is a guest
// with a token, and comes back as the same by writing NAME+TOKEN for the user
// name. A key wins over a token, or a line that somebody was sent could make them
// somebody else. The token itself stays between the guest and this function: what
// it stands for is its hash. What follows a + is never part of a name, since it
// could be most of a token.
func (i identities) identify(sess ssh.Session) (arrival, error) {
	name, word, hasWord := cutLast(sess.User())
	token, isToken := readToken(word)
	who := lobby.Identity{Name: name, Address: addressOf(sess.RemoteAddr())}
	if key := sess.PublicKey(); key != nil {
		who.ID = "key:" + fingerprint(key)
		if isToken {
			return arrival{who: who, notice: keyWins()}, nil
		}
		return arrival{who: who}, nil
	}
	switch {
	case hasWord && !isToken:
		return arrival{}, errWrongToken
	case !isToken:
		token = i.tokens.issue()
	case !i.tokens.issued(token):
		if err := i.remembers(sess.Context(), token, who.Address); err != nil {
			return arrival{}, err
		}
	}
	if name == "" {
		who.Name = guestName
	}
	who.ID, who.Guest = guestOf(token), true
	return arrival{who: who, token: token, notice: authAttemptsOf(sess.Context()).toldGuest()}, nil
}

// remembers refuses a token that this server has not issued, unless something
// here goes back to it: it may have been issued before tokens could be told, or
// under another host key. Those that are wrong are charged to the address, like
// codes of rooms, and who has tried too many is not looked up.
func (i identities) remembers(ctx context.Context, token string, from netip.Addr) error {
	charged := ratelimit.Subject{Address: from}
	if err := i.config.RateLimits.Check(ratelimit.Codes, charged); err != nil {
		return err
	}
	known, err := i.config.Lobby.Knows(ctx, guestOf(token))
	switch {
	case err != nil:
		i.config.Log.Error("a guest cannot be looked up", "err", err)
		return errNotLookedUp
	case !known:
		i.config.RateLimits.Charge(ratelimit.Codes, charged)
		i.config.Refusals.Note(from, WhyWord)
		return errUnknownToken
	}
	return nil
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
