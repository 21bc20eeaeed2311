package davinci

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"parlor/engine"
)

// Actions without arguments.
const (
	TakeAny engine.Action = "take any"
	Deal    engine.Action = "deal"
	Ready   engine.Action = "ready"
	DrawAny engine.Action = "draw any"
	Stop    engine.Action = "stop"
)

// Take takes a tile of a colour in setup.
func Take(color Color) engine.Action { return engine.Action("take " + color.String()) }

// Draw takes a tile of a colour from the pool at the beginning of a turn.
func Draw(color Color) engine.Action { return engine.Action("draw " + color.String()) }

// Place chooses the gap of a tile; gap 1 is left of the first tile.
func Place(gap int) engine.Action { return engine.Action("place " + strconv.Itoa(gap)) }

// Guess says what a hidden tile of another seat is; place 1 is its leftmost.
func Guess(seat engine.Seat, place int, value Value) engine.Action {
	return engine.Action("guess " + seat.String() + " " + strconv.Itoa(place) + " " + value.String())
}

// Show turns an own hidden tile face up; place 1 is the leftmost.
func Show(place int) engine.Action { return engine.Action("show " + strconv.Itoa(place)) }

// actionForms lists the forms of all actions.
func actionForms(setup engine.Setup) []engine.ActionForm {
	count := func(name, form, help, example string) engine.ActionArg {
		return engine.ActionArg{Name: name, Form: form, Help: help, Example: example, Number: true}
	}
	colors := engine.ActionArg{
		Name: "color", Form: "COLOUR", Help: "a colour is black, white or any", Example: "black",
		Values: []string{"black", "white", "any"},
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

// exampleGuess says that tile 3 of seat 2 is a 7.
const exampleGuess = "guess 2 3 7"

// decision is an action read.
type decision struct {
	verb  string
	color Color // or anyColor; of take and draw
	seat  engine.Seat
	place int // from 0; a gap for place
	value Value
}

// anyColor leaves the colour to chance.
const anyColor Color = -1

// maxAction bounds how much text is looked at; every form is much shorter.
const maxAction = 60

// parse reads an action. It checks the notation only; what is legal is for the
// state to say. It does not know engine.Timeout, which nobody may type.
func parse(action engine.Action) (decision, error) {
	if len(action) > maxAction || strings.ContainsFunc(string(action), unicode.IsControl) {
		return decision{}, notAnAction() // a line break would break a record's line
	}
	words := strings.Fields(strings.ToLower(string(action)))
	if len(words) == 0 {
		return decision{}, notAnAction()
	}
	verb, rest := words[0], words[1:]
	switch {
	case slices.Contains([]string{"deal", "ready", "stop", "resign"}, verb) && len(rest) == 0:
		return decision{verb: verb}, nil
	case verb == "take" || verb == "draw":
		return parseColor(verb, rest)
	case verb == "place" || verb == "show":
		return parsePlace(verb, rest)
	case verb == "guess":
		return parseGuess(rest)
	}
	return decision{}, notAnAction()
}

func notAnAction() error {
	return engine.Refuse(engine.NotAnAction, RefusedAction)
}

func parseColor(verb string, rest []string) (decision, error) {
	if len(rest) == 1 {
		switch rest[0] {
		case "black", "b":
			return decision{verb: verb, color: Black}, nil
		case "white", "w":
			return decision{verb: verb, color: White}, nil
		case "any":
			return decision{verb: verb, color: anyColor}, nil
		}
	}
	return decision{}, engine.Refuse(engine.NotAnAction, RefusedColorForm, verb, verb, verb)
}

func parsePlace(verb string, rest []string) (decision, error) {
	if len(rest) == 1 {
		if n, ok := parseCount(rest[0]); ok {
			return decision{verb: verb, place: n - 1}, nil
		}
	}
	if verb == "place" {
		return decision{}, engine.Refuse(engine.NotAnAction, RefusedPlaceForm)
	}
	return decision{}, engine.Refuse(engine.NotAnAction, RefusedShowForm)
}

func parseGuess(rest []string) (decision, error) {
	if len(rest) == 3 {
		seat, seatOK := parseCount(rest[0])
		place, placeOK := parseCount(rest[1])
		value, valueOK := parseValue(rest[2])
		if seatOK && placeOK && valueOK {
			return decision{verb: "guess", seat: engine.Seat(seat - 1), place: place - 1, value: value}, nil
		}
	}
	return decision{}, engine.Refuse(engine.NotAnAction, RefusedGuessForm, exampleGuess)
}

// parseCount reads a number from 1 to 99.
func parseCount(text string) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 1 && n <= 99 && strconv.Itoa(n) == text
}

func parseValue(text string) (Value, bool) {
	if text == "joker" || text == "-" {
		return Joker, true
	}
	var value Value
	err := value.UnmarshalText([]byte(text))
	return value, err == nil && value >= 0
}
