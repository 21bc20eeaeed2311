package hostkeys

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"

	"github.com/hiddeco/sshsig"
	"golang.org/x/crypto/ssh"
)

// RecordNamespace is the SSHSIG namespace of records. A signature in another namespace is not
// valid for a record.
const RecordNamespace = "parlor-record"

// SignRecord returns the armored signature of a text, as ssh-keygen -Y sign writes it.
func SignRecord(key ssh.Signer, text string) (string, error) {
	signature, err := sshsig.SignWithRand(strings.NewReader(text), rand.Reader, key, sshsig.HashSHA512, RecordNamespace)
	if err != nil {
		return "", fmt.Errorf("the record cannot be signed: %w", err)
	}
	return string(sshsig.Armor(signature)), nil
}

// Errors of VerifyRecord.
var (
	errArmour    = errors.New("the signature cannot be read")
	errAlgorithm = errors.New("the signature does not use SHA-512")
)

// VerifyRecord returns the key that signed a text. It returns an error if the signature is not
// valid for the text and the namespace of records.
func VerifyRecord(text, armoured string) (ssh.PublicKey, error) {
	signature, err := sshsig.Unarmor([]byte(armoured))
	if err != nil {
		return nil, errArmour
	}
	if !bytes.Equal(sshsig.Armor(signature), []byte(armoured)) {
		return nil, errArmour // only the canonical form is accepted
	}
	if signature.HashAlgorithm != sshsig.HashSHA512 {
		return nil, errAlgorithm
	}
	if err := sshsig.Verify(strings.NewReader(text), signature, signature.PublicKey, signature.HashAlgorithm, RecordNamespace); err != nil {
		return nil, fmt.Errorf("the signature does not match this text: %w", err)
	}
	return signature.PublicKey, nil
}
