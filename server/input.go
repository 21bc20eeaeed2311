package server

import (
	"context"
	"errors"
	"io"
	"sync/atomic"

	uv "github.com/charmbracelet/ultraviolet"
	"golang.org/x/time/rate"
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
	// maxPending is how many bytes may come that are not a key yet: the
	// decoder keeps an unfinished sequence or paste whole.
	maxPending = 32 << 10
)

// typed is what a person types, slowed down to what somebody could mean. It
// ends with errTooMuch when it makes no sense for too long.
type typed struct {
	ctx     context.Context //nolint:containedctx // ends a wait; a Reader has no other way
	input   io.Reader
	limiter *rate.Limiter
	pending atomic.Int64 // bytes since the last key
}

func newTyped(ctx context.Context, input io.Reader) *typed {
	return &typed{ctx: ctx, input: input, limiter: rate.NewLimiter(typeRate, typeBurst)}
}

func (t *typed) Read(buffer []byte) (int, error) {
	n, err := t.input.Read(buffer[:min(len(buffer), maxRead)])
	if t.pending.Add(int64(n)) > maxPending {
		return 0, errTooMuch
	}
	if waitErr := t.limiter.WaitN(t.ctx, n+readPrice); waitErr != nil {
		return 0, io.EOF // the session has ended
	}
	return n, err
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
		// Send gives up when the program has ended.
		send:  func(event uv.Event) { sc.program.Send(event) },
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
