package certs_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parlor/internal/certs"
	"parlor/internal/etcdtest"
)

const day = 24 * time.Hour

// authority signs certificates.
type authority struct{ etcdtest.Signer }

func newAuthority(t *testing.T) authority {
	t.Helper()
	signer, err := etcdtest.NewSigner()
	if err != nil {
		t.Fatal(err)
	}
	return authority{signer}
}

// node returns a good certificate for 127.0.0.1, which a test may change before it is signed.
func node() *x509.Certificate {
	cert := etcdtest.Node(90 * day)
	cert.DNSNames = []string{"a.example.com"}
	return cert
}

// write writes the files of a node into a folder.
func (a authority) write(t *testing.T, dir string, cert *x509.Certificate) certs.Files {
	t.Helper()
	if err := a.Write(dir, cert); err != nil {
		t.Fatal(err)
	}
	return certs.Files{
		Authority: filepath.Join(dir, etcdtest.Authority), Certificate: filepath.Join(dir, etcdtest.Certificate), Key: filepath.Join(dir, etcdtest.Key),
	}
}

// buffer is a bytes.Buffer that several goroutines may use.
type buffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

func TestCertificatesThatOthersRefuse(t *testing.T) {
	for name, row := range map[string]struct {
		change func(*x509.Certificate)
		host   string
		want   string // part of the error; empty if it is accepted
	}{
		"good":          {host: "127.0.0.1"},
		"good by name":  {host: "a.example.com"},
		"expired":       {change: func(c *x509.Certificate) { c.NotAfter = time.Now().Add(-time.Minute) }, host: "127.0.0.1", want: "expired on"},
		"not yet valid": {change: func(c *x509.Certificate) { c.NotBefore = time.Now().Add(time.Hour) }, host: "127.0.0.1", want: "is valid from"},
		"wrong address": {host: "127.0.0.2", want: "does not name 127.0.0.2"},
		"wrong name":    {host: "localhost", want: "does not name localhost"},
		"server only": {
			change: func(c *x509.Certificate) { c.ExtKeyUsage = c.ExtKeyUsage[:1] }, host: "127.0.0.1", want: "for servers and for clients",
		},
		"client only": {
			change: func(c *x509.Certificate) { c.ExtKeyUsage = c.ExtKeyUsage[1:] }, host: "127.0.0.1", want: "for servers and for clients",
		},
		"without a check": {change: func(c *x509.Certificate) { c.NotAfter = time.Now().Add(-time.Minute) }},
	} {
		cert := node()
		if row.change != nil {
			row.change(cert)
		}
		_, err := certs.Load(newAuthority(t).write(t, t.TempDir(), cert), row.host, quiet())
		if row.want == "" && err != nil || row.want != "" && (err == nil || !strings.Contains(err.Error(), row.want)) {
			t.Errorf("%s: %v, want %q", name, err, row.want)
		}
	}
	files := newAuthority(t).write(t, t.TempDir(), node())
	files.Authority = newAuthority(t).write(t, t.TempDir(), node()).Authority
	if _, err := certs.Load(files, "127.0.0.1", quiet()); err == nil || !strings.Contains(err.Error(), "does not come from the authority") {
		t.Errorf("another authority: %v", err)
	}
}

// handshake connects two nodes, and returns the error of the end that refuses the other.
func handshake(t *testing.T, from, to *certs.Certs) error {
	t.Helper()
	listener, err := tls.Listen("tcp", "127.0.0.1:0", to.Accepting())
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	done := make(chan error, 1)
	go func() {
		conn, err := listener.Accept()
		if err == nil {
			_, err = conn.Write([]byte("x")) // after the handshake
			_ = conn.Close()
		}
		done <- err
	}()
	conn, err := tls.Dial("tcp", listener.Addr().String(), from.Dialing(listener.Addr().String()))
	if err == nil {
		_, err = io.ReadFull(conn, make([]byte, 1))
		_ = conn.Close()
	}
	return errors.Join(err, <-done)
}

