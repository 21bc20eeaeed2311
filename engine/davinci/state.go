package davinci

import (
	"iter"
	"strconv"

	"parlor/engine"
	"parlor/engine/kit"
)

// Values of the options.
const (
	NoJokers     = "none"
	FreeJokers   = "free"   // NO, CS: jokers may be anywhere
	StrictJokers = "strict" // FR: not between consecutive numbers of one colour

	International = "international" // NO: with the sum of the winner's hidden numbers
	Classic       = "classic"       // CS: without that sum
	Single        = "single"        // one round, no points
)

// Points under International and Classic (NO and CS sheets).
const (
	PointsRight    = 1 // for each right guess
	PointsKnockOut = 3 // for revealing the last hidden tile of another seat
	PointsWin      = 5
)

// Limits of the number of seats.
const (
	MinSeats = 2
	MaxSeats = 4
)

// Rules returns the rules of Da Vinci Code.
func Rules() engine.Rules[View, Event] {
	return engine.Rules[View, Event]{
		Name: "davinci", Title: "Da Vinci Code", Version: 4, NamedStreams: namedStreams, ResignsMatch: 3,
		Blurb:    "Guess the others' hidden number tiles.",
		MinSeats: MinSeats, MaxSeats: MaxSeats,
		Options: []engine.Option{
			{
				Name: "jokers", Title: "Jokers", Default: NoJokers,
				Help:   "Two tiles without numbers, which can stand anywhere; if strict, not between two neighbouring numbers of the same colour.",
				Values: []engine.Value{{Name: NoJokers, Title: "none"}, {Name: FreeJokers, Title: "free"}, {Name: StrictJokers, Title: "strict"}},
			},
			{
				Name: "points", Title: "Points", Default: International,
				Help:   "International adds the sum of the winner's hidden numbers; classic does not; single is one game without points.",
				Values: []engine.Value{{Name: International}, {Name: Classic}, {Name: Single}},
			},
			roundsOption(),
			engine.FirstOption("First", "Who goes first in the first game; then the next seat, in seat order.", MaxSeats),
			{
				Name: "memory", Title: "Memory", Default: "off", Values: engine.OffOn(),
				Help: "Played from memory: the log shows only the last guess.",
			},
		},
		Rounds: func(o engine.Options) int {
			if o["points"] == Single {
				return 1
			}
			return o.Int("rounds")
		},
		Open: func(o engine.Options) bool { return o["jokers"] == NoJokers },
		Deal: deal, ReadEvent: ReadEvent, Actions: actionForms,
		Resigned:  func(seat engine.Seat) Event { return Event{Kind: EventResigned, Seat: seat} },
		Levels:    levelTitles(),
		LevelHelp: levelHelp(),
		Think:     think,
		Worlds:    worlds,
		Claims:    claims,
		Resample:  resample,
	}
}

func roundsOption() engine.Option {
	rounds := engine.RoundsOption("Games", "The number of games in a match; the most points win.", 1, 9, 1, 3)
	rounds.Applies = func(o engine.Options) bool { return o["points"] != Single }
	return rounds
}

// values is a set of values: bit 0 is the joker, and bit n+1 the number n.
type values uint16

func (s values) has(v Value) bool    { return s&(1<<(v+1)) != 0 }
func (s values) with(v Value) values { return s | 1<<(v+1) }

// A setupRack is the state of a seat in the setup, besides its rack.
type setupRack struct {
	pending []tileID // jokers without a place
	taken   int
	ready   bool // the rack is complete
}

// maxRechoices is how often the owner of a drawn tile may choose another gap after the first
// choice, from version 2 of the rules on. No other seat sees these choices, so nothing else would
// limit them.
const maxRechoices = 16

// namedStreams is the first version of the rules that draws from named streams.
const namedStreams = 4

// chances has the random streams of a round after the stacks are shuffled. Time-outs of a seat
// draw from streams of that seat, so that no draw depends on the jokers of other seats.
type chances struct {
	named bool
	any   engine.Chance // random colours; for older rules, everything in the round
	clock [MaxSeats]engine.Chance
	gaps  [MaxSeats]engine.Chance // gaps of jokers that are placed by time-outs in the setup
}

// begin sets the streams of a round, and returns those that shuffle the stacks.
func (c *chances) begin(setup engine.Setup) (stacks [2]*engine.Chance) {
	if setup.Version < namedStreams {
		c.any = engine.NewChance(setup.Seed)
		return [2]*engine.Chance{&c.any, &c.any}
	}
	c.named, c.any = true, setup.Seed.Stream("any")
	for seat := range engine.Seat(setup.Seats) {
		c.clock[seat] = setup.Seed.Stream("clock " + seat.String())
		c.gaps[seat] = setup.Seed.Stream("gaps " + seat.String())
	}
	for color := range stacks {
		stack := setup.Seed.Stream(Color(color).String())
		stacks[color] = &stack
	}
	return stacks
}

// byClock returns the stream for the time-outs of a seat.
func (c *chances) byClock(seat engine.Seat) *engine.Chance {
	if c.named {
		return &c.clock[seat]
	}
	return &c.any
}

// gapsByClock returns the stream for the gaps of a seat's jokers that are placed by time-outs.
// The number of jokers affects no other draw.
func (c *chances) gapsByClock(seat engine.Seat) engine.Chance {
	if c.named {
		return c.gaps[seat]
	}
	return engine.NewChance(c.any.Seed())
}

