package gamenight

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/keymap"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// actions are the keys of a game night.
type actions struct {
	*night
	chat      *widget.Chat
	standings *standings
	bracket   *bracket
	away      func()
	controls  func() // opens the controls of the host
	leaving   bool   // the player is asked whether to leave the game night
}

// bindings returns the current keys.
func (a *actions) bindings() screen.Bindings { return slices.Values(a.bind()) }

func (a *actions) bind() []screen.Binding {
	if a.leaving {
		return []screen.Binding{
			{Key: keymap.Named("y"), Hint: prose.T("quit"), Help: prose.T("quit the game night; you keep your points"), Do: screen.Command(a.leave)},
			{Key: keymap.Of("n", "n", "esc"), Hint: prose.T("continue"), Help: prose.T("resume the game night"), Leaves: true, Do: screen.Call(func() { a.leaving = false })},
		}
	}
	stage, state, host, tables := a.update.Stage, a.state(), a.update.Host, slices.ContainsFunc(a.update.Tables, isOpen)
	goes := state == lobby.GameNightCalled || state == lobby.GameNightAtTable
	begins := host && (stage == lobby.GameNightGathering || stage == lobby.GameNightPaused)
	plays, out := stage != lobby.GameNightOver, state == lobby.GameNightOut
	var whyHost prose.Text // zero for a key that is enabled
	if !host {
		whyHost = prose.T("Only the host of the game night can do that.")
	}
	enter := screen.Binding{Key: keymap.If(goes, keymap.Named("enter")), Hint: prose.T("to your table"), Help: prose.T("go to your table"), Why: a.whyWait(begins), Do: screen.Command(a.toTable)}
	if a.update.Settled() && a.update.Played > 0 {
		enter = screen.Binding{Key: keymap.Named("enter"), Hint: prose.T("results"), Help: prose.T("the best moments, and all matches with their replays"), Do: screen.Command(a.openResults)}
	}
	return []screen.Binding{
		enter,
		{Key: keymap.If(begins, keymap.Named("b")), Hint: screen.Either(stage == lobby.GameNightPaused, prose.T("continue"), prose.T("begin")), Help: prose.T("start seating (host)"), Why: whyHost, Do: a.requests(lobby.BeginGameNight{})},
		{Key: keymap.If(host && stage == lobby.GameNightPlaying, keymap.Named("p")), Hint: prose.T("pause"), Help: prose.T("pause seating (host)"), Why: whyHost, Do: a.requests(lobby.PauseGameNight{})},
		{Key: keymap.If(plays && (out || len(a.update.Bracket) == 0), keymap.Named("s")), Hint: screen.Either(out, prose.T("play again"), prose.T("sit out")), Why: prose.T("In a knockout, no one sits out."), Help: prose.T("sit out for a while, or play again"), Do: a.requests(lobby.SitOut{Out: !out})},
		{Key: keymap.Named("t"), Hint: widget.WithCount(prose.T("chat"), a.chat.Unread()), Help: prose.T("game night chat"), Do: screen.Call(a.chat.OpenChat)},
		{Key: keymap.If(host && plays, keymap.Named("o")), Hint: prose.T("change"), Help: prose.T("change games, tables, pace and bots (host)"), Why: whyHost, Do: screen.Call(func() { a.ctx.Shell.Open(changeForm(a.ctx, a.handle, a.update.Plan)) })},
		{Key: keymap.Of("↑↓", "up", "down", "pgup", "pgdown", "k", "j"), Help: prose.T("scroll the standings"), Do: a.scroll},
		{
			Key: keymap.If(len(a.update.Bracket) > 0, keymap.Named("tab")), Hint: screen.Either(a.bracket.hidden, prose.T("bracket"), prose.T("standings")),
			Help: prose.T("the bracket of a knockout, or the standings"), Why: prose.T("There is no bracket."), Do: screen.Call(func() { a.bracket.hidden = !a.bracket.hidden }),
		},
		{Key: keymap.If(tables, keymap.Named("w")), Hint: prose.T("watch"), Help: prose.T("watch a table by its number"), Why: prose.T("No match is in play."), Do: screen.Call(a.watch)},
		{Key: keymap.Named("v"), Help: prose.T("show the board for a big screen: standings, tables and the QR code"), Do: screen.Command(a.project)},
		{Key: keymap.If(plays && state == lobby.GameNightWaiting, keymap.Named("r")), Hint: prose.T("practise"), Help: prose.T("play a bot while you wait; you keep your place"), Why: prose.T("You are not waiting for a table."), Do: screen.Command(a.practise)},
		{
			Key: keymap.If(plays && len(a.update.Teams) > 0, keymap.Named("g")), Hint: prose.T("team"), Help: prose.T("switch to another team"),
			Why: prose.T("This game night has no teams."), Do: screen.Call(a.team),
		},
		{Key: keymap.If(host, keymap.Named("c")), Hint: prose.T("controls"), Help: prose.T("all that the host can do, what is pending, and results that can be corrected (host)"), Why: whyHost, Do: screen.Call(a.controls)},
		{Key: keymap.Named("y"), Hint: prose.T("quit"), Help: prose.T("quit the game night; you keep your points"), Do: screen.Call(func() { a.leaving = true })},
		{Key: keymap.Of("esc", "esc", "q"), Hint: prose.T("lobby"), Help: prose.T("back to the lobby (you are not seated meanwhile)"), Leaves: true, Do: screen.Call(a.away)},
	}
}

