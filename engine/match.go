package engine

import (
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
)

// match implements Match: a sequence of States, all dealt from streams of the match's seed.
type match[V any, E GameEvent] struct {
	rules   Rules[V, E]
	setup   Setup  // as at the start of the match; first is the First of the current round
	chance  Chance // for rules without named streams
	round   int    // from 1
	rounds  int
	first   Seat
	state   State[V, E]
	scores  [][]float64
	results []Result
	ready   []bool // in an interval: the seats that have played Next, or need not
	gone    []bool // by seat: has resigned the match
	out     []bool // value of gone at the deal of the round
	stage   string
	last    *played
	dealt   Setup   // of the round
	before  *played // value of last at the deal of the round
}

// played is the list of moves, newest first. Successors share it.
type played struct {
	Move
	before *played
}

func startMatch[V any, E GameEvent](rules Rules[V, E], setup Setup) (Match, error) {
	m := &match[V, E]{rules: rules, setup: setup, rounds: 1, gone: make([]bool, setup.Seats)}
	switch {
	case rules.Rounds != nil:
		m.rounds = rules.Rounds(setup.Options)
	case setup.Options["rounds"] != "":
		m.rounds = setup.Options.Int("rounds")
	}
	// The first seat is drawn even if the host has chosen one, so that the deal of a seed does not
	// depend on that option.
	if first := setup.Seed.Stream("first"); m.namesStreams() {
		m.first = Seat(first.IntN(setup.Seats))
	} else {
		m.chance = NewChance(setup.Seed)
		m.first = Seat(m.chance.IntN(setup.Seats))
	}
	if named := setup.Options.Int("first"); named > 0 {
		m.first = Seat(named - 1)
	}
	_, err := m.deal()
	return m, err
}

// namesStreams reports whether the match draws from named streams.
func (m *match[V, E]) namesStreams() bool { return m.setup.Version >= m.rules.NamedStreams }

// nextSeed returns the seed of the next round.
func (m *match[V, E]) nextSeed() Seed {
	if m.namesStreams() {
		return m.setup.Seed.Sub("game " + strconv.Itoa(m.round+1))
	}
	return m.chance.Seed()
}

// deal starts the next round and returns its events. It is called before a match is shared.
func (m *match[V, E]) deal() ([]E, error) {
	m.dealt, m.before, m.out = m.setup, m.last, m.gone
	m.dealt.First, m.dealt.Seed = m.first, m.nextSeed()
	state, events, err := m.begin()
	if err != nil {
		return nil, err
	}
	m.round++
	m.state, m.stage, m.ready = state, Playing, nil
	return events, nil
}

// begin returns the first state of the round, in which seats that have left the match resign
// immediately.
func (m *match[V, E]) begin() (State[V, E], []E, error) {
	state, err := m.rules.Deal(m.dealt)
	var events []E
	for seat, out := range m.out {
		if !out || err != nil {
			continue
		}
		var own []E
		state, own, err = state.Play(Seat(seat), Resign)
		events = append(events, own...)
	}
	return state, events, err
}

func (m *match[V, E]) ToMove() []Seat {
	switch m.stage {
	case Playing:
		return m.state.ToMove()
	case Interval:
		var waiting []Seat
		for seat, ready := range m.ready {
			if !ready {
				waiting = append(waiting, Seat(seat))
			}
		}
		return waiting
	}
	return nil
}

func (m *match[V, E]) Legal(seat Seat) iter.Seq[Action] {
	if m.stage == Playing {
		return m.state.Legal(seat)
	}
	return func(yield func(Action) bool) {
		if slices.Contains(m.ToMove(), seat) {
			yield(Next)
		}
	}
}

func (m *match[V, E]) Play(seat Seat, action Action) (Match, []Event, error) {
	if seat < 0 || int(seat) >= m.setup.Seats {
		return nil, nil, Refuse(NotYourTurn, RefusedWatcher)
	}
	if m.stage == Playing {
		if speller, ok := m.state.(Speller); ok && m.namesStreams() {
			action = speller.Spell(seat, action)
		}
		return m.playRound(seat, action)
	}
	return m.playInterval(seat, action)
}

