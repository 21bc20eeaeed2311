package widget

import (
	"strings"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/keymap"
	"parlor/tui/screen"
	"parlor/tui/style"
)

// chatLines is the number of chat lines that are shown above the line in which a message is typed.
const chatLines = 6

// ChatLine is the line in which a message is typed, in a room, at a game night or in the lobby,
// with the chat above it. It stays open until Esc closes it, even if the screen around it changes,
// so that a message is never taken for a move.
type ChatLine struct {
	ctx    *screen.Context
	config *ChatConfig
	said   *ChatLog
	field  *textinput.Model
	keys   chatKeys
	moved  bool // begun on another screen
}

// ChatConfig configures a chat.
type ChatConfig struct {
	Mutes     *MuteList
	To        Audience
	Reactions []Reaction
	Heard     func() []lobby.ChatMessage // returns the messages, newest last
	Say       func(text string) tea.Cmd
}

// chatKeys holds the keys of a ChatLine without those of its reactions.
type chatKeys struct{ say, closes, lines, pages, ends, mute, hear key.Binding }

func newChatKeys() chatKeys {
	return chatKeys{
		say: keymap.Named("enter"), closes: keymap.Named("esc"),
		lines: keymap.Of("↑↓", "up", "down"), pages: keymap.Of("pgup, pgdown", "pgup", "pgdown"), ends: keymap.Of("home, end", "home", "end"),
		mute: keymap.Named("tab"), hear: keymap.Named("shift+tab"),
	}
}

// Reaction is a message that is sent by typing only its sign.
type Reaction struct {
	key   key.Binding
	words string
}

// Reactions returns the reactions of a room. Their signs are on every keyboard. A line that
// continues after a sign is an ordinary message.
func Reactions(voice *prose.Voice) []Reaction {
	all := make([]Reaction, 0, 6)
	for _, one := range []struct {
		sign  string
		words prose.Text
	}{
		{"!", prose.T("Well played!")},
		{"#", prose.T("Oops!")},
		{",", prose.T("Hmm…")},
		{">", prose.T("Your turn!")},
		{"&", prose.T("Thank you!")},
		{"%", prose.T("Good luck!")},
	} {
		all = append(all, Reaction{keymap.Named(one.sign), voice.Say(one.words)})
	}
	return all
}

// Audience is the group of people who receive a message.
type Audience int

// The kinds of chats.
const (
	ToRoom Audience = iota
	ToLobby
	ToGameNight
)

func (k *ChatLine) typed() string { return k.field.Value() }

// Continue takes over the text of another screen's line.
func (k *ChatLine) Continue(elsewhere *ChatLine) {
	k.field.SetValue(elsewhere.typed())
	k.field.CursorEnd()
	k.moved = true
}

// bindings returns the keys of the line; all other keys are typed. turn means that it is the
// player's turn.
func (k *ChatLine) bindings(turn bool, heard func() []lobby.ChatMessage, closes func()) []screen.Binding {
	blank, says := k.typed() == "", prose.T("send to the table")
	switch {
	case k.ctx.Slim():
		says = prose.T("send")
	case k.config.To == ToLobby:
		says = prose.T("send to the lobby")
	case k.config.To == ToGameNight:
		says = prose.T("send to the game night")
	}
	if quick, is := k.reaction(); is {
		says = prose.T("say “{words}”", prose.Literal(quick.words))
	}
	leaves := prose.T("close")
	if turn {
		leaves = prose.T("close: it is your turn")
	}
	all := make([]screen.Binding, 0, 7+len(k.config.Reactions))
	all = append(
		all,
		screen.Binding{Key: k.keys.say, Hint: says, Do: screen.Command(k.enter)},
		screen.Binding{Key: k.keys.closes, Hint: leaves, Leaves: true, Do: screen.Call(func() { k.said.follow(); closes() })},
	)
	all = append(all, k.muteBindings(heard())...)
	reads := func(name string) tea.Cmd { k.said.key(k.ctx, heard(), name); return nil }
	all = append(
		all,
		screen.Binding{Key: k.keys.lines, Hint: prose.T("messages"), Help: prose.T("in chat: scroll messages (also pgup, pgdown, home, end)"), Do: reads},
		screen.Binding{Key: k.keys.pages, Do: reads},
		screen.Binding{Key: keymap.If(blank, k.keys.ends), Do: reads},
	)
	for _, one := range k.config.Reactions {
		all = append(all, screen.Binding{
			Key:  keymap.If(false, one.key), // the key is typed
			Help: prose.T("in chat: this key alone, then Enter, sends “{words}”", prose.Literal(one.words)),
		})
	}
	return all
}

