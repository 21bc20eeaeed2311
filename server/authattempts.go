package server

import (
	"strconv"
	"strings"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"parlor/prose"
)

// authAttempts records how a client has tried to authenticate, to explain it to the user. It belongs to the
// connection and is written before the first session begins.
type authAttempts struct {
	refused  prose.Text // why the last refused key was refused; zero if none was
	password bool       // authenticated by a password
}

type authAttemptsKey struct{}

// authAttemptsOf returns the attempts on the connection of a context.
func authAttemptsOf(ctx ssh.Context) *authAttempts {
	t, ok := ctx.Value(authAttemptsKey{}).(*authAttempts)
	if !ok {
		t = &authAttempts{}
		ctx.SetValue(authAttemptsKey{}, t)
	}
	return t
}

// note records one attempt and its outcome.
func (t *authAttempts) note(method string, err error) {
	switch {
	case err == nil:
		t.password = method == "password"
	case method == "publickey":
		t.refused = keyRefused(err)
	}
}

// toldGuest returns the notice about the login to show to a guest, mostly none. A refused key takes
// precedence, because the user believes to have logged in with it.
func (t *authAttempts) toldGuest() prose.Text {
	switch {
	case !t.refused.IsZero():
		return t.refused
	case t.password:
		return prose.T("You are a guest: passwords are not used here.")
	}
	return prose.Text{}
}

// keyRefused returns why a key was refused, from the library's error, which names the algorithm. The text fits on one
// line above the guest's return line.
func keyRefused(err error) prose.Text {
	names := func(algorithm string) bool { return strings.Contains(err.Error(), strconv.Quote(algorithm)) }
	switch {
	case names(gossh.InsecureKeyAlgoDSA) || names(gossh.InsecureCertAlgoDSAv01): //nolint:staticcheck // this is how it is refused
		return prose.T("You are a guest: your key was refused, because DSA is not safe. Use Ed25519.")
	case names(gossh.KeyAlgoRSA) || names(gossh.CertAlgoRSAv01):
		return prose.T("You are a guest: your key was refused, because it signs with SHA-1. Use Ed25519.")
	}
	return prose.T("You are a guest: your key type is not supported. Use Ed25519.")
}

// admit accepts any password without checking it: clients without keys log in as guests.
func admit(ssh.Context, string) bool { return true }

// ask accepts a keyboard-interactive login without questions. Some clients treat an answer without any question as an
// error.
func ask(_ ssh.Context, challenge gossh.KeyboardInteractiveChallenge) bool {
	_, err := challenge("", "", nil, nil)
	return err == nil
}
