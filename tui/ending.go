package tui

import (
	"context"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/archive"
	"parlor/tui/keys"
	"parlor/tui/screen"
)

// ending is the end of a game as a scene of steps: the board with the move that
// decided, then each thing that was hidden turned up, then the points, then how
// they have moved ratings. The last step stays until the next game begins. It is
// of this screen alone: nobody waits for it.
type ending struct {
	table   *tableScreen
	step    int
	hidden  int  // things that are turned up one after the other
	board   bool // after the last step: the board where it shares its place with the points
	both    bool // board and points have been drawn together
	keys    endingKeys
	replay  *archive.Replay // that was opened from here
	insight screen.Screen   // the same
	asked   bool            // a replay has been asked for
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
	replay *archive.Replay
	card   *lobby.Finished
	err    error
}

// newEnding is the scene of the end that has come. Who comes when it is over sees
// its last step.
func (t *tableScreen) newEnding(late bool) *ending {
	e := &ending{table: t, keys: newEndingKeys()}
	if end := t.root.ctx.Kit(t.update.Plan.Game).End; end.Hidden != nil {
		e.hidden = end.Hidden(*t.update.Match)
	}
	if late {
		e.step = e.last()
	}
	return e
}

// The steps after those that turn something up.
func (e *ending) points() int { return e.hidden + 1 }

func (e *ending) last() int {
	if len(e.table.update.Moved) > 0 {
		return e.points() + 1
	}
	return e.points()
}

func (e *ending) over() bool { return e.step >= e.last() }

// view is what is seen of the match by now.
func (e *ending) view(match engine.View) engine.View {
	end := e.table.root.ctx.Kit(e.table.update.Plan.Game).End
	if e.step >= e.hidden || end.Turned == nil {
		return match
	}
	return end.Turned(match, e.step)
}

// wait goes on by itself after a while, unless the person wants it still.
func (e *ending) wait() tea.Cmd {
	if e.over() || e.table.root.ctx.Settings.Still {
		return nil
	}
	stands := turnedStands
	switch {
	case e.step == 0:
		stands = decidedStands
	case e.step >= e.hidden:
		stands = pointsStand
	}
	return e.table.root.ctx.Later(stands, endingMsg{ending: e, step: e.step})
}

// take is given what a message brings for this scene.
func (e *ending) take(msg endingMsg) tea.Cmd {
	switch {
	case msg.ending != e:
		return nil
	case msg.err != nil:
		e.asked = false
		e.table.root.refuse(msg.err)
		return nil
	case msg.replay != nil:
		e.asked = false
		if e.table.root.onTop(e.table) {
			e.replay = msg.replay
			msg.replay.OpenOn(e.table)
		}
		return nil
	case msg.card != nil:
		e.asked = false
		if e.table.root.onTop(e.table) {
			e.table.root.open(&shareScreen{root: e.table.root, match: *msg.card})
		}
		return nil
	case msg.step != e.step || e.over():
		return nil // a key was faster
	case !e.table.seated(): // frames are dear to a crowd
		return e.goTo(max(e.hidden, e.step+1))
	}
	return e.goTo(e.step + 1)
}

// goTo shows a step.
func (e *ending) goTo(step int) tea.Cmd {
	e.step = min(step, e.last())
	e.table.look()
	return e.wait()
}

// skip shows the last step. What is typed on does not go further at once.
func (e *ending) skip() tea.Cmd {
	e.table.settling.again()
	return e.goTo(e.last())
}

// close ends the scene: another game has begun.
func (e *ending) close() {
	if e != nil && e.replay != nil {
		e.table.root.close(e.replay)
	}
	if e != nil && e.insight != nil {
		e.table.root.close(e.insight)
	}
}

// endingKeys are the keys between games, made once.
type endingKeys struct {
	next, skip, on, tab, replay, insight, share, change, leave key.Binding
}

