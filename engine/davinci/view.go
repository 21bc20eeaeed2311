package davinci

import (
	"slices"

	"parlor/engine"
)

// Phases of a round, as all seats see them.
const (
	PhaseSetup = "setup" // all seats take their tiles
	PhaseDraw  = "draw"  // the seat in turn draws a tile
	PhaseGuess = "guess" // the seat in turn must guess
	PhaseAgain = "again" // after a right guess: guess again, or stop
	PhaseShow  = "show"  // after a wrong guess with an empty pool: turn up an own tile
	PhaseOver  = "over"  // all tiles are open
)

// A View is what a seat or a spectator may know about a round.
type View struct {
	Seat   engine.Seat `json:"seat"`
	Phase  string      `json:"phase"`
	Turn   engine.Seat `json:"turn"` // 0 (engine.Watcher) in the setup and at the end
	Racks  []Rack      `json:"racks"`
	Pool   Pool        `json:"pool"`
	Choice *Choice     `json:"choice"` // own tile with a choice of gaps, or null
	Points []float64   `json:"points"` // by seat, in this round so far; empty if the game has no points
	Log    []Event     `json:"log"`    // since the round began; under memory only the last guess, its results, and the draw of this turn
	Jokers string      `json:"jokers"` // option jokers: "none", "free" or "strict"
	Memory bool        `json:"memory"` // option memory
}

// A Rack is the row of tiles of a seat, from its owner's left.
type Rack struct {
	Seat  engine.Seat `json:"seat"`
	Out   bool        `json:"out"`
	Taken int         `json:"taken"` // setup: number of tiles taken so far
	Ready bool        `json:"ready"` // setup: the rack is complete
	// Tiles are the tiles in order. In the setup, the tiles of other seats are listed black
	// before white, because their order is not public yet, and own jokers without a place are in
	// Unplaced instead.
	Tiles []Tile `json:"tiles"`
	// Unplaced are the own jokers of the setup without a place, in the order in which they are
	// placed. It is empty for other seats.
	Unplaced []Tile `json:"unplaced"`
	Drawn    *Tile  `json:"drawn"` // the drawn tile, which is not in Tiles; null if there is none
}

// A Tile is a tile as the reader of the view sees it.
type Tile struct {
	Color Color   `json:"color"`
	Value Value   `json:"value"`
	Open  bool    `json:"open"`      // face up
	Not   []Value `json:"ruled_out"` // values of wrong guesses; empty under memory, and once the tile is open
}

// A Pool has the number of tiles in the pool, by colour.
type Pool struct {
	Black int `json:"black"`
	White int `json:"white"`
}

// A Choice is an own tile with a choice of gaps: a joker to place in the setup, or the drawn
// tile. Gap 1 is left of the first tile of the rack, and gap n+1 right of the n-th. Other seats
// cannot tell that there is a choice.
type Choice struct {
	Tile   Tile  `json:"tile"`
	Gaps   []int `json:"gaps"`   // legal gaps, ascending
	Chosen int   `json:"chosen"` // 0 until one is chosen
}

func (s *state) View(seat engine.Seat) View {
	view := View{
		Seat: seat, Phase: s.phase.String(), Turn: engine.Seat(s.turn), Racks: make([]Rack, s.seats),
		Pool:   Pool{Black: s.left[Black], White: s.left[White]},
		Points: append([]float64{}, s.viewPoints()...), Log: s.visibleLog(), Jokers: s.jokers, Memory: s.memory,
	}
	for other := range view.Racks {
		view.Racks[other] = s.viewRack(seat, engine.Seat(other))
	}
	if s.isSeat(seat) {
		view.Choice = s.viewChoice(seat)
	}
	return view
}

// viewRack returns a rack of owner as the reader may see it.
func (s *state) viewRack(reader, owner engine.Seat) Rack {
	r, own := &s.racks[owner], s.setup[owner]
	view := Rack{Seat: owner, Out: r.out, Taken: own.taken, Ready: own.ready, Tiles: make([]Tile, 0, r.n), Unplaced: []Tile{}}
	knows := reader == owner || s.phase == isOver
	if s.phase == inSetup && !knows && !r.out {
		view.Tiles = unordered(r, own.pending)
		return view
	}
	for _, one := range r.tiles[:r.n] {
		view.Tiles = append(view.Tiles, s.viewTile(one, knows))
	}
	if reader == owner {
		for _, id := range own.pending {
			view.Unplaced = append(view.Unplaced, s.viewTile(tile{id: id}, true))
		}
	}
	if s.hand != noTile && int(owner) == s.turn {
		drawn := s.viewTile(tile{id: s.hand}, knows)
		view.Drawn = &drawn
	}
	return view
}

// viewTile returns a tile, with its value if it is open or known to the reader.
func (s *state) viewTile(one tile, known bool) Tile {
	view := Tile{Color: one.id.color(), Value: Unknown, Open: one.open, Not: []Value{}}
	if one.open || known {
		view.Value = one.id.value()
	}
	if s.memory || one.open {
		return view
	}
	for value := Joker; value <= MaxNumber && one.not != 0; value++ {
		if one.not&idOf(view.Color, value).bit() != 0 {
			view.Not = append(view.Not, value)
		}
	}
	return view
}

// unordered returns what other seats see of a rack in the setup: the number of tiles of each
// colour, without their order.
func unordered(r *rack, pending []tileID) []Tile {
	var count [2]int
	for _, one := range r.tiles[:r.n] {
		count[one.color]++
	}
	for _, id := range pending {
		count[id.color()]++
	}
	tiles := []Tile{}
	for color, n := range count {
		for range n {
			tiles = append(tiles, Tile{Color: Color(color), Value: Unknown, Not: []Value{}})
		}
	}
	return tiles
}

func (s *state) viewChoice(seat engine.Seat) *Choice {
	piece, gaps := s.choice(seat)
	if len(gaps) == 0 {
		return nil
	}
	choice := Choice{Tile: s.viewTile(tile{id: piece}, true)}
	for _, gap := range gaps {
		choice.Gaps = append(choice.Gaps, gap+1)
	}
	if s.phase != inSetup && s.chosen > 0 {
		choice.Chosen = s.gap + 1
	}
	return &choice
}

// visibleLog returns the public events of the round. Under memory it returns only those of the
// last guess and the current turn.
func (s *state) visibleLog() []Event {
	n := 0
	for batch := s.log; batch != nil; batch = batch.before {
		n += len(batch.events)
	}
	log := make([]Event, n)
	for batch := s.log; batch != nil; batch = batch.before {
		n -= len(batch.events)
		copy(log[n:], batch.events)
	}
	if s.memory {
		return lastGuess(log)
	}
	return log
}

// lastGuess returns the part of a log that players see under memory: the last guess, its results,
// and the start of the current turn. Before the first guess it drops only the setup.
func lastGuess(log []Event) []Event {
	guess, turn := lastIndex(log, EventGuessed), lastIndex(log, EventTurn)
	if turn < 0 {
		return log
	}
	if guess < turn {
		if guess < 0 {
			return log[turn:]
		}
		came := guess + slices.IndexFunc(log[guess:], func(e Event) bool { return e.Kind == EventTurn })
		return append(log[guess:came:came], log[turn:]...)
	}
	kept := []Event{log[turn]}
	if log[turn+1].Kind == EventDrew {
		kept = append(kept, log[turn+1])
	}
	return append(kept, log[guess:]...)
}

// lastIndex returns the index of the last event of a kind, or -1.
func lastIndex(log []Event, kind EventKind) int {
	for i, event := range slices.Backward(log) {
		if event.Kind == kind {
			return i
		}
	}
	return -1
}
