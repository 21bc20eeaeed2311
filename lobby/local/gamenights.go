package local

import (
	"context"
	"errors"
	"strings"
	"time"

	"parlor/lobby"
	"parlor/lobby/gamenight"
	"parlor/lobby/room"
	"parlor/prose"
	"parlor/ratelimit"
)

var errCalledOff = prose.Refuse("The game night cancelled this table.")

// gameNights opens, finds and restores game nights. It implements gamenight.Lobby.
type gameNights struct {
	index    *nightIndex
	config   *Config
	life     *life
	registry *registry
	opener   *opener
	waker    *waker
	opened   *ratelimit.Counter // game nights that are not over, by the address that opened them
}

// open performs lobby.OpenGameNight.
func (g *gameNights) open(ctx context.Context, c *client, plan lobby.GameNightPlan) (lobby.GameNightHandle, error) {
	plan, err := lobby.CompleteGameNight(g.config.Games, plan, c.Name(), g.config.Limits.TitleCells)
	if err != nil {
		return nil, err
	}
	if err := plan.CheckTimes(time.Now()); err != nil {
		return nil, err
	}
	n, err := g.start(c, plan)
	if err != nil {
		return nil, err
	}
	return takePart(ctx, n, c, false)
}

// takePart admits a client. It avoids returning a typed nil in the interface.
func takePart(ctx context.Context, n *gamenight.Night, c *client, board bool) (lobby.GameNightHandle, error) {
	h, err := n.Admit(ctx, c, board)
	if err != nil {
		return nil, err
	}
	return h, nil
}

// start opens a game night with c as its host.
func (g *gameNights) start(c *client, plan lobby.GameNightPlan) (*gamenight.Night, error) {
	g.registry.mu.Lock()
	defer g.registry.mu.Unlock()
	if g.registry.isOver() {
		return nil, lobby.ErrStopping
	}
	if err := g.index.mayOpen(c.id, g.config.Limits.GameNights); err != nil {
		return nil, err
	}
	code, err := g.registry.drawCode(g.config.Code)
	if err != nil {
		return nil, err
	}
	if err := c.spend(ratelimit.Rooms); err != nil {
		return nil, err
	}
	if !g.opened.Acquire(c.address) {
		return nil, prose.Refuse("Too many open game nights from your address. Join one, or try again when one is over.")
	}
	n := gamenight.Open(g.night(), code, plan, c.id, c.Name())
	g.index.add(n, c.id)
	g.index.addFrom(code, c.address)
	return n, nil
}

// nightsPerHost is the maximum number of unfinished game nights per public address.
const nightsPerHost = 5

// releaseQuota returns a game night to the quota of the address that opened it. It may be
// called more than once.
func (g *gameNights) releaseQuota(n *gamenight.Night) { g.opened.Release(g.index.takeFrom(n.Code)) }

// openDaily performs Operator.OpenGameNight.
func (g *gameNights) openDaily(plan lobby.GameNightPlan, typed string) (code string, begins time.Time, err error) {
	plan, err = lobby.CompleteGameNight(g.config.Games, plan, "parlor", g.config.Limits.TitleCells)
	if err != nil {
		return "", begins, err
	}
	g.registry.mu.Lock()
	defer g.registry.mu.Unlock()
	held := map[string]bool{} // marks of the game nights that are over
	for _, n := range g.index.all() {
		at, is := strings.CutPrefix(n.Mark, typed+markTime)
		if is && !n.Facts().Over() {
			begins, err = time.Parse(time.RFC3339, at)
			return n.Code, begins, err
		}
		held[n.Mark] = true
	}
	mark := func() string { return typed + markTime + plan.Begins.UTC().Format(time.RFC3339) }
	if isOver := !plan.Ends.IsZero() && !plan.Ends.After(time.Now()) || held[mark()]; isOver {
		if strings.Contains(typed, "-") {
			return "", plan.Begins, nil
		}
		plan.Begins = plan.Begins.AddDate(0, 0, 1)
		if !plan.Ends.IsZero() {
			plan.Ends = plan.Ends.AddDate(0, 0, 1)
		}
	}
	if err := plan.CheckTimes(time.Now()); err != nil {
		return "", begins, err
	}
	if code, err = g.registry.drawCode(g.config.Code); err != nil {
		return "", begins, err
	}
	g.index.add(gamenight.OpenMarked(g.night(), code, plan, mark()), "")
	return code, plan.Begins, nil
}

