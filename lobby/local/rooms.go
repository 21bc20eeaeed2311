package local

import (
	"cmp"
	"context"
	"errors"
	"time"
	"unicode/utf8"

	"parlor/lobby"
	"parlor/lobby/room"
	"parlor/prose"
	"parlor/ratelimit"
)

// roomService finds, opens and enters rooms for clients.
type roomService struct {
	config    *Config
	registry  *registry
	directory *directory
	opener    *opener
	waker     *waker
	social    *social
}

// create opens a room and seats the player as its host. If ctx ends before the room has
// answered, any handle it still returns is closed, as after a disconnect.
func (s *roomService) create(ctx context.Context, c *client, plan lobby.Plan) (lobby.Handle, error) {
	s.social.refreshNewcomer(ctx, c)
	s.evict(ctx)
	p, err := s.opener.open(c, plan)
	if err != nil {
		return nil, err
	}
	return s.admit(ctx, p, c, room.AsPlayer)
}

// enter enters the room with a code as a player or a spectator. A player who already has a seat
// there returns to it.
func (s *roomService) enter(ctx context.Context, c *client, code string, how room.EntryMode) (lobby.Handle, error) {
	if how == room.AsPlayer {
		s.social.refreshNewcomer(ctx, c)
	}
	p, err := s.find(c, code)
	if err != nil {
		return nil, err
	}
	return s.admit(ctx, p, c, how)
}

// look returns the view that the player would have in a room: that of their seat, or else a
// spectator's. It has no effect on the room and its handles.
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

// findMatch performs lobby.FindMatch.
func (s *roomService) findMatch(c *client) (code string, err error) {
	if err := c.spend(ratelimit.RoomRequests); err != nil {
		return "", err
	}
	s.directory.read(func(rooms *roomIndex, _ *peopleIndex) { code = rooms.mostWatched() })
	return code, nil
}

// errNoMatch refuses to show a match that not everyone may see.
var errNoMatch = prose.Refuse("No public match is being played in that room now.")

// lookAtMatch performs lobby.LookAtMatch. It loads no sleeping room.
func (s *roomService) lookAtMatch(ctx context.Context, c *client, code string) (lobby.Update, error) {
	p, err := s.find(c, code)
	if err != nil {
		return lobby.Update{}, err
	}
	if s.registry.sleeps(p) {
		return lobby.Update{}, errNoMatch
	}
	seen, err := s.waker.lookPublic(ctx, p)
	if err == nil && (!seen.Plan.Public || seen.Match == nil) {
		return lobby.Update{}, errNoMatch
	}
	return seen, err
}

// admit enters a room; see room.Room.Admit.
func (s *roomService) admit(ctx context.Context, p *roomSlot, guest room.Client, how room.EntryMode) (lobby.Handle, error) {
	awake, err := s.waker.awake(ctx, p)
	if err != nil {
		return nil, err
	}
	return awake.Admit(ctx, guest, how)
}

// has performs Lobby.Has.
func (s *roomService) has(who lobby.Identity, code string) bool {
	charged := ratelimit.Subject{Person: who.ID, Address: who.Address}
	if s.config.RateLimits.Check(ratelimit.Codes, charged) != nil {
		return false
	}
	known := s.registry.knows(code)
	if !known {
		s.config.RateLimits.Charge(ratelimit.Codes, charged)
	}
	return known
}

// errNewer refuses a room that needs a newer version of the program.
var errNewer = prose.Refuse("This room needs a newer server version. Try again later.")

