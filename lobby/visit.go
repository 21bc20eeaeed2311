package lobby

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Visit is one session's stay in the lobby. Its methods may be called from any
// goroutine.
type Visit struct {
	lobby *Lobby
	id    string
	guest bool
	codes *rate.Limiter // wrong codes of this visit
	name  string        // guarded by lobby.mu

	mu     sync.Mutex // guards what follows
	halls  chan Hall  // one slot
	chairs map[*Chair]struct{}
	closed bool
	ended  error
}

// Enter begins a visit: one session's stay.
func (l *Lobby) Enter(who Identity) (*Visit, error) {
	if who.ID == "" {
		return nil, errors.New("nobody is behind this session")
	}
	v := &Visit{
		lobby: l, id: who.ID, guest: who.Guest, codes: rate.NewLimiter(rate.Every(5*time.Second), 5),
		halls: make(chan Hall, 1), chairs: map[*Chair]struct{}{},
	}
	l.mu.Lock()
	if l.stopped {
		l.mu.Unlock()
		return nil, ErrStopping
	}
	v.name = l.freeName(who)
	l.visits[v] = struct{}{}
	l.mu.Unlock()
	v.show(l.hall(v))
	l.touch()
	return v, nil
}

// freeName is the wished name, cleaned and not to be taken for the name of
// somebody else who is here. Two sessions of one person have one name. The
// caller holds mu.
func (l *Lobby) freeName(who Identity) string {
	for visit := range l.visits {
		if visit.id == who.ID {
			return visit.name
		}
	}
	wished := CleanText(who.Name, l.limits.NameCells)
	if fold(wished) == "" {
		wished = "player"
	}
	name := wished
	for n := 2; l.nameTaken(name, who.ID); n++ {
		suffix := fmt.Sprintf("~%d", n)
		name = CleanText(wished, l.limits.NameCells-len(suffix)) + suffix
	}
	return name
}

// nameTaken says whether somebody else present could be taken for this name.
// A suffix is part of it: fold keeps its digits apart. The caller holds mu.
func (l *Lobby) nameTaken(name, id string) bool {
	for visit := range l.visits {
		if visit.id != id && fold(visit.name) == fold(name) {
			return true
		}
	}
	for _, info := range l.lines {
		for seated, line := range info.names {
			if seated != id && fold(line) == fold(name) {
				return true
			}
		}
	}
	return false
}

// Name is the clean, unique name of the visitor.
func (v *Visit) Name() string {
	v.lobby.mu.Lock()
	defer v.lobby.mu.Unlock()
	return v.name
}

// Rename asks for another name. At tables where the visitor sits already the
// old one stays.
func (v *Visit) Rename(wished string) error {
	name := CleanText(wished, v.lobby.limits.NameCells)
	if fold(name) == "" {
		return errors.New("a name needs at least one letter or number")
	}
	v.lobby.mu.Lock()
	if v.lobby.nameTaken(name, v.id) {
		v.lobby.mu.Unlock()
		return fmt.Errorf("%s is the name of somebody here, or looks like it; choose another", name)
	}
	for visit := range v.lobby.visits {
		if visit.id == v.id {
			visit.name = name
		}
	}
	v.lobby.mu.Unlock()
	v.lobby.touch()
	return nil
}

// Hall delivers the hall through one slot, the newest only; the first is there
// at once. It is closed when the visit ends; Ended then says why.
func (v *Visit) Hall() <-chan Hall { return v.halls }

// Ended is why Hall was closed: nil after Close.
func (v *Visit) Ended() error {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.ended
}

// show puts a hall into the slot in place of an older one.
func (v *Visit) show(hall Hall) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.closed {
		return
	}
	select {
	case <-v.halls:
	default:
	}
	v.halls <- hall
}

// end closes the hall.
func (v *Visit) end(reason error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !v.closed {
		v.closed, v.ended = true, reason
		close(v.halls)
	}
}

