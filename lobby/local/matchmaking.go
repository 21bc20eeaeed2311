package local

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"
	"time"

	"parlor/budget"
	"parlor/engine"
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
	// rivalPace is how often somebody who waits looks again.
	rivalPace = 2 * time.Second
	// unrated is where the ratings of all begin.
	unrated = 1500.0
)

// seeker is somebody who looks for a rated match.
type seeker struct {
	session *session
	game    string
	rating  float64
	since   time.Time
	mutes   []string      // identities of whom they do not want to meet
	found   chan *place   // the room that another one has made; nil where that failed
	moved   chan struct{} // closed where another process looks for those of this game from now on
}

// suits reports whether two may meet now.
func (s *seeker) suits(other *seeker) bool {
	if s.game != other.game || slices.Contains(s.mutes, other.session.id) || slices.Contains(other.mutes, s.session.id) {
		return false
	}
	waited := max(time.Since(s.since), time.Since(other.since))
	return waited >= rivalAny || math.Abs(s.rating-other.rating) <= rivalNear+rivalWider*waited.Seconds()
}

// matchmaking is who looks for a rated match, and pairs them. Its lock is taken last:
// nothing else is locked while it is held.
type matchmaking struct {
	pairs    func(game string) bool // whether those of a game are paired by this process; nil is always
	games    []engine.Game
	people   *account.People
	open     func(*session, lobby.Plan) (*place, error) // makes the room of a match
	stopping <-chan struct{}                            // closed when the lobby stops

	mu      sync.Mutex // guards what follows
	seekers []*seeker  // who came first before the others
}

// add adds a seeker, unless the same person looks already or another process pairs
// those of the game.
func (m *matchmaking) add(me *seeker) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.isElsewhere(me.game) {
		return lobby.ErrMoved
	}
	if slices.ContainsFunc(m.seekers, func(s *seeker) bool { return s.session.id == me.session.id }) {
		return prose.Refuse("You are looking for a rated match already.")
	}
	m.seekers = append(m.seekers, me)
	return nil
}

// isElsewhere reports whether another process pairs those of a game.
func (m *matchmaking) isElsewhere(game string) bool { return m.pairs != nil && !m.pairs(game) }

// pair takes somebody and the one whose rating is nearest off those who look; nil
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

// remove takes somebody off those who look, and reports whether they were still
// among them.
func (m *matchmaking) remove(me *seeker) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	before := len(m.seekers)
	m.seekers = slices.DeleteFunc(m.seekers, func(s *seeker) bool { return s == me })
	return len(m.seekers) < before
}

// move has those wait elsewhere whose games are another process's by now. Whoever
// was found here already is not among them any more.
func (m *matchmaking) move() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.seekers = slices.DeleteFunc(m.seekers, func(s *seeker) bool {
		moves := m.isElsewhere(s.game)
		if moves {
			close(s.moved)
		}
		return moves
	})
}

// find does lobby.FindOpponent for a visitor.
func (m *matchmaking) find(ctx context.Context, v *session, game string) (lobby.Handle, error) {
	me, err := m.seek(ctx, v, game)
	if err != nil {
		return nil, err
	}
	look := time.NewTicker(rivalPace)
	defer look.Stop()
	for {
		if other := m.pair(me); other != nil {
			return m.meet(ctx, v, other)
		}
		select {
		case r := <-me.found:
			return v.sitReady(ctx, r)
		case <-me.moved:
			return nil, lobby.ErrMoved
		case <-look.C:
			continue
		case <-ctx.Done():
		case <-v.slot.gone:
		case <-m.stopping:
		}
		if m.remove(me) {
			return nil, lobby.NotAsked(cmp.Or(ctx.Err(), lobby.ErrStopping))
		}
		select {
		case r := <-me.found:
			return v.sitReady(ctx, r)
		case <-me.moved:
			return nil, lobby.ErrMoved
		}
	}
}

// seek has the visitor looked for.
func (m *matchmaking) seek(ctx context.Context, v *session, game string) (*seeker, error) {
	if _, known := lobby.FindGame(m.games, game); !known {
		return nil, prose.Refuse("There is no game called {game} here.", prose.Literal(lobby.CleanText(game, 20)))
	}
	if v.guest {
		return nil, prose.Refuse("Rated matches are for people with a key.")
	}
	if err := v.spend(budget.Rooms); err != nil {
		return nil, err
	}
	own, err := v.Profile(ctx, "")
	if err != nil {
		return nil, err
	}
	ties, err := m.people.Ties(ctx, v.id)
	if err != nil {
		return nil, err
	}
	me := &seeker{session: v, game: game, rating: unrated, since: time.Now(), found: make(chan *place, 1), moved: make(chan struct{})}
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
func (m *matchmaking) meet(ctx context.Context, v *session, other *seeker) (lobby.Handle, error) {
	game, _ := lobby.FindGame(m.games, other.game)
	plan := lobby.RivalPlan(game.Name)
	plan.Seats = game.MinSeats
	r, err := m.open(v, plan)
	if err != nil {
		other.found <- nil
		return nil, err
	}
	handle, err := v.sitReady(ctx, r)
	other.found <- r
	return handle, err
}

// sitReady sits down in the room of a rated match, ready for it.
func (v *session) sitReady(ctx context.Context, r *place) (lobby.Handle, error) {
	if r == nil {
		return nil, prose.Refuse("A rival was found, but no room could be opened. Try again.")
	}
	handle, err := r.Admit(ctx, v, room.AsPlayer)
	if err != nil {
		return nil, err
	}
	if err := lobby.Perform(ctx, handle, lobby.Ready{Ready: true}); err != nil {
		handle.Close()
		return nil, err
	}
	return handle, nil
}
