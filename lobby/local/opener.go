package local

import (
	"slices"
	"sync/atomic"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/gamenight"
	"parlor/lobby/room"
	"parlor/prose"
	"parlor/ratelimit"
)

// opener opens rooms and receives their callbacks. It implements room.Hooks.
type opener struct {
	config      *Config
	life        *life
	registry    *registry
	directory   *directory
	invitations *invitations
	nights      *nightIndex
	turns       *room.BotLimiter
	opened      *ratelimit.Counter // open rooms, by the address that opened them
	thoughts    thoughts
}

// thoughts counts the computations of bots, and the computations that took too long.
type thoughts struct{ all, late atomic.Uint64 }

func (t *thoughts) count(late bool) {
	t.all.Add(1)
	if late {
		t.late.Add(1)
	}
}

// open opens and starts a room.
func (o *opener) open(c *client, plan lobby.Plan) (*roomSlot, error) {
	name, limits := c.Name(), o.config.Limits
	game, plan, err := o.complete(plan, name)
	if err != nil {
		return nil, err
	}
	isNew, g := o.isNew(c.id), o.registry
	g.mu.Lock()
	defer g.mu.Unlock()
	if err := g.mayOpen(); err != nil {
		return nil, err
	}
	if err := g.seats.refuse(c.id, isNew, limits.RoomsPerPerson); err != nil {
		return nil, err
	}
	code, err := g.drawCode(o.config.Code)
	if err != nil {
		return nil, err
	}
	if err := c.spend(ratelimit.Rooms); err != nil {
		return nil, err
	}
	if !o.opened.Acquire(c.address) {
		return nil, prose.Refuse("Too many open rooms from your address. Join one, or try again when one has closed.")
	}
	p := &roomSlot{code: code, from: c.address}
	p.room = room.New(o.newRoom(code, game), plan, o.Titled(plan, c.id, name))
	g.put(p)
	o.begin(p.room)
	return p, nil
}

// begin starts a room. It does not block.
func (o *opener) begin(r *room.Room) { r.Begin(o.life.running) }

// newRoom returns the configuration for a new room.
func (o *opener) newRoom(code string, game engine.Game) room.Config {
	config := o.room(code)
	config.Game, config.Made = game, time.Now()
	return config
}

// room returns the configuration for a room, without its game.
func (o *opener) room(code string) room.Config {
	return room.Config{
		Code: code, Hooks: o, Settings: o.config.Settings, Limits: o.config.Limits, Journal: o.config.Journal, Seed: o.config.Seed, Records: o.config.Records, Log: o.config.Log,
		BotLimiter: o.turns, Go: o.life.pool.Go, Thought: o.thoughts.count,
		Seen: func(seen lobby.Glance) {
			if n := o.nights.withRoom(code); n != nil {
				n.Tell(gamenight.Seen{Room: code, Glance: seen})
			}
		},
	}
}

// complete returns the plan with defaults filled in, or an error if it cannot be played.
func (o *opener) complete(plan lobby.Plan, name string) (engine.Game, lobby.Plan, error) {
	plan.GameNight, plan.TimeLimit, plan.Programs = "", 0, false
	game, known := lobby.FindGame(o.config.Games, plan.Game)
	if !known {
		return engine.Game{}, lobby.Plan{}, noGame(plan.Game)
	}
	titleCells := o.config.Limits.TitleCells
	plan, err := lobby.CompletePlan(o.config.Settings, game, plan, titleCells)
	if err != nil {
		return engine.Game{}, lobby.Plan{}, err
	}
	if plan.Title == "" {
		plan.Title = lobby.CleanText(lobby.DefaultTitle(name), titleCells)
	}
	return game, plan, nil
}

func noGame(name string) error {
	return prose.Refuse("There is no game called {game} here.", prose.Literal(lobby.CleanText(name, 20)))
}

// isNew reports whether a connected player is a newcomer.
func (o *opener) isNew(id string) bool {
	return slices.ContainsFunc(o.directory.clients(id), func(c *client) bool { return c.isNew.Load() })
}

// Check implements room.Hooks.
func (o *opener) Check(plan lobby.Plan, name string) (lobby.Plan, error) {
	_, plan, err := o.complete(plan, name)
	return plan, err
}

// Titled implements room.Hooks.
func (o *opener) Titled(plan lobby.Plan, id, name string) string {
	if plan.Title != lobby.CleanText(lobby.DefaultTitle(name), o.config.Limits.TitleCells) {
		return ""
	}
	return id
}

// Hold implements room.Hooks.
func (o *opener) Hold(id, code string) error {
	return o.registry.hold(id, code, o.isNew(id), o.config.Limits.RoomsPerPerson)
}

// Release implements room.Hooks.
func (o *opener) Release(id, code string) { o.registry.release(id, code) }

// Taken implements room.Hooks.
func (o *opener) Taken(folded string) (taken bool) {
	o.directory.read(func(_ *roomIndex, people *peopleIndex) { taken = people.names.taken(folded, "") })
	return taken
}

// Present implements room.Hooks.
func (o *opener) Present(id string) (connected bool) {
	o.directory.read(func(_ *roomIndex, people *peopleIndex) { connected = people.connected(id) })
	return connected
}

// Stops implements room.Hooks.
func (o *opener) Stops() time.Time {
	ends, _ := o.registry.stops()
	return ends
}

// Describe implements room.Hooks. The first info of a restored room equals that of its
// header and changes nothing.
func (o *opener) Describe(code string, info room.Info) {
	o.registry.mu.Lock()
	var before room.Info
	isNew := false
	if p := o.registry.rooms[code]; p != nil {
		switch {
		case countConnected(info) > 0:
			p.emptySince = time.Time{}
		case p.emptySince.IsZero():
			p.emptySince = time.Now()
		}
		before, isNew = o.directory.describe(code, info)
	}
	o.registry.mu.Unlock()
	if isNew && o.config.Post != nil {
		for _, turn := range begunTurns(before, info) {
			o.config.Post.Notify(turn)
		}
	}
}

// countConnected returns the number of people connected to a room.
func countConnected(info room.Info) (n int) {
	for _, person := range info.People {
		if person.Here {
			n++
		}
	}
	return n
}

// Closed implements room.Hooks.
func (o *opener) Closed(code string) {
	g := o.registry
	g.mu.Lock()
	if p := g.rooms[code]; p != nil {
		o.opened.Release(p.from)
	}
	delete(g.rooms, code)
	o.directory.forget(code)
	g.seats.forget(code)
	n := o.nights.takeRoom(code)
	if g.isOver() {
		n = nil // the next start restores the room as it is
	}
	g.mu.Unlock()
	o.invitations.removeIf(func(i *invitation) bool { return i.Room == code })
	if n != nil {
		n.Tell(gamenight.Closed{Room: code})
	}
}

// begunTurns returns the turns of absent players that began between two infos of a room.
// Infos are public, so a turn begins when everyone can tell; a player who moves in secret
// remains to move. A restored room has no previous info, and its turns have begun before.
func begunTurns(before, now room.Info) (turns []lobby.TurnNotice) {
	if !now.Notifies || before.Row == nil {
		return nil
	}
	anew := before.Row.Stage != now.Row.Stage
	for id, person := range now.People {
		if !person.ToMove || person.Here || before.People[id].ToMove && !anew {
			continue
		}
		turn := lobby.TurnNotice{Person: id, Room: now.Row.Code, Title: now.Row.Title, Game: now.Row.Game}
		if now.Time > 0 {
			turn.Until = time.Now().Add(now.Time)
		}
		turns = append(turns, turn)
	}
	return turns
}
