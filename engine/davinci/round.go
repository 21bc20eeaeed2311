package davinci

import (
	"math/bits"

	"parlor/engine"
)

// A tileID is a number for a tile: the index of its number in order, or 24 and 25 for the black and
// the white joker.
type tileID uint8

const (
	firstJoker tileID = 2 * (tileID(MaxNumber) + 1)
	noTile     tileID = 0xff
)

func idOf(color Color, value Value) tileID {
	if value == Joker {
		value = MaxNumber + 1
	}
	return tileID(2*int(value) + int(color)) //nolint:gosec // 0 to 25
}

func (id tileID) color() Color { return Color(id & 1) }

func (id tileID) value() Value {
	if id >= firstJoker {
		return Joker
	}
	return valueOf(int(id))
}

func (id tileID) bit() tileSet { return 1 << id }

// A tileSet is a set of tiles, with one bit per tile.
type tileSet uint32

// ofColor returns all tiles of a colour.
func ofColor(color Color) tileSet { return 0x1555555 << color }

const jokersOnly tileSet = 3 << firstJoker

// lowest returns the first tile of a set.
func lowest(set tileSet) tileID {
	return tileID(bits.TrailingZeros32(uint32(set))) //nolint:gosec // at most 32
}

// firstBit returns the lowest bit of a set.
func firstBit(set uint32) int { return bits.TrailingZeros32(set) }

// A tile is a tile in a rack.
type tile struct {
	id    tileID
	color Color
	open  bool
	not   tileSet // wrong guesses
	asked tileSet // guesses by its owner while having it
}

// A rack is the row of tiles of a seat.
type rack struct {
	tiles  [mostTiles]tile
	n      int
	hidden int
	out    bool
}

// mostTiles is greater than the number of tiles that one player can draw in a round.
const mostTiles = 16

// gaps returns the legal gaps for a tile, as bits. Bit 0 is left of the first tile. There is always
// one. A joker in a rack never moves, so numbers are placed around it (rules.md §1, "Where a tile
// may go").
func (k *rack) gaps(id tileID, strict bool) uint32 {
	if id >= firstJoker {
		return k.jokerGaps(strict)
	}
	low, high, before, after := 0, k.n, noTile, noTile
	for i := range k.n {
		other := k.tiles[i].id
		if other >= firstJoker {
			continue
		}
		if other > id {
			high, after = i, other
			break
		}
		low, before = i+1, other
	}
	all, good := uint32(0), uint32(0)
	for gap := low; gap <= high; gap++ {
		all |= 1 << gap
		jokerLeft, jokerRight := gap > low && follows(before, id), gap < high && follows(id, after)
		if !jokerLeft && !jokerRight {
			good |= 1 << gap
		}
	}
	if strict && good != 0 {
		return good
	}
	return all
}

// follows reports whether right is the next number of the same colour after left. Under strict
// jokers, no joker may be between them.
func follows(left, right tileID) bool {
	return left != noTile && right != noTile && right == left+2
}

func (k *rack) jokerGaps(strict bool) uint32 {
	all := uint32(1)<<(k.n+1) - 1
	if !strict {
		return all
	}
	for gap := range k.n + 1 {
		before, after := noTile, noTile
		for i := gap - 1; i >= 0 && before == noTile; i-- {
			if k.tiles[i].id < firstJoker {
				before = k.tiles[i].id
			}
		}
		for i := gap; i < k.n && after == noTile; i++ {
			if k.tiles[i].id < firstJoker {
				after = k.tiles[i].id
			}
		}
		if follows(before, after) {
			all &^= 1 << gap
		}
	}
	return all
}

// insert puts a tile into a gap.
func (k *rack) insert(gap int, one tile) {
	copy(k.tiles[gap+1:k.n+1], k.tiles[gap:k.n])
	k.tiles[gap] = one
	k.n++
	k.hidden += index(!one.open)
}

// hiddenSum returns the sum of the hidden numbers, without jokers.
func (k *rack) hiddenSum() int {
	sum := 0
	for _, one := range k.tiles[:k.n] {
		if !one.open && one.id < firstJoker {
			sum += int(one.id / 2)
		}
	}
	return sum
}

// A round holds the rules of a round in progress. It contains all secrets. It is cheap to copy, for
// states and for simulated games.
type round struct {
	racks  [MaxSeats]rack
	own    [MaxSeats]tileSet // in the rack and drawn
	scores [MaxSeats]int
	stacks [2][numbers]tileID // the pool by colour; the last one left is on top
	left   [2]int
	pool   [2]int  // number of tiles to leave; see fill
	open   tileSet // face up
	inPlay tileSet
	seats  int
	turn   int // none in the setup and at the end
	winner int // none until the end
	phase  phase
	hand   tileID // the drawn tile of the seat in turn, or noTile
	asked  tileSet
	gap    int      // gap for the drawn tile
	strict bool     // jokers
	sum    bool     // the winner scores their hidden numbers
	told   *[]Event // receives the events; nil in simulated games
}

// phase is the phase of a round.
type phase uint8

const (
	inSetup phase = iota
	toDraw
	toGuess
	toGoOn
	toShow
	isOver
)

func (p phase) String() string {
	return [...]string{PhaseSetup, PhaseDraw, PhaseGuess, PhaseAgain, PhaseShow, PhaseOver}[p]
}

// tell reports an event of the seat in turn.
func (r *round) tell(kind EventKind) { r.tellOf(Event{Kind: kind, Seat: engine.Seat(r.turn)}) }

func (r *round) tellOf(event Event) {
	if r.told != nil {
		*r.told = append(*r.told, event)
	}
}

