package tui

import (
	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// ofNight reports whether the table is one of a game night.
func (t *tableScreen) ofNight() bool { return t.update.Plan.GameNight != "" }

// toNight leaves a table where the match is over, for the game night.
func (t *tableScreen) toNight() tea.Cmd {
	code := t.update.Plan.GameNight
	leaves := t.leave()
	if t.root.nights.Current() != nil {
		return leaves
	}
	return tea.Batch(leaves, t.root.nights.Join(code))
}

// joinsNight comes to the game night of a table that the person has come back to, so
// that it knows that they are here.
func (t *tableScreen) joinsNight(first bool) tea.Cmd {
	if !first || !t.ofNight() || !t.seated() || t.root.nights.Current() != nil {
		return nil
	}
	return t.root.nights.Join(t.update.Plan.GameNight)
}

// nightAsk says what is to be done at a waiting table of a game night.
func (t *tableScreen) nightAsk() string {
	var missing []string
	for _, seat := range t.update.Seats {
		if seat.Kind == lobby.SeatPerson && !seat.Away.IsZero() {
			missing = append(missing, seat.Name)
		}
	}
	if len(missing) == 0 {
		return t.root.ctx.Say(prose.T("The match begins."))
	}
	return t.root.ctx.Say(prose.T("The match begins once everybody is here. Still missing: {names}.", prose.List(prose.Names(missing))))
}

// nightOver reports whether the match at a table of a game night is over.
func (t *tableScreen) nightOver() bool {
	return t.ofNight() && t.update.Stage == engine.Over
}
