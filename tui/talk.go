package tui

import (
	"strings"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keys"
	"parlor/tui/look"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// talkLines is how much of what was said is shown over a screen while somebody
// types.
const talkLines = 6

// talk is the line in which something is said, at a table or in the lobby, with
// what was said there before above it. It stays open until esc closes it, whatever
// becomes of the screen round it: nothing that is typed as talk is ever taken
// for a move.
type talk struct {
	root  *Root
	to    audience
	said  *conversation
	quick []reaction
	say   func(text string) tea.Cmd
	field *textinput.Model
	keys  talkKeys
	moved bool // it was begun where others would have heard it
}

// talkKeys are the keys of a talk beside those of its reactions.
type talkKeys struct{ say, closes, lines, pages, ends, mute, hear key.Binding }

func newTalkKeys() talkKeys {
	return talkKeys{
		say: keys.Named("enter"), closes: keys.Named("esc"),
		lines: keys.Of("↑↓", "up", "down"), pages: keys.Of("pgup, pgdown", "pgup", "pgdown"), ends: keys.Of("home, end", "home", "end"),
		mute: keys.Named("tab"), hear: keys.Named("shift+tab"),
	}
}

// reaction is what need not be typed: its sign alone in the line says it.
type reaction struct {
	key   key.Binding
	words string
}

// reactions are those of a table. Their signs are on every keyboard, and are typed like
// any other: a line that goes on after one is said as it is.
func reactions(voice *prose.Voice) []reaction {
	all := make([]reaction, 0, 6)
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
		all = append(all, reaction{keys.Named(one.sign), voice.Say(one.words)})
	}
	return all
}

// audience is who hears what is said.
type audience int

const (
	toTable audience = iota
	toHall
	toNight
)

func newTalk(root *Root, to audience, said *conversation, quick []reaction, say func(text string) tea.Cmd) *talk {
	said.follow()
	return &talk{root: root, to: to, said: said, quick: quick, say: say, field: widget.NewInput("", 240), keys: newTalkKeys()}
}

func (k *talk) typed() string { return k.field.Value() }

// goesOn takes over what was being said elsewhere.
func (k *talk) goesOn(elsewhere *talk) {
	k.field.SetValue(elsewhere.typed())
	k.field.CursorEnd()
	k.moved = true
}

// bindings are the keys of the talk for somebody who hears some lines, and whose turn
// it is or is not. All others are typed.
func (k *talk) bindings(turn bool, heard func() []lobby.Line, closes func()) []screen.Binding {
	blank, says := k.typed() == "", prose.T("say it to the table")
	switch {
	case k.root.ctx.Slim():
		says = prose.T("say it")
	case k.to == toHall:
		says = prose.T("say it to the hall")
	case k.to == toNight:
		says = prose.T("say it to the game night")
	}
	if quick, is := k.reaction(); is {
		says = prose.T("say “{words}”", prose.Literal(quick.words))
	}
	leaves := prose.T("close")
	if turn {
		leaves = prose.T("close: it is your turn")
	}
	all := make([]screen.Binding, 0, 7+len(k.quick))
	all = append(
		all,
		screen.Binding{Key: k.keys.say, Hint: says, Do: screen.Command(k.enter)},
		screen.Binding{Key: k.keys.closes, Hint: leaves, Leaves: true, Do: screen.Call(func() { k.said.follow(); closes() })},
	)
	all = append(all, k.mutes(heard())...)
	reads := func(name string) tea.Cmd { k.said.key(k.root, heard(), name); return nil }
	all = append(
		all,
		screen.Binding{Key: k.keys.lines, Hint: prose.T("what was said"), Help: prose.T("with the talk open: go through what was said; pgup, pgdown, home and end go further"), Do: reads},
		screen.Binding{Key: k.keys.pages, Do: reads},
		screen.Binding{Key: keys.If(blank, k.keys.ends), Do: reads},
	)
	for _, one := range k.quick {
		all = append(all, screen.Binding{
			Key:  keys.If(false, one.key), // it is typed
			Help: prose.T("with the talk open: alone in the line, and then enter, it says “{words}”", prose.Literal(one.words)),
		})
	}
	return all
}

// reaction is the one whose sign stands alone in the line, if that is so.
func (k *talk) reaction() (reaction, bool) {
	sign := strings.TrimSpace(k.typed())
	for _, one := range k.quick {
		if one.key.Help().Key == sign {
			return one, true
		}
	}
	return reaction{}, false
}

