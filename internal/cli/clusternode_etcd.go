//go:build etcd

package cli

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"parlor/internal/certs"
	"parlor/store/etcd"
)

// keyPrefix is the prefix of all keys in etcd.
const keyPrefix = "parlor/"

// builtForThat returns nil: this build supports clusters.
func builtForThat() error { return nil }

// openShared connects to etcd.
func openShared(ctx context.Context, t clusterOptions, log *slog.Logger) (shared, error) {
	var secure *tls.Config
	if t.keepers != (certs.Files{}) {
		own, err := loadCerts("etcd", t.keepers, "", log)
		if err != nil {
			return shared{}, err
		}
		secure = own.Dialing("")
	}
	client, err := etcd.Dial(t.at, secure)
	if err != nil {
		return shared{}, fmt.Errorf("--cluster: %w", err)
	}
	health := etcd.NewHealth(client, t.at, secure, log)
	stop := watch(ctx, health, startSilence, startPace)
	kept, err := etcd.Open(ctx, etcd.Config{Client: client, Prefix: keyPrefix, Node: t.node, Log: log})
	stop()
	if err != nil {
		if why := health.Cause(); why != nil {
			err = fmt.Errorf("%w: %w", err, why)
		}
		return shared{}, errors.Join(fmt.Errorf("--cluster %s: %w", t.at, err), client.Close())
	}
	stop = watch(context.WithoutCancel(ctx), health, silence, silencePace)
	return shared{kept.Journal, kept.GameNights, kept.Claims, kept.Members, kept.Changes, health.Endpoints, func() error {
		stop()
		kept.Close()
		return client.Close()
	}}, nil
}

// How long an endpoint of etcd may be silent before that is logged, and the interval at which it
// is logged again: at the start, and later.
const (
	startSilence, startPace = 2 * time.Second, 10 * time.Second
	silence, silencePace    = 10 * time.Second, 10 * time.Minute
)

// watch watches endpoints until stop is called.
func watch(ctx context.Context, health *etcd.Health, after, every time.Duration) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var watching sync.WaitGroup
	watching.Go(func() { health.Watch(ctx, after, every) })
	return func() {
		cancel()
		watching.Wait()
	}
}
