package server_test

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"parlor/internal/terminal"
	"parlor/lobby"
	"parlor/ratelimit"
	"parlor/server"
)

// unsigned is a key that can be offered but cannot sign.
type unsigned struct{ gossh.Signer }

func (unsigned) Sign(io.Reader, []byte) (*gossh.Signature, error) {
	return nil, errors.New("the key is not here")
}

// shifting is a key that shows another public key each time: when offered, when the answer is checked, and in the
// signature. The signer stays the same.
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

// asked is a key that is only offered: the client does not recognize the answer and tries the next key.
func asked(key, other gossh.Signer) gossh.Signer { return shift(key, key, other) }

// came waits for a person's arrival in the log and returns the ID.
func (s site) came(t *testing.T, name string) string {
	t.Helper()
	line := regexp.MustCompile(`msg="session opened" .*person=(\S+) name=(?:"` + name + `"|` + name + `)\n`)
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if found := line.FindStringSubmatch(s.log.String()); found != nil {
			return found[1]
		}
	}
	t.Fatalf("%s did not come:\n%s", name, s.log)
	return ""
}

// personOf returns a key's person as the log writes it.
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
	// Offering alice's key and signing with another proves nothing.
	if _, err := s.raw(t, &gossh.ClientConfig{User: "mallory", Auth: []gossh.AuthMethod{
		gossh.PublicKeys(shift(bob, alice)),
	}}); err == nil {
		t.Error("a signature by another key was taken")
	}
}

// gone waits until a person has left.
func (s site) gone(t *testing.T, name string) {
	t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if strings.Contains(s.log.String(), "name="+name+" after=") {
			return
		}
	}
	t.Fatalf("%s did not go:\n%s", name, s.log)
}

