package davinci

import (
	"slices"
	"strconv"
	"strings"

	"parlor/engine"
	"parlor/engine/kit"
)

// The actions without arguments.
const (
	TakeAny engine.Action = "take any"
	Deal    engine.Action = "deal"
	Ready   engine.Action = "ready"
	DrawAny engine.Action = "draw any"
	Stop    engine.Action = "stop"
)

// Take returns the action that takes a tile of a colour in the setup.
func Take(color Color) engine.Action { return engine.Action("take " + color.String()) }

// Draw returns the action that draws a tile of a colour at the beginning of a turn.
func Draw(color Color) engine.Action { return engine.Action("draw " + color.String()) }

// Place returns the action that chooses the gap of a tile. Gap 1 is left of the first tile.
func Place(gap int) engine.Action { return engine.Action("place " + strconv.Itoa(gap)) }

// Guess returns a guess of a hidden tile of another seat. Place 1 is the leftmost tile.
func Guess(seat engine.Seat, place int, value Value) engine.Action {
	return engine.Action("guess " + seat.String() + " " + strconv.Itoa(place) + " " + value.String())
}

// Show returns the action that turns up an own hidden tile. Place 1 is the leftmost tile.
func Show(place int) engine.Action { return engine.Action("show " + strconv.Itoa(place)) }

// actionForms returns the forms of all actions. It cannot use the terms of the verbs, which also
// accept missing seats, tiles and colours in order to refuse them with a reason.
func actionForms(setup engine.Setup) []engine.ActionForm {
	count := func(name, form, help, example string) engine.ActionArg {
		return engine.ActionArg{Name: name, Form: form, Help: help, Example: example, Number: true}
	}
	colors := engine.ActionArg{
		Name: "color", Form: "COLOUR", Help: "a colour is black, white or any", Example: "black",
		Values: colorWords(),
	}
	seat := count("seat", "SEAT", "a seat is 1-"+strconv.Itoa(setup.Seats), "2")
	for n := range engine.Seat(setup.Seats) {
		seat.Values = append(seat.Values, n.String())
	}
	value := engine.ActionArg{Name: "value", Form: "VALUE", Help: "a value is 0-" + MaxNumber.String(), Example: "7", Number: true}
	for n := range MaxNumber + 1 {
		value.Values = append(value.Values, n.String())
	}
	if setup.Options["jokers"] != NoJokers {
		value.Help, value.Values = value.Help+" or "+Joker.String(), append(value.Values, Joker.String())
	}
	tile := count("tile", "PLACE", "a place is that of a tile, from 1 at the left", "3")
	return []engine.ActionForm{
		{Verb: "take", Args: []engine.ActionArg{colors}},
		{Verb: "deal"},
		{Verb: "ready"},
		{Verb: "place", Args: []engine.ActionArg{count("gap", "GAP", "gap 1 is left of your first tile", "1")}},
		{Verb: "draw", Args: []engine.ActionArg{colors}},
		{Verb: "guess", Args: []engine.ActionArg{seat, tile, value}},
		{Verb: "stop"},
		{Verb: "show", Args: []engine.ActionArg{tile}},
	}
}

// exampleGuess guesses that tile 3 of seat 2 is a 7.
const exampleGuess = "guess 2 3 7"

// anyColor stands for a random colour.
const anyColor = White + 1

func verbNames() []string {
	return []string{"place", "take", "deal", "ready", "draw", "show", "stop", "guess"}
}

// verbs returns the verbs of a seat that are available now.
func (t *table) verbs(seat engine.Seat) (verbs []kit.Verb) {
	for _, name := range verbNames() {
		if t.can(seat, name) {
			verbs = append(verbs, t.verb(seat, name, true))
		}
	}
	return verbs
}

// can reports whether a verb is available to a seat that has to decide.
func (t *table) can(seat engine.Seat, verb string) bool {
	_, gaps := t.choice(seat)
	full := t.setup[seat].taken == t.need()
	switch {
	case verb == "place":
		return len(gaps) > 0 && !t.fixed(seat)
	case t.mustPlace(seat):
		return false
	}
	switch verb {
	case "take", "deal":
		return t.phase == inSetup && !full
	case "ready":
		return t.phase == inSetup && full
	case "draw":
		return t.phase == toDraw
	case "show":
		return t.phase == toShow
	case "stop":
		return t.phase == toGoOn
	}
	return t.phase == toGuess || t.phase == toGoOn
}

