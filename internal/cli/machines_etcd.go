//go:build etcd

package cli

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"

	"parlor/internal/certs"
	"parlor/store/etcd"
)

// keyPrefix is the prefix of all keys in etcd.
const keyPrefix = "parlor/"

// builtForThat returns nil: this build supports clusters.
func builtForThat() error { return nil }

// openShared connects to etcd.
func openShared(ctx context.Context, t together, log *slog.Logger) (shared, error) {
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
	kept, err := etcd.Open(ctx, etcd.Config{Client: client, Prefix: keyPrefix, Node: t.node, Log: log})
	if err != nil {
		return shared{}, errors.Join(fmt.Errorf("--cluster %s: %w", t.at, err), client.Close())
	}
	return shared{kept.Journal, kept.GameNights, kept.Claims, kept.Members, kept.Changes, func() error {
		kept.Close()
		return client.Close()
	}}, nil
}
