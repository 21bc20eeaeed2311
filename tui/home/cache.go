package home

import (
	"slices"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/screen"
	"parlor/tui/style"
	"parlor/tui/widget"
)

// cache is what is kept of the lobby while it is shown, and looks as it does. The zero
// value keeps nothing.
type cache struct {
	aspect aspect
	games  board.Cache[lines, []string]       // at one place
	rooms  board.Cache[roomLine, string]      // by the lines of the list
	chosen board.Cache[chosenRoom, string]    // what is told of the room under the cursor
	people board.Cache[board.Text, string]    // the line that names who is here
	panel  board.Cache[panelSource, []string] // of a wide screen
	beside widget.PanelCache                  // of a wide screen
	states int                                // width of the column of states; 0 until it is known
}

// aspect is what all parts are drawn from.
type aspect struct {
	width, height int
	theme         *style.Theme
	voice         *prose.Voice
}

// lines is a board.Source for parts that are drawn from nothing but a height in lines.
type lines int

// Same implements board.Source.
func (l lines) Same(other lines) bool { return l == other }

// fit empties the cache if the lobby looks in another way now.
func (c *cache) fit(ctx *screen.Context) {
	now := aspect{ctx.Width, ctx.Height, ctx.Theme, ctx.Voice}
	if c.aspect != now {
		*c = cache{aspect: now}
	}
}

// stateCells returns the width of the column of states.
func (c *cache) stateCells(ctx *screen.Context) int {
	if c.states == 0 {
		c.states = stateCells(ctx)
	}
	return c.states
}

// chosenRoom is the room under the cursor, and since when it is open.
type chosenRoom struct {
	row    lobby.RoomRow
	opened string
}

// Same implements board.Source.
func (r chosenRoom) Same(other chosenRoom) bool {
	return r.opened == other.opened && r.row.Same(other.row)
}

// panelSource is what the panel of a wide screen is drawn from.
type panelSource struct {
	height int
	people []lobby.PersonRow
	total  int
	newest uint64 // message of the chat
	lines  int    // of it: those of muted players go
	log    widget.ChatLog
}

// Same implements board.Source.
func (p panelSource) Same(other panelSource) bool {
	return p.height == other.height && p.total == other.total && p.newest == other.newest && p.lines == other.lines && p.log == other.log &&
		slices.Equal(p.people, other.people)
}
