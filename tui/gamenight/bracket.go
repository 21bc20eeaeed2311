package gamenight

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/screen"
	"parlor/tui/style"
)

// bracket draws the pairings of a knockout as a tree, from the first round that fits to the winner.
type bracket struct {
	*night
	hidden bool // the standings are shown instead
	moved  bool // the player has scrolled it
	top    int  // number of lines that are scrolled out
	page   int  // number of lines in the last drawing
	lines  int  // total number of lines
}

// shows reports whether the bracket is shown instead of the standings.
func (b *bracket) shows() bool { return len(b.update.Bracket) > 0 && !b.hidden }

// rounds returns the pairings by round, and the match for third place, if any.
func (b *bracket) rounds() (rounds [][]lobby.GameNightPairing, third *lobby.GameNightPairing) {
	for i, p := range b.update.Bracket {
		switch {
		case p.Third:
			third = &b.update.Bracket[i]
			continue
		case p.Round > len(rounds):
			rounds = append(rounds, nil)
		}
		rounds[p.Round-1] = append(rounds[p.Round-1], p)
	}
	return rounds, third
}

// height returns the number of lines of the whole bracket.
func (b *bracket) height() int {
	rounds, third := b.rounds()
	height := 1 + 2*len(rounds[0])
	if third != nil {
		height++
	}
	return height
}

// Widths of the bracket, in cells.
const (
	leastName = 8
	mostName  = 18
	branch    = 3 // between two rounds
)

// draw returns the bracket in at most room lines.
func (b *bracket) draw(room, width int) []string {
	rounds, third := b.rounds()
	room-- // for the names of the rounds
	if third != nil && room > 4 {
		room--
	} else {
		third = nil
	}
	first := b.first(rounds, room, width-3)
	rounds = rounds[first:]
	name := min(mostName, (width-3-branch*len(rounds))/(len(rounds)+1))
	b.page, b.lines = max(1, room), 2*len(rounds[0])
	if !b.moved {
		b.top = b.ownLine(rounds) - room/2
	}
	b.top = max(0, min(b.top, b.lines-b.page))
	lines := append([]string{b.heads(rounds, name)}, b.tree(rounds, name, b.top, min(b.lines, b.top+b.page))...)
	if third != nil {
		said := b.ctx.Say(prose.T("{round}: {pairing}", prose.Sub(b.update.RoundText(*third)), prose.Sub(b.thirdText(*third))))
		lines = append(lines, b.ctx.Theme.Faint.Render(style.Cut(said, width-3)))
	}
	return style.Indented(lines, 3)
}

// thirdText describes the match for third place, even before its players are known.
func (b *bracket) thirdText(third lobby.GameNightPairing) prose.Text {
	if text := third.Text(); !text.IsZero() {
		return text
	}
	return prose.T("the losers of the semifinals")
}

// first returns the index of the first round to draw. It leaves out decided rounds that do not
// fit, but no undecided one.
func (b *bracket) first(rounds [][]lobby.GameNightPairing, room, width int) int {
	open := 0
	for open < len(rounds)-1 && !hasUndecided(rounds[open]) {
		open++
	}
	fits := func(first int) bool {
		n := len(rounds) - first
		return 2*len(rounds[first]) <= room && (n+1)*(leastName+2)+n*branch <= width
	}
	first := 0
	for first < open && !fits(first) {
		first++
	}
	for first < len(rounds)-1 && (len(rounds)-first+1)*leastName+(len(rounds)-first)*branch > width {
		first++
	}
	return first
}

func hasUndecided(round []lobby.GameNightPairing) bool {
	for _, p := range round {
		if p.Winner == 0 {
			return true
		}
	}
	return false
}

// heads returns the line with the names of the rounds.
func (b *bracket) heads(rounds [][]lobby.GameNightPairing, name int) string {
	var line strings.Builder
	for _, round := range rounds {
		head := b.ctx.Say(b.update.RoundText(round[0]))
		if style.Width(head) >= name+branch {
			head = b.ctx.Say(prose.T("Round {n}", prose.N(round[0].Round)))
		}
		line.WriteString(style.Fit(head, name+branch-1) + " ")
	}
	return b.ctx.Theme.Faint.Render(line.String())
}

