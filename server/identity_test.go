package server_test

import (
	"crypto/rand"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"parlor/internal/terminal"
	"parlor/server"
)

// unsigned is a key that is offered, but cannot sign.
type unsigned struct{ gossh.Signer }

func (unsigned) Sign(io.Reader, []byte) (*gossh.Signature, error) {
	return nil, errors.New("the key is not here")
}

// shifting is a key that shows another one each time it is written: to the
// question whether it is welcome, to the check of the answer, and to the proof.
// What signs stays the same.
type shifting struct {
	gossh.Signer
	shown *shown
}

type shown struct {
	gossh.PublicKey
	keys [][]byte
}

func (s shifting) PublicKey() gossh.PublicKey { return s.shown }

func (s *shown) Marshal() []byte {
	key := s.keys[0]
	if len(s.keys) > 1 {
		s.keys = s.keys[1:]
	}
	return key
}

func shift(signs gossh.Signer, shows ...gossh.Signer) gossh.Signer {
	shown := &shown{PublicKey: signs.PublicKey()}
	for _, one := range shows {
		shown.keys = append(shown.keys, one.PublicKey().Marshal())
	}
	return shifting{signs, shown}
}

// asked is a key about which the server is asked, and no more: the client does
// not recognise the answer, and goes on to the next key.
func asked(key, other gossh.Signer) gossh.Signer { return shift(key, key, other) }

