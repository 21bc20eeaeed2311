package room

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"parlor/engine"
	"parlor/prose"
	"parlor/tui/screen"
	"parlor/tui/style"
	"parlor/tui/widget"
)

// centredFrom is the width from which points are centred.
const centredFrom = 100

// score is the data from which the points of a game and its match are drawn.
type score struct {
	*room
	width int
	parts []prose.Part // of the last game
	rated bool         // the ratings are visible
	name  int          // width of a name with its marks
}

// drawPoints draws the winner, the parts of the points of the game and the standing of the match,
// in width cells and, if possible, at most height lines. It includes the ratings if rated is set.
func drawPoints(r *room, width, height int, rated bool) []string {
	theme, match := r.ctx.Theme, r.update.Match
	s := score{room: r, width: width, parts: r.kit().Narrator.Sum(r.scene()), rated: rated, name: 22}
	if r.ctx.Slim() {
		s.name = 16
	}
	result := theme.Strong
	if len(match.Winners) == 1 && won(match, r.update.You) {
		result = theme.Good
	}
	title := "   " + result.Render(r.ctx.Say(r.result()))
	star := "   " + theme.Faint.Render("★ "+r.ctx.Say(screen.Either(r.update.Stage == engine.Over, prose.T("won the match"), prose.T("won the game"))))
	sum, standing := s.drawSum(), s.drawMatch()
	airy := append([]string{"", title, ""}, sum...)
	tight := append([]string{title}, sum...)
	if len(sum) > 0 && len(standing) > 0 {
		airy = append(airy, "")
	}
	airy, tight = append(airy, standing...), append(tight, standing...)
	airy, tight = append(airy, "", star), append(tight, star)
	if signed := s.drawRecord(); len(airy)+len(signed) <= height {
		return s.centred(append(airy, signed...))
	}
	if len(airy) <= height {
		return s.centred(airy)
	}
	if len(tight) > height {
		tight = tight[1:] // the winner is also shown below
	}
	return tight
}

// drawRecord says how to check the record of the match, if there is one and the width suffices.
func (s *score) drawRecord() []string {
	check := s.config.Invitation("").Line + " verify " + s.update.Past
	if !s.update.Recorded() || !s.seated() || style.Width(check) > s.width-6 {
		return nil
	}
	return []string{"", "   " + s.ctx.Theme.Faint.Render(s.ctx.Say(prose.T("Record signed. To check it:"))), "   " + s.ctx.Theme.Faint.Render(check)}
}

// centred centres lines in a wide window, or in the part on the left of the panel.
func (s *score) centred(lines []string) []string {
	cells := 0
	if s.width < centredFrom && s.width == s.ctx.Width {
		return lines
	}
	for _, line := range lines {
		cells = max(cells, style.Width(line))
	}
	return style.Centred(lines, cells, s.width, len(lines))
}

// drawSum returns the points of the last game, each as a sum. It is empty if the points have no
// parts.
func (s *score) drawSum() []string {
	if len(s.parts) == 0 {
		return nil
	}
	total := make([]float64, len(s.update.Seats))
	widths := make([]int, len(s.parts))
	for i, part := range s.parts {
		for seat, points := range part.Points {
			total[seat] += points
			widths[i] = max(widths[i], style.Width(prose.PointsText(points)))
		}
	}
	var lines []string
	for seat := range s.update.Seats {
		addends := make([]string, len(s.parts))
		for i, part := range s.parts {
			addends[i] = widget.AlignRight(prose.PointsText(part.Points[seat]), widths[i])
		}
		made := prose.PointsText(total[seat])
		if len(addends) > 1 {
			made = strings.Join(addends, " + ") + " = " + widget.AlignRight(made, s.widest(total))
		}
		textStyle := s.seatStyle(engine.Seat(seat))
		lines = append(lines, "   "+textStyle.Render(s.named(engine.Seat(seat), !s.hasMatch()))+textStyle.Render(made))
	}
	labels := make([]string, len(s.parts))
	for i, part := range s.parts {
		labels[i] = s.ctx.Say(part.For)
	}
	label := strings.Join(labels, " + ")
	if s.update.Match.Rounds > 1 && s.hasMatch() {
		label = s.ctx.Say(prose.T("Game {n}: {parts}", prose.N(s.update.Match.Round), prose.Literal(label)))
	}
	for _, line := range style.Wrapped(label, s.ctx.Theme.Faint, s.width-8) {
		lines = append(lines, "     "+line)
	}
	return lines
}

