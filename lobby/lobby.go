// Package lobby is the rooms and the people in them: who sits where, whose
// time is running, who is away and comes back. A room is one goroutine with
// one inbox; screens get the latest whole Update through a one-slot channel,
// so that nobody waits for anybody's terminal.
package lobby

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"parlor/engine"
)

// Config is what a lobby is made of.
type Config struct {
	Games  []engine.Game
	Limits Limits             // zero fields get DefaultLimits
	Seed   func() engine.Seed // of a match; nil draws from crypto/rand
	Code   func() string      // of a room; nil draws from crypto/rand
	Log    *slog.Logger       // nil discards; never holds a hidden value
}

// DefaultLimits suit a small machine.
func DefaultLimits() Limits {
	return Limits{
		Rooms: 500, RoomsPerPerson: 5, Watchers: 50, Inbox: 64,
		NameCells: 16, TitleCells: 30,
		BotTime: 5 * time.Second, BotPace: 900 * time.Millisecond,
		RoomIdle: 30 * time.Minute, Grace: 2 * time.Minute,
	}
}

// withDefaults fills in what is zero.
func (l Limits) withDefaults() Limits {
	d := DefaultLimits()
	for _, n := range []struct{ own, standard *int }{
		{&l.Rooms, &d.Rooms},
		{&l.RoomsPerPerson, &d.RoomsPerPerson},
		{&l.Watchers, &d.Watchers},
		{&l.Inbox, &d.Inbox},
		{&l.NameCells, &d.NameCells},
		{&l.TitleCells, &d.TitleCells},
	} {
		if *n.own == 0 {
			*n.own = *n.standard
		}
	}
	for _, n := range []struct{ own, standard *time.Duration }{
		{&l.BotTime, &d.BotTime},
		{&l.BotPace, &d.BotPace},
		{&l.RoomIdle, &d.RoomIdle},
		{&l.Grace, &d.Grace},
	} {
		if *n.own == 0 {
			*n.own = *n.standard
		}
	}
	return l
}

// ErrStopping is told to everybody when the lobby closes.
var ErrStopping = errors.New("the server is stopping; come back in a moment")

// hallPace bounds how often the hall is drawn up anew.
const hallPace = 100 * time.Millisecond

// Lobby is all rooms and everybody present.
type Lobby struct {
	games  []engine.Game
	limits Limits
	seed   func() engine.Seed
	code   func() string
	log    *slog.Logger
	codes  *rate.Limiter // wrong codes of everybody together
	dirty  chan struct{} // one slot: the hall has changed
	stop   chan struct{} // closed by Close
	work   sync.WaitGroup

	mu      sync.Mutex // guards what follows; never held while sending to a room
	rooms   map[string]*room
	lines   map[string]roomInfo
	visits  map[*Visit]struct{}
	stopped bool
}

// roomInfo is what a room last told the lobby about itself.
type roomInfo struct {
	line   RoomLine
	public bool
	seats  map[string]seatInfo // by identity
	names  map[string]string   // of the seats, by identity
	inside map[string]bool     // identities of seats and watchers
}

type seatInfo struct {
	toMove bool
	away   bool
	left   bool
}

// New opens a lobby.
func New(config Config) *Lobby {
	l := &Lobby{
		games: config.Games, limits: config.Limits.withDefaults(), seed: config.Seed, code: config.Code, log: config.Log,
		codes: rate.NewLimiter(20, 100),
		dirty: make(chan struct{}, 1), stop: make(chan struct{}),
		rooms: map[string]*room{}, lines: map[string]roomInfo{}, visits: map[*Visit]struct{}{},
	}
	if l.seed == nil {
		l.seed = newSeed
	}
	if l.code == nil {
		l.code = newCode
	}
	if l.log == nil {
		l.log = slog.New(slog.DiscardHandler)
	}
	l.work.Go(l.drawHalls)
	return l
}

// Games offered, in the order they are shown.
func (l *Lobby) Games() []engine.Game { return l.games }

// Close tells everybody that the server stops, ends all rooms and waits until
// they are gone or ctx ends.
func (l *Lobby) Close(ctx context.Context) error {
	l.mu.Lock()
	already := l.stopped
	l.stopped = true
	visits := make([]*Visit, 0, len(l.visits))
	for visit := range l.visits {
		visits = append(visits, visit)
	}
	l.mu.Unlock()
	if !already {
		close(l.stop)
	}
	done := make(chan struct{})
	go func() {
		l.work.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
		return fmt.Errorf("waiting for the rooms to close: %w", ctx.Err())
	}
	for _, visit := range visits {
		visit.end(ErrStopping)
	}
	return nil
}

// touch says that the hall has changed.
func (l *Lobby) touch() {
	select {
	case l.dirty <- struct{}{}:
	default:
	}
}

// drawHalls gives everybody the newest hall, at most once in hallPace.
func (l *Lobby) drawHalls() {
	for {
		select {
		case <-l.stop:
			return
		case <-l.dirty:
		}
		l.mu.Lock()
		visits := make([]*Visit, 0, len(l.visits))
		for visit := range l.visits {
			visits = append(visits, visit)
		}
		l.mu.Unlock()
		for _, visit := range visits {
			visit.show(l.hall(visit))
		}
		select {
		case <-l.stop:
			return
		case <-time.After(hallPace):
		}
	}
}

