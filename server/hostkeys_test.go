package server_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"crypto/rsa"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/knownhosts"

	"parlor/engine"
	"parlor/lobby/local"
	"parlor/server"
	"parlor/tui/board"
	davinciboard "parlor/tui/davinci"
)

// openTwoKeys returns a server with an RSA key in addition to its own.
func openTwoKeys(t *testing.T) (site, gossh.Signer) {
	t.Helper()
	private, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	second, err := gossh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	kits := []board.Game{davinciboard.Game()}
	log := &buffer{}
	rooms := local.New(local.Config{Games: []engine.Game{kits[0].Game}})
	s, err := server.New(server.Config{
		Lobby: rooms, Games: kits, HostKey: signer(t, "host"), OtherKeys: []gossh.Signer{second}, Version: "parlor test",
		Public: "play.example.com:2222", Log: slog.New(slog.NewTextHandler(log, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return serve(t, s, rooms, listener, log), second
}

// dialWith connects with a given host key algorithm.
func dialWith(t *testing.T, s site, config gossh.ClientConfig) (*gossh.Client, gossh.PublicKey, error) {
	t.Helper()
	var got gossh.PublicKey
	config.User, config.Auth = "anna", []gossh.AuthMethod{gossh.PublicKeys(signer(t, "anna"))}
	config.HostKeyCallback = func(_ string, _ net.Addr, key gossh.PublicKey) error {
		got = key
		return nil
	}
	client, err := gossh.Dial("tcp", s.addr, &config)
	if err == nil {
		t.Cleanup(func() { _ = client.Close() })
	}
	return client, got, err
}

// TestWhatIsNegotiated checks that the key exchange is post-quantum and that weak or NIST algorithms are refused.
func TestWhatIsNegotiated(t *testing.T) {
	s, second := openTwoKeys(t)
	for _, algorithm := range []string{gossh.KeyAlgoRSASHA256, gossh.KeyAlgoRSASHA512} {
		_, key, err := dialWith(t, s, gossh.ClientConfig{HostKeyAlgorithms: []string{algorithm}})
		if err != nil || !bytes.Equal(key.Marshal(), second.PublicKey().Marshal()) {
			t.Errorf("with %s: %v", algorithm, err)
		}
	}
	if _, _, err := dialWith(t, s, gossh.ClientConfig{HostKeyAlgorithms: []string{gossh.KeyAlgoRSA}}); err == nil {
		t.Error("the server signs with SHA-1")
	}
	for exchange, taken := range map[string]bool{
		gossh.KeyExchangeMLKEM768X25519: true, gossh.KeyExchangeCurve25519: true, "curve25519-sha256@libssh.org": true, gossh.KeyExchangeDH16SHA512: true,
		gossh.KeyExchangeECDHP256: false, gossh.KeyExchangeECDHP521: false, gossh.KeyExchangeDH14SHA256: false, gossh.InsecureKeyExchangeDH14SHA1: false,
	} {
		_, _, err := dialWith(t, s, gossh.ClientConfig{Config: gossh.Config{KeyExchanges: []string{exchange}}})
		if (err == nil) != taken {
			t.Errorf("the key exchange %s: %v", exchange, err)
		}
	}
	for mac, taken := range map[string]bool{gossh.HMACSHA256ETM: true, gossh.HMACSHA512ETM: true, gossh.HMACSHA256: true, gossh.HMACSHA512: false, gossh.HMACSHA1: false} {
		_, _, err := dialWith(t, s, gossh.ClientConfig{Config: gossh.Config{Ciphers: []string{gossh.CipherAES128CTR}, MACs: []string{mac}}})
		if (err == nil) != taken {
			t.Errorf("the MAC %s: %v", mac, err)
		}
	}
	client, _, err := dialWith(t, s, gossh.ClientConfig{})
	if err != nil {
		t.Fatal(err)
	}
	if used := client.Conn.(gossh.AlgorithmsConnMetadata).Algorithms().KeyExchange; used != gossh.KeyExchangeMLKEM768X25519 {
		t.Errorf("the key exchange is %s", used)
	}
}

// TestTheServerProvesItsOtherKeys checks that proofs are given once per connection, for existing keys, and over the
// session ID.
func TestTheServerProvesItsOtherKeys(t *testing.T) {
	s, second := openTwoKeys(t)
	conn, err := net.Dial("tcp", s.addr)
	if err != nil {
		t.Fatal(err)
	}
	line, channels, requests, err := gossh.NewClientConn(conn, s.addr, &gossh.ClientConfig{
		User: "anna", Auth: []gossh.AuthMethod{gossh.PublicKeys(signer(t, "anna"))}, HostKeyCallback: gossh.InsecureIgnoreHostKey(),
		HostKeyAlgorithms: []string{gossh.KeyAlgoED25519},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = line.Close() })
	go func() {
		for channel := range channels {
			_ = channel.Reject(gossh.Prohibited, "")
		}
	}()
	if _, _, err := line.OpenChannel("session", nil); err != nil {
		t.Fatal(err)
	}
	told := <-requests
	var blobs struct {
		One, Other []byte
	}
	if err := gossh.Unmarshal(told.Payload, &blobs); err != nil || told.Type != "hostkeys-00@openssh.com" {
		t.Fatalf("told is %s (%v)", told.Type, err)
	}
	go gossh.DiscardRequests(requests)
	if !bytes.Equal(blobs.One, signer(t, "host").PublicKey().Marshal()) || !bytes.Equal(blobs.Other, second.PublicKey().Marshal()) {
		t.Error("told are other keys")
	}
	ask := gossh.Marshal(struct{ Blob []byte }{blobs.Other})
	ok, proof, err := line.SendRequest("hostkeys-prove-00@openssh.com", true, ask)
	if err != nil || !ok {
		t.Fatalf("the proof: %v, %v", ok, err)
	}
	var wire struct{ Blob []byte }
	var signature gossh.Signature
	if err := gossh.Unmarshal(proof, &wire); err != nil {
		t.Fatal(err)
	}
	if err := gossh.Unmarshal(wire.Blob, &signature); err != nil {
		t.Fatal(err)
	}
	signed := gossh.Marshal(struct {
		Purpose       string
		Session, Blob []byte
	}{"hostkeys-prove-00@openssh.com", line.SessionID(), blobs.Other})
	if err := second.PublicKey().Verify(signed, &signature); err != nil || signature.Format != gossh.KeyAlgoRSASHA512 {
		t.Errorf("the proof is of %s: %v", signature.Format, err)
	}
	if ok, _, err := line.SendRequest("hostkeys-prove-00@openssh.com", true, ask); err != nil || ok {
		t.Errorf("asked again: %v, %v", ok, err)
	}
}

// TestOpenSSHLearnsTheOtherKey checks that the real client, if installed, learns the other key.
func TestOpenSSHLearnsTheOtherKey(t *testing.T) {
	program, err := exec.LookPath("ssh")
	if err != nil {
		t.Skip("there is no ssh")
	}
	s, second := openTwoKeys(t)
	known := filepath.Join(t.TempDir(), "known_hosts")
	line := func(key gossh.PublicKey) string {
		return knownhosts.Line([]string{knownhosts.Normalize(s.addr)}, key)
	}
	if err := os.WriteFile(known, []byte(line(signer(t, "host").PublicKey())+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(s.addr)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	command := exec.CommandContext(ctx, program, "-v", "-F", "none", "-p", port, "-o", "UserKnownHostsFile="+known, "-o", "UpdateHostKeys=yes",
		"-o", "StrictHostKeyChecking=yes", "-o", "PubkeyAuthentication=no", "-o", "IdentityAgent=none", "-T", "anna@127.0.0.1", "play", "davinci")
	stdin, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	said, err := command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	var debug strings.Builder
	for lines := bufio.NewScanner(said); lines.Scan(); {
		debug.WriteString(lines.Text() + "\n")
		if strings.Contains(lines.Text(), "update_known_hosts") || strings.Contains(lines.Text(), "no new or deprecated") || strings.Contains(lines.Text(), "Learned new hostkey") {
			_ = stdin.Close()
		}
	}
	if err := command.Wait(); err != nil {
		t.Errorf("%v: %s", err, debug.String())
	}
	text, err := os.ReadFile(known)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(strings.Split(string(text), "\n"), line(second.PublicKey())) {
		t.Errorf("known are\n%s\nafter: %s", text, debug.String())
	}
}
