package local

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"parlor/budget"
	"parlor/lobby"
	"parlor/lobby/gamenight"
	"parlor/lobby/room"
	"parlor/prose"
)

var errCalledOff = prose.Refuse("The game night has called this table off.")

// gameNights are the game nights of the lobby, and who takes part in which. No other
// lock is taken while its own is held.
type gameNights struct {
	mu      sync.Mutex                  // guards what follows
	byCode  map[string]*gamenight.Night // those that are over included
	byRoom  map[string]*gamenight.Night // by the codes of the rooms of their tables
	hosts   map[string]string           // identity, by code; none of a night that is over
	attends map[string]string           // code, by identity
}

func newGameNights() *gameNights {
	return &gameNights{byCode: map[string]*gamenight.Night{}, byRoom: map[string]*gamenight.Night{}, hosts: map[string]string{}, attends: map[string]string{}}
}

// find returns the game night with a code, nil for none.
func (g *gameNights) find(code string) *gamenight.Night {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.byCode[code]
}

// in returns the game night that has a table in a room, nil for none.
func (g *gameNights) in(room string) *gamenight.Night {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.byRoom[room]
}

// of returns the game night in which a person takes part, nil for none.
func (g *gameNights) of(id string) *gamenight.Night {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.byCode[g.attends[id]]
}

// attended returns the code of the game night in which a person takes part, empty for none.
func (g *gameNights) attended(id string) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.attends[id]
}

// all returns all game nights.
func (g *gameNights) all() []*gamenight.Night {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Collect(maps.Values(g.byCode))
}

// mayOpen refuses a person who is to be the host of another game night, of that many.
func (g *gameNights) mayOpen(id string, most int) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case slices.Contains(slices.Collect(maps.Values(g.hosts)), id):
		return prose.Refuse("You are the host of a game night already. End it first.")
	case g.attends[id] != "":
		return lobby.ErrOtherGameNight
	case len(g.hosts) >= most, len(g.byCode) >= nightsKept*most:
		return prose.Refuse("This server cannot hold any more game nights. Try again later.")
	}
	return nil
}

// nightsKept is how many game nights there can be, those that are over included, for each
// that is not.
const nightsKept = 4

// add lists a game night.
func (g *gameNights) add(n *gamenight.Night, host string, rooms ...string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.byCode[n.Code] = n
	if host != "" {
		g.hosts[n.Code] = host
	}
	for _, room := range rooms {
		g.byRoom[room] = n
	}
}

// addRoom notes the room of a table, and reports whether the game night is here still.
func (g *gameNights) addRoom(n *gamenight.Night, room string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.byCode[n.Code] != n {
		return false
	}
	g.byRoom[room] = n
	return true
}

// takeRoom removes the room of a table, and returns its game night, nil for none.
func (g *gameNights) takeRoom(room string) *gamenight.Night {
	g.mu.Lock()
	defer g.mu.Unlock()
	n := g.byRoom[room]
	delete(g.byRoom, room)
	return n
}

// remove takes game nights off the list, and returns them.
func (g *gameNights) remove(is func(code string) bool) (removed []*gamenight.Night) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for code, n := range g.byCode {
		if is(code) {
			removed = append(removed, n)
			delete(g.byCode, code)
			delete(g.hosts, code)
			maps.DeleteFunc(g.attends, func(_, other string) bool { return other == code })
			maps.DeleteFunc(g.byRoom, func(_ string, other *gamenight.Night) bool { return other == n })
		}
	}
	return removed
}

// Attend implements gamenight.Lobby.
func (g *gameNights) Attend(n *gamenight.Night, id string) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if other := g.attends[id]; other != "" && other != n.Code && g.byCode[other] != nil {
		return lobby.ErrOtherGameNight
	}
	g.attends[id] = n.Code
	return nil
}

// Absent implements gamenight.Lobby.
func (g *gameNights) Absent(n *gamenight.Night, ids ...string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, id := range ids {
		if g.attends[id] == n.Code {
			delete(g.attends, id)
		}
	}
}

// Register implements gamenight.Lobby.
func (g *gameNights) Register(n *gamenight.Night, host string, present []string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if delete(g.hosts, n.Code); host != "" {
		g.hosts[n.Code] = host
	}
	for _, id := range present {
		g.attends[id] = n.Code
	}
}

