package davinci

import (
	"slices"
	"strings"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/prose"
	"parlor/tui/style"
)

// nameplates draws the names of the players with a few facts about them.
type nameplates struct {
	*position
}

// infoName is the width of a name next to a rack.
const infoName = 16

// info returns the name of a seat, in at most the given cells, and facts about it.
func (n *nameplates) info(seat engine.Seat, cells int) []string {
	lines := []string{n.called(seat, cells)}
	if facts := n.facts(seat); len(facts) > 0 {
		lines = append(lines, "  "+strings.Join(facts, " · "))
	}
	if scored := n.scored(seat); scored != "" {
		lines = append(lines, n.Theme.Faint.Render("  "+scored))
	}
	return lines
}

// nameLine returns the same in one line. Only the name may be cut.
func (n *nameplates) nameLine(seat engine.Seat, width int) string {
	facts := n.facts(seat)
	if scored := n.scored(seat); scored != "" {
		facts = append(facts, n.Theme.Faint.Render(scored))
	}
	said := ""
	for _, fact := range facts {
		said += n.Theme.Faint.Render(" · ") + fact
	}
	return n.called(seat, max(1, width-len("  ")-style.Width(said))) + said
}

// called returns the name of a seat, with a marker if it is to move.
func (n *nameplates) called(seat engine.Seat, cells int) string {
	marker, textStyle := "  ", n.Theme.Strong
	switch {
	case n.rack(seat).Out && n.view.Phase != game.PhaseOver:
		textStyle = n.Theme.Faint
	case n.toMove(seat) && n.view.Phase != game.PhaseSetup:
		marker, textStyle = "▶ ", n.Theme.Accent
	}
	if n.IsSubstituted(seat) {
		return textStyle.Render(marker + n.Marked(seat, cells))
	}
	return textStyle.Render(marker + style.Cut(n.Name(seat), cells))
}

// scored returns the points of a seat, or "" if there are none.
func (n *nameplates) scored(seat engine.Seat) string {
	if int(seat) >= len(n.view.Points) {
		return ""
	}
	return n.Say(points(n.view.Points[seat]))
}

// facts returns short facts that are shown next to a name.
func (n *nameplates) facts(seat engine.Seat) []string {
	rack := n.rack(seat)
	var facts []string
	if n.People.IsYou(seat) {
		facts = append(facts, n.Theme.Faint.Render(n.Say(prose.T("you"))))
	} else if n.IsBot(seat) {
		facts = append(facts, n.Theme.Faint.Render(n.Say(prose.T("bot"))))
	}
	switch {
	case n.view.Phase == game.PhaseSetup && rack.Ready:
		facts = append(facts, n.Theme.Good.Render(n.Say(prose.T("ready"))))
	case n.view.Phase == game.PhaseSetup:
		facts = append(facts, n.Theme.Text.Render(n.Say(prose.T("{n} of {all}", prose.N(rack.Taken), prose.N(n.share())))))
	case n.view.Phase == game.PhaseOver && slices.Contains(n.Scene.View.Winners, seat):
		facts = append(facts, n.Theme.Good.Render(n.Say(prose.T("won"))))
	case n.view.Phase == game.PhaseOver:
	case rack.Out:
		facts = append(facts, n.Theme.Faint.Render(n.Say(prose.T("out"))))
	case n.toMove(seat):
		facts = append(facts, n.Theme.Accent.Render(n.Say(prose.T("to play"))))
	}
	if seat >= 0 && int(seat) < len(n.Scene.Away) && n.Scene.Away[seat] && !n.IsSubstituted(seat) {
		facts = append(facts, n.Theme.Warning.Render(n.Say(prose.T("(away)"))))
	}
	return facts
}
