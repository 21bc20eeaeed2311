package davinci

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/prose"
	"parlor/tui/look"
)

// infoName is how many cells a name has beside a rack.
const infoName = 16

// info is the name of a seat, of so many cells at most, and what there is to say
// of it.
func (b *model) info(seat engine.Seat, cells int) []string {
	lines := []string{b.called(seat, cells)}
	if facts := b.facts(seat); len(facts) > 0 {
		lines = append(lines, "  "+strings.Join(facts, " · "))
	}
	if scored := b.scored(seat); scored != "" {
		lines = append(lines, b.theme.Faint.Render("  "+scored))
	}
	return lines
}

// nameLine is the same in one line, in which the name alone is cut.
func (b *model) nameLine(seat engine.Seat, width int) string {
	facts := b.facts(seat)
	if scored := b.scored(seat); scored != "" {
		facts = append(facts, b.theme.Faint.Render(scored))
	}
	said := ""
	for _, fact := range facts {
		said += b.theme.Faint.Render(" · ") + fact
	}
	return b.called(seat, max(1, width-len("  ")-look.Width(said))) + said
}

// called is the name of a seat with the marker of whose turn it is.
func (b *model) called(seat engine.Seat, cells int) string {
	marker, style := "  ", b.theme.Strong
	switch {
	case b.rack(seat).Out && b.view.Phase != game.PhaseOver:
		style = b.theme.Faint
	case b.toMove(seat) && b.view.Phase != game.PhaseSetup:
		marker, style = "▶ ", b.theme.Accent
	}
	return style.Render(marker + ansi.Truncate(b.name(seat), cells, "…"))
}

// scored are the points of a seat; empty where none are kept.
func (b *model) scored(seat engine.Seat) string {
	if int(seat) >= len(b.view.Points) {
		return ""
	}
	return b.say(points(b.view.Points[seat]))
}

// facts are the few words beside a name.
func (b *model) facts(seat engine.Seat) []string {
	rack := b.rack(seat)
	var facts []string
	if b.who.IsYou(seat) {
		facts = append(facts, b.theme.Faint.Render(b.say(prose.T("you"))))
	}
	switch {
	case b.view.Phase == game.PhaseSetup && rack.Ready:
		facts = append(facts, b.theme.Good.Render(b.say(prose.T("ready"))))
	case b.view.Phase == game.PhaseSetup:
		facts = append(facts, b.theme.Text.Render(b.say(prose.T("{n} of {all}", prose.N(rack.Taken), prose.N(b.share())))))
	case b.view.Phase == game.PhaseOver && slices.Contains(b.scene.View.Winners, seat):
		facts = append(facts, b.theme.Good.Render(b.say(prose.T("won"))))
	case b.view.Phase == game.PhaseOver:
	case rack.Out:
		facts = append(facts, b.theme.Faint.Render(b.say(prose.T("out"))))
	case b.toMove(seat):
		facts = append(facts, b.theme.Accent.Render(b.say(prose.T("to play"))))
	}
	if seat >= 0 && int(seat) < len(b.scene.Away) && b.scene.Away[seat] {
		facts = append(facts, b.theme.Warning.Render(b.say(prose.T("(away)"))))
	}
	return facts
}
