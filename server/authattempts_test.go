package server_test

import (
	"crypto/rand"
	"crypto/rsa"
	"errors"
	"io"
	"math/big"
	"slices"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"parlor/internal/terminal"
	"parlor/server"
)

// secret is a password that must not appear anywhere.
const secret = "Correct-Horse-9"

// passwordNotice is the notice for a login by password.
const passwordNotice = "You are a guest: passwords are not used here."

func TestAPasswordIsNotLookedAt(t *testing.T) {
	t.Parallel()
	s := open(t, server.Limits{})
	password := []gossh.AuthMethod{gossh.Password(secret)}
	screen := s.come(t, terminal.Options{User: "pat", Auth: password})
	see(t, screen, "pat (guest)", passwordNotice)
	lines := s.come(t, terminal.Options{User: "pat", Auth: password, Term: "dumb"})
	see(t, lines, passwordNotice)
	client, err := s.raw(t, &gossh.ClientConfig{User: "pat", Auth: password})
	if err != nil {
		t.Fatal(err)
	}
	me := caller{t, client}.run("me", "")
	if !strings.Contains(me.stdout, "guest") || me.stderr != "parlor: "+passwordNotice+"\r\n" {
		t.Errorf("a command is told %q and %q", me.stdout, me.stderr)
	}
	for place, text := range map[string]string{"log": s.log.String(), "screen": string(screen.Bytes()), "lines": string(lines.Bytes()), "answer": me.stdout + me.stderr} {
		if strings.Contains(text, secret) {
			t.Errorf("the %s has the password", place)
		}
	}
}

// TestWhoComesByAPasswordComesBack checks that such a guest can return like any other.
func TestWhoComesByAPasswordComesBack(t *testing.T) {
	t.Parallel()
	s := open(t, server.Limits{})
	user := s.seated(t)
	back := s.come(t, terminal.Options{User: user, Auth: []gossh.AuthMethod{gossh.Password("")}})
	see(t, back, "gus", "Take 4 tiles")
}

// TestNothingIsAsked checks that keyboard-interactive asks no question.
func TestNothingIsAsked(t *testing.T) {
	t.Parallel()
	s := open(t, server.Limits{})
	asked := 0
	client, err := s.raw(t, &gossh.ClientConfig{User: "gus", Auth: []gossh.AuthMethod{gossh.KeyboardInteractive(
		func(name, instruction string, questions []string, _ []bool) ([]string, error) {
			asked++
			if name != "" || instruction != "" || len(questions) > 0 {
				t.Errorf("asked %q, %q, %q", name, instruction, questions)
			}
			return nil, nil
		})}})
	if err != nil {
		t.Fatal(err)
	}
	if me := (caller{t, client}).run("me", ""); !strings.Contains(me.stdout, "guest") || me.stderr != "" {
		t.Errorf("told %q and %q", me.stdout, me.stderr)
	}
	if asked != 1 {
		t.Errorf("asked %d times", asked)
	}
}

// TestWhoOffersNothingIsToldWhatToOffer checks that the method "none" is refused: if it were accepted, the client
// could not offer a key.
func TestWhoOffersNothingIsToldWhatToOffer(t *testing.T) {
	t.Parallel()
	s := open(t, server.Limits{})
	if _, err := s.raw(t, &gossh.ClientConfig{User: "nemo"}); err == nil {
		t.Fatal("who offers nothing was let in")
	}
	var offered []string
	// The library's clients always try "none" first.
	_, err := s.raw(t, &gossh.ClientConfig{User: "nemo", Auth: []gossh.AuthMethod{
		gossh.PublicKeysCallback(func() ([]gossh.Signer, error) { offered = append(offered, "key"); return nil, nil }),
		gossh.PasswordCallback(func() (string, error) { offered = append(offered, "password"); return "", nil }),
	}})
	if err != nil || !slices.Equal(offered, []string{"key", "password"}) {
		t.Errorf("let in with %v after %v", err, offered)
	}
}

// TestAKeyWinsOverAPassword checks that an offered key is used, even after a failed challenge and other keys.
func TestAKeyWinsOverAPassword(t *testing.T) {
	t.Parallel()
	s := open(t, server.Limits{})
	anna := signer(t, "anna")
	client, err := s.raw(t, &gossh.ClientConfig{User: "anna", Auth: []gossh.AuthMethod{
		gossh.PublicKeys(unsafeKeys(t)["DSA"], anna), gossh.Password(secret), gossh.KeyboardInteractive(noQuestions),
	}})
	if err != nil {
		t.Fatal(err)
	}
	me := caller{t, client}.run("me", "")
	if !strings.Contains(me.stdout, "Your key is "+gossh.FingerprintSHA256(anna.PublicKey())) || me.stderr != "" {
		t.Errorf("told %q and %q", me.stdout, me.stderr)
	}
}

// unsafeKeys returns keys that the server refuses, by the reason.
func unsafeKeys(t *testing.T) map[string]gossh.Signer {
	t.Helper()
	rsaKey, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	rsaSigner, err := gossh.NewSignerFromKey(rsaKey)
	if err != nil {
		t.Fatal(err)
	}
	sha1, err := gossh.NewSignerWithAlgorithms(rsaSigner.(gossh.AlgorithmSigner), []string{gossh.KeyAlgoRSA})
	if err != nil {
		t.Fatal(err)
	}
	return map[string]gossh.Signer{"DSA": dsaKey{}, "SHA-1": sha1}
}

// dsaKey is a DSA key as an old client offers it; the library no longer supports any. Its signatures are not checked.
type dsaKey struct{}

func (k dsaKey) PublicKey() gossh.PublicKey { return k }

func (dsaKey) Sign(io.Reader, []byte) (*gossh.Signature, error) {
	return nil, errors.New("nobody asks for a signature")
}

func (dsaKey) Type() string { return "ssh-dss" }

func (k dsaKey) Marshal() []byte {
	p, q := new(big.Int).Lsh(big.NewInt(1), 1023), new(big.Int).Lsh(big.NewInt(1), 159)
	return gossh.Marshal(struct {
		Type       string
		P, Q, G, Y *big.Int
	}{k.Type(), p, q, big.NewInt(2), big.NewInt(3)})
}

func (dsaKey) Verify([]byte, *gossh.Signature) error { return errors.New("not verified") }

// TestWhoseKeyIsRefusedIsToldWhy checks that the user comes in as a guest and is told the reason.
func TestWhoseKeyIsRefusedIsToldWhy(t *testing.T) {
	t.Parallel()
	s := open(t, server.Limits{})
	for why, key := range unsafeKeys(t) {
		for how, next := range map[string]gossh.AuthMethod{"nothing": gossh.KeyboardInteractive(noQuestions), "a password": gossh.Password("")} {
			person := s.come(t, terminal.Options{User: "old", Auth: []gossh.AuthMethod{gossh.PublicKeys(key), next}})
			screen := see(t, person, "(guest)", "You are a guest: your key was refused", why)
			if strings.Contains(screen, "password") {
				t.Errorf("%s, then %s:\n%s", why, how, screen)
			}
			person.HangUp()
		}
	}
}
