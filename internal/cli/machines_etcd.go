//go:build etcd

package cli

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"

	clientv3 "go.etcd.io/etcd/client/v3"

	"parlor/store/etcd"
)

// keyPrefix is that of everything that is kept in etcd.
const keyPrefix = "parlor/"

// etcdRooms are rooms in etcd, with the connection to it.
type etcdRooms struct {
	*etcd.Journal
	client *clientv3.Client
}

// Close ends the use of etcd.
func (r etcdRooms) Close() error {
	r.Journal.Close()
	return r.client.Close()
}

// builtForThat says nothing: this program can be one of several machines.
func builtForThat() error { return nil }

// openShared opens etcd.
func openShared(ctx context.Context, t together, log *slog.Logger) (shared, error) {
	var secure *tls.Config
	if t.keepers != (papers{}) {
		var err error
		if secure, err = t.keepers.secure("etcd"); err != nil {
			return nil, err
		}
	}
	client, err := etcd.Dial(t.at, secure)
	if err != nil {
		return nil, fmt.Errorf("--cluster: %w", err)
	}
	journal, err := etcd.Open(ctx, etcd.Config{Client: client, Prefix: keyPrefix, Node: t.node, Log: log})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("--cluster %s: %w", t.at, err), client.Close())
	}
	return etcdRooms{journal, client}, nil
}