// nightHouse is the lobby as its game nights meet it.
type nightHouse struct {
	*gameNights
	lobby *Lobby
}

// nightConfig is what a game night of this lobby is made of.
func (l *Lobby) nightConfig() gamenight.Config {
	return gamenight.Config{Lobby: nightHouse{l.nights, l}, Games: l.games, Limits: l.limits, Log: l.log, Go: func(work func()) { l.work.Go(work) }}
}

// OpenRoom implements gamenight.Lobby.
func (h nightHouse) OpenRoom(n *gamenight.Night, wanted gamenight.Room) (code string, err error) {
	l := h.lobby
	game, plan, err := l.check(wanted.Plan, wanted.Night)
	if err != nil {
		return "", err
	}
	plan.GameNight = n.Code
	p, err := h.place(n)
	if err != nil {
		return "", err
	}
	config := l.room(p.code)
	config.Game, config.Made = game, time.Now()
	r := room.New(config, plan, wanted.Titled)
	var given []room.ReservedSeat
	for _, one := range wanted.Seats {
		given = append(given, room.ReservedSeat(one))
	}
	r.Give(given) // the names of bots are asked of the lobby, so its lock is not held
	l.registry.mu.Lock()
	defer l.registry.mu.Unlock()
	if p.moves {
		return "", lobby.ErrMoved // before it has begun, so it is nowhere
	}
	for _, one := range given {
		if one.ID != "" {
			l.registry.holds.take(one.ID, p.code)
		}
	}
	p.room = r
	l.begin(r)
	if l.registry.stopped {
		r.Halt(lobby.ErrStopping)
	}
	return p.code, nil
}

// place takes a code for a table, at which the room is wherever the game night is. No one
// knows it before the room is there.
func (h nightHouse) place(n *gamenight.Night) (*place, error) {
	for range maxCodeDraws {
		code := h.lobby.beside(n.Code) // which takes milliseconds among several processes, so no lock is held
		if p, err := h.placeAt(n, code); p != nil || err != nil {
			return p, err
		}
	}
	return nil, errNoCode
}

// placeAt takes this code; nil if it is not free.
func (h nightHouse) placeAt(n *gamenight.Night, code string) (*place, error) {
	l := h.lobby
	l.registry.mu.Lock()
	defer l.registry.mu.Unlock()
	switch {
	case l.registry.isOver():
		return nil, lobby.ErrStopping
	case h.find(n.Code) != n:
		return nil, lobby.ErrMoved
	case len(l.registry.rooms) >= l.limits.Rooms:
		return nil, prose.Refuse("This server cannot open any more rooms. Join one, or try again later.")
	case !l.isFree(code):
		return nil, nil //nolint:nilnil // another one is drawn
	case !h.addRoom(n, code):
		return nil, lobby.ErrMoved
	}
	p := &place{lobby: l, code: code}
	l.registry.put(p)
	return p, nil
}

// CloseRoom implements gamenight.Lobby.
func (h nightHouse) CloseRoom(code string) {
	h.takeRoom(code)
	if p := h.placeOf(code); p != nil {
		h.lobby.shut(p)
	}
}

// WakeRoom implements gamenight.Lobby.
func (h nightHouse) WakeRoom(code string) bool {
	p := h.placeOf(code)
	if p != nil {
		h.lobby.rouse(p)
	}
	return p != nil
}

func (h nightHouse) placeOf(code string) *place {
	h.lobby.registry.mu.Lock()
	defer h.lobby.registry.mu.Unlock()
	return h.lobby.registry.rooms[code]
}

// Keep implements gamenight.Lobby.
func (h nightHouse) Keep(code string, data []byte) error { return h.lobby.keepGameNight(code, data) }

// Remove implements gamenight.Lobby.
func (h nightHouse) Remove(n *gamenight.Night) {
	h.remove(func(code string) bool { return code == n.Code })
	if err := h.lobby.dropGameNight(n.Code); err != nil {
		h.lobby.log.Error("a game night that is over cannot be removed", "evening", n.Code, "err", err)
	}
}

// Stops implements gamenight.Lobby.
func (h nightHouse) Stops() (soon, already bool) {
	h.lobby.registry.mu.Lock()
	defer h.lobby.registry.mu.Unlock()
	return !h.lobby.registry.ends.IsZero(), h.lobby.registry.stopped
}

