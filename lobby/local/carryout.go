package local

import (
	"fmt"
	"slices"

	"parlor/lobby"
)

// maxDone is how many orders a room knows again. Whoever repeats one does so
// while a connection is made anew, and nobody gives so many in that time.
const maxDone = 256

// doneOrder is an order that was done, and who gave it.
type doneOrder struct {
	by string // Identity.ID
	id lobby.OrderID
}

// carryOut does an order, unless it was done already.
func (r *room) carryOut(c *handle, order lobby.Order) error {
	this := doneOrder{c.visit.id, order.ID}
	if order.ID != "" && slices.Contains(r.given, this) {
		return nil
	}
	if err := r.obey(c, order.Do); err != nil {
		return err
	}
	if order.ID != "" {
		r.given = append(slices.Clip(r.given), this)
		r.given = r.given[max(0, len(r.given)-maxDone):]
	}
	return nil
}

// obey does what an order asks for.
func (r *room) obey(c *handle, do lobby.Do) error {
	switch do := do.(type) {
	case lobby.Play:
		return r.act(c, do.Action)
	case lobby.Start:
		return r.start(c)
	case lobby.Ready:
		return r.ready(c, do.Ready)
	case lobby.Say:
		return r.say(c, do.Text)
	case lobby.Pause:
		return r.pause(c, do.Pause)
	case lobby.Kick:
		return r.kick(c, do.Name, do.KeepOut)
	case lobby.HandOver:
		return r.handOver(c, do.To)
	case lobby.Swap:
		return r.swap(c, do.One, do.Other)
	case lobby.ShowEyes:
		return r.showEyes(c, do.Show)
	case lobby.Follow:
		return r.follow(c, do.Seat)
	case lobby.ListLegal:
		c.lists = true
		return nil
	case lobby.AddBot:
		return r.addBot(c, do.Level)
	case lobby.RemoveBot:
		return r.removeBot(c, do.Seat)
	case lobby.Change:
		return r.change(c, do.Plan)
	case lobby.Leave:
		r.leave(c)
		return nil
	}
	return fmt.Errorf("a room does not know the order %T", do)
}
