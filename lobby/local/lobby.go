// Package local implements the lobby in this process: its rooms, and the people in them.
// Each room has an inbox, and at most one goroutine that drains it. Clients get the latest
// complete update through a one-slot channel, so that a slow terminal blocks no other.
package local

import (
	"context"
	"fmt"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/account"
	"parlor/lobby/room"
	"parlor/prose"
	"parlor/ratelimit"
)

// Lobby implements lobby.Lobby. It wires its parts and opens and closes them.
//
// Locks are acquired in this order: the registry's, the directory's, then one of the chat,
// account.People or the index of game nights; and a page slot's before that of the
// invitations. Any other lock is acquired alone. None is held during a request to a room.
type Lobby struct {
	config      *Config
	life        *life
	people      *account.People
	chat        *chat
	invitations *invitations
	directory   *directory
	publisher   publisher
	registry    *registry
	opener      *opener
	waker       *waker
	social      *social
	rooms       *roomService
	matchmaking *matchmaking
	nights      *gameNights
	reports     *reports
	accounts    *accounts
	requests    *requestLog
	operator    *Operator
}

// New returns an open lobby. The caller closes it with Close.
func New(given Config) *Lobby {
	config, life, chat, index := given.withDefaults(), newLife(), newChat(), newNightIndex()
	directory := newDirectory(chat)
	l := &Lobby{
		config: config, life: life, chat: chat, directory: directory, publisher: publisher{directory}, requests: newRequestLog(),
		invitations: newInvitations(directory.showCalls), registry: newRegistry(index, config.Limits.Rooms),
	}
	l.accounts = &accounts{config: config, registry: l.registry, directory: directory, chat: chat, invitations: l.invitations, nights: index}
	l.people = account.New(account.Config{
		Lobby: l.accounts, Accounts: config.Accounts, History: config.History, Ratings: config.Ratings, Relations: config.Relations, Offers: config.Offers, Reports: config.Reports,
		Webhooks: config.Webhooks, Post: config.Post,
		Games: config.Games, RateLimits: config.RateLimits, NameCells: config.Limits.NameCells, Log: config.Log,
	})
	l.opener = &opener{
		config: config, life: life, registry: l.registry, directory: directory, invitations: l.invitations, nights: index, turns: room.NewBotLimiter(config.Bots),
		opened: config.RateLimits.NewCounter("open rooms", ratelimit.Quota{Public: config.Limits.RoomsPerHost, Private: config.Limits.RoomsPerLocal}),
	}
	l.waker = &waker{config: config, life: life, registry: l.registry, opener: l.opener, queue: newWakeQueue(), recheck: make(chan struct{}, 1)}
	l.social = &social{config: config, directory: directory, invitations: l.invitations, chat: chat, people: l.people}
	l.rooms = &roomService{config: config, registry: l.registry, directory: directory, opener: l.opener, waker: l.waker, social: l.social}
	l.matchmaking = &matchmaking{config: config, people: l.people, rooms: l.rooms, directory: l.directory, stopping: life.running.Done()}
	l.nights = &gameNights{
		index: index, config: config, life: life, registry: l.registry, opener: l.opener, waker: l.waker,
		opened: config.RateLimits.NewCounter("game nights", ratelimit.Quota{Public: nightsPerHost, Private: config.Limits.GameNights}),
	}
	l.reports = &reports{config: config, directory: directory, registry: l.registry, nights: index, chat: chat, people: l.people, invitations: l.invitations, waker: l.waker}
	l.accounts.rooms, l.accounts.people = l.rooms, l.people
	l.operator = &Operator{registry: l.registry, directory: directory, waker: l.waker, thoughts: &l.opener.thoughts, reports: l.reports, nights: l.nights}
	life.work.Go(func() { l.publisher.run(life.running.Done()) })
	life.work.Go(func() { l.people.Run(life.running.Done()) })
	return l
}

// Limits implements lobby.Lobby.
func (l *Lobby) Limits() lobby.Limits { return l.config.Limits }

// Games implements lobby.Lobby.
func (l *Lobby) Games() []engine.Game { return l.config.Games }

// Settings implements lobby.Lobby.
func (l *Lobby) Settings() []lobby.Setting { return l.config.Settings }

// Recognise implements lobby.Lobby.
func (l *Lobby) Recognise(ctx context.Context, who lobby.Identity) (lobby.Identity, lobby.Account, error) {
	return l.people.Recognise(ctx, who)
}

// Knows implements lobby.Lobby.
func (l *Lobby) Knows(ctx context.Context, id string) (bool, error) { return l.people.Knows(ctx, id) }

// Has implements lobby.Lobby.
func (l *Lobby) Has(_ context.Context, who lobby.Identity, code string) bool {
	return l.rooms.has(who, code)
}

// Enter begins a session.
func (l *Lobby) Enter(ctx context.Context, who lobby.Identity) (lobby.Session, error) {
	if who.ID == "" {
		return nil, prose.Refuse("This session has no account.")
	}
	c := newClient(l.config, who, l.people, l.invitations.of)
	belongs := c.visitor.WishBelongs(ctx)
	l.social.loadNewcomer(ctx, c)
	l.social.loadMutes(ctx, c)
	you, err := l.directory.enter(c, belongs, l.config.Limits.NameCells)
	if err != nil {
		return nil, err
	}
	l.rooms.notifyPresence(c.id)
	if len(l.invitations.of(c.id)) > 0 {
		c.slot.showCalls(you)
	}
	l.directory.touch()
	return &session{client: c, lobby: l}, nil
}

// Operator returns the operations for the operator of the server.
func (l *Lobby) Operator() *Operator { return l.operator }

