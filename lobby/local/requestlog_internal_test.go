package local

import (
	"context"
	"errors"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"parlor/lobby"
)

// TestRequestLog begins and ends requests directly.
func TestRequestLog(t *testing.T) {
	for name, one := range map[string]struct {
		wait time.Duration // between the request and its repetition
		done bool
		more int // number of other requests in between
		key  requestKey
		want bool // whether it is known as done
	}{
		"done":                  {done: true, key: keyOf("anna", "create", "1"), want: true},
		"refused":               {key: keyOf("anna", "create", "1")},
		"of another player":     {done: true, key: keyOf("bo", "create", "1")},
		"of another kind":       {done: true, key: keyOf("anna", "say", "1")},
		"under another ID":      {done: true, key: keyOf("anna", "create", "2")},
		"some minutes later":    {done: true, wait: requestTime - time.Second, key: keyOf("anna", "create", "1"), want: true},
		"much later":            {done: true, wait: 2 * requestTime, key: keyOf("anna", "create", "1")},
		"after many of others":  {done: true, more: maxRequests, key: keyOf("anna", "create", "1"), want: true},
		"after too many others": {done: true, more: 2 * maxRequests, key: keyOf("anna", "create", "1")},
	} {
		synctest.Test(t, func(t *testing.T) {
			l := newRequestLog()
			do := func(key requestKey, code string, done bool) {
				t.Helper()
				if _, known, err := l.begin(t.Context(), key); known || err != nil {
					t.Fatalf("%s: known before: %t, %v", name, known, err)
				}
				l.end(key, code, done)
			}
			do(keyOf("anna", "create", "1"), "AAAAAA", one.done)
			for n := range one.more {
				do(keyOf("other", "create", lobby.RequestID(strconv.Itoa(n))), "BBBBBB", true)
			}
			time.Sleep(one.wait)
			code, done, err := l.begin(t.Context(), one.key)
			if err != nil || done != one.want || (code == "AAAAAA") != one.want {
				t.Errorf("%s: it is known as %q, %t, %v", name, code, done, err)
			}
			if kept := len(l.recent) + len(l.older); kept > 2*maxRequests {
				t.Errorf("%s: %d are kept", name, kept)
			}
		})
	}
}

// TestRepeatedRequestWaits for the running one, and is done if that is refused.
func TestRepeatedRequestWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, key := newRequestLog(), keyOf("anna", "create", "1")
		if _, done, err := l.begin(t.Context(), key); done || err != nil {
			t.Fatal(done, err)
		}
		late, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, _, err := l.begin(late, key); !errors.Is(err, lobby.ErrNoAnswer) || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a repetition that waits for too long ends with %v", err)
		}
		again := make(chan bool)
		for range 2 {
			go func() {
				_, done, err := l.begin(t.Context(), key)
				if err != nil {
					t.Error(err)
				}
				again <- done
			}()
		}
		synctest.Wait()
		l.end(key, "", false)
		if <-again {
			t.Error("a request that was refused is known as done")
		}
		synctest.Wait()
		l.end(key, "AAAAAA", true)
		if !<-again {
			t.Error("a request that was done is not known")
		}
	})
}
