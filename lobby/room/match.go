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

// maxSecretSteps bounds how often the clock acts for a seat before something
// of it shows. Games need two or three.
const maxSecretSteps = 32

// play is the match.
type play struct {
	match  engine.Match // nil while gathering
	public *engine.View // what all know of it, of one that sleeps stage and movers; Table only where it is watched; never changed
	open   engine.Match // as it stood when all saw something last: public is its view
	number int          // counts matches, so that a late bot knows its own
	id     string       // of the match, never given twice
	began  time.Time
	rules  int                  // version of those that it is played by
	proof  string               // of the match's seed; empty while gathering
	rated  bool                 // the match counts, whatever happens to its players
	void   string               // why the match is over without a winner, as lobby.Finished has it; empty while it goes on
	moved  []lobby.RatingChange // by seat: how it has moved the ratings; nil before it is kept, and in a room that was loaded since
	// unmarked says that the match began before it was noted who is a program.
	unmarked bool
	rested   time.Time      // since when no match is played
	played   []engine.Move  // since the match was written down last
	lag      int            // how many moves later spectators see a shared hand; no more of the past is kept than that
	past     []engine.Match // before each of the last moves that all saw, the newest last
	events   []engine.Event // since readers were told last
	byBot    []int          // those of events, by their places, that came of a move of a substitute bot
	moves    int            // of the match
	logged   int            // events of the game that is played
	// substitute says that a bot does what is done just now in the place of a player.
	substitute bool
	ended      []engine.Match // matches that ended since then
	// givenUp is the match that could not go on as the room was brought back, until
	// that is written.
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

// toMove reports whether a seat has something to decide, as far as all can tell.
func (p *play) toMove(seat engine.Seat) bool {
	return p.public != nil && slices.Contains(p.public.ToMove, seat)
}

// counts implements turns.
func (p *play) counts() bool { return p.rated }

// clear puts the match away.
func (p *play) clear() {
	*p = play{number: p.number, rested: time.Now(), events: p.events, byBot: p.byBot, ended: p.ended, givenUp: p.givenUp}
}

// begin starts a match, in which spectators see a shared hand lag moves later.
func (p *play) begin(match engine.Match, seed engine.Seed, lag int) {
	public := match.View(engine.Watcher)
	*p = play{
		match: match, public: &public, open: match, number: p.number + 1, id: lobby.NewMatchID(), began: time.Now(),
		rules: match.Record().Version, proof: seed.Commitment(), lag: lag, rested: p.rested, events: p.events, byBot: p.byBot, ended: p.ended, givenUp: p.givenUp,
	}
}

// act plays an action and starts the clocks that come of it; seen says whether
// the table saw anything of it. What it makes new follows from that alone:
// something that all saw makes every view new and is remembered for those who
// lag behind, and a secret action makes the actor's view new and leaves no other
// trace, in no view, no past and no clock. A decision's clock starts when its
// seat comes to move, and anew after an own action that all could see.
func (p *play) act(at engine.Seat, action engine.Action, s *seating, e effects) (seen bool, err error) {
	next, events, err := p.match.Play(at, action)
	if err != nil {
		return false, err
	}
	p.played = append(p.played, engine.Move{Seat: at, Action: action})
	p.log(at, events, p.substitute, s)
	if seen = len(events) > 0; !seen {
		// Of what is secret only the actor can say whether it changed anything.
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

// log counts a move of a seat and its events, and notes those of a substitute bot.
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

// remember keeps the match as it stood before something that all saw, as far
// back as spectators lag.
func (p *play) remember(match engine.Match) {
	if p.lag == 0 {
		return
	}
	later := p.past[max(0, len(p.past)+1-p.lag):]
	p.past = slices.Concat(later, []engine.Match{match})
}

// timeOut decides for a seat until something of it shows. Were the clock to
// settle only what is secret, such as a roll that nobody saw, and then start
// anew, the table would learn that there was something secret to settle.
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

// resign resigns, or says next, for seats until there is nothing more to say for
// them: one of them may end a round and another begin the next. In each round
// those who left first resign first, and bots last.
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
	// Each seat has at most two things to say in a round.
	for range 2 * p.public.Rounds {
		if !p.resignOnce(seats, s, e) {
			return
		}
	}
}

// resignOnce says what is to be said for seats at one stage of one round, and
// reports whether there was anything.
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
		// It is refused where the seat is out or ready already.
		if _, err := p.act(engine.Seat(i), action, s, e); err == nil {
			said = true
		}
	}
	return said
}

// endings are the matches that have just ended, as a seat sees them.
func (p *play) endings(seat engine.Seat, s *seating) []lobby.Ending {
	var endings []lobby.Ending
	for _, match := range p.ended {
		view := match.View(seat)
		endings = append(endings, lobby.Ending{Match: &view, Record: match.Record(), Proof: p.proof, BotMoves: s.movesByBot()})
	}
	return endings
}

// watched is what a spectator sees of the match, nil while gathering.
func (p *play) watched() *engine.View {
	if p.open != nil && p.public.Table == nil {
		public := p.open.View(engine.Watcher)
		p.public = &public
	}
	return p.public
}

// forgetNews forgets what readers have been told once, and where nobody watches what
// only spectators see.
func (p *play) forgetNews(watched bool) {
	p.events, p.byBot, p.ended = nil, nil, nil
	if p.public != nil && p.public.Table != nil && !watched {
		public := *p.public
		public.Table = nil
		p.public = &public
	}
}

// keeps reports whether a match that has ended is kept: one that somebody resigned
// at once is not, unless it counts. At once is before as many moves were made as
// there are seats.
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

// rate settles at the beginning of a match whether it counts for ratings, and
// says so. What becomes of its players later changes nothing.
func (p *play) rate(s *seating, e effects) {
	p.unmarked = false
	why, programs := rating(s.seats)
	switch {
	case !why.IsZero():
		e.note(why)
		return
	case len(programs) > 0:
		e.note(prose.T("The match counts for ratings. Programs play for: {names}.", prose.And(prose.Names(programs))))
	default:
		e.note(prose.T("The match counts for ratings."))
	}
	p.rated = true
}

// rating says why a match of those who are on the seats cannot count; nothing
// where it can. Programs are the names of those for whom one plays.
func rating(seats []seat) (why prose.Text, programs []string) {
	var guests []string
	people := map[string]bool{}
	for _, s := range seats {
		switch {
		case s.kind == lobby.SeatBot:
			return prose.T("The match does not count for ratings: a bot plays."), nil
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
		return prose.T("The match does not count for ratings. These players have no key: {names}.", prose.And(prose.Names(guests))), nil
	case len(people) < 2:
		return prose.T("The match does not count for ratings: it needs two different people."), nil
	}
	return prose.Text{}, programs
}
