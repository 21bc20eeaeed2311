package webhook

import (
	"context"
	"errors"
	"net"
	"os"
	"testing"
	"testing/synctest"
	"time"
)

// TestAConnectionHasADeadline checks that the deadline starts before dialing and covers all reads.
func TestAConnectionHasADeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ours, theirs := net.Pipe()
		defer theirs.Close()
		began := time.Now()
		conn, err := withDeadline(func(context.Context, string, string) (net.Conn, error) {
			time.Sleep(sendTime / 4)
			return ours, nil
		})(t.Context(), "tcp", "hooks.example.com:443")
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		_, err = conn.Read(make([]byte, 1))
		if took := time.Since(began); !errors.Is(err, os.ErrDeadlineExceeded) || took != sendTime {
			t.Errorf("after %v reading ends with %v", took, err)
		}
		if _, err := withDeadline(func(context.Context, string, string) (net.Conn, error) { return nil, errClosed })(t.Context(), "tcp", ""); !errors.Is(err, errClosed) {
			t.Errorf("dialing ends with %v", err)
		}
	})
}
