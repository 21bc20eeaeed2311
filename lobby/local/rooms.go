package local

import (
	"cmp"
	"context"
	"errors"
	"time"
	"unicode/utf8"

	"parlor/budget"
	"parlor/lobby"
	"parlor/lobby/room"
	"parlor/prose"
)

// roomService does what clients ask of rooms: it finds, opens and enters them.
type roomService struct {
	config    *Config
	registry  *registry
	directory *directory
	opener    *opener
	waker     *waker
	social    *social
}

// create opens a room and takes its first seat as its host. Where ctx ends
// before the room has answered, as with enter, the place that it may
// still give is left again as by a hang-up.
func (s *roomService) create(ctx context.Context, c *client, plan lobby.Plan) (lobby.Handle, error) {
	s.social.meetAgain(ctx, c)
	s.makeSpace(ctx)
	p, err := s.opener.open(c, plan)
	if err != nil {
		return nil, err
	}
	return s.admit(ctx, p, c, room.AsPlayer)
}

// enter enters the room with a code: with a free seat, or as a spectator. A player who
// already holds a seat there gets that one.
func (s *roomService) enter(ctx context.Context, c *client, code string, how room.Entrance) (lobby.Handle, error) {
	if how == room.AsPlayer {
		s.social.meetAgain(ctx, c)
	}
	p, err := s.find(c, code)
	if err != nil {
		return nil, err
	}
	return s.admit(ctx, p, c, how)
}

// look is what the player would see in a room: the view of their own seat where they
// hold one, else a spectator's. Nobody is told of it, and no handle changes.
func (s *roomService) look(ctx context.Context, c *client, code string) (lobby.Update, error) {
	p, err := s.find(c, code)
	if err != nil {
		return lobby.Update{}, err
	}
	awake, err := s.waker.awake(ctx, p)
	if err != nil {
		return lobby.Update{}, err
	}
	return awake.Look(ctx, c)
}

// admit asks for a place in a room, as room.Room does.
func (s *roomService) admit(ctx context.Context, p *roomSlot, guest room.Guest, how room.Entrance) (lobby.Handle, error) {
	awake, err := s.waker.awake(ctx, p)
	if err != nil {
		return nil, err
	}
	return awake.Admit(ctx, guest, how)
}

// has does Lobby.Has.
func (s *roomService) has(who lobby.Identity, code string) bool {
	charged := budget.Who{Person: who.ID, Address: who.Address}
	if s.config.Budget.Ask(budget.Codes, charged) != nil {
		return false
	}
	known := s.registry.knows(code)
	if !known {
		s.config.Budget.Charge(budget.Codes, charged)
	}
	return known
}

// errNewer refuses a room that waits for a newer program.
var errNewer = prose.Refuse("This room waits until a newer version of this server runs. Try again later.")

// find is the room with a code. Rooms that the player sees in the lobby are
// found at once; for others wrong codes are slowed down, so that nobody finds
// a private room by trying. To look for one is charged as an order.
func (s *roomService) find(c *client, code string) (*roomSlot, error) {
	if err := c.spend(budget.Orders); err != nil {
		return nil, err
	}
	read := lobby.ParseCode(code)
	g := s.registry
	g.mu.Lock()
	defer g.mu.Unlock()
	p, info := g.rooms[read], s.directory.info(read)
	if _, inside := info.People[c.id]; p != nil && (info.Public || inside) {
		return p, nil
	}
	if err := s.config.Budget.Ask(budget.Codes, c.charged()); err != nil {
		return nil, err
	}
	switch {
	case g.nights.night(read) != nil:
		return nil, lobby.ErrGameNight
	case g.newer[read]:
		return nil, errNewer
	case p == nil:
		s.config.Budget.Charge(budget.Codes, c.charged())
		return nil, noRoom(read)
	}
	return p, nil
}

// noRoom says that there is no room with a code, and what a code looks like where this
// cannot be one.
func noRoom(code string) error {
	shown := prose.Literal(lobby.CleanText(code, 10))
	if utf8.RuneCountInString(code) == lobby.CodeLength {
		return prose.Refuse("There is no room {code}.", shown)
	}
	return prose.Refuse("There is no room {code}. A code has {n} letters and digits.", shown, prose.N(lobby.CodeLength))
}

// quick does lobby.QuickPlay.
func (s *roomService) quick(ctx context.Context, c *client, wanted lobby.Plan) (lobby.Handle, error) {
	if err := c.spend(budget.Orders); err != nil {
		return nil, err
	}
	for _, p := range s.registry.slots(s.directory.quickRooms(c.id, wanted)) {
		// A room that has filled up meanwhile is passed over.
		if handle, err := s.admit(ctx, p, c, room.AsPlayer); err == nil {
			return handle, nil
		}
	}
	if games := s.config.Games; wanted.Game == "" && len(games) > 0 {
		wanted.Game = games[0].Name
	}
	wanted.Public = true
	return s.create(ctx, c, wanted)
}

// goBack goes back to the room where the player's match is under way, the one
// that waits for them first. A player who asks more often than they may stays
// where they are.
func (s *roomService) goBack(ctx context.Context, c *client) (lobby.Handle, error) {
	if err := c.spend(budget.Orders); err != nil {
		return nil, err
	}
	var mine []string
	s.directory.read(func(rooms *roomIndex, _ *peopleIndex) {
		for _, row := range rooms.matches(c.id) {
			mine = append(mine, row.Code)
		}
	})
	for _, p := range s.registry.slots(mine) {
		if handle, err := s.admit(ctx, p, c, room.AsHolder); err == nil {
			return handle, nil
		}
	}
	return nil, lobby.ErrNoMatch
}

