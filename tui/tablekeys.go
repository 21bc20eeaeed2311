package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keys"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// Bindings implements screen. Those of the board come first: what is played is what
// one looks for.
func (t *tableScreen) Bindings() []screen.Binding {
	switch {
	case !t.shown:
		return nil
	case t.talk != nil:
		return t.talk.Bindings(t.update.Stage == engine.Playing && t.myTurn(), t.heard, func() { t.talk = nil })
	case t.update.Stage == lobby.Gathering:
		return t.gathers.Get(t.waitingState(), t.bindWaiting)
	case t.update.Stage == engine.Playing:
		return append(t.boardBindings(), t.plays.Get(t.matchState(), t.bindMatch)...)
	}
	return append(t.boardBindings(), t.intervalBindings()...)
}

// intervalBindings are those of the table between games and after a match. In a pause
// the line of hints is for that.
func (t *tableScreen) intervalBindings() []screen.Binding {
	pause, all := t.goesOn(t.matchState()), t.ending.bindings()
	last := []screen.Binding{t.talks(t.unread()), t.menus(menuHelp())}
	if !t.paused() || !t.inPlay() {
		return slices.Concat(all, []screen.Binding{pause}, last)
	}
	return slices.Concat([]screen.Binding{pause}, last, silent(all))
}

// hints implements hinted: what the keys of a board would do is not put together for
// drawing.
func (t *tableScreen) hints() []board.Hint {
	if t.talk != nil || t.update.Stage != engine.Playing {
		return keys.Hints(t.Bindings())
	}
	own := keys.Hints(t.plays.Get(t.matchState(), t.bindMatch))
	if t.paused() || !t.settled() {
		return own
	}
	return append(keys.Hints(t.board.Bindings()), own...)
}

func (t *tableScreen) waitingState() waitingState {
	game := t.root.ctx.Kit(t.update.Plan.Game).Game
	bots := slices.ContainsFunc(t.update.Seats, func(s lobby.SeatInfo) bool { return s.Kind == lobby.SeatBot })
	return waitingState{
		host: t.update.Host, seated: t.seated(), ready: t.ready(), night: t.ofNight(),
		full: t.taken() == len(t.update.Seats), enough: t.enough(), bots: bots, unread: t.unread(), levels: len(game.Levels),
	}
}

// boardBindings are those of the board, whose actions are orders to the room.
func (t *tableScreen) boardBindings() []screen.Binding {
	of := t.board.Bindings()
	all, do := make([]screen.Binding, 0, len(of)+8), t.do // with room for those of the table
	playing := t.update.Stage == engine.Playing && !t.paused()
	settled := t.settled()
	for i := range of {
		one := &of[i]
		switch by := keys.Then(one, do); {
		case playing && settled:
			all = append(all, by)
		case playing:
			all = append(all, t.unsettled(by))
		default:
			all = append(all, paging(by))
		}
	}
	return all
}

// unsettled is a binding of a board that has not been seen yet: its keys were meant
// for what stood there before.
func (t *tableScreen) unsettled(by screen.Binding) screen.Binding {
	if pages := paging(by); pages.Key.Enabled() {
		return pages
	}
	by.Key, by.Hint = keys.If(true, by.Key), prose.Text{}
	by.Only, by.Do = func(name string) bool { return name != "esc" }, screen.Call(func() { t.early() })
	return by
}

// paging is a binding of a board on which nothing can be played now: it still goes
// through a board that does not fit, for that decides nothing.
func paging(by screen.Binding) screen.Binding {
	only := by.Only
	pages := func(name string) bool { return name == "pgup" || name == "pgdown" }
	by.Key = keys.If(by.Key.Enabled() && slices.ContainsFunc(by.Key.Keys(), pages), by.Key)
	by.Hint = prose.Text{}
	by.Only = func(name string) bool { return pages(name) && (only == nil || only(name)) }
	return by
}

// matchState is what the keys of the table depend on while a game is played.
type matchState struct {
	paused, seated, host, hints bool
	unread                      int
}

func (t *tableScreen) matchState() matchState {
	return matchState{t.paused(), t.seated(), t.update.Host, t.mayHint(), t.unread()}
}

// bindMatch are the keys of the table while a game is played. Those of its end are
// on the page of help, and say when they will do something.
func (t *tableScreen) bindMatch(now matchState) []screen.Binding {
	end := &ending{table: t, keys: newEndingKeys()}
	later := silent(end.bindings())
	for i := range later {
		later[i].Key = keys.If(false, later[i].Key)
	}
	return slices.Concat([]screen.Binding{t.goesOn(now), t.hinting(now.hints), t.talks(now.unread), t.menus(menuHelp())}, later, []screen.Binding{
		{Key: keys.If(false, keys.Named("tab")), Why: prose.T("Tab shows points or board between games.")},
		{Key: keys.If(false, keys.Named("w")), Why: prose.T("The people are in the menu. Press Esc, then w.")},
	})
}

// silent are bindings without their hints.
func silent(all []screen.Binding) []screen.Binding {
	for i := range all {
		all[i].Hint = prose.Text{}
	}
	return all
}

// whyChange says why the room cannot be changed during a match.
func (t *tableScreen) whyChange(host bool) prose.Text {
	return screen.Either(host, prose.T("The room can be changed once the match is over."), prose.T("Only the host can change the room."))
}

func menuHelp() prose.Text {
	return prose.T("menu: leave, hall, people and the commitment, pause, watchers")
}

// goesOn ends a pause.
func (t *tableScreen) goesOn(now matchState) screen.Binding {
	key, why := keys.Named("g"), prose.T("The match is not paused.")
	if now.paused {
		key, why = keys.Of("g", "g", "enter"), prose.T("You are watching. The match is paused until a player goes on.")
	}
	return screen.Binding{
		Key: keys.If(now.paused && now.seated, key), Hint: prose.T("go on"), Help: prose.T("go on with a match that is paused"),
		Why: why, Do: screen.Command(func() tea.Cmd { return t.root.order(t.handle, lobby.Pause{Pause: false}) }),
	}
}

// talks opens the line in which something is said to the table, of whose talk so
// much is unread.
func (t *tableScreen) talks(unread int) screen.Binding {
	return screen.Binding{Key: keys.Named("t"), Hint: widget.WithCount(prose.T("talk"), unread), Help: prose.T("say something to the table, and read what was said"), Do: screen.Call(func() { t.talk = t.newChat() })}
}

// menus opens the menu.
func (t *tableScreen) menus(help prose.Text) screen.Binding {
	return screen.Binding{Key: keys.Of("esc", "esc", "q"), Hint: prose.T("menu"), Help: help, Leaves: true, Do: screen.Call(func() { t.root.open(&menuScreen{table: t}) })}
}

func (t *tableScreen) Input() screen.Input {
	if t.talk == nil {
		return nil
	}
	return t.talk
}

// ChatHelp implements talker.
func (t *tableScreen) ChatHelp() []board.Hint {
	return widget.ChatHelp(t.root.ctx, t.root.mutes, widget.Reactions(t.root.ctx.Voice))
}

// Help implements screen.
func (t *tableScreen) Help() prose.Document {
	if t.update.Stage == lobby.Gathering {
		return slices.Concat(t.root.ctx.Kit(t.update.Plan.Game).Rules, t.levelsHelp(), whenAway())
	}
	return slices.Concat(t.root.ctx.Kit(t.update.Plan.Game).Rules, whenAway())
}
