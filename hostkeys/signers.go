package hostkeys

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/crypto/ssh"
)

// SignersFile is the name of the file with the public keys that have signed records. It has the
// format of OpenSSH's allowed_signers; replaced keys have the time until which they were valid.
const SignersFile = "record_signers"

// Validity is the period in which a key signs records. A zero time means no limit.
type Validity struct{ After, Before time.Time }

// signerTime is the layout of times in allowed_signers, in UTC.
const signerTime = "20060102150405Z"

// AllowedSigner returns the line of allowed_signers for a key.
func AllowedSigner(key ssh.PublicKey, valid Validity) string {
	options := []string{`namespaces="` + RecordNamespace + `"`}
	if !valid.After.IsZero() {
		options = append(options, `valid-after="`+valid.After.UTC().Format(signerTime)+`"`)
	}
	if !valid.Before.IsZero() {
		options = append(options, `valid-before="`+valid.Before.UTC().Format(signerTime)+`"`)
	}
	return "parlor " + strings.Join(options, ",") + " " + strings.TrimSpace(string(ssh.MarshalAuthorizedKey(key)))
}

// Signers returns the lines of SignersFile in a folder. It returns nil if the file does not exist.
func Signers(folder string) (lines []string, err error) {
	file, err := os.Open(filepath.Join(filepath.Clean(folder), SignersFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read the keys that have signed records: %w", err)
	}
	defer func() { _ = file.Close() }() // it was only read
	scanner := bufio.NewScanner(file)
	for scanner.Scan() {
		if line := strings.TrimSpace(scanner.Text()); line != "" {
			lines = append(lines, line)
		}
	}
	return lines, scanner.Err()
}

// NoteSigner adds the key that signs from now on to SignersFile, and ends the validity of the
// previous one. It does nothing if the key is already the last one in the file.
func NoteSigner(folder string, key ssh.PublicKey, now time.Time) error {
	lines, err := Signers(folder)
	if err != nil {
		return err
	}
	valid := Validity{}
	if n := len(lines); n > 0 {
		last, lastValid, err := parseSigner(lines[n-1])
		if err != nil {
			return err
		}
		if string(last.Marshal()) == string(key.Marshal()) {
			return nil
		}
		lastValid.Before, valid.After = now, now
		lines[n-1] = AllowedSigner(last, lastValid)
	}
	lines = append(slices.Clip(lines), AllowedSigner(key, valid))
	return writeSigners(filepath.Join(folder, SignersFile), strings.Join(lines, "\n")+"\n")
}

// parseSigner parses a line that AllowedSigner returned.
func parseSigner(line string) (key ssh.PublicKey, valid Validity, err error) {
	_, rest, _ := strings.Cut(line, " ")
	key, _, options, _, err := ssh.ParseAuthorizedKey([]byte(rest))
	if err != nil {
		return nil, valid, fmt.Errorf("cannot read a line of %s: %w", SignersFile, err)
	}
	for _, option := range options {
		name, value, _ := strings.Cut(option, "=")
		at, timeErr := time.Parse(signerTime, strings.Trim(value, `"`))
		switch {
		case timeErr != nil:
		case name == "valid-after":
			valid.After = at
		case name == "valid-before":
			valid.Before = at
		}
	}
	return key, valid, nil
}

// writeSigners replaces the file.
func writeSigners(path, text string) error {
	draft, err := os.CreateTemp(filepath.Dir(path), ".new-signers-*")
	if err != nil {
		return fmt.Errorf("cannot write the keys that sign records: %w", err)
	}
	defer func() { _ = os.Remove(draft.Name()) }()
	_, writeErr := draft.WriteString(text)
	if err := errors.Join(writeErr, draft.Sync(), draft.Close(), os.Rename(draft.Name(), path)); err != nil {
		return fmt.Errorf("cannot write the keys that sign records: %w", err)
	}
	return nil
}
