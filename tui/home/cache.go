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

// cache caches parts of the lobby while it is shown and its aspect is unchanged. The zero value is
// empty.
type cache struct {
	aspect aspect
	games  board.Cache[lines, []string]       // has one entry
	rooms  board.Cache[roomLine, string]      // by line of the list
	chosen board.Cache[chosenRoom, string]    // the text about the room under the cursor
	people board.Cache[board.Text, string]    // the line with the people who are here
	panel  board.Cache[panelSource, []string] // the side panel of a wide screen
	boxes  widget.PanelCache                  // the column next to the rooms on a wide screen
	states int                                // width of the column of states; 0 until it is computed
}

// aspect is what all parts depend on.
type aspect struct {
	width, height int
	theme         *style.Theme
	voice         *prose.Voice
}

// lines is a board.Source for parts that depend only on a height in lines.
type lines int

// Same implements board.Source.
func (l lines) Same(other lines) bool { return l == other }

// fit empties the cache if the aspect has changed.
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

// chosenRoom is the room under the cursor, with the age that is shown.
type chosenRoom struct {
	row    lobby.RoomRow
	opened string
}

// Same implements board.Source.
func (r chosenRoom) Same(other chosenRoom) bool {
	return r.opened == other.opened && r.row.Same(other.row)
}

// panelSource is what the side panel of a wide screen depends on.
type panelSource struct {
	height int
	last   *results
	minute int64 // now, for the ages of results; 0 without any
	people []lobby.PersonRow
	total  int
	newest uint64 // number of the newest message
	lines  int    // number of messages, which changes when a player is muted
	log    widget.ChatLog
}

// Same implements board.Source.
func (p panelSource) Same(other panelSource) bool {
	return p.height == other.height && p.last == other.last && p.minute == other.minute && p.total == other.total && p.newest == other.newest && p.lines == other.lines && p.log == other.log &&
		slices.Equal(p.people, other.people)
}