// hall is what one visitor sees.
func (l *Lobby) hall(visit *Visit) Hall {
	l.mu.Lock()
	defer l.mu.Unlock()
	hall := Hall{You: PersonLine{Name: visit.name, Guest: visit.guest}}
	where := map[string]string{}
	for code, info := range l.lines {
		line := info.line
		line.Names = slices.Clone(line.Names)
		seat, mine := info.seats[visit.id]
		switch {
		case mine && !seat.left:
			line.YourTurn = seat.toMove
			hall.Yours = append(hall.Yours, line)
		case info.public:
			hall.Rooms = append(hall.Rooms, line)
		default:
			hall.Rooms = append(hall.Rooms, RoomLine{
				Game: line.Game, Stage: line.Stage, Seats: line.Seats, Locked: true, Since: line.Since,
			})
		}
		for id := range info.inside {
			if info.public {
				where[id] = code
			}
		}
	}
	slices.SortFunc(hall.Rooms, byInterest)
	slices.SortFunc(hall.Yours, byInterest)
	hall.People = l.people(where)
	return hall
}

// byInterest: where it is your turn, then what can be joined, then the newest;
// locked rooms last.
func byInterest(a, b RoomLine) int {
	rank := func(line RoomLine) int {
		switch {
		case line.YourTurn:
			return 0
		case line.Locked:
			return 3
		case line.Stage == Gathering && line.Open > 0:
			return 1
		}
		return 2
	}
	if c := rank(a) - rank(b); c != 0 {
		return c
	}
	if c := b.Since.Compare(a.Since); c != 0 {
		return c
	}
	return slices.Compare([]byte(a.Code), []byte(b.Code))
}

// people lists everybody present once, by name. The caller holds mu.
func (l *Lobby) people(where map[string]string) []PersonLine {
	seen := map[string]bool{}
	var people []PersonLine
	for visit := range l.visits {
		if !seen[visit.id] {
			seen[visit.id] = true
			people = append(people, PersonLine{Name: visit.name, Guest: visit.guest, Room: where[visit.id]})
		}
	}
	slices.SortFunc(people, func(a, b PersonLine) int { return slices.Compare([]byte(a.Name), []byte(b.Name)) })
	return people
}

// open makes a room and starts its goroutine.
func (l *Lobby) open(visit *Visit, plan Plan) (*room, error) {
	game, plan, err := l.check(plan, visit.Name())
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.stopped:
		return nil, ErrStopping
	case len(l.rooms) >= l.limits.Rooms:
		return nil, errors.New("all rooms of this server are taken; join one, or try again later")
	case l.seatsOf(visit.id) >= l.limits.RoomsPerPerson:
		return nil, fmt.Errorf("you hold a seat in %d rooms already; leave one first", l.limits.RoomsPerPerson)
	}
	code := l.code()
	for l.rooms[code] != nil {
		code = l.code()
	}
	r := newRoom(l, code, game, plan)
	l.rooms[code] = r
	l.work.Go(r.run)
	return r, nil
}

// check completes a plan and refuses what cannot be played.
func (l *Lobby) check(plan Plan, name string) (engine.Game, Plan, error) {
	i := slices.IndexFunc(l.games, func(g engine.Game) bool { return g.Name == plan.Game })
	if i < 0 {
		return engine.Game{}, Plan{}, fmt.Errorf("there is no game %q here", CleanText(plan.Game, 20))
	}
	game := l.games[i]
	if plan.Seats == 0 {
		plan.Seats = game.MaxSeats
	}
	if plan.Seats < game.MinSeats || plan.Seats > game.MaxSeats {
		return engine.Game{}, Plan{}, fmt.Errorf("%s is for %d to %d players, not %d", game.Title, game.MinSeats, game.MaxSeats, plan.Seats)
	}
	if plan.Clock < 0 || plan.Clock > 30*24*time.Hour {
		return engine.Game{}, Plan{}, errors.New("the clock is off, or up to 30 days for a decision")
	}
	options, err := engine.Complete(game.Options, plan.Options)
	if err != nil {
		return engine.Game{}, Plan{}, err
	}
	plan.Options = options
	plan.Title = CleanText(plan.Title, l.limits.TitleCells)
	if plan.Title == "" {
		plan.Title = CleanText(name+"'s table", l.limits.TitleCells)
	}
	return game, plan, nil
}

// seatsOf counts the rooms where an identity holds a seat. The caller holds mu.
func (l *Lobby) seatsOf(id string) int {
	n := 0
	for _, info := range l.lines {
		if seat, mine := info.seats[id]; mine && !seat.left {
			n++
		}
	}
	return n
}

// describe takes what a room says about itself.
func (l *Lobby) describe(code string, info roomInfo) {
	l.mu.Lock()
	if l.rooms[code] != nil {
		l.lines[code] = info
	}
	l.mu.Unlock()
	l.touch()
}

// forget takes a room that has closed off the list.
func (l *Lobby) forget(code string) {
	l.mu.Lock()
	delete(l.rooms, code)
	delete(l.lines, code)
	l.mu.Unlock()
	l.touch()
}
