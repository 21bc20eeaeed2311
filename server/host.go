package server

import (
	"context"
	"log/slog"
	"net"
	"net/url"
	"runtime"
	"strings"
	"sync"

	"parlor/engine"
	"parlor/engine/insight"
	"parlor/internal/workers"
	"parlor/prose"
	"parlor/server/analyst"
	"parlor/server/command"
	"parlor/tui/screen"
	"parlor/tui/style"
)

// idleWorkers is how many goroutines are kept for drawing while they have nothing to do.
const idleWorkers = 4

// analysesAtOnce bounds the matches that are analysed at a time, each for half a
// second at most: people who play do not wait for those who look back.
const analysesAtOnce = 1

// host is what the sessions of a server share.
type host struct {
	config   Config
	tokens   guestTokens
	turns    *frameScheduler
	pool     *workers.Pool // for calls that draw: only a few sessions ever draw at the same time
	themes   *style.Themes
	area     *windowQuota
	register sessionRegistry
	minds    *analyst.Analyst
	settings settings

	mu      sync.Mutex
	closing bool
	work    sync.WaitGroup // session handlers; none begins once closing
}

func newHost(config Config) (*host, error) {
	tokens, err := newGuestTokens(config.HostKey)
	if err != nil {
		return nil, err
	}
	return &host{
		config: config, tokens: tokens, pool: workers.New(idleWorkers, nil), themes: style.NewThemes(), minds: analyst.New(analysesAtOnce),
		turns: newFrameScheduler(runtime.GOMAXPROCS(0)), area: newWindowQuota(config.Limits.Cells, config.RateLimits),
		register: sessionRegistry{here: map[*liveSession]struct{}{}, persons: map[string]int{}}, settings: settings{chosen: map[string]screen.Settings{}},
	}, nil
}

// begin counts a session handler, unless the server is closing.
func (h *host) begin() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.closing {
		h.work.Add(1)
	}
	return !h.closing
}

// close lets no more session handlers begin. The channel is closed when all have ended.
func (h *host) close() <-chan struct{} {
	h.mu.Lock()
	h.closing = true
	h.mu.Unlock()
	ended := make(chan struct{})
	go func() {
		h.work.Wait()
		close(ended)
	}()
	return ended
}

// speaking is the voice for a person who has chosen a language; empty leaves it
// to what their client asks for.
func (h *host) speaking(chosen string, env []string, log *slog.Logger) *prose.Voice {
	voice, err := h.config.Languages.Voice(chosen, prose.Locale(env, "LC_MESSAGES"))
	if err != nil {
		log.Error("a language cannot be read", "err", err)
	}
	return voice
}

func (h *host) commands() command.Commands {
	games := make([]prose.Game, len(h.config.Games))
	for i, game := range h.config.Games {
		games[i] = game.Told()
	}
	return command.Commands{Lobby: h.config.Lobby, Games: games, Version: h.config.Version, Line: h.line, Link: h.link, QR: style.QR, History: h.config.History, Analyse: h.minds.Analyse, SumUp: h.sumUp()}
}

// sumUp sums up matches of the history; nil where there is none.
func (h *host) sumUp() insight.SumUp {
	if h.config.History == nil {
		return nil
	}
	return h.minds.SumUp(func(ctx context.Context, id string) (engine.Record, error) {
		match, err := h.config.History.Match(ctx, id)
		return match.Record, err
	})
}

// clientConn is what somebody types to come here, as a user or without a name.
func (h *host) line(user string) string { return Line(h.config.Public, user) }

func (h *host) link(user string) string { return Link(h.config.Public, user) }

// Link is Line as a link.
func Link(public, user string) string {
	link := url.URL{Scheme: "ssh", Host: strings.TrimSuffix(public, ":22")}
	if user != "" {
		link.User = url.User(user)
	}
	return link.String()
}

// Line is what somebody types to come to a host, or host:port, as a user or
// without a name.
func Line(public, user string) string {
	host, port, err := net.SplitHostPort(public)
	if err != nil {
		host, port = public, ""
	}
	line := "ssh "
	if port != "" && port != "22" {
		line += "-p " + port + " "
	}
	if user != "" {
		line += user + "@"
	}
	return line + host
}
