package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
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
	if !r.session.Visit.KeepsRatings() {
		r.tell(prose.T("This server keeps no ratings."))
		return
	}
	r.askGame(prose.T("Rated match"), r.seek)
}

// seek looks for a rated match beside all that the person does meanwhile.
func (r *Root) seek(at int) tea.Cmd {
	game := r.session.Games[at].Game
	ctx, stop := context.WithTimeout(context.Background(), seekingLasts)
	search := &seeking{game.Title, stop}
	r.seeks = search
	r.hall.changed()
	r.tell(prose.T("Looking for a rival in {game}. Meanwhile you can watch a table: press b. To stop, press m.", prose.Literal(game.Title)))
	visit := r.session.Visit
	return func() tea.Msg {
		defer stop()
		handle, err := visit.Rival(ctx, game.Name)
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
	visit := h.root.session.Visit
	return h.root.seat(func(ctx context.Context) (lobby.Handle, error) {
		page, err := visit.Peek(ctx, lobby.WatchWindow())
		if err != nil {
			return nil, err
		}
		row, known := lobby.MostWatched(page.Rooms)
		if !known {
			return nil, prose.Refuse("No open table is in play just now.")
		}
		return visit.Watch(ctx, row.Code)
	})
}
