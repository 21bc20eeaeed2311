package room

import (
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/screen"
	"parlor/tui/style"
)

// ending is the end of a game, shown in steps: the board with the deciding move, the hidden items
// one by one, the points, and the changes of ratings. The last step stays until the next game
// begins. It exists only on this screen; no other player waits for it.
type ending struct {
	*matchBoard
	panel   *panel
	step    int
	hidden  int           // number of items that are uncovered one by one
	onBoard bool          // after the last step: the board is shown instead of the points
	both    bool          // board and points were drawn together
	replay  Replay        // opened from here
	insight screen.Screen // opened from here
	asked   bool          // a replay was requested
}

// How long each step is shown.
const (
	decidedStands = 2 * time.Second
	turnedStands  = 400 * time.Millisecond
	pointsStand   = 1500 * time.Millisecond
)

// endingMsg ends a step, or answers a request.
type endingMsg struct {
	ending *ending
	step   int // the step that has ended; unused in an answer
	replay Replay
	card   *lobby.Finished
	err    error
}

// newEnding returns the scene for the end of a game. A player who comes later sees only its last
// step.
func newEnding(m *matchBoard, p *panel, late bool) *ending {
	e := &ending{matchBoard: m, panel: p}
	if end := m.kit().End; end.Hidden != nil {
		e.hidden = end.Hidden(*m.update.Match)
	}
	if late {
		e.step = e.last()
	}
	return e
}

// points returns the step at which the points appear, after the hidden items.
func (e *ending) points() int { return e.hidden + 1 }

func (e *ending) last() int {
	if len(e.update.Moved) > 0 {
		return e.points() + 1
	}
	return e.points()
}

func (e *ending) over() bool { return e.step >= e.last() }

// view returns the view of the match for the current step.
func (e *ending) view(match engine.View) engine.View {
	end := e.kit().End
	if e.step >= e.hidden || end.Turned == nil {
		return match
	}
	return end.Turned(match, e.step)
}

// nextStep returns a command that shows the next step after a while, unless the player has turned
// off animations.
func (e *ending) nextStep() tea.Cmd {
	if e.over() || e.ctx.Settings.Still {
		return nil
	}
	stands := turnedStands
	switch {
	case e.step == 0:
		stands = decidedStands
	case e.step >= e.hidden:
		stands = pointsStand
	}
	return e.ctx.Later(stands, endingMsg{ending: e, step: e.step})
}

// goTo shows a step.
func (e *ending) goTo(step int) tea.Cmd {
	e.step = min(step, e.last())
	e.refresh()
	return e.nextStep()
}

// skip shows the last step. Keys that follow immediately are ignored.
func (e *ending) skip() tea.Cmd {
	e.settling.again()
	return e.goTo(e.last())
}

// abandon ends the scene because another game has begun.
func (e *ending) abandon() {
	if e != nil && e.replay != nil {
		e.ctx.Shell.Close(e.replay)
	}
	if e != nil && e.insight != nil {
		e.ctx.Shell.Close(e.insight)
	}
}

// verdict returns what decided the game and, in the last step, its result and what can be done now.
func (e *ending) verdict(people prose.People) string {
	result, over, what := e.ctx.SayAll(append(e.absences().claims(), e.result())), e.update.Stage == engine.Over, prose.Text{}
	switch {
	case over && e.ready():
		return strings.TrimSpace(e.ctx.Say(prose.T("You are ready for another match.")) + " " + e.ctx.Say(e.absences().unready(people)))
	case !e.over():
		return strings.TrimSpace(e.ctx.SayAll(e.decided()) + " " + result)
	case !over && !e.myTurn() && e.update.Host:
		what = prose.T("Waiting for {names}. Press Enter to continue without them.", prose.And(people.Who(others(people, e.update.Match.ToMove))))
	case !over && !e.myTurn():
		what = people.Waits(e.update.Match.ToMove)
	case !e.settling.settled():
	case !over:
		what = prose.T("Press Enter for game {n}.", prose.N(e.update.Match.Round+1))
	case e.ofNight():
		what = prose.T("Press Enter to go back to the game night.")
	case e.update.Host:
		what = prose.T("Press Enter for a rematch.")
	case e.seated():
		what = prose.T("Press Enter when you are ready for a rematch.")
	default:
		what = prose.T("The players can begin another match.")
	}
	return strings.TrimSpace(result + " " + e.ctx.Say(what))
}

// decided describes the move that ended the game.
func (e *ending) decided() []prose.Text {
	if end := e.kit().End; end.Decided != nil {
		return end.Decided(e.scene())
	}
	return nil
}

// drawEnding returns the board and, once they are counted, the points: both if they fit, otherwise
// one of them.
func (e *ending) drawEnding(height int, board func(height int) []string) []string {
	if e.step < e.points() {
		return board(height)
	}
	rated := e.step > e.points()
	points := drawPoints(e.room, e.ctx.Width, e.ctx.Height, rated)
	room := len(points) + 1
	e.both = height >= room+screen.BoardHeight
	switch {
	case e.both:
		drawn := board(height - room) // includes the panel if there is room
		return append(append(e.withPanel(points, rated), ""), drawn...)
	case e.onBoard && e.over():
		return board(height)
	}
	return drawPoints(e.room, e.ctx.Width, height, rated)
}

// withPanel adds the side panel to the points on a wide screen if the board has no room for it.
func (e *ending) withPanel(points []string, rated bool) []string {
	if !e.ctx.Wide() || e.panel.shown {
		return points
	}
	left := drawPoints(e.room, e.ctx.Across(), e.ctx.Height, rated)
	over := func(line string) bool { return style.Width(line) > e.ctx.Across() }
	if len(left) != len(points) || slices.ContainsFunc(left, over) {
		return points
	}
	return style.SideBySide(left, append([]string{""}, e.panel.drawPanel(e.ctx.PanelCells(), len(left)-1)...), e.ctx.Across()+screen.PanelGap)
}
