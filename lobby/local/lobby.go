// Package local is the lobby in this process: the rooms and the people in them,
// who sits where, whose time is running, who is away and comes back. A room has
// one inbox, and at most one goroutine that empties it; screens get the latest
// whole Update through a one-slot channel, so that nobody waits for anybody's
// terminal.
package local

import (
	"context"
	"fmt"
	"log/slog"
	"runtime"
	"slices"
	"sync"
	"time"

	"parlor/budget"
	"parlor/engine"
	"parlor/internal/workers"
	"parlor/lobby"
	"parlor/lobby/account"
	"parlor/lobby/gamenight"
	"parlor/lobby/room"
	"parlor/prose"
)

// Config is what a lobby is made of.
type Config struct {
	Games []engine.Game
	// Settings are what a host may choose about a room; nil is lobby.Settings.
	Settings []lobby.Setting
	Limits   lobby.Limits       // zero fields get DefaultLimits
	Bots     int                // that think at once; 0 is half of the processors, but at least one
	Seed     func() engine.Seed // of a match; nil draws from crypto/rand
	Code     func() string      // of a room, empty where there is none for another one; nil draws from crypto/rand
	// Beside draws the code of a room that is to be in the same process as the game night
	// of a code, wherever that goes; nil draws as Code does.
	Beside func(code string) string
	// Rivals says of a game whether those who look for a rated match in it wait in this
	// process, of several; nil is always.
	Rivals func(game string) bool
	// Journal keeps the rooms beyond the process; nil does not. Restore brings
	// them back.
	Journal lobby.Journal
	// Diary keeps the game nights beyond the process; nil does not.
	Diary lobby.Diary
	// Accounts remembers people beyond the process, and History the matches
	// that have ended; nil does not.
	Accounts lobby.Accounts
	History  lobby.History
	// Ratings answers how well people play; nil rates nobody.
	Ratings lobby.Ratings
	// Offers remembers the codes with which people link other keys; nil does so for as
	// long as the process runs.
	Offers lobby.Offers
	// Ties remembers whom people chose as friends, and whom they muted; nil does so
	// for as long as the process runs.
	Ties lobby.Ties
	// Reports keeps what people report; nil where nobody reads any.
	Reports lobby.Reports
	// Webhooks remembers where people are told of their turns, and Post tells them; nil
	// tells nobody.
	Webhooks lobby.Webhooks
	Post     lobby.Post
	// Budget says how much people may do; nil is one of the lobby's own.
	Budget *budget.Budget
	Log    *slog.Logger // nil discards; never holds a hidden value
}

// maxCodeDraws bounds the search for a code that no room has.
const maxCodeDraws = 100

// idleWorkers is how many goroutines are kept for rooms while they have nothing to do.
const idleWorkers = 2

// Lobby is all rooms and everybody present.
type Lobby struct {
	games    []engine.Game
	settings []lobby.Setting
	limits   lobby.Limits
	seed     func() engine.Seed
	code     func() string
	beside   func(code string) string
	turns    *room.Turns
	log      *slog.Logger
	post     lobby.Post // nil where nobody is told of turns outside
	// journal is nil where rooms end with the process.
	journal lobby.Journal
	nights  *gameNights
	diary   lobby.Diary // nil where game nights end with the process
	// keepEvening and dropEvening write in the diary as long as the lobby runs.
	keepGameNight func(code string, data []byte) error
	dropGameNight func(code string) error
	people        *account.People
	budget        *budget.Budget
	made          *budget.Tally   // rooms that are open, by the address that made them
	stopping      <-chan struct{} // closed by Close
	stop          context.CancelFunc
	begin         func(*room.Room)      // lets a room run until it closes
	wake          func(*place, *waking) // brings a room back; the registry's mu is held
	rouse         func(*place)          // brings a room back, and waits for nobody
	shut          func(*place)          // closes the room of a table that a game night has called off, and waits for nobody
	clocks        func()                // brings rooms back as their time comes; more than once does no more
	sooner        chan struct{}         // one slot: other rooms may be due than those that clocks knows of
	work          sync.WaitGroup
	pool          *workers.Pool // does what rooms have to do, which goes deep into rules and what is written of them
	operator      *Operator
	// Each of these has a lock of its own; their comments say which others are taken under it.
	registry    *registry
	directory   *directory
	chat        *chat
	invitations *invitations
	social      *social
	matchmaking *matchmaking
}

