package home

import (
	"slices"
	"strconv"
	"strings"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/screen"
	"parlor/tui/style"
)

// roomLine is everything that determines the line of a room.
type roomLine struct {
	chosen, locked, yourTurn bool
	stage                    string // lobby.RoomRow.Stage
	open                     int    // lobby.RoomRow.Open
	game                     string // lobby.RoomRow.Game
	title                    string
	names                    []string // lobby.RoomRow.Names
	bots, programs           []bool   // lobby.RoomRow.Bots and Programs
	seats                    int
	hint                     string // what Enter does; empty unless the room is under the cursor
}

func newRoomLine(row lobby.RoomRow) roomLine {
	return roomLine{
		locked: row.Locked, yourTurn: row.YourTurn, stage: row.Stage, open: row.Open,
		game: row.Game, title: row.Title, names: row.Names, bots: row.Bots, programs: row.Programs, seats: row.Seats,
	}
}

// Same implements widget.Source.
func (l roomLine) Same(other roomLine) bool {
	return l.chosen == other.chosen && l.locked == other.locked && l.yourTurn == other.yourTurn && l.stage == other.stage &&
		l.open == other.open && l.game == other.game && l.title == other.title && l.seats == other.seats && l.hint == other.hint &&
		slices.Equal(l.names, other.names) && slices.Equal(l.bots, other.bots) && slices.Equal(l.programs, other.programs)
}

// state returns the state of the room.
func (l roomLine) state() prose.Text {
	switch {
	case l.yourTurn:
		return prose.T("your turn")
	case l.stage == engine.Playing:
		return prose.T("playing")
	case l.stage == engine.Interval:
		return prose.T("between games")
	case l.stage == engine.Over:
		return prose.T("finished")
	case l.stage == lobby.Gathering && l.locked:
		return prose.T("waiting")
	case l.stage == lobby.Gathering && l.open == 0:
		return prose.T("full")
	case l.stage == lobby.Gathering:
		return prose.C("{n} free seat", "{n} free seats", prose.N(l.open))
	}
	return prose.Text{}
}

// who lists the players in the room and the number of bots. Players with programs have a mark.
func (l roomLine) who() prose.Text {
	people, bots := make([]prose.Text, 0, len(l.names)), 0
	for i, name := range l.names {
		if l.bots[i] {
			bots++
			continue
		}
		if i < len(l.programs) && l.programs[i] {
			people = append(people, prose.T("{name} (program)", prose.Name(name)))
			continue
		}
		people = append(people, prose.T("{name}", prose.Name(name)))
	}
	if bots > 0 {
		people = append(people, prose.C("{n} bot", "{n} bots", prose.N(bots)))
	}
	return prose.T("{names}", prose.List(people))
}

// stateLeast is the width of the column of states in English.
const stateLeast = 15

// stateCells returns the width of the column of states.
func stateCells(c *screen.Context) int {
	return style.Column(stateLeast, c.Voice.SayAll([]prose.Text{
		roomLine{yourTurn: true}.state(), roomLine{stage: engine.Playing}.state(), roomLine{stage: engine.Interval}.state(), roomLine{stage: engine.Over}.state(),
		roomLine{stage: lobby.Gathering, locked: true}.state(), roomLine{stage: lobby.Gathering}.state(),
		roomLine{stage: lobby.Gathering, open: 1}.state(), roomLine{stage: lobby.Gathering, open: 2}.state(), roomLine{stage: lobby.Gathering, open: 5}.state(),
	})...)
}

// mostDots is the maximum number of seats that are drawn as dots.
const mostDots = 5

// dots draws a dot for each seat, a large one if it is taken. Many seats are shown as numbers.
func (l roomLine) dots() string {
	switch {
	case l.locked:
		return ""
	case l.seats > mostDots:
		return strconv.Itoa(l.seats-l.open) + "/" + strconv.Itoa(l.seats)
	}
	return strings.Repeat("●", max(0, l.seats-l.open)) + strings.Repeat("·", l.open)
}

// draw draws the line. The last column, of width states, shows the state of the room or what Enter
// does.
func (l roomLine) draw(c *screen.Context, states int) string {
	theme, wide := c.Theme, c.Across()-80-(states-stateLeast)
	mark, textStyle := theme.Mark(l.chosen)
	title := c.Say(lobby.TitleText(l.title))
	if l.locked {
		title = c.Say(prose.T("private room"))
		if !l.chosen {
			textStyle = theme.Faint
		}
	}
	end := theme.Text.Render(style.Cut(c.Say(l.state()), states))
	if l.yourTurn {
		end = theme.Accent.Render(style.Cut(c.Say(l.state()), states))
	}
	if l.hint != "" {
		end = style.Cut(theme.Key.Render("enter")+" "+theme.Strong.Render(l.hint), states)
	}
	game := c.Kit(l.game).Game.Title
	if c.Slim() {
		return mark + textStyle.Render(style.Fit(title, c.Width-3-15-14-2)) + " " + theme.Text.Render(style.Fit(game, 14)) + " " + style.Cut(end, 14)
	}
	line := mark + textStyle.Render(style.Fit(title, 18+wide/3)) + " " + theme.Text.Render(style.Fit(game, 14)) + " " +
		theme.Faint.Render(style.Fit(l.dots(), mostDots)+" "+style.Cut(c.Say(l.who()), 20+wide-wide/3))
	return style.Sides(line, end, c.Across()-2)
}
