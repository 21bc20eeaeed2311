package local

import (
	"context"
	"slices"
	"sync"
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

// maxReported is how many reports wait for a host beside other calls.
const maxReported = 4

// invitation is what waits for an answer of one person. It never changes once it is sent.
type invitation struct {
	lobby.Call
	from, to string // identities
	about    string // of whom a report is about; empty for other calls
	timer    *time.Timer
}

// invitations are all that wait for an answer: invitations, that one was declined, and
// reports for the host of a room.
type invitations struct {
	changed func(id string) // told after each change for somebody; mu is not held

	mu      sync.Mutex               // guards what follows; nothing else is locked while it is held
	last    uint64                   // ID that was given
	waiting map[string][]*invitation // by identity of those for whom they wait, oldest first
}

func newInvitations(changed func(id string)) *invitations {
	return &invitations{changed: changed, waiting: map[string][]*invitation{}}
}

// of returns what waits for somebody, as their pages have it.
func (s *invitations) of(id string) []lobby.Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []lobby.Call
	for _, one := range s.waiting[id] {
		all = append(all, one.Call)
	}
	return all
}

// find returns what waits for somebody under a number; nil for nothing.
func (s *invitations) find(id string, number uint64) *invitation {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := slices.IndexFunc(s.waiting[id], func(one *invitation) bool { return one.ID == number })
	if at < 0 {
		return nil
	}
	return s.waiting[id][at]
}

// fits reports whether another one may wait for its receiver.
func (s *invitations) fits(one *invitation) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.hasSpace(one)
}

// hasSpace does fits. The number of reports shows only to further reports: who asks
// something of somebody learns nothing of them. The caller holds mu.
func (s *invitations) hasSpace(one *invitation) bool {
	others := s.waiting[one.to]
	switch one.Kind {
	case lobby.CallReports:
		return len(others) < maxCalls+maxReported
	case lobby.CallInvites:
		asked := 0
		for _, other := range others {
			if other.Kind != lobby.CallReports {
				asked++
			}
		}
		return asked < maxCalls
	case lobby.CallDeclines:
	}
	return true
}

// send has an invitation wait for its receiver, in place of one of the same kind from
// the same person. It reports whether it fits.
func (s *invitations) send(one *invitation) bool {
	s.mu.Lock()
	if !s.hasSpace(one) {
		s.mu.Unlock()
		return false
	}
	s.cut(one.to, func(other *invitation) bool { return other.from == one.from && other.Kind == one.Kind })
	s.last++
	one.ID, one.Until = s.last, time.Now().Add(callLasts).UTC().Round(0)
	one.timer = time.AfterFunc(callLasts, func() { s.remove(one) })
	s.waiting[one.to] = append(s.waiting[one.to], one)
	s.mu.Unlock()
	s.changed(one.to)
	return true
}

// remove takes an invitation back, and reports whether it still waited.
func (s *invitations) remove(one *invitation) bool {
	s.mu.Lock()
	waited := s.cut(one.to, func(other *invitation) bool { return other == one })
	s.mu.Unlock()
	if waited {
		s.changed(one.to)
	}
	return waited
}

// removeIf takes invitations back.
func (s *invitations) removeIf(which func(*invitation) bool) {
	var changed []string
	s.mu.Lock()
	for id := range s.waiting {
		if s.cut(id, which) {
			changed = append(changed, id)
		}
	}
	s.mu.Unlock()
	for _, id := range changed {
		s.changed(id)
	}
}

// cut takes back what waits for somebody, and reports whether there was any. The caller
// holds mu.
func (s *invitations) cut(id string, which func(*invitation) bool) bool {
	all := s.waiting[id]
	left := slices.DeleteFunc(slices.Clone(all), func(one *invitation) bool {
		gone := which(one)
		if gone {
			one.timer.Stop()
		}
		return gone
	})
	if len(left) == len(all) {
		return false
	}
	if s.waiting[id] = left; len(left) == 0 {
		delete(s.waiting, id)
	}
	return true
}

// showCalls shows somebody what waits for them now.
func (l *Lobby) showCalls(id string) {
	for _, v := range l.directory.sessions(id) {
		v.slot.showCalls(v.row())
	}
}

// reachable is who is here under a name and can be asked something by a visitor.
func (l *Lobby) reachable(v *visit, name string) (listed *listedPerson, err error) {
	name = lobby.CleanText(name, l.limits.NameCells)
	l.directory.read(func(_ *roomIndex, people *peopleIndex) { listed = people.shown[people.callee(lobby.FoldName(name))] })
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
			if own := engine.Seat(i) == shown.You && name == v.Name(); own || seat.Kind == lobby.Person && seat.Name == name {
				return true, seat.Away.IsZero()
			}
		}
		watches := slices.Contains(shown.Watchers, name)
		return watches, watches
	}
	return v.inviteByName(ctx, name, func(person presentPerson) destination {
		inside, _ := isIn(v.Name())
		_, there := isIn(person.name)
		return destination{shown.Code, shown.Plan.Game, inside, there}
	})
}

// destination is a room to which somebody is invited: whether who invites is in it, and
// whether they are there already.
type destination struct {
	room, game    string
	inside, there bool
}

