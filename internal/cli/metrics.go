package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"parlor/internal/metrics"
	"parlor/ratelimit"
	"parlor/store"
)

// headerTime bounds reading the header of a metrics request.
const headerTime = 10 * time.Second

// openMetrics serves metrics if an address was given, and returns a function that stops it.
func (o options) openMetrics(ctx context.Context, house *operator, spends *ratelimit.Limiter, log *slog.Logger) (shut func() error, err error) {
	if o.metrics == "" {
		return func() error { return nil }, nil
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", o.metrics)
	if err != nil {
		return nil, fmt.Errorf("metrics cannot be told: %w", listenError(o.metrics, err))
	}
	m := metrics.New(func() metrics.Figures { return house.figures(spends) })
	house.kept.Watch(func(c store.Commit) { m.Committed(c.Took, c.Changes, c.Failed) })
	web := &http.Server{Handler: m.Handler(), ReadHeaderTimeout: headerTime, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn)}
	log.Info("metrics listening", "at", listener.Addr().String())
	warnOfMetrics(listener.Addr(), log)
	served := make(chan error, 1)
	go func() { served <- web.Serve(listener) }()
	return func() error {
		err := web.Close()
		if ended := <-served; !errors.Is(ended, http.ErrServerClosed) {
			err = errors.Join(err, ended)
		}
		return err
	}, nil
}

// figures returns the current metrics.
func (o *operator) figures(spends *ratelimit.Limiter) metrics.Figures {
	front, counts := o.front.Figures(), o.rooms.Operator().Counts()
	f := metrics.Figures{
		Version: version(), Sessions: map[string]int{}, People: counts.People, Connections: front.Connections, Waiting: front.Waiting,
		Rooms: counts.Rooms, Asleep: counts.Asleep, Newer: counts.Newer, Bans: len(o.bans.List()), Refused: front.Refused, Spent: spends.Refused(),
		Draining: !o.rooms.Operator().Ends().IsZero(), DatabaseErr: o.kept.Unhealthy(),
	}
	if o.others != nil {
		f.CertificateEnd, f.Etcd, f.Cluster = o.others.certs.Until(), o.others.rooms.etcd(), o.others.node.Figures()
	}
	f.GameNights = map[string]int{}
	for _, night := range o.rooms.Operator().GameNights() {
		f.GameNights[night.Stage]++
		f.Tables += night.Tables
		if f.Queue += night.Waiting; night.Waiting > 0 {
			f.LongestWait = max(f.LongestWait, time.Since(night.WaitingSince))
		}
	}
	for kind, n := range front.Sessions {
		f.Sessions[string(kind)] = n
	}
	f.BotMoves, f.Late = o.rooms.Operator().BotMoves()
	f.Reports = o.rooms.Operator().Reports()
	letters := o.post.Figures()
	f.Deliveries = map[string]uint64{"sent": letters.Sent, "failed": letters.Failed, "lost": letters.Lost}
	f.Webhooks = letters.Stopped
	return f
}
