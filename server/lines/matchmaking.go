package lines

import (
	"context"
	"time"

	"parlor/lobby"
	"parlor/prose"
	"parlor/server/command"
)

// rated is the verb that looks for a rated match, from any place; with ratedOff it stops.
const (
	rated    = "rated"
	ratedOff = "off"
)

// searchLasts bounds the search for a rated match.
const searchLasts = 10 * time.Minute

// matchmaking is the search for a rated match, which runs in the background.
type matchmaking struct {
	*console
	search *search // nil if not searching
}

// search holds the state of a search for an opponent.
type search struct {
	game     prose.Arg // title of the game
	stop     context.CancelFunc
	found    chan opponent // receives the result once
	unwanted bool          // the search was stopped: a match that is found is left again
}

// opponent is the result of a search.
type opponent struct {
	handle lobby.Handle
	err    error
}

func (m *matchmaking) table() table {
	return table{verbs: []verb{{names: []string{rated}, do: func(ctx context.Context, in input) { m.change(ctx, in.rest) }}}}
}

// found returns the channel of the result, or nil if there is no search.
func (m *matchmaking) found() <-chan opponent {
	if m.search == nil {
		return nil
	}
	return m.search.found
}

// change starts or stops a search.
func (m *matchmaking) change(ctx context.Context, typed string) {
	looks := m.search != nil && !m.search.unwanted
	switch {
	case typed == ratedOff && looks:
		m.search.unwanted = true
		m.search.stop()
		m.say(prose.T("You are no longer looking for a rated match."))
	case typed == ratedOff:
		m.say(prose.T("You are not looking for a rated match."))
	case looks:
		m.say(prose.T("You are looking for an opponent in {game}. Type {command} to cancel.", m.search.game, prose.Literal(rated+" "+ratedOff)))
	case m.search != nil:
		m.say(prose.T("One moment: still cancelling your last search."))
	default:
		m.seek(ctx, typed)
	}
}

// seek starts a search in the background.
func (m *matchmaking) seek(ctx context.Context, typed string) {
	asked := command.Command{Verb: command.Quick, Rated: true}
	if typed != "" {
		asked.Arguments = []string{typed}
	}
	game, err := m.commands.Rival(m.person, asked)
	if err != nil {
		m.refuse(err)
		return
	}
	ctx, stop := context.WithTimeout(ctx, searchLasts)
	s := &search{game: prose.Literal(game.Title), stop: stop, found: make(chan opponent, 1)}
	m.search = s
	m.say(prose.T("Looking for an opponent in {game}, {time} per move. You can do other things meanwhile: {watch} shows you a game. Type {command} to cancel.",
		s.game, prose.Duration(lobby.MatchmakingPlan(game.Name).Clock), prose.Literal(command.Watch), prose.Literal(rated+" "+ratedOff)))
	visit := m.person.Session
	go func() {
		defer stop()
		handle, err := lobby.Ask(ctx, visit, lobby.FindOpponent{Game: game.Name})
		s.found <- opponent{handle, err}
	}()
}

// meet goes to the room of the match that was found. If the search was stopped, it leaves the room
// as a disconnect does.
func (m *matchmaking) meet(found opponent) move {
	s := m.search
	m.search = nil
	switch {
	case s.unwanted && found.handle != nil:
		found.handle.Close()
	case s.unwanted:
	case found.err != nil:
		m.refuse(found.err)
	default:
		m.say(prose.T("Found an opponent in {game}.", s.game))
		return enterRoom(found.handle, nil)
	}
	return move{}
}
