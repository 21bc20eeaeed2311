package home

import (
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/keys"
	"parlor/tui/look"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// filterBindings returns the keys that choose which rooms are listed, and in what order.
func (l *roomList) filterBindings() []screen.Binding {
	return []screen.Binding{
		{Key: keys.Named("g"), Hint: prose.T("game"), Help: prose.T("list the rooms of one game only, then of the next one, then all"), Do: screen.Call(func() {
			l.wanted.Game = after(l.gameNames(), l.wanted.Game)
			l.fromTheTop()
		})},
		{Key: keys.Named("f"), Hint: prose.T("stage"), Help: prose.T("list rooms that wait for players, then in play, finished, all"), Do: screen.Call(func() {
			l.wanted.Stage = after(append([]string{""}, lobby.Stages()...), l.wanted.Stage)
			l.fromTheTop()
		})},
		{Key: keys.Named("tab"), Hint: prose.T("sort"), Help: prose.T("sort the rooms: the ones to join first, the newest, by title"), Do: screen.Call(func() {
			l.wanted.Sort = after(lobby.Sorts(), l.wanted.Sort)
			l.fromTheTop()
		})},
	}
}

// widen lists all rooms again.
func (l *roomList) widen() {
	l.wanted = lobby.Window{Sort: l.wanted.Sort}
	l.fromTheTop()
}

// after returns what comes after a value in a list, and after the last the first.
func after[T comparable](all []T, value T) T {
	return all[(slices.Index(all, value)+1)%len(all)]
}

// gameNames returns the games by which rooms are listed, after the empty name for all.
func (l *roomList) gameNames() []string {
	names := []string{""}
	for _, kit := range l.ctx.Games {
		names = append(names, kit.Game.Name)
	}
	return names
}

// fromTheTop moves the cursor to the first room of another list.
func (l *roomList) fromTheTop() { l.cursor, l.code = len(l.page.Yours), "" }

// search asks for words that the listed rooms contain.
func (l *roomList) search() {
	search := widget.OpenPrompt(l.ctx, l.ctx.Say(prose.T("Search")), l.ctx.Say(prose.T("words in the title, the names or the code of a room; leave it empty for all rooms")), l.wanted.Search, 40, func(text string) tea.Cmd {
		l.wanted.Search = lobby.Window{Search: text}.Clean().Search
		l.fromTheTop()
		return nil
	})
	search.Optional = true
}

// stageText tells a stage that rooms are listed by.
func stageText(stage string) prose.Text {
	switch stage {
	case lobby.Gathering:
		return prose.T("waiting for players")
	case engine.Playing:
		return prose.T("being played")
	}
	return prose.T("finished")
}

// quickPace tells how much time there is in a room that quick play opens.
func quickPace() prose.Text {
	return prose.T("Quick play: {pace}.", prose.Sub(lobby.TimeControlOf(lobby.QuickPlan("")).Brief()))
}

// heading stands above the rooms: which are listed, and how they are sorted.
func (l *roomList) heading() string {
	theme, shown := l.ctx.Theme, l.page.Window
	heading := theme.Strong.Render(l.ctx.Say(prose.T("Rooms")))
	var parts []string
	if shown.Narrow() {
		heading = theme.Strong.Render(l.ctx.Say(prose.C("{shown} of {n} room", "{shown} of {n} rooms", prose.Literal(strconv.Itoa(l.page.Total)), prose.N(l.page.AllRooms))))
	}
	if shown.Search != "" {
		parts = append(parts, "“"+shown.Search+"”")
	}
	if shown.Game != "" {
		parts = append(parts, l.ctx.Kit(shown.Game).Game.Title)
	}
	if shown.Stage != "" {
		parts = append(parts, l.ctx.Say(stageText(shown.Stage)))
	}
	if shown.Sort != lobby.SortOpen {
		parts = append(parts, l.ctx.Say(screen.Either(shown.Sort == lobby.SortNewest, prose.T("newest first"), prose.T("by title"))))
	}
	if pace := l.ctx.Say(quickPace()); len(parts) == 0 && look.Width(heading)+look.Width("  ·  "+pace) <= l.ctx.Across()-5 {
		parts = append(parts, pace)
	}
	for _, part := range parts {
		heading += theme.Faint.Render("  ·  " + part)
	}
	return look.Cut(heading, l.ctx.Across()-5)
}