// scroll scrolls what is shown: the bracket or the standings.
func (a *actions) scroll(name string) tea.Cmd {
	if a.bracket.shows() {
		return a.bracket.scroll(name)
	}
	return a.standings.scroll(name)
}

// project shows the board for a big screen.
func (a *actions) project() tea.Cmd {
	board := &projector{night: a.night}
	a.ctx.Shell.Open(board)
	return board.begin()
}

// whyWait says why Enter does nothing.
func (a *actions) whyWait(begins bool) prose.Text {
	switch {
	case begins:
		return prose.T("Press b to start seating.")
	case a.update.Stage == lobby.GameNightOver:
		return prose.T("The game night is over.")
	case a.state() == lobby.GameNightOut:
		return prose.T("You are sitting out. Press s to play again.")
	}
	return prose.T("Your table is not ready yet.")
}

// requests returns a Binding.Do that performs an operation of the game night.
func (a *actions) requests(do lobby.NightOp) func(string) tea.Cmd {
	return screen.Command(func() tea.Cmd { return a.request(do) })
}

func (a *actions) leave() tea.Cmd {
	a.leaving = false
	return a.request(lobby.LeaveGameNight{})
}

// watch asks for the number of a table and watches it.
func (a *actions) watch() {
	next := ""
	if t, is := a.update.NextOver(); is {
		next = a.ctx.Say(prose.T("{n}", prose.N(t.Number)))
	}
	a.askTable(prose.T("Table"), prose.T("the number of a table, to watch it"), next, func(t lobby.GameNightTable) tea.Cmd {
		return a.ctx.Enter(lobby.Watch{Code: t.Code}, prose.Text{})
	})
}

// askTable asks for the number of a table and calls do with that table.
func (a *actions) askTable(label, help prose.Text, text string, do func(lobby.GameNightTable) tea.Cmd) {
	widget.OpenPrompt(a.ctx, a.ctx.Say(label), a.ctx.Say(help), text, 4, func(text string) tea.Cmd {
		at := slices.IndexFunc(a.update.Tables, func(t lobby.GameNightTable) bool { return text == a.ctx.Say(prose.T("{n}", prose.N(t.Number))) })
		if at < 0 {
			a.ctx.Shell.Tell(prose.T("There is no table with that number."))
			return nil
		}
		return do(a.update.Tables[at])
	})
}

// team asks for a team and joins it.
func (a *actions) team() {
	help := prose.T("the name of a team, such as {example}", prose.Literal(a.update.Teams[0].Name))
	widget.OpenPrompt(a.ctx, a.ctx.Say(prose.T("Team")), a.ctx.Say(help), "", 24, func(text string) tea.Cmd { return a.request(lobby.JoinTeam{Team: text}) })
}
