package tui

// kept are parts of a frame by their places, each with all that it was drawn from:
// most of a frame is the same as the one before, and is not drawn again. A place
// holds what was drawn there last, and there are no more places than a frame has;
// without any, nothing is kept.
type kept[Of comparable, Drawn any] []part[Of, Drawn]

// part is what was drawn from something.
type part[Of comparable, Drawn any] struct {
	of    Of
	drawn Drawn
	known bool
}

// at is what stands at a place when it is drawn from something.
func (k kept[Of, Drawn]) at(place int, of Of, draw func() Drawn) Drawn {
	if place >= len(k) {
		return draw()
	}
	part := &k[place]
	if !part.known || part.of != of {
		part.of, part.drawn, part.known = of, draw(), true
	}
	return part.drawn
}

// hallParts are what is kept of the hall while it is on the screen, and looks as it
// does. The zero value keeps nothing.
type hallParts struct {
	look  look
	games kept[int, []string]    // all at one place, by the height that they may take
	rooms kept[roomLine, string] // by the lines of the list
	foot  kept[string, string]   // by footPlace, from their text
	lines kept[string, string]   // all of the screen as its terminal gets them
}

// look is what all parts of a frame have in common.
type look struct {
	width, height, styles int
	ascii                 bool
}

// footPlace is a line below the rooms.
type footPlace int

const (
	chosenPlace footPlace = iota // of the room under the cursor
	peoplePlace
	footPlaces // how many there are
)

func newHallParts(look look) hallParts {
	return hallParts{
		look:  look,
		games: make(kept[int, []string], 1), rooms: make(kept[roomLine, string], look.height),
		foot: make(kept[string, string], footPlaces), lines: make(kept[string, string], look.height),
	}
}
