package driver

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"io"
	"net"
	"syscall"
	"time"

	"golang.org/x/crypto/ssh"
)

// LoginTimeout bounds how long a TCP connection, and then a login on it, may take.
const LoginTimeout = 15 * time.Second

// Client holds the options of a client connection.
type Client struct {
	Name   string
	From   net.IP
	Key    ssh.Signer // nil for a guest
	Rekey  uint64     // bytes until keys are exchanged again; 0 for the library's
	Costly bool       // use the key exchange and the signature that cost a server the most
	// Control and Wrap modify the socket and the connection; nil leaves them unchanged.
	Control func(network, address string, raw syscall.RawConn) error
	Wrap    func(net.Conn) net.Conn
}

// NewKey returns a new random key.
func NewKey() (ssh.Signer, error) {
	_, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		return nil, err
	}
	return ssh.NewSignerFromKey(key)
}

// KeyOf returns a key derived from a name.
func KeyOf(name string) (ssh.Signer, error) {
	seed := sha256.Sum256([]byte(name))
	return ssh.NewSignerFromKey(ed25519.NewKeyFromSeed(seed[:]))
}

// Connect returns a TCP connection, which is closed when ctx ends.
func (c Client) Connect(ctx context.Context, addr string) (net.Conn, error) {
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: c.From}, Timeout: LoginTimeout, Control: c.Control}
	conn, err := dialer.DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	if c.Wrap != nil {
		conn = c.Wrap(conn)
	}
	context.AfterFunc(ctx, func() { _ = conn.Close() })
	return conn, nil
}

// Dial connects and logs in. The connection is closed when ctx ends.
func (c Client) Dial(ctx context.Context, addr string) (*ssh.Client, error) {
	conn, err := c.Connect(ctx, addr)
	if err != nil {
		return nil, err
	}
	config := &ssh.ClientConfig{
		// OpenSSH prefers Ed25519, too. The library prefers RSA, of which one signature costs
		// more than all else of a connection.
		Config: ssh.Config{RekeyThreshold: c.Rekey}, User: c.Name, HostKeyAlgorithms: []string{ssh.KeyAlgoED25519},
		HostKeyCallback: ssh.InsecureIgnoreHostKey(), //nolint:gosec // the server was started by this program
		Auth: []ssh.AuthMethod{ssh.KeyboardInteractive(func(_, _ string, questions []string, _ []bool) ([]string, error) {
			return make([]string, len(questions)), nil
		})},
	}
	if c.Costly {
		config.KeyExchanges, config.HostKeyAlgorithms = []string{ssh.KeyExchangeDH16SHA512}, []string{ssh.KeyAlgoRSASHA512}
	}
	if c.Key != nil {
		config.Auth = []ssh.AuthMethod{ssh.PublicKeys(c.Key)}
	}
	_ = conn.SetDeadline(time.Now().Add(LoginTimeout))
	in, channels, requests, err := ssh.NewClientConn(conn, addr, config)
	if err != nil {
		_ = conn.Close()
		return nil, err
	}
	_ = conn.SetDeadline(time.Time{})
	return ssh.NewClient(in, channels, requests), nil
}

// Command runs a command on the server and returns its output.
func Command(client *ssh.Client, command string) (string, error) {
	session, err := client.NewSession()
	if err != nil {
		return "", err
	}
	defer func() { _ = session.Close() }()
	text, err := session.CombinedOutput(command)
	return string(text), err
}

// pipes opens a session with its input and output.
func pipes(client *ssh.Client) (p stream, err error) {
	if p.Session, err = client.NewSession(); err != nil {
		return p, err
	}
	if p.in, err = p.StdinPipe(); err != nil {
		return p, err
	}
	p.out, err = p.StdoutPipe()
	return p, err
}

// stream is a session with its input and output.
type stream struct {
	*ssh.Session
	in  io.Writer
	out io.Reader
}
