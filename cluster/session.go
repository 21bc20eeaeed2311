package cluster

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"parlor/lobby"
	"parlor/lobby/remote"
	"parlor/prose"
)

var (
	errGone = prose.Refuse("You are not at this table any more.")
	errOver = prose.Refuse("This session has ended.")
)

// resident is a session in the lobby in this process, as a node needs it.
type resident interface {
	lobby.Session
	// InviteTo is Invite to a room of another node, as the visitor is shown it there.
	InviteTo(ctx context.Context, name string, shown lobby.Update) error
	// Answer takes an invitation off the visitor's pages and says what it was.
	Answer(call uint64) (invites lobby.Call, waited bool)
	// Declines is Decline, and says what is to be told at which other node; none where
	// its name is empty.
	Declines(call uint64) (answer lobby.Declined, node string, err error)
	// SeatsAt are the other nodes in whose rooms the visitor has a seat, and SeatsMoved
	// delivers, through one slot, that these may have changed.
	SeatsAt() []string
	SeatsMoved() <-chan struct{}
	// HearYours has the visitor's own rooms at another node on the visitor's pages, until
	// it is told of others.
	HearYours(node string, rows []lobby.RoomRow)
}

// session implements lobby.Session: all but the rooms is as in the lobby of this process.
type session struct {
	lobby.Session // in the lobby of this process
	node          *router
	who           lobby.Identity
	over          context.Context //nolint:containedctx // of the visit: until Close
	stop          context.CancelFunc

	mu     sync.Mutex         // guards what follows
	away   map[string]*away   // sessions at other nodes, by node
	unlook context.CancelFunc // ends looking for the visitor's own rooms there; nil while nobody does
	looked chan struct{}      // closed once that has ended which was begun last
	closed bool
}

// away is the visitor's stay at another node, for as long as anything there is theirs.
type away struct {
	lobby.Session
	at   *remote.Lobby
	uses int
}

func newSession(node *router, home lobby.Session, who lobby.Identity) *session {
	over, stop := context.WithCancel(node.running)
	return &session{Session: home, node: node, who: who, over: over, stop: stop, away: map[string]*away{}}
}

// stay is the visitor's session at a node. Whoever has it calls leave when they need it no
// more, and what is theirs there has ended.
func (v *session) stay(ctx context.Context, node string) (stay lobby.Session, leave func(), err error) {
	if node == v.node.config.Self.Name {
		return v.Session, func() {}, nil
	}
	l, err := v.node.lobbyAt(ctx, node)
	if err != nil {
		return nil, nil, err
	}
	if one := v.use(node, l); one != nil {
		return one, func() { v.unuse(node, one) }, nil
	}
	who := v.who
	who.Name, who.Passing = v.Name(), true
	entered, err := l.Enter(ctx, who)
	if err != nil {
		return nil, nil, err
	}
	one, err := v.settle(node, &away{Session: entered, at: l, uses: 1})
	if err != nil {
		return nil, nil, err
	}
	return one, func() { v.unuse(node, one) }, nil
}

// use is a session at a node that the visitor has already; nil where there is none.
func (v *session) use(node string, at *remote.Lobby) *away {
	v.mu.Lock()
	defer v.mu.Unlock()
	one := v.away[node]
	if one == nil || one.at != at {
		return nil
	}
	one.uses++
	return one
}

// settle keeps a new session at a node, unless there is another one by now, or this one is
// over.
func (v *session) settle(node string, entered *away) (*away, error) {
	v.mu.Lock()
	other, over := v.away[node], v.closed
	switch {
	case over:
	case other != nil && other.at == entered.at:
		other.uses++
	default:
		v.away[node] = entered
		other = entered
	}
	v.mu.Unlock()
	if over || other != entered {
		entered.Close()
	}
	if over {
		return nil, errOver
	}
	return other, nil
}

// unuse ends a session at a node where nobody needs it any more.
func (v *session) unuse(node string, one *away) {
	v.mu.Lock()
	one.uses--
	last := one.uses == 0
	if last && v.away[node] == one {
		delete(v.away, node)
	}
	v.mu.Unlock()
	if last {
		one.Close()
	}
}

// Close implements lobby.Session.
func (v *session) Close() {
	v.mu.Lock()
	v.closed = true
	all := v.away
	v.away = map[string]*away{}
	v.mu.Unlock()
	v.stop()
	for _, one := range all {
		one.Close()
	}
	v.Session.Close()
}

// within is ctx for a session that may end before.
func (v *session) within(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(ctx, findTime)
	stop := context.AfterFunc(v.over, cancel)
	return ctx, func() {
		stop()
		cancel()
	}
}

// holdHere is a hold in the lobby of this process.
func (v *session) holdHere(inner lobby.Handle) *roomHold {
	return &roomHold{Place: inner, node: v.node.config.Self.Name, leave: func() {}}
}

