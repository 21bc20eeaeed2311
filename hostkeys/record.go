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

// RecordNamespace is the namespace of signatures of records, which keeps them apart from
// everything else that a host key signs.
const RecordNamespace = "parlor-record"

// SignRecord returns the signature of a text in the armour of ssh-keygen -Y sign.
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
	errAlgorithm = errors.New("the signature is not of SHA-512")
)

// VerifyRecord returns the key that has signed a text. It fails if the signature is not
// one of the text, for the namespace of records.
func VerifyRecord(text, armoured string) (ssh.PublicKey, error) {
	signature, err := sshsig.Unarmor([]byte(armoured))
	if err != nil {
		return nil, errArmour
	}
	if !bytes.Equal(sshsig.Armor(signature), []byte(armoured)) {
		return nil, errArmour // there is one spelling
	}
	if signature.HashAlgorithm != sshsig.HashSHA512 {
		return nil, errAlgorithm
	}
	if err := sshsig.Verify(strings.NewReader(text), signature, signature.PublicKey, signature.HashAlgorithm, RecordNamespace); err != nil {
		return nil, fmt.Errorf("the signature is not one of this text: %w", err)
	}
	return signature.PublicKey, nil
}
