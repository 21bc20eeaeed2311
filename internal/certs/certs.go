// Package certs loads the TLS certificate of a node and that of its authority, checks that other
// nodes will accept it, and loads the files again when they change.
package certs

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"strings"
	"sync"
	"time"
)

// Files holds the names of TLS files in PEM format.
type Files struct {
	Authority   string // the certificates of trusted authorities
	Certificate string // of this node; empty if it has none
	Key         string // of the certificate
}

// Certs holds the certificate of this node and the authorities that it trusts. The files are read
// again when they change; if their new content is not accepted, the earlier certificate stays in
// use. All methods may be called concurrently.
type Certs struct {
	files Files
	host  string
	log   *slog.Logger

	mu      sync.Mutex // guards the fields below
	current *loaded
	stamps  [3]stamp  // of the files when they were read last
	looked  time.Time // at the stamps
}

// lookTime is the minimum interval between two looks at the files.
const lookTime = time.Second

// stamp detects whether a file has changed.
type stamp struct {
	changed time.Time
	size    int64
}

// loaded holds the content of the files.
type loaded struct {
	authorities *x509.CertPool
	pair        *tls.Certificate // nil without a certificate
	accepting   *tls.Config
}

// Load reads the files. If host is not empty, the certificate must be valid now, come from the
// authority, name the host, and be usable by both ends of a connection. If it is not, Load returns
// an error that an operator can act on. Later changes of the files are logged.
func Load(files Files, host string, log *slog.Logger) (*Certs, error) {
	c := &Certs{files: files, host: host, log: log, looked: time.Now()}
	c.stamps = c.stat()
	var err error
	c.current, err = c.read()
	return c, err
}

func (c *Certs) stat() (stamps [3]stamp) {
	for i, name := range []string{c.files.Authority, c.files.Certificate, c.files.Key} {
		if info, err := os.Stat(name); err == nil {
			stamps[i] = stamp{info.ModTime(), info.Size()}
		}
	}
	return stamps
}

func (c *Certs) read() (*loaded, error) {
	text, err := os.ReadFile(c.files.Authority)
	if err != nil {
		return nil, err
	}
	l := &loaded{authorities: x509.NewCertPool()}
	if !l.authorities.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("there is no certificate in %s", c.files.Authority)
	}
	l.accepting = &tls.Config{MinVersion: tls.VersionTLS13, ClientCAs: l.authorities, ClientAuth: tls.RequireAndVerifyClientCert}
	if c.files.Certificate == "" {
		return l, nil
	}
	pair, err := tls.LoadX509KeyPair(c.files.Certificate, c.files.Key)
	if err != nil {
		return nil, err
	}
	l.pair, l.accepting.Certificates = &pair, []tls.Certificate{pair}
	if c.host != "" {
		err = c.check(pair, l.authorities)
	}
	return l, err
}

// check returns an error if other nodes will not accept a certificate.
func (c *Certs) check(pair tls.Certificate, authorities *x509.CertPool) error {
	between := x509.NewCertPool()
	for _, der := range pair.Certificate[1:] {
		if one, err := x509.ParseCertificate(der); err == nil {
			between.AddCert(one)
		}
	}
	var err error
	for _, usage := range []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth} {
		if err == nil {
			_, err = pair.Leaf.Verify(x509.VerifyOptions{DNSName: c.host, Roots: authorities, Intermediates: between, KeyUsages: []x509.ExtKeyUsage{usage}})
		}
	}
	var (
		invalid x509.CertificateInvalidError
		name    x509.HostnameError
		unknown x509.UnknownAuthorityError
	)
	switch leaf := pair.Leaf; {
	case err == nil:
		return nil
	case time.Now().Before(leaf.NotBefore):
		return fmt.Errorf("the certificate in %s is valid from %s on: check the clock of this machine, or wait", c.files.Certificate, date(leaf.NotBefore))
	case time.Now().After(leaf.NotAfter):
		return fmt.Errorf("the certificate in %s expired on %s: let the authority make a new one", c.files.Certificate, date(leaf.NotAfter))
	case errors.As(err, &unknown):
		return fmt.Errorf("the certificate in %s does not come from the authority in %s: other nodes would refuse it", c.files.Certificate, c.files.Authority)
	case errors.As(err, &name):
		return fmt.Errorf("the certificate in %s does not name %s, where other nodes reach this one: let the authority make one that does", c.files.Certificate, c.host)
	case errors.As(err, &invalid) && invalid.Reason == x509.IncompatibleUsage:
		return fmt.Errorf("the certificate in %s must be for servers and for clients (serverAuth and clientAuth), since nodes are both", c.files.Certificate)
	}
	return fmt.Errorf("other nodes would refuse the certificate in %s: %w", c.files.Certificate, err)
}

// Valid returns an error if other nodes would refuse the certificate now.
func (c *Certs) Valid() error {
	l := c.now()
	if l.pair == nil {
		return nil
	}
	return c.check(*l.pair, l.authorities)
}

// Explain returns an error that says to the operator why two nodes do not accept each other's certificates, or err if
// that is not its cause.
func Explain(err error) error {
	var (
		unknown x509.UnknownAuthorityError
		name    x509.HostnameError
		invalid x509.CertificateInvalidError
	)
	switch {
	case err == nil:
		return nil
	case errors.As(err, &unknown):
		return fmt.Errorf("its certificate does not come from the authority in --peer-ca (%w)", err)
	case errors.As(err, &name):
		return fmt.Errorf("its certificate does not name the host of its --peer-addr (%w)", err)
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return fmt.Errorf("its certificate has expired, or the clock of this machine is wrong (%w)", err)
	case strings.Contains(err.Error(), "remote error: tls:"):
		return fmt.Errorf("it refuses the certificate of this node (%w)", err)
	}
	return err
}

func date(t time.Time) string { return t.UTC().Format("2006-01-02 15:04 UTC") }

// now returns the content of the files, or their earlier content after a change that is not accepted.
func (c *Certs) now() *loaded {
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Since(c.looked) < lookTime {
		return c.current
	}
	c.looked = time.Now()
	stamps := c.stat()
	if stamps == c.stamps {
		return c.current
	}
	c.stamps = stamps
	again, err := c.read()
	if err != nil {
		c.log.Warn("cannot use the changed certificate files; the earlier ones stay in use", "err", err)
		return c.current
	}
	c.current = again
	c.log.Info("loaded changed certificate files", "until", date(c.until(again)))
	return again
}

// Until returns when the certificate ends. It is zero without a certificate.
func (c *Certs) Until() time.Time { return c.until(c.now()) }

func (*Certs) until(l *loaded) time.Time {
	if l.pair == nil {
		return time.Time{}
	}
	return l.pair.Leaf.NotAfter
}

// Accepting returns the configuration for connections of other nodes, which must have a
// certificate of the authority too.
func (c *Certs) Accepting() *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS13, GetConfigForClient: func(*tls.ClientHelloInfo) (*tls.Config, error) { return c.now().accepting, nil }}
}

// Dialing returns the configuration for connections to HOST:PORT, or for connections to any address
// if it is empty. Only later calls of Dialing trust a new authority.
func (c *Certs) Dialing(address string) *tls.Config {
	host, _, _ := net.SplitHostPort(address)
	l := c.now()
	config := &tls.Config{MinVersion: tls.VersionTLS13, RootCAs: l.authorities, ServerName: host}
	if l.pair != nil {
		config.GetClientCertificate = func(*tls.CertificateRequestInfo) (*tls.Certificate, error) { return c.now().pair, nil }
	}
	return config
}
