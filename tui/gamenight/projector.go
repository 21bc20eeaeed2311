package gamenight

import (
	"slices"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/keymap"
	"parlor/tui/screen"
	"parlor/tui/style"
	"parlor/tui/widget"
)

// projector is the board of a game night for all in a room to see: the way in, the
// standings, the tables, and who plays next. Nothing can be done on it.
type projector struct {
	screen.Base
	*night
	linked widget.QRCode
}

// Update implements screen.Screen. The program ends with the game night.
func (p *projector) Update(msg tea.Msg) tea.Cmd {
	newest, is := msg.(updateMsg)
	switch {
	case !is || newest.handle != p.handle:
		return nil
	case !newest.open:
		return p.config.End(p.handle.Ended())
	}
	p.Changed()
	p.update, p.shown = *newest.update, true
	return p.wait(time.Time{})
}

// Bindings implements screen.Screen.
func (p *projector) Bindings() screen.Bindings { return slices.Values(p.bind()) }

func (p *projector) bind() []screen.Binding {
	return []screen.Binding{
		{Key: keymap.Of("q", "q", "esc"), Hint: prose.T("close"), Help: prose.T("close the board"), Leaves: true, Do: screen.Command(p.ctx.Shell.Quit)},
	}
}

// View implements screen.Screen.
func (p *projector) View() screen.Frame {
	if !p.shown {
		return screen.Frame{Left: "parlor"}
	}
	u, height := p.update, p.ctx.BodyHeight()
	body := p.banner()
	room := height - len(body)
	half := (p.ctx.Width - 6) / 2
	if p.ctx.Slim() {
		half = p.ctx.Width - 6
	}
	left, right := p.standings(room, half), p.tables(room, half)
	if p.ctx.Slim() {
		body = append(body, style.Indented(append(left[:min(len(left), max(2, room/2))], right...), 3)...)
	} else {
		for i := range max(len(left), len(right)) {
			one, other := "", ""
			if i < len(left) {
				one = left[i]
			}
			if i < len(right) {
				other = right[i]
			}
			body = append(body, "   "+one+style.Blanks(half-style.Width(one))+other)
		}
	}
	return screen.Frame{Title: p.ctx.Say(prose.T("game night")), Left: u.Plan.Title, Right: p.ctx.Say(u.StageTimeText(time.Now())), Body: style.Exactly(body, height)}
}

// banner returns how one takes part, with the code in large letters.
func (p *projector) banner() []string {
	u := p.update
	theme := p.ctx.Theme
	if u.Stage == lobby.GameNightOver {
		lines := []string{""}
		if best := u.Winners(); u.Settled() && len(best) == 1 {
			lines = append(lines, p.winner(best[0])...)
		}
		if u.Played > 0 {
			said := p.ctx.Say(prose.T("{best} Thank you all for playing.", prose.Sub(u.WinnersText())))
			lines = append(lines, style.Indented(style.Wrapped(said, theme.Accent, p.ctx.Width-6), 3)...)
		}
		return append(lines, "")
	}
	scale := p.scale()
	lines := []string{"", "   " + theme.Faint.Render(p.ctx.Say(prose.T("To join, others type")))}
	lines = append(lines, style.Indented(style.Wrapped(p.config.Invitation(u.Code).Line, theme.Strong, p.ctx.Width-6), 3)...)
	lines = append(lines, "")
	for _, line := range style.Big(u.Code, scale, !p.ctx.Settings.ASCII) {
		lines = append(lines, "   "+theme.Accent.Render(line))
	}
	return append(p.withPicture(lines), "")
}

// withPicture puts the link as a QR code next to the way in, if it takes no more
// than a third of the height.
func (p *projector) withPicture(lines []string) []string {
	picture := p.linked.Lines(p.ctx, p.config.Invitation(p.update.Code).Link)
	if len(picture) == 0 || len(picture) > p.ctx.Height/3 {
		return lines
	}
	column := p.ctx.Width - style.Width(picture[0]) - 3
	if slices.ContainsFunc(lines, func(line string) bool { return style.Width(line) > column-3 }) {
		return lines
	}
	return style.Beside(lines, append([]string{""}, picture...), column)
}

// winner returns the name of who has won in large letters, as large as have room; nil where
// it has others than there are in large.
func (p *projector) winner(name string) (lines []string) {
	name = strings.ToUpper(name)
	if !style.HasBig(name) {
		return nil
	}
	for scale := p.scale(); scale > 0; scale-- {
		big := style.Big(name, scale, !p.ctx.Settings.ASCII)
		if style.Width(big[0]) > p.ctx.Width-6 {
			continue
		}
		for _, line := range big {
			lines = append(lines, "   "+p.ctx.Theme.Good.Render(line))
		}
		return append(lines, "")
	}
	return nil
}

// scale returns how large the letters of the code are: they take a quarter of the height
// at most, and half of the width, so that there is room for something else.
func (p *projector) scale() int {
	scale := 1
	for next := 2; next <= 8; next++ {
		if lobby.CodeLength*4*next > p.ctx.Width/2 || 5*next > p.ctx.Height/2 {
			break
		}
		scale = next
	}
	return scale
}

// standings returns how all stand: each with an empty line below where all have room.
func (p *projector) standings(room, width int) []string {
	u := p.update
	theme := p.ctx.Theme
	lines := []string{theme.Title.Render(p.ctx.Say(prose.T("Standings")))}
	spaced := len(u.People)*2+1 < room && p.ctx.Height >= 40
	for i, one := range u.People {
		if len(lines) >= room-1 && i < len(u.People)-1 {
			lines = append(lines, theme.Faint.Render(p.ctx.Say(prose.C("and {n} more", "and {n} more", prose.N(len(u.People)-i)))))
			break
		}
		textStyle, rank := theme.Strong, strconv.Itoa(one.Rank)
		if u.Settled() && one.Rank == 1 && u.Played > 0 {
			textStyle, rank = theme.Good, "★"
		}
		if one.State == lobby.GameNightAway || one.State == lobby.GameNightGone {
			textStyle = theme.Faint
		}
		name := max(8, min(24, width-20))
		line := textStyle.Render(widget.AlignRight(rank, 3) + "  " + style.Fit(one.Name, name) + widget.AlignRight(strconv.Itoa(one.Average), 6))
		if state := p.ctx.Say(u.StateText(one)); name+12+style.Width(state)+4 <= width {
			line += "  " + theme.Faint.Render(state)
		}
		if lines = append(lines, line); spaced {
			lines = append(lines, "")
		}
	}
	return lines
}

// tables returns what is played, and who plays next.
func (p *projector) tables(room, width int) []string {
	u := p.update
	theme := p.ctx.Theme
	var lines []string
	for _, group := range tableGroups(u) {
		if len(group.tables) == 0 {
			continue
		}
		if len(lines) > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, theme.Title.Render(p.ctx.Say(group.heading)))
		for _, t := range group.tables {
			lines = append(lines, style.Wrapped(tableLine(p.ctx, t), theme.Text, width-1)...)
		}
	}
	return lines[:min(len(lines), max(0, room))]
}
