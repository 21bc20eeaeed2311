package evening

import (
	"slices"
	"time"

	"parlor/lobby"
	"parlor/prose"
)

// Person is who has an identity, nil for nobody.
func (e *Evening) Person(id string) *Person {
	if id == "" {
		return nil
	}
	at := slices.IndexFunc(e.People, func(p *Person) bool { return p.ID == id })
	if at < 0 {
		return nil
	}
	return e.People[at]
}

// person is who has a number, nil for a bot.
func (e *Evening) person(number int) *Person {
	at := slices.IndexFunc(e.People, func(p *Person) bool { return p.Number == number })
	if at < 0 {
		return nil
	}
	return e.People[at]
}

// Attend lets somebody take part, or come back. The first one is the host.
func (e *Evening) Attend(id, name string, guest bool, now time.Time) error {
	e.settle(now)
	p := e.Person(id)
	switch {
	case p != nil && p.Banned:
		return prose.Refuse("The host of that game night has sent you away.")
	case p == nil && e.Stage == lobby.EveningOver:
		return prose.Refuse("That game night is over. Its standings can still be seen.")
	case p == nil && len(e.People) >= e.most && !e.makeRoom():
		return prose.Refuse("{n} people take part in that game night. There can be no more.", prose.N(e.most))
	case p == nil:
		p = &Person{Number: e.nextNumber(), ID: id}
		e.People = append(e.People, p)
	}
	back := !p.Here
	p.Name, p.Guest, p.Here, p.Gone = name, guest, true, false
	if back {
		e.free(p)
		e.enter(p, now)
	}
	if e.Host == "" {
		e.Host = id
	}
	if e.Host == id {
		e.Absent = time.Time{}
	}
	e.dirty = true
	e.settle(now)
	return nil
}

// nextNumber is one that nobody has had.
func (e *Evening) nextNumber() int {
	if len(e.People) == 0 {
		return 1
	}
	return e.People[len(e.People)-1].Number + 1
}

// makeRoom forgets somebody who has left and has played nothing, and reports
// whether there was anybody.
func (e *Evening) makeRoom() bool {
	at := slices.IndexFunc(e.People[:max(0, len(e.People)-1)], func(p *Person) bool { return p.Gone && !p.Banned && p.Played == 0 && p.Table == 0 })
	if at < 0 {
		return false
	}
	e.People = slices.Delete(e.People, at, at+1)
	return true
}

// enter lets somebody wait from now on. Nobody has to catch up on turns that they
// were not there for.
func (e *Evening) enter(p *Person, now time.Time) {
	p.Since = now
	p.Turns = max(p.Turns, e.Floor)
}

// free takes somebody from a table where the match is over.
func (e *Evening) free(p *Person) {
	if t := e.table(p.Table); t != nil && t.over() {
		t.leave(p.Number)
		p.Table = 0
		e.clear(t)
	}
}

// GoAway is the hang-up of somebody.
func (e *Evening) GoAway(id string, now time.Time) {
	p := e.Person(id)
	if p == nil || !p.Here {
		return
	}
	p.Here, e.dirty = false, true
	if e.Host == id {
		e.Absent = now
	}
	e.settle(now)
}

// Leave is the end of somebody's evening. It returns the table that is not to be
// played now, nil for none.
func (e *Evening) Leave(id string, now time.Time) (off *Table) {
	p := e.Person(id)
	if p == nil {
		return nil
	}
	p.Here, p.Gone, e.dirty = false, true, true
	if t := e.table(p.Table); t != nil && t.Seen.Stage == lobby.Gathering {
		e.callOff(t, now, false)
		off = t
	}
	e.free(p)
	if e.Host == id {
		e.Host, e.Absent = "", time.Time{}
		if heir := e.heir(); heir != nil {
			e.hand(heir)
		}
	}
	e.settle(now)
	return off
}

// Disown takes somebody out of what is kept of the evening, under any of their
// identities.
func (e *Evening) Disown(ids []string, now time.Time) (off []*Table) {
	for _, id := range ids {
		if e.Titled != "" && e.Titled == id {
			e.Plan.Title, e.Titled, e.dirty = lobby.DefaultEvening(lobby.Forgotten).String(), "", true
		}
		p := e.Person(id)
		if p == nil {
			continue
		}
		if t := e.Leave(id, now); t != nil {
			off = append(off, t)
		}
		p.ID, p.Name, p.Banned = "", lobby.Forgotten, false
		for _, t := range e.Tables {
			for i := range t.Seats {
				if t.Seats[i].Person == p.Number {
					t.Seats[i].Name = lobby.Forgotten
				}
			}
			for i := range t.Seen.Seats {
				if t.Seen.Seats[i].ID == id {
					t.Seen.Seats[i].ID, t.Seen.Seats[i].Name = "", lobby.Forgotten
				}
			}
		}
		for _, result := range e.Recent {
			for i := range result.Seats {
				if result.Seats[i].Person == p.Number {
					result.Seats[i].Name = lobby.Forgotten
				}
			}
		}
	}
	return off
}

// heir is who becomes the host next, nil for nobody: who came first of those who
// are here.
func (e *Evening) heir() *Person {
	at := slices.IndexFunc(e.People, func(p *Person) bool { return p.Here && p.ID != e.Host })
	if at < 0 {
		return nil
	}
	return e.People[at]
}

// hand makes somebody who is here the host.
func (e *Evening) hand(to *Person) {
	e.Host, e.Absent, e.dirty = to.ID, time.Time{}, true
}

// named is who is called so, nil for nobody.
func (e *Evening) named(name string) *Person {
	wanted := lobby.FoldName(name)
	at := slices.IndexFunc(e.People, func(p *Person) bool { return !p.Gone && p.ID != "" && lobby.FoldName(p.Name) == wanted })
	if at < 0 {
		return nil
	}
	return e.People[at]
}

// state is what somebody does.
func (e *Evening) state(p *Person) string {
	t := e.table(p.Table)
	switch {
	case p.Gone:
		return lobby.EveningGone
	case t != nil && t.playing():
		return lobby.EveningAtTable
	case t != nil && !t.over():
		return lobby.EveningCalled
	case !p.Here:
		return lobby.EveningAway
	case p.Out:
		return lobby.EveningOut
	case t != nil:
		return lobby.EveningResting
	}
	return lobby.EveningWaiting
}

// active reports whether the turns of somebody count now: they wait, are called or
// play, or have just played.
func (e *Evening) active(p *Person, now time.Time) bool {
	switch e.state(p) {
	case lobby.EveningWaiting, lobby.EveningCalled, lobby.EveningAtTable:
		return true
	case lobby.EveningResting:
		return now.Before(e.table(p.Table).Ended.Add(RestTime))
	}
	return false
}

// spread is the least and the most turns of those who take part, and whether there
// are any.
func (e *Evening) spread(now time.Time) (least, most int, any bool) {
	for _, p := range e.People {
		if !e.active(p, now) {
			continue
		}
		if !any {
			least, most, any = p.Turns, p.Turns, true
		}
		least, most = min(least, p.Turns), max(most, p.Turns)
	}
	return least, most, any
}
