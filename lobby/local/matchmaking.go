package local

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"
	"time"

	"parlor/lobby"
	"parlor/lobby/account"
	"parlor/lobby/room"
	"parlor/prose"
	"parlor/ratelimit"
)

const (
	// Players are paired if their ratings differ by at most ratingGap, plus
	// ratingGapPerSecond for each second that either has waited. After anyRatingAfter, any
	// two are paired.
	ratingGap          = 100.0
	ratingGapPerSecond = 10.0
	anyRatingAfter     = time.Minute
	// pairInterval is the interval at which a waiting player is compared with the others
	// again.
	pairInterval = 2 * time.Second
	// unrated is the initial rating.
	unrated = 1500.0
)

// seeker is a player who waits for a rated match.
type seeker struct {
	client *client
	game   string
	rating float64
	since  time.Time
	mutes  []string     // identities of the people that the player has muted
	found  chan pairing // one slot: a match that another seeker has opened
}

// pairing is the room opened by the other player, or the reason why there is none.
type pairing struct {
	slot *roomSlot
	err  error
}

// mayPlay reports whether two seekers look for the same game and have not muted each other.
func (s *seeker) mayPlay(other *seeker) bool {
	return s.game == other.game && !slices.Contains(s.mutes, other.client.id) && !slices.Contains(other.mutes, s.client.id)
}

// suits reports whether two seekers may be paired now.
func (s *seeker) suits(other *seeker) bool {
	if !s.mayPlay(other) {
		return false
	}
	waited := max(time.Since(s.since), time.Since(other.since))
	return waited >= anyRatingAfter || math.Abs(s.rating-other.rating) <= ratingGap+ratingGapPerSecond*waited.Seconds()
}

// matchmaking pairs players who look for a rated match.
type matchmaking struct {
	config    *Config
	people    *account.People
	rooms     *roomService
	directory *directory
	stopping  <-chan struct{} // closed when the lobby stops

	mu      sync.Mutex // guards the fields below
	seekers []*seeker  // in order of arrival
}

// add adds a seeker. It fails if the same person is already waiting, or if the game is
// paired at another node.
func (m *matchmaking) add(me *seeker) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.config.Pairs(me.game) {
		return lobby.ErrMoved
	}
	if slices.ContainsFunc(m.seekers, func(s *seeker) bool { return s.client.id == me.client.id }) {
		return prose.Refuse("You are already looking for a rated match.")
	}
	m.seekers = append(m.seekers, me)
	return nil
}

// pair removes me and the suitable seeker with the nearest rating from the queue and
// returns the latter. It returns nil if there is none, or if me has already been paired.
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

// remove removes a seeker and reports whether they were still waiting.
func (m *matchmaking) remove(me *seeker) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	before := len(m.seekers)
	m.seekers = slices.DeleteFunc(m.seekers, func(s *seeker) bool { return s == me })
	return len(m.seekers) < before
}

// unlist removes the search of a person from the lobby pages, unless they have begun another one.
func (m *matchmaking) unlist(person string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !slices.ContainsFunc(m.seekers, func(s *seeker) bool { return s.client.id == person }) {
		m.directory.seek(person, lobby.Search{})
	}
}

// move ends the search of seekers whose game is now paired at another node. Seekers who
// have been paired already are not affected.
func (m *matchmaking) move() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.seekers = slices.DeleteFunc(m.seekers, func(s *seeker) bool {
		moves := !m.config.Pairs(s.game)
		if moves {
			s.found <- pairing{err: lobby.ErrMoved}
		}
		return moves
	})
}

// find performs lobby.FindOpponent.
func (m *matchmaking) find(ctx context.Context, c *client, game string) (lobby.Handle, error) {
	me, err := m.seek(ctx, c, game)
	if err != nil {
		return nil, err
	}
	if err := m.add(me); err != nil {
		return nil, err
	}
	m.directory.seek(c.id, lobby.Search{Game: game, Rating: int(math.Round(me.rating)), Since: me.since.UTC().Truncate(time.Second)})
	defer m.unlist(c.id)
	look := time.NewTicker(pairInterval)
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

// play performs lobby.PlaySeeker.
func (m *matchmaking) play(ctx context.Context, c *client, op lobby.PlaySeeker) (lobby.Handle, error) {
	me, err := m.seek(ctx, c, op.Game)
	if err != nil {
		return nil, err
	}
	other, err := m.take(me, op.Name)
	if err != nil {
		return nil, err
	}
	return m.meet(ctx, c, other)
}

// take removes from the queue the named seeker that me may play, and ends a search of the same
// person as me.
func (m *matchmaking) take(me *seeker, name string) (other *seeker, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.config.Pairs(me.game) {
		return nil, lobby.ErrMoved
	}
	at := slices.IndexFunc(m.seekers, func(s *seeker) bool {
		return s.client.id != me.client.id && me.mayPlay(s) && lobby.FoldName(s.client.Name()) == lobby.FoldName(name)
	})
	if at < 0 {
		return nil, prose.Refuse("{name} is no longer looking for an opponent.", prose.Name(lobby.CleanText(name, m.config.Limits.NameCells)))
	}
	other = m.seekers[at]
	m.seekers = slices.DeleteFunc(m.seekers, func(s *seeker) bool {
		if s.client.id == me.client.id {
			s.found <- pairing{err: lobby.NotAsked(context.Canceled)}
			return true
		}
		return s == other
	})
	return other, nil
}

// seek returns the player as a seeker who is not in the queue yet.
func (m *matchmaking) seek(ctx context.Context, c *client, game string) (*seeker, error) {
	if _, known := lobby.FindGame(m.config.Games, game); !known {
		return nil, noGame(game)
	}
	if c.guest {
		return nil, prose.Refuse("Rated matches require an SSH key.")
	}
	if err := c.spend(ratelimit.Rooms); err != nil {
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
	return me, nil
}

// meet opens a room for c and other.
func (m *matchmaking) meet(ctx context.Context, c *client, other *seeker) (lobby.Handle, error) {
	game, _ := lobby.FindGame(m.config.Games, other.game)
	plan := lobby.MatchmakingPlan(game.Name)
	plan.Seats = game.MinSeats
	p, err := m.rooms.opener.open(c, plan)
	if err != nil {
		other.found <- pairing{err: prose.Refuse("An opponent was found, but the room could not be created. Try again.")}
		return nil, err
	}
	handle, err := m.sitReady(ctx, c, pairing{slot: p})
	other.found <- pairing{slot: p}
	return handle, err
}

// sitReady takes a seat in the room of a rated match and marks the player ready.
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
