package server

import (
	"errors"
	"io"
	"testing"
	"testing/synctest"
	"time"
)

// endless is a client that sends and sends, so many bytes in a piece.
type endless struct{ piece int }

func (e endless) Read(buffer []byte) (int, error) { return min(e.piece, len(buffer)), nil }

func TestTypingIsSlowedDown(t *testing.T) {
	for _, row := range []struct{ piece, inTenSeconds int }{
		{1, (10*typeRate + typeBurst) / (1 + readPrice)},
		{maxRead, 10*typeRate + typeBurst},
		{1 << 20, 10*typeRate + typeBurst},
	} {
		synctest.Test(t, func(t *testing.T) {
			input, read := newTyped(t.Context(), endless{row.piece}), 0
			for began := time.Now(); time.Since(began) < 10*time.Second; {
				n, err := input.Read(make([]byte, 8<<10))
				if err != nil {
					t.Fatal(err)
				}
				read += n
				input.pending.Store(0) // it was a key
			}
			if read > row.inTenSeconds+maxRead || read < row.inTenSeconds*9/10 {
				t.Errorf("pieces of %d: %d bytes in ten seconds, not %d", row.piece, read, row.inTenSeconds)
			}
		})
	}
}

func TestWhatIsNoKeyForTooLongEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		input, read := newTyped(t.Context(), endless{1000}), 0
		for {
			n, err := input.Read(make([]byte, 8<<10))
			if read += n; err == nil {
				continue
			}
			if !errors.Is(err, errTooMuch) || read > maxPending || read < maxPending-1000 {
				t.Errorf("%v after %d bytes", err, read)
			}
			break
		}
	})
	ended := newTyped(t.Context(), io.MultiReader())
	if _, err := ended.Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
		t.Errorf("the end of the line is %v", err)
	}
}
