package local

import (
	"context"
	"sync"
	"time"

	"parlor/budget"
	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/gamenight"
	"parlor/prose"
)

var _ lobby.Evening = (*attendance)(nil)

// attendance is one session's hold on an evening. Its methods may be called from
// any goroutine.
type attendance struct {
	night *night
	visit *visit
	id    string // Identity.ID
	board bool

	mu      sync.Mutex // guards what follows
	updates chan lobby.EveningUpdate
	closed  bool
	why     error
}

// put puts an update into the slot in place of an older one.
func (a *attendance) put(u lobby.EveningUpdate) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.closed {
		return
	}
	select {
	case <-a.updates:
	default:
	}
	a.updates <- u
}

// end closes the updates.
func (a *attendance) end(why error) {
	a.mu.Lock()
	if !a.closed {
		a.closed, a.why = true, why
		close(a.updates)
	}
	a.mu.Unlock()
	a.visit.dropEvening(a)
}

func (a *attendance) ended() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.closed
}

// Updates implements lobby.Evening.
func (a *attendance) Updates() <-chan lobby.EveningUpdate { return a.updates }

// Ended implements lobby.Evening.
func (a *attendance) Ended() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.why
}

// Do implements lobby.Evening.
func (a *attendance) Do(ctx context.Context, do lobby.EveningDo) error {
	if _, leaves := do.(lobby.LeaveEvening); !leaves {
		if err := a.visit.spend(budget.Orders); err != nil {
			return err
		}
	}
	return a.night.ask(ctx, func() error { return a.night.carryOut(a, do) })
}

// Close implements lobby.Evening.
func (a *attendance) Close() {
	a.end(nil)
	a.night.tell(func() { a.night.hangUp(a) })
}

// openEvening does lobby.OpenGameNight.
func (v *visit) openEvening(ctx context.Context, plan lobby.EveningPlan) (lobby.Evening, error) {
	l, name := v.lobby, v.Name()
	plan, err := lobby.CompleteEvening(l.games, plan, name, l.limits.TitleCells)
	if err != nil {
		return nil, err
	}
	n, err := l.openNight(v, plan)
	if err != nil {
		return nil, err
	}
	return v.hold(ctx, n, false)
}

// openNight makes an evening.
func (l *Lobby) openNight(v *visit, plan lobby.EveningPlan) (*night, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	open, hosts := 0, false
	for _, n := range l.nights {
		if n.host != "" {
			open++
		}
		hosts = hosts || n.host == v.id
	}
	switch {
	case l.stopped, !l.ends.IsZero():
		return nil, lobby.ErrStopping
	case hosts:
		return nil, prose.Refuse("You are the host of a game night already. End it first.")
	case l.attends[v.id] != "":
		return nil, lobby.ErrOtherEvening
	case open >= l.limits.Evenings, len(l.nights) >= nightsKept*l.limits.Evenings:
		return nil, prose.Refuse("This server cannot hold any more game nights. Try again later.")
	}
	code, err := l.freeCode()
	if err != nil {
		return nil, err
	}
	if err := l.budget.Spend(budget.Rooms, v.who()); err != nil {
		return nil, err
	}
	n := l.newNight(gamenight.New(code, plan, l.games, l.bounds(), time.Now()))
	if n.host = v.id; plan.Title == lobby.DefaultEvening(v.name).String() {
		n.state.Titled = v.id
	}
	l.nights[code] = n
	return n, nil
}

// nightsKept is how many evenings there can be, those that are over included, for
// each that is not.
const nightsKept = 4

// attending is the code of the game night that the visitor takes part in; empty for none.
func (v *visit) attending() string {
	v.lobby.mu.Lock()
	defer v.lobby.mu.Unlock()
	return v.lobby.attends[v.id]
}

// comeTo does lobby.JoinGameNight, or lobby.WatchGameNight for a board.
func (v *visit) comeTo(ctx context.Context, code string, board bool) (lobby.Evening, error) {
	n, err := v.findNight(code)
	if err != nil {
		return nil, err
	}
	return v.hold(ctx, n, board)
}

// findNight is the evening of a code. Wrong codes are slowed down as those of rooms
// are.
func (v *visit) findNight(code string) (*night, error) {
	if err := v.spend(budget.Orders); err != nil {
		return nil, err
	}
	read := lobby.ReadCode(code)
	l := v.lobby
	l.mu.Lock()
	defer l.mu.Unlock()
	n := l.nights[read]
	if n != nil && l.attends[v.id] == read {
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

// hold asks an evening for a place, and waits for the answer. The visit knows the
// hold before the evening does, so that its end misses none.
func (v *visit) hold(ctx context.Context, n *night, board bool) (lobby.Evening, error) {
	a := &attendance{night: n, visit: v, id: v.id, board: board, updates: make(chan lobby.EveningUpdate, 1)}
	v.mu.Lock()
	closed := v.closed
	if !closed {
		v.evenings = append(v.evenings, a)
	}
	v.mu.Unlock()
	if closed {
		return nil, prose.Refuse("This session has ended.")
	}
	name, guest := v.Name(), v.guest
	if err := n.ask(ctx, func() error { return n.admit(a, name, guest) }); err != nil {
		a.Close() // it may still come in
		return nil, err
	}
	return a, nil
}

// dropEvening forgets a hold that has ended.
func (v *visit) dropEvening(a *attendance) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for i, other := range v.evenings {
		if other == a {
			v.evenings = append(v.evenings[:i:i], v.evenings[i+1:]...)
			return
		}
	}
}

// mostLevel is the strongest level of bots, of so many.
func mostLevel(n int) engine.Level { return engine.Level(n) }
