package server

import (
	"context"
	"errors"
	"io"
	"sync/atomic"
	"time"

	uv "github.com/charmbracelet/ultraviolet"
	"golang.org/x/time/rate"

	"parlor/budget"
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

// typed is what a person types, slowed down to what somebody could mean. It
// ends with errTooMuch when it makes no sense for too long.
type typed struct {
	ctx     context.Context //nolint:containedctx // ends a wait; a Reader has no other way
	input   io.Reader
	line    *budget.Line // on which it comes
	limiter *rate.Limiter
	keys    *rate.Limiter
	pending atomic.Int64 // bytes since the last key
}

func newTyped(ctx context.Context, input io.Reader, line *budget.Line) *typed {
	return &typed{
		ctx: ctx, input: input, line: line, limiter: rate.NewLimiter(typeRate, typeBurst), keys: rate.NewLimiter(keyRate, keyBurst),
	}
}

func (t *typed) Read(buffer []byte) (int, error) {
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
func (t *typed) press() bool { return t.wait(max(t.keys.Reserve().Delay(), t.line.Press())) }

// wait is false when the session has ended.
func (t *typed) wait(span time.Duration) bool {
	if span <= 0 {
		return t.ctx.Err() == nil
	}
	t.line.Hold()
	defer t.line.Release()
	return sleep(t.ctx, span)
}

// listen brings what a person does to the program until the input ends: then the
// line has dropped, or this session was closed on a connection that stays, and
// the screen ends. It calls awake for each key.
//
// The program's own reader is not used: when a program ends while somebody
// types, it keeps a goroutine, and all that hangs on it, for ever; it waits half
// a second for a read that nobody can cancel; and it holds a table of all keys.
func (sc *screen) listen(ctx context.Context, input *typed, awake func()) {
	broke := func() { sc.leave(errBroke) }
	defer caught(sc.log, broke)
	// The program tells itself the size of the PTY, from another goroutine: keys
	// have to come later.
	select {
	case <-sc.sized:
	case <-ctx.Done():
	}
	k := keys{
		decoder: &uv.EventDecoder{},
		send: func(event uv.Event) {
			if input.press() {
				sc.program.Send(event) // which gives up when the program has ended
			}
		},
		heard: func() { input.pending.Store(0); awake() },
		broke: broke, log: sc.log,
	}
	buffer := make([]byte, readAtOnce)
	for {
		n, err := input.Read(buffer)
		k.take(buffer[:n])
		if err == nil {
			continue
		}
		k.end()
		if !errors.Is(err, errTooMuch) {
			err = nil // whatever happened to the line, it has ended
		}
		sc.leave(err)
		return
	}
}