func newEndingKeys() endingKeys {
	return endingKeys{
		next: keys.Of("space", "space", "right"), skip: keys.Of("enter", "enter", "tab"), on: keys.Named("enter"),
		tab: keys.Named("tab"), replay: keys.Named("r"), insight: keys.Named(screen.InsightKey), share: keys.Named("s"), change: keys.Named("o"), leave: keys.Named("y"),
	}
}

// bindings are what keys do between two games and after a match.
func (e *ending) bindings() []screen.Binding {
	t := e.table
	over, done, ready := t.update.Stage == engine.Over, e.over(), t.settled()
	goes, can := e.onward()
	shown := func(is bool, hint prose.Text) prose.Text { return screen.Either(is, hint, prose.Text{}) }
	return []screen.Binding{
		{
			Key: keys.If(!done, e.keys.next), Hint: shown(ready, prose.T("next step")), Help: prose.T("the end of a game: the next step"),
			Do: e.timely(func() tea.Cmd { return e.goTo(e.step + 1) }),
		},
		{
			Key: keys.If(!done, e.keys.skip), Hint: shown(ready, prose.T("points")), Help: prose.T("the end of a game: straight to the points"),
			Do: e.timely(e.skip),
		},
		{
			Key: keys.If(done && can, e.keys.on), Hint: shown(ready, goes), Help: prose.T("between games: go on; after a match: another one"),
			Do: e.timely(e.goOn),
		},
		{
			Key: keys.If(e.replays(), e.keys.replay), Hint: shown(done && ready, prose.T("replay")), Help: prose.T("once the match is over: replay it move by move"),
			Why: e.whyReplay(), Do: e.timely(e.openReplay),
		},
		{
			Key: keys.If(e.replays(), e.keys.share), Hint: shown(done && ready, prose.T("share")), Help: prose.T("once the match is over: the result as text to pass on"),
			Why: e.whyReplay(), Do: e.timely(e.openCard),
		},
		{
			Key: keys.If(e.replays() && archive.CanAnalyse(t.root.ctx), e.keys.insight), Hint: shown(done && ready, archive.InsightHint(t.root.ctx)), Help: archive.InsightHelp(t.root.ctx),
			Why: e.whyReplay(), Do: e.timely(e.openInsight),
		},
		{
			Key: keys.If(over && !t.ofNight(), e.keys.leave), Hint: shown(done && ready, prose.T("hall")), Help: prose.T("once the match is over: leave for the hall; your seat is not kept"),
			Why: prose.T("The match is not over. To leave, press Esc."), Do: e.timely(t.leave),
		},
		{
			Key: keys.If(over && t.update.Host, e.keys.change), Hint: shown(done && ready, prose.T("change room")),
			Help: prose.T("once the match is over: change the room (host)"), Why: t.whyChange(t.update.Host),
			Do: e.timely(func() tea.Cmd { t.changeRoom(); return nil }),
		},
		{
			Key: keys.If(done && !e.both, e.keys.tab), Hint: prose.T("board or points"), Help: prose.T("between games: points or board"),
			Why: shown(e.both, prose.T("Board and points are both on the screen.")),
			Do:  screen.Call(func() { e.board = !e.board }),
		},
	}
}

// timely is Do of a key that may have been meant for the game: not before its end was
// seen. What only shows something waits for nothing.
func (e *ending) timely(do func() tea.Cmd) func(string) tea.Cmd {
	return func(name string) tea.Cmd {
		if name != "tab" && name != "right" && e.table.early() {
			return nil
		}
		return do()
	}
}

// onward is what it means to go on for this person, and whether they can.
func (e *ending) onward() (does prose.Text, can bool) {
	t := e.table
	switch over := t.update.Stage == engine.Over; {
	case over && t.ofNight():
		return prose.T("back to the game night"), true
	case over && t.update.Host:
		return prose.T("rematch"), true
	case over && t.ready():
		return prose.T("not ready"), true
	case over:
		return prose.T("rematch"), t.seated()
	case t.seated() && t.myTurn():
		return prose.T("next game"), true
	}
	return prose.T("go on without waiting"), t.update.Host
}

