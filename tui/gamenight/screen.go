package gamenight

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// Screen is the screen of a game night: its participants, tables and standings. Rooms of the game
// night are shown above it.
type Screen struct {
	screen.Base
	*night
	*widget.Chat
	standings standings
	bracket   bracket
	actions   actions
	linked    widget.QRCode
}

// waitingTick is the interval at which the screen is redrawn while it shows a waiting time or the
// time until the game night begins.
const waitingTick = 15 * time.Second

// awayTick is the interval at which a player in another room is reminded of their table.
const awayTick = 5 * time.Second

func newScreen(n *night) *Screen {
	s := &Screen{night: n, standings: standings{night: n}, bracket: bracket{night: n}}
	s.Chat = widget.NewChat(n.ctx, widget.ChatConfig{
		Mutes: n.config.Mutes, To: widget.ToGameNight, Heard: n.heard,
		Say: func(text string) tea.Cmd { return n.request(lobby.SayAtGameNight{Text: text}) },
	})
	s.actions = actions{night: n, chat: s.Chat, standings: &s.standings, bracket: &s.bracket, away: s.away, controls: s.openControls}
	return s
}

// Update implements screen.Screen.
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	newest, is := msg.(updateMsg)
	switch {
	case is && newest.due && newest.handle == s.handle:
		if s.Changed(); s.state() == lobby.GameNightCalled {
			s.config.Changed() // any screen shows how long the table waits
		}
		return s.wait(s.changesAt())
	case !is || newest.handle != s.handle:
		return nil
	case newest.open:
		return tea.Batch(s.show(*newest.update), s.wait(s.changesAt()))
	}
	s.ctx.Shell.Close(s)
	if err := s.handle.Ended(); err != nil {
		s.ctx.Shell.Refuse(err)
	}
	return nil
}

// changesAt returns when a time on the screen will be outdated, or zero.
func (s *Screen) changesAt() time.Time {
	now := time.Now()
	t, _ := s.update.Table()
	isTimed := func(t lobby.GameNightTable) bool { return isOpen(t) && t.Minutes > 0 }
	switch called := s.state() == lobby.GameNightCalled && t.Until.After(now); {
	case called && s.calledAway():
		return now.Add(awayTick)
	case called:
		return now.Add((t.Until.Sub(now)-1)%time.Second + 1)
	case s.update.Stage == lobby.GameNightGathering && s.update.Plan.Begins.After(now),
		s.state() == lobby.GameNightWaiting && !s.update.WaitText(now).IsZero():
		return now.Add(waitingTick)
	case slices.ContainsFunc(s.update.Tables, isTimed):
		return now.Add(time.Minute)
	}
	return time.Time{}
}

// show takes the newest update. The bell rings for a player who is called to a table, or
// whose name is in a message.
func (s *Screen) show(u lobby.GameNightUpdate) tea.Cmd {
	before := s.update
	old, was := before.Table()
	s.update, s.shown = u, true
	s.Changed()
	s.ctx.Shell.ClearExplanation()
	onTop := s.ctx.OnTop(s)
	s.tellChanges(before)
	var calls tea.Cmd
	if s.mentioned(before) && onTop {
		calls = s.ctx.Shell.Notify(prose.Text{})
	}
	s.config.Changed() // any screen shows whether the player is called
	table, called := u.Table()
	if !called || was && old.Number == table.Number || u.People[u.You].State != lobby.GameNightCalled {
		return calls
	}
	return s.ctx.Shell.Notify(prose.Text{})
}