// New opens a lobby.
func New(config Config) *Lobby {
	running, stop := context.WithCancel(context.Background())
	l := &Lobby{
		games: config.Games, settings: config.Settings, limits: config.Limits.WithDefaults(), seed: config.Seed, code: config.Code, log: config.Log, post: config.Post,
		journal: config.Journal, diary: config.Diary, nights: newGameNights(), budget: config.Budget,
		sooner: make(chan struct{}, 1), stopping: running.Done(), stop: stop,
		registry: newRegistry(),
		chat:     newChat(),
	}
	l.pool = workers.New(idleWorkers, &l.work)
	l.begin = func(r *room.Room) { r.Begin(running) }
	l.wake = func(p *place, w *waking) { l.work.Go(func() { l.bringBack(running, p, w) }) }
	l.rouse = func(p *place) { l.work.Go(func() { _, _ = p.awake(running) }) } // the log says why it is not
	l.shut = func(p *place) {
		l.work.Go(func() {
			if r, err := p.awake(running); err == nil {
				_ = r.Shut(running, errCalledOff, lobby.VoidNight) // else the lobby stops
			}
		})
	}
	l.keepGameNight = func(code string, data []byte) error {
		if l.diary == nil {
			return nil
		}
		return l.diary.KeepGameNight(running, code, data)
	}
	l.dropGameNight = func(code string) error {
		if l.diary == nil {
			return nil
		}
		return l.diary.DropGameNight(running, code)
	}
	l.clocks = sync.OnceFunc(func() {
		l.registry.mu.Lock()
		defer l.registry.mu.Unlock()
		if !l.registry.stopped { // else Close waits for what there is already
			l.work.Go(func() { l.keepClocks(running) })
		}
	})
	if l.settings == nil {
		l.settings = lobby.Settings()
	}
	atOnce := config.Bots
	if atOnce == 0 {
		atOnce = max(1, runtime.GOMAXPROCS(0)/2)
	}
	l.turns = room.NewTurns(atOnce)
	if l.seed == nil {
		l.seed = lobby.DrawSeed
	}
	if l.code == nil {
		l.code = lobby.DrawCode
	}
	if l.beside = config.Beside; l.beside == nil {
		l.beside = func(string) string { return l.code() }
	}
	if l.log == nil {
		l.log = slog.New(slog.DiscardHandler)
	}
	if l.budget == nil {
		l.budget = budget.New(budget.Config{})
	}
	l.made = l.budget.Tally("open rooms", budget.Cap{Public: l.limits.RoomsPerHost, Private: l.limits.RoomsPerLocal})
	l.people = account.New(account.Config{
		House: hub{l}, Accounts: config.Accounts, History: config.History, Ratings: config.Ratings, Ties: config.Ties, Offers: config.Offers, Reports: config.Reports,
		Webhooks: config.Webhooks, Post: config.Post,
		Games: config.Games, Budget: l.budget, NameCells: l.limits.NameCells, Log: l.log,
	})
	l.directory = newDirectory(l.chat)
	l.operator = &Operator{registry: l.registry, directory: l.directory}
	l.invitations = newInvitations(l.directory.showCalls)
	l.social = &social{directory: l.directory, invitations: l.invitations, people: l.people, nameCells: l.limits.NameCells, log: l.log}
	l.matchmaking = &matchmaking{pairs: config.Rivals, games: l.games, people: l.people, open: l.open, stopping: l.stopping}
	l.work.Go(func() { l.directory.publish(l.stopping) })
	l.work.Go(func() { l.people.Run(l.stopping) })
	return l
}

// Spends is what people may do here, and how much of it they have.
func (l *Lobby) Spends() *budget.Budget { return l.budget }

// Limits as they hold here.
func (l *Lobby) Limits() lobby.Limits { return l.limits }

// Games offered, in the order they are shown.
func (l *Lobby) Games() []engine.Game { return l.games }

// Settings are what a host may choose about a room here.
func (l *Lobby) Settings() []lobby.Setting { return l.settings }

