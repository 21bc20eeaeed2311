package server

import (
	"strconv"
	"strings"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"parlor/prose"
)

// authAttempts is how a client has tried to authenticate, as far as the player is told. It
// belongs to the connection, and is written before its first session begins.
type authAttempts struct {
	refused  prose.Text // why the last key that was refused was; zero where none was
	password bool       // what let the client in was a password
}

type authAttemptsKey struct{}

// authAttemptsOf is what was tried on the connection of a context.
func authAttemptsOf(ctx ssh.Context) *authAttempts {
	t, ok := ctx.Value(authAttemptsKey{}).(*authAttempts)
	if !ok {
		t = &authAttempts{}
		ctx.SetValue(authAttemptsKey{}, t)
	}
	return t
}

// note takes down one attempt and what came of it.
func (t *authAttempts) note(method string, err error) {
	switch {
	case err == nil:
		t.password = method == "password"
	case method == "publickey":
		t.refused = keyRefused(err)
	}
}

// toldGuest is what a guest is told of how they came in; mostly empty. That a key
// of theirs was refused matters more than anything else: they think that it
// was taken.
func (t *authAttempts) toldGuest() prose.Text {
	switch {
	case !t.refused.IsZero():
		return t.refused
	case t.password:
		return prose.T("You are a guest: the password was not looked at.")
	}
	return prose.Text{}
}

// keyRefused says why a key was, by an error of the library: every key is welcome
// whose algorithm is, and the error names that. It fits on one line of a screen, above
// the line with which a guest comes back.
func keyRefused(err error) prose.Text {
	names := func(algorithm string) bool { return strings.Contains(err.Error(), strconv.Quote(algorithm)) }
	switch {
	case names(gossh.InsecureKeyAlgoDSA) || names(gossh.InsecureCertAlgoDSAv01): //nolint:staticcheck // this is how it is refused
		return prose.T("You are a guest: your key was refused, as DSA is not safe. Use Ed25519.")
	case names(gossh.KeyAlgoRSA) || names(gossh.CertAlgoRSAv01):
		return prose.T("You are a guest: your key was refused, as it signs with SHA-1. Use Ed25519.")
	}
	return prose.T("You are a guest: your key was refused, as its type is unknown. Use Ed25519.")
}

// admit lets everybody in by a password, which is not looked at: clients that know
// nothing else come as guests.
func admit(ssh.Context, string) bool { return true }

// ask lets everybody in whose client answers that nothing is asked. Some clients
// take an answer without any question for a fault.
func ask(_ ssh.Context, challenge gossh.KeyboardInteractiveChallenge) bool {
	_, err := challenge("", "", nil, nil)
	return err == nil
}
