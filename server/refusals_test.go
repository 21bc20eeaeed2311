package server

import (
	"fmt"
	"log/slog"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// TestOneLineForEachRefusedAddressAndMinute checks the number of log lines, also for one IPv6 household with many
// addresses, and that there are none without refusals.
func TestOneLineForEachRefusedAddressAndMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		out := &written{}
		r := NewRefusals(slog.New(slog.NewTextHandler(out, nil)))
		remembered := r.lines.Len
		lines := func() (all []string) {
			synctest.Wait()
			for _, line := range strings.Split(out.take(), "\n") {
				if _, after, ok := strings.Cut(line, "msg="); ok {
					all = append(all, after)
				}
			}
			return all
		}
		home := netip.MustParseAddr("2001:db8::1")
		for i := range 600 { // ten minutes
			r.Note(netip.MustParseAddr("203.0.113.7"), WhyDropped)
			if i == 0 {
				r.Note(home, WhySilent)
				if got := lines(); len(got) != 2 || got[0] != "refused address=203.0.113.7 why=dropped times=1" || got[1] != "refused address=2001:db8::1 why=silent times=1" {
					t.Errorf("at first the log has %q", got)
				}
			}
			time.Sleep(time.Second)
		}
		got := lines()
		if len(got) < 8 || len(got) > 10 {
			t.Errorf("in ten minutes there were %d lines: %q", len(got), got)
		}
		time.Sleep(time.Hour)
		if lines(); remembered() != 0 {
			t.Errorf("%d addresses are remembered for ever", remembered())
		}
		if counts := r.Counts(); counts[WhyDropped] != 600 || counts[WhySilent] != 1 {
			t.Errorf("the counts are %v", counts)
		}
		for i := range 3 * maxRefused {
			r.Note(netip.MustParseAddr(fmt.Sprintf("10.0.%d.%d", i/256, i%256)), WhyDropped)
		}
		if got := lines(); len(got) != maxRefused || remembered() != maxRefused {
			t.Errorf("of very many there are %d lines", len(got))
		}
		time.Sleep(time.Minute)
		if got := lines(); len(got) != 1 || got[0] != fmt.Sprintf(`"many more refused" times=%d`, 2*maxRefused) {
			t.Errorf("later there are %q", got)
		}
		time.Sleep(time.Hour)
	})
}

// written collects log lines from several goroutines.
type written struct {
	mu   sync.Mutex
	text strings.Builder
}

func (w *written) Write(text []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.Write(text)
}

// take returns what was written since the last call.
func (w *written) take() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	defer w.text.Reset()
	return strings.TrimSpace(w.text.String())
}