// came waits until somebody has come and answers who, as the log has it.
func (s site) came(t *testing.T, name string) string {
	t.Helper()
	line := regexp.MustCompile(`msg=came .*person=(\S+) name=(?:"` + name + `"|` + name + `)\n`)
	for range 3000 {
		if found := line.FindStringSubmatch(s.log.String()); found != nil {
			return found[1]
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("%s did not come:\n%s", name, s.log)
	return ""
}

// personOf is how the log writes the person with a key.
func personOf(key gossh.Signer) string {
	return ("key:" + gossh.FingerprintSHA256(key.PublicKey()))[:20]
}

func TestTheKeyThatIsProvedIsThePerson(t *testing.T) {
	t.Parallel()
	s := open(t, server.Limits{})
	alice, bob := signer(t, "alice"), signer(t, "bob")
	for name, keys := range map[string][]gossh.Signer{
		"alice asked":            {asked(alice, bob), bob},
		"alice asked last":       {asked(bob, alice), shift(bob, alice, alice, bob)},
		"bob asked before":       {asked(bob, alice), asked(alice, bob), bob},
		"alice unsigned, no bob": {bob, unsigned{alice}},
	} {
		t.Run(name, func(t *testing.T) {
			user := "bob" + strings.ReplaceAll(name, " ", "")
			user = user[:min(len(user), 16)]
			client, err := s.raw(t, &gossh.ClientConfig{User: user, Auth: []gossh.AuthMethod{gossh.PublicKeys(keys...)}})
			if err != nil {
				t.Fatal(err)
			}
			_ = shell(t, client)
			if got := s.came(t, user); got != personOf(bob) {
				t.Errorf("came as %s; bob is %s, alice %s", got, personOf(bob), personOf(alice))
			}
			_ = client.Close()
			s.gone(t, user)
		})
	}
	if strings.Contains(s.log.String(), personOf(alice)) {
		t.Error("alice was never here, but the log has her")
	}
	// To show alice's key and sign with another is no proof of anything.
	if _, err := s.raw(t, &gossh.ClientConfig{User: "mallory", Auth: []gossh.AuthMethod{
		gossh.PublicKeys(shift(bob, alice)),
	}}); err == nil {
		t.Error("a signature by another key was taken")
	}
}

// gone waits until somebody has gone.
func (s site) gone(t *testing.T, name string) {
	t.Helper()
	for range 3000 {
		if strings.Contains(s.log.String(), "name="+name+" after=") {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("%s did not go:\n%s", name, s.log)
}

func TestAKeyThatIsOnlyOfferedIsNobody(t *testing.T) {
	t.Parallel()
	s := open(t, server.Limits{})
	alice := signer(t, "alice")
	for user, key := range map[string]gossh.Signer{"mallory": unsigned{alice}, "mallet": asked(alice, signer(t, "bob"))} {
		client, err := s.raw(t, &gossh.ClientConfig{User: user, Auth: []gossh.AuthMethod{
			gossh.PublicKeys(key), gossh.KeyboardInteractive(noQuestions),
		}})
		if err != nil {
			t.Fatal(err)
		}
		_ = shell(t, client)
		if got := s.came(t, user); !strings.HasPrefix(got, "guest:") {
			t.Errorf("%s came as %s", user, got)
		}
	}
}

func TestACertificateIsItsKey(t *testing.T) {
	t.Parallel()
	s := open(t, server.Limits{})
	alice := signer(t, "alice")
	certificate := &gossh.Certificate{
		Key: alice.PublicKey(), Serial: 7, CertType: gossh.UserCert,
		ValidBefore: gossh.CertTimeInfinity, ValidPrincipals: []string{"alice"},
	}
	if err := certificate.SignCert(rand.Reader, signer(t, "authority")); err != nil {
		t.Fatal(err)
	}
	certified, err := gossh.NewCertSigner(certificate, alice)
	if err != nil {
		t.Fatal(err)
	}
	see(t, s.come(t, terminal.Options{User: "alice", Key: certified}), "Here now: alice")
	if got := s.came(t, "alice"); got != personOf(alice) {
		t.Errorf("came as %s, not %s", got, personOf(alice))
	}
}

// seated plays a guest into a match against a bot, and answers the user name
// to come back with.
func (s site) seated(t *testing.T) string {
	t.Helper()
	guest := s.come(t, terminal.Options{User: "gus"})
	screen := see(t, guest, "gus (guest)", "To come back as the same guest")
	line := regexp.MustCompile(`ssh -p 2222 (gus\+[a-z2-7]{16})@play\.example\.com`).FindStringSubmatch(screen)
	if line == nil {
		t.Fatalf("no line to return with:\n%s", screen)
	}
	for _, step := range []struct{ keys, then string }{
		{"p", "gus  (you, host, guest)"}, {"bb", "Ludovico"}, {"\r", "Take 4 tiles"},
	} {
		if err := guest.Type(step.keys); err != nil {
			t.Fatal(err)
		}
		see(t, guest, step.then)
	}
	guest.HangUp()
	return line[1]
}

func TestAGuestComesBackByToken(t *testing.T) {
	t.Parallel()
	s := open(t, server.Limits{})
	user := s.seated(t)
	_, token, _ := strings.Cut(user, "+")
	for name, o := range map[string]terminal.Options{
		"as it was shown": {User: user},
		"in capitals":     {User: "gus+" + strings.ToUpper(token)},
		"under no name":   {User: "+" + token},
		"with a key":      {User: user, Key: signer(t, "gus")},
		"look-alikes":     {User: "gus+" + strings.NewReplacer("o", "0", "l", "1", "b", "8").Replace(token)},
	} {
		back := s.come(t, o)
		see(t, back, "Welcome back")
		back.HangUp()
		t.Log(name)
	}
	other := s.come(t, terminal.Options{User: "gus+aaaaaaaaaaaaaaaa"})
	if screen := see(t, other, "Here now"); strings.Contains(screen, "Welcome back") {
		t.Errorf("a wrong token came back:\n%s", screen)
	}
	watch := s.come(t, terminal.Options{User: "eve", Key: signer(t, "eve")})
	see(t, watch, "Here now", "eve")
	for place, text := range map[string]string{"log": s.log.String(), "other": string(other.Bytes()), "eve": string(watch.Bytes())} {
		if strings.Contains(text, token) {
			t.Errorf("%s has the token", place)
		}
	}
}

func TestAMistypedTokenIsToldAndNeverShown(t *testing.T) {
	t.Parallel()
	s := open(t, server.Limits{})
	user := s.seated(t)
	short := user[:len(user)-1]
	wrong := s.come(t, terminal.Options{User: short})
	see(t, wrong, "is not a word to return with")
	wantEnd(t, wrong)
	// Somebody with a key is let in, under the name alone.
	keyed := s.come(t, terminal.Options{User: short, Key: signer(t, "gus")})
	screen := see(t, keyed, "Here now")
	_, word, _ := strings.Cut(short, "+")
	for _, text := range []string{screen, string(wrong.Bytes()), s.log.String()} {
		if strings.Contains(text, word[:6]) {
			t.Errorf("the token is told: %s", text)
		}
	}
}

func TestGuestsAreNotTheSame(t *testing.T) {
	t.Parallel()
	s := open(t, server.Limits{})
	var tokens []string
	for range 3 {
		screen := see(t, s.come(t, terminal.Options{User: "gus"}), "To come back as the same guest")
		token := regexp.MustCompile(`\+[a-z2-7]{16}@`).FindString(screen)
		if token == "" || slices.Contains(tokens, token) {
			t.Errorf("the token %q, after %q", token, tokens)
		}
		tokens = append(tokens, token)
	}
}
