package server

import (
	"crypto/rand"
	"fmt"
	"slices"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"parlor/ratelimit"
)

// Global requests by which a client learns of host keys that it does not know yet
// (OpenSSH's PROTOCOL, 2.5): a server says which it has, and proves those that the
// client asks about.
const (
	allKeys   = "hostkeys-00@openssh.com"
	proveKeys = "hostkeys-prove-00@openssh.com"
)

// signers are the host keys; one of the type ssh-rsa signs with SHA-2 only.
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

// hostKeys are the host keys as clients are told of them.
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

// announce sends the list of host keys. A client that knows one of them may ask
// for proofs of the others and remember them, so that the one that it knows can be
// changed later.
func (k *hostKeys) announce(conn *gossh.ServerConn) {
	// No answer is asked for; a line that has dropped says so elsewhere.
	_, _, _ = conn.SendRequest(allKeys, false, k.list)
}

// prove signs for each key that a client asks about, once a connection and each
// key once: what it is asked to sign has the connection's own number in it.
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

// negotiated is the algorithm by which the server has proved itself on a
// connection; empty where that is not known.
func negotiated(conn *gossh.ServerConn) string {
	if told, ok := conn.Conn.(gossh.AlgorithmsConnMetadata); ok {
		return told.Algorithms().HostKey
	}
	return ""
}

// sign signs as the client expects it: an RSA key with the algorithm that was used
// on the connection, if that was one of RSA.
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
