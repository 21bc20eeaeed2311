package davinci

import (
	"slices"
	"strings"

	"parlor/engine"
	"parlor/engine/kit"
)

func (s *state) Play(seat engine.Seat, action engine.Action) (engine.State[View, Event], []Event, error) {
	var told []Event
	next := *s
	next.told = &told
	t := table{&next}
	if err := t.play(seat, action); err != nil {
		return nil, nil, err
	}
	next.told = nil
	if len(told) > 0 {
		next.log = &happened{events: slices.Clone(told), before: s.log}
	}
	return &next, told, nil
}

// A table plays actions on a state that is not shared yet, or lists the available ones.
type table struct{ *state }

func (t *table) play(seat engine.Seat, action engine.Action) error {
	words := split(action)
	switch {
	case !t.isSeat(seat):
		return engine.Refuse(engine.NotYourTurn, engine.RefusedWatcher)
	case t.phase == isOver:
		return engine.Refuse(engine.RoundOver, engine.RefusedOver)
	case t.racks[seat].out:
		return engine.Refuse(engine.NotYourTurn, RefusedOut)
	case len(words) == 1 && words[0] == string(engine.Resign):
		t.resign(seat)
		return nil
	case !t.moves(seat) && t.phase == inSetup:
		return engine.Refuse(engine.NotYourTurn, RefusedWaiting)
	case !t.moves(seat):
		return engine.Refuse(engine.NotYourTurn, RefusedTurn, engine.Seat(t.turn))
	case action == engine.Timeout:
		t.timeOut(seat)
		return nil
	}
	return kit.Play(action, t.verbOf(seat, words), func() error { return engine.Refuse(engine.NotAnAction, RefusedAction) })
}

// split returns the words of an action, which are separated by single spaces.
func split(action engine.Action) []string {
	if strings.ContainsAny(string(action), "\t,") {
		return nil
	}
	return kit.Split(action)
}

// verbOf returns the verb of an action, or nil if there is none with its name.
func (t *table) verbOf(seat engine.Seat, words []string) []kit.Verb {
	if len(words) == 0 || !slices.Contains(verbNames(), words[0]) {
		return nil
	}
	return []kit.Verb{t.verb(seat, words[0], t.can(seat, words[0]))}
}

// Spell implements engine.Speller.
func (s *state) Spell(seat engine.Seat, action engine.Action) engine.Action {
	words := split(action)
	switch {
	case len(words) == 1 && words[0] == string(engine.Resign):
		return engine.Resign
	case len(words) > 0 && s.moves(seat):
		return kit.Spell(action, (&table{s}).verbOf(seat, words))
	}
	return action
}

// place chooses a legal gap: for a joker in the setup, which is added, or for the drawn tile, which
// does not move yet.
func (t *table) place(seat engine.Seat, gap int) {
	if t.phase != inSetup {
		t.gap, t.chosen = gap, t.chosen+1
		return
	}
	own := &t.setup[seat]
	t.stand(seat, gap, own.pending[0])
	own.pending = own.pending[1:]
}

// stand adds a hidden tile to a gap in the setup.
func (t *table) stand(seat engine.Seat, gap int, id tileID) {
	t.racks[seat].insert(gap, tile{id: id, color: id.color()})
}

// draw draws a tile of a colour. Its owner may have to choose the gap.
func (t *table) draw(color Color) {
	t.round.draw(color)
	t.chosen = 0
}

// anyColor returns the colour of a random tile of the pool.
func (t *table) anyColor(chance *engine.Chance) Color {
	if chance.IntN(t.left[Black]+t.left[White]) < t.left[Black] {
		return Black
	}
	return White
}

// addTaken takes a tile in the setup and adds it to the rack. A joker waits for its gap.
func (t *table) addTaken(seat engine.Seat, color Color) {
	id, own := t.pop(int(seat), color), &t.setup[seat]
	own.taken++
	t.tellOf(Event{Kind: EventTook, Seat: seat, Color: color})
	if id >= firstJoker {
		own.pending = append(slices.Clip(own.pending), id)
	} else {
		t.stand(seat, firstBit(t.racks[seat].gaps(id, false)), id)
	}
	if own.taken == t.need() && t.jokers == NoJokers {
		t.ready(seat)
	}
}

// takeRest takes the remaining tiles of a seat in the setup, in random colours.
func (t *table) takeRest(seat engine.Seat, chance *engine.Chance) {
	for t.setup[seat].taken < t.need() {
		t.addTaken(seat, t.anyColor(chance))
	}
}

func (t *table) ready(seat engine.Seat) {
	t.setup[seat].ready = true
	t.tellOf(Event{Kind: EventReady, Seat: seat})
	t.beginIfReady()
}

func (t *table) beginIfReady() {
	if slices.ContainsFunc(t.setup[:t.seats], func(own setupRack) bool { return !own.ready }) {
		return
	}
	if t.turn = int(t.first); t.racks[t.turn].out {
		t.nextTurn()
	} else {
		t.beginTurn()
	}
}

// resign turns up all tiles of a seat. No seat scores for that.
func (t *table) resign(seat engine.Seat) {
	t.tellOf(Event{Kind: EventResigned, Seat: seat})
	inTurn := t.turn == int(seat)
	if inTurn && t.hand != noTile {
		t.insert(true)
	}
	t.standPending(seat)
	r := &t.racks[seat]
	for place := range r.tiles[:r.n] {
		r.tiles[place].open = true
		t.open |= r.tiles[place].id.bit()
	}
	r.hidden, t.setup[seat].ready = 0, true
	t.outIfOpen(int(seat))
	switch {
	case t.endIfWon():
		for other := range engine.Seat(t.seats) {
			t.standPending(other)
		}
	case t.phase == inSetup:
		t.beginIfReady()
	case inTurn:
		t.nextTurn()
	}
}

// standPending adds the jokers of a seat without a gap at the left of its rack, where every joker
// is legal. This completes the setup of the seat.
func (t *table) standPending(seat engine.Seat) {
	for _, id := range slices.Backward(t.setup[seat].pending) {
		t.stand(seat, 0, id)
	}
	t.setup[seat].pending = nil
}

// timeOut performs what is due (CS sheet, rules.md §1 "Clock and absence").
func (t *table) timeOut(seat engine.Seat) {
	t.tellOf(Event{Kind: EventTimedOut, Seat: seat})
	switch {
	case t.phase == inSetup:
		t.finishSetup(seat)
	case t.phase == toDraw:
		t.draw(t.anyColor(t.chance.byClock(seat)))
		t.pay()
	case t.hand != noTile:
		t.pay()
	default:
		t.show(t.anyHidden(seat))
	}
}

// finishSetup makes the remaining choices of a seat at random.
func (t *table) finishSetup(seat engine.Seat) {
	t.takeRest(seat, t.chance.byClock(seat))
	places := t.chance.gapsByClock(seat)
	for len(t.setup[seat].pending) > 0 {
		_, gaps := t.choice(seat)
		t.place(seat, gaps[places.IntN(len(gaps))])
	}
	if !t.setup[seat].ready {
		t.ready(seat)
	}
}

// anyHidden returns the position of a random hidden tile.
func (t *table) anyHidden(seat engine.Seat) int {
	left := t.chance.byClock(seat).IntN(t.racks[seat].hidden)
	return slices.IndexFunc(t.racks[seat].tiles[:], func(one tile) bool {
		if !one.open {
			left--
		}
		return left < 0
	})
}
