package tui

import (
	"strings"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/look"
)

// talkLines is how much of what was said is shown while somebody types.
const talkLines = 6

// talk is the line in which something is said, at a table or in the hall, and
// what was said there before. It stays open until esc closes it, whatever
// becomes of the screen round it: nothing that is typed as talk is ever taken
// for a move.
type talk struct {
	root  *Root
	to    audience
	quick []string // reactions, which tab puts into the line
	say   func(text string) tea.Cmd
	field *textinput.Model
	at    int  // the reaction that stands in the line, from 1; 0 where something else does
	back  int  // lines scrolled back
	moved bool // it was begun where others would have heard it
}

// reactions are what need not be typed at a table.
func reactions() []prose.Text {
	return []prose.Text{
		prose.T("Well played!"), prose.T("Oops!"), prose.T("Hmm…"), prose.T("Your turn!"), prose.T("Thank you!"), prose.T("Good luck!"),
	}
}

// audience is who hears what is said.
type audience int

const (
	toTable audience = iota
	toHall
)

func newTalk(root *Root, to audience, quick []prose.Text, say func(text string) tea.Cmd) *talk {
	return &talk{root: root, to: to, quick: root.session.Voice.SayAll(quick), say: say, field: newInput("", 240)}
}

func (k *talk) typed() string { return k.field.Value() }

// goesOn takes over what was being said elsewhere.
func (k *talk) goesOn(elsewhere *talk) {
	k.field.SetValue(elsewhere.typed())
	k.field.CursorEnd()
	k.moved = true
}

// key takes what is being said to those who have heard so many lines, and
// reports whether the talk is over.
func (k *talk) key(key tea.KeyPressMsg, heard int) (cmd tea.Cmd, over bool) {
	switch key.String() {
	case "esc":
		return nil, true
	case "enter":
		return k.enter(), false
	case "tab":
		k.react(1)
	case "shift+tab":
		k.react(-1)
	case "pgup", "up":
		k.back = min(k.back+talkLines, max(0, heard-talkLines))
	case "pgdown", "down":
		k.back = max(0, k.back-talkLines)
	default:
		k.insert(key)
	}
	return nil, false
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
		k.root.tell(either(k.to == toHall, prose.T("Now the hall would hear it. Press Enter again to say it, Esc to leave it."),
			prose.T("Now the table would hear it. Press Enter again to say it, Esc to leave it.")))
		return nil
	}
	k.empty()
	k.back = 0
	return k.say(text)
}

func (k *talk) empty() {
	k.field.SetValue("")
	k.at = 0
}

// react puts the next reaction, or the one before, into a line where nothing
// was typed.
func (k *talk) react(step int) {
	if len(k.quick) == 0 || k.at == 0 && k.typed() != "" {
		return
	}
	n := len(k.quick) + 1 // the empty line is between the last and the first
	if k.at = (k.at + step + n) % n; k.at == 0 {
		k.empty()
		return
	}
	k.field.SetValue(k.quick[k.at-1])
	k.field.CursorEnd()
}

// insert takes a key into the line. What is typed takes the place of a reaction.
func (k *talk) insert(msg tea.Msg) {
	if k.at > 0 {
		k.empty()
	}
	*k.field, _ = k.field.Update(msg)
}

// over puts what was said over the last lines of a screen's body, the newest
// below.
func (k *talk) over(body []string, heard []lobby.Line) []string {
	theme, width := k.root.theme, k.root.width
	end := max(0, len(heard)-k.back)
	var lines []string
	for i := end - 1; i >= 0 && len(lines) < talkLines; i-- {
		lines = append(k.wrapped(heard[i]), lines...)
	}
	lines = lines[max(0, len(lines)-talkLines):]
	if len(heard) == 0 {
		lines = []string{" " + theme.Faint.Render(k.root.say(prose.T("Nobody has said anything yet.")))}
	}
	body = append(body[:max(0, len(body)-talkLines-1)], theme.Border.Render(strings.Repeat("─", width)))
	return append(body, look.Exactly(lines, talkLines)...)
}

// wrapped is something that was said, in as many lines as it takes.
func (k *talk) wrapped(line lobby.Line) []string {
	theme := k.root.theme
	style := theme.Text
	if k.root.calls(line) {
		style = theme.Accent
	}
	who := k.root.say(speaker(line))
	lines := prose.Wrap(who+" "+line.Text, k.root.width-2)
	for i, part := range lines {
		if rest, first := strings.CutPrefix(part, who); first && i == 0 {
			lines[i] = " " + theme.Strong.Render(who) + style.Render(rest)
			continue
		}
		lines[i] = " " + style.Render(part)
	}
	return lines
}

// line is the field in which something is said.
func (k *talk) line() string {
	k.field.SetWidth(max(10, k.root.width-16))
	return k.root.say(prose.T("Say:")) + " " + k.field.View()
}

// hints say what can be done with the line, for somebody whose turn it is or
// is not.
func (k *talk) hints(turn bool) []board.Hint {
	closes := board.Leave("esc", prose.T("close"))
	if turn {
		closes.Does = prose.T("close: it is your turn")
	}
	hints := []board.Hint{board.Press("enter", either(k.to == toHall, prose.T("say it to the hall"), prose.T("say it to the table"))), closes}
	if len(k.quick) > 0 && (k.typed() == "" || k.at > 0) {
		hints = append(hints, board.Press("tab", prose.T("quick words")))
	}
	return append(hints, board.Press("↑↓", prose.T("what was said")))
}

func (t *tableScreen) newTalk() *talk { return newTalk(t.root, toTable, reactions(), t.say) }

func (t *tableScreen) say(text string) tea.Cmd {
	handle := t.handle
	return t.root.order(handle, lobby.Say{Text: text})
}

// heard is what was said by people who are not muted.
func (r *Root) heard(chat []lobby.Line) []lobby.Line {
	if len(r.muted) == 0 {
		return chat
	}
	var heard []lobby.Line
	for _, line := range chat {
		if !r.muted[line.Name] {
			heard = append(heard, line)
		}
	}
	return heard
}

func (t *tableScreen) heard() []lobby.Line { return t.root.heard(t.update.Chat) }

// tellChat shows the newest thing that was said, and says whether it speaks of
// this person.
func (t *tableScreen) tellChat(first bool) bool {
	heard := t.heard()
	if len(heard) == 0 || heard[len(heard)-1].ID <= t.chat {
		return false
	}
	newest := heard[len(heard)-1]
	t.chat = newest.ID
	if first || t.root.bad {
		return false
	}
	t.root.tell(prose.T("{speaker}: {words}", prose.Sub(speaker(newest)), prose.Literal(newest.Text)))
	t.root.called = t.root.calls(newest)
	return t.root.called
}

func speaker(line lobby.Line) prose.Text {
	if line.Apart {
		return prose.T("{name} (to watchers)", prose.Name(line.Name))
	}
	if line.Watcher {
		return prose.T("{name} (watching)", prose.Name(line.Name))
	}
	return prose.T("{name}", prose.Name(line.Name))
}

// calls says whether somebody else is speaking of this person.
func (r *Root) calls(line lobby.Line) bool {
	own := r.you()
	return own != "" && line.Name != own && strings.Contains(strings.ToLower(line.Text), strings.ToLower(own))
}
