package room

import (
	"testing"
	"testing/synctest"
	"time"
)

func TestOutboxDelays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken := ""
		o := &outbox{run: func(do func()) { go do() }, broken: func(at string) { broken = at }}
		began, left := time.Now(), ""
		leaves := func(what string, after time.Duration, effects ...func()) {
			o.begin(began.Add(after))
			o.emit(func() { left += what })
			for _, effect := range effects {
				o.emit(effect)
			}
			o.send()
		}
		until := func(after time.Duration, want string) {
			t.Helper()
			time.Sleep(time.Until(began.Add(after)))
			synctest.Wait()
			o.mutex.Lock() // effects leave while it is held
			defer o.mutex.Unlock()
			if left != want {
				t.Errorf("after %v there has left %q, want %q", after, left, want)
			}
		}
		leaves("a", 0)
		until(0, "a")
		leaves("b", 3*time.Second, func() { panic("broken") })
		leaves("c", 2*time.Second)
		leaves("d", 5*time.Second)
		until(time.Second, "a")
		until(2*time.Second, "abc") // what came before c leaves with it
		leaves("e", 0)
		until(2*time.Second, "abcde")
		leaves("f", time.Hour)
		o.begin(time.Time{})
		o.emit(func() { left += "g" })
		o.flush()
		o.mutex.Lock()
		defer o.mutex.Unlock()
		if left != "abcdefg" || broken == "" || o.waits && len(o.queue) > 0 {
			t.Errorf("there has left %q, and what broke is %q", left, broken)
		}
	})
}

func TestPaddingDependsOnPublicDataOnly(t *testing.T) {
	var p padding
	now := time.Now()
	if p.wrote(10 * time.Millisecond); !p.due(now, 0).IsZero() {
		t.Error("where nobody else can act in secret something has to wait")
	}
	first := p.due(now, 1)
	if got := first.Sub(now); got != 50*time.Millisecond {
		t.Errorf("with one who can the others wait for %v", got)
	}
	if p.noteShown(first); !p.due(now, 0).Equal(first.Add(25 * time.Millisecond)) {
		t.Error("what comes next is not after what has not left yet")
	}
	for range 1000 {
		p.wrote(time.Millisecond)
	}
	if p.flush > 3*time.Millisecond {
		t.Errorf("a slow flush is remembered: %v", p.flush)
	}
	if p.wrote(time.Hour); p.flush != maxFlush {
		t.Errorf("they may wait for %v", p.flush)
	}
}
