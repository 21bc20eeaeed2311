// Package hostkeys loads the server's host key, or makes it on the first start.
package hostkeys

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"golang.org/x/crypto/ssh"
)

// File is the name of the key in its folder, in OpenSSH's format.
const File = "ssh_host_ed25519_key"

// Load returns the Ed25519 host key of a folder, and whether it was made just
// now. Folder and key are made where they are missing, for their owner only;
// a key that others can read is refused.
func Load(folder string) (key ssh.Signer, made bool, err error) {
	path := filepath.Join(folder, File)
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		if err := create(folder, path); err != nil {
			return nil, false, err
		}
		made = true
	}
	key, err = read(path)
	return key, made, err
}

func read(path string) (ssh.Signer, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("the host key cannot be read: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("the host key %s is not a file", path)
	}
	// Windows keeps its rights elsewhere and shows every file as readable.
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
	if key.PublicKey().Type() != ssh.KeyAlgoED25519 {
		return nil, fmt.Errorf("the host key %s is of type %s; it must be ssh-ed25519", path, key.PublicKey().Type())
	}
	return key, nil
}

// create writes a new key under its name at once, whole or not at all: of two
// programs that start together, one makes the key and both use it.
func create(folder, path string) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return fmt.Errorf("the folder for the host key cannot be created: %w", err)
	}
	_, private, err := ed25519.GenerateKey(rand.Reader)
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
	// A link, unlike a rename, never replaces a key that is there already.
	if err := os.Link(draft.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("the host key cannot be written: %w", err)
	}
	return nil
}