// here makes a handle of one in the lobby of this process.
func (v *session) here(inner lobby.Handle, err error) (lobby.Handle, error) {
	if err != nil {
		return nil, err
	}
	return v.keep(v.holdHere(inner)), nil
}

// open makes a room at this node, or, where this one is to have none, at another one.
func (v *session) open(ctx context.Context, op lobby.Returns[lobby.Handle]) (lobby.Handle, error) {
	node := v.node.maker()
	if node == v.node.config.Self.Name {
		return v.here(lobby.Ask(ctx, v.Session, op))
	}
	ctx, cancel := v.within(ctx)
	defer cancel()
	first, err := enter[lobby.Update](ctx, v, node, op)
	if err != nil {
		return nil, err
	}
	return v.keep(first), nil
}

// comeTo is come within the time that a visitor waits.
func (v *session) comeTo(ctx context.Context, op lobby.Returns[lobby.Handle]) (lobby.Handle, error) {
	ctx, cancel := v.within(ctx)
	defer cancel()
	got, err := come[lobby.Update](ctx, v, op)
	if err != nil {
		return nil, err
	}
	return v.keep(got), nil
}

// look does lobby.Look.
func (v *session) look(ctx context.Context, op lobby.Look) (seen lobby.Update, err error) {
	ctx, cancel := v.within(ctx)
	defer cancel()
	err = v.node.at(ctx, op.Code, func(node string) error {
		stay, leave, err := v.stay(ctx, node)
		if err != nil {
			return err
		}
		defer leave()
		seen, err = lobby.Ask(ctx, stay, op)
		return err
	})
	return seen, err
}

// quickTries is how many rooms quick play tries at most before it makes one.
const quickTries = 8

// quick does lobby.Quick, among the rooms of all nodes. A room that has filled up
// meanwhile, or whose node does not answer, is passed over.
func (v *session) quick(ctx context.Context, op lobby.Quick) (lobby.Handle, error) {
	open := v.node.rooms.Open(v.who.ID, op.Plan)
	for _, code := range open[:min(quickTries, len(open))] {
		if handle, err := v.tryJoin(ctx, code); err == nil {
			return handle, nil
		}
	}
	return v.open(ctx, op)
}

// tryJoin does lobby.Join, if the room answers at once.
func (v *session) tryJoin(ctx context.Context, code string) (lobby.Handle, error) {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	return v.comeTo(ctx, lobby.Join{Code: code})
}

const (
	// returnPace is how often somebody is looked for again while a node does not answer,
	// and returnTries how often more once all do: the next one that has the room may not
	// have it yet.
	returnPace  = 200 * time.Millisecond
	returnTries = 8
)

// goBack does lobby.Return, at one node after the other, this one first.
func (v *session) goBack(ctx context.Context) (handle lobby.Handle, err error) {
	ctx, cancel := v.within(ctx)
	defer cancel()
	if !v.seek(ctx, func() (found, all bool) {
		handle, all = v.returnNow(ctx)
		return handle != nil, all
	}) {
		return nil, lobby.ErrNoMatch
	}
	return handle, nil
}

// seek looks for something of the visitor's at all nodes, and reports whether it was
// found. Where one does not answer, whose rooms others will have in a moment, it waits for
// that.
func (v *session) seek(ctx context.Context, look func() (found, all bool)) bool {
	for tries := 0; ; {
		found, all := look()
		switch {
		case found:
			return true
		case !all:
			tries = returnTries
		case tries == 0:
			return false
		default:
			tries--
		}
		if !pause(ctx, returnPace) {
			return false
		}
	}
}

// returnNow asks every node once, and reports whether all of them have answered; the
// handle is nil where none has anything for the visitor.
func (v *session) returnNow(ctx context.Context) (handle lobby.Handle, all bool) {
	if inner, err := lobby.Ask(ctx, v.Session, lobby.Return{}); err == nil {
		handle, _ := v.here(inner, nil) // which fails only where there is none
		return handle, true
	}
	all = v.node.isSettled()
	for _, node := range v.node.Members() {
		if node == v.node.config.Self.Name {
			continue
		}
		if v.node.isAbsent(node) { // its rooms are others', or will be in a moment
			all = false
			continue
		}
		handle, err := v.returnTo(ctx, node)
		if handle != nil {
			return handle, true
		}
		all = all && err == nil
	}
	return nil, all
}

// returnTo does lobby.Return at another node; nil where that has nothing for the visitor, and
// an error where it does not answer.
func (v *session) returnTo(ctx context.Context, node string) (lobby.Handle, error) {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	stay, leave, err := v.stay(ctx, node)
	if err != nil {
		return nil, err
	}
	inner, err := lobby.Ask(ctx, stay, lobby.Return{})
	if err != nil {
		leave()
		return nil, ctx.Err()
	}
	return v.keep(&roomHold{Place: inner, node: node, leave: leave}), nil
}

