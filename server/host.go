package server

import (
	"context"
	"log/slog"
	"runtime"
	"sync"

	gossh "golang.org/x/crypto/ssh"

	"parlor/engine"
	"parlor/engine/insight"
	"parlor/internal/workers"
	"parlor/lobby"
	"parlor/prose"
	"parlor/server/analyst"
	"parlor/server/command"
	"parlor/tui/program"
	"parlor/tui/screen"
	"parlor/tui/style"
)

// idleWorkers is the number of idle drawing goroutines to keep.
const idleWorkers = 4

// analysesAtOnce bounds the concurrent analyses, of at most half a second each, so that players do not wait for
// readers of finished matches.
const analysesAtOnce = 1

// host holds what the sessions of a server share.
type host struct {
	config   Config
	tokens   guestTokens
	turns    *frameScheduler
	pool     *workers.Pool // for drawing: few sessions draw at the same time
	themes   *style.Themes
	boards   *program.Boards
	area     *windowQuota
	register sessionRegistry
	minds    *analyst.Analyst
	settings settings

	mu      sync.Mutex
	closing bool
	work    sync.WaitGroup // session handlers; none begins after closing
}

func newHost(config Config) (*host, error) {
	tokens, err := newGuestTokens(config.HostKey)
	if err != nil {
		return nil, err
	}
	return &host{
		config: config, tokens: tokens, pool: workers.New(idleWorkers, nil), themes: style.NewThemes(), boards: &program.Boards{}, minds: analyst.New(analysesAtOnce),
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

// close prevents further session handlers. The returned channel is closed when all have ended.
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

// speaking returns the localizer for a chosen language, or for the client's locale if chosen is "".
func (h *host) speaking(chosen string, env []string, log *slog.Logger) *prose.Voice {
	voice, err := h.config.Languages.Voice(chosen, prose.Locale(env, "LC_MESSAGES"))
	if err != nil {
		log.Error("cannot read a language", "err", err)
	}
	return voice
}

func (h *host) games() []prose.Game {
	games := make([]prose.Game, len(h.config.Games))
	for i, game := range h.config.Games {
		games[i] = game.Told()
	}
	return games
}

func (h *host) commands() command.Commands {
	return command.Commands{Lobby: h.config.Lobby, Games: h.games(), Version: h.config.Version, Line: h.line, Invitation: h.invitation, QR: style.QR, History: h.config.History, Analyse: h.minds.Analyse, SumUp: h.sumUp(), Highlights: h.highlights()}
}

// sumUp returns the function that summarizes stored matches, or nil without a history.
func (h *host) sumUp() insight.SumUp {
	if h.config.History == nil {
		return nil
	}
	return h.minds.SumUp(func(ctx context.Context, id string) (engine.Record, error) {
		match, err := h.config.History.Match(ctx, id)
		return match.Record, err
	})
}

// highlights returns the function that finds the highlights of stored matches, or nil without a history.
func (h *host) highlights() lobby.Highlights {
	if h.config.History == nil {
		return nil
	}
	return h.minds.Highlights(h.games(), h.config.History.Match)
}

// line returns the ssh command line for this server, with a user name unless it is "".
func (h *host) line(user string) string { return lobby.SSHLine(h.config.Public, user) }

// invitation returns the invitation to a room or game night, or to the lobby if code is "".
func (h *host) invitation(code string) lobby.Invitation {
	entrance := lobby.Entrance{Public: h.config.Public, Others: h.config.OtherPublic, HostKey: gossh.FingerprintSHA256(h.config.HostKey.PublicKey())}
	return entrance.Invitation(code)
}