// verb returns the verb with a name. It is closed unless it is available to the seat.
func (t *table) verb(seat engine.Seat, name string, can bool) kit.Verb {
	verb := kit.Verb{Name: name}
	if !can {
		verb.Closed = func() error { return t.refuse(seat) }
	}
	switch name {
	case "place":
		t.placeTile(&verb, seat)
	case "take":
		t.takeColor(&verb, func(color Color) { t.addTaken(seat, color) })
	case "draw":
		t.takeColor(&verb, t.draw)
	case "deal":
		verb.Do = func(kit.Values) { t.takeRest(seat, &t.chance.any) }
	case "ready":
		verb.Do = func(kit.Values) { t.ready(seat) }
	case "show":
		verb.Terms, verb.Bad = []kit.Term{count("PLACE")}, func() error { return engine.Refuse(engine.NotAnAction, RefusedShowForm) }
		verb.May = func(v kit.Values) error {
			if r := &t.racks[seat]; v[0] <= r.n && !r.tiles[v[0]-1].open {
				return nil
			}
			return t.refuse(seat)
		}
		verb.All = func(yield func(kit.Values) bool) {
			for place, one := range t.racks[seat].tiles[:t.racks[seat].n] {
				if !one.open && !yield(kit.Values{place + 1}) {
					return
				}
			}
		}
		verb.Do = func(v kit.Values) { t.show(v[0] - 1) }
	case "stop":
		verb.Do = func(kit.Values) { t.stop() }
	case "guess":
		verb.Terms, verb.Bad, verb.All = guessTerms(t.jokers != NoJokers), badGuess, t.guesses(seat)
		verb.May = func(v kit.Values) error { return t.guessable(seat, engine.Seat(v[0]-1), v[1], v[2] == int(Joker)) }
		verb.Do = func(v kit.Values) {
			color := t.racks[v[0]-1].tiles[v[1]-1].color
			t.guess(v[0]-1, v[1]-1, idOf(color, Value(v[2]))) //nolint:gosec // -1 to 11
		}
	}
	return verb
}

// placeTile sets a verb to choose a gap.
func (t *table) placeTile(verb *kit.Verb, seat engine.Seat) {
	piece, gaps := t.choice(seat)
	verb.Terms, verb.Bad = []kit.Term{count(strings.Join(gapWords(gaps), "|"))}, func() error { return engine.Refuse(engine.NotAnAction, RefusedPlaceForm) }
	verb.All = func(yield func(kit.Values) bool) {
		for _, gap := range gaps {
			if !yield(kit.Values{gap + 1}) {
				return
			}
		}
	}
	verb.May = func(v kit.Values) error {
		if slices.Contains(gaps, v[0]-1) {
			return nil
		}
		return engine.Refuse(engine.NotLegal, RefusedGap, piece.color().String(), piece.value().String(), gapWords(gaps))
	}
	verb.Do = func(v kit.Values) { t.place(seat, v[0]-1) }
	switch {
	case t.fixed(seat):
		verb.Closed = func() error { return engine.Refuse(engine.NotLegal, RefusedMoved, 1+maxRechoices) }
	case len(gaps) == 0 && t.phase == inSetup && t.setup[seat].taken < t.need():
		verb.Closed = func() error { return engine.Refuse(engine.NotLegal, RefusedEarly, t.colors()) }
	case len(gaps) == 0:
		verb.Closed = func() error { return engine.Refuse(engine.NotLegal, RefusedNoGap) }
	}
}

// takeColor sets a verb to take a tile of a colour, or of any.
func (t *table) takeColor(verb *kit.Verb, take func(Color)) {
	verb.Terms = []kit.Term{{
		Form: strings.Join(t.colors(), "|"), High: int(anyColor),
		Write: func(n int) string { return colorWords()[n] }, Read: readColor,
	}}
	verb.Bad = func() error {
		return engine.Refuse(engine.NotAnAction, RefusedColorForm, verb.Name, verb.Name, verb.Name)
	}
	verb.May = func(v kit.Values) error {
		if v[0] == int(anyColor) || t.left[v[0]] > 0 {
			return nil
		}
		return engine.Refuse(engine.NotLegal, RefusedColor, colorWords()[v[0]], verb.Name, t.colors())
	}
	verb.Do = func(v kit.Values) {
		color := Color(v[0]) //nolint:gosec // 0 to 2
		if color == anyColor {
			color = t.anyColor(&t.chance.any)
		}
		take(color)
	}
}

