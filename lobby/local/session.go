package local

import (
	"context"
	"fmt"
	"reflect"
	"slices"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/room"
)

// session implements lobby.Session. It dispatches each operation to the part of the lobby
// that performs it. Its methods are safe for concurrent use.
type session struct {
	client *client
	lobby  *Lobby
}

// Do implements lobby.Doer.
func (s *session) Do(ctx context.Context, request lobby.Request) (any, error) {
	if o, _ := lobby.FindOperation(request.Op); o.Once {
		return s.doOnce(ctx, o, request, s.do)
	}
	return s.do(ctx, request)
}

// doOnce performs a request unless it was done before. If it was, doOnce returns a new handle to
// what the request opened.
func (s *session) doOnce(ctx context.Context, o lobby.Operation, request lobby.Request, do func(context.Context, lobby.Request) (any, error)) (answer any, err error) {
	if request.ID == "" {
		return do(ctx, request)
	}
	key := keyOf(s.client.id, o.Kind, request.ID)
	code, done, err := s.lobby.requests.begin(ctx, key)
	switch {
	case err != nil:
		return nil, err
	case done && o.AnswerType() == reflect.TypeFor[lobby.Handle]():
		return s.lobby.rooms.enterOwn(ctx, s.client, code)
	case done && o.AnswerType() == reflect.TypeFor[lobby.GameNightHandle]():
		return s.lobby.nights.join(ctx, s.client, code, false)
	case done:
		return lobby.Nothing{}, nil
	}
	defer func() {
		if opened, is := answer.(interface{ Code() string }); is {
			code = opened.Code()
		}
		s.lobby.requests.end(key, code, err == nil && answer != nil)
	}()
	return do(ctx, request)
}

func (s *session) do(ctx context.Context, request lobby.Request) (any, error) {
	c, l := s.client, s.lobby
	switch op := request.Op.(type) {
	case lobby.Create:
		return l.rooms.create(ctx, c, op.Plan)
	case lobby.Join:
		return l.rooms.enter(ctx, c, op.Code, room.AsPlayer)
	case lobby.Watch:
		return l.rooms.enter(ctx, c, op.Code, room.AsWatcher)
	case lobby.Look:
		return l.rooms.look(ctx, c, op.Code)
	case lobby.LookAtTable:
		return l.nights.lookAtTable(ctx, c, op)
	case lobby.FindMatch:
		return l.rooms.findMatch(c)
	case lobby.LookAtMatch:
		return l.rooms.lookAtMatch(ctx, c, op.Code)
	case lobby.QuickPlay:
		return l.rooms.quick(ctx, c, op.Plan)
	case lobby.Return:
		return l.rooms.returnToMatch(ctx, c)
	case lobby.Challenge:
		return l.rooms.challenge(ctx, c, op.Name, op.Plan)
	case lobby.Accept:
		return l.rooms.accept(ctx, c, op.Call)
	case lobby.FindOpponent:
		return l.matchmaking.find(ctx, c, op.Game)
	case lobby.PlaySeeker:
		return l.matchmaking.play(ctx, c, op)
	case lobby.OpenGameNight:
		return l.nights.open(ctx, c, op.Plan)
	case lobby.JoinGameNight:
		return l.nights.join(ctx, c, op.Code, false)
	case lobby.WatchGameNight:
		return l.nights.join(ctx, c, op.Code, true)
	case lobby.CurrentGameNight:
		return l.nights.index.attended(c.id), nil
	}
	return s.doInLobby(ctx, request)
}

// doInLobby performs the operations on the lobby and its people.
func (s *session) doInLobby(ctx context.Context, request lobby.Request) (any, error) {
	c, l := s.client, s.lobby
	switch op := request.Op.(type) {
	case lobby.Show:
		l.publisher.setWindow(c, op.Window.Clean())
		return lobby.Nothing{}, nil
	case lobby.Peek:
		return s.peek(ctx, op.Window)
	case lobby.SayInLobby:
		return lobby.Nothing{}, l.social.say(c, op.Text)
	case lobby.GetContacts:
		return l.social.contacts(ctx, c.id)
	case lobby.Mute:
		return lobby.Nothing{}, l.social.mute(ctx, c, op.Name, op.Muted)
	case lobby.Invite:
		return lobby.Nothing{}, l.social.inviteByName(ctx, c, op.Name, l.social.ownRoom(c, lobby.ParseCode(op.Code)))
	case lobby.Decline:
		_, _, err := l.social.decline(c, op.Call)
		return lobby.Nothing{}, err
	case lobby.SendReport:
		return lobby.Nothing{}, l.reports.send(ctx, c, op.Name, op.Words)
	case lobby.Rename:
		return lobby.Nothing{}, l.accounts.rename(ctx, c, op.Name)
	case lobby.LinkKey:
		return lobby.Nothing{}, l.accounts.link(ctx, c, op.Code)
	case lobby.DeleteAccount:
		return lobby.Nothing{}, l.accounts.delete(ctx, c)
	}
	return c.visitor.Do(ctx, request)
}

