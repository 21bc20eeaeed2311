package tui

import "parlor/tui/screen"

// kept are parts of a frame by their places, each with all that it was drawn from:
// most of a frame is the same as the one before, and is not drawn again. A place
// holds what was drawn there last, and there are no more places than a frame has;
// without any, nothing is kept.
type kept[Of source[Of], Drawn any] []part[Of, Drawn]

// source is what parts are drawn from.
type source[Of any] interface {
	// same reports whether the same is drawn from both.
	same(Of) bool
}

// part is what was drawn from something.
type part[Of source[Of], Drawn any] struct {
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
	if !part.known || !part.of.same(of) {
		part.of, part.drawn, part.known = of, draw(), true
	}
	return part.drawn
}

// text is a source: what stands there, before it is cut and styled.
type text string

func (t text) same(other text) bool { return t == other }

// lines is a source: a height in lines.
type lines int

func (l lines) same(other lines) bool { return l == other }

// hallParts are what is kept of the lobby while it is on the screen, and looks as it
// does. The zero value keeps nothing.
type hallParts struct {
	aspect aspect
	games  kept[lines, []string]     // all at one place, by the height that they may take
	rooms  kept[roomLine, string]    // by the lines of the list
	chosen kept[chosenRoom, string]  // what is told of the room under the cursor
	here   kept[text, string]        // the people, from their names
	panel  kept[panelOf, []string]   // on a wide screen
	guide  kept[guideOf, []string]   // on a wide screen
	beside kept[besideLine, string]  // lines with those of the panel
	hints  kept[hintsOf, drawnHints] // the last line, by the bindings
	lines  kept[text, string]        // all of the screen as its terminal gets them

	states int // width of the column of states; 0 until it is known
}

// aspect is what all parts of a frame have in common.
type aspect struct {
	width, height, styles int
	ascii                 bool
}

func newHallParts(as aspect) hallParts {
	parts := hallParts{
		aspect: as,
		games:  make(kept[lines, []string], 1), rooms: make(kept[roomLine, string], as.height),
		chosen: make(kept[chosenRoom, string], 1), here: make(kept[text, string], 1), hints: make(kept[hintsOf, drawnHints], 1), lines: make(kept[text, string], as.height),
	}
	if as.width >= screen.WideWidth {
		parts.panel, parts.guide, parts.beside = make(kept[panelOf, []string], 1), make(kept[guideOf, []string], 1), make(kept[besideLine, string], as.height)
	}
	return parts
}
