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

// A table plays actions on a state, which is not shared yet, or lists those that a seat
// can play.
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

// split returns the words of an action, between which this game has spaces only.
func split(action engine.Action) []string {
	if strings.ContainsAny(string(action), "\t,") {
		return nil
	}
	return kit.Split(action)
}

// verbOf returns the verb with which an action of a seat begins; none if there is no such
// verb.
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

// place chooses a legal gap for a joker in setup, which then stands, or for the drawn tile,
// which does not move yet.
func (t *table) place(seat engine.Seat, gap int) {
	if t.phase != inSetup {
		t.gap, t.chosen = gap, t.chosen+1
		return
	}
	own := &t.setup[seat]
	t.stand(seat, gap, own.pending[0])
	own.pending = own.pending[1:]
}

// stand puts a tile of the setup into a gap, hidden.
func (t *table) stand(seat engine.Seat, gap int, id tileID) {
	t.racks[seat].insert(gap, tile{id: id, color: id.color()})
}

// draw draws a tile of a colour, whose gap its owner may have to choose.
func (t *table) draw(color Color) {
	t.round.draw(color)
	t.chosen = 0
}

// anyColor returns the colour of a tile of the pool, by chance.
func (t *table) anyColor(chance *engine.Chance) Color {
	if chance.IntN(t.left[Black]+t.left[White]) < t.left[Black] {
		return Black
	}
	return White
}

// addTaken takes a tile in setup and gives it its place; a joker waits for one.
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

// takeRest takes what the seat has still to take, colours by chance.
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

// resign opens all that the seat has. No seat scores for it.
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

// standPending puts the jokers of a seat that have no place yet to the left of its rack,
// where every joker may stand: the setup is over for it.
func (t *table) standPending(seat engine.Seat) {
	for _, id := range slices.Backward(t.setup[seat].pending) {
		t.stand(seat, 0, id)
	}
	t.setup[seat].pending = nil
}

// timeOut does what is due (CS sheet, rules.md §1 "Clock and absence").
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

// finishSetup makes the choices that a seat has left, by chance.
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

// anyHidden returns the place of a hidden tile, by chance.
func (t *table) anyHidden(seat engine.Seat) int {
	left := t.chance.byClock(seat).IntN(t.racks[seat].hidden)
	return slices.IndexFunc(t.racks[seat].tiles[:], func(one tile) bool {
		if !one.open {
			left--
		}
		return left < 0
	})
}
