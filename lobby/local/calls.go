package local

import (
	"context"
	"slices"
	"time"

	"parlor/budget"
	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/room"
	"parlor/prose"
)

const (
	// callLasts is how long a call waits for its answer.
	callLasts = 5 * time.Minute
	// maxCalls is how many calls wait for one person at most.
	maxCalls = 8
)

// call is a call that waits for one person.
type call struct {
	lobby.Call
	from, to string // identities
	about    string // of whom a report is about; empty for other calls
	timer    *time.Timer
}

// calls are all that wait. They belong to the lobby's mu.
type calls struct {
	last uint64             // ID that was given
	of   map[string][]*call // by identity of those for whom they wait, oldest first
}

func newCalls() calls { return calls{of: map[string][]*call{}} }

// page is what waits for somebody, as their pages have it.
func (c *calls) page(id string) []lobby.Call {
	var all []lobby.Call
	for _, one := range c.of[id] {
		all = append(all, one.Call)
	}
	return all
}

// asked is how many calls wait for somebody, but for reports: who asks something of
// them learns nothing of these.
func (c *calls) asked(id string) (n int) {
	for _, one := range c.of[id] {
		if one.Kind != lobby.CallReports {
			n++
		}
	}
	return n
}

// find is a call that waits for somebody; nil where it does so no more.
func (c *calls) find(id string, number uint64) *call {
	at := slices.IndexFunc(c.of[id], func(one *call) bool { return one.ID == number })
	if at < 0 {
		return nil
	}
	return c.of[id][at]
}

// send has a call wait for somebody, in place of one of the same kind from the same
// person. The caller holds mu.
func (l *Lobby) send(one *call) {
	l.dropCalls(func(c *call) bool { return c.to == one.to && c.from == one.from && c.Kind == one.Kind })
	l.waiting.last++
	one.ID, one.Until = l.waiting.last, time.Now().Add(callLasts).UTC().Round(0)
	one.timer = time.AfterFunc(callLasts, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.dropCalls(func(c *call) bool { return c == one })
	})
	l.waiting.of[one.to] = append(l.waiting.of[one.to], one)
	l.tellCalls(one.to)
}

// dropCalls takes calls back. The caller holds mu.
func (l *Lobby) dropCalls(which func(*call) bool) {
	for id, all := range l.waiting.of {
		left := slices.DeleteFunc(slices.Clone(all), func(one *call) bool {
			gone := which(one)
			if gone {
				one.timer.Stop()
			}
			return gone
		})
		if len(left) == len(all) {
			continue
		}
		if l.waiting.of[id] = left; len(left) == 0 {
			delete(l.waiting.of, id)
		}
		l.tellCalls(id)
	}
}

// tellCalls shows somebody what waits for them now. The caller holds mu.
func (l *Lobby) tellCalls(id string) {
	for _, v := range l.index.visitsOf(id) {
		v.called(l.waiting.page(id), l.row(v))
	}
}

// reachable is who is here under a name and can be asked something by a visitor.
// The caller holds mu.
func (l *Lobby) reachable(v *visit, name string) (*listedPerson, error) {
	name = lobby.CleanText(name, l.limits.NameCells)
	listed := l.index.shown[l.index.callee(lobby.FoldName(name))]
	switch {
	case listed == nil:
		return nil, prose.Refuse("{name} is not here now.", prose.Name(name))
	case listed.id == v.id:
		return nil, prose.Refuse("That is your own name.")
	}
	return listed, nil
}

// InviteTo does lobby.Invite to a room of another process, as the visitor was shown it there.
func (v *visit) InviteTo(ctx context.Context, name string, shown lobby.Update) error {
	isIn := func(name string) (inside, here bool) {
		for i, seat := range shown.Seats {
			if own := engine.Seat(i) == shown.You && name == v.name; own || seat.Kind == lobby.Person && seat.Name == name {
				return true, seat.Away.IsZero()
			}
		}
		watches := slices.Contains(shown.Watchers, name)
		return watches, watches
	}
	return v.inviteByName(ctx, name, func(person *presentPerson) invitation {
		inside, _ := isIn(v.name)
		_, there := isIn(person.name)
		return invitation{shown.Code, shown.Plan.Game, inside, there}
	})
}

