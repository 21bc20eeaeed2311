// Package local is the lobby in this process: the rooms and the people in them,
// who sits where, whose time is running, who is away and comes back. A room has
// one inbox, and at most one goroutine that empties it; screens get the latest
// whole Update through a one-slot channel, so that nobody waits for anyone's
// terminal.
package local

import (
	"context"
	"fmt"
	"time"

	"parlor/budget"
	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/account"
	"parlor/lobby/room"
	"parlor/prose"
)

// Lobby implements lobby.Lobby: it wires its parts, and opens and closes them.
//
// Locks are taken in this order: the registry's, then the directory's, then one of the
// chat, of account.People or of the index of game nights; and a page slot's before that
// of the invitations. Any other is taken alone. None is held while a room is asked.
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

// New opens a lobby.
func New(given Config) *Lobby {
	config, life, chat, index := given.withDefaults(), newLife(), newChat(), newNightIndex()
	directory := newDirectory(chat)
	l := &Lobby{
		config: config, life: life, chat: chat, directory: directory, publisher: publisher{directory}, requests: newRequestLog(),
		invitations: newInvitations(directory.showCalls), registry: newRegistry(index, config.Limits.Rooms),
	}
	l.accounts = &accounts{config: config, registry: l.registry, directory: directory, chat: chat, invitations: l.invitations, nights: index}
	l.people = account.New(account.Config{
		House: l.accounts, Accounts: config.Accounts, History: config.History, Ratings: config.Ratings, Relations: config.Relations, Offers: config.Offers, Reports: config.Reports,
		Webhooks: config.Webhooks, Post: config.Post,
		Games: config.Games, Budget: config.Budget, NameCells: config.Limits.NameCells, Log: config.Log,
	})
	l.opener = &opener{
		config: config, life: life, registry: l.registry, directory: directory, invitations: l.invitations, nights: index, turns: room.NewTurns(config.Bots),
		opened: config.Budget.Tally("open rooms", budget.Cap{Public: config.Limits.RoomsPerHost, Private: config.Limits.RoomsPerLocal}),
	}
	l.waker = &waker{config: config, life: life, registry: l.registry, opener: l.opener, queue: newWakeQueue(), sooner: make(chan struct{}, 1)}
	l.social = &social{config: config, directory: directory, invitations: l.invitations, chat: chat, people: l.people}
	l.rooms = &roomService{config: config, registry: l.registry, directory: directory, opener: l.opener, waker: l.waker, social: l.social}
	l.matchmaking = &matchmaking{config: config, people: l.people, rooms: l.rooms, stopping: life.running.Done()}
	l.nights = &gameNights{
		index: index, config: config, life: life, registry: l.registry, opener: l.opener, waker: l.waker,
		opened: config.Budget.Tally("game nights", budget.Cap{Public: nightsPerHost, Private: config.Limits.GameNights}),
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
		return nil, prose.Refuse("This session belongs to nobody.")
	}
	c := newClient(l.config, who, l.people, l.invitations.of)
	belongs := c.visitor.WishBelongs(ctx)
	l.social.meet(ctx, c)
	l.social.loadMutes(ctx, c)
	you, err := l.directory.enter(c, belongs, l.config.Limits.NameCells)
	if err != nil {
		return nil, err
	}
	l.rooms.meet(c.id)
	if len(l.invitations.of(c.id)) > 0 {
		c.slot.showCalls(you)
	}
	l.directory.touch()
	return &session{client: c, lobby: l}, nil
}

// Operator is what the operator may know and do here.
func (l *Lobby) Operator() *Operator { return l.operator }

// Restore brings back the rooms of the journal, and returns how many. It is called
// once, before the first session. A room whose header says enough sleeps until a client
// or a clock needs it. One that cannot be brought back is quarantined and named in the
// log, and costs no other.
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