// Restore loads the rooms of the journal and returns their number. It must be called once,
// before the first session. A room with a complete header sleeps until a client or a timer
// needs it. A room that cannot be loaded is quarantined and logged, and does not affect
// others.
func (l *Lobby) Restore(ctx context.Context) (int, error) {
	if l.config.Journal == nil {
		return 0, nil
	}
	headers, err := l.config.Journal.Headers(ctx)
	if err != nil {
		return 0, fmt.Errorf("reading the list of rooms: %w", err)
	}
	return l.restore(ctx, headers)
}

// restore restores rooms and the game nights that are not here yet. Game nights are listed
// before their rooms, but resume after them.
func (l *Lobby) restore(ctx context.Context, headers map[string]lobby.Header) (int, error) {
	nights, err := l.nights.restore(ctx)
	if err != nil {
		return 0, err
	}
	n, err := l.waker.restore(ctx, headers)
	for _, night := range nights {
		_ = night.Resume(ctx) // an error means that it has already ended
	}
	l.waker.startClocks()
	return n, err
}

// Drain lets running matches end and closes all other rooms; no room or match can begin. It
// returns when all rooms are empty or ctx is done, whose deadline is shown to players; then
// call Close. Matches in sleeping or empty rooms continue if their players return, or else
// after the next start.
func (l *Lobby) Drain(ctx context.Context) {
	deadline, limited := ctx.Deadline()
	if !limited {
		deadline = time.Now()
	}
	if rooms, first := l.registry.drain(deadline); first {
		for _, r := range rooms {
			r.Drain()
		}
		for _, code := range l.registry.betweenMatches() {
			l.opener.Closed(code) // the journal keeps it for the next start
		}
		for _, n := range l.nights.index.all() {
			n.Tell() // shows the coming stop to everyone there
		}
	}
	for l.registry.occupied() > 0 {
		select {
		case <-ctx.Done():
			return
		case <-time.After(drainPace):
		}
	}
}

// drainPace is the interval at which Drain checks whether all rooms have ended.
const drainPace = 50 * time.Millisecond

// Close ends all sessions and rooms because the server stops. It returns when they have
// ended or ctx is done.
func (l *Lobby) Close(ctx context.Context) error {
	rooms, first := l.registry.stop()
	clients := l.directory.close()
	if first {
		for _, n := range l.nights.index.all() {
			n.Stop(lobby.ErrStopping)
		}
		for _, r := range rooms {
			r.Stop(lobby.ErrStopping) // adds to the work that finish waits for
		}
		l.life.stop()
	}
	err := l.life.finish(ctx)
	for _, c := range clients {
		c.end(lobby.ErrStopping)
	}
	if err != nil {
		return fmt.Errorf("waiting for the rooms to close: %w", err)
	}
	return nil
}

// Format returns the version of the journal format that rooms write. All earlier versions
// can be read.
func Format() int { return room.Format() }

// RateLimits returns the rate limits of the lobby.
func (l *Lobby) RateLimits() *ratelimit.Limiter { return l.config.RateLimits }

// Adopt lists the rooms with the given headers, which another node owned before and this
// one owns now, and returns their number. It also resumes the game nights that are stored
// for this node. It may be called at any time; none of the rooms may be open here. As after
// Restore, a room sleeps until it is needed. A room that needs a newer version of the
// program is only listed as such.
func (l *Lobby) Adopt(ctx context.Context, headers map[string]lobby.Header) (int, error) {
	n, err := l.restore(ctx, l.waker.skipNewer(headers))
	l.waker.recheckClocks()
	return n, err
}

// Release ends the rooms and game nights whose codes move to another node, and matchmaking that
// moves. Their handles end with lobby.ErrMoved. Release returns when none of the rooms and game
// nights writes to the journal or the store, or when ctx is done.
func (l *Lobby) Release(ctx context.Context, moves func(code string) bool) error {
	l.matchmaking.move()
	nights := l.nights.index.remove(moves) // before their rooms, so that a game night does not take a moved room for a finished table
	for _, n := range nights {
		l.nights.releaseQuota(n)
	}
	asleep, ending := l.registry.moveOut(moves)
	for _, n := range nights {
		ending = append(ending, n.Stop(lobby.ErrMoved))
	}
	for _, code := range asleep {
		l.opener.Closed(code)
	}
	for _, end := range ending {
		select {
		case <-end:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// Open returns the codes of rooms, at any node, in which quick play may find a seat for a
// player, best first.
func (l *Lobby) Open(id string, wanted lobby.Plan) []string {
	return l.directory.quickRooms(id, wanted)
}

// Changes implements lobby.ChangeFeed.
func (l *Lobby) Changes(ctx context.Context, since lobby.Cursor) (lobby.Changes, error) {
	return l.directory.news(ctx, since, l.life.running.Done())
}

// ApplyChanges applies the changes of another node.
func (l *Lobby) ApplyChanges(node string, news lobby.Changes) {
	l.rooms.notifyPresence(l.directory.applyNews(node, news)...)
}

// ForgetNode removes the rooms and people of a node that is gone.
func (l *Lobby) ForgetNode(node string) { l.rooms.notifyPresence(l.directory.forgetNode(node)...) }

// NodeOf returns the other node at which the player with a name is. It returns "" if the
// player is at this node or at none.
func (l *Lobby) NodeOf(name string) (node string) {
	l.directory.read(func(_ *roomIndex, people *peopleIndex) {
		_, node = people.node(people.findByName(lobby.FoldName(lobby.CleanText(name, l.config.Limits.NameCells))))
	})
	return node
}

// Declined implements lobby.DeclineNotifier.
func (l *Lobby) Declined(_ context.Context, answer lobby.Declined) error {
	l.social.declined(answer)
	return nil
}