// report does lobby.SendReport: who is at a table of another node is known there, and
// its operator is told.
func (v *session) report(ctx context.Context, op lobby.SendReport) error {
	v.mu.Lock()
	tables := slices.Collect(maps.Values(v.away))
	v.mu.Unlock()
	for _, one := range tables {
		if err := lobby.Perform(ctx, one, op); err == nil || errors.Is(err, lobby.ErrNoAnswer) {
			return err
		}
	}
	return lobby.Perform(ctx, v.Session, op)
}

// mute does lobby.Mute: nodes where the visitor is at a table show it there, and know
// who spoke there.
func (v *session) mute(ctx context.Context, op lobby.Mute) error {
	err := lobby.Perform(ctx, v.Session, op)
	v.mu.Lock()
	tables := slices.Collect(maps.Values(v.away))
	v.mu.Unlock()
	for _, one := range tables {
		if there := lobby.Perform(ctx, one, op); err != nil && there == nil {
			err = nil
		}
	}
	return err
}

// export does lobby.ExportData: its first part says too what the rooms and game nights of
// other nodes have of the visitor.
func (v *session) export(ctx context.Context, op lobby.ExportData) (lobby.Export, error) {
	export, err := lobby.Ask(ctx, v.Session, op)
	if err != nil || op.Before != "" {
		return export, err
	}
	err = v.exportAway(ctx, &export)
	slices.Sort(export.Rooms)
	slices.SortFunc(export.GameNights, func(a, b lobby.Attendance) int {
		return cmp.Or(a.Made.Compare(b.Made), cmp.Compare(a.GameNight, b.GameNight))
	})
	return export, err
}

// exportAway adds what the rooms and game nights of other nodes have of the visitor.
func (v *session) exportAway(ctx context.Context, export *lobby.Export) error {
	for _, node := range v.others() {
		if err := v.asAt(ctx, node, v.who.ID, func(there lobby.Session) error {
			more, err := lobby.Ask(ctx, there, lobby.ExportData{})
			export.Rooms, export.GameNights = append(export.Rooms, more.Rooms...), append(export.GameNights, more.GameNights...)
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}

// others are the names of the other nodes that live.
func (v *session) others() []string {
	return slices.DeleteFunc(v.node.Members(), func(node string) bool { return node == v.node.config.Self.Name })
}

// deleteAccount does lobby.DeleteAccount, at all nodes that live: they take the visitor out of their
// rooms. Nothing is deleted while they have a seat anywhere. First comes what other keys of
// theirs have left, as these lead to nobody once the account is gone; and this node comes
// last, so that what is left can be tried again where another one does not answer.
func (v *session) deleteAccount(ctx context.Context) error {
	known, err := lobby.Ask(ctx, v.Session, lobby.ExportData{})
	if err != nil && !errors.Is(err, lobby.ErrUnknown) {
		return err
	}
	own, others := v.node.config.Self.Name, v.others()
	if err := v.exportAway(ctx, &known); err != nil {
		return err
	}
	if len(known.Rooms) > 0 {
		return lobby.LeaveFirst(known.Rooms)
	}
	forget := func(there lobby.Session) error { return lobby.Perform(ctx, there, lobby.DeleteAccount{}) }
	for _, id := range known.IDs {
		if id == v.who.ID {
			continue
		}
		for _, node := range append(others, own) {
			if err := v.asAt(ctx, node, id, forget); err != nil {
				return err
			}
		}
	}
	for _, node := range others {
		if err := v.asAt(ctx, node, v.who.ID, forget); err != nil {
			return err
		}
	}
	return lobby.Perform(ctx, v.Session, lobby.DeleteAccount{})
}

// asAt does something that belongs to a deletion as one of the visitor's identities at a
// node, and says what is left where that does not answer.
func (v *session) asAt(ctx context.Context, node, id string, do func(lobby.Session) error) error {
	err := v.enterAt(ctx, node, id, do)
	if v.node.elsewhere(node, err) || errors.Is(err, lobby.ErrNoAnswer) {
		return prose.Because(err, "Another machine of this server still keeps something about you. Try again in a moment.")
	}
	return err
}

func (v *session) enterAt(ctx context.Context, node, id string, do func(lobby.Session) error) error {
	var at lobby.Lobby = v.node.rooms
	if node != v.node.config.Self.Name {
		l, err := v.node.lobbyAt(ctx, node)
		if err != nil {
			return err
		}
		at = l
	}
	who := v.who
	who.ID, who.Name, who.Passing = id, v.Name(), true
	stay, err := at.Enter(ctx, who)
	if err != nil {
		return err
	}
	defer stay.Close()
	return do(stay)
}
