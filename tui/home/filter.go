package home

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/keymap"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// filterBindings returns the keys that filter and sort the rooms.
func (l *roomList) filterBindings() []screen.Binding {
	return []screen.Binding{
		{Key: keymap.Named("g"), Hint: prose.T("game"), Help: prose.T("filter rooms by game (cycles)"), Do: screen.Call(func() {
			l.wanted.Game = after(l.gameNames(), l.wanted.Game)
			l.fromTheTop()
		})},
		{Key: keymap.Named("f"), Hint: prose.T("stage"), Help: prose.T("also list private and finished rooms, or filter rooms by state (cycles)"), Do: screen.Call(func() {
			l.wanted.Stage = after(append([]string{lobby.Active, ""}, lobby.Stages()...), l.wanted.Stage)
			l.fromTheTop()
		})},
		{Key: keymap.Named("tab"), Hint: prose.T("sort"), Help: prose.T("sort rooms: joinable first, newest, by title"), Do: screen.Call(func() {
			l.wanted.Sort = after(lobby.Sorts(), l.wanted.Sort)
			l.fromTheTop()
		})},
	}
}

// widen removes the filters.
func (l *roomList) widen() {
	l.wanted = lobby.Window{Sort: l.wanted.Sort, Stage: lobby.Active}
	l.fromTheTop()
}

// after returns the value that follows another one in a list, wrapping around.
func after[T comparable](all []T, value T) T {
	return all[(slices.Index(all, value)+1)%len(all)]
}

// gameNames returns the names of the games by which rooms can be filtered. The first one is empty
// and means all.
func (l *roomList) gameNames() []string {
	names := []string{""}
	for _, kit := range l.ctx.Games {
		names = append(names, kit.Game.Name)
	}
	return names
}

// fromTheTop moves the cursor to the first room of a new list.
func (l *roomList) fromTheTop() { l.cursor, l.code = len(l.page.Yours), "" }

// search asks for words by which rooms are filtered.
func (l *roomList) search() {
	search := widget.OpenPrompt(l.ctx, l.ctx.Say(prose.T("Search")), l.ctx.Say(prose.T("words from titles, names or codes; leave empty for all rooms")), l.wanted.Search, 40, func(text string) tea.Cmd {
		l.wanted.Search = lobby.Window{Search: text}.Clean().Search
		l.fromTheTop()
		return nil
	})
	search.Optional = true
}
