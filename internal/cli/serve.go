package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"parlor/hostkeys"
	"parlor/internal/collector"
	"parlor/lobby"
	"parlor/lobby/local"
	"parlor/ratelimit"
	"parlor/server"
	"parlor/store"
)

// stopLimit bounds restoring screens during a stop.
const stopLimit = 5 * time.Second

// serve opens the data and serves until ctx ends.
func (c Call) serve(ctx context.Context, o options) error {
	defer collector.Follow(c.Env)()
	if o.cluster.at != "" {
		if _, err := sharedKeys(o.hostKeys); err != nil {
			return err
		}
	}
	key, made, err := hostkeys.Load(o.hostKeys)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(o.data, 0o700); err != nil {
		return fmt.Errorf("the data folder cannot be created: %w", err)
	}
	log := newLog(c.Stderr, o.logLevel, o.logFormat)
	if o.logFormat == formatJSON {
		c.Stdout = io.Discard // the log has the same as JSON
	}
	kept, err := store.Open(o.data, log) //nolint:contextcheck // it outlives the signal that stops
	if err != nil {
		return err
	}
	return c.serveNode(ctx, o, kept, key, made, log)
}

// longestValue bounds a value in the log, in bytes; stack traces are the longest.
const longestValue = 4096

// newLog returns a logger that cuts long values.
func newLog(to io.Writer, level slog.Level, format string) *slog.Logger {
	options := &slog.HandlerOptions{Level: level, ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Value.Kind() == slog.KindDuration {
			a.Value = slog.StringValue(a.Value.Duration().String()) // with its unit, also in JSON
		}
		text := a.Value.Resolve().String()
		if len(text) > longestValue {
			a.Value = slog.StringValue(strings.ToValidUTF8(text[:longestValue], "") + "…")
		}
		return a
	}}
	if format == formatJSON {
		return slog.New(slog.NewJSONHandler(to, options))
	}
	return slog.New(slog.NewTextHandler(to, options))
}

// serveNode joins the cluster, if any, serves, and closes the data.
func (c Call) serveNode(ctx context.Context, o options, kept *store.Store, key gossh.Signer, made bool, log *slog.Logger) error {
	others, err := c.openMachines(ctx, o, log)
	if err != nil {
		return errors.Join(err, kept.Close())
	}
	kept, err = others.share(ctx, kept, o.data, c.Stdout, log)
	if err == nil {
		err = c.listenAndServe(ctx, o, others, kept, key, made, log)
	}
	return errors.Join(err, others.close(), kept.Close()) //nolint:contextcheck // it outlives the signal that stops
}

