package lobby

import (
	"crypto/rand"
	"encoding/hex"

	"parlor/engine"
	"parlor/engine/record"
)

// RecordConfig is what records of matches say about the server.
type RecordConfig struct {
	Server string // as the operator names it; empty if it has no name
	Key    string // fingerprint of the host key that signs: "SHA256:…"
}

// A RecordName is the name of a player in the record of a match. The record has only its hash
// with the salt, so it stays valid when name and salt are deleted.
type RecordName struct {
	Seat engine.Seat `json:"seat"`
	Name string      `json:"name"`
	Salt string      `json:"salt"` // 32 hexadecimal digits
}

// saltBytes is the length of a salt in bytes.
const saltBytes = 16

// NewRecordName returns a RecordName with a new random salt.
func NewRecordName(seat engine.Seat, name string) RecordName {
	salt := make([]byte, saltBytes)
	_, _ = rand.Read(salt) // never fails
	return RecordName{seat, name, hex.EncodeToString(salt)}
}

// Hash returns the hash of the name in a record. It reports false if the salt is not valid.
func (n RecordName) Hash() (record.Hash, bool) {
	salt, err := hex.DecodeString(n.Salt)
	return record.NameHash(salt, n.Name), err == nil && len(salt) == saltBytes
}

// A RecordDocument is the exported form of the record of a match.
type RecordDocument struct {
	Format    int          `json:"format"`
	Text      string       `json:"text"`
	Signature string       `json:"signature,omitempty"` // armored SSHSIG; empty if the record is not signed
	Names     []RecordName `json:"names"`
}