// markTime separates the typed time from the start time in a mark.
const markTime = " at "

// night returns the configuration for a game night of this lobby.
func (g *gameNights) night() gamenight.Config {
	return gamenight.Config{Lobby: g, Games: g.config.Games, Limits: g.config.Limits, Log: g.config.Log, Go: func(work func()) { g.life.work.Go(work) }}
}

// join performs lobby.JoinGameNight, or lobby.WatchGameNight if board is true.
func (g *gameNights) join(ctx context.Context, c *client, code string, board bool) (lobby.GameNightHandle, error) {
	n, err := g.find(c, code)
	if err != nil {
		return nil, err
	}
	return takePart(ctx, n, c, board)
}

// lookAtTable performs lobby.LookAtTable.
func (g *gameNights) lookAtTable(ctx context.Context, c *client, op lobby.LookAtTable) (lobby.Update, error) {
	n, err := g.find(c, op.Code)
	if err != nil {
		return lobby.Update{}, err
	}
	p := g.registry.slot(n.Facts().Room(op.Number))
	if p == nil {
		return lobby.Update{}, prose.Refuse("Nothing is being played at table {n} now.", prose.N(op.Number))
	}
	return g.waker.lookPublic(ctx, p)
}

// find returns the game night with a code. Wrong codes are rate limited like those of
// rooms.
func (g *gameNights) find(c *client, code string) (*gamenight.Night, error) {
	if err := c.spend(ratelimit.RoomRequests); err != nil {
		return nil, err
	}
	read := lobby.ParseCode(code)
	n, unknown := g.named(code)
	if n != nil && g.index.attended(c.id) == read {
		return n, nil
	}
	if err := g.config.RateLimits.Check(ratelimit.Codes, c.charged()); err != nil {
		return nil, err
	}
	if n == nil {
		g.config.RateLimits.Charge(ratelimit.Codes, c.charged())
	}
	return n, unknown
}

// named returns the game night with the given code, which may be written as a user types it.
func (g *gameNights) named(code string) (*gamenight.Night, error) {
	read := lobby.ParseCode(code)
	if n := g.index.night(read); n != nil {
		return n, nil
	}
	return nil, prose.Refuse("There is no game night with the code {code}.", prose.Literal(lobby.CleanText(read, 10)))
}

// restore loads the stored game nights that are not in the index yet.
func (g *gameNights) restore(ctx context.Context) (back []*gamenight.Night, err error) {
	if g.config.GameNightStore == nil {
		return nil, nil
	}
	stored, err := g.config.GameNightStore.GameNights(ctx)
	if err != nil {
		return nil, errors.Join(errors.New("reading the game nights"), err)
	}
	g.registry.mu.Lock()
	defer g.registry.mu.Unlock()
	if g.registry.stopped {
		return nil, lobby.ErrStopping // Close has stopped all game nights that it knew of
	}
	for code, data := range stored {
		if g.index.night(code) != nil {
			continue
		}
		n, err := gamenight.Read(g.night(), code, data)
		if err != nil {
			g.config.Log.Error("cannot read a game night", "err", err)
			continue
		}
		host, rooms := n.Listing()
		g.index.add(n, host, rooms...)
		back = append(back, n)
	}
	return back, nil
}

// OpenRoom implements gamenight.Lobby.
func (g *gameNights) OpenRoom(n *gamenight.Night, wanted gamenight.Room) (code string, err error) {
	game, plan, err := g.opener.complete(wanted.Plan, wanted.Night)
	if err != nil {
		return "", err
	}
	plan.GameNight, plan.TimeLimit, plan.Programs = n.Code, wanted.Plan.TimeLimit, wanted.Plan.Programs
	p, err := g.reserve(n)
	if err != nil {
		return "", err
	}
	r := room.New(g.opener.newRoom(p.code, game), plan, wanted.Titled)
	var given []room.ReservedSeat
	var players []string
	for _, one := range wanted.Seats {
		given = append(given, room.ReservedSeat(one))
		if one.ID != "" {
			players = append(players, one.ID)
		}
	}
	r.ReserveSeats(given) // it asks the lobby for names of bots, so no lock may be held
	g.registry.mu.Lock()
	defer g.registry.mu.Unlock()
	if p.moves {
		return "", lobby.ErrMoved // the room has not begun and can be dropped
	}
	g.registry.seats.takeAll(players, p.code)
	p.room = r
	g.opener.begin(r)
	if g.registry.stopped {
		r.Stop(lobby.ErrStopping)
	}
	return p.code, nil
}

