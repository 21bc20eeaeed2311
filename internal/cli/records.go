package cli

import (
	"context"
	"log/slog"
	"sync"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"parlor/engine/record"
	"parlor/hostkeys"
	"parlor/lobby"
	"parlor/store"
)

// Every signInterval, at most signMost records of finished matches are signed.
const (
	signInterval = time.Minute
	signMost     = 100
)

// A recordSigner is a History that signs its records with the host key. It signs only stored
// records.
type recordSigner struct {
	store.History
	key         gossh.Signer
	fingerprint string
	log         *slog.Logger
}

func newRecordSigner(history store.History, key gossh.Signer, log *slog.Logger) recordSigner {
	return recordSigner{history, key, gossh.FingerprintSHA256(key.PublicKey()), log}
}

// Match implements lobby.History. It signs the record of the match if it has no signature.
func (s recordSigner) Match(ctx context.Context, id string) (lobby.Finished, error) {
	match, err := s.History.Match(ctx, id)
	if err != nil || match.Text == "" || match.Signature != "" {
		return match, err
	}
	match.Signature = s.sign(ctx, match.ID, match.Text)
	return match, nil
}

// sign signs a stored record that names the host key, stores the signature and returns it. It
// returns an empty string if it cannot sign the record.
func (s recordSigner) sign(ctx context.Context, id, text string) string {
	parsed, err := record.Parse(text)
	if err != nil || parsed.Key != s.fingerprint {
		return "" // the host key has been replaced
	}
	signature, err := hostkeys.SignRecord(s.key, text)
	if err == nil {
		err = s.SignRecord(ctx, id, signature)
	}
	if err != nil {
		s.log.Warn("cannot sign the record of a match", "match", id, "err", err)
	}
	return signature
}

// follow signs new records in the background until ctx is done or stop is called. stop waits
// until the last signature is stored.
func (s recordSigner) follow(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	running.Go(func() {
		for tick := time.NewTicker(signInterval); ; {
			s.signAll(ctx)
			select {
			case <-tick.C:
			case <-ctx.Done():
				tick.Stop()
				return
			}
		}
	})
	return func() {
		cancel()
		running.Wait()
	}
}

// signAll signs up to signMost records that have no signature.
func (s recordSigner) signAll(ctx context.Context) {
	unsigned, err := s.Unsigned(ctx, s.fingerprint, signMost)
	if err != nil && ctx.Err() == nil {
		s.log.Warn("cannot look for records to sign", "err", err)
	}
	for _, one := range unsigned {
		s.sign(ctx, one.Match, one.Text)
	}
}
