package room

import (
	"cmp"
	"errors"
	"reflect"
	"slices"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// maxSecretSteps bounds how often the clock acts for a seat before an action is visible.
// Games need two or three.
const maxSecretSteps = 32

// play is the state of the match.
type play struct {
	match  engine.Match // nil while gathering
	public *engine.View // the public view; immutable; Table is set only while there are spectators, and of a sleeping room only stage and movers are known
	open   engine.Match // the match at its last public event, which public is the view of
	number int          // counts matches, so that a late answer of a bot can be recognized
	id     string       // of the match, unique
	began  time.Time
	rules  int                  // version of the rules of the match
	proof  string               // commitment to the seed; empty while gathering
	rated  bool                 // the match is rated, whatever happens to its players
	void   string               // why the match ended without a result, as in lobby.Finished; else empty
	moved  []lobby.RatingChange // by seat: changes of the ratings; nil before the match is stored and after a restart
	// unmarked is true if the match began before programs were marked.
	unmarked bool
	late     bool           // the time of the match is over, and it was said
	rested   time.Time      // when the last match ended
	played   []engine.Move  // moves since the last write
	lag      int            // spectators see a shared hand this many moves late
	past     []engine.Match // the match before each of the last lag visible moves, newest last
	events   []engine.Event // since the last publication
	byBot    []int          // indexes in events of those caused by a substitute bot
	moves    int            // number of moves of the match
	logged   int            // number of events of the current game
	// substitute is true while a substitute bot's move is played.
	substitute bool
	byRoom     bool // true while a move of the room is played
	recording  recording
	ended      []engine.Match // matches that ended since the last publication
	// givenUp is the match that could not be restored, until it is stored as void.
	givenUp *lobby.Finished
}

func (p *play) snapshot() play {
	copied := *p
	copied.played = slices.Clip(p.played)
	return copied
}

func (p *play) stage() string {
	if p.public == nil {
		return lobby.Gathering
	}
	return p.public.Stage
}

func (p *play) inPlay() bool { return p.stage() == engine.Playing || p.stage() == engine.Interval }

// toMove reports whether a seat has to move, according to public information.
func (p *play) toMove(seat engine.Seat) bool {
	return p.public != nil && slices.Contains(p.public.ToMove, seat)
}

// counts implements turns.
func (p *play) counts() bool { return p.rated }

// clear removes the match.
func (p *play) clear() {
	*p = play{number: p.number, rested: time.Now(), events: p.events, byBot: p.byBot, ended: p.ended, givenUp: p.givenUp}
}

// begin starts a match. Spectators see shared hands lag moves late.
func (p *play) begin(match engine.Match, seed engine.Seed, lag int) {
	public := match.View(engine.Watcher)
	*p = play{
		match: match, public: &public, open: match, number: p.number + 1, id: lobby.NewMatchID(), began: time.Now(),
		rules: match.Record().Version, proof: seed.Commitment(), lag: lag, rested: p.rested, events: p.events, byBot: p.byBot, ended: p.ended, givenUp: p.givenUp,
	}
}

// act plays an action and starts the clocks of the next decisions. seen reports whether
// there were public events. With events, every view is new and the position is remembered
// for delayed spectators. Without, only the actor's view is new, and the action leaves no
// other trace. A seat's clock starts when it becomes to move, and again after its own
// visible action.
func (p *play) act(at engine.Seat, action engine.Action, s *seating, e effects) (seen bool, err error) {
	next, events, err := p.match.Play(at, action)
	if err != nil {
		return false, err
	}
	p.played = append(p.played, engine.Move{Seat: at, Action: action})
	p.recording.notePlayed(p.moves, at, s.seats[at].holder(p.substitute), p.byRoom || action == engine.Timeout || action == engine.Enough)
	p.log(at, events, p.substitute, s)
	if seen = len(events) > 0; !seen {
		// A secret action may have changed nothing; only its actor may learn that.
		anew := !reflect.DeepEqual(p.match.View(at), next.View(at))
		p.match, s.seats[at].seen = next, next
		if anew {
			e.changedFor(at)
		}
		return false, nil
	}
	p.remember(p.match)
	before, now := p.public, next.View(engine.Watcher)
	p.match, p.public, p.open = next, &now, next
	for i := range events {
		if p.substitute {
			p.byBot = append(slices.Clip(p.byBot), len(p.events)+i)
		}
	}
	p.events = append(p.events, events...)
	anew := before.Stage != now.Stage || before.Round != now.Round
	for i := range s.seats {
		s.seats[i].seen = next
		mover := engine.Seat(i)
		if slices.Contains(now.ToMove, mover) && (anew || mover == at || !slices.Contains(before.ToMove, mover)) {
			s.seats[i].since = e.now()
		}
	}
	if now.Stage == engine.Over && before.Stage != engine.Over {
		p.rested = e.now()
		p.ended = append(p.ended, next)
		s.finish()
	}
	e.changed()
	return true, nil
}

// actByRoom plays an action that the room or its host, and not the seat, has decided.
func (p *play) actByRoom(at engine.Seat, action engine.Action, s *seating, e effects) error {
	p.byRoom = true
	defer func() { p.byRoom = false }()
	_, err := p.act(at, action, s, e)
	return err
}

// log counts a move and its events, and records those of a substitute bot.
func (p *play) log(at engine.Seat, events []engine.Event, substitute bool, s *seating) {
	own := &s.seats[at]
	if substitute {
		own.botMoves = append(slices.Clip(own.botMoves), p.moves)
	}
	p.moves++
	for _, event := range events {
		match, is := event.(engine.MatchEvent)
		switch {
		case is && match.Kind == engine.RoundFirst:
			p.logged = 0
			for i := range s.seats {
				s.seats[i].botEvents = nil
			}
		case is:
		default:
			if substitute {
				own.botEvents = append(slices.Clip(own.botEvents), p.logged)
			}
			p.logged++
		}
	}
}

// remember stores a position for delayed spectators.
func (p *play) remember(match engine.Match) {
	if p.lag == 0 {
		return
	}
	later := p.past[max(0, len(p.past)+1-p.lag):]
	p.past = slices.Concat(later, []engine.Match{match})
}

// timeOut times out a seat until there is a public event. If it stopped after a secret step, the
// restart of the clock would reveal that step.
func (p *play) timeOut(at engine.Seat, s *seating, e effects) {
	for range maxSecretSteps {
		seen, err := p.act(at, engine.Timeout, s, e)
		if err != nil {
			panic(errors.New("a seat that is to move cannot be timed out"))
		}
		if seen {
			return
		}
	}
	s.seats[at].since = e.now()
	e.changed()
}

// resign resigns for seats, or continues to the next game, until nothing is left to do: one
// seat may end a game and another begin the next. Players who left first resign first, bots
// last.
func (p *play) resign(seats []int, s *seating, e effects) {
	if p.match == nil {
		return
	}
	slices.SortStableFunc(seats, func(a, b int) int {
		one, other := s.seats[a], s.seats[b]
		if one.left != other.left {
			return map[bool]int{true: -1, false: 1}[one.left]
		}
		return cmp.Compare(one.gone, other.gone)
	})
	// Each seat has at most two actions in a game.
	for range 2 * p.public.Rounds {
		if !p.resignOnce(seats, s, e) {
			return
		}
	}
}

// resignOnce acts for seats during one stage of one game and reports whether there was an
// action.
func (p *play) resignOnce(seats []int, s *seating, e effects) (said bool) {
	stage, round := p.public.Stage, p.public.Round
	for _, i := range seats {
		if !p.inPlay() || p.public.Stage != stage || p.public.Round != round {
			return said
		}
		action := engine.Resign
		if stage == engine.Interval {
			action = engine.Next
		}
		// It is refused if the seat is out or has continued already.
		if err := p.actByRoom(engine.Seat(i), action, s, e); err == nil {
			said = true
		}
	}
	return said
}

// endings returns the matches that have just ended, as a seat sees them.
func (p *play) endings(seat engine.Seat, s *seating) []lobby.Ending {
	var endings []lobby.Ending
	for _, match := range p.ended {
		view := match.View(seat)
		endings = append(endings, lobby.Ending{Match: &view, Record: match.Record(), Proof: p.proof, BotMoves: s.movesByBot()})
	}
	return endings
}

// watched returns the public view of the match, or nil while gathering.
func (p *play) watched() *engine.View {
	if p.open != nil && p.public.Table == nil {
		public := p.open.View(engine.Watcher)
		p.public = &public
	}
	return p.public
}

// forgetNews drops the published events and results and, if there are no spectators, the table of
// the public view.
func (p *play) forgetNews(watched bool) {
	p.events, p.byBot, p.ended = nil, nil, nil
	if p.public != nil && p.public.Table != nil && !watched {
		public := *p.public
		public.Table = nil
		p.public = &public
	}
}

// keeps reports whether a finished match is stored. An unrated match is not if a player
// resigned before as many moves were made as there are seats.
func (p *play) keeps(match engine.Match) bool {
	if p.rated || match == nil {
		return true
	}
	record, moves, resigned := match.Record(), 0, false
	for _, move := range record.Moves {
		switch move.Action {
		case engine.Resign:
			resigned = true
		case engine.Next:
		default:
			moves++
		}
	}
	return !resigned || moves >= record.Seats
}

// rate decides at the start of a match whether it is rated, and adds a note. Later changes
// of the players have no influence.
func (p *play) rate(s *seating, e effects) {
	p.unmarked = false
	why, programs := rating(s.seats)
	switch {
	case !why.IsZero():
		e.note(why)
		return
	case len(programs) > 0:
		e.note(prose.T("The match is rated. Programs are playing for: {names}.", prose.And(prose.Names(programs))))
	default:
		e.note(prose.T("The match is rated."))
	}
	p.rated = true
}

// rating returns why a match on these seats cannot be rated, or the zero Text. programs are
// the names of the players whose clients are programs.
func rating(seats []seat) (why prose.Text, programs []string) {
	var guests []string
	people := map[string]bool{}
	for _, s := range seats {
		switch {
		case s.kind == lobby.SeatBot:
			return prose.T("The match is not rated: a bot is playing."), nil
		case s.guest:
			guests = append(guests, s.name)
		}
		if s.program {
			programs = append(programs, s.name)
		}
		people[s.id] = true
	}
	switch {
	case len(guests) > 0:
		return prose.T("The match is not rated. These players have no key: {names}.", prose.And(prose.Names(guests))), nil
	case len(people) < 2:
		return prose.T("The match is not rated: it needs two different people."), nil
	}
	return prose.Text{}, programs
}
