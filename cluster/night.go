package cluster

import (
	"context"
	"errors"

	"parlor/lobby"
)

// A game night is at the node that has the shard of its code, and so are the rooms of
// its tables, which have codes of the same shard: they go together wherever that goes. It
// is kept where rooms are, by the shard's owner alone, and whoever has the shard next goes
// on with it. Its people hold on to it from their own nodes, as they do to rooms.

// DrawBeside draws the code of a room that is always at the same node as what has a code.
func DrawBeside(code string) string {
	const most = 16 * Shards // draws, of which one in as many as there are shards is right
	for range most {
		if drawn := lobby.DrawCode(); ShardOf(drawn) == ShardOf(code) {
			return drawn
		}
	}
	return ""
}

// nightHold is a hold on a game night at one node.
type nightHold struct {
	lobby.Evening
	node  string
	leave func() // once it has ended
}

// night is one session's hold on a game night, wherever that is: while it moves there is
// no hold, and the reader goes on with what they were shown last.
type night struct {
	grip[*nightHold]

	visit   *visit
	board   bool
	updates chan lobby.EveningUpdate // one slot
	over    context.Context          //nolint:containedctx // of the hold: until Close, or its visit's
	stop    context.CancelFunc

	// Only the goroutine that carries updates over uses what follows.
	last  lobby.EveningUpdate // the newest that was shown
	shown *nightHold          // which has shown it
	said  numbering[lobby.Line]
}

var _ lobby.Evening = (*night)(nil)

// openNight does lobby.OpenGameNight, at this node, or where this one is to have none
// at another one.
func (v *visit) openNight(ctx context.Context, op lobby.OpenGameNight) (lobby.Evening, error) {
	ctx, cancel := v.within(ctx)
	defer cancel()
	if err := v.atNoOther(ctx, ""); err != nil {
		return nil, err
	}
	return v.hold(v.nightAt(ctx, v.node.maker(), op))(false)
}

// joinNight does lobby.JoinGameNight.
func (v *visit) joinNight(ctx context.Context, op lobby.JoinGameNight) (lobby.Evening, error) {
	ctx, cancel := v.within(ctx)
	defer cancel()
	if err := v.atNoOther(ctx, lobby.ReadCode(op.Code)); err != nil {
		return nil, err
	}
	return v.hold(v.toNight(ctx, op))(false)
}

// watchNight does lobby.WatchGameNight.
func (v *visit) watchNight(ctx context.Context, op lobby.WatchGameNight) (lobby.Evening, error) {
	ctx, cancel := v.within(ctx)
	defer cancel()
	return v.hold(v.toNight(ctx, op))(true)
}

// currentNight does lobby.CurrentGameNight, at one node after the other, this one first.
func (v *visit) currentNight(ctx context.Context) (code string, err error) {
	ctx, cancel := v.within(ctx)
	defer cancel()
	v.seek(ctx, func() (found, all bool) {
		if code, err = lobby.Ask(ctx, v.Visit, lobby.CurrentGameNight{}); err != nil || code != "" {
			return true, true
		}
		code, all = v.attendingAway(ctx)
		return code != "", all
	})
	return code, err
}

// attendingAway is the night at another node in which the visitor takes part, and
// whether all of these have answered.
func (v *visit) attendingAway(ctx context.Context) (code string, all bool) {
	all = v.node.isSettled()
	for _, node := range v.others() {
		there, err := v.attendingAt(ctx, node)
		if there != "" {
			return there, true
		}
		all = all && err == nil
	}
	return "", all
}

func (v *visit) attendingAt(ctx context.Context, node string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	stay, leave, err := v.stay(ctx, node)
	if err != nil {
		return "", err
	}
	defer leave()
	return lobby.Ask(ctx, stay, lobby.CurrentGameNight{})
}

// atNoOther refuses who takes part in another night at another node; this one, and the
// one that has the night, see to the rest.
func (v *visit) atNoOther(ctx context.Context, code string) error {
	if other, _ := v.attendingAway(ctx); other != "" && other != code {
		return lobby.ErrOtherEvening
	}
	return nil
}

// toNight comes to the night that an operation is about, wherever it is.
func (v *visit) toNight(ctx context.Context, op lobby.Returns[lobby.Evening]) (got *nightHold, err error) {
	err = v.node.at(ctx, codeOf(op), func(node string) (err error) {
		got, err = v.nightAt(ctx, node, op)
		return err
	})
	return got, err
}

