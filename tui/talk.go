package tui

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
)

// talkLines is how much of what was said is shown while somebody types.
const talkLines = 6

// talk is the line in which something is said, and what was said before.
type talk struct {
	field *input
	back  int // lines scrolled back
}

// reactions are said with one key while nothing is typed yet.
func reactions() []string {
	return []string{"Well played!", "Oops!", "Hmm…", "Your turn!", "Thank you!", "Good luck!"}
}

func newTalk() *talk { return &talk{field: newInput("Say", "", "", 240, nil)} }

// keyTalk takes what is being said.
func (t *tableScreen) keyTalk(key tea.KeyPressMsg) tea.Cmd {
	text, name := t.talk.field.field.Value(), key.String()
	if at := strings.Index("123456", name); text == "" && len(name) == 1 && at >= 0 {
		t.talk = nil
		return t.say(reactions()[at])
	}
	switch name {
	case "esc":
		t.talk = nil
	case "enter":
		t.talk = nil
		if strings.TrimSpace(text) != "" {
			return t.say(text)
		}
	case "pgup", "up":
		t.talk.back = min(t.talk.back+talkLines, max(0, len(t.heard())-talkLines))
	case "pgdown", "down":
		t.talk.back = max(0, t.talk.back-talkLines)
	default:
		t.talk.field.field, _ = t.talk.field.field.Update(key)
	}
	return nil
}

func (t *tableScreen) say(text string) tea.Cmd {
	chair := t.chair
	return order(func(ctx context.Context) error { return chair.Say(ctx, text) })
}

// heard is what was said by people who are not muted.
func (t *tableScreen) heard() []lobby.Line {
	var heard []lobby.Line
	for _, line := range t.update.Chat {
		if !t.root.muted[line.Name] {
			heard = append(heard, line)
		}
	}
	return heard
}

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

// talkBox is what was said, the newest below, as the last lines of the body.
func (t *tableScreen) talkBox(width int) []string {
	theme, heard := t.root.theme, t.heard()
	end := max(0, len(heard)-t.talk.back)
	begin := max(0, end-talkLines)
	lines := []string{theme.Border.Render(strings.Repeat("─", width))}
	if len(heard) == 0 {
		lines = append(lines, " "+theme.Faint.Render("Nobody has said anything yet."))
	}
	for _, line := range heard[begin:end] {
		style := theme.Text
		if t.root.calls(line) {
			style = theme.Accent
		}
		lines = append(lines, Cut(" "+theme.Strong.Render(speaker(line))+" "+style.Render(line.Text), width))
	}
	return rows(lines, talkLines+1)
}

// talkLine is the field in which something is said.
func (t *tableScreen) talkLine() string {
	t.talk.field.field.SetWidth(max(10, t.root.width-16))
	return "Say: " + t.talk.field.field.View()
}

func talkHints(typed bool) []Hint {
	hints := []Hint{{"enter", "say it to the table"}, {"esc", "say nothing"}, {"↑↓", "what was said"}}
	if typed {
		return hints
	}
	react := make([]string, len(reactions()))
	for i, text := range reactions() {
		react[i] = strings.TrimRight(text, "!…")
	}
	return append([]Hint{{"1-6", strings.Join(react, ", ")}}, hints[1:]...)
}
