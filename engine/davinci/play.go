package davinci

import (
	"slices"

	"parlor/engine"
)

func (s state) Play(seat engine.Seat, action engine.Action) (engine.State[View, Event], []Event, error) {
	t := table{state: s}
	if err := t.play(seat, action); err != nil {
		return nil, nil, err
	}
	if len(t.told) > 0 {
		t.log = &happened{events: slices.Clone(t.told), before: s.log}
	}
	return t.state, t.told, nil
}

// table is a state while an action is played on it: everything that it
// changes is copied from the state before, and what happens is told.
type table struct {
	state
	told   []Event
	copied bool
}

// tell writes down what happened.
func (t *table) tell(event Event) { t.told = append(t.told, event) }

// tellTile writes down that the tile at a place, from 0, has come to lie face up.
func (t *table) tellTile(kind EventKind, seat engine.Seat, place int, piece tile) {
	t.tell(Event{Kind: kind, Seat: seat, Place: place + 1, Color: piece.color, Value: piece.value})
}

// rack is a seat's rack, ready to be changed.
func (t *table) rack(seat engine.Seat) *rack {
	if !t.copied {
		t.racks, t.scores, t.copied = slices.Clone(t.racks), slices.Clone(t.scores), true
	}
	return &t.racks[seat]
}

// tile is a tile of a seat, ready to be changed.
func (t *table) tile(seat engine.Seat, place int) *tile {
	r := t.rack(seat)
	r.tiles = slices.Clone(r.tiles)
	return &r.tiles[place]
}

func (t *table) play(seat engine.Seat, action engine.Action) error {
	chosen, err := parse(action)
	switch {
	case !t.isSeat(seat):
		return engine.Refuse(engine.NotYourTurn, engine.RefusedWatcher)
	case t.phase == PhaseOver:
		return engine.Refuse(engine.RoundOver, engine.RefusedOver)
	case t.racks[seat].out:
		return engine.Refuse(engine.NotYourTurn, RefusedOut)
	case chosen.verb == "resign":
		t.resign(seat)
		return nil
	case !t.moves(seat):
		return t.notYours()
	case action == engine.Timeout:
		t.timeOut(seat)
		return nil
	case err != nil:
		return err
	}
	return t.decide(seat, chosen)
}

func (t *table) notYours() error {
	if t.phase == PhaseSetup {
		return engine.Refuse(engine.NotYourTurn, RefusedWaiting)
	}
	return engine.Refuse(engine.NotYourTurn, RefusedTurn, t.turn)
}

func (t *table) decide(seat engine.Seat, chosen decision) error {
	if chosen.verb == "place" {
		return t.place(seat, chosen.place)
	}
	if piece, all := t.choice(seat); t.mustPlace(seat) {
		return engine.Refuse(engine.NotLegal, RefusedPlace, piece.color.String(), piece.value.String(), gapWords(all))
	}
	switch t.phase {
	case PhaseSetup:
		return t.setup(seat, chosen)
	case PhaseDraw:
		if chosen.verb != "draw" {
			return engine.Refuse(engine.NotLegal, RefusedDraw, t.colors())
		}
		return t.take(seat, chosen, t.draw)
	case PhaseShow:
		return t.show(seat, chosen)
	}
	switch {
	case chosen.verb == "guess":
		return t.guess(seat, chosen)
	case chosen.verb == "stop" && t.phase == PhaseAgain:
		t.keep(seat)
		t.nextTurn()
		return nil
	case t.phase == PhaseAgain:
		return engine.Refuse(engine.NotLegal, RefusedAgain)
	}
	return engine.Refuse(engine.NotLegal, RefusedGuess, exampleGuess)
}

// place chooses the gap for a joker in setup, which then stands, or for the
// drawn tile, which does not move yet.
func (t *table) place(seat engine.Seat, gap int) error {
	piece, all := t.choice(seat)
	switch {
	case len(all) == 0 && t.phase == PhaseSetup && t.racks[seat].taken < t.need():
		return engine.Refuse(engine.NotLegal, RefusedEarly, t.colors())
	case len(all) == 0:
		return engine.Refuse(engine.NotLegal, RefusedNoGap)
	}
	if !slices.Contains(all, gap) {
		return engine.Refuse(engine.NotLegal, RefusedGap, piece.color.String(), piece.value.String(), gapWords(all))
	}
	if t.fixed(seat) {
		return engine.Refuse(engine.NotLegal, RefusedMoved, 1+maxRechoices)
	}
	r := t.rack(seat)
	if t.phase != PhaseSetup {
		r.gap, r.chosen = gap, r.chosen+1
		return nil
	}
	r.pending = r.pending[1:]
	r.tiles = slices.Insert(slices.Clone(r.tiles), gap, piece)
	return nil
}