// tellChanges shows, on any screen, what the host has changed or announced since an earlier update.
func (s *Screen) tellChanges(before lobby.GameNightUpdate) {
	if before.Code == "" {
		return
	}
	var texts []prose.Text
	if before.Stage == lobby.GameNightOver && s.update.Stage == lobby.GameNightGathering {
		texts = append(texts, s.update.StageBegunText(time.Now()))
	}
	if !s.update.Host {
		texts = append(texts, s.update.ChangeTexts(before)...)
	}
	for _, e := range s.update.NewEvents(before.NewestEvent()) {
		texts = append(texts, e.Text(time.Now()))
	}
	for _, m := range s.update.Moves {
		if !slices.ContainsFunc(before.Moves, func(old lobby.GameNightMove) bool { return old.Number == m.Number }) {
			texts = append(texts, m.Text())
		}
	}
	for _, m := range s.update.Chat {
		if m.Announced && m.ID > widget.NewestLine(before.Chat) {
			texts = append(texts, lobby.AnnouncedText(m))
		}
	}
	if len(texts) > 0 {
		s.ctx.Shell.Tell(texts...)
	}
}

// mentioned takes the messages since an earlier update, and reports whether the newest one mentions
// the player.
func (s *Screen) mentioned(before lobby.GameNightUpdate) bool {
	heard := s.heard()
	s.ChatLog.Begin(heard)
	return before.Code != "" && widget.NewestLine(heard) > widget.NewestLine(before.Chat) && widget.Mentions(s.ctx, heard[len(heard)-1])
}

// Bindings implements screen.Screen.
func (s *Screen) Bindings() screen.Bindings {
	switch {
	case s.ChatLine != nil:
		return s.ChatBindings(false)
	case !s.shown:
		return slices.Values([]screen.Binding{})
	}
	return s.actions.bindings()
}

// Input implements screen.Screen. Text that the player was typing in a room that has closed is
// continued here, so that none of it acts as a key.
func (s *Screen) Input() screen.Input { return s.Chat.Input() }

// Call returns the notice shown on any other screen while a table waits for the player, or the zero Text.
func (s *Screen) Call() prose.Text {
	if s.calledAway() {
		return s.callText()
	}
	return prose.Text{}
}

// Moving returns the notice shown while the game night moves to another server, or the zero Text.
func (s *Screen) Moving() prose.Text {
	if s.update.Moving {
		return s.update.MovingText()
	}
	return prose.Text{}
}

// away closes the screen. The player still takes part.
func (s *Screen) away() {
	s.handle.Close()
	s.ctx.Shell.Close(s)
	if s.update.Stage == lobby.GameNightOver {
		s.ctx.Shell.Tell(prose.T("To see the results again, press c and type {code}.", prose.Literal(s.update.Code)))
		return
	}
	s.ctx.Shell.Tell(prose.T("You are away from the game night. Press e to go back."))
}

// Help implements screen.Screen. The texts about tables and points depend on the format.
func (s *Screen) Help() prose.Document {
	points := s.update.Plan.PointsText()
	seating := prose.T("Tables fill automatically. The player who has waited longest is seated first, with people they have not met tonight, or with those they have, as the host chooses.")
	calls := prose.T("When your table is ready, press Enter within 45 seconds. After that, the match begins without you if enough others are there. If you miss two calls in a row, you sit out until you press s. You are not seated while you are disconnected.")
	switch s.update.Plan.Format {
	case lobby.GameNightKnockout:
		seating = prose.T("Everyone who is here when it begins is drawn into pairs. People who come later can watch tables or play bots.")
		calls = prose.T("When your table is ready, press Enter within 45 seconds, or you lose the match. If you are disconnected then, you have 45 seconds more.")
	case lobby.GameNightTeams:
		seating = prose.T("Tables fill automatically, with people from different teams. Press g to switch to another team.")
	}
	return prose.Document{
		prose.H("A game night"),
		{Kind: prose.Paragraph, Text: seating},
		{Kind: prose.Paragraph, Text: calls},
		prose.H("Points"),
		{Kind: prose.Paragraph, Text: points[0]},
		{Kind: prose.Paragraph, Text: points[1]},
		prose.H("The host"),
		prose.P("The host begins, pauses and ends the game night. The key c lists everything the host can do: extend, call the last match, move people, merge tables, correct results, announce. If a time is set, the game night begins and ends by itself. It belongs to the player who opened it; while that player is away, the deputy takes over at once or, if there is none, whoever came first takes over after five minutes."),
	}
}