func (s *score) widest(all []float64) int {
	cells := 0
	for _, points := range all {
		cells = max(cells, style.Width(prose.PointsText(points)))
	}
	return cells
}

// hasMatch reports whether there is more to show of the match than the sums of its only game.
func (s *score) hasMatch() bool {
	return len(s.parts) == 0 || len(s.update.Match.Scores) > 1 || len(s.update.Moved) > 0
}

// drawMatch returns the points of the games of the match so far, or of the newest ones if not all
// fit, and the ratings.
func (s *score) drawMatch() []string {
	if !s.hasMatch() {
		return nil
	}
	match := s.update.Match
	const column, total, rating = 6, 8, 16
	room := s.width - 4 - s.name - total
	if len(s.update.Moved) > 0 {
		room -= rating
	}
	first := max(0, len(match.Scores)-max(1, room/column))
	if match.Rounds == 1 { // its points are those of the match
		first = 1
	}
	head := style.Fit("", s.name)
	for game := first; game < len(match.Scores); game++ {
		head += widget.AlignRight(strconv.Itoa(game+1), column)
	}
	head += widget.AlignRight(s.ctx.Say(prose.T("points")), total)
	if s.rated && len(s.update.Moved) > 0 {
		head += widget.AlignRight(s.ctx.Say(prose.T("rating")), rating)
	}
	lines := []string{"   " + s.ctx.Theme.Faint.Render(head)}
	for seat := range s.update.Seats {
		row := s.named(engine.Seat(seat), true)
		for _, points := range match.Scores[first:] {
			row += widget.AlignRight(prose.PointsText(points[seat]), column)
		}
		textStyle := s.seatStyle(engine.Seat(seat))
		line := "   " + textStyle.Render(row) + textStyle.Bold(true).Render(widget.AlignRight(prose.PointsText(match.Totals[seat]), total))
		if s.rated && seat < len(s.update.Moved) {
			line += textStyle.Render(widget.AlignRight(s.change(seat), rating))
		}
		lines = append(lines, line)
	}
	return lines
}

// change returns a rating before and after the match.
func (s *score) change(seat int) string {
	change := s.update.Moved[seat]
	if change.Before == change.After {
		return "" // the player is unknown
	}
	return s.ctx.Say(prose.T("{rating} → {newer}", prose.N(int(math.Round(change.Before))), prose.N(int(math.Round(change.After)))).In("rating"))
}

// named returns a seat's name with its marks, in the width of names.
func (s *score) named(seat engine.Seat, starred bool) string {
	mark := "  "
	if starred && won(s.update.Match, seat) {
		mark = "★ "
	}
	you := s.youMark(seat)
	return style.Fit(mark+style.Cut(s.ctx.Say(s.update.Seats[seat].DisplayName()), s.name-3-style.Width(you))+you, s.name)
}

// seatStyle returns the style of a seat's line. The reader's own is different.
func (s *score) seatStyle(seat engine.Seat) style.Style {
	if seat == s.update.You {
		return s.ctx.Theme.Accent
	}
	return s.ctx.Theme.Text
}

func won(match *engine.View, seat engine.Seat) bool { return slices.Contains(match.Winners, seat) }

// youMark returns the mark after the player's own name.
func (s *score) youMark(seat engine.Seat) string {
	if seat != s.update.You {
		return ""
	}
	return " (" + s.ctx.Say(prose.T("you")) + ")"
}
