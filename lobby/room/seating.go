package room

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"parlor/engine"
	"parlor/engine/record"
	"parlor/lobby"
	"parlor/prose"
)

// botState is the state of a bot on a seat, also of a substitute.
type botState struct {
	thinking     bool          // an answer is pending
	busy         chan struct{} // one slot, taken while the bot computes; nil before the first computation
	secretMoves  int           // number of secret moves since its last visible one
	substituting bool          // it substitutes for an absent person
}

// timing is the clock's state of a seat.
type timing struct {
	since           time.Time // when the current decision began, according to public information
	pause           bool      // wants to pause the match
	substituteAsked bool      // another player has asked for a substitute until the person returns
}

func errWatching() error {
	return engine.Refuse(engine.NotYourTurn, engine.RefusedWatcher)
}

// freeBotName returns a bot name that cannot be confused with a taken one. If all are
// taken, it appends a number.
func freeBotName(taken func(folded string) bool) string {
	for number := 1; ; number++ {
		for _, name := range lobby.BotNames() {
			if number > 1 {
				name += " " + strconv.Itoa(number)
			}
			if !taken(lobby.FoldName(name)) {
				return name
			}
		}
	}
}

var errTakenOver = prose.Refuse("You opened this table in another terminal.")

// seat is a seat with its holder. It includes the state that the parts of the room keep for each
// seat, so that it moves with the seat.
type seat struct {
	kind  string
	id    string // identity of a person; empty once they have left permanently
	name  string
	guest bool
	// program is true if the person's client is a program. During a match it stays true.
	program bool
	handle  *Handle // the session that holds the seat; nil while away
	away    time.Time
	// offlineSince is when the absent person disconnected from the server; zero while they have a
	// session.
	offlineSince time.Time
	left         bool
	gone         int // order of leaving, from 1; 0 if the person has not left
	// claimed is the game that another player claimed; 0 if none has.
	claimed    int
	ready      bool   // wants the next match to begin
	began      string // identity of the person who began the match, kept after leaving; empty for a bot
	sharesHand bool   // shares its hand with spectators

	substitution

	timing   // of the clock
	botState // of the bots

	level engine.Level // of a bot
	seen  engine.Match // the match at the last change of this seat's view, without secret actions of others
}

// substitution records the moves and events of a bot that substitutes for an absent person in the match.
type substitution struct {
	botMoves  []int // indexes in the match; copied on write
	botEvents []int // indexes of public events in the current game; copied on write
	finished  bool  // it played when the match ended
}

// botMoves removes the recorded moves of substitute bots from the seats and returns them,
// for replaying the match.
func (s *seating) botMoves() map[int]bool {
	all := map[int]bool{}
	for i := range s.seats {
		for _, move := range s.seats[i].botMoves {
			all[move] = true
		}
		s.seats[i].botMoves = nil
	}
	return all
}

// movesByBot returns by seat the moves that substitute bots made, or nil if there were
// none.
func (s *seating) movesByBot() [][]int {
	all := make([][]int, len(s.seats))
	made := false
	for i := range s.seats {
		all[i] = append([]int{}, s.seats[i].botMoves...)
		made = made || len(all[i]) > 0
	}
	if !made {
		return nil
	}
	return all
}

// finish records at the end of a match the seats that a substitute bot has finished.
func (s *seating) finish() {
	for i := range s.seats {
		s.seats[i].finished = s.seats[i].kind == lobby.SeatPerson && s.seats[i].substituting
	}
}

// holder returns who plays the seat; substitute is true if a substitute bot does.
func (s seat) holder(substitute bool) holder {
	switch {
	case substitute || s.kind == lobby.SeatBot:
		return holder{record.Bot, max(s.level, engine.FirstBot)}
	case s.program:
		return holder{Kind: record.Program}
	}
	return holder{Kind: record.Person}
}

// here reports whether the seat belongs to a person who has not left permanently.
func (s seat) here() bool { return s.kind == lobby.SeatPerson && !s.left }

// taken reports whether the seat plays in the next match.
func (s seat) taken() bool { return s.kind == lobby.SeatBot || s.here() }

// absent reports whether the seat belongs to a person who is not in the room.
func (s seat) absent() bool { return s.here() && s.handle == nil }

// seating holds the seats of a room.
type seating struct {
	seats []seat
}

func (s *seating) snapshot() seating { return seating{slices.Clone(s.seats)} }

// has reports whether there is a seat at.
func (s *seating) has(at engine.Seat) bool { return at >= 0 && int(at) < len(s.seats) }

// of returns the seat of a person who has not left permanently, or -1.
func (s *seating) of(id string) int {
	return slices.IndexFunc(s.seats, func(s seat) bool { return s.here() && s.id == id })
}

// held returns the seat of a handle, or -1.
func (s *seating) held(h *Handle) int {
	return slices.IndexFunc(s.seats, func(s seat) bool { return s.handle == h })
}

// freeSeat returns the first empty seat, or -1.
func (s *seating) freeSeat() int {
	return slices.IndexFunc(s.seats, func(s seat) bool { return s.kind == lobby.SeatEmpty })
}

// taken returns the number of seats that play in the next match.
func (s *seating) taken() (n int) {
	for _, s := range s.seats {
		if s.taken() {
			n++
		}
	}
	return n
}

// connected reports whether any player has a session on the server.
func (s *seating) connected() bool {
	return slices.ContainsFunc(s.seats, func(s seat) bool { return s.here() && s.offlineSince.IsZero() })
}

