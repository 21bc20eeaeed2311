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

// guestName is the name of a guest who does not give one.
const guestName = "guest"

var (
	errWrongToken = prose.Refuse("The part after {plus} is not a return code. Paste the whole line you were given, or leave it out to join as a new guest.",
		prose.Literal("+"))
	errUnknownToken = prose.Refuse("The return code after {plus} is not valid. Paste the whole line you were given, or leave it out to join as a new guest.",
		prose.Literal("+"))
	errNotLookedUp = prose.Refuse("The server could not look up your account. Try again in a moment.")
)

// keyWins returns the notice to a user with a key that a guest's return line was ignored. It fits
// on one line of a screen.
func keyWins() prose.Text {
	return prose.T("You used your key. To be the guest again, use {line}.", prose.Literal("ssh -o PubkeyAuthentication=no"))
}

// identities determines the person behind a session.
type identities struct {
	tokens guestTokens
	config Config
}

// arrival describes the person behind a session.
type arrival struct {
	who    lobby.Identity
	token  string     // a guest's token for returning
	notice prose.Text // text to show first; mostly zero
}

// identify returns the person behind a session. A user with a key is identified by that key, as
// proved in the successful authentication. Any other user is a guest with a token, and returns as
// the same guest with the user name NAME+TOKEN. A key takes precedence over a token; otherwise a
// line from someone else could change who a user is. Only the hash of a token leaves this function.
// Text after a + is never part of a name, because it could be most of a token.
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

// remembers refuses a token that this server has not issued, unless stored data refers to it: it may be older than
// the check or from another host key. Wrong tokens are charged to the address like wrong room codes, and beyond the
// limit nothing is looked up.
func (i identities) remembers(ctx context.Context, token string, from netip.Addr) error {
	charged := ratelimit.Subject{Address: from}
	if err := i.config.RateLimits.Check(ratelimit.Codes, charged); err != nil {
		return err
	}
	known, err := i.config.Lobby.Knows(ctx, guestOf(token))
	switch {
	case err != nil:
		i.config.Log.Error("cannot look up a guest", "err", err)
		return errNotLookedUp
	case !known:
		i.config.RateLimits.Charge(ratelimit.Codes, charged)
		i.config.Refusals.Note(from, WhyWord)
		return errUnknownToken
	}
	return nil
}

// fingerprint returns the fingerprint of a key, or of the key in a certificate, which stays the same when the
// certificate is renewed.
func fingerprint(key gossh.PublicKey) string {
	if certificate, ok := key.(*gossh.Certificate); ok {
		key = certificate.Key
	}
	return gossh.FingerprintSHA256(key)
}

// cutLast splits "anna+TOKEN" at the last +.
func cutLast(user string) (name, word string, found bool) {
	at := strings.LastIndexByte(user, '+')
	if at < 0 {
		return user, "", false
	}
	return user[:at], user[at+1:], true
}
