package davinci

import (
	"slices"
	"strings"

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
		lines = append(lines, b.Theme.Faint.Render("  "+scored))
	}
	return lines
}

// nameLine is the same in one line, in which the name alone is cut.
func (b *model) nameLine(seat engine.Seat, width int) string {
	facts := b.facts(seat)
	if scored := b.scored(seat); scored != "" {
		facts = append(facts, b.Theme.Faint.Render(scored))
	}
	said := ""
	for _, fact := range facts {
		said += b.Theme.Faint.Render(" · ") + fact
	}
	return b.called(seat, max(1, width-len("  ")-look.Width(said))) + said
}

// called is the name of a seat with the marker of whose turn it is.
func (b *model) called(seat engine.Seat, cells int) string {
	marker, style := "  ", b.Theme.Strong
	switch {
	case b.rack(seat).Out && b.view.Phase != game.PhaseOver:
		style = b.Theme.Faint
	case b.toMove(seat) && b.view.Phase != game.PhaseSetup:
		marker, style = "▶ ", b.Theme.Accent
	}
	if b.IsSubstituted(seat) {
		return style.Render(marker + b.Marked(seat, cells))
	}
	return style.Render(marker + look.Cut(b.Name(seat), cells))
}

// scored are the points of a seat; empty where none are kept.
func (b *model) scored(seat engine.Seat) string {
	if int(seat) >= len(b.view.Points) {
		return ""
	}
	return b.Say(points(b.view.Points[seat]))
}

// facts are the few words beside a name.
func (b *model) facts(seat engine.Seat) []string {
	rack := b.rack(seat)
	var facts []string
	if b.People.IsYou(seat) {
		facts = append(facts, b.Theme.Faint.Render(b.Say(prose.T("you"))))
	} else if b.IsBot(seat) {
		facts = append(facts, b.Theme.Faint.Render(b.Say(prose.T("bot"))))
	}
	switch {
	case b.view.Phase == game.PhaseSetup && rack.Ready:
		facts = append(facts, b.Theme.Good.Render(b.Say(prose.T("ready"))))
	case b.view.Phase == game.PhaseSetup:
		facts = append(facts, b.Theme.Text.Render(b.Say(prose.T("{n} of {all}", prose.N(rack.Taken), prose.N(b.share())))))
	case b.view.Phase == game.PhaseOver && slices.Contains(b.Scene.View.Winners, seat):
		facts = append(facts, b.Theme.Good.Render(b.Say(prose.T("won"))))
	case b.view.Phase == game.PhaseOver:
	case rack.Out:
		facts = append(facts, b.Theme.Faint.Render(b.Say(prose.T("out"))))
	case b.toMove(seat):
		facts = append(facts, b.Theme.Accent.Render(b.Say(prose.T("to play"))))
	}
	if seat >= 0 && int(seat) < len(b.Scene.Away) && b.Scene.Away[seat] && !b.IsSubstituted(seat) {
		facts = append(facts, b.Theme.Warning.Render(b.Say(prose.T("(away)"))))
	}
	return facts
}
