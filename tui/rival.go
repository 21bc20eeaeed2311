package tui

import (
	"context"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/widget"
)

// seekingLasts is how long a rated match is looked for.
const seekingLasts = 10 * time.Minute

// seeking is the search for a rated match.
type seeking struct {
	game string // its title
	stop context.CancelFunc
}

// rivalMsg is what came of a search.
type rivalMsg struct {
	search *seeking
	handle lobby.Handle
	err    error
}

// seekOrStop asks for a game in which somebody is looked for, or stops looking.
func (r *Root) seekOrStop() {
	if r.seeks != nil {
		r.stopSeeking()
		r.tell(prose.T("You are no longer looking for a rated match."))
		return
	}
	if !r.ctx.Session.KeepsRatings() {
		r.tell(prose.T("This server keeps no ratings."))
		return
	}
	widget.AskGame(r.ctx, prose.T("Rated match"), widget.AnyGame, r.seek)
}

// seekFirst looks for the rated match for which the session was begun; nil for none.
func (r *Root) seekFirst() tea.Cmd {
	at := slices.IndexFunc(r.ctx.Games, func(kit board.Game) bool { return kit.Game.Name == r.session.Rival })
	if at < 0 {
		return nil
	}
	return r.seek(at)
}

// seek looks for a rated match beside all that the person does meanwhile.
func (r *Root) seek(at int) tea.Cmd {
	game := r.ctx.Games[at].Game
	ctx, stop := context.WithTimeout(context.Background(), seekingLasts)
	search := &seeking{game.Title, stop}
	r.seeks = search
	r.hall.Changed()
	r.tell(prose.T("Looking for a rival in {game}, with {time} for each decision. Meanwhile you can watch a table: press b. To stop, press m.",
		prose.Literal(game.Title), prose.Duration(lobby.MatchmakingPlan(game.Name).Clock)))
	visit := r.ctx.Session
	return func() tea.Msg {
		defer stop()
		handle, err := lobby.Ask(ctx, visit, lobby.FindOpponent{Game: game.Name})
		return rivalMsg{search, handle, err}
	}
}

// stopSeeking ends the search, if there is one.
func (r *Root) stopSeeking() {
	if r.seeks != nil {
		r.seeks.stop()
		r.seeks = nil
		r.changed()
	}
}

// gotRival goes to the match that was found. One that was looked for no longer is left
// again: it has not begun without this person, or they resign it.
func (r *Root) gotRival(msg rivalMsg) tea.Cmd {
	if msg.search != r.seeks {
		if msg.handle != nil {
			msg.handle.Close()
		}
		return nil
	}
	r.seeks = nil
	r.changed()
	if msg.err != nil {
		r.refuse(msg.err)
		return nil
	}
	said := prose.T("A rival in {game} is found.", prose.Literal(msg.search.game))
	return tea.Batch(r.gotSeat(seatedMsg{handle: msg.handle, welcome: said}), r.call(said))
}

// watchSomething goes to the table that is worth most to watch.
func (h *hallScreen) watchSomething() tea.Cmd {
	visit := h.root.ctx.Session
	return h.root.seat(func(ctx context.Context) (lobby.Handle, error) {
		code, err := lobby.RoomToWatch(ctx, visit)
		if err != nil {
			return nil, err
		}
		return lobby.Ask(ctx, visit, lobby.Watch{Code: code})
	})
}
