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

// signInterval is the interval at which records of matches that have ended are signed, and
// signMost the number that is signed in one step.
const (
	signInterval = time.Minute
	signMost     = 100
)

// A recordSigner is a history whose records are signed by the host key. It signs what has
// been stored, and nothing else.
type recordSigner struct {
	store.History
	key         gossh.Signer
	fingerprint string
	log         *slog.Logger
}

func newRecordSigner(history store.History, key gossh.Signer, log *slog.Logger) recordSigner {
	return recordSigner{history, key, gossh.FingerprintSHA256(key.PublicKey()), log}
}

// Match implements lobby.History. It signs a record that was not signed yet.
func (s recordSigner) Match(ctx context.Context, id string) (lobby.Finished, error) {
	match, err := s.History.Match(ctx, id)
	if err != nil || match.Text == "" || match.Signature != "" {
		return match, err
	}
	match.Signature = s.sign(ctx, match.ID, match.Text)
	return match, nil
}

// sign signs a stored record if it names the host key, and stores the signature, which is
// returned. It is empty if there is none.
func (s recordSigner) sign(ctx context.Context, id, text string) string {
	parsed, err := record.Parse(text)
	if err != nil || parsed.Key != s.fingerprint {
		return "" // the key has been replaced
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

// follow signs records until ctx ends or the function that it returns is called, which
// waits for it to end.
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

// signAll signs some of the records that have no signature.
func (s recordSigner) signAll(ctx context.Context) {
	unsigned, err := s.Unsigned(ctx, signMost)
	if err != nil && ctx.Err() == nil {
		s.log.Warn("cannot look for records to sign", "err", err)
	}
	for _, one := range unsigned {
		s.sign(ctx, one.Match, one.Text)
	}
}