func (m *match[V, E]) playRound(seat Seat, action Action) (Match, []Event, error) {
	if action == Next {
		return nil, nil, Refuse(NotLegal, RefusedNext, m.round)
	}
	state, own, err := m.state.Play(seat, action)
	if err != nil && m.mayGo(seat, action) {
		state, own, err = m.state, []E{m.rules.Resigned(seat)}, nil
	}
	if err != nil {
		return nil, nil, err
	}
	next, events := m.after(seat, action), asEvents(own)
	next.state = state
	if action == Resign && m.resignsMatch() {
		next.gone = slices.Clone(m.gone)
		next.gone[seat] = true
	}
	if len(state.ToMove()) > 0 {
		return next, events, nil
	}
	return next, append(events, next.endRound()...), nil
}

// resignsMatch reports whether a seat that resigns leaves the whole match under the rules of this
// match.
func (m *match[V, E]) resignsMatch() bool { return m.setup.Version >= m.rules.ResignsMatch }

// mayGo reports whether an action resigns the match for a seat whose part in the round is over but
// which could still win.
func (m *match[V, E]) mayGo(seat Seat, action Action) bool {
	return action == Resign && m.resignsMatch() && !m.gone[seat] && m.rules.Resigned != nil
}

// stay returns the number of seats that have not resigned.
func (m *match[V, E]) stay() (n int) {
	for _, gone := range m.gone {
		if !gone {
			n++
		}
	}
	return n
}

// endRound records the round and starts an interval, or ends the match after the last round, or
// when only one seat has not resigned. In a game without points, the winners of a round share 1
// point.
func (m *match[V, E]) endRound() []Event {
	result := m.state.Result()
	result.Winners = slices.DeleteFunc(slices.Clone(result.Winners), func(winner Seat) bool { return m.gone[winner] })
	points := slices.Clone(result.Points)
	if points == nil {
		points = make([]float64, m.setup.Seats)
		for _, winner := range result.Winners {
			points[winner] = 1 / float64(len(result.Winners))
		}
	}
	m.scores = append(slices.Clip(m.scores), points)
	m.results = append(slices.Clip(m.results), result)
	events := []Event{MatchEvent{Kind: RoundWon, Round: m.round, Result: newTally(result.Winners, points)}}
	if m.round < m.rounds && m.stay() >= min(2, m.setup.Seats) {
		m.stage, m.ready = Interval, slices.Clone(m.gone)
		return events
	}
	return append(events, m.end())
}

// end ends the match.
func (m *match[V, E]) end() Event {
	m.stage = Over
	return MatchEvent{Kind: MatchWon, Round: m.round, Result: newTally(m.winners(), m.totals())}
}

func (m *match[V, E]) playInterval(seat Seat, action Action) (Match, []Event, error) {
	if m.stage == Over {
		return nil, nil, Refuse(RoundOver, RefusedMatch)
	}
	if action == Enough {
		next := m.after(seat, action)
		return next, []Event{next.end()}, nil
	}
	if action != Next && action != Timeout {
		return nil, nil, Refuse(NotLegal, RefusedBetween, m.round, m.round+1)
	}
	if m.ready[seat] {
		return nil, nil, Refuse(NotYourTurn, RefusedReady)
	}
	next := m.after(seat, action)
	next.ready = slices.Clone(m.ready)
	next.ready[seat] = true
	events := []Event{MatchEvent{Kind: RoundReady, Round: m.round + 1, Seat: seat}}
	if slices.Contains(next.ready, false) {
		return next, events, nil
	}
	next.first = (m.first + 1) % Seat(m.setup.Seats)
	own, err := next.deal()
	if err != nil {
		return nil, nil, err
	}
	events = append(events, MatchEvent{Kind: RoundFirst, Round: next.round, Seat: next.first})
	return next, append(events, asEvents(own)...), nil
}