// setup is a choice while everybody takes tiles.
func (t *table) setup(seat engine.Seat, chosen decision) error {
	full := t.racks[seat].taken == t.need()
	switch {
	case chosen.verb == "take" && !full:
		return t.take(seat, chosen, t.addTaken)
	case chosen.verb == "deal" && !full:
		t.takeRest(seat)
		return nil
	case chosen.verb == "ready" && full:
		t.ready(seat)
		return nil
	case full:
		return engine.Refuse(engine.NotLegal, RefusedFull)
	}
	return engine.Refuse(engine.NotLegal, RefusedTake, t.colors())
}

// take takes the top tile of the chosen colour and hands it on.
func (t *table) take(seat engine.Seat, chosen decision, to func(engine.Seat, tile)) error {
	color := chosen.color
	if color == anyColor {
		color = t.anyColor()
	}
	if len(t.stacks[color]) == 0 {
		return engine.Refuse(engine.NotLegal, RefusedColor, color.String(), chosen.verb, t.colors())
	}
	to(seat, t.pop(color))
	return nil
}

// anyColor picks a tile of the pool by chance and answers its colour.
func (t *table) anyColor() Color {
	if t.chance.IntN(t.pool()) < len(t.stacks[Black]) {
		return Black
	}
	return White
}

func (t *table) pop(color Color) tile {
	top := len(t.stacks[color]) - 1
	value := t.stacks[color][top]
	t.stacks[color] = t.stacks[color][:top]
	return tile{color: color, value: value}
}

// addTaken gives a tile taken in setup its place; a joker waits for one.
func (t *table) addTaken(seat engine.Seat, piece tile) {
	r := t.rack(seat)
	r.taken++
	t.tell(Event{Kind: EventTook, Seat: seat, Color: piece.color})
	if piece.value == Joker {
		r.pending = append(slices.Clip(r.pending), piece)
	} else {
		r.tiles = slices.Insert(slices.Clone(r.tiles), numberGaps(r.tiles, piece, false)[0], piece)
	}
	if r.taken == t.need() && t.jokers == NoJokers {
		t.ready(seat)
	}
}

// takeRest takes what the seat has still to take, colours by chance.
func (t *table) takeRest(seat engine.Seat) {
	for t.racks[seat].taken < t.need() {
		t.addTaken(seat, t.pop(t.anyColor()))
	}
}

func (t *table) ready(seat engine.Seat) {
	t.rack(seat).ready = true
	t.tell(Event{Kind: EventReady, Seat: seat})
	t.beginIfReady()
}

func (t *table) beginIfReady() {
	if !slices.ContainsFunc(t.racks, func(r rack) bool { return !r.ready }) {
		t.turn = t.first
		if t.racks[t.first].out {
			t.turn = t.after(t.first)
		}
		t.beginTurn()
	}
}

// after is the next seat to the left that is still in.
func (t *table) after(seat engine.Seat) engine.Seat {
	for {
		seat = (seat + 1) % engine.Seat(len(t.racks))
		if !t.racks[seat].out {
			return seat
		}
	}
}

func (t *table) nextTurn() {
	t.turn = t.after(t.turn)
	t.beginTurn()
}

func (t *table) beginTurn() {
	t.phase = PhaseDraw
	if t.pool() == 0 {
		t.phase = PhaseGuess
	}
	t.tell(Event{Kind: EventTurn, Seat: t.turn})
}

// draw stands a tile apart. Where it has one gap only, that is chosen already.
func (t *table) draw(seat engine.Seat, piece tile) {
	r := t.rack(seat)
	r.drawn, r.gap, r.chosen = &piece, unchosen, 0
	if all := gaps(r.tiles, piece, t.jokers == StrictJokers); len(all) == 1 {
		r.gap = all[0]
	}
	t.phase = PhaseGuess
	t.tell(Event{Kind: EventDrew, Seat: seat, Color: piece.color})
}