// restoreEvenings reads the game nights that are kept and are not here yet, before any of
// their rooms is.
func (l *Lobby) restoreGameNights(ctx context.Context) (back []*gamenight.Night, err error) {
	if l.diary == nil {
		return nil, nil
	}
	kept, err := l.diary.GameNights(ctx)
	if err != nil {
		return nil, errors.Join(errors.New("reading the game nights"), err)
	}
	l.registry.mu.Lock()
	defer l.registry.mu.Unlock()
	if l.registry.stopped {
		return nil, lobby.ErrStopping // Close has told all that there are by now
	}
	for code, data := range kept {
		if l.nights.find(code) != nil {
			continue
		}
		n, err := gamenight.Read(l.nightConfig(), code, data)
		if err != nil {
			l.log.Error("a game night cannot be read", "evening", code, "err", err)
			continue
		}
		host, rooms := n.Listing()
		l.nights.add(n, host, rooms...)
		back = append(back, n)
	}
	return back, nil
}

// resumeEvenings lets game nights go on once their rooms are there.
func (l *Lobby) resumeGameNights(ctx context.Context, back []*gamenight.Night) {
	for _, n := range back {
		_ = n.Resume(ctx) // else it has ended already
	}
}

// openEvening does lobby.OpenGameNight.
func (v *session) openGameNight(ctx context.Context, plan lobby.GameNightPlan) (lobby.GameNight, error) {
	plan, err := lobby.CompleteGameNight(v.lobby.games, plan, v.Name(), v.lobby.limits.TitleCells)
	if err != nil {
		return nil, err
	}
	n, err := v.lobby.openNight(v, plan)
	if err != nil {
		return nil, err
	}
	return attend(ctx, n, v, false)
}

// attend returns no handle that is nil as an interface that is not.
func attend(ctx context.Context, n *gamenight.Night, v *session, board bool) (lobby.GameNight, error) {
	h, err := n.Admit(ctx, v, board)
	if err != nil {
		return nil, err
	}
	return h, nil
}

// openNight makes a game night.
func (l *Lobby) openNight(v *session, plan lobby.GameNightPlan) (*gamenight.Night, error) {
	l.registry.mu.Lock()
	defer l.registry.mu.Unlock()
	if l.registry.isOver() {
		return nil, lobby.ErrStopping
	}
	if err := l.nights.mayOpen(v.id, l.limits.GameNights); err != nil {
		return nil, err
	}
	code, err := l.freeCode()
	if err != nil {
		return nil, err
	}
	if err := l.budget.Spend(budget.Rooms, v.who()); err != nil {
		return nil, err
	}
	n := gamenight.Open(l.nightConfig(), code, plan, v.id, v.Name())
	l.nights.add(n, v.id)
	return n, nil
}

// comeTo does lobby.JoinGameNight, or lobby.WatchGameNight for a board.
func (v *session) comeTo(ctx context.Context, code string, board bool) (lobby.GameNight, error) {
	n, err := v.findNight(code)
	if err != nil {
		return nil, err
	}
	return attend(ctx, n, v, board)
}

// findNight returns the game night with a code. Wrong codes are slowed down as those of
// rooms are.
func (v *session) findNight(code string) (*gamenight.Night, error) {
	if err := v.spend(budget.Orders); err != nil {
		return nil, err
	}
	read := lobby.ReadCode(code)
	l := v.lobby
	n := l.nights.find(read)
	if n != nil && l.nights.attended(v.id) == read {
		return n, nil
	}
	if err := l.budget.Ask(budget.Codes, v.who()); err != nil {
		return nil, err
	}
	if n == nil {
		l.budget.Charge(budget.Codes, v.who())
		return nil, prose.Refuse("There is no game night with the code {code}.", prose.Literal(lobby.CleanText(read, 10)))
	}
	return n, nil
}

// KeepNight and DropNight remember the handles of game nights to close with the session.
func (v *session) KeepNight(h *gamenight.Handle) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !v.closed {
		v.nights = append(v.nights, h)
	}
	return !v.closed
}

func (v *session) DropNight(h *gamenight.Handle) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.nights = slices.DeleteFunc(v.nights, func(other *gamenight.Handle) bool { return other == h })
}
