package server

import (
	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// maxAuthTries bounds how often a client may try; OpenSSH offers every key of
// its agent, one try each.
const maxAuthTries = 12

// sshConfig says who may come, and by which algorithms.
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

// Algorithms are those of connections: authenticated encryption, and key
// exchanges and signatures without SHA-1 and without the curves of NIST; the first
// key exchange stands up to quantum computers. Keys of people may be of any kind
// that is safe.
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
