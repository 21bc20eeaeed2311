package server

import (
	"errors"
	"io"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	uv "github.com/charmbracelet/ultraviolet"

	"parlor/ratelimit"
)

// endless is a client that sends without end, in pieces of the given size.
type endless struct{ piece int }

func (e endless) Read(buffer []byte) (int, error) { return min(e.piece, len(buffer)), nil }

// street and elsewhere are public addresses.
const street, elsewhere = "203.0.113.7", "198.51.100.7"

// testLine returns the meter of the only connection of a limiter.
func testLine() *ratelimit.ConnMeter {
	return ratelimit.New(ratelimit.Config{}).NewConn(netip.MustParseAddr(street))
}

func TestTypingIsSlowedDown(t *testing.T) {
	for _, row := range []struct{ piece, inTenSeconds int }{
		{1, (10*typeRate + typeBurst) / (1 + readPrice)},
		{maxRead, 10*typeRate + typeBurst},
		{1 << 20, 10*typeRate + typeBurst},
	} {
		synctest.Test(t, func(t *testing.T) {
			input, read := newLimitedReader(t.Context(), endless{row.piece}, testLine()), 0
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
		input, read := newLimitedReader(t.Context(), endless{1000}, testLine()), 0
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
	ended := newLimitedReader(t.Context(), io.MultiReader(), testLine())
	if _, err := ended.Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
		t.Errorf("the end of the line is %v", err)
	}
}

// TestKeysAreTakenAtAPace checks the burst and the rate of keys.
func TestKeysAreTakenAtAPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		input, began := newLimitedReader(t.Context(), endless{1}, testLine()), time.Now()
		for range keyBurst {
			input.press()
		}
		if took := time.Since(began); took > 0 {
			t.Errorf("%d keys at once wait %v", keyBurst, took)
		}
		for range 10 * keyRate {
			input.press()
		}
		if took := time.Since(began); took < 9900*time.Millisecond || took > 10100*time.Millisecond {
			t.Errorf("%d keys more take %v, not 10 seconds", 10*keyRate, took)
		}
	})
}

// TestAPasteIsOneKey checks that a paste of any length counts as one key and by its bytes.
func TestAPasteIsOneKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, input, began := newHand(), newLimitedReader(t.Context(), endless{1}, testLine()), time.Now()
		send := h.send
		h.send = func(event uv.Event) { input.press(); send(event) }
		h.take([]byte("\x1b[200~" + strings.Repeat("text ", 4000) + "\x1b[201~"))
		for range keyBurst - 1 {
			h.take([]byte("x"))
		}
		if took := time.Since(began); took > 0 || len(h.done) != keyBurst {
			t.Errorf("%d keys take %v", len(h.done), took)
		}
		h.take([]byte("x"))
		if time.Since(began) == 0 {
			t.Error("a paste is no key")
		}
	})
}

// TestSixtyPeopleTypeBehindOneAddress checks that none of them is delayed.
func TestSixtyPeopleTypeBehindOneAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		counts, address := ratelimit.New(ratelimit.Config{}), netip.MustParseAddr(street)
		var waited, all atomic.Int64
		for n := range 60 {
			line := counts.NewConn(address)
			input := newLimitedReader(t.Context(), endless{1}, line)
			types := func(keys int, every time.Duration) {
				for range keys {
					began := time.Now()
					input.press()
					line.Read(52) // as encrypted
					waited.Add(int64(time.Since(began)))
					all.Add(1)
					time.Sleep(every)
				}
			}
			go func() {
				time.Sleep(time.Duration(n) * time.Millisecond)
				types(10*60, time.Second/10) // a minute of words
				types(4*30, time.Second/30)  // four seconds of an arrow key
				types(5, 0)                  // five pasted lines
				types(12*60, time.Second/12)
			}()
		}
		time.Sleep(3 * time.Minute)
		if all.Load() != 60*(600+120+5+720) || waited.Load() > 0 {
			t.Errorf("%d keys waited for %v", all.Load(), time.Duration(waited.Load()))
		}
	})
}

// TestAnAddressTakesSoManyKeys checks the rate of an address, and that another address is not affected.
func TestAnAddressTakesSoManyKeys(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		counts := ratelimit.New(ratelimit.Config{})
		var taken atomic.Int64
		var work sync.WaitGroup
		for range 100 {
			input := newLimitedReader(t.Context(), endless{1}, counts.NewConn(netip.MustParseAddr(street)))
			work.Go(func() {
				for began := time.Now(); time.Since(began) < time.Minute; taken.Add(1) {
					input.press()
				}
			})
		}
		other, slowest := newLimitedReader(t.Context(), endless{1}, counts.NewConn(netip.MustParseAddr(elsewhere))), time.Duration(0)
		for range 10 * 50 {
			time.Sleep(time.Second / 10)
			began := time.Now()
			other.press()
			slowest = max(slowest, time.Since(began))
		}
		work.Wait()
		if n := taken.Load(); n < 50_000 || n > 70_000 { // without the limit 100 × 60 × 40
			t.Errorf("an address took %d keys in a minute", n)
		}
		if slowest > 0 {
			t.Errorf("somebody elsewhere waited %v", slowest)
		}
	})
}
