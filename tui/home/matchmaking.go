package home

import (
	"context"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// searchTime is how long a search for an opponent lasts.
const searchTime = 10 * time.Minute

// matchmaking searches an opponent for a rated match while the player does something else.
type matchmaking struct {
	ctx    *screen.Context
	areas  Areas
	rooms  *roomList
	search *search // nil without a search
}

// search is one search for an opponent.
type search struct {
	name  string // engine.Game.Name
	game  string // title of the game
	since time.Time
	stop  context.CancelFunc
}

// foundMsg is the result of a search.
type foundMsg struct {
	search *search
	handle lobby.Handle
	err    error
}

// toggle asks for a game and begins a search, or stops the current one.
func (m *matchmaking) toggle() {
	if m.stop() {
		m.ctx.Shell.Tell(prose.T("You are no longer looking for a rated match."))
		return
	}
	switch {
	case !m.ctx.Session.KeepsRatings():
		m.ctx.Shell.Tell(prose.T("This server keeps no ratings."))
		return
	case m.refusesGuest():
		return
	}
	widget.AskGame(m.ctx, prose.T("Rated match"), widget.AnyGame, m.begin)
}

// refusesGuest tells a guest that rated matches require a key, and reports whether the player is one.
func (m *matchmaking) refusesGuest() bool {
	guest := m.ctx.You.ReturnLine != ""
	if guest {
		m.ctx.Shell.Tell(prose.T("Rated matches require an SSH key. As a guest, you can play everything else."))
	}
	return guest
}

// find begins a search in a game by its name. It does nothing if there is no such game.
func (m *matchmaking) find(game string) tea.Cmd {
	at := slices.IndexFunc(m.ctx.Games, func(kit board.Game) bool { return kit.Game.Name == game })
	if at < 0 {
		return nil
	}
	return m.begin(at)
}

// begin begins a search in the game with an index.
func (m *matchmaking) begin(at int) tea.Cmd {
	session, game := m.ctx.Session, m.ctx.Games[at].Game
	ctx, stop := context.WithTimeout(context.Background(), searchTime)
	begun := &search{game.Name, game.Title, time.Now(), stop}
	m.search = begun
	m.ctx.Shell.Tell(prose.T("Looking for an opponent in {game}, {time} per move. Others see this and can begin the match at once. Press b to watch a game meanwhile, m to cancel.",
		prose.Literal(game.Title), prose.Duration(lobby.MatchmakingPlan(game.Name).Clock)))
	return tea.Batch(m.tick(), func() tea.Msg {
		defer stop()
		handle, err := lobby.Ask(ctx, session, lobby.FindOpponent{Game: game.Name})
		return foundMsg{begun, handle, err}
	})
}

// tick returns a command that redraws the time of the search.
func (m *matchmaking) tick() tea.Cmd { return m.ctx.Later(searchTick, searchTickMsg{m.search}) }

// stop ends the search, and reports whether there was one.
func (m *matchmaking) stop() bool {
	if m.search == nil {
		return false
	}
	m.search.stop()
	m.search = nil
	return true
}

// found enters the match that was found. If the search was stopped in the meantime, it leaves or
// resigns the match.
func (m *matchmaking) found(msg foundMsg) tea.Cmd {
	if msg.search != m.search {
		if msg.handle != nil {
			msg.handle.Close()
		}
		return nil
	}
	m.search = nil
	if msg.err != nil {
		m.ctx.Shell.Refuse(msg.err)
		return nil
	}
	said := prose.T("Found an opponent in {game}.", prose.Literal(msg.search.game))
	return tea.Batch(m.areas.Seated(screen.SeatedMsg{Handle: msg.handle, Welcome: said}), m.ctx.Shell.Notify(said))
}
