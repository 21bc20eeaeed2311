package tui

import (
	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/keys"
)

// betweenState is what the keys between games depend on.
type betweenState struct{ over, host, seated, ready, due, settled bool }

// betweenBindings are the keys of what stands between two games, and after the last.
func (t *tableScreen) betweenBindings() []binding {
	now := betweenState{t.update.Stage == engine.Over, t.update.Host, t.seated(), t.ready(), t.myTurn(), t.settled()}
	return t.between.of(now, t.bindBetween)
}

func (t *tableScreen) bindBetween(now betweenState) []binding {
	shown := func(hint prose.Text) prose.Text { return either(now.settled, hint, prose.Text{}) }
	goes, can := prose.T("next game"), now.host || now.seated && now.due
	switch {
	case now.over && now.host:
		goes = prose.T("another match")
	case now.over && now.ready:
		goes, can = prose.T("not ready"), true
	case now.over:
		goes, can = prose.T("ready for another match"), now.seated
	case !now.due:
		goes = prose.Text{}
	}
	return []binding{
		{Key: keys.If(can, keys.Named("enter")), Hint: shown(goes), Help: prose.T("between games: go on; after a match: another one"), Do: gives(t.goOn)},
		{
			Key: keys.If(now.over && now.host, keys.Named("o")), Hint: shown(prose.T("change room")), Help: prose.T("once the match is over: change the room (host)"),
			Why: t.whyChange(now.host), Do: does(t.changeRoom),
		},
		{Key: keys.Named("tab"), Hint: prose.T("board or points"), Help: prose.T("between games: points or board"), Do: does(func() { t.flip = !t.flip })},
	}
}

// whyChange says why the room cannot be changed during a match.
func (t *tableScreen) whyChange(host bool) prose.Text {
	return either(host, prose.T("The room can be changed once the match is over."), prose.T("Only the host can change the room."))
}

// goOn says that the person wants the next game, or match.
func (t *tableScreen) goOn() tea.Cmd {
	switch over := t.update.Stage == engine.Over; {
	case t.early():
		return nil
	case over && !t.update.Host:
		return t.root.order(t.handle, lobby.Ready{Ready: !t.ready()})
	case !over && t.seated() && t.myTurn():
		return t.do(engine.Next)
	}
	return t.root.order(t.handle, lobby.Start{})
}
