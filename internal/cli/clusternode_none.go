//go:build !etcd

package cli

import (
	"context"
	"errors"
	"log/slog"
)

var errOneMachine = errors.New("this parlor runs on one machine only; for --cluster, build one with  go build -tags etcd")

// builtForThat returns an error that explains how to build with cluster support.
func builtForThat() error { return errOneMachine }

func openShared(context.Context, clusterOptions, *slog.Logger) (shared, error) {
	return shared{}, errOneMachine
}
