package tui

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/keys"
	"parlor/tui/look"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// projectorScreen is the board of a game night for all in a room to see: the way in,
// the standings, the tables, and who plays next. Nothing can be done on it.
type projectorScreen struct {
	screen.Base
	root   *Root
	hold   lobby.GameNightHandle
	update lobby.GameNightUpdate
	shown  bool
	linked widget.QRCode
	bound  screen.BindingCache[screen.Always]
}

// hallless is the board that is shown in place of the lobby, if one is.
func (r *Root) hallless() (*projectorScreen, bool) {
	for _, s := range r.stack {
		if board, is := s.(*projectorScreen); is {
			return board, true
		}
	}
	return nil, false
}

// project shows the board of a game night.
func (r *Root) project(hold lobby.GameNightHandle) tea.Cmd {
	r.openOn(r.hall, &projectorScreen{root: r, hold: hold})
	return r.waitNight(hold)
}

// got takes what the game night shows.
func (p *projectorScreen) got(msg nightMsg) tea.Cmd {
	p.Changed()
	if !msg.open {
		if err := msg.hold.Ended(); err != nil {
			p.root.farewell = p.root.ctx.Say(prose.Reason(err))
		}
		return tea.Quit
	}
	p.update, p.shown = *msg.update, true
	return p.root.waitNight(msg.hold)
}

func (p *projectorScreen) Bindings() []screen.Binding { return p.bound.Get(screen.Always{}, p.bind) }

func (p *projectorScreen) bind(screen.Always) []screen.Binding {
	return []screen.Binding{
		{Key: keys.Of("q", "q", "esc"), Hint: prose.T("close"), Help: prose.T("close the board"), Leaves: true, Do: screen.Command(p.root.quit)},
	}
}

func (p *projectorScreen) View() (lines []string, title string) {
	r := p.root
	if !p.shown {
		return r.page("parlor", "", nil), ""
	}
	u, height := p.update, r.ctx.Height-4
	body := p.wayIn()
	room := height - len(body)
	half := (r.ctx.Width - 6) / 2
	if r.ctx.Slim() {
		half = r.ctx.Width - 6
	}
	left, right := p.standings(room, half), p.tables(room, half)
	if r.ctx.Slim() {
		body = append(body, look.Indented(append(left[:min(len(left), max(2, room/2))], right...), 3)...)
	} else {
		for i := range max(len(left), len(right)) {
			one, other := "", ""
			if i < len(left) {
				one = left[i]
			}
			if i < len(right) {
				other = right[i]
			}
			body = append(body, "   "+one+look.Blanks(half-look.Width(one))+other)
		}
	}
	return r.page(u.Plan.Title, r.ctx.Say(u.StageText()), look.Exactly(body, height)), r.ctx.Say(prose.T("game night"))
}

// wayIn is how one takes part, with the code in large letters.
func (p *projectorScreen) wayIn() []string {
	r, u := p.root, p.update
	theme := r.ctx.Theme
	if u.Stage == lobby.GameNightOver {
		lines := []string{""}
		if best := u.Winners(); u.Settled() && len(best) == 1 {
			lines = append(lines, p.winner(best[0])...)
		}
		if u.Played > 0 {
			said := r.ctx.Say(prose.T("{best} Thank you all for playing.", prose.Sub(u.WinnersText())))
			lines = append(lines, look.Indented(look.Wrapped(said, theme.Accent, r.ctx.Width-6), 3)...)
		}
		return append(lines, "")
	}
	scale := p.scale()
	lines := []string{"", "   " + theme.Faint.Render(r.ctx.Say(prose.T("To join, others type")))}
	lines = append(lines, look.Indented(look.Wrapped(r.session.JoinLine(u.Code), theme.Strong, r.ctx.Width-6), 3)...)
	lines = append(lines, "")
	for _, line := range look.Big(u.Code, scale, !r.ctx.Settings.ASCII) {
		lines = append(lines, "   "+theme.Accent.Render(line))
	}
	return append(p.withPicture(lines), "")
}

// withPicture puts the link as a QR code beside the way in, where that takes no more
// than a third of the height.
func (p *projectorScreen) withPicture(lines []string) []string {
	picture := p.linked.Lines(p.root.ctx, p.root.session.Link, p.update.Code)
	if len(picture) == 0 || len(picture) > p.root.ctx.Height/3 {
		return lines
	}
	column := p.root.ctx.Width - look.Width(picture[0]) - 3
	if slices.ContainsFunc(lines, func(line string) bool { return look.Width(line) > column-3 }) {
		return lines
	}
	return look.Beside(lines, append([]string{""}, picture...), column)
}

// winner is the name of who has won in large letters, as large as have room; nil where
// it has others than there are in large.
func (p *projectorScreen) winner(name string) (lines []string) {
	name = strings.ToUpper(name)
	if !look.HasBig(name) {
		return nil
	}
	for scale := p.scale(); scale > 0; scale-- {
		big := look.Big(name, scale, !p.root.ctx.Settings.ASCII)
		if look.Width(big[0]) > p.root.ctx.Width-6 {
			continue
		}
		for _, line := range big {
			lines = append(lines, "   "+p.root.ctx.Theme.Good.Render(line))
		}
		return append(lines, "")
	}
	return nil
}

// scale is how large the letters of the code are: they take a quarter of the height
// at most, and half of the width, so that something else has room beside them.
func (p *projectorScreen) scale() int {
	scale := 1
	for next := 2; next <= 8; next++ {
		if lobby.CodeLength*4*next > p.root.ctx.Width/2 || 5*next > p.root.ctx.Height/2 {
			break
		}
		scale = next
	}
	return scale
}

// standings are how all stand: each with an empty line below where all have room.
func (p *projectorScreen) standings(room, width int) []string {
	r, u := p.root, p.update
	theme := r.ctx.Theme
	lines := []string{theme.Title.Render(r.ctx.Say(prose.T("Standings")))}
	spaced := len(u.People)*2+1 < room && r.ctx.Height >= 40
	for i, one := range u.People {
		if len(lines) >= room-1 && i < len(u.People)-1 {
			lines = append(lines, theme.Faint.Render(r.ctx.Say(prose.C("and {n} more", "and {n} more", prose.N(len(u.People)-i)))))
			break
		}
		style, rank := theme.Strong, strconv.Itoa(one.Rank)
		if u.Settled() && one.Rank == 1 && u.Played > 0 {
			style, rank = theme.Good, "★"
		}
		if one.State == lobby.GameNightAway || one.State == lobby.GameNightGone {
			style = theme.Faint
		}
		name := max(8, min(24, width-20))
		line := style.Render(widget.AlignRight(rank, 3) + "  " + look.Fit(one.Name, name) + widget.AlignRight(strconv.Itoa(one.Points), 6))
		if state := r.ctx.Say(u.StateText(one)); name+12+look.Width(state)+4 <= width {
			line += "  " + theme.Faint.Render(state)
		}
		if lines = append(lines, line); spaced {
			lines = append(lines, "")
		}
	}
	return lines
}

// tables are what is played, and who plays next.
func (p *projectorScreen) tables(room, width int) []string {
	r, u := p.root, p.update
	theme := r.ctx.Theme
	var lines []string
	for _, group := range tableGroups(u) {
		if len(group.tables) == 0 {
			continue
		}
		if len(lines) > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, theme.Title.Render(r.ctx.Say(group.heading)))
		for _, t := range group.tables {
			lines = append(lines, look.Wrapped(r.tableLine(t), theme.Text, width-1)...)
		}
	}
	return lines[:min(len(lines), max(0, room))]
}
