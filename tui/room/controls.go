package room

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keys"
	"parlor/tui/screen"
)

// controls are the keys of a room once a match has begun.
type controls struct {
	*match
	chat  *chat
	hints *hints
	menu  func(help prose.Text) screen.Binding
	bound screen.BindingCache[matchState]
}

// bindings returns what the keys do. Those of the board come first: what is played is
// what a player looks for.
func (c *controls) bindings() []screen.Binding {
	if c.update.Stage == engine.Playing {
		return append(c.match.bindings(), c.bound.Get(c.state(), c.bind)...)
	}
	return append(c.match.bindings(), c.interval()...)
}

// shown returns the hints. The bindings of the board are not put together for that.
func (c *controls) shown() []board.Hint {
	if c.update.Stage != engine.Playing {
		return keys.Hints(c.bindings())
	}
	own := keys.Hints(c.bound.Get(c.state(), c.bind))
	if c.paused() || !c.settling.settled() {
		return own
	}
	return append(keys.Hints(c.board.Bindings()), own...)
}

// interval are those of the table between games and after a match. In a pause
// the line of hints is for that.
func (c *controls) interval() []screen.Binding {
	pause, all := c.goesOn(c.state()), c.ending.bindings()
	last := []screen.Binding{c.chat.binding(c.chat.unread()), c.menu(menuHelp())}
	if !c.paused() || !c.inPlay() {
		return slices.Concat(all, []screen.Binding{pause}, last)
	}
	return slices.Concat([]screen.Binding{pause}, last, silent(all))
}

// matchState is what the keys of the table depend on while a game is played.
type matchState struct {
	paused, seated, host, hints bool
	unread                      int
}

func (c *controls) state() matchState {
	return matchState{c.paused(), c.seated(), c.update.Host, c.hints.allowed(), c.chat.unread()}
}

// bind are the keys of the table while a game is played. Those of its end are
// on the page of help, and say when they will do something.
func (c *controls) bind(now matchState) []screen.Binding {
	end := &ending{match: c.match, keys: newEndingKeys()}
	later := silent(end.bindings())
	for i := range later {
		later[i].Key = keys.If(false, later[i].Key)
	}
	return slices.Concat([]screen.Binding{c.goesOn(now), c.hints.binding(now.hints), c.chat.binding(now.unread), c.menu(menuHelp())}, later, []screen.Binding{
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

func menuHelp() prose.Text {
	return prose.T("menu: leave, hall, people and the commitment, pause, watchers")
}

// goesOn ends a pause.
func (c *controls) goesOn(now matchState) screen.Binding {
	key, why := keys.Named("g"), prose.T("The match is not paused.")
	if now.paused {
		key, why = keys.Of("g", "g", "enter"), prose.T("You are watching. The match is paused until a player goes on.")
	}
	return screen.Binding{
		Key: keys.If(now.paused && now.seated, key), Hint: prose.T("go on"), Help: prose.T("go on with a match that is paused"),
		Why: why, Do: screen.Command(func() tea.Cmd { return c.request(lobby.Pause{Pause: false}) }),
	}
}
