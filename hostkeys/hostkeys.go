// Package hostkeys loads the server's host keys, creating them on the first start.
package hostkeys

import (
	"crypto"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"golang.org/x/crypto/ssh"
)

// File names of the keys, in OpenSSH's format.
const (
	File    = "ssh_host_ed25519_key"
	RSAFile = "ssh_host_rsa_key"
)

// rsaBits is the size of a new RSA key, and leastRSABits the smallest size accepted.
const (
	rsaBits      = 3072
	leastRSABits = 3072
)

// kind describes one type of host key.
type kind struct {
	file, algorithm string
	generate        func() (crypto.PrivateKey, error)
}

func ed25519Key() kind {
	return kind{File, ssh.KeyAlgoED25519, func() (crypto.PrivateKey, error) {
		_, private, err := ed25519.GenerateKey(rand.Reader)
		return private, err
	}}
}

func rsaKey() kind {
	return kind{RSAFile, ssh.KeyAlgoRSA, func() (crypto.PrivateKey, error) { return rsa.GenerateKey(rand.Reader, rsaBits) }}
}

// Load returns the Ed25519 host key in folder and reports whether it was created. It creates folder and key if they
// are missing, accessible to their owner only. It refuses a key that others can read and a folder that others can
// write.
func Load(folder string) (key ssh.Signer, made bool, err error) { return ed25519Key().load(folder) }

// LoadRSA is like Load, for the RSA host key, which serves clients without Ed25519.
func LoadRSA(folder string) (key ssh.Signer, made bool, err error) { return rsaKey().load(folder) }

// Read returns the public host keys that exist in folder. It does not create any.
func Read(folder string) (keys []ssh.PublicKey, err error) {
	for _, kind := range []kind{ed25519Key(), rsaKey()} {
		key, err := kind.read(filepath.Join(folder, kind.file))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		keys = append(keys, key.PublicKey())
	}
	if len(keys) == 0 {
		return nil, fmt.Errorf("there is no host key in %s; parlor makes them when it starts for the first time", folder)
	}
	return keys, nil
}

func (k kind) load(folder string) (key ssh.Signer, made bool, err error) {
	path := filepath.Join(folder, k.file)
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		if err := k.create(folder, path); err != nil {
			return nil, false, err
		}
		made = true
	}
	if err := ownFolder(folder); err != nil {
		return nil, false, err
	}
	key, err = k.read(path)
	return key, made, err
}

// ownFolder returns an error if others could replace a key in folder.
func ownFolder(folder string) error {
	info, err := os.Stat(folder)
	if err != nil {
		return fmt.Errorf("the folder for the host key cannot be used: %w", err)
	}
	if others := info.Mode().Perm() & 0o022; others != 0 && runtime.GOOS != "windows" {
		return fmt.Errorf("the folder of the host keys, %s, can be written by others (mode %04o): run  chmod go-w %s", folder, info.Mode().Perm(), folder)
	}
	return nil
}

func (k kind) read(path string) (ssh.Signer, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("the host key cannot be read: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("the host key %s is not a file", path)
	}
	// On Windows, permissions are not in the mode, which shows every file as readable.
	if others := info.Mode().Perm() &^ 0o700; others != 0 && runtime.GOOS != "windows" {
		return nil, fmt.Errorf("the host key %s can be read by others (mode %04o): run  chmod 600 %s",
			path, info.Mode().Perm(), path)
	}
	data, err := os.ReadFile(path) //nolint:gosec // the operator names the folder
	if err != nil {
		return nil, fmt.Errorf("the host key cannot be read: %w", err)
	}
	key, err := ssh.ParsePrivateKey(data)
	if err != nil {
		return nil, fmt.Errorf("the host key %s is not a private key in OpenSSH's format without a passphrase; move it away, and the next start creates a new one", path)
	}
	if key.PublicKey().Type() != k.algorithm {
		return nil, fmt.Errorf("the host key %s is of type %s; it must be %s", path, key.PublicKey().Type(), k.algorithm)
	}
	return key, largeEnough(path, key.PublicKey())
}

// largeEnough returns an error if an RSA key is too small.
func largeEnough(path string, key ssh.PublicKey) error {
	plain, ok := key.(ssh.CryptoPublicKey)
	if !ok {
		return nil
	}
	if public, ok := plain.CryptoPublicKey().(*rsa.PublicKey); ok && public.N.BitLen() < leastRSABits {
		return fmt.Errorf("the host key %s has %d bits; it must have at least %d. Move it away, and the next start creates a new one",
			path, public.N.BitLen(), leastRSABits)
	}
	return nil
}

// create writes a new key atomically: of two programs started together, one creates the key and both use it. A folder
// without a key cannot have been tampered with, so create makes it writable by its owner only.
func (k kind) create(folder, path string) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return fmt.Errorf("the folder for the host key cannot be created: %w", err)
	}
	if err := tighten(folder); err != nil {
		return fmt.Errorf("the folder for the host key cannot be used: %w", err)
	}
	private, err := k.generate()
	if err != nil {
		return fmt.Errorf("the host key cannot be created: %w", err)
	}
	block, err := ssh.MarshalPrivateKey(private, "parlor")
	if err != nil {
		return fmt.Errorf("the host key cannot be created: %w", err)
	}
	draft, err := os.CreateTemp(folder, ".new-key-*") // mode 0600
	if err != nil {
		return fmt.Errorf("the host key cannot be written: %w", err)
	}
	defer func() { _ = os.Remove(draft.Name()) }()
	_, writeErr := draft.Write(pem.EncodeToMemory(block))
	if err := errors.Join(writeErr, draft.Sync(), draft.Close()); err != nil {
		return fmt.Errorf("the host key cannot be written: %w", err)
	}
	// Unlike a rename, a link never replaces an existing key.
	if err := os.Link(draft.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("the host key cannot be written: %w", err)
	}
	return nil
}

// tighten removes the write permission of others from a folder without a key.
func tighten(folder string) error {
	for _, kind := range []kind{ed25519Key(), rsaKey()} {
		if _, err := os.Lstat(filepath.Join(folder, kind.file)); err == nil {
			return nil // ownFolder reports the problem
		}
	}
	info, err := os.Stat(folder)
	if err != nil || info.Mode().Perm()&0o022 == 0 || runtime.GOOS == "windows" {
		return err
	}
	return os.Chmod(folder, info.Mode().Perm()&^0o022)
}