// peek performs lobby.Peek.
func (s *session) peek(ctx context.Context, window lobby.Window) (lobby.Page, error) {
	if err := ctx.Err(); err != nil {
		return lobby.Page{}, fmt.Errorf("the hall was not asked: %w", err)
	}
	page := s.lobby.publisher.peek(s.client, window.Clean())
	page.Calls = s.lobby.invitations.of(s.client.id)
	return page, nil
}

// Name implements lobby.Session.
func (s *session) Name() string { return s.client.Name() }

// KeepsRatings implements lobby.Session.
func (s *session) KeepsRatings() bool { return s.client.visitor.KeepsRatings() }

// Pages implements lobby.Session.
func (s *session) Pages() <-chan lobby.Page { return s.client.slot.pages }

// Ended implements lobby.Session.
func (s *session) Ended() error { return s.client.slot.ended() }

// Close ends the session. The player keeps their seats.
func (s *session) Close() {
	s.client.hangUp()
	s.lobby.directory.leave(s.client)
	s.lobby.rooms.notifyPresence(s.client.id)
}

// SeatsAt returns the sorted names of the other nodes at which the player has a seat.
func (s *session) SeatsAt() (nodes []string) {
	s.lobby.directory.read(func(_ *roomIndex, people *peopleIndex) {
		for node, said := range people.remote[s.client.id] {
			if said.Holds {
				nodes = append(nodes, node)
			}
		}
	})
	slices.Sort(nodes)
	return nodes
}

// SeatsMoved returns a one-slot channel that signals changes of SeatsAt.
func (s *session) SeatsMoved() <-chan struct{} { return s.client.seatsMoved }

// ShowRemoteRooms sets the rooms at another node that the player's pages list among their own. It
// replaces the previous ones of that node.
func (s *session) ShowRemoteRooms(node string, rows []lobby.RoomRow) {
	s.lobby.publisher.showRemoteRooms(s.client, node, rows)
}

// InviteTo performs lobby.Invite for a room of another node. shown is the player's view
// of that room.
func (s *session) InviteTo(ctx context.Context, request lobby.Request, shown lobby.Update) error {
	o, err := lobby.OfSession.Find(request.Op)
	if err != nil {
		return err
	}
	_, err = s.doOnce(ctx, o, request, func(ctx context.Context, request lobby.Request) (any, error) {
		op, _ := request.Op.(lobby.Invite)
		return lobby.Nothing{}, s.inviteTo(ctx, op.Name, shown)
	})
	return err
}

func (s *session) inviteTo(ctx context.Context, name string, shown lobby.Update) error {
	isIn := func(name string) (inside, here bool) {
		for i, seat := range shown.Seats {
			if own := engine.Seat(i) == shown.You && name == s.Name(); own || seat.Kind == lobby.SeatPerson && seat.Name == name {
				return true, seat.Away.IsZero()
			}
		}
		watches := slices.Contains(shown.Watchers, name)
		return watches, watches
	}
	return s.lobby.social.inviteByName(ctx, s.client, name, func(person presentPerson) destination {
		inside, _ := isIn(s.Name())
		_, there := isIn(person.name)
		return destination{shown.Code, shown.Plan.Game, inside, there}
	})
}

// Answer removes an answered invitation and returns it. waited is false if it was no longer
// pending.
func (s *session) Answer(number uint64) (invites lobby.Notice, waited bool) {
	return s.lobby.social.answer(s.client, number)
}

// Declines performs lobby.Decline. If the player who invited is at another node, it returns
// the answer to deliver and that node.
func (s *session) Declines(number uint64) (answer lobby.Declined, node string, err error) {
	return s.lobby.social.decline(s.client, number)
}
