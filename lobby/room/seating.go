package room

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// mind is what the bots keep of a seat, that of a person included for whom one
// plays.
type mind struct {
	thinking bool          // an answer is on its way
	busy     chan struct{} // one slot, taken while the bot thinks; nil before it has
	secrets  int           // what it has done since anybody saw it do something
	standing bool          // it plays for a person who is away
}

// timing is what the clock keeps of a seat.
type timing struct {
	since time.Time // when the decision that is due began, as far as all can tell
	pause bool      // wants the match to stand still
	lent  bool      // another player has let a bot play until its person is back
}

func errWatching() error {
	return engine.Refuse(engine.NotYourTurn, engine.RefusedWatcher)
}

// freeBotName is a bot's name that nobody is called, nor could be taken for.
// Where all have been given it is one with a number.
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

// seat is a place at the table and who has it. The parts of a room have their
// own of each seat, so that it goes where the seat goes.
type seat struct {
	kind  string
	id    string // of a person; empty when they have left for good
	name  string
	guest bool
	// program says that a program plays for the person. Once one has played in a match,
	// that stays so until its end.
	program bool
	handle  *Handle // the session that holds it; nil while away
	away    time.Time
	// lost is since when its person, who is away, is not connected to the server at
	// all; zero while they are, on whatever screen.
	lost time.Time
	left bool
	gone int // who left before has a smaller number; 0 for those who have not
	// claimed is the round that another player claimed from the person; 0 where
	// nobody has.
	claimed int
	ready   bool   // wants the next match to begin
	began   string // identity of the person who began the match here, also after leaving; empty for a bot
	shares  bool   // shares its hand with spectators

	substitution

	timing // of the clock
	mind   // of the bots

	level engine.Level // of a bot
	seen  engine.Match // as it stood when its view was new last: what others do in secret is not in it
}

// substitution is what a bot has done in the match in the place of a person.
type substitution struct {
	botMoves  []int // by their places in the match; never changed in place
	botEvents []int // of the game that is played, which all saw; likewise
	finished  bool  // it played when the match ended
}

// botMoves takes what is kept of the moves of substitute bots from the seats, for the
// match to be played again, and answers which they are.
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

// movesByBot are by seat the moves of the match that substitute bots made; nil if they
// made none.
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

// finish notes at the end of a match for whom a bot has finished it.
func (s *seating) finish() {
	for i := range s.seats {
		s.seats[i].finished = s.seats[i].kind == lobby.SeatPerson && s.seats[i].standing
	}
}

// here reports whether the seat belongs to a person who has not left for good.
func (s seat) here() bool { return s.kind == lobby.SeatPerson && !s.left }

// taken reports whether somebody will play on this seat in the next match.
func (s seat) taken() bool { return s.kind == lobby.SeatBot || s.here() }

// absent reports whether a person has the seat who is not in the room.
func (s seat) absent() bool { return s.here() && s.handle == nil }

// seating is who sits where.
type seating struct {
	seats []seat
}

func (s *seating) snapshot() seating { return seating{slices.Clone(s.seats)} }

// has reports whether there is a seat of that number.
func (s *seating) has(at engine.Seat) bool { return at >= 0 && int(at) < len(s.seats) }

// of is the seat of a person who has not left for good, or -1.
func (s *seating) of(id string) int {
	return slices.IndexFunc(s.seats, func(s seat) bool { return s.here() && s.id == id })
}

// held is the seat that a hold has, or -1.
func (s *seating) held(h *Handle) int {
	return slices.IndexFunc(s.seats, func(s seat) bool { return s.handle == h })
}

// freeSeat is the first seat that nobody has, or -1.
func (s *seating) freeSeat() int {
	return slices.IndexFunc(s.seats, func(s seat) bool { return s.kind == lobby.SeatEmpty })
}

// taken counts the seats of those who will play the next match.
func (s *seating) taken() (n int) {
	for _, s := range s.seats {
		if s.taken() {
			n++
		}
	}
	return n
}

