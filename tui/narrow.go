package tui

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

// bindNarrow are the keys that say which rooms are listed and in what order.
func (h *hallScreen) bindNarrow() []screen.Binding {
	return []screen.Binding{
		{Key: keys.Named("g"), Hint: prose.T("game"), Help: prose.T("list the rooms of one game only, then of the next one, then all"), Do: screen.Call(func() {
			h.wanted.Game = after(h.gameNames(), h.wanted.Game)
			h.fromTheTop()
		})},
		{Key: keys.Named("f"), Hint: prose.T("stage"), Help: prose.T("list rooms that wait for players, then in play, finished, all"), Do: screen.Call(func() {
			h.wanted.Stage = after(append([]string{""}, lobby.Stages()...), h.wanted.Stage)
			h.fromTheTop()
		})},
		{Key: keys.Named("tab"), Hint: prose.T("sort"), Help: prose.T("sort the rooms: the ones to join first, the newest, by title"), Do: screen.Call(func() {
			h.wanted.Sort = after(lobby.Sorts(), h.wanted.Sort)
			h.fromTheTop()
		})},
	}
}

// widen lists all rooms again.
func (h *hallScreen) widen() {
	h.wanted = lobby.Window{Sort: h.wanted.Sort}
	h.fromTheTop()
}

// after is what comes after a value in a list, round about.
func after[T comparable](all []T, value T) T {
	return all[(slices.Index(all, value)+1)%len(all)]
}

func (h *hallScreen) gameNames() []string {
	names := []string{""}
	for _, kit := range h.root.ctx.Games {
		names = append(names, kit.Game.Name)
	}
	return names
}

// narrow reports whether rooms are left out.
func (h *hallScreen) narrow() bool { return h.wanted.Narrow() }

// longer reports whether there are more rooms than the screen shows.
func (h *hallScreen) longer() bool { return h.length() > h.space() }

// fromTheTop puts the cursor on the first room of another list, whichever that
// is.
func (h *hallScreen) fromTheTop() { h.cursor, h.code = len(h.page.Yours), "" }

func (h *hallScreen) search() {
	search := widget.OpenPrompt(h.root.ctx, h.root.ctx.Say(prose.T("Search")), h.root.ctx.Say(prose.T("words in the title, the names or the code of a room; leave it empty for all rooms")), h.wanted.Search, 40, func(text string) tea.Cmd {
		h.wanted.Search = lobby.Window{Search: text}.Clean().Search
		h.fromTheTop()
		return nil
	})
	search.Optional = true
}

// stageText is a stage that rooms are listed by.
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
func (*hallScreen) quickPace() prose.Text {
	return prose.T("Quick play: {pace}.", prose.Sub(lobby.TimeControlOf(lobby.QuickPlan("")).Brief()))
}

// roomsHeading stands above the rooms: which are listed, and how they are sorted.
func (h *hallScreen) roomsHeading() string {
	theme, shown := h.root.ctx.Theme, h.page.Window
	heading := theme.Strong.Render(h.root.ctx.Say(prose.T("Rooms")))
	var parts []string
	if shown.Narrow() {
		heading = theme.Strong.Render(h.root.ctx.Say(prose.C("{shown} of {n} room", "{shown} of {n} rooms", prose.Literal(strconv.Itoa(h.page.Total)), prose.N(h.page.AllRooms))))
	}
	if shown.Search != "" {
		parts = append(parts, "“"+shown.Search+"”")
	}
	if shown.Game != "" {
		parts = append(parts, h.root.ctx.Kit(shown.Game).Game.Title)
	}
	if shown.Stage != "" {
		parts = append(parts, h.root.ctx.Say(stageText(shown.Stage)))
	}
	if shown.Sort != lobby.SortOpen {
		parts = append(parts, h.root.ctx.Say(screen.Either(shown.Sort == lobby.SortNewest, prose.T("newest first"), prose.T("by title"))))
	}
	if pace := h.root.ctx.Say(h.quickPace()); len(parts) == 0 && look.Width(heading)+look.Width("  ·  "+pace) <= h.root.ctx.Across()-5 {
		parts = append(parts, pace)
	}
	for _, part := range parts {
		heading += theme.Faint.Render("  ·  " + part)
	}
	return look.Cut(heading, h.root.ctx.Across()-5)
}
