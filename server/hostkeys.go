package server

import (
	"crypto/rand"
	"fmt"
	"slices"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"parlor/ratelimit"
)

// The global requests by which a client learns further host keys (OpenSSH's PROTOCOL, section 2.5):
// the server lists its keys and proves that it has those that the client requests.
const (
	allKeys   = "hostkeys-00@openssh.com"
	proveKeys = "hostkeys-prove-00@openssh.com"
)

// signers returns the host keys. An RSA key signs with SHA-2 only.
func signers(config Config) ([]gossh.Signer, error) {
	all := []gossh.Signer{config.HostKey}
	for _, key := range config.OtherKeys {
		if key.PublicKey().Type() == gossh.KeyAlgoRSA {
			able, ok := key.(gossh.AlgorithmSigner)
			if !ok {
				return nil, fmt.Errorf("the host key of the type %s cannot sign with SHA-2", gossh.KeyAlgoRSA)
			}
			modern, err := gossh.NewSignerWithAlgorithms(able, []string{gossh.KeyAlgoRSASHA512, gossh.KeyAlgoRSASHA256})
			if err != nil {
				return nil, fmt.Errorf("the host key of the type %s cannot be used: %w", gossh.KeyAlgoRSA, err)
			}
			key = modern
		}
		all = append(all, key)
	}
	return all, nil
}

// hostKeys is the list of host keys and their signers.
type hostKeys struct {
	signers []ssh.Signer
	list    []byte
}

func listKeys(signers []ssh.Signer) *hostKeys {
	keys := &hostKeys{signers: signers}
	for _, key := range signers {
		keys.list = append(keys.list, gossh.Marshal(struct{ Blob []byte }{key.PublicKey().Marshal()})...)
	}
	return keys
}

// announce sends the list of host keys. A client that knows one of the keys may request proofs and
// store the others, so that the known key can be replaced later.
func (k *hostKeys) announce(conn *gossh.ServerConn) {
	// No reply is requested; a lost connection is noticed elsewhere.
	_, _, _ = conn.SendRequest(allKeys, false, k.list)
}

// prove signs for each requested key, once per connection and key. The signed data contains the session ID.
func (k *hostKeys) prove(ctx ssh.Context, _ *ssh.Server, request *gossh.Request) (ok bool, proofs []byte) {
	conn, isConn := ctx.Value(ssh.ContextKeyConn).(*gossh.ServerConn)
	if l := clientConnOf(ctx); !isConn || !l.sends(ratelimit.Requests) || !l.asks() {
		return false, nil
	}
	left := slices.Clone(k.signers)
	for rest := request.Payload; len(rest) > 0; {
		var next struct {
			Blob []byte
			Rest []byte `ssh:"rest"`
		}
		if gossh.Unmarshal(rest, &next) != nil {
			return false, nil
		}
		rest = next.Rest
		at := slices.IndexFunc(left, func(key ssh.Signer) bool { return string(key.PublicKey().Marshal()) == string(next.Blob) })
		if at < 0 {
			return false, nil
		}
		signature, err := sign(left[at], negotiated(conn), gossh.Marshal(struct {
			Purpose       string
			Session, Blob []byte
		}{proveKeys, conn.SessionID(), next.Blob}))
		if err != nil {
			return false, nil
		}
		left = slices.Delete(left, at, at+1)
		proofs = append(proofs, gossh.Marshal(struct{ Blob []byte }{gossh.Marshal(signature)})...)
	}
	return true, proofs
}

// negotiated returns the host key algorithm of a connection, or "" if unknown.
func negotiated(conn *gossh.ServerConn) string {
	if told, ok := conn.Conn.(gossh.AlgorithmsConnMetadata); ok {
		return told.Algorithms().HostKey
	}
	return ""
}

// sign signs as the client expects: an RSA key with the algorithm negotiated for the connection, if that is an RSA
// algorithm.
func sign(key gossh.Signer, used string, data []byte) (*gossh.Signature, error) {
	able, ok := key.(gossh.AlgorithmSigner)
	if !ok || key.PublicKey().Type() != gossh.KeyAlgoRSA {
		return key.Sign(rand.Reader, data)
	}
	if used != gossh.KeyAlgoRSASHA256 {
		used = gossh.KeyAlgoRSASHA512
	}
	return able.SignWithAlgorithm(rand.Reader, data, used)
}