// nightAt comes to a night at one node.
func (v *visit) nightAt(ctx context.Context, node string, op lobby.Returns[lobby.Evening]) (*nightHold, error) {
	stay, leave, err := v.stay(ctx, node)
	if err != nil {
		return nil, err
	}
	inner, err := lobby.Ask(ctx, stay, op)
	if err != nil {
		leave()
		return nil, err
	}
	return &nightHold{inner, node, leave}, nil
}

// hold makes a hold for the reader of the first one at a node.
func (v *visit) hold(first *nightHold, err error) func(board bool) (lobby.Evening, error) {
	return func(board bool) (lobby.Evening, error) {
		if err != nil {
			return nil, err
		}
		n := &night{grip: newGrip(first), visit: v, board: board, updates: make(chan lobby.EveningUpdate, 1), said: ofLines()}
		n.over, n.stop = context.WithCancel(v.over)
		// What is there already can be taken at once, as in one process.
		select {
		case update, open := <-first.Updates():
			if open {
				n.pass(first, update)
			}
		default:
		}
		v.node.work.Go(n.carry)
		return n, nil
	}
}

// carry carries updates over, from one hold after the other.
func (n *night) carry() {
	defer n.stop()
	defer close(n.updates)
	for {
		one := n.current()
		for update := range one.Updates() {
			n.pass(one, update)
		}
		why := one.Ended()
		one.leave()
		if n.over.Err() != nil {
			why = nil
		}
		if !n.visit.node.elsewhere(one.node, why) || n.last.Code == "" {
			n.end(why)
			return
		}
		n.set(nil)
		n.tellMoving()
		next, err := n.again()
		if err != nil {
			if n.over.Err() != nil {
				err = nil // it was closed meanwhile
			}
			n.end(err)
			return
		}
		n.set(next)
		if n.over.Err() != nil {
			next.Close()
		}
	}
}

// pass shows the reader an update of a hold. Where the night has moved, what is said begins
// anew, and is numbered on.
func (n *night) pass(one *nightHold, update lobby.EveningUpdate) {
	if n.shown != nil && n.shown != one && !n.said.goesOn(n.last.Chat, update.Chat) {
		n.said.after(0)
	}
	n.shown = one
	update.Chat = n.said.tell(update.Chat)
	n.put(update)
}

func (n *night) put(update lobby.EveningUpdate) {
	n.last = update
	select {
	case <-n.updates:
	default:
	}
	n.updates <- update
}

// tellMoving says that the night moves, until the hold after shows it again.
func (n *night) tellMoving() {
	moving := n.last
	moving.Moving = true
	n.put(moving)
}

// again finds the night that has moved. One that is not found for long is given up.
func (n *night) again() (*nightHold, error) {
	ctx, cancel := context.WithTimeout(n.over, moveTime)
	defer cancel()
	var op lobby.Returns[lobby.Evening] = lobby.JoinGameNight{Code: n.last.Code}
	if n.board {
		op = lobby.WatchGameNight{Code: n.last.Code}
	}
	got, err := n.visit.toNight(ctx, op)
	if err != nil && ctx.Err() != nil {
		return nil, errAway
	}
	return got, err
}

// Updates implements lobby.Evening.
func (n *night) Updates() <-chan lobby.EveningUpdate { return n.updates }

// Do implements lobby.Evening. While the night moves the order waits; where nobody knows
// whether it was done it is given again, but for what is said, which would be heard twice.
func (n *night) Do(ctx context.Context, do lobby.EveningDo) error {
	_, says := do.(lobby.SayAtEvening)
	unknown := false // whether it was done, while it is tried again
	for {
		one, err := n.held(ctx)
		if err != nil && unknown {
			err = lobby.NoAnswer(err)
		}
		if err != nil {
			return err
		}
		err = one.Do(ctx, do)
		if !n.visit.node.elsewhere(one.node, err) || ctx.Err() != nil {
			return err
		}
		unknown = unknown || errors.Is(err, lobby.ErrNoAnswer)
		if says && unknown || !n.moved(ctx, one) {
			return err
		}
	}
}

// Close implements lobby.Evening.
func (n *night) Close() {
	n.stop()
	if one := n.current(); one != nil {
		one.Close()
	}
}
