package davinci

import (
	"parlor/engine"
)

// Phases of a round, as everybody sees them.
const (
	PhaseSetup = "setup" // all take their tiles at once
	PhaseDraw  = "draw"  // the seat in turn takes a tile from the pool
	PhaseGuess = "guess" // it must guess
	PhaseAgain = "again" // it guessed right: another guess, or stop
	PhaseShow  = "show"  // it guessed wrong with an empty pool: it turns up a tile of its own
	PhaseOver  = "over"  // all tiles are open
)

// View is what one seat, or a watcher, may know of a round.
type View struct {
	Seat   engine.Seat    `json:"seat"`
	Phase  string         `json:"phase"`
	Turn   engine.Seat    `json:"turn"` // 0 (the watcher's number) in setup and at the end
	Racks  []Rack         `json:"racks"`
	Pool   Pool           `json:"pool"`
	Choice *Choice        `json:"choice"` // own tile that may stand in more than one gap; null where there is none
	Points []float64      `json:"points"` // by seat, in this round so far; empty where no points are kept
	Log    []engine.Event `json:"log"`    // since the round began; under memory only the last guess and what came of it
	Jokers string         `json:"jokers"` // the option: "none", "free" or "strict"
	Memory bool           `json:"memory"` // the option
}

// Rack is the row of tiles of one seat, from its owner's left.
type Rack struct {
	Seat  engine.Seat `json:"seat"`
	Out   bool        `json:"out"`
	Taken int         `json:"taken"` // setup: tiles taken so far
	Ready bool        `json:"ready"` // setup: the rack stands
	// Tiles in the order they stand. In setup the others' tiles are listed
	// black before white: where they will stand is not public yet, and an own
	// joker that has no place yet is in Choice and not here.
	Tiles []Tile `json:"tiles"`
	Drawn *Tile  `json:"drawn"` // the tile drawn in this turn, which stands apart; null where there is none
}

// Tile is a tile as the view's seat sees it.
type Tile struct {
	Color Color   `json:"color"`
	Value Value   `json:"value"`
	Open  bool    `json:"open"`      // face up for the whole table
	Not   []Value `json:"ruled_out"` // values guessed wrong at it; empty under memory, and once it is open
}

// Pool counts the tiles that nobody has, by colour.
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