// goOn says that the person wants the next game, or match.
func (e *ending) goOn() tea.Cmd {
	t := e.table
	switch over := t.update.Stage == engine.Over; {
	case t.nightOver():
		return t.toNight()
	case over && !t.update.Host:
		return t.root.order(t.handle, lobby.SetReady{Ready: !t.ready()})
	case !over && t.seated() && t.myTurn():
		return t.do(engine.Next)
	}
	return t.root.order(t.handle, lobby.Start{})
}

// replays reports whether the match can be gone through.
func (e *ending) replays() bool {
	u := &e.table.update
	return u.Stage == engine.Over && u.Past != "" && e.table.root.ctx.History != nil
}

func (e *ending) whyReplay() prose.Text {
	if e.table.root.ctx.History == nil {
		return prose.Text{}
	}
	return prose.T("A match can be replayed once it is over.")
}

// openReplay asks for the match as it was kept.
func (e *ending) openReplay() tea.Cmd {
	if e.asked {
		return nil
	}
	e.asked = true
	c, id := e.table.root.ctx, e.table.update.Past
	kit := *c.Kit(e.table.update.Plan.Game)
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), screen.Patience)
		defer cancel()
		replay, err := archive.ReadReplay(ctx, c, kit, id)
		return endingMsg{ending: e, replay: replay, err: err}
	}
}

// openInsight asks for the analysis of the match.
func (e *ending) openInsight() (asks tea.Cmd) {
	update := &e.table.update
	e.insight, asks = archive.OpenAnalysis(e.table.root.ctx, e.table, update.Plan.Game, update.Past)
	return asks
}

// ask says what decided, and in the end how it ended and what can be done now.
func (e *ending) ask(people prose.People) string {
	t := e.table
	result, over, what := t.root.ctx.SayAll(append(t.claims(), t.result())), t.update.Stage == engine.Over, prose.Text{}
	switch {
	case over && t.ready():
		return strings.TrimSpace(t.root.ctx.Say(prose.T("You are ready for another match.")) + " " + t.root.ctx.Say(t.unready(people)))
	case !e.over():
		return strings.TrimSpace(t.root.ctx.SayAll(e.decided()) + " " + result)
	case !over && !t.myTurn() && t.update.Host:
		what = prose.T("Waiting for {names}. Enter goes on without waiting.", prose.And(people.Who(others(people, t.update.Match.ToMove))))
	case !over && !t.myTurn():
		what = people.Waits(t.update.Match.ToMove)
	case !t.settled():
	case !over:
		what = prose.T("Press Enter for game {n}.", prose.N(t.update.Match.Round+1))
	case t.ofNight():
		what = prose.T("Press Enter to go back to the game night.")
	case t.update.Host:
		what = prose.T("Press Enter for another match with the same people.")
	case t.seated():
		what = prose.T("Press Enter when you are ready for another match.")
	default:
		what = prose.T("The players can begin another match.")
	}
	return strings.TrimSpace(result + " " + t.root.ctx.Say(what))
}

// decided are the sentences that tell the move by which the game ended.
func (e *ending) decided() []prose.Text {
	t := e.table
	if end := t.root.ctx.Kit(t.update.Plan.Game).End; end.Decided != nil {
		return end.Decided(t.scene())
	}
	return nil
}

// draw is the board by now, and the points once they are counted: both where they
// fit, else one of them.
func (e *ending) draw(height int, board func(height int) []string) []string {
	if e.step < e.points() {
		return board(height)
	}
	rated := e.step > e.points()
	t := e.table
	points := t.drawPoints(t.root.ctx.Width, t.root.ctx.Height, rated)
	room := len(points) + 1
	e.both = height >= room+screen.BoardHeight
	switch {
	case e.both:
		drawn := board(height - room) // has the panel where it has room for it
		return append(append(t.besidePoints(points, rated), ""), drawn...)
	case e.board && e.over():
		return board(height)
	}
	return t.drawPoints(t.root.ctx.Width, height, rated)
}