// reserve takes a code for a table's room such that the room has the same owner as the game
// night. The code is not known to anyone before the room exists.
func (g *gameNights) reserve(n *gamenight.Night) (*roomSlot, error) {
	for range maxCodeDraws {
		code := g.config.CodeNear(n.Code) // takes milliseconds in a cluster, so no lock is held
		if p, err := g.reserveCode(n, code); p != nil || err != nil {
			return p, err
		}
	}
	return nil, errNoCode
}

// reserveCode reserves the given code. It returns nil if the code is not free.
func (g *gameNights) reserveCode(n *gamenight.Night, code string) (*roomSlot, error) {
	g.registry.mu.Lock()
	defer g.registry.mu.Unlock()
	if g.index.night(n.Code) != n && !g.registry.isOver() {
		return nil, lobby.ErrMoved
	}
	if err := g.registry.mayOpen(); err != nil {
		return nil, err
	}
	switch {
	case !g.registry.isFree(code):
		return nil, nil //nolint:nilnil // another one is drawn
	case !g.index.addRoom(n, code):
		return nil, lobby.ErrMoved
	}
	p := &roomSlot{code: code}
	g.registry.put(p)
	return p, nil
}

// BeginRoom implements gamenight.Lobby.
func (g *gameNights) BeginRoom(code string) {
	p := g.registry.slot(code)
	if p == nil {
		return
	}
	g.life.work.Go(func() {
		if r, err := g.waker.awake(g.life.running, p); err == nil {
			r.BeginPresent()
		}
	})
}

// CloseRoom implements gamenight.Lobby.
func (g *gameNights) CloseRoom(code string) {
	g.index.takeRoom(code)
	p := g.registry.slot(code)
	if p == nil {
		return
	}
	g.life.work.Go(func() {
		if r, err := g.waker.awake(g.life.running, p); err == nil {
			_ = r.Close(g.life.running, errCalledOff, lobby.VoidNight) // fails only if the lobby stops
		}
	})
}

// WakeRoom implements gamenight.Lobby.
func (g *gameNights) WakeRoom(code string) bool {
	p := g.registry.slot(code)
	if p != nil {
		g.waker.wake(p)
	}
	return p != nil
}

// Save implements gamenight.Lobby.
func (g *gameNights) Save(code string, data []byte) error {
	if g.config.GameNightStore == nil {
		return nil
	}
	return g.config.GameNightStore.SaveGameNight(g.life.running, code, data)
}

// Remove implements gamenight.Lobby.
func (g *gameNights) Remove(n *gamenight.Night) {
	g.index.remove(func(code string) bool { return code == n.Code })
	g.releaseQuota(n)
	if g.config.GameNightStore == nil {
		return
	}
	if err := g.config.GameNightStore.DeleteGameNight(g.life.running, n.Code); err != nil {
		g.config.Log.Error("cannot remove a finished game night", "err", err)
	}
}

// Attend implements gamenight.Lobby.
func (g *gameNights) Attend(n *gamenight.Night, id string) error { return g.index.attend(n, id) }

// Absent implements gamenight.Lobby.
func (g *gameNights) Absent(n *gamenight.Night, ids ...string) { g.index.absent(n, ids...) }

// Register implements gamenight.Lobby.
func (g *gameNights) Register(n *gamenight.Night, host string, present []string) {
	g.index.register(n, host, present)
	if n.Facts().Over() {
		g.releaseQuota(n)
	}
}

// Stops implements gamenight.Lobby.
func (g *gameNights) Stops() (soon, already bool) {
	ends, already := g.registry.stops()
	return !ends.IsZero(), already
}