// Operator is what the operator may know and do here.
func (l *Lobby) Operator() *Operator { return l.operator }

// Drain lets rounds in play end and closes all other rooms; no room and no match
// begins any more. It answers when nobody is in a room any more, or ctx ends, whose
// deadline people are told; Close does the rest. Rounds of rooms that sleep, and of
// those that everybody has left, go on where somebody comes back to them meanwhile,
// or at the next start.
func (l *Lobby) Drain(ctx context.Context) {
	l.registry.mu.Lock()
	already := !l.registry.ends.IsZero()
	l.registry.ends, _ = ctx.Deadline()
	if l.registry.ends.IsZero() {
		l.registry.ends = time.Now()
	}
	rooms := l.registry.running()
	l.registry.mu.Unlock()
	if !already {
		for _, r := range rooms {
			r.Drain()
		}
		l.closeSleepers()
		for _, n := range l.nights.all() {
			n.Wake() // it says so to all who are there
		}
	}
	for l.registry.count() > 0 {
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
	l.registry.mu.Lock()
	already := l.registry.stopped
	l.registry.stopped = true
	rooms := l.registry.running()
	l.registry.mu.Unlock()
	sessions := l.directory.close()
	if !already {
		for _, n := range l.nights.all() {
			n.Stop(lobby.ErrStopping)
		}
		for _, r := range rooms {
			r.Halt(lobby.ErrStopping) // which gives each something to do that is waited for
		}
		l.stop()
	}
	done := make(chan struct{})
	go func() {
		l.work.Wait()
		l.pool.Close()
		close(done)
	}()
	var err error
	select {
	case <-done:
	case <-ctx.Done():
		err = fmt.Errorf("waiting for the rooms to close: %w", ctx.Err())
	}
	for _, session := range sessions {
		session.end(lobby.ErrStopping)
	}
	return err
}

// open makes a room and lets it run.
func (l *Lobby) open(session *session, plan lobby.Plan) (*place, error) {
	name := session.Name()
	game, plan, err := l.check(plan, name)
	if err != nil {
		return nil, err
	}
	isNew := l.isNew(session.id)
	l.registry.mu.Lock()
	defer l.registry.mu.Unlock()
	switch {
	case l.registry.isOver():
		return nil, lobby.ErrStopping
	case len(l.registry.rooms) >= l.limits.Rooms:
		return nil, prose.Refuse("This server cannot open any more rooms. Join one, or try again later.")
	}
	if err := l.registry.mayHold(session.id, isNew, l.limits.RoomsPerPerson); err != nil {
		return nil, err
	}
	code, err := l.freeCode()
	if err != nil {
		return nil, err
	}
	if err := l.budget.Spend(budget.Rooms, session.who()); err != nil {
		return nil, err
	}
	if !l.made.Take(session.address) {
		return nil, prose.Refuse("Too many open rooms were made from your address. Join one, or try again when one has closed.")
	}
	config := l.room(code)
	config.Game, config.Made = game, time.Now()
	r := room.New(config, plan, l.titledBy(plan, session.id, name))
	l.registry.put(&place{lobby: l, code: code, from: session.address, room: r})
	l.begin(r)
	return l.registry.rooms[code], nil
}

// freeCode draws a code that no room has. The caller holds the registry's mu.
func (l *Lobby) freeCode() (string, error) {
	for range maxCodeDraws {
		if code := l.code(); l.isFree(code) {
			return code, nil
		}
	}
	return "", errNoCode
}

var errNoCode = prose.Refuse("No code is free for another room. Try again.")

// isFree reports whether a code was drawn that nothing has. The caller holds the registry's mu.
func (l *Lobby) isFree(code string) bool {
	return code != "" && l.registry.rooms[code] == nil && l.nights.find(code) == nil && !l.registry.newer[code]
}

// check completes a plan and refuses what cannot be played.
func (l *Lobby) check(plan lobby.Plan, name string) (engine.Game, lobby.Plan, error) {
	plan.GameNight = ""
	game, known := lobby.FindGame(l.games, plan.Game)
	if !known {
		return engine.Game{}, lobby.Plan{}, prose.Refuse("There is no game called {game} here.", prose.Literal(lobby.CleanText(plan.Game, 20)))
	}
	plan, err := lobby.CompletePlan(l.settings, game, plan, l.limits.TitleCells)
	if err != nil {
		return engine.Game{}, lobby.Plan{}, err
	}
	if plan.Title == "" {
		plan.Title = lobby.CleanText(lobby.DefaultTitle(name), l.limits.TitleCells)
	}
	return game, plan, nil
}

// titledBy is the identity of whoever has a plan's title made from their name;
// empty where it was not.
func (l *Lobby) titledBy(plan lobby.Plan, id, name string) string {
	if plan.Title != lobby.CleanText(lobby.DefaultTitle(name), l.limits.TitleCells) {
		return ""
	}
	return id
}

// isNew reports whether little is known of somebody who is here.
func (l *Lobby) isNew(id string) bool {
	return slices.ContainsFunc(l.directory.sessions(id), func(v *session) bool { return v.isNew.Load() })
}

// describe takes what a room says about itself. A room that was brought back says
// what its header said, which is nothing new.
func (l *Lobby) describe(code string, info room.Info) {
	l.registry.mu.Lock()
	p := l.registry.rooms[code]
	var before room.Info
	anew := false
	if p != nil {
		p.hear(info)
		before, anew = l.directory.describe(code, info)
	}
	l.registry.mu.Unlock()
	if anew && l.post != nil {
		l.tell(begun(before, info))
	}
}

// hear notes since when nobody is connected. The caller holds the registry's mu.
func (p *place) hear(info room.Info) {
	switch {
	case isThere(info):
		p.quiet = time.Time{}
	case p.quiet.IsZero():
		p.quiet = time.Now()
	}
}

// forget takes a room that has closed off the list.
func (l *Lobby) forget(code string) {
	l.registry.mu.Lock()
	if p := l.registry.rooms[code]; p != nil {
		l.made.Give(p.from)
	}
	delete(l.registry.rooms, code)
	l.directory.forget(code)
	l.registry.holds.forget(code)
	n := l.nights.takeRoom(code)
	if l.registry.isOver() {
		n = nil // the next start finds the room as it is
	}
	l.registry.mu.Unlock()
	l.invitations.removeIf(func(i *invitation) bool { return i.Room == code })
	if n != nil {
		n.Tell(gamenight.Closed{Room: code})
	}
}

// calls reports whether a folded name is that of somebody who is present or has
// a seat kept.
func (l *Lobby) calls(folded string) (taken bool) {
	l.directory.read(func(_ *roomIndex, people *peopleIndex) { taken = people.names.taken(folded, "") })
	return taken
}

// Open are the codes of rooms, at whatever node, in which quick play may find a seat for
// somebody, the best first.
func (l *Lobby) Open(id string, wanted lobby.Plan) (codes []string) {
	l.directory.read(func(rooms *roomIndex, people *peopleIndex) {
		name := ""
		if person := people.present[id]; person != nil {
			name = person.name
		}
		codes = rooms.quickRooms(id, name, wanted)
	})
	return codes
}

// News implements lobby.Feed.
func (l *Lobby) News(ctx context.Context, since lobby.Mark) (lobby.News, error) {
	return l.directory.news(ctx, since, l.stopping)
}

// Hear takes the news of another process, which has a name as a node of the server.
func (l *Lobby) Hear(node string, news lobby.News) {
	l.meetAtTables(l.directory.hear(node, news)...)
}

// Lose forgets what another process has said of its rooms and people, as it is gone.
func (l *Lobby) Lose(node string) { l.meetAtTables(l.directory.lose(node)...) }

// NodeOf is the other process in whose lobby somebody of a name is; empty where they are
// in this one, or in none.
func (l *Lobby) NodeOf(name string) (node string) {
	l.directory.read(func(_ *roomIndex, people *peopleIndex) {
		_, node = people.node(people.callee(lobby.FoldName(lobby.CleanText(name, l.limits.NameCells))))
	})
	return node
}

// Declined implements lobby.Answered.
func (l *Lobby) Declined(_ context.Context, answer lobby.Declined) error {
	l.social.declined(answer)
	return nil
}