// invitation is a room to which somebody is invited: whether who invites is in it, and
// whether they are there already.
type invitation struct {
	room, game    string
	inside, there bool
}

// ownRoom is the invitation to a room of this lobby. What it returns is for who holds mu.
func (v *visit) ownRoom(code string) func(*presentPerson) invitation {
	return func(person *presentPerson) invitation {
		info := v.lobby.index.infos[code]
		if _, inside := info.People[v.id]; inside {
			return invitation{code, info.Line.Game, true, info.People[person.id].Here}
		}
		return invitation{}
	}
}

func (v *visit) inviteByName(ctx context.Context, name string, to func(*presentPerson) invitation) error {
	l := v.lobby
	l.mu.Lock()
	person, err := l.reachable(v, name)
	l.mu.Unlock()
	if err == nil {
		err = v.spend(budget.Invitations)
	}
	if err != nil {
		return err
	}
	return v.invite(ctx, person.id, to)
}

// invite asks somebody to come to a room. It takes as long, and answers the same,
// where they do not want to hear of the visitor.
func (v *visit) invite(ctx context.Context, id string, to func(*presentPerson) invitation) error {
	l := v.lobby
	muted, err := l.people.Mutes(ctx, id, v.id)
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	person := l.index.present[id]
	if person == nil {
		return prose.Refuse("They have just left.")
	}
	switch room := to(person); {
	case !room.inside:
		return prose.Refuse("You can invite people only to a room that you are in.")
	case room.there:
		return prose.Refuse("{name} is in that room already.", prose.Name(person.name))
	case l.waiting.asked(id) >= maxCalls:
		return prose.Refuse("Many people have invited {name}. Try again later.", prose.Name(person.name))
	case !muted:
		l.send(&call{Call: lobby.Call{Kind: lobby.CallInvites, Name: v.name, Game: room.game, Room: room.room}, from: v.id, to: id})
	}
	return nil
}

// NodeOf is the other process in whose hall somebody of a name is; empty where they are
// in this one, or in none.
func (l *Lobby) NodeOf(name string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	id := l.index.callee(lobby.FoldName(lobby.CleanText(name, l.limits.NameCells)))
	if _, here := l.index.ownRow(id); here {
		return ""
	}
	return l.index.away.people[id].node()
}

// Answer takes an invitation off the visitor's pages, and says what it was; they have
// answered it.
func (v *visit) Answer(number uint64) (invites lobby.Call, waited bool) {
	l := v.lobby
	l.mu.Lock()
	defer l.mu.Unlock()
	one := l.waiting.find(v.id, number)
	if one == nil || one.Kind != lobby.CallInvites {
		return lobby.Call{}, false
	}
	l.dropCalls(func(c *call) bool { return c == one })
	return one.Call, true
}

// challenge does lobby.Challenge.
func (v *visit) challenge(ctx context.Context, name string, plan lobby.Plan) (lobby.Handle, error) {
	l := v.lobby
	l.mu.Lock()
	person, err := l.reachable(v, name)
	l.mu.Unlock()
	if err == nil {
		err = v.spend(budget.Invitations)
	}
	if err != nil {
		return nil, err
	}
	r, err := l.open(v, plan)
	if err != nil {
		return nil, err
	}
	handle, err := r.Admit(ctx, v, room.AsPlayer)
	if err != nil {
		return nil, err
	}
	if err := v.invite(ctx, person.id, v.ownRoom(r.code)); err != nil {
		_ = lobby.Give(ctx, handle, lobby.Leave{}) // else it is left as by a hang-up
		handle.Close()
		return nil, err
	}
	return handle, nil
}