func (t *table) guess(seat engine.Seat, chosen decision) error {
	if err := t.guessable(seat, chosen); err != nil {
		return err
	}
	piece := t.tile(chosen.seat, chosen.place)
	right := piece.value == chosen.value
	t.tell(Event{Kind: EventGuessed, Seat: seat, Target: chosen.seat, Place: chosen.place + 1, Value: chosen.value, Right: right})
	if !right {
		piece.not = piece.not.with(chosen.value)
		t.pay(seat)
		return nil
	}
	piece.open = true
	t.phase = PhaseAgain
	t.scores[seat] += PointsRight
	t.tellTile(EventOpened, chosen.seat, chosen.place, *piece)
	if t.outIfOpen(chosen.seat) {
		t.scores[seat] += PointsKnockOut
		t.endIfWon()
	}
	return nil
}

// guessable refuses a guess that points at no hidden tile of another seat.
func (t *table) guessable(seat engine.Seat, chosen decision) error {
	switch {
	case !t.isSeat(chosen.seat):
		return engine.Refuse(engine.NotLegal, RefusedNobody, chosen.seat, len(t.racks))
	case chosen.seat == seat:
		return engine.Refuse(engine.NotLegal, RefusedOwn, seat)
	case chosen.place >= len(t.racks[chosen.seat].tiles):
		return engine.Refuse(engine.NotLegal, RefusedNoTile, chosen.seat, chosen.place+1, len(t.racks[chosen.seat].tiles))
	case t.racks[chosen.seat].tiles[chosen.place].open:
		return engine.Refuse(engine.NotLegal, RefusedOpen, chosen.place+1, chosen.seat)
	case chosen.value == Joker && t.jokers == NoJokers:
		return engine.Refuse(engine.NotLegal, RefusedNoJokers, int(MaxNumber))
	}
	return nil
}

// pay is the price of a wrong guess: the drawn tile goes in face up; without
// one, an own tile of the guesser's choice is turned (NO sheet).
func (t *table) pay(seat engine.Seat) {
	if t.racks[seat].drawn != nil {
		t.add(seat)
		t.nextTurn()
		return
	}
	t.phase = PhaseShow
	if t.racks[seat].hidden() == 1 {
		t.turnUp(seat, slices.IndexFunc(t.racks[seat].tiles, func(one tile) bool { return !one.open }))
	}
}

func (t *table) show(seat engine.Seat, chosen decision) error {
	tiles := t.racks[seat].tiles
	if chosen.verb != "show" || chosen.place >= len(tiles) || tiles[chosen.place].open {
		return engine.Refuse(engine.NotLegal, RefusedShow,
			string(Show(1+slices.IndexFunc(tiles, func(one tile) bool { return !one.open }))))
	}
	t.turnUp(seat, chosen.place)
	return nil
}

// turnUp turns an own tile face up and ends the turn.
func (t *table) turnUp(seat engine.Seat, place int) {
	piece := t.tile(seat, place)
	piece.open = true
	t.tellTile(EventTurned, seat, place, *piece)
	if t.outIfOpen(seat) && t.endIfWon() {
		return
	}
	t.nextTurn()
}

// insert puts the drawn tile into its gap and answers the tile's place.
func (t *table) insert(seat engine.Seat, open bool) int {
	r := t.rack(seat)
	piece, gap := *r.drawn, r.entry(t.jokers == StrictJokers)
	piece.open = open
	r.tiles = slices.Insert(slices.Clone(r.tiles), gap, piece)
	r.drawn = nil
	return gap
}

// keep ends a turn after a right guess: the drawn tile goes in hidden.
func (t *table) keep(seat engine.Seat) {
	if t.racks[seat].drawn == nil {
		t.tell(Event{Kind: EventStopped, Seat: seat})
		return
	}
	color := t.racks[seat].drawn.color
	place := t.insert(seat, false)
	t.tell(Event{Kind: EventKept, Seat: seat, Place: place + 1, Color: color})
}