// listenAndServe listens and serves.
func (c Call) listenAndServe(ctx context.Context, o options, others *machines, kept *store.Store, key gossh.Signer, made bool, log *slog.Logger) error {
	welcome, err := readWelcome(o.welcome)
	if err != nil {
		return err
	}
	at, err := listen(ctx, o.addr)
	if err != nil {
		return err
	}
	join := o.joinAddresses(at.addresses(), thisMachine(ctx, log))
	var listener net.Listener = at
	refusals := server.NewRefusals(log)
	if len(o.proxies) > 0 {
		listener = server.BehindProxies(listener, o.proxies, refusals)
	}
	bans, err := ratelimit.LoadBans(ctx, others.keeper(kept))
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	o.limits.Refused = refusals.Note
	spends := ratelimit.New(o.limits)
	post := c.openPost(o, kept, spends, join.public, log)
	defer post.Close()
	rooms := local.New(others.config(telling(local.Config{ //nolint:contextcheck // it outlives the signal that stops
		Games: c.rules(), Limits: o.lobby, RateLimits: spends, Log: log, Journal: kept.Journal, GameNightStore: kept.GameNights,
		Accounts: kept.Accounts, History: kept.History, Ratings: kept.Ratings, Relations: kept.Relations, Reports: kept.Reports,
		Records: &lobby.RecordConfig{Server: join.public, Key: gossh.FingerprintSHA256(key.PublicKey())},
	}, kept, post)))
	everywhere, err := others.start(ctx, rooms)
	if err != nil {
		return errors.Join(err, rooms.Close(ctx), listener.Close())
	}
	second, _, err := hostkeys.LoadRSA(o.hostKeys)
	if err != nil {
		return errors.Join(err, rooms.Close(ctx), listener.Close())
	}
	if err := hostkeys.NoteSigner(o.hostKeys, key.PublicKey(), time.Now()); err != nil {
		// The folder may be read-only. Then the operator keeps the keys of before.
		log.Warn("the list of keys that sign records was not updated", "err", err)
	}
	records := newRecordSigner(kept.History, key, log)
	defer records.follow(ctx)()
	front, err := server.New(server.Config{
		Lobby: everywhere, History: records, Games: c.Games, HostKey: key, OtherKeys: []gossh.Signer{second}, Limits: o.server, RateLimits: spends, Bans: bans, Refusals: refusals, Version: "parlor " + version(), Public: join.public, OtherPublic: join.ports, Log: log,
		Welcome: welcome,
	})
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	others.heed(bans, front.EndBanned, log)
	ctx, drain := context.WithCancel(ctx)
	defer drain()
	house := &operator{front: front, rooms: rooms, kept: kept, games: c.rules(), bans: bans, post: post, began: time.Now(), drain: drain, drains: o.drain, clusterOperator: clusterOperator{others, rooms.Operator()}}
	defer others.serveOperators(house, log)() //nolint:contextcheck // it outlives the signal that stops
	closeSocket, err := o.openAdminSocket(house, log)
	if err != nil {
		return errors.Join(err, rooms.Close(ctx), listener.Close())
	}
	numbers, err := o.openMetrics(ctx, house, spends, log)
	if err != nil {
		return errors.Join(err, closeSocket(), rooms.Close(ctx), listener.Close())
	}
	night, err := o.night.open(c.rules(), rooms.Operator(), join.entrance())
	if err != nil {
		return errors.Join(err, closeSocket(), numbers(), rooms.Close(ctx), listener.Close())
	}
	log.Info("parlor is listening", "version", version(), "commit", thisProgram().commit, "go", runtime.Version(), "at", at.String(),
		"join", lobby.SSHLine(join.public, ""), "host_key", gossh.FingerprintSHA256(key.PublicKey()), "host_key_created", made)
	announce(c.Stdout, o, key, made, join, night)
	return errors.Join(c.until(ctx, o, front, others, rooms, listener, log), closeSocket(), numbers())
}

// until serves until ctx ends. Then it notifies people, lets matches end within a limit or until a second signal, and
// restores screens.
func (c Call) until(ctx context.Context, o options, front *server.Server, others *machines, rooms *local.Lobby, listener net.Listener, log *slog.Logger) error {
	served := make(chan error, 1)
	go func() { served <- front.Serve(listener) }()
	var serveErr error
	select {
	case serveErr = <-served:
	case <-ctx.Done():
		log.Info("parlor is stopping", "drain", o.drain)
		_, _ = fmt.Fprintf(c.Stdout, "Stopping. Everybody is told, and games in play have up to %s to finish. Press Ctrl+C again to stop at once.\n", spanText(o.drain))
		drain(ctx, o.drain, others, rooms, front)
	}
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopLimit)
	defer cancel()
	err := rooms.Close(limited)
	return errors.Join(serveErr, err, front.Close(limited))
}

// drain waits until matches have ended, the limit is reached, or a second signal arrives.
func drain(ctx context.Context, limit time.Duration, others *machines, rooms *local.Lobby, front *server.Server) {
	hurry, stop := signal.NotifyContext(context.WithoutCancel(ctx), os.Interrupt, syscall.SIGTERM)
	defer stop()
	limited, cancel := context.WithTimeout(hurry, limit)
	defer cancel()
	others.drain(limited, rooms, front)
}