// TestNewFilesAreLoaded: a node whose certificate has ended is accepted again once there is a new
// one, without a restart, and keeps the earlier one if the new one is not good.
func TestNewFilesAreLoaded(t *testing.T) {
	signer, dir := newAuthority(t), t.TempDir()
	load := func(dir string, cert *x509.Certificate, log *slog.Logger) *certs.Certs {
		loaded, err := certs.Load(signer.write(t, dir, cert), "127.0.0.1", log)
		if err != nil {
			t.Fatal(err)
		}
		return loaded
	}
	var log buffer
	first := node()
	a, b := load(dir, first, slog.New(slog.NewTextHandler(&log, nil))), load(t.TempDir(), node(), quiet())
	for _, err := range []error{handshake(t, a, b), handshake(t, b, a)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	bad := node()
	bad.NotAfter = time.Now().Add(-time.Minute)
	signer.write(t, dir, bad)
	wait(t, "bad files are noticed", func() bool { a.Until(); return strings.Contains(log.String(), "expired on") })
	if got := a.Until(); got.Unix() != first.NotAfter.Unix() {
		t.Errorf("the certificate in use ends at %v", got)
	}
	better := node()
	better.NotAfter = time.Now().Add(50 * day)
	signer.write(t, dir, better)
	wait(t, "good files are loaded", func() bool { return a.Until().Unix() == better.NotAfter.Unix() })
	for _, err := range []error{handshake(t, a, b), handshake(t, b, a)} {
		if err != nil {
			t.Error(err)
		}
	}
}

func wait(t *testing.T, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !done(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s: not within a minute", what)
		}
	}
}

// TestStrangersAreRefused: a connection needs a certificate of the same authority on both ends.
func TestStrangersAreRefused(t *testing.T) {
	load := func(a authority) *certs.Certs {
		loaded, err := certs.Load(a.write(t, t.TempDir(), node()), "127.0.0.1", quiet())
		if err != nil {
			t.Fatal(err)
		}
		return loaded
	}
	own := newAuthority(t)
	a, stranger := load(own), load(newAuthority(t))
	if handshake(t, a, stranger) == nil || handshake(t, stranger, a) == nil {
		t.Error("a certificate of another authority is accepted")
	}
}

// TestExpiryIsWarnedOf: at 30 days, 7 days, 1 day and the end, once each.
func TestExpiryIsWarnedOf(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cert := node()
		cert.NotAfter = time.Now().Add(40 * day)
		var log buffer
		c, err := certs.Load(newAuthority(t).write(t, t.TempDir(), cert), "127.0.0.1", slog.New(slog.NewTextHandler(&log, nil)))
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { c.WarnOfExpiry(ctx); close(done) }()
		lines := func() []string { return strings.Split(strings.TrimSuffix(log.String(), "\n"), "\n") }
		for _, step := range []struct {
			after time.Duration // from the step before
			lines int
			last  string
		}{
			{9 * day, 1, ""}, {2 * day, 1, "days=30"}, {20 * day, 1, "days=30"}, {3 * day, 2, "days=7"}, {5*day + 2*time.Hour, 3, "days=1"}, {day, 4, "level=ERROR"},
		} {
			time.Sleep(step.after)
			synctest.Wait()
			if got := lines(); len(got) != step.lines || !strings.Contains(got[len(got)-1], step.last) {
				t.Fatalf("after %v more: %q, want %d lines and %q", step.after, got, step.lines, step.last)
			}
		}
		cancel()
		<-done
	})
}

// TestExplain checks the causes for which two nodes do not accept each other.
func TestExplain(t *testing.T) {
	for want, err := range map[string]error{
		"does not come from the authority": x509.UnknownAuthorityError{},
		"does not name the host":           x509.HostnameError{Certificate: &x509.Certificate{}, Host: "b"},
		"has expired":                      x509.CertificateInvalidError{Cert: &x509.Certificate{}, Reason: x509.Expired},
		"refuses the certificate of this":  errors.New("remote error: tls: bad certificate"),
		"connection refused":               errors.New("connection refused"),
	} {
		if got := certs.Explain(fmt.Errorf("dial: %w", err)); !strings.Contains(got.Error(), want) || !errors.Is(got, err) && want == "connection refused" {
			t.Errorf("%v is explained as %v", err, got)
		}
	}
	if certs.Explain(nil) != nil {
		t.Error("there is an explanation without an error")
	}
}