// add puts the drawn tile in face up.
func (t *table) add(seat engine.Seat) {
	piece := *t.racks[seat].drawn
	place := t.insert(seat, true)
	t.tellTile(EventAdded, seat, place, piece)
}

// outIfOpen takes a seat out that has no hidden tile in its rack.
func (t *table) outIfOpen(seat engine.Seat) bool {
	if t.racks[seat].hidden() > 0 {
		return false
	}
	t.rack(seat).out = true
	t.tell(Event{Kind: EventOut, Seat: seat})
	return true
}

// endIfWon ends the round when one seat is left. A tile that the winner has in
// hand goes in hidden, and counts.
func (t *table) endIfWon() bool {
	winner := engine.Watcher
	for seat, r := range t.racks {
		if r.out {
			continue
		}
		if winner != engine.Watcher {
			return false
		}
		winner = engine.Seat(seat)
	}
	if t.racks[winner].drawn != nil {
		t.keep(winner)
	}
	t.standPending()
	t.phase, t.turn, t.winner = PhaseOver, engine.Watcher, winner
	t.rack(winner)
	t.scores[winner] += PointsWin
	if t.points == International {
		t.scores[winner] += hiddenSum(t.racks[winner].tiles)
	}
	t.tell(Event{Kind: EventWon, Seat: winner})
	return true
}

// standPending puts jokers that had no place yet to the left of their racks,
// where every joker may stand: the round ended in setup.
func (t *table) standPending() {
	for seat := range t.racks {
		if r := t.rack(engine.Seat(seat)); len(r.pending) > 0 {
			r.tiles, r.pending = append(slices.Clone(r.pending), r.tiles...), nil
		}
	}
}

// hiddenSum adds the numbers that are not face up; jokers count nothing.
func hiddenSum(tiles []tile) int {
	sum := 0
	for _, one := range tiles {
		if !one.open && one.value != Joker {
			sum += int(one.value)
		}
	}
	return sum
}

// resign opens all that the seat has. Nobody scores for it.
func (t *table) resign(seat engine.Seat) {
	t.tell(Event{Kind: EventResigned, Seat: seat})
	r := t.rack(seat)
	if r.drawn != nil {
		t.add(seat)
	}
	// Jokers that had no place yet go to the left, where every joker may stand.
	r.tiles = append(slices.Clone(r.pending), r.tiles...)
	r.pending = nil
	for place := range r.tiles {
		r.tiles[place].open = true
	}
	r.ready, r.out = true, true
	t.tell(Event{Kind: EventOut, Seat: seat})
	switch {
	case t.endIfWon():
	case t.phase == PhaseSetup:
		t.beginIfReady()
	case t.turn == seat:
		t.nextTurn()
	}
}

// timeOut does what is due (CS sheet, rules.md §1 "Clock and absence").
func (t *table) timeOut(seat engine.Seat) {
	t.tell(Event{Kind: EventTimedOut, Seat: seat})
	switch {
	case t.phase == PhaseSetup:
		t.finishSetup(seat)
	case t.phase == PhaseDraw:
		t.draw(seat, t.pop(t.anyColor()))
		t.pay(seat)
	case t.racks[seat].drawn != nil:
		t.pay(seat)
	default:
		t.turnUp(seat, t.anyHidden(seat))
	}
}

// finishSetup makes the choices that a seat has left, by chance. The gaps come
// from a stream of their own, so that how many jokers there were to place has
// no effect on any later draw.
func (t *table) finishSetup(seat engine.Seat) {
	t.takeRest(seat)
	places := engine.NewChance(t.chance.Seed())
	for {
		_, all := t.choice(seat)
		if len(all) == 0 {
			break
		}
		// The gap is one of the legal ones, so it is not refused.
		_ = t.place(seat, all[places.IntN(len(all))])
	}
	if !t.racks[seat].ready {
		t.ready(seat)
	}
}

// anyHidden is the place of a hidden tile, by chance.
func (t *table) anyHidden(seat engine.Seat) int {
	left := t.chance.IntN(t.racks[seat].hidden())
	for place, one := range t.racks[seat].tiles {
		if one.open {
			continue
		}
		if left == 0 {
			return place
		}
		left--
	}
	panic("davinci: a seat in play has no hidden tile")
}