// accept does lobby.Accept.
func (v *visit) accept(ctx context.Context, number uint64) (lobby.Handle, error) {
	l := v.lobby
	invites, waited := v.Answer(number)
	l.mu.Lock()
	r := l.rooms[invites.Room]
	l.mu.Unlock()
	if !waited || r == nil {
		return nil, errTooLate
	}
	if err := v.spend(budget.Orders); err != nil {
		return nil, err
	}
	handle, err := r.Admit(ctx, v, room.AsPlayer)
	if err == nil {
		return handle, nil
	}
	if handle, watchErr := r.Admit(ctx, v, room.AsWatcher); watchErr == nil {
		return handle, nil
	}
	return nil, err
}

var errTooLate = prose.Refuse("That invitation has expired, or its room has closed.")

// Declines does lobby.Decline, and says what is to be told at another process, where whoever
// invited is at that one; its name is empty where there is nothing to tell.
func (v *visit) Declines(number uint64) (answer lobby.Declined, node string, err error) {
	l := v.lobby
	l.mu.Lock()
	defer l.mu.Unlock()
	one := l.waiting.find(v.id, number)
	if one == nil {
		return answer, "", errTooLate
	}
	l.dropCalls(func(c *call) bool { return c == one })
	if one.Kind != lobby.CallInvites {
		return answer, "", nil
	}
	answer = lobby.Declined{To: one.from, By: v.id, Name: v.name, Game: one.Game, Room: one.Room}
	if l.declined(answer) {
		return answer, "", nil
	}
	return answer, l.index.away.people[one.from].node(), nil
}

// Declined implements lobby.Answered.
func (l *Lobby) Declined(_ context.Context, answer lobby.Declined) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.declined(answer)
	return nil
}

// declined tells somebody that their invitation was declined, and reports whether they
// are here. The caller holds mu.
func (l *Lobby) declined(answer lobby.Declined) bool {
	_, here := l.index.ownRow(answer.To)
	if here {
		l.send(&call{Call: lobby.Call{Kind: lobby.CallDeclines, Name: answer.Name, Game: answer.Game, Room: answer.Room}, from: answer.By, to: answer.To})
	}
	return here
}

// mute does lobby.Mute: what waits from somebody who is muted from now on
// is taken back, what they said is shown no more, and they are told nothing.
func (v *visit) mute(ctx context.Context, name string, muted bool) error {
	if err := v.Mute(ctx, name, muted); err != nil {
		return err
	}
	l := v.lobby
	l.muteAgain(ctx, v.id)
	if !muted {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	other := l.index.callee(lobby.FoldName(name))
	l.dropCalls(func(c *call) bool {
		return c.to == v.id && (c.from == other || lobby.FoldName(c.Name) == lobby.FoldName(name))
	})
	return nil
}

// getCircle does lobby.GetCircle.
func (v *visit) getCircle(ctx context.Context) (lobby.Circle, error) {
	ties, err := v.lobby.people.Ties(ctx, v.id)
	if err != nil {
		return lobby.Circle{}, err
	}
	l := v.lobby
	l.mu.Lock()
	defer l.mu.Unlock()
	var circle lobby.Circle
	for _, tie := range ties {
		friend := lobby.Friend{PersonRow: lobby.PersonRow{Name: tie.Name}}
		if listed := l.index.shown[tie.Person]; listed != nil {
			friend = lobby.Friend{PersonRow: listed.row, Here: true}
		}
		if tie.Muted {
			circle.Muted = append(circle.Muted, friend.Name)
		}
		if tie.Friend {
			circle.Friends = append(circle.Friends, friend)
		}
	}
	slices.SortStableFunc(circle.Friends, func(a, b lobby.Friend) int {
		switch {
		case a.Here == b.Here:
			return 0
		case a.Here:
			return -1
		}
		return 1
	})
	return circle, nil
}