// Close ends the visit. Seats of the visitor are held.
func (v *Visit) Close() {
	v.end(nil)
	v.mu.Lock()
	chairs := make([]*Chair, 0, len(v.chairs))
	for chair := range v.chairs {
		chairs = append(chairs, chair)
	}
	v.mu.Unlock()
	for _, chair := range chairs {
		chair.Close()
	}
	v.lobby.mu.Lock()
	delete(v.lobby.visits, v)
	v.lobby.mu.Unlock()
	v.lobby.touch()
}

// Create makes a room and takes its first seat as its host.
func (v *Visit) Create(plan Plan) (*Chair, error) {
	r, err := v.lobby.open(v, plan)
	if err != nil {
		return nil, err
	}
	return r.admit(v, asPlayer)
}

// Join takes a free seat; somebody who already holds a seat there gets that one.
func (v *Visit) Join(code string) (*Chair, error) {
	r, err := v.find(code)
	if err != nil {
		return nil, err
	}
	return r.admit(v, asPlayer)
}

// Watch comes in without a seat; somebody who holds a seat there gets that one.
func (v *Visit) Watch(code string) (*Chair, error) {
	r, err := v.find(code)
	if err != nil {
		return nil, err
	}
	return r.admit(v, asWatcher)
}

// find is the room with a code. Wrong codes are slowed down, so that nobody
// finds a private room by trying.
func (v *Visit) find(code string) (*room, error) {
	read := readCode(code)
	v.lobby.mu.Lock()
	r := v.lobby.rooms[read]
	v.lobby.mu.Unlock()
	if v.codes.Tokens() < 1 || v.lobby.codes.Tokens() < 1 {
		return nil, errors.New("too many wrong codes; wait a little before the next")
	}
	if r == nil {
		v.codes.Allow()
		v.lobby.codes.Allow()
		return nil, fmt.Errorf("there is no room with the code %s; a code has %d letters and digits", CleanText(read, 10), codeLength)
	}
	return r, nil
}

// Quick joins an open public room of the game, or makes one; an empty game
// means any.
func (v *Visit) Quick(game string) (*Chair, error) {
	for _, line := range v.lobby.hall(v).Rooms {
		if line.Locked || line.Stage != Gathering || line.Open == 0 || (game != "" && line.Game != game) {
			continue
		}
		v.lobby.mu.Lock()
		r := v.lobby.rooms[line.Code]
		v.lobby.mu.Unlock()
		if r == nil {
			continue
		}
		// A room that has filled up meanwhile is passed over.
		if chair, err := r.admit(v, asPlayer); err == nil {
			return chair, nil
		}
	}
	if game == "" {
		game = v.lobby.games[0].Name
	}
	return v.Create(Plan{Game: game, Public: true})
}

// Return goes back to the room where this person's match is under way, the one
// that waits for him first.
func (v *Visit) Return() (*Chair, bool) {
	v.lobby.mu.Lock()
	var mine []RoomLine
	for _, info := range v.lobby.lines {
		seat, ok := info.seats[v.id]
		if ok && !seat.left && info.line.Stage != Gathering {
			line := info.line
			line.YourTurn = seat.toMove
			mine = append(mine, line)
		}
	}
	slices.SortFunc(mine, byInterest)
	var rooms []*room
	for _, line := range mine {
		rooms = append(rooms, v.lobby.rooms[line.Code])
	}
	v.lobby.mu.Unlock()
	for _, r := range rooms {
		if chair, err := r.admit(v, asHolder); err == nil {
			return chair, true
		}
	}
	return nil, false
}

// keep and drop remember the chairs to close with the visit.
func (v *Visit) keep(c *Chair) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.closed {
		return false
	}
	v.chairs[c] = struct{}{}
	return true
}

func (v *Visit) drop(c *Chair) {
	v.mu.Lock()
	defer v.mu.Unlock()
	delete(v.chairs, c)
}

// admit asks a room for a place and waits for the answer.
func (r *room) admit(v *Visit, how entrance) (*Chair, error) {
	c := &Chair{visit: v, room: r, updates: make(chan Update, 1)}
	if err := r.ask(context.Background(), func() error { return r.enter(c, how) }); err != nil {
		return nil, err
	}
	if !v.keep(c) {
		c.Close()
		return nil, errors.New("this session has ended")
	}
	return c, nil
}