// reaction returns the reaction whose sign is the whole line.
func (k *ChatLine) reaction() (Reaction, bool) {
	sign := strings.TrimSpace(k.typed())
	for _, one := range k.config.Reactions {
		if one.key.Help().Key == sign {
			return one, true
		}
	}
	return Reaction{}, false
}

// muteBindings returns the keys that mute a player, and unmute the last one.
func (k *ChatLine) muteBindings(heard []lobby.ChatMessage) []screen.Binding {
	who, back := k.said.speaker(heard, k.ctx.You.Name), k.config.Mutes.last()
	muting := func(name string) func(string) tea.Cmd {
		return screen.Command(func() tea.Cmd { return k.config.Mutes.Toggle(name) })
	}
	return []screen.Binding{
		{
			Key: keymap.If(who != "", k.keys.mute), Hint: prose.T("mute {name}", prose.Name(who)),
			Help: prose.T("in chat: mute the author of the chosen message"), Do: muting(who),
		},
		{
			Key: keymap.If(back != "", k.keys.hear), Hint: prose.T("unmute {name}", prose.Name(back)),
			Help: prose.T("in chat: unmute the person you muted last"), Do: muting(back),
		},
	}
}

// enter sends the line and keeps it open. If the line was begun on another screen, the first Enter
// only says who would read it.
func (k *ChatLine) enter() tea.Cmd {
	text := k.typed()
	switch {
	case strings.TrimSpace(text) == "":
		k.ctx.Shell.Tell(prose.T("Nothing typed. Press Esc to cancel."))
		return nil
	case k.moved:
		k.moved = false
		k.ctx.Shell.Tell(k.wouldHear())
		return nil
	}
	if quick, is := k.reaction(); is {
		text = quick.words
	}
	k.field.SetValue("")
	k.said.follow()
	return k.config.Say(text)
}

// wouldHear says who would read a message that was begun on another screen.
func (k *ChatLine) wouldHear() prose.Text {
	switch k.config.To {
	case ToLobby:
		return prose.T("Everyone in the lobby will see this. Press Enter to send it, Esc to cancel.")
	case ToGameNight:
		return prose.T("Everyone here will see this. Press Enter to send it, Esc to cancel.")
	case ToRoom:
	}
	return prose.T("The whole table will see this. Press Enter to send it, Esc to cancel.")
}

// Insert implements screen.Input: what no key takes is typed.
func (k *ChatLine) Insert(msg tea.Msg) tea.Cmd {
	*k.field, _ = k.field.Update(msg)
	return nil
}

// Overlay draws the chat over the last lines of a body, newest last.
func (k *ChatLine) Overlay(body []string, heard []lobby.ChatMessage) []string {
	c := k.ctx
	said := k.said.draw(c, heard, c.Width, chatLines)
	rule := c.Theme.Border.Render(strings.Repeat("─", c.Width))
	if below := k.said.below(c, heard); below != "" {
		rule = c.Theme.Border.Render(strings.Repeat("─", max(0, c.Width-3-style.Width(below)))) + " " + c.Theme.Accent.Render(below) + " " + c.Theme.Border.Render("─")
	}
	body = append(body[:max(0, len(body)-chatLines-1)], rule)
	return append(body, said...)
}

// Line returns the drawn line.
func (k *ChatLine) Line() string {
	k.field.SetWidth(max(10, k.ctx.Width-16))
	return k.ctx.Say(prose.T("Say:")) + " " + k.field.View()
}

// Words returns the line, and below it the reactions while nothing else is typed. Their space is
// kept.
func (k *ChatLine) Words(textStyle style.Style) []string {
	theme, items := k.ctx.Theme, make([]string, len(k.config.Reactions))
	for i, one := range k.config.Reactions {
		items[i] = theme.Key.Render(one.key.Help().Key) + " " + theme.Text.Render(one.words)
	}
	quick := style.Indented(style.Flow(items, k.ctx.Width-2, 3), 1)
	if _, is := k.reaction(); k.typed() != "" && !is || k.moved {
		quick = make([]string, len(quick))
	}
	return append([]string{" " + textStyle.Render(k.Line())}, quick...)
}