// colorWords returns the words for Black, White and anyColor.
func colorWords() []string { return []string{Black.String(), White.String(), "any"} }

func readColor(text string) (int, bool) {
	switch text {
	case "black", "b":
		return int(Black), true
	case "white", "w":
		return int(White), true
	}
	return int(anyColor), text == "any"
}

// refuse returns the refusal of an unavailable action, which names the available ones.
func (t *table) refuse(seat engine.Seat) error {
	piece, gaps := t.choice(seat)
	switch phase := t.phase; {
	case t.mustPlace(seat):
		return engine.Refuse(engine.NotLegal, RefusedPlace, piece.color().String(), piece.value().String(), gapWords(gaps))
	case phase == inSetup && t.setup[seat].taken == t.need():
		return engine.Refuse(engine.NotLegal, RefusedFull)
	case phase == inSetup:
		return engine.Refuse(engine.NotLegal, RefusedTake, t.colors())
	case phase == toDraw:
		return engine.Refuse(engine.NotLegal, RefusedDraw, t.colors())
	case phase == toShow:
		return engine.Refuse(engine.NotLegal, RefusedShow, string(Show(1+slices.IndexFunc(t.racks[seat].tiles[:], func(one tile) bool { return !one.open }))))
	case phase == toGoOn:
		return engine.Refuse(engine.NotLegal, RefusedAgain)
	}
	return engine.Refuse(engine.NotLegal, RefusedGuess, exampleGuess)
}

// guesses yields the guesses of a seat: each value for each hidden tile of the others.
func (t *table) guesses(seat engine.Seat) func(yield func(kit.Values) bool) {
	lowest := Value(0)
	if t.jokers != NoJokers {
		lowest = Joker
	}
	return func(yield func(kit.Values) bool) {
		for other := range t.seats {
			for place, one := range t.racks[other].tiles[:t.racks[other].n] {
				for value := lowest; value <= MaxNumber && !one.open && engine.Seat(other) != seat; value++ {
					if !yield(kit.Values{other + 1, place + 1, int(value)}) {
						return
					}
				}
			}
		}
	}
}

// guessable returns a refusal if a guess does not point at a hidden tile of another seat.
func (t *table) guessable(seat, target engine.Seat, place int, joker bool) error {
	switch {
	case !t.isSeat(target):
		return engine.Refuse(engine.NotLegal, RefusedNoSeat, target, t.seats)
	case target == seat:
		return engine.Refuse(engine.NotLegal, RefusedOwn, seat)
	case place > t.racks[target].n:
		return engine.Refuse(engine.NotLegal, RefusedNoTile, target, place, t.racks[target].n)
	case t.racks[target].tiles[place-1].open:
		return engine.Refuse(engine.NotLegal, RefusedOpen, place, target)
	case joker && t.jokers == NoJokers:
		return engine.Refuse(engine.NotLegal, RefusedNoJokers, int(MaxNumber))
	}
	return nil
}

// badGuess returns the refusal of a guess that cannot be parsed.
func badGuess() error { return engine.Refuse(engine.NotAnAction, RefusedGuessForm, exampleGuess) }

// count returns the term of a number from 1 to 99.
func count(form string) kit.Term {
	return kit.Term{Form: form, Low: 1, High: 99, Write: strconv.Itoa, Read: func(text string) (int, bool) {
		n, err := strconv.Atoi(text)
		return n, err == nil && strconv.Itoa(n) == text
	}}
}

func guessTerms(jokers bool) []kit.Term {
	value := kit.Term{Form: "0-11", Low: int(Joker), High: int(MaxNumber), Write: func(n int) string { return Value(n).String() }, Read: readValue} //nolint:gosec // -1 to 11
	if jokers {
		value.Form = "0-11|joker"
	}
	return []kit.Term{count("SEAT"), count("PLACE"), value}
}

func readValue(text string) (int, bool) {
	if text == "-" {
		return int(Joker), true
	}
	var value Value
	err := value.UnmarshalText([]byte(text))
	return int(value), err == nil && value != Unknown
}

// readGuess parses a guess.
func readGuess(action engine.Action) (spot engine.Spot, value Value, ok bool) {
	_, v, err := kit.Read(action, []kit.Verb{{Name: "guess", Terms: guessTerms(true), Bad: badGuess}}, badGuess)
	return engine.Spot{Seat: engine.Seat(v[0] - 1), Place: v[1]}, Value(v[2]), err == nil //nolint:gosec // -1 to 11
}
