package davinci

// A fastID is a tile as a number: its order, or 24 and 25 for the black and the
// white joker.
type fastID uint8

const (
	firstJoker fastID = 2 * (fastID(MaxNumber) + 1)
	noTile     fastID = 0xff
)

func fastOf(color Color, value Value) fastID {
	if value == Joker {
		return lowest(1 << firstJoker << color)
	}
	return lowest(1 << tile{color: color, value: value}.order())
}

func (id fastID) color() Color { return Color(id & 1) }

func (id fastID) bit() tileSet { return 1 << id }

// number is 0 for a joker, as where hidden numbers are added up.
func (id fastID) number() int {
	if id >= firstJoker {
		return 0
	}
	return int(id / 2)
}

// tileSet has a bit for each tile.
type tileSet uint32

// ofColor are all tiles of a colour.
func ofColor(color Color) tileSet { return 0x1555555 << color }

const jokersOnly tileSet = 3 << firstJoker

// fastTile is a tile in a rack.
type fastTile struct {
	id    fastID
	color Color
	open  bool
	not   tileSet // guessed wrong at it
	asked tileSet // its owner has asked for while having it
}

// fastRack has at most so many tiles as one player can have drawn.
type fastRack struct {
	tiles  [fastTiles]fastTile
	n      int
	hidden int
	out    bool
}

const fastTiles = 16

// fastRound is a round in play, by the rules of state, as a value without
// pointers: games played in thought copy it. It knows everything, as state does;
// who plays in it has to look away.
type fastRound struct {
	racks  [MaxSeats]fastRack
	own    [MaxSeats]tileSet // in rack and hand
	scores [MaxSeats]int
	stacks [2][numbers]fastID // the pool by colour, the last of those left is on top
	left   [2]int
	pool   [2]int  // how many there are to be left
	open   tileSet // face up
	inPlay tileSet
	seats  int
	turn   int
	winner int // none until the end
	phase  fastPhase
	hand   fastID // or noTile
	asked  tileSet
	gap    int  // where hand will go in
	strict bool // jokers
	sum    bool // the winner scores hidden numbers
}

type fastPhase uint8

const (
	fastDraw fastPhase = iota
	fastGuess
	fastAgain
	fastShow
	fastOver
)

// draw takes a tile of a colour that is left, and puts it before its leftmost gap.
func (r *fastRound) draw(color Color) {
	r.left[color]--
	r.hand, r.asked = r.stacks[color][r.left[color]], 0
	r.own[r.turn] |= r.hand.bit()
	r.gap = firstBit(r.gaps())
	r.phase = fastGuess
}

// gaps are where the tile in hand may go, as bits; see the function gaps.
func (r *fastRound) gaps() uint32 {
	rack := &r.racks[r.turn]
	if r.hand >= firstJoker {
		return rack.jokerGaps(r.strict)
	}
	low, high, before, after := 0, rack.n, noTile, noTile
	for i := range rack.n {
		other := rack.tiles[i].id
		if other >= firstJoker {
			continue
		}
		if other > r.hand {
			high, after = i, other
			break
		}
		low, before = i+1, other
	}
	all, good := uint32(0), uint32(0)
	for gap := low; gap <= high; gap++ {
		all |= 1 << gap
		jokerLeft, jokerRight := gap > low && follows(before, r.hand), gap < high && follows(r.hand, after)
		if !jokerLeft && !jokerRight {
			good |= 1 << gap
		}
	}
	if r.strict && good != 0 {
		return good
	}
	return all
}

// follows says whether a number is the next one of the same colour.
func follows(left, right fastID) bool {
	return left != noTile && right != noTile && right == left+2
}

func (k *fastRack) jokerGaps(strict bool) uint32 {
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

// guess says what a hidden tile is.
func (r *fastRound) guess(seat, place int, id fastID) {
	one := &r.racks[seat].tiles[place]
	r.asks(id)
	if one.id != id {
		one.not |= id.bit()
		r.pay()
		return
	}
	one.open = true
	r.open |= id.bit()
	r.racks[seat].hidden--
	r.phase = fastAgain
	r.scores[r.turn] += PointsRight
	if r.outIfOpen(seat) {
		r.scores[r.turn] += PointsKnockOut
		r.endIfWon()
	}
}

// asks notes the signal of a guess at the tiles of who makes it.
func (r *fastRound) asks(id fastID) {
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

// pay is the price of a wrong guess.
func (r *fastRound) pay() {
	if r.hand != noTile {
		r.insert(true)
		r.nextTurn()
		return
	}
	r.phase = fastShow
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
func (r *fastRound) show(place int) {
	one := &r.racks[r.turn].tiles[place]
	one.open = true
	r.open |= one.id.bit()
	r.racks[r.turn].hidden--
	if r.outIfOpen(r.turn) && r.endIfWon() {
		return
	}
	r.nextTurn()
}

// insert puts the tile in hand into its gap.
func (r *fastRound) insert(open bool) {
	rack := &r.racks[r.turn]
	copy(rack.tiles[r.gap+1:rack.n+1], rack.tiles[r.gap:rack.n])
	rack.tiles[r.gap] = fastTile{id: r.hand, color: r.hand.color(), open: open, asked: r.asked}
	rack.n++
	if open {
		r.open |= r.hand.bit()
	} else {
		rack.hidden++
	}
	r.hand = noTile
}

// stop ends a turn after a right guess.
func (r *fastRound) stop() {
	if r.hand != noTile {
		r.insert(false)
	}
	r.nextTurn()
}

func (r *fastRound) nextTurn() {
	for {
		r.turn = (r.turn + 1) % r.seats
		if !r.racks[r.turn].out {
			break
		}
	}
	r.phase = fastDraw
	if r.left[Black]+r.left[White] == 0 {
		r.phase = fastGuess
	}
}

func (r *fastRound) outIfOpen(seat int) bool {
	r.racks[seat].out = r.racks[seat].hidden == 0
	return r.racks[seat].out
}

// endIfWon ends the round when one seat is left.
func (r *fastRound) endIfWon() bool {
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
	r.phase, r.winner = fastOver, winner
	r.scores[winner] += PointsWin
	if r.sum {
		for _, one := range r.racks[winner].tiles[:r.racks[winner].n] {
			if !one.open {
				r.scores[winner] += one.id.number()
			}
		}
	}
	return true
}
