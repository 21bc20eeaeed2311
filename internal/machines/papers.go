package machines

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

// The files written by WritePapers.
const (
	Authority   = "ca.pem"
	Certificate = "node.pem"
	Key         = "node.key"
)

// WritePapers creates a certificate authority and one certificate for local addresses in dir. They are valid for a
// day.
func WritePapers(dir string) error {
	signer, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	authority := paper(1, "who signs")
	authority.IsCA, authority.KeyUsage = true, x509.KeyUsageCertSign
	if err := sign(dir, Authority, authority, authority, signer, signer); err != nil {
		return err
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	own := paper(2, "node")
	own.IPAddresses, own.KeyUsage = []net.IP{net.IPv4(127, 0, 0, 1)}, x509.KeyUsageDigitalSignature
	own.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}
	if err := sign(dir, Certificate, own, authority, key, signer); err != nil {
		return err
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return err
	}
	return writeFile(dir, Key, "PRIVATE KEY", der)
}

// paper returns an unsigned certificate.
func paper(serial int64, name string) *x509.Certificate {
	return &x509.Certificate{
		SerialNumber: big.NewInt(serial), Subject: pkix.Name{CommonName: name}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		BasicConstraintsValid: true,
	}
}

// sign writes a certificate signed by an authority, and its key.
func sign(dir, name string, one, authority *x509.Certificate, key, signer *ecdsa.PrivateKey) error {
	der, err := x509.CreateCertificate(rand.Reader, one, authority, key.Public(), signer)
	if err != nil {
		return err
	}
	return writeFile(dir, name, "CERTIFICATE", der)
}

func writeFile(dir, name, kind string, der []byte) error {
	return os.WriteFile(filepath.Join(dir, name), pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600)
}