// line returns the line, from the top, of the first or second player of a pairing. A winner is
// between the two players of the pairing.
func line(round, at, side int) int {
	if round == 0 {
		return 2*at + side
	}
	return (line(round-1, 2*at+side, 0) + line(round-1, 2*at+side, 1)) / 2
}

// tree returns the lines of the tree from top to end.
func (b *bracket) tree(rounds [][]lobby.GameNightPairing, name, top, end int) []string {
	cells := make([][]string, end-top) // by line: a name and a branch for each round
	for i := range cells {
		cells[i] = make([]string, 2*len(rounds)+1)
	}
	put := func(y, column int, draw func() string) {
		if y >= top && y < end {
			cells[y-top][column] = draw()
		}
	}
	for r, round := range rounds {
		for i, p := range round {
			from, to := line(r, i, 0), line(r, i, 1)
			put(from, 2*r, func() string { return b.player(p, 1, name) })
			put(to, 2*r, func() string { return b.player(p, 2, name) })
			for y := max(from, top); y <= min(to, end-1); y++ {
				put(y, 2*r+1, func() string { return b.branch(y, from, to) })
			}
		}
	}
	last := len(rounds) - 1
	if final := rounds[last][0]; final.Winner != 0 {
		winner, _ := final.Names()
		put((line(last, 0, 0)+line(last, 0, 1))/2, 2*last+2, func() string { return b.ctx.Theme.Good.Render("★ " + style.Cut(winner, name-2)) })
	}
	lines := make([]string, len(cells))
	for i, row := range cells {
		for at, cell := range row {
			width := name
			if at%2 == 1 {
				width = branch
			}
			lines[i] += cell + style.Blanks(width-style.Width(cell))
		}
	}
	return lines
}

// branch returns the line y of the branch of a pairing whose players are on the lines from and to.
func (b *bracket) branch(y, from, to int) string {
	drawn, middle := " │ ", (from+to)/2
	switch {
	case y == from && from == middle:
		drawn = "─┬─"
	case y == from:
		drawn = "─┐ "
	case y == to:
		drawn = "─┘ "
	case y == middle:
		drawn = " ├─"
	}
	return b.ctx.Theme.Faint.Render(drawn)
}

// player returns the first or second player of a pairing.
func (b *bracket) player(p lobby.GameNightPairing, side, width int) string {
	theme, name := b.ctx.Theme, p.First
	if side == 2 {
		name = p.Second
	}
	textStyle := theme.Text
	switch {
	case name == "" && p.How == lobby.PairingBye:
		return theme.Faint.Render(style.Fit(b.ctx.Say(prose.T("(bye)")), width))
	case name == "":
		return theme.Faint.Render(style.Fit("...", width))
	case b.isYou(name):
		textStyle = theme.Accent
	case p.Winner != 0 && p.Winner != side:
		textStyle = theme.Faint
	case p.Winner == side:
		textStyle = theme.Strong
	}
	return textStyle.Render(style.Fit(style.Cut(name, width-1), width))
}

// isYou reports whether a name is that of the player.
func (b *bracket) isYou(name string) bool {
	return b.update.You >= 0 && b.update.You < len(b.update.People) && b.update.People[b.update.You].Name == name
}

// ownLine returns the line of the player in the first of the rounds, or else that of the first
// undecided pairing.
func (b *bracket) ownLine(rounds [][]lobby.GameNightPairing) int {
	open := -1
	for i, p := range rounds[0] {
		switch {
		case b.isYou(p.First), b.isYou(p.Second):
			return 2 * i
		case p.Winner == 0 && open < 0:
			open = 2 * i
		}
	}
	return max(0, open)
}

func (b *bracket) scroll(name string) tea.Cmd {
	by := screen.Step(name)
	switch name {
	case "pgup":
		by = -b.page
	case "pgdown":
		by = b.page
	}
	b.moved = true
	b.top = max(0, min(b.top+by, b.lines-b.page))
	return nil
}