// state is the position of a round. It is immutable: a move is played on a copy.
type state struct {
	round
	bound  bool // the gap of a drawn tile is chosen at most 1 + maxRechoices times
	jokers string
	points string
	memory bool
	first  engine.Seat
	chance chances
	setup  [MaxSeats]setupRack
	chosen int // how often the owner of the drawn tile has chosen its gap
	log    *happened
}

// happened is a list of public events: those of the last public move, and the ones before it.
// Successor states share it.
type happened struct {
	events []Event
	before *happened
}

func deal(setup engine.Setup) (engine.State[View, Event], error) {
	if setup.Seats < MinSeats || setup.Seats > MaxSeats {
		return nil, engine.Refuse(engine.BadSetup, "Da Vinci Code is for %d to %d players, not %d.", MinSeats, MaxSeats, setup.Seats)
	}
	s := &state{
		round: round{
			seats: setup.Seats, turn: none, winner: none, hand: noTile,
			strict: setup.Options["jokers"] == StrictJokers, sum: setup.Options["points"] == International,
		},
		bound:  setup.Version >= 2,
		jokers: setup.Options["jokers"], points: setup.Options["points"], memory: setup.Options["memory"] == "on",
		first: setup.First,
	}
	shuffled := s.chance.begin(setup)
	most := MaxNumber
	if s.jokers != NoJokers {
		most++ // stands for the joker
	}
	for color := range s.stacks {
		stack := s.stacks[color][:most+1]
		for value := range stack {
			stack[value] = tileID(2*value + color)
			s.inPlay |= stack[value].bit()
		}
		s.left[color] = len(stack)
		shuffled[color].Shuffle(len(stack), func(i, j int) { stack[i], stack[j] = stack[j], stack[i] })
	}
	return s, nil
}

// setupTiles returns the number of tiles that each seat takes in the setup.
func setupTiles(seats int) int {
	if seats == MaxSeats {
		return 3
	}
	return 4
}

func (s *state) need() int { return setupTiles(s.seats) }

func (s *state) isSeat(seat engine.Seat) bool { return seat >= 0 && int(seat) < s.seats }

// moves reports whether the seat has to decide.
func (s *state) moves(seat engine.Seat) bool {
	if s.phase == inSetup {
		return s.isSeat(seat) && !s.setup[seat].ready
	}
	return s.isSeat(seat) && int(seat) == s.turn
}

func (s *state) ToMove() (waiting []engine.Seat) {
	for seat := range engine.Seat(s.seats) {
		if s.moves(seat) {
			waiting = append(waiting, seat)
		}
	}
	return waiting
}

// fixed reports whether the gap of the seat's drawn tile was chosen as often as allowed.
func (s *state) fixed(seat engine.Seat) bool {
	return s.bound && s.hand != noTile && int(seat) == s.turn && s.chosen > maxRechoices
}

// choice returns the tile for which the seat has to choose a gap, and its legal gaps. A tile with
// only one legal gap is not returned, except a joker in the setup.
func (s *state) choice(seat engine.Seat) (tileID, []int) {
	switch own := s.setup[seat]; {
	case s.phase == inSetup && own.taken == s.need() && len(own.pending) > 0:
		return own.pending[0], bitsOf(s.racks[seat].gaps(own.pending[0], s.strict))
	case s.hand != noTile && int(seat) == s.turn:
		if gaps := s.gaps(); gaps&(gaps-1) != 0 {
			return s.hand, bitsOf(gaps)
		}
	}
	return noTile, nil
}

// bitsOf returns the bits of a set.
func bitsOf(set uint32) (bits []int) {
	for ; set != 0; set &= set - 1 {
		bits = append(bits, firstBit(set))
	}
	return bits
}

// mustPlace reports whether the seat must place a tile before it can do anything else.
func (s *state) mustPlace(seat engine.Seat) bool {
	_, gaps := s.choice(seat)
	return len(gaps) > 0 && (s.phase == inSetup || s.chosen == 0)
}

func (s *state) Legal(seat engine.Seat) iter.Seq[engine.Action] {
	return func(yield func(engine.Action) bool) {
		if s.moves(seat) {
			kit.Legal((&table{s}).verbs(seat))(yield)
		}
	}
}

func (s *state) Grammar(seat engine.Seat) []string {
	switch {
	case s.phase == isOver || !s.isSeat(seat) || s.racks[seat].out:
		return nil
	case s.moves(seat):
		return kit.Forms((&table{s}).verbs(seat))
	}
	return []string{string(engine.Resign)}
}

// colors returns the names of the colours that can be taken, and "any".
func (s *state) colors() engine.Words {
	var names engine.Words
	for color, left := range s.left {
		if left > 0 {
			names = append(names, Color(color).String())
		}
	}
	return append(names, "any")
}

// gapWords returns gaps as numbers from 1.
func gapWords(all []int) engine.Words {
	words := make(engine.Words, len(all))
	for i, gap := range all {
		words[i] = strconv.Itoa(gap + 1)
	}
	return words
}

func (s *state) Result() engine.Result {
	result := engine.Result{Winners: []engine.Seat{}, Points: s.viewPoints()}
	if s.winner != none {
		result.Winners = append(result.Winners, engine.Seat(s.winner))
	}
	return result
}

// viewPoints returns the points by seat, or nil if the game has no points.
func (s *state) viewPoints() (points []float64) {
	for _, score := range s.scores[:s.seats] {
		if s.points != Single {
			points = append(points, float64(score))
		}
	}
	return points
}
