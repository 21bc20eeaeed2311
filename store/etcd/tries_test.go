//go:build etcd

package etcd

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
)

func TestTries(t *testing.T) {
	t.Parallel()
	wrong := errors.New("this cannot be read")
	late := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
	says := func(err error) func(context.Context) error { return func(context.Context) error { return err } }
	for _, test := range []struct {
		name  string
		first func(context.Context) error // result of the first two tries; the third succeeds
		tries int
		want  error
		took  time.Duration
	}{
		{"at once", says(nil), 1, nil, 0},
		{"no answer", late, 3, nil, tryTime + 2*tryTime},
		{"a member that knows how long a try takes", says(fmt.Errorf("claimed: %w", rpctypes.ErrTimeout)), 3, nil, 2 * restTime},
		{"a leader that died", says(rpctypes.ErrTimeoutDueToLeaderFail), 3, nil, 2 * restTime},
		{"what is wrong stays wrong", says(wrong), 1, wrong, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				began, tried := time.Now(), 0
				answer, err := tries(t.Context(), func(ctx context.Context) (int, error) {
					if tried++; tried < 3 {
						return tried, test.first(ctx)
					}
					return tried, nil
				})
				if tried != test.tries || answer != tried || !errors.Is(err, test.want) || time.Since(began) != test.took {
					t.Errorf("%d tries in %v came to %d, %v", tried, time.Since(began), answer, err)
				}
			})
		})
	}
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithTimeout(t.Context(), time.Second)
		defer stop()
		if _, err := tries(ctx, func(context.Context) (int, error) { return 0, rpctypes.ErrNoLeader }); !errors.Is(err, rpctypes.ErrNoLeader) {
			t.Errorf("where there is no time left, it says %v", err)
		}
	})
}
