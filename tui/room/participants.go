package room

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/keymap"
	"parlor/tui/screen"
	"parlor/tui/style"
	"parlor/tui/widget"
)

// participants lists the people in a room, and what can be done about each.
type participants struct {
	onRoom
	list  widget.List
	asked *kick // the kick that the host is asked to confirm; nil for none
}

// kick is a pending kick of a participant.
type kick struct {
	name string
	ban  bool
}

// participant is a player or a spectator.
type participant struct {
	name  string
	seat  engine.Seat // engine.Watcher for a spectator
	isYou bool
}

func (f *participants) everybody() []participant {
	u := f.update
	var all []participant
	for i, seat := range u.Seats {
		if seat.Kind != lobby.SeatPerson {
			continue
		}
		all = append(all, participant{seat.Name, engine.Seat(i), engine.Seat(i) == u.You})
	}
	for _, name := range u.Watchers {
		all = append(all, participant{name, engine.Watcher, u.You == engine.Watcher && name == f.ctx.You.Name})
	}
	return all
}

// text returns short facts about a participant.
func (f *participants) text(who participant) string {
	if who.seat == engine.Watcher {
		return f.ctx.Say(prose.T("watching"))
	}
	seat := f.update.Seats[who.seat]
	facts := []prose.Text{prose.T("seat {n}", prose.N(int(who.seat)+1))}
	for _, one := range []struct {
		is   bool
		text prose.Text
	}{
		{seat.Host, prose.T("host")},
		{seat.Guest, prose.T("guest")},
		{seat.Program, prose.T("program")},
		{seat.Left && !seat.Claimed, prose.T("has left")},
		{seat.Claimed, prose.T("was away for too long")},
		{!seat.Away.IsZero(), awayText(seat.Away)},
		{seat.BotPlays, prose.T("bot for {name}", prose.Name(seat.Name))},
		{seat.Pausing, prose.T("asks for a pause")},
		{seat.Eyes, prose.T("shares their hand with spectators")},
	} {
		if one.is {
			facts = append(facts, one.text)
		}
	}
	return f.ctx.Say(prose.T("{facts}", prose.List(facts)))
}

// Bindings implements screen.Screen.
func (f *participants) Bindings() screen.Bindings { return slices.Values(f.bind()) }

func (f *participants) bind() []screen.Binding {
	if f.asked != nil {
		return []screen.Binding{
			{Key: keymap.Named("y"), Hint: prose.T("kick"), Help: prose.T("kick them"), Do: screen.Command(f.kick)},
			{Key: keymap.Of("n", "n", "esc", "q"), Hint: prose.T("do not"), Help: prose.T("let them stay"), Do: screen.Call(func() { f.asked = nil })},
		}
	}
	host, who := f.update.Host, f.chosen()
	of := func(hint prose.Text, is bool) prose.Text { return screen.Either(is, hint, prose.Text{}) }
	asks := func(ban bool) func(string) tea.Cmd {
		return screen.Command(func() tea.Cmd { return f.askToKick(ban) })
	}
	return []screen.Binding{
		{
			Key: keymap.If(!who.isYou, keymap.Named("m")), Hint: prose.T("mute/unmute"), Help: prose.T("mute or unmute a player"),
			Why: prose.T("You cannot mute yourself."), Do: screen.Command(func() tea.Cmd { return f.config.Mutes.Toggle(f.chosen().name) }),
		},
		{
			Key: keymap.If(!who.isYou, keymap.Named("r")), Hint: prose.T("report"), Help: prose.T("report a player to the operator of this server; they are not told"),
			Why: prose.T("That is you."), Do: screen.Command(func() tea.Cmd { return widget.Report(f.ctx, f.chosen().name) }),
		},
		{Key: keymap.Named("x"), Hint: of(prose.T("kick"), host), Help: prose.T("kick a player (host)"), Do: asks(false)},
		{Key: keymap.Named("X"), Hint: of(prose.T("and ban"), host), Help: prose.T("kick and ban a player (host)"), Do: asks(true)},
		{
			Key: keymap.If(!who.isYou || !host, keymap.Named("h")), Hint: of(prose.T("make host"), host), Help: prose.T("make a player the host (host)"),
			Why: prose.T("You are already the host."), Do: screen.Command(func() tea.Cmd { return f.request(lobby.HandOver{To: f.chosen().seat}) }),
		},
		{
			Key: keymap.If(who.seat != engine.Watcher || f.seated() || f.update.Follows != engine.Watcher, keymap.Named("f")), Hint: of(prose.T("see their hand"), !f.seated()), Help: prose.T("see the hand of a player who shares it (spectators)"),
			Why: prose.T("Spectators have no hand. Choose a player with a seat."), Do: screen.Command(func() tea.Cmd { return f.request(lobby.Follow{Seat: f.chosen().seat}) }),
		},
		{Key: keymap.Named("i"), Hint: prose.T("all people"), Help: prose.T("people here and your friends"), Do: screen.Command(f.config.Program.OpenPeople)},
		f.list.StepBinding(func() int { return len(f.everybody()) }, prose.Text{}, prose.T("choose a person")),
		{Key: keymap.Of("esc", "esc", "q", "enter"), Hint: prose.T("back"), Help: prose.T("close the list of people"), Leaves: true, Do: screen.Call(func() { f.ctx.Shell.Close(f) })},
	}
}