// connected reports whether any player is connected to the server, on whatever screen.
func (s *seating) connected() bool {
	return slices.ContainsFunc(s.seats, func(s seat) bool { return s.here() && s.lost.IsZero() })
}

// every are the numbers of the seats that a question is true of.
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

// heir is the first seat whose person is connected and is not the one named, or
// -1.
func (s *seating) heir(not string) int {
	return slices.IndexFunc(s.seats, func(s seat) bool { return s.here() && s.handle != nil && s.id != not })
}

// handles are the holds on seats.
func (s *seating) handles() (all []*Handle) {
	for _, s := range s.seats {
		if s.handle != nil {
			all = append(all, s.handle)
		}
	}
	return all
}

// gather keeps those who are there, and adds free seats up to n.
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

// onlyTaken drops the other seats, so that seats may move up.
func (s *seating) onlyTaken() {
	s.seats = slices.DeleteFunc(s.seats, func(s seat) bool { return !s.taken() })
	s.renumber()
}

// renumber tells the holds where their seats are.
func (s *seating) renumber() {
	for i := range s.seats {
		if h := s.seats[i].handle; h != nil {
			h.seat = engine.Seat(i)
		}
	}
}

// swap lets two seats change places.
func (s *seating) swap(one, other engine.Seat) {
	s.seats[one], s.seats[other] = s.seats[other], s.seats[one]
	s.renumber()
}

// unready forgets who was ready.
func (s *seating) unready() {
	for i := range s.seats {
		s.seats[i].ready = false
	}
}

// ready reports whether everybody wants the next match to begin; before the
// first one all seats have to be taken, too.
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
		seat.seen, seat.thinking, seat.since, seat.began, seat.lent = match, false, now, seat.id, false
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

// giveUp keeps the seat of somebody who left for good in a match, without them.
func (s *seating) giveUp(at int) {
	last := 0
	for _, s := range s.seats {
		last = max(last, s.gone)
	}
	seat := &s.seats[at]
	seat.id, seat.handle, seat.left, seat.gone = "", nil, true, last+1
}

// asTheyWent are the seats of all people, in the order in which they went away.
func (s *seating) asTheyWent() (away []int) {
	for i, s := range s.seats {
		if s.here() {
			away = append(away, i)
		}
	}
	slices.SortStableFunc(away, func(a, b int) int { return s.seats[a].away.Compare(s.seats[b].away) })
	return away
}

// comeBack gives a person the own seat again, which has that number; the newer session wins.
func (s *seat) comeBack(at int, h *Handle, e effects) {
	if older := s.handle; older != nil {
		e.after(func() { older.end(errTakenOver) })
	} else {
		e.note(prose.T("{name} is back.", s.called()))
	}
	s.handle, s.away, s.lost, s.lent = h, time.Time{}, time.Time{}, false
	h.seat = engine.Seat(at)
}

// noteProgram notes whether a program has the seat, after somebody has come back to it.
func (s *seat) noteProgram(inPlay bool, e effects) {
	program := s.handle.guest.Program() || inPlay && s.program
	if program == s.program {
		return
	}
	if s.program = program; program && inPlay {
		e.note(prose.T("A program plays for {name} from now on.", s.called()))
		return
	}
	e.changed()
}

// goAway keeps the seat of somebody who does not have the table open any more, or who
// is lost to the whole server.
func (s *seat) goAway(lost bool, e effects) {
	s.handle, s.away = nil, e.now()
	if lost {
		s.lost = s.away
	}
	e.note(prose.T("{name} is away. Their seat is kept.", s.called()))
}

// called is the name of who has the seat, for a text.
func (s *seat) called() prose.Arg { return prose.Name(s.name) }

// people are the identities of those who have, or had, a seat, with their names
// there.
func (s *seating) people(each func(id, name string, handle *Handle)) {
	for _, s := range s.seats {
		if s.kind == lobby.SeatPerson {
			each(cmp.Or(s.id, s.began), s.name, s.handle)
		}
	}
}

// noSeat refuses an order about a seat that is not there.
func noSeat(at engine.Seat) error { return prose.Refuse("There is no seat {n}.", prose.N(int(at)+1)) }
