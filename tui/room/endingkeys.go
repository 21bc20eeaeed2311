package room

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/keymap"
	"parlor/tui/screen"
)

// endBindings returns the keys between two games and after a match.
func (e *ending) endBindings() []screen.Binding {
	over, done, ready := e.update.Stage == engine.Over, e.over(), e.settling.settled()
	goes, can := e.onward()
	insight := e.ctx.InsightBinding(e.openInsight)
	shown := func(is bool, hint prose.Text) prose.Text { return screen.Either(is, hint, prose.Text{}) }
	return []screen.Binding{
		{
			Key: keymap.If(!done, keymap.Of("space", "space", "right")), Hint: shown(ready, prose.T("next step")), Help: prose.T("the end of a game: the next step"),
			Do: e.timely(func() tea.Cmd { return e.goTo(e.step + 1) }),
		},
		{
			Key: keymap.If(!done, keymap.Of("enter", "enter", "tab")), Hint: shown(ready, prose.T("points")), Help: prose.T("the end of a game: straight to the points"),
			Do: e.timely(e.skip),
		},
		{
			Key: keymap.If(done && can, keymap.Named("enter")), Hint: shown(ready, goes), Help: prose.T("between games: continue; after a match: rematch"),
			Do: e.timely(e.goOn),
		},
		{
			Key: keymap.If(e.replays(), keymap.Named("r")), Hint: shown(done && ready, prose.T("replay")), Help: prose.T("once the match is over: replay it move by move"),
			Why: e.whyReplay(), Do: e.timely(e.openReplay),
		},
		{
			Key: keymap.If(e.replays(), keymap.Named("s")), Hint: shown(done && ready, prose.T("share")), Help: prose.T("once the match is over: the result as text to share"),
			Why: e.whyReplay(), Do: e.timely(e.openCard),
		},
		{
			Key: keymap.If(e.replays() && e.ctx.CanAnalyse(), keymap.Named(screen.InsightKey)), Hint: shown(done && ready, insight.Hint), Help: insight.Help,
			Why: e.whyReplay(), Do: e.timely(e.openInsight),
		},
		{
			Key: keymap.If(over && !e.ofNight(), keymap.Named("y")), Hint: shown(done && ready, prose.T("lobby")), Help: prose.T("once the match is over: back to the lobby; you give up your seat"),
			Why: prose.T("The match is not over. To leave, press Esc."), Do: e.timely(e.leave),
		},
		{
			Key: keymap.If(over && e.update.Host, keymap.Named("o")), Hint: shown(done && ready, prose.T("change room")),
			Help: prose.T("once the match is over: change the room (host)"), Why: e.whyChange(e.update.Host),
			Do: e.timely(func() tea.Cmd { e.changeRoom(); return nil }),
		},
		{
			Key: keymap.If(done && !e.both, keymap.Named("tab")), Hint: prose.T("board/points"), Help: prose.T("between games: switch between points and board"),
			Why: shown(e.both, prose.T("The screen shows both the board and the points.")),
			Do:  screen.Call(func() { e.onBoard = !e.onBoard }),
		},
	}
}

// timely returns a Do that ignores keys pressed before the end of the game was visible, because
// they were meant for the game. Keys that only show something work immediately.
func (e *ending) timely(do func() tea.Cmd) func(string) tea.Cmd {
	return func(name string) tea.Cmd {
		if name != "tab" && name != "right" && e.settling.early() {
			return nil
		}
		return do()
	}
}

// onward describes the next step for this player, and reports whether it is possible.
func (e *ending) onward() (does prose.Text, can bool) {
	switch over := e.update.Stage == engine.Over; {
	case over && e.ofNight():
		return prose.T("back to the game night"), true
	case over && e.update.Host:
		return prose.T("rematch"), true
	case over && e.ready():
		return prose.T("not ready"), true
	case over:
		return prose.T("rematch"), e.seated()
	case e.seated() && e.myTurn():
		return prose.T("next game"), true
	}
	return prose.T("continue without waiting"), e.update.Host
}

// goOn requests the next game or match.
func (e *ending) goOn() tea.Cmd {
	switch over := e.update.Stage == engine.Over; {
	case over && e.ofNight():
		return e.toNight()
	case over && !e.update.Host:
		return e.request(lobby.SetReady{Ready: !e.ready()})
	case !over && e.seated() && e.myTurn():
		return e.play(engine.Next)
	}
	return e.request(lobby.Start{})
}

// toNight leaves a room whose match is over and shows the game night.
func (e *ending) toNight() tea.Cmd {
	code := e.update.Plan.GameNight
	leaves := e.leave()
	if e.config.Program.AtGameNight() {
		return leaves
	}
	return tea.Batch(leaves, e.config.Program.JoinGameNight(code))
}

// replays reports whether the match can be replayed.
func (e *ending) replays() bool {
	u := &e.update
	return u.Stage == engine.Over && u.Past != "" && e.ctx.History != nil
}

func (e *ending) whyReplay() prose.Text {
	if e.ctx.History == nil {
		return prose.Text{}
	}
	return prose.T("You can replay a match once it is over.")
}

// receive handles a message for this scene.
func (e *ending) receive(msg endingMsg) tea.Cmd {
	switch {
	case msg.ending != e:
		return nil
	case msg.err != nil:
		e.asked = false
		e.ctx.Shell.Refuse(msg.err)
		return nil
	case msg.replay != nil:
		e.asked = false
		if e.ctx.OnTop(e.screen) {
			e.replay = msg.replay
			msg.replay.OpenOn(e.screen)
		}
		return nil
	case msg.card != nil:
		e.asked = false
		if e.ctx.OnTop(e.screen) {
			e.ctx.Shell.Open(&share{onRoom: onRoom{room: e.room}, match: *msg.card})
		}
		return nil
	case msg.step != e.step || e.over():
		return nil // a key has already advanced it
	case !e.seated(): // frames are expensive with many spectators
		return e.goTo(max(e.hidden, e.step+1))
	}
	return e.goTo(e.step + 1)
}

// openReplay requests the stored match.
func (e *ending) openReplay() tea.Cmd {
	if e.asked {
		return nil
	}
	e.asked = true
	program, game, id := e.config.Program, e.update.Plan.Game, e.update.Past
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), screen.Patience)
		defer cancel()
		replay, err := program.ReadReplay(ctx, game, id)
		return endingMsg{ending: e, replay: replay, err: err}
	}
}

// openInsight opens the analysis of the match.
func (e *ending) openInsight() (asks tea.Cmd) {
	e.insight, asks = e.config.Program.OpenAnalysis(e.screen, e.update.Plan.Game, e.update.Past)
	return asks
}

// openCard requests the stored match, and shows its result as text to share.
func (e *ending) openCard() tea.Cmd {
	if e.asked {
		return nil
	}
	e.asked = true
	history, id := e.ctx.History, e.update.Past
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), screen.Patience)
		defer cancel()
		match, err := history.Match(ctx, id)
		if err != nil {
			return endingMsg{ending: e, err: prose.Because(err, "That match could not be loaded. Try again in a moment.")}
		}
		return endingMsg{ending: e, card: &match}
	}
}

// whyChange explains why the room cannot be changed during a match.
func (e *ending) whyChange(host bool) prose.Text {
	return screen.Either(host, prose.T("The room's settings can be changed once the match is over."), prose.T("Only the host can change the room."))
}