// Explain implements screen.Screen: a question waits for its answer.
func (f *participants) Explain(string, *screen.Binding) string {
	if f.asked == nil {
		return ""
	}
	return f.ctx.Say(prose.T("Press y to kick {name}, n to let them stay.", prose.Name(f.asked.name)))
}

// chosen returns the participant under the cursor.
func (f *participants) chosen() participant {
	people := f.everybody()
	if len(people) == 0 {
		return participant{seat: engine.Watcher}
	}
	return people[min(f.list.Cursor, len(people)-1)]
}

// askToKick asks whether to kick the chosen participant.
func (f *participants) askToKick(ban bool) tea.Cmd {
	who := f.chosen()
	f.asked = &kick{who.name, ban}
	if who.isYou || !f.update.Host {
		return f.kick() // the room explains the refusal
	}
	return nil
}

// kick performs the confirmed kick.
func (f *participants) kick() tea.Cmd {
	ask := *f.asked
	f.asked = nil
	return f.request(lobby.Kick{Name: ask.name, KeepOut: ask.ban})
}

// question asks whether to kick a participant, and says what happens to the seat.
func (f *participants) question() string {
	name := prose.Name(f.asked.name)
	question := prose.T("Kick {name}?", name)
	if f.asked.ban {
		question = prose.T("Kick and ban {name}?", name)
	}
	said := f.ctx.Say(question)
	for _, seat := range f.update.Seats {
		if seat.Name == f.asked.name && seat.Kind == lobby.SeatPerson && f.inPlay() {
			said += " " + f.ctx.Say(prose.T("A bot takes over their seat."))
		}
	}
	return said
}

// Click implements screen.Screen.
func (f *participants) Click(_, y int) tea.Cmd {
	return f.list.Pick(f.ctx, y, "")
}

// View implements screen.Screen.
func (f *participants) View() screen.Frame {
	people := f.everybody()
	theme := f.ctx.Theme
	commitment := f.commitment() // always visible below the list
	if f.asked != nil {
		commitment = append(commitment, "", " "+theme.Warning.Render(f.question()))
	}
	height := max(1, f.ctx.Height-5-len(commitment))
	from, to := f.list.Fit(len(people), height)
	body := f.list.Draw(theme, []string{""}, from, to, func(at int, mark string, textStyle style.Style) string {
		who := people[at]
		text := f.text(who)
		if who.isYou {
			text = f.ctx.Say(prose.T("you")) + ", " + text
		}
		if f.config.Mutes.Has(who.name) {
			text += ", " + f.ctx.Say(prose.T("muted"))
		}
		return mark + textStyle.Render(style.Fit(who.name, 18)) + theme.Faint.Render(text)
	})
	body = append(style.Exactly(body, 1+height), commitment...)
	return screen.Frame{Title: f.kit().Game.Title, Left: f.ctx.Say(prose.T("People at this table")), Right: f.update.Code, Body: body}
}

// commitment returns the commitment to the deal and, after the match, how to check it. It is empty
// without a match.
func (f *participants) commitment() []string {
	u, theme := f.update, f.ctx.Theme
	if u.Proof == "" {
		return nil
	}
	half := len(u.Proof) / 2
	lines := []string{
		"", "   " + theme.Text.Render(f.ctx.Say(prose.T("The commitment to the deal of this match:"))),
		"   " + theme.Strong.Render(u.Proof[:half]), "   " + theme.Strong.Render(u.Proof[half:]),
	}
	text := prose.T("When the match is over, {command} checks the record against it.", prose.Literal("parlor verify"))
	switch {
	case u.Recorded():
		text = prose.T("The record of this match is signed. {line} prints it, and {verify} checks it against this.",
			prose.Literal(f.config.Invitation("").Line+" record "+u.Past), prose.Literal("parlor verify FILE --commitment HEX"))
	case u.Stage == engine.Over:
		text = prose.T("The match is over: {command} checks the output of  {replay}  against this.", prose.Literal("parlor verify"), prose.Literal("replay ID --json"))
	}
	return append(lines, widget.Paragraph(f.ctx.Say(text), theme.Faint, f.ctx.Width-4)...)
}
