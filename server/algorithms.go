package server

import (
	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// maxAuthTries bounds authentication attempts; OpenSSH offers every key of its agent, one attempt each.
const maxAuthTries = 12

// sshConfig returns the authentication methods and algorithms of a connection.
func sshConfig(ctx ssh.Context) *gossh.ServerConfig {
	algorithms := Algorithms()
	algorithms.Rand = kexDetector{clientConnOf(ctx)}
	return &gossh.ServerConfig{
		MaxAuthTries: maxAuthTries,
		AuthLogCallback: func(_ gossh.ConnMetadata, method string, err error) {
			authAttemptsOf(ctx).note(method, err)
			if err == nil {
				clientConnOf(ctx).proved()
			}
		},
		PublicKeyAuthAlgorithms: []string{
			gossh.KeyAlgoED25519, gossh.KeyAlgoSKED25519,
			gossh.KeyAlgoECDSA256, gossh.KeyAlgoECDSA384, gossh.KeyAlgoECDSA521, gossh.KeyAlgoSKECDSA256,
			gossh.KeyAlgoRSASHA256, gossh.KeyAlgoRSASHA512,
		},
		Config: algorithms,
	}
}

// Algorithms returns the allowed algorithms: authenticated encryption, and key exchanges and signatures without SHA-1
// and without NIST curves. The first key exchange is post-quantum. Users' keys may be of any secure type.
func Algorithms() gossh.Config {
	return gossh.Config{
		KeyExchanges: []string{
			gossh.KeyExchangeMLKEM768X25519, gossh.KeyExchangeCurve25519, gossh.KeyExchangeDH16SHA512,
		},
		Ciphers: []string{
			gossh.CipherChaCha20Poly1305, gossh.CipherAES256GCM, gossh.CipherAES128GCM,
			gossh.CipherAES256CTR, gossh.CipherAES192CTR, gossh.CipherAES128CTR,
		},
		// The last one is for libssh2 up to 1.10.
		MACs: []string{gossh.HMACSHA256ETM, gossh.HMACSHA512ETM, gossh.HMACSHA256},
	}
}
