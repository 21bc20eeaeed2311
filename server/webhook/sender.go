// Package webhook notifies people outside of parlor that it is their turn, by requests to addresses that they have
// chosen, within what the operator allows. No one waits for such a host, except the person who sets the address.
package webhook

import (
	"context"
	"crypto/x509"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"parlor/lobby"
	"parlor/prose"
	"parlor/ratelimit"
)

const (
	// atOnce bounds the concurrent deliveries, and toHost those to one host, so that a hanging host does not delay
	// the others. Deliveries for which a user waits are counted apart.
	atOnce = 8
	toHost = 2
	// maxWaiting bounds the queue; further notifications are dropped.
	maxWaiting = 1000
	// longest is how long a notification may wait.
	longest = time.Hour
	// pace is the delay before a notification that cannot be sent now is tried again.
	pace = 30 * time.Second
	// mostFailures is the number of consecutive failures after which a webhook is switched off.
	mostFailures = 5
	// closeTime bounds how long Close waits for running deliveries.
	closeTime = 2 * time.Second
)

// again returns the delays before each retry.
func again() []time.Duration { return []time.Duration{time.Minute, 10 * time.Minute} }

// Config configures a Sender.
type Config struct {
	Allow      Allow
	Webhooks   lobby.Webhooks
	RateLimits *ratelimit.Limiter
	Title      func(game string) string // returns the title of a game by its name
	Line       func(code string) string // returns the ssh command line for a room code, or for the lobby
	Log        *slog.Logger             // never contains an address
	Roots      *x509.CertPool           // trusted certificate authorities; nil means those of the system
}

// Figures count deliveries since the start.
type Figures struct {
	Sent, Failed, Lost uint64
	Stopped            uint64 // webhooks that were switched off
}

// Sender implements lobby.Notifier. It has no goroutine while there is nothing to send.
type Sender struct {
	config        Config
	public, named *http.Client
	trying        chan struct{}   // a slot for each delivery for which a user waits
	running       context.Context //nolint:containedctx // until Close
	stop          context.CancelFunc
	work          sync.WaitGroup

	mu      sync.Mutex // guards the fields below
	closed  bool
	queue   []job
	later   map[*time.Timer]struct{} // each has a job
	workers int
	under   map[string]int // running deliveries by host
	tried   map[string]int // running test deliveries, by host
	figures Figures
}

// job is a notification to be sent.
type job struct {
	turn  lobby.TurnNotice
	until time.Time // dropped after this time
	tries int       // failed tries
}

// New returns a Sender, which must be closed.
func New(config Config) *Sender {
	if config.Log == nil {
		config.Log = slog.New(slog.DiscardHandler)
	}
	s := &Sender{
		config: config, public: newClient(isPublic, config.Roots), named: newClient(isNamed, config.Roots),
		trying: make(chan struct{}, atOnce), later: map[*time.Timer]struct{}{}, under: map[string]int{}, tried: map[string]int{},
	}
	s.running, s.stop = context.WithCancel(context.Background())
	return s
}

// Close stops the sender within closeTime and drops unsent notifications. Close on a nil Sender does nothing.
func (s *Sender) Close() {
	if s == nil {
		return
	}
	s.stop()
	s.mu.Lock()
	s.closed, s.queue = true, nil
	for timer := range s.later {
		timer.Stop()
	}
	clear(s.later)
	s.mu.Unlock()
	ended := make(chan struct{})
	go func() {
		s.work.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(closeTime):
		s.config.Log.Warn("notifications in progress were not finished")
	}
}

// Figures returns the counts so far, zero for a nil Sender.
func (s *Sender) Figures() Figures {
	if s == nil {
		return Figures{}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.figures
}

// Notify implements lobby.Notifier.
func (s *Sender) Notify(turn lobby.TurnNotice) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.put(job{turn: turn, until: time.Now().Add(longest)})
}

// put queues a job. The caller holds mu.
func (s *Sender) put(e job) {
	switch {
	case s.closed:
		return
	case len(s.queue)+len(s.later) >= maxWaiting:
		s.figures.Lost++
		return
	}
	s.queue = append(s.queue, e)
	if s.workers < atOnce {
		s.workers++
		s.work.Go(s.run)
	}
}

// run runs queued jobs until there are none.
func (s *Sender) run() {
	for {
		s.mu.Lock()
		if len(s.queue) == 0 {
			s.workers--
			s.mu.Unlock()
			return
		}
		e := s.queue[0]
		s.queue = s.queue[1:]
		s.mu.Unlock()
		s.carry(e)
	}
}

