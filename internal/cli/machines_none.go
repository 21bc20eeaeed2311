//go:build !etcd

package cli

import (
	"context"
	"errors"
	"log/slog"
)

var errOneMachine = errors.New("this parlor runs on one machine only; for --cluster, build one with  go build -tags etcd")

// builtForThat says how to make a program that can be one of several machines.
func builtForThat() error { return errOneMachine }

func openShared(context.Context, together, *slog.Logger) (shared, error) {
	return shared{}, errOneMachine
}