func TestAKeyThatIsOnlyOfferedIsNoOne(t *testing.T) {
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

// seated plays a guest into a match against a bot, and returns the user name for returning.
func (s site) seated(t *testing.T) string {
	t.Helper()
	guest := s.come(t, terminal.Options{User: "gus"})
	screen := see(t, guest, "gus (guest)", "To come back as the same guest")
	line := regexp.MustCompile(`ssh -p 2222 (gus\+[a-z2-7]{16})@play\.example\.com`).FindStringSubmatch(screen)
	if line == nil {
		t.Fatalf("no line to return with:\n%s", screen)
	}
	for _, step := range []struct{ keys, then string }{
		{"p", "gus  (you, host, guest)"}, {"bb", "Lodestar"}, {"\r", "Take 4 tiles"},
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
		"look-alikes":     {User: "gus+" + strings.NewReplacer("o", "0", "l", "1", "b", "8").Replace(token)},
	} {
		back := s.come(t, o)
		see(t, back, "Welcome back")
		back.HangUp()
		t.Log(name)
	}
	other := s.come(t, terminal.Options{User: "gus+aaaaaaaaaaaaaaaa"})
	see(t, other, "The return code after + is not valid")
	wantEnd(t, other)
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
	see(t, wrong, "is not a return code")
	wantEnd(t, wrong)
	// A user with a key comes in under the name alone.
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

// TestAKeyWinsOverAToken checks that a return line does not change who a user with a key is.
func TestAKeyWinsOverAToken(t *testing.T) {
	t.Parallel()
	s := open(t, server.Limits{})
	user := s.seated(t)
	anna := s.come(t, terminal.Options{User: user, Key: signer(t, "anna")})
	screen := see(t, anna, "Here now", "You used your key. To be the guest again, use ssh -o PubkeyAuthentication=no.")
	if strings.Contains(screen, "Welcome back") {
		t.Errorf("a key took a guest's seat:\n%s", screen)
	}
	_, token, _ := strings.Cut(user, "+")
	keyed := s.caller(t, "anna+"+token, signer(t, "anna"))
	me := keyed.run("me", "")
	if !strings.Contains(me.stdout, "Your key is ") || strings.Contains(me.stdout, "guest") || !strings.HasPrefix(me.stderr, "parlor: You used your key. ") {
		t.Errorf("a command says %q and %q", me.stdout, me.stderr)
	}
	if rooms := keyed.run("rooms", ""); strings.Contains(rooms.stdout, "Your rooms") {
		t.Errorf("a key has a guest's seat: %s", rooms.stdout)
	}
	if strings.Contains(s.log.String(), token) || strings.Contains(me.stderr, token) {
		t.Error("the token is told")
	}
	see(t, s.come(t, terminal.Options{User: user}), "Welcome back") // the guest still is
}

// oldToken is a token from before tokens were verifiable.
const oldToken = "abcdefgh234567xy"

func guestID(token string) string {
	hash := sha256.Sum256([]byte("parlor guest " + token))
	return "guest:" + hex.EncodeToString(hash[:])
}

func TestATokenThatWasNotIssuedIsNoOne(t *testing.T) {
	t.Parallel()
	s := open(t, server.Limits{})
	chosen := s.come(t, terminal.Options{User: "gus+" + oldToken})
	see(t, chosen, "The return code after + is not valid")
	wantEnd(t, chosen)
	if log := s.log.String(); strings.Contains(log, "msg=\"session opened\"") {
		t.Errorf("somebody came:\n%s", log)
	}
}

func TestAnOldTokenCountsWhereItIsRemembered(t *testing.T) {
	t.Parallel()
	id := guestID(oldToken)
	t.Run("a seat", func(t *testing.T) {
		s := open(t, server.Limits{})
		visit, err := s.lobby.Enter(context.Background(), lobby.Identity{ID: id, Name: "gus", Guest: true})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := lobby.Ask(t.Context(), visit, lobby.Create{Plan: lobby.Plan{Game: "davinci"}}); err != nil {
			t.Fatal(err)
		}
		visit.Close()
		if told := s.caller(t, "gus+"+oldToken, nil).run("me", ""); !strings.Contains(told.stdout, "Your rooms") {
			t.Errorf("it is told %q, %q", told.stdout, told.stderr)
		}
	})
	t.Run("a match", func(t *testing.T) {
		s := openWith(t, nil, remembered{id}, server.Limits{})
		if told := s.caller(t, "gus+"+oldToken, nil).run("me", ""); !strings.Contains(told.stdout, "You are gus") {
			t.Errorf("it is told %q, %q", told.stdout, told.stderr)
		}
	})
}

// remembered is a history with a match of one person.
type remembered struct{ id string }

func (r remembered) Matches(_ context.Context, filter lobby.MatchFilter) ([]lobby.Finished, error) {
	if filter.Person != r.id {
		return nil, nil
	}
	return []lobby.Finished{{ID: "M"}}, nil
}

func (remembered) Match(context.Context, string) (lobby.Finished, error) {
	return lobby.Finished{}, lobby.ErrUnknown
}

// TestWrongTokensAreSlowedDown checks that wrong tokens are delayed before the lookup, and valid ones are not.
func TestWrongTokensAreSlowedDown(t *testing.T) {
	t.Parallel()
	looked := &counted{remembered: remembered{guestID(oldToken)}}
	s := openBudget(t, ratelimit.Config{AllPublic: true}, nil, looked, server.Limits{})
	right := s.caller(t, "gus", nil)
	_, line, _ := strings.Cut(right.ok("me"), "ssh -p 2222 ")
	user, _, _ := strings.Cut(line, "@")
	told, refused := "", 0
	wrong := s.caller(t, "gus+aaaaaaaaaaaaaaaa", nil)
	for range 22 { // some more, and the address is barred for a while
		told = wrong.run("me", "").stderr
		if strings.Contains(told, "Too many wrong codes") {
			refused++
		}
	}
	if refused == 0 || looked.times.Load() > 22-int64(refused) {
		t.Errorf("of 22 wrong tokens %d were refused, %d looked up; the last is told %q", refused, looked.times.Load(), told)
	}
	if back := s.caller(t, user, nil).run("me", ""); back.status != 0 || !strings.Contains(back.stdout, "You are gus") {
		t.Errorf("a right token: %q, %q", back.stdout, back.stderr)
	}
}

// counted counts lookups.
type counted struct {
	remembered
	times atomic.Int64
}

func (c *counted) Matches(ctx context.Context, filter lobby.MatchFilter) ([]lobby.Finished, error) {
	c.times.Add(1)
	return c.remembered.Matches(ctx, filter)
}
