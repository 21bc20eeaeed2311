package lobby

import (
	"crypto/rand"
	"encoding/hex"

	"parlor/engine"
	"parlor/engine/record"
)

// RecordConfig says how the records of matches name the server.
type RecordConfig struct {
	Server string // as the operator names it; empty if it has no name
	Key    string // fingerprint of the host key that signs: "SHA256:…"
}

// A RecordName is a name as the record of a match has it: hashed with a salt, so that the
// record stays valid when name and salt are deleted.
type RecordName struct {
	Seat engine.Seat `json:"seat"`
	Name string      `json:"name"`
	Salt string      `json:"salt"` // 32 hexadecimal digits
}

// saltBytes is the length of a salt.
const saltBytes = 16

// NewRecordName returns the name of a seat with a new salt.
func NewRecordName(seat engine.Seat, name string) RecordName {
	salt := make([]byte, saltBytes)
	_, _ = rand.Read(salt) // never fails
	return RecordName{seat, name, hex.EncodeToString(salt)}
}

// Hash returns what stands for the name in a record, and false if the salt cannot be read.
func (n RecordName) Hash() (record.Hash, bool) {
	salt, err := hex.DecodeString(n.Salt)
	return record.NameHash(salt, n.Name), err == nil && len(salt) == saltBytes
}

// A RecordDocument is the record of a match as it is given out and read.
type RecordDocument struct {
	Format    int          `json:"format"`
	Text      string       `json:"text"`
	Signature string       `json:"signature,omitempty"` // SSHSIG in armour; empty if the record is not signed
	Names     []RecordName `json:"names"`
}
