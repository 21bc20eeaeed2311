package gamenight

import (
	"slices"
	"strconv"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// State is the state machine of a game night; see Step. It is not safe for concurrent use.
type State struct {
	code    string
	plan    lobby.GameNightPlan // complete
	titled  string              // Identity.ID of the player from whose name the title was made; empty if it was chosen
	mark    string              // of the operator's configuration that opened it; may be empty
	stage   string
	made    time.Time
	quiet   time.Time // since when no player is here and no match is running; zero otherwise
	filled  time.Time // since when enough players are here for a game; zero otherwise
	retry   time.Time // no table is made before
	last    bool      // no table is made any more, and the night ends with the running matches
	log     hostLog
	roster  roster
	games   []engine.Game // the games of the lobby
	bounds  Bounds
	effects Effects // of the current step
}

// New returns a game night with a complete plan and no players.
func New(code string, plan lobby.GameNightPlan, games []engine.Game, bounds Bounds, now time.Time) *State {
	return &State{
		code: code, plan: plan, stage: lobby.GameNightGathering, made: now, quiet: now,
		roster: roster{seating: seating{met: meetings{}}, format: newFormat(plan, code, now)}, games: games, bounds: bounds,
	}
}

// Step applies an input at a given time and returns its effects.
func (s *State) Step(in Input, now time.Time) (Effects, error) {
	s.effects = Effects{}
	s.settle(now)
	err := s.take(in)
	s.settle(now)
	s.effects.Close, s.roster.seating.closing = s.roster.seating.closing, nil
	return s.effects, err
}

func (s *State) take(in Input) error {
	switch in := in.(type) {
	case Join:
		return s.join(in)
	case Disconnect:
		s.changedIf(s.roster.disconnect(in.ID))
	case Order:
		return s.order(in.By, in.Do)
	case Forget:
		s.forget(in.IDs)
	case Opened:
		s.changedIf(s.roster.opened(in.Table, in.Room))
	case Failed:
		s.failed(in.Table)
	case Seen:
		s.changedIf(s.roster.seen(in.Room, in.Glance))
	case Closed:
		s.changedIf(s.roster.closed(in.Room))
	case End:
		if s.stage == lobby.GameNightOver {
			return errNightOver
		}
		s.end()
		s.changedIf(true)
	case Tick:
		s.tick(in.Seat)
	}
	return nil
}

func (s *State) changedIf(so bool) { s.effects.Changed = s.effects.Changed || so }

// settle applies the time and the consequences of a change.
func (s *State) settle(now time.Time) {
	s.roster.seating.now, s.roster.seating.minutes = now, s.plan.Minutes
	s.roster.format.arrange(s.roster.seating.players)
	s.watchQuiet(now)
}

// watchQuiet updates quiet and filled.
func (s *State) watchQuiet(now time.Time) {
	if !s.enough() {
		s.filled = time.Time{}
	} else if s.filled.IsZero() {
		s.filled = now
	}
	switch {
	case slices.ContainsFunc(s.roster.seating.players, here), slices.ContainsFunc(s.roster.seating.tables, (*Table).playing):
		s.quiet = time.Time{}
	case s.quiet.IsZero():
		s.quiet = now
	}
}

func (s *State) join(in Join) error {
	p := s.player(in.ID)
	switch {
	case p != nil && p.Banned:
		return prose.Refuse("The host of that game night has banned you.")
	case in.Program && !s.plan.Programs:
		return errNoPrograms
	case p != nil:
	case s.stage == lobby.GameNightOver:
		return prose.Refuse("That game night is over. You can still see its standings.")
	default:
		if p = s.roster.seating.players.add(in.ID, s.bounds.People); p == nil {
			return prose.Refuse("That game night is full ({n} people).", prose.N(s.bounds.People))
		}
	}
	s.roster.come(p, in)
	s.changedIf(true)
	return nil
}

// knows reports whether there is any data about a player with one of these identities.
func (s *State) knows(ids []string) bool {
	return slices.ContainsFunc(ids, func(id string) bool { return s.player(id) != nil || id == s.titled })
}

func (s *State) forget(ids []string) {
	for _, id := range ids {
		if s.titled != "" && s.titled == id {
			s.plan.Title, s.titled = lobby.DefaultGameNight(lobby.Forgotten).String(), ""
			s.changedIf(true)
		}
		s.changedIf(s.roster.forget(id))
	}
}

func (s *State) failed(table int) {
	if t := s.roster.seating.tables.numbered(table); t != nil {
		s.roster.seating.callOff(t, false)
		s.retry = s.roster.seating.now.Add(RetryTime)
		s.changedIf(true)
	}
}

func (s *State) tick(seat bool) {
	now := s.roster.seating.now
	if due := s.roster.host.due(s.roster.seating.players); !due.IsZero() && !now.Before(due) {
		s.roster.host.pass(s.roster.seating.players)
		s.changedIf(true)
	}
	s.keepTimes(now)
	for _, t := range slices.Clone(s.roster.seating.tables) {
		if t.gathers() && !now.Before(t.Called.Add(CallTime)) {
			s.late(t)
		}
	}
	s.settle(now)
	seat = seat && !now.Before(s.retry)
	made := controls{s}.tick(seat)
	if seat && s.stage == lobby.GameNightPlaying && !s.last {
		s.changedIf(s.roster.format.prepare(&s.roster.seating))
		made = append(made, s.matching(now).seat()...)
	}
	for _, t := range made {
		s.effects.Open = append(s.effects.Open, s.room(t))
		s.changedIf(true)
	}
	if seat && s.stage == lobby.GameNightPlaying && s.roster.format.over() {
		s.end()
		s.changedIf(true)
	}
}

// keepTimes begins the game night at its time if enough players are here, and ends it at
// its time or after a long time without players.
func (s *State) keepTimes(now time.Time) {
	if begins := startOf(s.plan, s.filled); s.stage == lobby.GameNightGathering && !begins.IsZero() && !now.Before(begins) {
		s.stage = lobby.GameNightPlaying
		s.changedIf(true)
	}
	if ends := s.ends(); s.stage != lobby.GameNightOver && !ends.IsZero() && !now.Before(ends) {
		s.end()
		s.changedIf(true)
	}
}

// startOf returns when a game night begins by itself, given since when enough players are
// here; zero if it does not as things are now.
func startOf(plan lobby.GameNightPlan, filled time.Time) time.Time {
	switch {
	case plan.Begins.IsZero() || filled.IsZero():
		return time.Time{}
	case plan.Format == lobby.GameNightKnockout && filled.After(plan.Begins):
		return filled.Add(GatherTime)
	}
	return plan.Begins
}

// enough reports whether the players who are here can play a game of the night.
func (s *State) enough() bool {
	least := 0
	for _, name := range s.plan.Games {
		if game, known := lobby.FindGame(s.games, name); known && (least == 0 || game.MinSeats < least) {
			least = game.MinSeats
		}
	}
	count := 0
	for _, p := range s.roster.seating.players {
		if p.mayWait() {
			count++
		}
	}
	return count >= max(1, least)
}

// ends returns when the game night will end as things are now, or zero: at its time, or
// after a long time without players. Before its start time, no player has to be here.
func (s *State) ends() time.Time {
	idle := time.Time{}
	if !s.quiet.IsZero() {
		since, patience := s.quiet, s.bounds.Idle
		if s.stage == lobby.GameNightGathering {
			if s.plan.Begins.After(since) {
				since = s.plan.Begins
			}
			if s.plan.Begins.IsZero() {
				patience = max(patience, Unbegun)
			}
		}
		idle = since.Add(patience)
	}
	if ends := s.plan.Ends; !ends.IsZero() && (idle.IsZero() || ends.Before(idle)) {
		return ends
	}
	return idle
}

// end ends the game night. Running matches continue.
func (s *State) end() {
	s.stage, s.roster.seating.moves.all = lobby.GameNightOver, nil
	s.roster.callOffWaiting()
}

// late begins the match at a table without its absent players, or cancels it if there are
// too few present.
func (s *State) late(t *Table) {
	seating := &s.roster.seating
	absent := slices.DeleteFunc(seating.at(t), t.here)
	game, _ := lobby.FindGame(s.games, t.Game)
	if s.roster.format.absent(seating, t, absent, false) {
		seating.callOff(t, false)
	} else if present := len(t.Seats) - len(absent); t.Room == "" || present < game.MinSeats || len(absent) == len(seating.at(t)) {
		seating.callOff(t, true)
	} else {
		t.Called = seating.now // try again later if the room refuses
		s.effects.Begin = append(s.effects.Begin, t.Room)
	}
	s.changedIf(true)
}

// order performs an operation of a player.
func (s *State) order(by string, do any) error {
	p := s.player(by)
	if lobby.ByHost(do) {
		if by == "" || by != s.roster.host.id {
			return errNotHost
		}
		switch do.(type) {
		case lobby.EndGameNight, lobby.CorrectResult, lobby.RepeatGameNight:
		default:
			if s.stage == lobby.GameNightOver {
				return errNightOver
			}
		}
	}
	var err error
	switch do := do.(type) {
	case lobby.BeginGameNight:
		if s.stage = lobby.GameNightPlaying; s.last {
			err = controls{s}.do(p, lobby.CallLastMatch{})
		}
	case lobby.PauseGameNight:
		if s.stage == lobby.GameNightGathering {
			return prose.Refuse("The game night has not begun yet.")
		}
		s.stage = lobby.GameNightPaused
	case lobby.EndGameNight: // players are not called to tables any more
		s.end()
	case lobby.RepeatGameNight:
		err = repeat(s, by, do)
	case lobby.ChangeGameNight:
		if err = s.roster.changeFormat(s.plan, do.Plan, s.code, s.made); err != nil {
			break
		}
		if s.titled = ""; do.Plan.Title == lobby.DefaultGameNight(p.Name).String() {
			s.titled = by
		}
		if s.plan = do.Plan; !s.plan.Programs {
			s.restPrograms()
		}
	case lobby.HandOverGameNight:
		err = s.roster.handOver(do.To)
	case lobby.NameDeputy:
		err = s.roster.nameDeputy(do.Name)
	case lobby.KickFromGameNight:
		err = s.roster.ban(do.Name)
	case lobby.JoinTeam:
		if s.stage == lobby.GameNightOver {
			return errNightOver
		}
		err = teamsOf(s.roster.format).move(p, "", do.Team)
	case lobby.MoveToTeam:
		err = teamsOf(s.roster.format).move(s.roster.seating.players.named(do.Name), do.Name, do.Team)
	case lobby.NameCaptain:
		err = teamsOf(s.roster.format).captain(s.roster.seating.players.named(do.Name), do.Name)
	case lobby.EndTable:
		err = s.roster.endTable(do.Number)
	case lobby.SitOut:
		if !do.Out && p != nil && p.Program && !s.plan.Programs {
			return errNoPrograms
		}
		err = s.roster.sitOut(p, do.Out)
	case lobby.LeaveGameNight:
		if p != nil {
			s.roster.leave(p)
		}
	default:
		err = controls{s}.do(p, do)
	}
	if err == nil {
		s.changedIf(true)
	}
	return err
}

// restPrograms lets programs sit out, as they are no longer allowed. In a knockout, those that play
// go on.
func (s *State) restPrograms() {
	for _, p := range s.roster.seating.players {
		if p.Program && !p.Gone {
			_ = s.roster.sitOut(p, true)
		}
	}
}

// Due returns when the next Tick is due, or zero.
func (s *State) Due() (at time.Time) {
	sooner := func(one time.Time) {
		if !one.IsZero() && (at.IsZero() || one.Before(at)) {
			at = one
		}
	}
	switch {
	case s.stage != lobby.GameNightOver:
		sooner(s.ends())
	case !s.quiet.IsZero():
		sooner(s.quiet.Add(s.bounds.Kept))
	}
	for _, begins := range []time.Time{s.plan.Begins, startOf(s.plan, s.filled)} {
		if s.stage == lobby.GameNightGathering && begins.After(s.roster.seating.now) {
			sooner(begins)
		}
	}
	sooner(s.roster.host.due(s.roster.seating.players))
	plays, now := s.stage == lobby.GameNightPlaying && !s.last, s.roster.seating.now
	if plays {
		sooner(controls{s}.mover().due())
	}
	for _, t := range s.roster.seating.tables {
		switch {
		case t.gathers():
			sooner(t.Called.Add(CallTime))
		case plays && t.rests(now) && !t.empty():
			sooner(t.Ended.Add(RestTime))
		}
	}
	if plays {
		patiences := []time.Duration{Patience, StrangerPatience, LongStrangerPatience}
		if s.plan.Bots > 0 {
			patiences = append(patiences, PersonPatience)
		}
		for _, p := range s.roster.seating.players {
			for _, patience := range patiences {
				if end := p.Since.Add(patience); p.mayWait() && end.After(now) {
					sooner(end)
				}
			}
		}
		if s.retry.After(now) {
			sooner(s.retry)
		}
		sooner(s.roster.format.due(&s.roster.seating))
	}
	return at
}

// Expired reports whether the night is over and can be deleted.
func (s *State) Expired(now time.Time) bool {
	return s.stage == lobby.GameNightOver && !s.quiet.IsZero() && !now.Before(s.quiet.Add(s.bounds.Kept))
}

// player returns the player with an identity, or nil.
func (s *State) player(id string) *Player { return s.roster.seating.players.withID(id) }

func (s *State) matching(now time.Time) *matching {
	return &matching{seating: &s.roster.seating, format: s.roster.format, lengths: s.roster.results.newest(), plan: s.plan, games: s.games, now: now}
}

// room returns the room to open for a table.
func (s *State) room(t *Table) Room {
	plan := lobby.Plan{
		Game: t.Game, Seats: len(t.Seats),
		Title: lobby.CleanText(s.plan.Title, s.bounds.TitleCells-5) + " #" + strconv.Itoa(t.Number),
	}
	game, known := lobby.FindGame(s.games, t.Game)
	if known {
		plan.Options = s.plan.TableOptions(game)
	}
	lobby.GameNightPreset(s.plan.Pace).ApplyTo(&plan)
	plan.TimeLimit, plan.Programs = time.Duration(t.Minutes)*time.Minute, s.plan.Programs
	level := min(max(1, s.plan.Bots), engine.Level(len(game.Levels)))
	room := Room{Table: t.Number, Plan: plan, Night: s.plan.Title, Titled: s.titled}
	for _, seat := range t.Seats {
		one := Occupant{Level: level}
		if p := s.roster.seating.players.numbered(seat.Player); p != nil {
			one.ID, one.Name, one.Guest = p.ID, p.Name, p.Guest
		}
		room.Seats = append(room.Seats, one)
	}
	return room
}