// every returns the seats for which is returns true.
func (s *seating) every(is func(seat) bool) (all []int) {
	for i, seat := range s.seats {
		if is(seat) {
			all = append(all, i)
		}
	}
	return all
}

// inhabited reports whether any person has a seat.
func (s *seating) inhabited() bool { return slices.ContainsFunc(s.seats, seat.here) }

// successor returns the first seat with a present person other than not, or -1.
func (s *seating) successor(not string) int {
	return slices.IndexFunc(s.seats, func(s seat) bool { return s.here() && s.handle != nil && s.id != not })
}

// handles returns the handles of all seats.
func (s *seating) handles() (all []*Handle) {
	for _, s := range s.seats {
		if s.handle != nil {
			all = append(all, s.handle)
		}
	}
	return all
}

// gather keeps the taken seats and adds free ones up to n.
func (s *seating) gather(n int) {
	s.onlyTaken()
	s.unready()
	for i := range s.seats {
		s.seats[i].seen = nil
	}
	for len(s.seats) < n {
		s.seats = append(s.seats, seat{kind: lobby.SeatEmpty})
	}
}

// onlyTaken removes the free seats, so that seats may move up.
func (s *seating) onlyTaken() {
	s.seats = slices.DeleteFunc(s.seats, func(s seat) bool { return !s.taken() })
	s.renumber()
}

// renumber updates the seats of the handles.
func (s *seating) renumber() {
	for i := range s.seats {
		if h := s.seats[i].handle; h != nil {
			h.seat = engine.Seat(i)
		}
	}
}

// swap exchanges two seats.
func (s *seating) swap(one, other engine.Seat) {
	s.seats[one], s.seats[other] = s.seats[other], s.seats[one]
	s.renumber()
}

// unready marks all players as not ready.
func (s *seating) unready() {
	for i := range s.seats {
		s.seats[i].ready = false
	}
}

// ready reports whether all people are ready. While gathering, all seats must be taken,
// too.
func (s *seating) ready(gathering bool) bool {
	return !slices.ContainsFunc(s.seats, func(s seat) bool {
		return !s.taken() && gathering || s.here() && !s.ready
	})
}

// deal begins a match on all seats.
func (s *seating) deal(match engine.Match) {
	now := time.Now()
	for i := range s.seats {
		seat := &s.seats[i]
		seat.seen, seat.thinking, seat.since, seat.began, seat.substituteAsked = match, false, now, seat.id, false
		seat.claimed, seat.substitution = 0, substitution{}
		if seat.handle != nil {
			seat.program = seat.handle.guest.Program()
		}
	}
	s.unready()
}

// sit gives a free seat to a person.
func (s *seating) sit(at int, h *Handle) {
	s.seats[at] = seat{kind: lobby.SeatPerson, id: h.guest.ID(), name: h.name, guest: h.guest.Guest(), program: h.guest.Program(), handle: h}
	h.seat = engine.Seat(at)
}

// giveUp removes a player who has left a match for good from their seat. The seat stays.
func (s *seating) giveUp(at int) {
	last := 0
	for _, s := range s.seats {
		last = max(last, s.gone)
	}
	seat := &s.seats[at]
	seat.id, seat.handle, seat.left, seat.gone = "", nil, true, last+1
}

// byTimeAway returns the seats of all people, in the order in which they disconnected.
func (s *seating) byTimeAway() (away []int) {
	for i, s := range s.seats {
		if s.here() {
			away = append(away, i)
		}
	}
	slices.SortStableFunc(away, func(a, b int) int { return s.seats[a].away.Compare(s.seats[b].away) })
	return away
}

// comeBack returns a person to their seat, which has number at. An older session of theirs
// is closed.
func (s *seat) comeBack(at int, h *Handle, e effects) {
	if older := s.handle; older != nil {
		e.after(func() { older.end(errTakenOver) })
	} else {
		e.note(prose.T("{name} is back.", s.nameArg()))
	}
	s.handle, s.away, s.offlineSince, s.substituteAsked = h, time.Time{}, time.Time{}, false
	h.seat = engine.Seat(at)
}

// noteProgram updates whether a program has the seat after a return to it.
func (s *seat) noteProgram(inPlay bool, e effects) {
	program := s.handle.guest.Program() || inPlay && s.program
	if program == s.program {
		return
	}
	if s.program = program; program && inPlay {
		e.note(prose.T("A program now plays for {name}.", s.nameArg()))
		return
	}
	e.changed()
}

// goAway keeps the seat of a person who has closed the room. lost is true if they have no
// session on the server.
func (s *seat) goAway(lost bool, e effects) {
	s.handle, s.away = nil, e.now()
	if lost {
		s.offlineSince = s.away
	}
	e.note(prose.T("{name} is away. Their seat is kept.", s.nameArg()))
}

// nameArg returns the name on the seat for use in a text.
func (s *seat) nameArg() prose.Arg { return prose.Name(s.name) }

// people calls each with the identity and name of everyone who has or had a seat.
func (s *seating) people(each func(id, name string, handle *Handle)) {
	for _, s := range s.seats {
		if s.kind == lobby.SeatPerson {
			each(cmp.Or(s.id, s.began), s.name, s.handle)
		}
	}
}

// noSeat returns the error for a seat that does not exist.
func noSeat(at engine.Seat) error { return prose.Refuse("There is no seat {n}.", prose.N(int(at)+1)) }
