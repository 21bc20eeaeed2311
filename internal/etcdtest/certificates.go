package etcdtest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"
)

// The files written by Signer.Write.
const (
	Authority   = "ca.pem"
	Certificate = "node.pem"
	Key         = "node.key"
)

// Signer is a certificate authority. It is valid for 100 days.
type Signer struct {
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
}

// NewSigner creates a certificate authority.
func NewSigner() (Signer, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return Signer{}, err
	}
	own := template(1, "who signs", 100*24*time.Hour)
	own.IsCA, own.KeyUsage = true, x509.KeyUsageCertSign
	der, err := x509.CreateCertificate(rand.Reader, own, own, key.Public(), key)
	if err != nil {
		return Signer{}, err
	}
	own, err = x509.ParseCertificate(der)
	return Signer{own, key}, err
}

// WriteCertificates creates a certificate authority and one certificate for local addresses in dir. The
// certificate is valid for a day.
func WriteCertificates(dir string) error {
	signer, err := NewSigner()
	if err != nil {
		return err
	}
	return signer.Write(dir, Node(24*time.Hour))
}

// Node returns an unsigned certificate of a node at 127.0.0.1.
func Node(valid time.Duration) *x509.Certificate {
	own := template(2, "node", valid)
	own.IPAddresses, own.KeyUsage = []net.IP{net.IPv4(127, 0, 0, 1)}, x509.KeyUsageDigitalSignature
	own.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}
	return own
}

func template(serial int64, name string, valid time.Duration) *x509.Certificate {
	return &x509.Certificate{
		SerialNumber: big.NewInt(serial), Subject: pkix.Name{CommonName: name}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(valid),
		BasicConstraintsValid: true,
	}
}

// Write signs a certificate, and writes it to dir with a new key and the certificate of the
// authority.
func (s Signer) Write(dir string, own *x509.Certificate) error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	signed, err := x509.CreateCertificate(rand.Reader, own, s.certificate, key.Public(), s.key)
	if err != nil {
		return err
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return err
	}
	for _, file := range []struct {
		name, kind string
		der        []byte
	}{{Authority, "CERTIFICATE", s.certificate.Raw}, {Certificate, "CERTIFICATE", signed}, {Key, "PRIVATE KEY", private}} {
		text := pem.EncodeToMemory(&pem.Block{Type: file.kind, Bytes: file.der})
		if err := os.WriteFile(filepath.Join(dir, file.name), text, 0o600); err != nil {
			return err
		}
	}
	return nil
}
