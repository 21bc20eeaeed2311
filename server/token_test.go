package server

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"
)

func hostKey(t *testing.T, key any) gossh.Signer {
	t.Helper()
	signer, err := gossh.NewSignerFromKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return signer
}

func issuer(t *testing.T, host gossh.Signer) guestTokens {
	t.Helper()
	made, err := newGuestTokens(host)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func TestTokensAreKnownWhereTheyWereIssued(t *testing.T) {
	_, one, _ := ed25519.GenerateKey(rand.Reader)
	_, other, _ := ed25519.GenerateKey(rand.Reader)
	here, elsewhere := issuer(t, hostKey(t, one)), issuer(t, hostKey(t, other))
	again := issuer(t, hostKey(t, one)) // as after a restart
	seen := map[string]bool{}
	strays := 0
	for range 1000 {
		token := here.issue()
		read, ok := readToken(strings.ToUpper(token))
		if !ok || read != token || seen[token] {
			t.Fatalf("the token %q is read as %q", token, read)
		}
		seen[token] = true
		if !here.issued(token) || !again.issued(token) {
			t.Error("a token is not known where it was issued")
		}
		if elsewhere.issued(token) {
			strays++
		}
	}
	if strays > 1 {
		t.Errorf("%d of 1000 tokens are known where they were not issued", strays)
	}
}

// TestNoLetterOfATokenCanBeAnother checks that each digit is authenticated.
func TestNoLetterOfATokenCanBeAnother(t *testing.T) {
	_, key, _ := ed25519.GenerateKey(rand.Reader)
	here := issuer(t, hostKey(t, key))
	token := here.issue()
	for i := range token {
		wrong := []byte(token)
		wrong[i] = 'a' + (wrong[i]-'a'+1)%26
		if here.issued(string(wrong)) {
			t.Errorf("letter %d can be another", i+1)
		}
	}
	for _, wrong := range []string{"", token[:15], token + "a", strings.Repeat("1", 16), "\raaaaaaaaaaa\raaa", strings.Repeat("\n", 16)} {
		if here.issued(wrong) {
			t.Errorf("%q counts as issued", wrong)
		}
	}
	for _, wrong := range []string{"", token[:15], token + "a", "\raaaaaaaaaaa\raaa", strings.Repeat("\n", 16), token[:15] + "\n"} {
		if read, ok := readToken(wrong); ok {
			t.Errorf("%q is read as the token %q", wrong, read)
		}
	}
}

// TestTheSecretNeedsAKeyThatSignsTheSame checks that a key with varying signatures is refused, because it would
// invalidate all tokens at each start.
func TestTheSecretNeedsAKeyThatSignsTheSame(t *testing.T) {
	long, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	one, other := issuer(t, hostKey(t, long)), issuer(t, hostKey(t, long))
	if one != other {
		t.Error("an RSA key gives two secrets")
	}
	curve, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := newGuestTokens(hostKey(t, curve)); err == nil || !strings.Contains(err.Error(), "ssh-ed25519") {
		t.Errorf("a key that signs differently each time: %v", err)
	}
}
