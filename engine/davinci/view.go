package davinci

import (
	"slices"

	"parlor/engine"
)

// Phases of a round, as all seats see them.
const (
	PhaseSetup = "setup" // all take their tiles at once
	PhaseDraw  = "draw"  // the seat in turn takes a tile from the pool
	PhaseGuess = "guess" // it must guess
	PhaseAgain = "again" // it guessed right: another guess, or stop
	PhaseShow  = "show"  // it guessed wrong with an empty pool: it turns up a tile of its own
	PhaseOver  = "over"  // all tiles are open
)

// View is what one seat, or a spectator, may know of a round.
type View struct {
	Seat   engine.Seat `json:"seat"`
	Phase  string      `json:"phase"`
	Turn   engine.Seat `json:"turn"` // 0 (the watcher's number) in setup and at the end
	Racks  []Rack      `json:"racks"`
	Pool   Pool        `json:"pool"`
	Choice *Choice     `json:"choice"` // own tile that may stand in more than one gap; null where there is none
	Points []float64   `json:"points"` // by seat, in this round so far; empty where no points are kept
	Log    []Event     `json:"log"`    // since the round began; under memory the last guess, what came of it, and the draw of this turn
	Jokers string      `json:"jokers"` // the option: "none", "free" or "strict"
	Memory bool        `json:"memory"` // the option
}

// Rack is the row of tiles of one seat, from its owner's left.
type Rack struct {
	Seat  engine.Seat `json:"seat"`
	Out   bool        `json:"out"`
	Taken int         `json:"taken"` // setup: tiles taken so far
	Ready bool        `json:"ready"` // setup: the rack stands
	// Tiles in the order they stand. In setup the others' tiles are listed
	// black before white, where they will stand is not public yet; own jokers
	// that have no place yet are in Unplaced and not here.
	Tiles []Tile `json:"tiles"`
	// Unplaced are own jokers of the setup without a place, in the order they
	// are placed; always empty for others.
	Unplaced []Tile `json:"unplaced"`
	Drawn    *Tile  `json:"drawn"` // the tile drawn in this turn, which stands apart; null where there is none
}

// Tile is a tile as the view's seat sees it.
type Tile struct {
	Color Color   `json:"color"`
	Value Value   `json:"value"`
	Open  bool    `json:"open"`      // face up for the whole table
	Not   []Value `json:"ruled_out"` // values guessed wrong at it; empty under memory, and once it is open
}

// Pool counts the tiles that no seat has, by colour.
type Pool struct {
	Black int `json:"black"`
	White int `json:"white"`
}

// Choice is the own tile that may stand in more than one gap: a joker to be
// placed in setup, or the drawn tile. Gap 1 is left of the first tile of the
// rack, gap n+1 right of the n-th. Others cannot tell that there is a choice.
type Choice struct {
	Tile   Tile  `json:"tile"`
	Gaps   []int `json:"gaps"`   // legal ones, ascending
	Chosen int   `json:"chosen"` // 0 while none is chosen
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

// viewTile returns a tile; its value is in it if it is open or known.
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

// unordered returns what others see of a rack during setup: the number of tiles taken of each
// colour, but neither their places nor which are not placed yet.
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

// visibleLog returns what happened since the round began, under memory what people
// at a table still have before them.
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

// lastGuess leaves of a log the last guess, what came of it, and what the
// current turn began with. Before the first guess there is nothing to forget
// but the setup.
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

// lastIndex returns where the last event of a kind stands, -1 for nowhere.
func lastIndex(log []Event, kind EventKind) int {
	for i, event := range slices.Backward(log) {
		if event.Kind == kind {
			return i
		}
	}
	return -1
}
