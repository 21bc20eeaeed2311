package server

import (
	"context"
	"io"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"parlor/ratelimit"
)

const (
	// Bytes a second that a person may type or paste for long, and at once.
	typeRate, typeBurst = 8 << 10, 32 << 10
	// readPrice is counted for each read beside its bytes: somebody who sends
	// single bytes costs as much as somebody who sends many.
	readPrice = 16
	// maxRead is the most that is read at once.
	maxRead = 4 << 10
	// readAtOnce is how much a screen reads: each waits with so much memory.
	readAtOnce = 256
	// Keys a second that a session may press for long, and at once. What was pressed
	// beyond that is taken later.
	keyRate, keyBurst = 40, 200
	// maxPending is how many bytes may come that are not a key yet: the
	// decoder keeps an unfinished sequence or paste whole.
	maxPending = 32 << 10
)

// limitedReader reads what a client types, slowed down to what a person can type. It ends
// with errTooMuch if input comes faster than that for too long.
type limitedReader struct {
	ctx     context.Context //nolint:containedctx // ends a wait; a Reader has no other way
	input   io.Reader
	line    *ratelimit.ConnMeter // on which it comes
	limiter *rate.Limiter
	keys    *rate.Limiter
	pending atomic.Int64 // bytes since the last key
}

func newLimitedReader(ctx context.Context, input io.Reader, line *ratelimit.ConnMeter) *limitedReader {
	return &limitedReader{
		ctx: ctx, input: input, line: line, limiter: rate.NewLimiter(typeRate, typeBurst), keys: rate.NewLimiter(keyRate, keyBurst),
	}
}

func (t *limitedReader) Read(buffer []byte) (int, error) {
	n, err := t.input.Read(buffer[:min(len(buffer), maxRead)])
	if t.pending.Add(int64(n)) > maxPending {
		return 0, errTooMuch
	}
	t.line.Take(n)
	if !t.wait(t.limiter.ReserveN(time.Now(), n+readPrice).Delay()) {
		return 0, io.EOF
	}
	return n, err
}

// press pays for a key, and waits until it may be taken; meanwhile nothing is read. It
// is false when the session has ended.
func (t *limitedReader) press() bool { return t.wait(max(t.keys.Reserve().Delay(), t.line.Press())) }

// wait is false when the session has ended.
func (t *limitedReader) wait(span time.Duration) bool {
	if span <= 0 {
		return t.ctx.Err() == nil
	}
	t.line.Hold()
	defer t.line.Release()
	return sleep(t.ctx, span)
}