// mutes are the keys by which a person hears nothing more from somebody, or again.
func (k *talk) mutes(heard []lobby.Line) []screen.Binding {
	who, back := k.said.speaker(heard, k.root.you()), ""
	if muted := k.root.muted; len(muted) > 0 {
		back = muted[len(muted)-1]
	}
	muting := func(name string) func(string) tea.Cmd {
		return screen.Command(func() tea.Cmd { return k.root.mute(name) })
	}
	return []screen.Binding{
		{
			Key: keys.If(who != "", k.keys.mute), Hint: prose.T("mute {name}", prose.Name(who)),
			Help: prose.T("with the talk open: mute the person who said the chosen line"), Do: muting(who),
		},
		{
			Key: keys.If(back != "", k.keys.hear), Hint: prose.T("unmute {name}", prose.Name(back)),
			Help: prose.T("with the talk open: unmute the person you muted last"), Do: muting(back),
		},
	}
}

// enter says what stands in the line, and leaves it open for more. Where it was
// begun for others the first enter only tells who would hear it now.
func (k *talk) enter() tea.Cmd {
	text := k.typed()
	switch {
	case strings.TrimSpace(text) == "":
		k.root.tell(prose.T("You have not typed anything. Press Esc to close the line."))
		return nil
	case k.moved:
		k.moved = false
		k.root.tell(k.wouldHear())
		return nil
	}
	if quick, is := k.reaction(); is {
		text = quick.words
	}
	k.field.SetValue("")
	k.said.follow()
	return k.say(text)
}

// wouldHear says who would hear what was begun where others would have.
func (k *talk) wouldHear() prose.Text {
	switch k.to {
	case toHall:
		return prose.T("Now the hall would hear it. Press Enter again to say it, Esc to leave it.")
	case toNight:
		return prose.T("Now all here would hear it. Press Enter again to say it, Esc to leave it.")
	case toTable:
	}
	return prose.T("Now the table would hear it. Press Enter again to say it, Esc to leave it.")
}

// Insert implements input: what no key takes is typed.
func (k *talk) Insert(msg tea.Msg) tea.Cmd {
	*k.field, _ = k.field.Update(msg)
	return nil
}

// overlay puts what was said over the last lines of a screen's body, the newest
// below.
func (k *talk) overlay(body []string, heard []lobby.Line) []string {
	r := k.root
	said := k.said.draw(r, heard, r.ctx.Width, talkLines)
	rule := r.ctx.Theme.Border.Render(strings.Repeat("─", r.ctx.Width))
	if below := k.said.below(r, heard); below != "" {
		rule = r.ctx.Theme.Border.Render(strings.Repeat("─", max(0, r.ctx.Width-3-look.Width(below)))) + " " + r.ctx.Theme.Accent.Render(below) + " " + r.ctx.Theme.Border.Render("─")
	}
	body = append(body[:max(0, len(body)-talkLines-1)], rule)
	return append(body, said...)
}

// line is the field in which something is said.
func (k *talk) line() string {
	k.field.SetWidth(max(10, k.root.ctx.Width-16))
	return k.root.ctx.Say(prose.T("Say:")) + " " + k.field.View()
}

// words are the line, and below it the reactions while nothing else is typed. Their
// room stays.
func (k *talk) words(style look.Style) []string {
	theme, items := k.root.ctx.Theme, make([]string, len(k.quick))
	for i, one := range k.quick {
		items[i] = theme.Key.Render(one.key.Help().Key) + " " + theme.Text.Render(one.words)
	}
	quick := look.Indented(look.Flow(items, k.root.ctx.Width-2, 3), 1)
	if _, is := k.reaction(); k.typed() != "" && !is || k.moved {
		quick = make([]string, len(quick))
	}
	return append([]string{" " + style.Render(k.line())}, quick...)
}

// talkHelp are the keys of a talk on the page of help.
func (r *Root) talkHelp(quick []reaction) []board.Hint {
	nothing := func() []lobby.Line { return nil }
	return keys.Help(newTalk(r, toTable, &conversation{}, quick, nil).bindings(false, nothing, nil))
}

func (t *tableScreen) newTalk() *talk {
	return newTalk(t.root, toTable, &t.said, reactions(t.root.ctx.Voice), t.say)
}

func (t *tableScreen) say(text string) tea.Cmd {
	handle := t.handle
	return t.root.order(handle, lobby.Say{Text: text})
}

func (t *tableScreen) heard() []lobby.Line { return t.update.Chat }

// unread counts what was said at the table since the person last saw it.
func (t *tableScreen) unread() int { return t.said.unread(t.heard(), t.root.you()) }

// tellChat shows the newest thing that was said, unless all of it is on the screen,
// and says whether it speaks of this person.
func (t *tableScreen) tellChat(first bool) bool {
	heard := t.heard()
	t.said.begin(heard)
	if len(heard) == 0 || heard[len(heard)-1].ID <= t.chat {
		return false
	}
	newest := heard[len(heard)-1]
	t.chat = newest.ID
	if first || t.root.bad {
		return false
	}
	called := t.root.calls(newest)
	if (t.talk != nil || t.panelled) && t.root.onTop(t) {
		return called
	}
	t.root.tell(prose.T("{speaker}: {words}", prose.Sub(speaker(newest)), prose.Literal(newest.Text)))
	t.root.called = called
	return called
}