// restore brings rooms back, and the game nights that are not here yet: these before any
// of their rooms, but they go on only after them.
func (l *Lobby) restore(ctx context.Context, headers map[string]lobby.Header) (int, error) {
	nights, err := l.nights.restore(ctx)
	if err != nil {
		return 0, err
	}
	n, err := l.waker.restore(ctx, headers)
	for _, night := range nights {
		_ = night.Resume(ctx) // else it has ended already
	}
	l.waker.startClocks()
	return n, err
}

// Drain lets matches in play end and closes all other rooms; no room and no match
// begins any more. It returns when nobody is in a room any more, or ctx ends, whose
// deadline people are told; Close does the rest. Matches of rooms that sleep, and of
// those that everybody has left, go on if their players come back to them meanwhile,
// or at the next start.
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
			n.Wake() // it says so to all who are there
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

// drainPace is how often Drain looks whether all rooms have ended.
const drainPace = 50 * time.Millisecond

// Close tells everybody that the server stops, ends all rooms and waits until
// they are gone or ctx ends.
func (l *Lobby) Close(ctx context.Context) error {
	rooms, first := l.registry.stop()
	clients := l.directory.close()
	if first {
		for _, n := range l.nights.index.all() {
			n.Stop(lobby.ErrStopping)
		}
		for _, r := range rooms {
			r.Halt(lobby.ErrStopping) // which gives each something to do that is waited for
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

// Format is the version of what rooms write down here; every one before it is read.
func Format() int { return room.Format() }

// Spends is what people may do here, and how much of it they have.
func (l *Lobby) Spends() *budget.Budget { return l.config.Budget }

// Adopt lists the rooms of headers, which another process had before and whose
// journal is this one's now, and returns how many; and it goes on with the game nights
// that the diary has for this process by now. It is for a lobby of several
// processes, at any time; none of the rooms may be in this one. A room sleeps until
// a client or a clock needs it, as after Restore. One that only a newer program can go
// on with waits for that: nothing is done to it here, and people are told.
func (l *Lobby) Adopt(ctx context.Context, headers map[string]lobby.Header) (int, error) {
	n, err := l.restore(ctx, l.waker.skipNewer(headers))
	l.waker.lookSooner()
	return n, err
}

// Release ends the rooms and game nights whose codes are among those that move, in this
// process only: another one goes on with them, and with looking for opponents. Handles of
// them end with lobby.ErrMoved. It returns once none of them writes to the journal or the
// diary any more, or when ctx ends.
func (l *Lobby) Release(ctx context.Context, moves func(code string) bool) error {
	l.matchmaking.move()
	nights := l.nights.index.remove(moves) // before their rooms: what ends there now is nothing that has become of a table
	for _, n := range nights {
		l.nights.uncount(n)
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

// Open are the codes of rooms, at whatever node, in which quick play may find a seat for
// a player, the best first.
func (l *Lobby) Open(id string, wanted lobby.Plan) []string {
	return l.directory.quickRooms(id, wanted)
}

// Changes implements lobby.ChangeFeed.
func (l *Lobby) Changes(ctx context.Context, since lobby.Cursor) (lobby.Changes, error) {
	return l.directory.news(ctx, since, l.life.running.Done())
}

// Hear takes the news of another process, which has a name as a node of the server.
func (l *Lobby) Hear(node string, news lobby.Changes) {
	l.rooms.meet(l.directory.applyNews(node, news)...)
}

// Lose forgets what another process has said of its rooms and people, as it is gone.
func (l *Lobby) Lose(node string) { l.rooms.meet(l.directory.forgetNode(node)...) }

// NodeOf is the other process in whose lobby a player of a name is; empty where they are
// in this one, or in none.
func (l *Lobby) NodeOf(name string) (node string) {
	l.directory.read(func(_ *roomIndex, people *peopleIndex) {
		_, node = people.node(people.callee(lobby.FoldName(lobby.CleanText(name, l.config.Limits.NameCells))))
	})
	return node
}

// Declined implements lobby.DeclineNotifier.
func (l *Lobby) Declined(_ context.Context, answer lobby.Declined) error {
	l.social.declined(answer)
	return nil
}