// after returns a successor with a recorded move.
func (m *match[V, E]) after(seat Seat, action Action) *match[V, E] {
	next := *m
	next.last = &played{Move{seat, action}, m.last}
	return &next
}

func (m *match[V, E]) View(seat Seat) View {
	// Lists are never nil, so that they are [] and not null in JSON.
	view := View{
		Game: m.rules.Name, Seat: seat, Seats: m.setup.Seats, Options: maps.Clone(m.setup.Options),
		Stage: m.stage, Round: m.round, Rounds: m.rounds, First: m.first,
		ToMove: append([]Seat{}, m.ToMove()...), Grammar: []string{}, Winners: []Seat{},
		Scores: make([][]float64, len(m.scores)), Totals: m.totals(), Table: m.state.View(seat),
	}
	for i, points := range m.scores {
		view.Scores[i] = slices.Clone(points)
	}
	switch m.stage {
	case Playing:
		view.Grammar = append(view.Grammar, m.state.Grammar(seat)...)
	case Interval:
		view.Winners = append(view.Winners, m.results[len(m.results)-1].Winners...)
		if slices.Contains(view.ToMove, seat) {
			view.Grammar = append(view.Grammar, string(Next))
		}
	default:
		view.Winners = m.winners()
	}
	return view
}

func (m *match[V, E]) Resigned() (all []Seat) {
	for seat, gone := range m.gone {
		if gone {
			all = append(all, Seat(seat))
		}
	}
	return all
}

func (m *match[V, E]) totals() []float64 {
	totals := make([]float64, m.setup.Seats)
	for _, points := range m.scores {
		for seat, p := range points {
			totals[seat] += p
		}
	}
	return totals
}

// winners returns the seats with the most points among those that have not resigned, or none if all
// have.
func (m *match[V, E]) winners() []Seat {
	totals, winners := m.totals(), []Seat{}
	for seat, total := range totals {
		switch {
		case m.gone[seat]:
		case len(winners) == 0 || total > totals[winners[0]]:
			winners = []Seat{Seat(seat)}
		case total == totals[winners[0]]:
			winners = append(winners, Seat(seat))
		}
	}
	return winners
}

func (m *match[V, E]) Think(seat Seat, level Level, random *rand.Rand) Action {
	if m.stage == Interval {
		return Next
	}
	return m.rules.Think(Thought[V, E]{
		View: m.state.View(seat), Heard: m.heard, Totals: m.totals(), Left: m.rounds - m.round, Options: maps.Clone(m.dealt.Options), Level: level,
		Random: random,
	})
}

// heard returns the public events of the round so far. It replays the round, because bots rarely
// ask.
func (m *match[V, E]) heard() []E {
	var moves []Move
	for move := m.last; move != m.before; move = move.before {
		moves = append(moves, move.Move)
	}
	state, heard, err := m.begin()
	for _, move := range slices.Backward(moves) {
		if err != nil {
			break
		}
		next, events, refused := state.Play(move.Seat, move.Action)
		switch {
		case refused == nil:
			state, heard = next, append(heard, events...)
		case move.Action != Resign: // a resignation of the match alone does not concern the round
			err = refused
		}
	}
	if err != nil {
		panic("engine: a round cannot be played again: " + err.Error()) // rules are deterministic
	}
	return heard
}

func (m *match[V, E]) Record() Record {
	record := Record{
		Game: m.rules.Name, Version: m.setup.Version,
		Seats: m.setup.Seats, Seed: m.setup.Seed, Options: maps.Clone(m.setup.Options),
		Moves: []Move{}, // a record has no null either
	}
	for move := m.last; move != nil; move = move.before {
		record.Moves = append(record.Moves, move.Move)
	}
	slices.Reverse(record.Moves)
	return record
}