// tellTile reports that a tile has come to lie face up.
func (r *round) tellTile(kind EventKind, seat, place int, id tileID) {
	r.tellOf(Event{Kind: kind, Seat: engine.Seat(seat), Place: place + 1, Color: id.color(), Value: id.value()})
}

// pop removes the top remaining tile of a colour, for a seat.
func (r *round) pop(seat int, color Color) tileID {
	r.left[color]--
	id := r.stacks[color][r.left[color]]
	r.own[seat] |= id.bit()
	return id
}

// draw draws a tile of a remaining colour and chooses its leftmost gap. A random gap would make
// the random stream depend on hidden jokers.
func (r *round) draw(color Color) {
	r.hand, r.asked = r.pop(r.turn, color), 0
	r.gap = firstBit(r.gaps())
	r.phase = toGuess
	r.tellOf(Event{Kind: EventDrew, Seat: engine.Seat(r.turn), Color: color})
}

// gaps returns the legal gaps of the drawn tile, as bits.
func (r *round) gaps() uint32 { return r.racks[r.turn].gaps(r.hand, r.strict) }

// guess plays a guess of a hidden tile.
func (r *round) guess(seat, place int, id tileID) {
	one := &r.racks[seat].tiles[place]
	right := one.id == id
	if r.told != nil {
		r.tellOf(Event{Kind: EventGuessed, Seat: engine.Seat(r.turn), Target: engine.Seat(seat), Place: place + 1, Value: id.value(), Right: right})
	}
	r.asks(id)
	if !right {
		one.not |= id.bit()
		r.pay()
		return
	}
	r.turnUp(EventOpened, seat, place)
	r.phase = toGoOn
	r.scores[r.turn] += PointsRight
	if r.outIfOpen(seat) {
		r.scores[r.turn] += PointsKnockOut
		r.endIfWon()
	}
}

// asks records the signal of a guess at the tiles of the guessing seat.
func (r *round) asks(id tileID) {
	rack := &r.racks[r.turn]
	for i := range rack.tiles[:rack.n] {
		if one := &rack.tiles[i]; one.color == id.color() {
			one.asked |= id.bit()
		}
	}
	if r.hand != noTile && r.hand.color() == id.color() {
		r.asked |= id.bit()
	}
}

// turnUp turns a hidden tile face up.
func (r *round) turnUp(kind EventKind, seat, place int) {
	one := &r.racks[seat].tiles[place]
	one.open = true
	r.open |= one.id.bit()
	r.racks[seat].hidden--
	if r.told != nil {
		r.tellTile(kind, seat, place, one.id)
	}
}

// pay applies the penalty for a wrong guess: the drawn tile is added face up; without a drawn
// tile, the guesser turns up an own tile of their choice (NO sheet).
func (r *round) pay() {
	if r.hand != noTile {
		r.insert(true)
		r.nextTurn()
		return
	}
	r.phase = toShow
	if r.racks[r.turn].hidden == 1 {
		for place := range r.racks[r.turn].tiles {
			if !r.racks[r.turn].tiles[place].open {
				r.show(place)
				return
			}
		}
	}
}

// show turns an own tile up and ends the turn.
func (r *round) show(place int) {
	r.turnUp(EventTurned, r.turn, place)
	if !r.outIfOpen(r.turn) || !r.endIfWon() {
		r.nextTurn()
	}
}

// insert puts the drawn tile into its gap.
func (r *round) insert(open bool) {
	r.racks[r.turn].insert(r.gap, tile{id: r.hand, color: r.hand.color(), open: open, asked: r.asked})
	if open {
		r.open |= r.hand.bit()
	}
	switch {
	case r.told == nil:
	case open:
		r.tellTile(EventAdded, r.turn, r.gap, r.hand)
	default:
		r.tellOf(Event{Kind: EventKept, Seat: engine.Seat(r.turn), Place: r.gap + 1, Color: r.hand.color()})
	}
	r.hand = noTile
}

// stop ends a turn after a right guess: the drawn tile is added hidden.
func (r *round) stop() {
	if r.hand != noTile {
		r.insert(false)
	} else {
		r.tell(EventStopped)
	}
	r.nextTurn()
}

// nextTurn passes the turn to the next seat clockwise that is in.
func (r *round) nextTurn() {
	for {
		r.turn = (r.turn + 1) % r.seats
		if !r.racks[r.turn].out {
			break
		}
	}
	r.beginTurn()
}

func (r *round) beginTurn() {
	r.phase = toDraw
	if r.left[Black]+r.left[White] == 0 {
		r.phase = toGuess
	}
	r.tell(EventTurn)
}

// outIfOpen marks a seat as out if its rack has no hidden tile left. It reports whether it did.
func (r *round) outIfOpen(seat int) bool {
	if r.racks[seat].out = r.racks[seat].hidden == 0; r.racks[seat].out {
		r.tellOf(Event{Kind: EventOut, Seat: engine.Seat(seat)})
	}
	return r.racks[seat].out
}

// endIfWon ends the round when one seat is left. If the winner has a drawn tile, it is added
// hidden, and counts.
func (r *round) endIfWon() bool {
	winner := none
	for seat := range r.seats {
		if r.racks[seat].out {
			continue
		}
		if winner != none {
			return false
		}
		winner = seat
	}
	if r.hand != noTile && winner == r.turn {
		r.insert(false)
	}
	r.phase, r.winner, r.turn = isOver, winner, none
	r.scores[winner] += PointsWin
	if r.sum {
		r.scores[winner] += r.racks[winner].hiddenSum()
	}
	r.tellOf(Event{Kind: EventWon, Seat: engine.Seat(winner)})
	return true
}
