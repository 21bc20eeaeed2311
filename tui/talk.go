package tui

import (
	"context"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
)

// talkLines is how much of what was said is shown while somebody types.
const talkLines = 6

// talk is the line in which something is said, at a table or in the hall, and
// what was said there before.
type talk struct {
	root  *Root
	whom  string   // who hears it: "the table"
	quick []string // said with one key while nothing is typed yet
	say   func(text string) tea.Cmd
	field *input
	back  int // lines scrolled back
}

// reactions are what is said with one key at a table.
func reactions() []string {
	return []string{"Well played!", "Oops!", "Hmm…", "Your turn!", "Thank you!", "Good luck!"}
}

func newTalk(root *Root, whom string, quick []string, say func(text string) tea.Cmd) *talk {
	return &talk{root: root, whom: whom, quick: quick, say: say, field: newInput("Say", "", "", 240, nil)}
}

func (k *talk) typed() string { return k.field.field.Value() }

// key takes what is being said to those who have heard so many lines, and
// answers whether the talk is over.
func (k *talk) key(key tea.KeyPressMsg, heard int) (cmd tea.Cmd, over bool) {
	text, name := k.typed(), key.String()
	if at := strings.Index("123456789", name); text == "" && len(name) == 1 && at >= 0 && at < len(k.quick) {
		return k.say(k.quick[at]), true
	}
	switch name {
	case "esc":
		return nil, true
	case "enter":
		if strings.TrimSpace(text) == "" {
			return nil, true
		}
		return k.say(text), true
	case "pgup", "up":
		k.back = min(k.back+talkLines, max(0, heard-talkLines))
	case "pgdown", "down":
		k.back = max(0, k.back-talkLines)
	default:
		k.field.field, _ = k.field.field.Update(key)
	}
	return nil, false
}

func (k *talk) paste(msg tea.PasteMsg) { k.field.field, _ = k.field.field.Update(msg) }

// over puts what was said over the last lines of a screen's body, the newest
// below.
func (k *talk) over(body []string, heard []lobby.Line) []string {
	theme, width := k.root.theme, k.root.width
	end := max(0, len(heard)-k.back)
	begin := max(0, end-talkLines)
	lines := []string{theme.Border.Render(strings.Repeat("─", width))}
	if len(heard) == 0 {
		lines = append(lines, " "+theme.Faint.Render("Nobody has said anything yet."))
	}
	for _, line := range heard[begin:end] {
		style := theme.Text
		if k.root.calls(line) {
			style = theme.Accent
		}
		lines = append(lines, Cut(" "+theme.Strong.Render(speaker(line))+" "+style.Render(line.Text), width))
	}
	return append(body[:max(0, len(body)-talkLines-1)], rows(lines, talkLines+1)...)
}

// line is the field in which something is said.
func (k *talk) line() string {
	k.field.field.SetWidth(max(10, k.root.width-16))
	return "Say: " + k.field.field.View()
}

func (k *talk) hints() []Hint {
	hints := []Hint{{"enter", "say it to " + k.whom}, {"esc", "say nothing"}, {"↑↓", "what was said"}}
	if k.typed() != "" || len(k.quick) == 0 {
		return hints
	}
	react := make([]string, len(k.quick))
	for i, text := range k.quick {
		react[i] = strings.TrimRight(text, "!…")
	}
	return append([]Hint{{"1-" + strconv.Itoa(len(react)), strings.Join(react, ", ")}}, hints[1:]...)
}

// keyTalk takes what is being said to the table.
func (t *tableScreen) keyTalk(key tea.KeyPressMsg) tea.Cmd {
	cmd, over := t.talk.key(key, len(t.heard()))
	if over {
		t.talk = nil
	}
	return cmd
}

func (t *tableScreen) say(text string) tea.Cmd {
	chair := t.chair
	return order(func(ctx context.Context) error { return chair.Say(ctx, text) })
}

// heard is what was said by people who are not muted.
func (r *Root) heard(chat []lobby.Line) []lobby.Line {
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
	t.root.tell(speaker(newest) + ": " + newest.Text)
	t.root.called = t.root.calls(newest)
	return t.root.called
}

func speaker(line lobby.Line) string {
	if line.Apart {
		return line.Name + " (to watchers)"
	}
	if line.Watcher {
		return line.Name + " (watching)"
	}
	return line.Name
}

// calls says whether somebody else is speaking of this person.
func (r *Root) calls(line lobby.Line) bool {
	own := r.hall.hall.You.Name
	return own != "" && line.Name != own && strings.Contains(strings.ToLower(line.Text), strings.ToLower(own))
}