// putOff delays a job, or drops it if that is too late.
func (s *Sender) putOff(e job, wait time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed:
		return
	case time.Now().Add(wait).After(e.until), len(s.queue)+len(s.later) >= maxWaiting:
		s.figures.Lost++
		return
	}
	var timer *time.Timer
	timer = time.AfterFunc(wait, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if _, waits := s.later[timer]; waits {
			delete(s.later, timer)
			s.put(e)
		}
	})
	s.later[timer] = struct{}{}
}

// enter acquires a slot for a host, which leave releases.
func (s *Sender) enter(places map[string]int, host string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if places[host] >= toHost {
		return false
	}
	places[host]++
	return true
}

func (s *Sender) leave(places map[string]int, host string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if places[host]--; places[host] == 0 {
		delete(places, host)
	}
}

// carry makes the delivery of a job, to the person's current webhook.
func (s *Sender) carry(e job) {
	ctx, cancel := context.WithTimeout(s.running, sendTime)
	defer cancel()
	hook, err := s.config.Webhooks.Webhook(ctx, e.turn.Person)
	if err != nil {
		s.config.Log.Error("cannot read a webhook", "err", err)
		s.putOff(e, pace)
		return
	}
	if hook.URL == "" || !hook.Stopped.IsZero() {
		return
	}
	to, err := s.config.Allow.read(hook.URL)
	if err != nil {
		return // no longer allowed by the operator
	}
	if !s.enter(s.under, to.host) {
		s.putOff(e, pace)
		return
	}
	defer s.leave(s.under, to.host)
	if s.spend(e.turn.Person, to) != nil {
		s.putOff(e, pace)
		return
	}
	s.sent(e, hook, to, s.send(ctx, to, s.letterOf(e.turn)))
}

// spend charges the person and the host for a delivery.
func (s *Sender) spend(person string, to destination) error {
	host := ratelimit.Subject{Person: "host:" + to.host}
	if err := s.config.RateLimits.Allow(ratelimit.Targets, host); err != nil {
		return err
	}
	return s.config.RateLimits.Allow(ratelimit.Deliveries, ratelimit.Subject{Person: person})
}

// sent handles the result of a delivery.
func (s *Sender) sent(e job, hook lobby.Webhook, to destination, err error) {
	if s.running.Err() != nil {
		return // unknown
	}
	if err == nil {
		s.count(func(f *Figures) { f.Sent++ })
		s.config.Log.Debug("webhook notification sent", "host", to.host, "person", short(e.turn.Person))
		if hook.Failures > 0 {
			hook.Failures = 0
			s.note(e.turn.Person, hook)
		}
		return
	}
	var no refused
	final := errors.As(err, &no) && no.final()
	if e.tries++; !final && e.tries <= len(again()) {
		s.putOff(e, again()[e.tries-1])
		return
	}
	s.count(func(f *Figures) { f.Failed++ })
	s.config.Log.Info("webhook delivery failed", "host", to.host, "person", short(e.turn.Person), "err", err)
	if hook.Failures++; hook.Failures >= mostFailures {
		hook.Stopped = time.Now().UTC().Round(0)
		s.count(func(f *Figures) { f.Stopped++ })
		s.config.Log.Warn("webhook disabled after failed deliveries", "host", to.host, "person", short(e.turn.Person), "letters", hook.Failures)
	}
	s.note(e.turn.Person, hook)
}

// note stores the result of a delivery.
func (s *Sender) note(person string, hook lobby.Webhook) {
	ctx, cancel := context.WithTimeout(s.running, sendTime)
	defer cancel()
	if err := s.config.Webhooks.NoteWebhook(ctx, person, hook); err != nil && s.running.Err() == nil {
		s.config.Log.Error("cannot store the result of a webhook delivery", "err", err)
	}
}

func (s *Sender) count(what func(*Figures)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	what(&s.figures)
}

// SendTest implements lobby.Notifier.
func (s *Sender) SendTest(ctx context.Context, person, address string) error {
	to, err := s.config.Allow.read(address)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, tryTime)
	defer cancel()
	defer context.AfterFunc(s.running, cancel)() //nolint:contextcheck // Close ends it as well
	if !s.enter(s.tried, to.host) {
		return prose.Refuse("Too many notifications are queued. Try again in a moment.")
	}
	defer s.leave(s.tried, to.host)
	select {
	case s.trying <- struct{}{}:
		defer func() { <-s.trying }()
	case <-ctx.Done():
		return prose.Because(ctx.Err(), "Too many notifications are queued. Try again in a moment.")
	}
	if err := s.spend(person, to); err != nil {
		return err
	}
	if err := s.send(ctx, to, s.testLetter()); err != nil {
		s.config.Log.Info("webhook rejected", "host", to.host, "person", short(person), "err", err)
		return reason(to, err)
	}
	s.config.Log.Info("webhook set", "host", to.host, "person", short(person))
	return nil
}

// short returns a part of an ID for the log.
func short(id string) string { return id[:min(len(id), 20)] }
