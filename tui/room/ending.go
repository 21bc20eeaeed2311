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

// ending is the end of a game as a scene of steps: the board with the move that
// decided, then each thing that was hidden turned up, then the points, then how
// they have moved ratings. The last step stays until the next game begins. It is
// of this screen alone: no other player waits for it.
type ending struct {
	*matchBoard
	panel   *panel
	step    int
	hidden  int           // things that are turned up one after the other
	onBoard bool          // after the last step: the board where it shares its place with the points
	both    bool          // board and points have been drawn together
	replay  Replay        // that was opened from here
	insight screen.Screen // the same
	asked   bool          // a replay has been asked for
}

// How long the steps stand by themselves.
const (
	decidedStands = 2 * time.Second
	turnedStands  = 400 * time.Millisecond
	pointsStand   = 1500 * time.Millisecond
)

// endingMsg is the end of a step, or the answer to what was asked for.
type endingMsg struct {
	ending *ending
	step   int // that has stood; none where there is an answer
	replay Replay
	card   *lobby.Finished
	err    error
}

// newEnding returns the scene of an end that has come. A player who comes when it is over
// sees its last step.
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

// The steps after those that turn something up.
func (e *ending) points() int { return e.hidden + 1 }

func (e *ending) last() int {
	if len(e.update.Moved) > 0 {
		return e.points() + 1
	}
	return e.points()
}

func (e *ending) over() bool { return e.step >= e.last() }

// view returns what is seen of the match by now.
func (e *ending) view(match engine.View) engine.View {
	end := e.kit().End
	if e.step >= e.hidden || end.Turned == nil {
		return match
	}
	return end.Turned(match, e.step)
}

// nextStep goes on by itself after a while, unless the player wants it still.
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

// skip shows the last step. What is typed on does not go further at once.
func (e *ending) skip() tea.Cmd {
	e.settling.again()
	return e.goTo(e.last())
}

// abandon ends the scene: another game has begun.
func (e *ending) abandon() {
	if e != nil && e.replay != nil {
		e.ctx.Shell.Close(e.replay)
	}
	if e != nil && e.insight != nil {
		e.ctx.Shell.Close(e.insight)
	}
}

// verdict returns what decided the game, and at the end its result and what can be done now.
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

// decided returns the sentences that tell the move by which the game ended.
func (e *ending) decided() []prose.Text {
	if end := e.kit().End; end.Decided != nil {
		return end.Decided(e.scene())
	}
	return nil
}

// drawEnding returns the board by now, and the points once they are counted: both where they
// fit, else one of them.
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
		drawn := board(height - room) // has the panel where it has room for it
		return append(append(e.withPanel(points, rated), ""), drawn...)
	case e.onBoard && e.over():
		return board(height)
	}
	return drawPoints(e.room, e.ctx.Width, height, rated)
}

// withPanel puts the panel right of the points on a wide screen, where the board
// has no room for it and they can do with fewer cells.
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