// enterOwn enters the room with a code if the player holds a seat there.
func (s *roomService) enterOwn(ctx context.Context, c *client, code string) (lobby.Handle, error) {
	if err := c.spend(budget.Orders); err != nil {
		return nil, err
	}
	p := s.registry.slot(code)
	if p == nil {
		return nil, noRoom(code)
	}
	return s.admit(ctx, p, c, room.AsHolder)
}

// challenge does lobby.Challenge.
func (s *roomService) challenge(ctx context.Context, c *client, name string, plan lobby.Plan) (lobby.Handle, error) {
	person, err := s.social.reachable(c, name)
	if err == nil {
		err = c.spend(budget.Invitations)
	}
	if err != nil {
		return nil, err
	}
	p, err := s.opener.open(c, plan)
	if err != nil {
		return nil, err
	}
	handle, err := s.admit(ctx, p, c, room.AsPlayer)
	if err != nil {
		return nil, err
	}
	if err := s.social.invite(ctx, c, person.id, s.social.ownRoom(c, p.code)); err != nil {
		_ = lobby.Perform(ctx, handle, lobby.Leave{}) // else it is left as by a hang-up
		handle.Close()
		return nil, err
	}
	return handle, nil
}

// accept does lobby.Accept.
func (s *roomService) accept(ctx context.Context, c *client, number uint64) (lobby.Handle, error) {
	invites, waited := s.social.answer(c, number)
	p := s.registry.slot(invites.Room)
	if !waited || p == nil {
		return nil, errTooLate
	}
	if err := c.spend(budget.Orders); err != nil {
		return nil, err
	}
	handle, err := s.admit(ctx, p, c, room.AsPlayer)
	if err == nil {
		return handle, nil
	}
	if handle, watchErr := s.admit(ctx, p, c, room.AsWatcher); watchErr == nil {
		return handle, nil
	}
	return nil, err
}

// meet tells the rooms that run and where players have a seat, but do not have it open,
// that they have come to the server or gone from it.
func (s *roomService) meet(ids ...string) {
	for _, id := range ids {
		var seated []string
		s.directory.read(func(rooms *roomIndex, _ *peopleIndex) {
			for _, code := range rooms.inside[id] {
				if rooms.infos[code].People[id].Seated {
					seated = append(seated, code)
				}
			}
		})
		for _, awake := range s.registry.awake(seated) {
			awake.Meet(id)
		}
	}
}

// rename tells the rooms where a player is, or holds a seat, what they are called now.
func (s *roomService) rename(ctx context.Context, id, name string) error {
	for _, p := range s.registry.slots(s.directory.inside(id)) {
		awake, err := s.waker.awake(ctx, p)
		if err == nil {
			err = awake.Rename(ctx, id, name)
		}
		if err != nil && !errors.Is(err, errLost) {
			return prose.Because(err, "You have your new name, but a room that you are in still shows the old one. Try again in a moment.")
		}
	}
	return nil
}

// disown takes people out of what the rooms have of them. A room that sleeps and
// does not name them goes on sleeping; of one that is lost the entries that are
// kept for the operator go with the account.
func (s *roomService) disown(ctx context.Context, ids []string) error {
	for _, p := range s.registry.allSlots() {
		if s.registry.spares(p, ids) {
			continue
		}
		awake, err := s.waker.awake(ctx, p)
		if err == nil {
			err = awake.Disown(ctx, ids)
		}
		switch {
		case err == nil, errors.Is(err, errLost):
		case errors.Is(err, lobby.ErrNoRoom):
			return err
		default:
			return prose.Because(err, "A room that you were in still holds your name, so nothing else was deleted. Try again in a moment.")
		}
	}
	return nil
}

// abandonTries is how many rooms at most are asked to give way to a new one.
const abandonTries = 3

// makeSpace has a room that everybody has abandoned give way where there is none
// left to be opened: it ends as it would have ended later, when nobody came back.
func (s *roomService) makeSpace(ctx context.Context) {
	for range abandonTries {
		p := s.abandoned()
		if p == nil {
			return
		}
		awake, err := s.waker.awake(ctx, p)
		if err == nil {
			err = awake.Abandon(ctx)
		}
		if err != nil {
			s.config.Log.Warn("a room that everybody has left could not be closed", "room", p.code, "err", err)
		}
	}
}

// abandoned is the room that goes first, nil while none has to or may: one where
// no match is played before others, and among these the one where nobody has been for
// longest, by codes where several are left at once. A correspondence match waits for its
// players.
func (s *roomService) abandoned() (first *roomSlot) {
	g := s.registry
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.rooms) < g.most {
		return nil
	}
	latest := time.Now().Add(-s.config.Limits.Grace)
	for code, p := range g.rooms {
		info := s.directory.info(code)
		if info.Line == nil || info.Slow || p.quiet.IsZero() || p.quiet.After(latest) {
			continue
		}
		if first == nil || goesBefore(p, info, first, s.directory.info(first.code)) {
			first = p
		}
	}
	if first != nil {
		first.quiet = time.Now() // another one is next
	}
	return first
}

func goesBefore(one *roomSlot, info room.Info, other *roomSlot, otherInfo room.Info) bool {
	if rests, otherRests := info.Line.Stage == lobby.Gathering, otherInfo.Line.Stage == lobby.Gathering; rests != otherRests {
		return rests
	}
	return cmp.Or(one.quiet.Compare(other.quiet), cmp.Compare(one.code, other.code)) < 0
}
