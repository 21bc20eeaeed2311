package home

import (
	"slices"
	"strconv"
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/style"
)

const (
	// seekerKey begins a rated match with the player who is shown as looking for one.
	seekerKey = "u"
	// searchTick is the interval at which the time of the player's own search is redrawn.
	searchTick = 10 * time.Second
	// botAfter is the time of a search after which a match against a bot is offered.
	botAfter = time.Minute
)

// searchTickMsg redraws the time of a search.
type searchTickMsg struct{ search *search }

// others returns the players who look for a rated match, without the player.
func (m *matchmaking) others() []lobby.Seeker {
	if len(m.rooms.page.Seekers) == 0 || !m.ctx.Session.KeepsRatings() {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(m.rooms.page.Seekers), func(one lobby.Seeker) bool { return one.Name == m.rooms.page.You.Name })
}

// drawSeekers returns the line about the player's own search, or else about the player who has
// looked longest for a rated match, with an empty line below it if there is room. It is nil if
// there is neither.
func (m *matchmaking) drawSeekers() []string {
	var said []prose.Text
	var end string
	others := m.others()
	switch {
	case m.search != nil:
		said, end = m.searching(others)
	case len(others) > 0:
		said, end = m.seeking(others)
	default:
		return nil
	}
	cells, line := m.ctx.Across()-5, ""
	for _, text := range said { // the longest that fits
		if line = m.ctx.Say(text); style.Width(line)+2+style.Width(end) <= cells {
			break
		}
	}
	lines := []string{"   " + style.Sides(style.Cut(m.ctx.Theme.Text.Render(line), cells-style.Width(end)-2), end, cells)}
	if !m.ctx.Short() {
		lines = append(lines, "")
	}
	return lines
}

// seekerLines returns the number of lines of drawSeekers.
func (m *matchmaking) seekerLines() int {
	switch {
	case m.search == nil && len(m.others()) == 0:
		return 0
	case m.ctx.Short():
		return 1
	}
	return 2
}

// keyed returns a key with what it does, for the end of a line.
func (m *matchmaking) keyed(key string, does prose.Text) string {
	return m.ctx.Theme.Key.Render(key) + " " + m.ctx.Theme.Text.Render(m.ctx.Say(does))
}

// seeking returns sentences about the players who look for a rated match, the longest first, and
// what the player can do about it.
func (m *matchmaking) seeking(others []lobby.Seeker) (said []prose.Text, end string) {
	one := others[0]
	name, rating, game := prose.Name(one.Name), prose.Literal(strconv.Itoa(one.Rating)), prose.Literal(m.ctx.Kit(one.Game).Game.Title)
	if len(others) > 1 {
		said = append(said, prose.C("{name} ({rating}) is looking for a rated match in {game}; {n} more is.", "{name} ({rating}) is looking for a rated match in {game}; {n} more are.", name, rating, game, prose.N(len(others)-1)))
	}
	said = append(
		said,
		prose.T("{name} ({rating}) is looking for a rated match in {game}, {time} per move.", name, rating, game, prose.Duration(lobby.MatchmakingPlan(one.Game).Clock)),
		prose.T("{name} ({rating}) is looking for a rated match in {game}.", name, rating, game),
		prose.T("Rated match: {name}, {game}", name, game),
	)
	if m.rooms.page.You.Guest {
		return said, m.ctx.Theme.Faint.Render(m.ctx.Say(prose.T("needs a key")))
	}
	return said, m.keyed(seekerKey, prose.T("play"))
}

// searching returns sentences about the player's own search, the longest first, and what the
// player can do meanwhile.
func (m *matchmaking) searching(all []lobby.Seeker) (said []prose.Text, end string) {
	search := m.search
	took := time.Since(search.since).Truncate(searchTick)
	waited := prose.Roughly(took)
	others := 0
	for _, one := range all {
		if one.Game == search.name {
			others++
		}
	}
	switch {
	case took == 0:
		said = append(said, prose.T("Looking for an opponent."))
	case others > 0:
		said = append(said, prose.C("Looking for an opponent, {time} so far. {n} other player is, too.", "Looking for an opponent, {time} so far. {n} other players are, too.", waited, prose.N(others)))
	default:
		said = append(said, prose.T("Looking for an opponent, {time} so far. Nobody else is.", waited))
	}
	said = append(said, prose.T("Looking, {time} so far", waited))
	if took >= botAfter {
		return said, m.keyed(botKey, prose.T("bot meanwhile"))
	}
	return said, m.keyed("m", prose.T("stop"))
}

// playSeeker begins a rated match with the player who is shown.
func (m *matchmaking) playSeeker() tea.Cmd {
	others := m.others()
	if len(others) == 0 {
		m.ctx.Shell.Tell(prose.T("Nobody is looking for a rated match. Press m to look for one."))
		return nil
	}
	if m.refusesGuest() {
		return nil
	}
	m.stop()
	return m.ctx.Enter(lobby.PlaySeeker{Game: others[0].Game, Name: others[0].Name}, prose.T("This match is rated."))
}