// find returns the room with a code, charged as an order. Rooms that the player sees in the
// lobby are found at once; for others wrong codes are rate limited, so that private rooms
// cannot be found by guessing.
func (s *roomService) find(c *client, code string) (*roomSlot, error) {
	if err := c.spend(ratelimit.RoomRequests); err != nil {
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
	if err := s.config.RateLimits.Check(ratelimit.Codes, c.charged()); err != nil {
		return nil, err
	}
	switch {
	case g.nights.night(read) != nil:
		return nil, lobby.ErrGameNight
	case g.newer[read]:
		return nil, errNewer
	case p == nil:
		s.config.RateLimits.Charge(ratelimit.Codes, c.charged())
		return nil, noRoom(read)
	}
	return p, nil
}

// noRoom returns the error for an unknown code. It describes the format if code cannot be
// valid.
func noRoom(code string) error {
	shown := prose.Literal(lobby.CleanText(code, 10))
	if utf8.RuneCountInString(code) == lobby.CodeLength {
		return prose.Refuse("There is no room {code}.", shown)
	}
	return prose.Refuse("There is no room {code}. Room codes have {n} letters and digits.", shown, prose.N(lobby.CodeLength))
}

// quick performs lobby.QuickPlay.
func (s *roomService) quick(ctx context.Context, c *client, wanted lobby.Plan) (lobby.Handle, error) {
	if err := c.spend(ratelimit.RoomRequests); err != nil {
		return nil, err
	}
	for _, p := range s.registry.slots(s.directory.quickRooms(c.id, wanted)) {
		// An error means that the room has filled up meanwhile.
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

// returnToMatch enters the room of the player's running match, preferably one where it is
// their turn.
func (s *roomService) returnToMatch(ctx context.Context, c *client) (lobby.Handle, error) {
	if err := c.spend(ratelimit.RoomRequests); err != nil {
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

// enterOwn enters the room with a code if the player has a seat there.
func (s *roomService) enterOwn(ctx context.Context, c *client, code string) (lobby.Handle, error) {
	if err := c.spend(ratelimit.RoomRequests); err != nil {
		return nil, err
	}
	p := s.registry.slot(code)
	if p == nil {
		return nil, noRoom(code)
	}
	return s.admit(ctx, p, c, room.AsHolder)
}

// challenge performs lobby.Challenge.
func (s *roomService) challenge(ctx context.Context, c *client, name string, plan lobby.Plan) (lobby.Handle, error) {
	person, err := s.social.reachable(c, name)
	if err == nil {
		err = c.spend(ratelimit.Invitations)
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
		_ = lobby.Perform(ctx, handle, lobby.Leave{}) // if it fails, closing the handle has the same effect later
		handle.Close()
		return nil, err
	}
	return handle, nil
}

// accept performs lobby.Accept. If there is no free seat, the player becomes a spectator.
func (s *roomService) accept(ctx context.Context, c *client, number uint64) (lobby.Handle, error) {
	invites, waited := s.social.answer(c, number)
	p := s.registry.slot(invites.Room)
	if !waited || p == nil {
		return nil, errExpired
	}
	if err := c.spend(ratelimit.RoomRequests); err != nil {
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

// notifyPresence notifies the running rooms in which players have a seat that the players have
// connected to the server or disconnected.
func (s *roomService) notifyPresence(ids ...string) {
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
			awake.PresenceChanged(id)
		}
	}
}

// rename updates the name of a player in the rooms where they are or have a seat.
func (s *roomService) rename(ctx context.Context, id, name string) error {
	for _, p := range s.registry.slots(s.directory.inside(id)) {
		awake, err := s.waker.awake(ctx, p)
		if err == nil {
			err = awake.Rename(ctx, id, name)
		}
		if err != nil && !errors.Is(err, errLost) {
			return prose.Because(err, "Your name has been changed, but a room you are in still shows the old one. Try again in a moment.")
		}
	}
	return nil
}

// disown removes people from the stored data of all rooms. Sleeping rooms that do not
// mention them are not loaded. The quarantined entries of a lost room are deleted with the
// account.
func (s *roomService) disown(ctx context.Context, ids []string) error {
	for _, p := range s.registry.allSlots() {
		if s.registry.spares(p, ids) {
			continue
		}
		awake, err := s.waker.awake(ctx, p)
		if err == nil {
			err = awake.RemovePeople(ctx, ids)
		}
		switch {
		case err == nil, errors.Is(err, errLost):
		case errors.Is(err, lobby.ErrNoRoom):
			return err
		default:
			return prose.Because(err, "A room you were in still uses your name, so nothing else was deleted. Try again in a moment.")
		}
	}
	return nil
}

// maxEvictions bounds the rooms that are asked to close for a new one.
const maxEvictions = 3

// evict closes an abandoned room if the maximum number of rooms is reached. It closes as it
// would later if no player returned.
func (s *roomService) evict(ctx context.Context) {
	for range maxEvictions {
		p := s.nextEvicted()
		if p == nil {
			return
		}
		awake, err := s.waker.awake(ctx, p)
		if err == nil {
			err = awake.Abandon(ctx)
		}
		if err != nil {
			s.config.Log.Warn("cannot close an empty room", "room", p.code, "err", err)
		}
	}
}

// nextEvicted returns the room to close first, or nil if there is room for another or none
// may be closed. Rooms without a running match come first, then those empty for longest,
// then by code. Correspondence matches are never closed.
func (s *roomService) nextEvicted() (first *roomSlot) {
	g := s.registry
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.rooms) < g.most {
		return nil
	}
	latest := time.Now().Add(-s.config.Limits.Grace)
	for code, p := range g.rooms {
		info := s.directory.info(code)
		if info.Row == nil || info.Slow || p.emptySince.IsZero() || p.emptySince.After(latest) {
			continue
		}
		if first == nil || evictedBefore(p, info, first, s.directory.info(first.code)) {
			first = p
		}
	}
	if first != nil {
		first.emptySince = time.Now() // choose another one if closing fails
	}
	return first
}

func evictedBefore(one *roomSlot, info room.Info, other *roomSlot, otherInfo room.Info) bool {
	if rests, otherRests := info.Row.Stage == lobby.Gathering, otherInfo.Row.Stage == lobby.Gathering; rests != otherRests {
		return rests
	}
	return cmp.Or(one.emptySince.Compare(other.emptySince), cmp.Compare(one.code, other.code)) < 0
}
