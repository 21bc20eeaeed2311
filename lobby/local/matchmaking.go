package local

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"
	"time"

	"parlor/budget"
	"parlor/lobby"
	"parlor/lobby/account"
	"parlor/lobby/room"
	"parlor/prose"
)

const (
	// rivalNear is how far apart two ratings may be at once, rivalWider how much more
	// they may be for each second that either has waited, and rivalAny after how long
	// they may be as far apart as they are.
	rivalNear  = 100.0
	rivalWider = 10.0
	rivalAny   = time.Minute
	// rivalPace is how often a person who waits looks again.
	rivalPace = 2 * time.Second
	// unrated is where the ratings of all begin.
	unrated = 1500.0
)

// seeker is a player who looks for a rated match.
type seeker struct {
	client *client
	game   string
	rating float64
	since  time.Time
	mutes  []string     // identities of people they do not want to meet
	found  chan pairing // one slot: what they do not find themselves
}

// pairing is the room that another player has opened for the match, or why there is none.
type pairing struct {
	slot *roomSlot
	err  error
}

// suits reports whether two may meet now.
func (s *seeker) suits(other *seeker) bool {
	if s.game != other.game || slices.Contains(s.mutes, other.client.id) || slices.Contains(other.mutes, s.client.id) {
		return false
	}
	waited := max(time.Since(s.since), time.Since(other.since))
	return waited >= rivalAny || math.Abs(s.rating-other.rating) <= rivalNear+rivalWider*waited.Seconds()
}

// matchmaking is the players who look for a rated match, and pairs them.
type matchmaking struct {
	config   *Config
	people   *account.People
	rooms    *roomService
	stopping <-chan struct{} // closed when the lobby stops

	mu      sync.Mutex // guards what follows
	seekers []*seeker  // who came first before the others
}

// add adds a seeker, unless the same person looks already or another process pairs
// those of the game.
func (m *matchmaking) add(me *seeker) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.config.Rivals(me.game) {
		return lobby.ErrMoved
	}
	if slices.ContainsFunc(m.seekers, func(s *seeker) bool { return s.client.id == me.client.id }) {
		return prose.Refuse("You are looking for a rated match already.")
	}
	m.seekers = append(m.seekers, me)
	return nil
}

// pair takes a person and the one whose rating is nearest off those who look; nil
// where none suits, or another one has taken them.
func (m *matchmaking) pair(me *seeker) *seeker {
	m.mu.Lock()
	defer m.mu.Unlock()
	var best *seeker
	for _, other := range m.seekers {
		if other != me && me.suits(other) && (best == nil || math.Abs(me.rating-other.rating) < math.Abs(me.rating-best.rating)) {
			best = other
		}
	}
	if best == nil || !slices.Contains(m.seekers, me) {
		return nil
	}
	m.seekers = slices.DeleteFunc(m.seekers, func(s *seeker) bool { return s == me || s == best })
	return best
}

// remove takes a person off those who look, and reports whether they were still
// among them.
func (m *matchmaking) remove(me *seeker) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	before := len(m.seekers)
	m.seekers = slices.DeleteFunc(m.seekers, func(s *seeker) bool { return s == me })
	return len(m.seekers) < before
}

// move has those wait elsewhere whose games are another process's by now. A player who
// was found here already is not among them any more.
func (m *matchmaking) move() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.seekers = slices.DeleteFunc(m.seekers, func(s *seeker) bool {
		moves := !m.config.Rivals(s.game)
		if moves {
			s.found <- pairing{err: lobby.ErrMoved}
		}
		return moves
	})
}

// find does lobby.FindOpponent for a player.
func (m *matchmaking) find(ctx context.Context, c *client, game string) (lobby.Handle, error) {
	me, err := m.seek(ctx, c, game)
	if err != nil {
		return nil, err
	}
	look := time.NewTicker(rivalPace)
	defer look.Stop()
	for {
		if other := m.pair(me); other != nil {
			return m.meet(ctx, c, other)
		}
		select {
		case with := <-me.found:
			return m.sitReady(ctx, c, with)
		case <-look.C:
			continue
		case <-ctx.Done():
		case <-c.slot.gone:
		case <-m.stopping:
		}
		if m.remove(me) {
			return nil, lobby.NotAsked(cmp.Or(ctx.Err(), lobby.ErrStopping))
		}
		return m.sitReady(ctx, c, <-me.found)
	}
}

// seek has the player looked for.
func (m *matchmaking) seek(ctx context.Context, c *client, game string) (*seeker, error) {
	if _, known := lobby.FindGame(m.config.Games, game); !known {
		return nil, noGame(game)
	}
	if c.guest {
		return nil, prose.Refuse("Rated matches are for people with a key.")
	}
	if err := c.spend(budget.Rooms); err != nil {
		return nil, err
	}
	own, err := c.visitor.Profile(ctx, "")
	if err != nil {
		return nil, err
	}
	ties, err := m.people.Relations(ctx, c.id)
	if err != nil {
		return nil, err
	}
	me := &seeker{client: c, game: game, rating: unrated, since: time.Now(), found: make(chan pairing, 1)}
	for _, standing := range own.Standings {
		if standing.Game == game {
			me.rating = standing.Rating
		}
	}
	for _, tie := range ties {
		if tie.Muted {
			me.mutes = append(me.mutes, tie.Person)
		}
	}
	return me, m.add(me)
}

// meet makes the room for both.
func (m *matchmaking) meet(ctx context.Context, c *client, other *seeker) (lobby.Handle, error) {
	game, _ := lobby.FindGame(m.config.Games, other.game)
	plan := lobby.MatchmakingPlan(game.Name)
	plan.Seats = game.MinSeats
	p, err := m.rooms.opener.open(c, plan)
	if err != nil {
		other.found <- pairing{err: prose.Refuse("A rival was found, but no room could be opened. Try again.")}
		return nil, err
	}
	handle, err := m.sitReady(ctx, c, pairing{slot: p})
	other.found <- pairing{slot: p}
	return handle, err
}

// sitReady sits down in the room of a rated match, ready for it.
func (m *matchmaking) sitReady(ctx context.Context, c *client, with pairing) (lobby.Handle, error) {
	if with.err != nil {
		return nil, with.err
	}
	handle, err := m.rooms.admit(ctx, with.slot, c, room.AsPlayer)
	if err != nil {
		return nil, err
	}
	if err := lobby.Perform(ctx, handle, lobby.SetReady{Ready: true}); err != nil {
		handle.Close()
		return nil, err
	}
	return handle, nil
}
