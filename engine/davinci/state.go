package davinci

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"parlor/engine"
)

// Values of the options.
const (
	NoJokers     = "none"
	FreeJokers   = "free"   // NO, CS: a joker goes anywhere
	StrictJokers = "strict" // FR: not between neighbours of one colour

	International = "international" // NO: with the sum of the winner's hidden numbers
	Classic       = "classic"       // CS: without it
	Single        = "single"        // one round, no points
)

// Points under International and Classic (NO and CS sheets).
const (
	PointsRight    = 1 // each right guess
	PointsKnockOut = 3 // revealing the last hidden tile of another seat
	PointsWin      = 5
)

// Seats that can play.
const (
	MinSeats = 2
	MaxSeats = 4
)

// Rules of Da Vinci Code.
func Rules() engine.Rules[View, Event] {
	return engine.Rules[View, Event]{
		Name: "davinci", Title: "Da Vinci Code", Version: 3, ResignsMatch: 3,
		Blurb:    "Guess the others' hidden number tiles.",
		MinSeats: MinSeats, MaxSeats: MaxSeats,
		Options: []engine.Option{
			{
				Name: "jokers", Title: "Jokers", Default: NoJokers,
				Help:   "Two tiles without a number that can stand anywhere; if strict, not between two neighbouring numbers of one colour.",
				Values: []engine.Value{{Name: NoJokers, Title: "none"}, {Name: FreeJokers, Title: "free"}, {Name: StrictJokers, Title: "strict"}},
			},
			{
				Name: "points", Title: "Points", Default: International,
				Help:   "International adds the sum of the winner's hidden numbers; classic does not; single is one game without points.",
				Values: []engine.Value{{Name: International}, {Name: Classic}, {Name: Single}},
			},
			roundsOption(),
			engine.FirstOption("First", "Who begins the first game; after that, the next seat to the left.", MaxSeats),
			{
				Name: "memory", Title: "Memory", Default: "off", Values: engine.OffOn(),
				Help: "Nothing is written down: the log shows the last guess only.",
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
	rounds := engine.RoundsOption("Games", "How many games a match has; the most points win.", 1, 9, 1, 3)
	rounds.Applies = func(o engine.Options) bool { return o["points"] != Single }
	return rounds
}

// tile is one piece.
type tile struct {
	color Color
	value Value
	open  bool
	not   values // guessed wrong at it
}

// order sorts numbers: black before white where they are equal.
func (t tile) order() int { return 2*int(t.value) + int(t.color) }

// values is a set of values: bit 0 is the joker, bit n+1 the number n.
type values uint16

func (s values) has(v Value) bool    { return s&(1<<(v+1)) != 0 }
func (s values) with(v Value) values { return s | 1<<(v+1) }

// rack is what one seat has.
type rack struct {
	tiles   []tile
	pending []tile // setup: jokers that have no place yet
	taken   int    // setup
	ready   bool   // setup: the rack stands
	out     bool
	drawn   *tile // never changed in place
	gap     int   // where drawn will go, unchosen while its owner has to say
	chosen  int   // how often its owner has said so
}

const unchosen = -1

// maxRechoices is how often the owner of a drawn tile may choose another gap
// after the first, by version 2 of the rules. Nobody sees these choices, so
// nothing else would end them.
const maxRechoices = 16

// hidden counts the tiles that are not face up.
func (r rack) hidden() int {
	n := 0
	for _, t := range r.tiles {
		if !t.open {
			n++
		}
	}
	return n
}

// entry is the gap where the drawn tile goes in: the chosen one, or where its
// owner was too late or resigned the leftmost that is legal. Chance must not
// choose it: only racks with jokers would take from the stream, and all that
// comes out of it later would depend on who has them.
func (r rack) entry(strict bool) int {
	if r.gap != unchosen {
		return r.gap
	}
	return gaps(r.tiles, *r.drawn, strict)[0]
}

// state is one moment of a round. It is immutable: whatever a change touches
// is copied first.
type state struct {
	bound  bool // the gap of a drawn tile is chosen 1 + maxRechoices times at most
	jokers string
	points string
	memory bool
	first  engine.Seat
	chance engine.Chance
	stacks [2][]Value // the pool, by colour; the last one is on top
	racks  []rack
	phase  string
	turn   engine.Seat // engine.Watcher in setup and at the end
	scores []int
	winner engine.Seat // engine.Watcher until the end
	log    *happened
}

// happened is what the table saw of the newest move that it saw anything of,
// and before that: successors share it.
type happened struct {
	events []Event
	before *happened
}

func deal(setup engine.Setup) (engine.State[View, Event], error) {
	if setup.Seats < MinSeats || setup.Seats > MaxSeats {
		return nil, engine.Refuse(engine.BadSetup, "Da Vinci Code is for %d to %d players, not %d.", MinSeats, MaxSeats, setup.Seats)
	}
	s := state{
		bound:  setup.Version >= 2,
		jokers: setup.Options["jokers"], points: setup.Options["points"], memory: setup.Options["memory"] == "on",
		first: setup.First, chance: engine.NewChance(setup.Seed), phase: PhaseSetup,
		racks: make([]rack, setup.Seats), scores: make([]int, setup.Seats),
		turn: engine.Watcher, winner: engine.Watcher,
	}
	for color := range s.stacks {
		for value := range MaxNumber + 1 {
			s.stacks[color] = append(s.stacks[color], value)
		}
		if s.jokers != NoJokers {
			s.stacks[color] = append(s.stacks[color], Joker)
		}
		stack := s.stacks[color]
		s.chance.Shuffle(len(stack), func(i, j int) { stack[i], stack[j] = stack[j], stack[i] })
	}
	return s, nil
}

// setupTiles is how many tiles each seat takes in setup.
func setupTiles(seats int) int {
	if seats == MaxSeats {
		return 3
	}
	return 4
}

func (s state) need() int { return setupTiles(len(s.racks)) }

func (s state) pool() int { return len(s.stacks[Black]) + len(s.stacks[White]) }

func (s state) isSeat(seat engine.Seat) bool { return seat >= 0 && int(seat) < len(s.racks) }

// moves says whether the seat has a decision to make.
func (s state) moves(seat engine.Seat) bool {
	if s.phase == PhaseSetup {
		return s.isSeat(seat) && !s.racks[seat].ready
	}
	return s.isSeat(seat) && seat == s.turn
}

func (s state) ToMove() []engine.Seat {
	if s.phase != PhaseSetup {
		if s.phase == PhaseOver {
			return nil
		}
		return []engine.Seat{s.turn}
	}
	var waiting []engine.Seat
	for seat := range s.racks {
		if s.moves(engine.Seat(seat)) {
			waiting = append(waiting, engine.Seat(seat))
		}
	}
	return waiting
}

// fixed says whether the gap of the seat's drawn tile was chosen as often as may
// be.
func (s state) fixed(seat engine.Seat) bool {
	r := s.racks[seat]
	return s.bound && r.drawn != nil && r.chosen > maxRechoices
}

// choice is the tile that the seat has to find a place for, and its gaps.
// There is none where only one gap is legal, except for a joker in setup: it
// is shown to its owner even then.
func (s state) choice(seat engine.Seat) (tile, []int) {
	r := s.racks[seat]
	switch {
	case s.phase == PhaseSetup && r.taken == s.need() && len(r.pending) > 0:
		return r.pending[0], gaps(r.tiles, r.pending[0], s.jokers == StrictJokers)
	case r.drawn != nil:
		if all := gaps(r.tiles, *r.drawn, s.jokers == StrictJokers); len(all) > 1 {
			return *r.drawn, all
		}
	}
	return tile{}, nil
}

// mustPlace says whether the seat can do nothing before it has placed a tile.
func (s state) mustPlace(seat engine.Seat) bool {
	_, all := s.choice(seat)
	return len(all) > 0 && (s.phase == PhaseSetup || s.racks[seat].gap == unchosen)
}

func (s state) Legal(seat engine.Seat) iter.Seq[engine.Action] {
	return func(yield func(engine.Action) bool) {
		if !s.moves(seat) {
			return
		}
		for _, gap := range second(s.choice(seat)) {
			if !s.fixed(seat) && !yield(Place(gap+1)) {
				return
			}
		}
		if s.mustPlace(seat) {
			return
		}
		for action := range s.phaseActions(seat) {
			if !yield(action) {
				return
			}
		}
	}
}

func second(_ tile, all []int) []int { return all }

// phaseActions are those that the phase allows, apart from place.
func (s state) phaseActions(seat engine.Seat) iter.Seq[engine.Action] {
	switch s.phase {
	case PhaseSetup:
		if s.racks[seat].taken == s.need() {
			return slices.Values([]engine.Action{Ready})
		}
		return slices.Values(append(s.colorActions(Take, TakeAny), Deal))
	case PhaseDraw:
		return slices.Values(s.colorActions(Draw, DrawAny))
	case PhaseShow:
		return s.showActions(seat)
	}
	return s.guessActions(seat)
}

func (s state) colorActions(of func(Color) engine.Action, random engine.Action) []engine.Action {
	var actions []engine.Action
	for color := range s.stacks {
		if len(s.stacks[color]) > 0 {
			actions = append(actions, of(Color(color)))
		}
	}
	return append(actions, random)
}

func (s state) showActions(seat engine.Seat) iter.Seq[engine.Action] {
	return func(yield func(engine.Action) bool) {
		for place, t := range s.racks[seat].tiles {
			if !t.open && !yield(Show(place+1)) {
				return
			}
		}
	}
}

func (s state) guessActions(seat engine.Seat) iter.Seq[engine.Action] {
	lowest := Value(0)
	if s.jokers != NoJokers {
		lowest = Joker
	}
	return func(yield func(engine.Action) bool) {
		if s.phase == PhaseAgain && !yield(Stop) {
			return
		}
		for other, r := range s.racks {
			for place, t := range r.tiles {
				if t.open || engine.Seat(other) == seat || r.out {
					continue
				}
				for value := lowest; value <= MaxNumber; value++ {
					if !yield(Guess(engine.Seat(other), place+1, value)) {
						return
					}
				}
			}
		}
	}
}

func (s state) Grammar(seat engine.Seat) []string {
	if s.phase == PhaseOver || !s.isSeat(seat) || s.racks[seat].out {
		return nil
	}
	var forms []string
	if s.moves(seat) {
		forms = s.forms(seat)
	}
	return append(forms, string(engine.Resign))
}

func (s state) forms(seat engine.Seat) []string {
	var forms []string
	if _, all := s.choice(seat); len(all) > 0 && !s.fixed(seat) {
		forms = append(forms, "place "+strings.Join(gapWords(all), "|"))
	}
	if s.mustPlace(seat) {
		return forms
	}
	switch s.phase {
	case PhaseSetup:
		if s.racks[seat].taken == s.need() {
			return append(forms, string(Ready))
		}
		return append(forms, "take "+strings.Join(s.colors(), "|"), string(Deal))
	case PhaseDraw:
		return append(forms, "draw "+strings.Join(s.colors(), "|"))
	case PhaseShow:
		return append(forms, "show PLACE")
	case PhaseAgain:
		forms = append(forms, string(Stop))
	}
	if s.jokers != NoJokers {
		return append(forms, "guess SEAT PLACE 0-11|joker")
	}
	return append(forms, "guess SEAT PLACE 0-11")
}

// colors names what can be taken: black, white, any.
func (s state) colors() engine.Words {
	var names engine.Words
	for color := range s.stacks {
		if len(s.stacks[color]) > 0 {
			names = append(names, Color(color).String())
		}
	}
	return append(names, "any")
}

// gapWords are gaps as people count them.
func gapWords(all []int) engine.Words {
	words := make(engine.Words, len(all))
	for i, gap := range all {
		words[i] = strconv.Itoa(gap + 1)
	}
	return words
}

func (s state) Result() engine.Result {
	result := engine.Result{Winners: []engine.Seat{}}
	if s.winner != engine.Watcher {
		result.Winners = append(result.Winners, s.winner)
	}
	if s.points != Single {
		for _, score := range s.scores {
			result.Points = append(result.Points, float64(score))
		}
	}
	return result
}
