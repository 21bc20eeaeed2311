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
	// The bytes per second that a person may type or paste, sustained and at once.
	typeRate, typeBurst = 8 << 10, 32 << 10
	// readPrice is added to the bytes of each read, as single bytes cost as much as longer reads.
	readPrice = 16
	// maxRead bounds one read.
	maxRead = 4 << 10
	// readAtOnce is the buffer size of a screen, which each waiting session holds.
	readAtOnce = 256
	// The keys per second that a session may process, sustained and at once. Further keys are delayed.
	keyRate, keyBurst = 40, 200
	// maxPending bounds the bytes that are not a key yet, as the decoder buffers an unfinished sequence or paste.
	maxPending = 32 << 10
)

// limitedReader reads a client's input at the speed of typing. It fails with errTooMuch if input arrives faster for
// too long.
type limitedReader struct {
	ctx     context.Context //nolint:containedctx // ends a wait; a Reader has no other way
	input   io.Reader
	line    *ratelimit.ConnMeter // connection of the input
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

// press pays for a key and waits until it may be processed, during which nothing is read. It reports false if the
// session has ended.
func (t *limitedReader) press() bool { return t.wait(max(t.keys.Reserve().Delay(), t.line.Press())) }

// wait waits for span. It reports false if the session has ended.
func (t *limitedReader) wait(span time.Duration) bool {
	if span <= 0 {
		return t.ctx.Err() == nil
	}
	t.line.Hold()
	defer t.line.Release()
	return sleep(t.ctx, span)
}
