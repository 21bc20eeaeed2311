package evening

import (
	"fmt"
	"time"

	"parlor/lobby"
	"parlor/prose"
)

// Do carries an order of somebody out, and returns the tables whose rooms are to be
// closed for it.
func (e *Evening) Do(id string, do lobby.EveningDo, now time.Time) (off []*Table, err error) {
	e.settle(now)
	switch do.(type) {
	case lobby.SitOut, lobby.LeaveEvening:
	default:
		if err := e.mayHost(id); err != nil {
			return nil, err
		}
		if _, ends := do.(lobby.EndEvening); e.Stage == lobby.EveningOver && !ends {
			return nil, prose.Refuse("This game night is over.")
		}
	}
	switch do := do.(type) {
	case lobby.BeginEvening:
		e.Stage = lobby.EveningPlaying
	case lobby.PauseEvening:
		if e.Stage == lobby.EveningGathering {
			return nil, prose.Refuse("The game night has not begun yet.")
		}
		e.Stage = lobby.EveningPaused
	case lobby.EndEvening:
		off = e.end(now)
	case lobby.ChangeEvening:
		if e.Titled = ""; do.Plan.Title == lobby.DefaultEvening(e.Person(id).Name).String() {
			e.Titled = id
		}
		e.Plan = do.Plan
	case lobby.HandOverEvening:
		err = e.handOver(do.To)
	case lobby.SendFromEvening:
		off, err = e.sendAway(do.Name, now)
	case lobby.EndTable:
		off, err = e.endTable(do.Number, now)
	case lobby.SitOut:
		off, err = e.sitOut(id, do.Out, now)
	case lobby.LeaveEvening:
		if t := e.Leave(id, now); t != nil {
			off = append(off, t)
		}
	default:
		err = fmt.Errorf("a game night does not know the order %T", do)
	}
	e.dirty = e.dirty || err == nil
	e.settle(now)
	return off, err
}

// end ends the evening. Nobody has to come to a table any more.
func (e *Evening) end(now time.Time) (off []*Table) {
	e.Stage = lobby.EveningOver
	for _, t := range append([]*Table(nil), e.Tables...) {
		if t.Seen.Stage == lobby.Gathering {
			e.callOff(t, now, false)
			off = append(off, t)
		}
	}
	return off
}

func (e *Evening) handOver(name string) error {
	to := e.named(name)
	switch {
	case to == nil:
		return e.nobody(name)
	case !to.Here:
		return prose.Refuse("{name} is away and cannot be the host now.", prose.Name(to.Name))
	}
	e.hand(to)
	return nil
}

func (e *Evening) sendAway(name string, now time.Time) (off []*Table, err error) {
	p := e.named(name)
	switch {
	case p == nil:
		return nil, e.nobody(name)
	case p.ID == e.Host:
		return nil, prose.Refuse("That is you. To go, leave the game night.")
	}
	if t := e.Leave(p.ID, now); t != nil {
		off = append(off, t)
	}
	p.Banned = true
	return off, nil
}

func (e *Evening) nobody(name string) error {
	return prose.Refuse("Nobody at this game night is called {name}.", prose.Name(lobby.CleanText(name, 20)))
}

func (e *Evening) endTable(number int, now time.Time) (off []*Table, err error) {
	t := e.Open(number)
	if t == nil {
		return nil, prose.Refuse("There is no table {n} with a match under way.", prose.N(number))
	}
	e.callOff(t, now, false)
	for _, seat := range t.Seats {
		if p := e.person(seat.Person); p != nil && p.Table == 0 {
			p.Since = now
		}
	}
	return []*Table{t}, nil
}

// sitOut lets somebody sit out, or wait again. A table that waits for them is
// called off.
func (e *Evening) sitOut(id string, out bool, now time.Time) (off []*Table, err error) {
	p := e.Person(id)
	if p == nil || p.Gone {
		return nil, prose.Refuse("You take no part in this game night.")
	}
	if p.Out == out {
		return nil, nil
	}
	p.Out = out
	if !out {
		e.enter(p, now)
		return nil, nil
	}
	if t := e.table(p.Table); t != nil && t.Seen.Stage == lobby.Gathering {
		e.callOff(t, now, false)
		off = append(off, t)
	}
	return off, nil
}
