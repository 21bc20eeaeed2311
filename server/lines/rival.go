package lines

import (
	"context"
	"time"

	"parlor/lobby"
	"parlor/prose"
	"parlor/server/command"
)

// rated is what is typed, anywhere, to look for a rated match; with ratedOff no more.
const (
	rated    = "rated"
	ratedOff = "off"
)

// seekingLasts is how long a rated match is looked for.
const seekingLasts = 10 * time.Minute

// seeking is the search for a rated match, which goes on beside all else.
type seeking struct {
	game     prose.Arg // its title
	stop     context.CancelFunc
	found    chan rival // what has come of it, once
	unwanted bool       // it was stopped, and what comes is left again
}

// rival is what came of a search.
type rival struct {
	handle lobby.Handle
	err    error
}

// rivals is what comes of the search; nil where there is none.
func (s *Session) rivals() <-chan rival {
	if s.seeks == nil {
		return nil
	}
	return s.seeks.found
}

// hearRated looks for a rated match in a game, or stops looking.
func (s *Session) hearRated(ctx context.Context, typed string) {
	looks := s.seeks != nil && !s.seeks.unwanted
	switch {
	case typed == ratedOff && looks:
		s.seeks.unwanted = true
		s.seeks.stop()
		s.say(prose.T("You are no longer looking for a rated match."))
	case typed == ratedOff:
		s.say(prose.T("You are not looking for a rated match."))
	case looks:
		s.say(prose.T("You are looking for a rival in {game}. To stop, type {command}.", s.seeks.game, prose.Literal(rated+" "+ratedOff)))
	case s.seeks != nil:
		s.say(prose.T("One moment, please: the last search is ending."))
	default:
		s.seek(ctx, typed)
	}
}

// seek looks for a rated match beside all that the person does meanwhile.
func (s *Session) seek(ctx context.Context, typed string) {
	asked := command.Command{Verb: command.Quick, Rated: true}
	if typed != "" {
		asked.Arguments = []string{typed}
	}
	game, err := s.Commands.Rival(s.Person, asked)
	if err != nil {
		s.refuse(err)
		return
	}
	ctx, stop := context.WithTimeout(ctx, seekingLasts)
	search := &seeking{game: prose.Literal(game.Title), stop: stop, found: make(chan rival, 1)}
	s.seeks = search
	s.say(prose.T("Looking for a rival in {game}, with {time} for each decision. Meanwhile you can do all else: {watch} shows you a table. To stop, type {command}.",
		search.game, prose.Duration(lobby.RivalPlan(game.Name).Clock), prose.Literal(command.Watch), prose.Literal(rated+" "+ratedOff)))
	visit := s.Person.Visit
	go func() {
		defer stop()
		handle, err := lobby.Ask(ctx, visit, lobby.FindOpponent{Game: game.Name})
		search.found <- rival{handle, err}
	}()
}

// meet goes to the match that was found. One that is not wanted any more is left as by
// a hang-up.
func (s *Session) meet(ctx context.Context, found rival) {
	search := s.seeks
	s.seeks = nil
	switch {
	case search.unwanted && found.handle != nil:
		found.handle.Close()
	case search.unwanted:
	case found.err != nil:
		s.refuse(found.err)
	default:
		s.say(prose.T("A rival in {game} is found.", search.game))
		if before := s.handle; before != nil {
			before.Close() // a seat there is kept
		}
		s.lesson = nil
		s.sit(ctx)(found.handle, nil)
	}
}