// ownRoom is a room of this lobby as a destination.
func (v *visit) ownRoom(code string) func(presentPerson) destination {
	return func(person presentPerson) destination {
		info := v.lobby.directory.info(code)
		if _, inside := info.People[v.id]; inside {
			return destination{code, info.Line.Game, true, info.People[person.id].Here}
		}
		return destination{}
	}
}

func (v *visit) inviteByName(ctx context.Context, name string, to func(presentPerson) destination) error {
	l := v.lobby
	person, err := l.reachable(v, name)
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
func (v *visit) invite(ctx context.Context, id string, to func(presentPerson) destination) error {
	l := v.lobby
	muted, err := l.people.Mutes(ctx, id, v.id)
	if err != nil {
		return err
	}
	room, name, err := v.destination(id, to)
	if err != nil {
		return err
	}
	one := &invitation{Call: lobby.Call{Kind: lobby.CallInvites, Name: v.Name(), Game: room.game, Room: room.room}, from: v.id, to: id}
	send := l.invitations.send
	if muted {
		send = l.invitations.fits
	}
	if !send(one) {
		return prose.Refuse("Many people have invited {name}. Try again later.", prose.Name(name))
	}
	return nil
}

// destination is the room to which somebody can be invited, and what they are called.
func (v *visit) destination(id string, to func(presentPerson) destination) (room destination, name string, err error) {
	l := v.lobby
	var person presentPerson
	l.directory.read(func(_ *roomIndex, people *peopleIndex) {
		if found := people.present[id]; found != nil {
			person = *found
		}
	})
	if person.id == "" {
		return room, "", prose.Refuse("They have just left.")
	}
	switch room = to(person); {
	case !room.inside:
		return room, "", prose.Refuse("You can invite people only to a room that you are in.")
	case room.there:
		return room, "", prose.Refuse("{name} is in that room already.", prose.Name(person.name))
	}
	return room, person.name, nil
}

// NodeOf is the other process in whose hall somebody of a name is; empty where they are
// in this one, or in none.
func (l *Lobby) NodeOf(name string) (node string) {
	l.directory.read(func(_ *roomIndex, people *peopleIndex) {
		_, node = people.node(people.callee(lobby.FoldName(lobby.CleanText(name, l.limits.NameCells))))
	})
	return node
}

// Answer takes an invitation off the visitor's pages, and says what it was; they have
// answered it.
func (v *visit) Answer(number uint64) (invites lobby.Call, waited bool) {
	waiting := v.lobby.invitations
	one := waiting.find(v.id, number)
	if one == nil || one.Kind != lobby.CallInvites || !waiting.remove(one) {
		return lobby.Call{}, false
	}
	return one.Call, true
}

// challenge does lobby.Challenge.
func (v *visit) challenge(ctx context.Context, name string, plan lobby.Plan) (lobby.Handle, error) {
	l := v.lobby
	person, err := l.reachable(v, name)
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
	l.registry.mu.Lock()
	r := l.registry.rooms[invites.Room]
	l.registry.mu.Unlock()
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
	one := l.invitations.find(v.id, number)
	if one == nil || !l.invitations.remove(one) {
		return answer, "", errTooLate
	}
	if one.Kind != lobby.CallInvites {
		return answer, "", nil
	}
	answer = lobby.Declined{To: one.from, By: v.id, Name: v.Name(), Game: one.Game, Room: one.Room}
	if l.declined(answer) {
		return answer, "", nil
	}
	l.directory.read(func(_ *roomIndex, people *peopleIndex) { node = people.remote[one.from].node() })
	return answer, node, nil
}

// Declined implements lobby.Answered.
func (l *Lobby) Declined(_ context.Context, answer lobby.Declined) error {
	l.declined(answer)
	return nil
}

// declined tells somebody that their invitation was declined, and reports whether they
// are here.
func (l *Lobby) declined(answer lobby.Declined) bool {
	here := false
	l.directory.read(func(_ *roomIndex, people *peopleIndex) { here, _ = people.node(answer.To) })
	if here {
		l.invitations.send(&invitation{Call: lobby.Call{Kind: lobby.CallDeclines, Name: answer.Name, Game: answer.Game, Room: answer.Room}, from: answer.By, to: answer.To})
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
	other := ""
	l.directory.read(func(_ *roomIndex, people *peopleIndex) { other = people.callee(lobby.FoldName(name)) })
	l.invitations.removeIf(func(i *invitation) bool {
		return i.to == v.id && (i.from == other || lobby.FoldName(i.Name) == lobby.FoldName(name))
	})
	return nil
}

// getCircle does lobby.GetCircle.
func (v *visit) getCircle(ctx context.Context) (lobby.Circle, error) {
	ties, err := v.lobby.people.Ties(ctx, v.id)
	if err != nil {
		return lobby.Circle{}, err
	}
	listed := map[string]*listedPerson{}
	v.lobby.directory.read(func(_ *roomIndex, people *peopleIndex) {
		for _, tie := range ties {
			listed[tie.Person] = people.shown[tie.Person]
		}
	})
	var circle lobby.Circle
	for _, tie := range ties {
		friend := lobby.Friend{PersonRow: lobby.PersonRow{Name: tie.Name}}
		if listed := listed[tie.Person]; listed != nil {
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
