package room

import (
	"slices"
	"sync"

	"parlor/engine"
	"parlor/lobby"
)

// glance is what all see of the table.
func (s *state) glance() lobby.Glance {
	seen := lobby.Glance{Stage: s.stage()}
	if public := s.play.public; public != nil {
		seen.Round, seen.Rounds = public.Round, public.Rounds
	}
	for i, seat := range s.seating.seats {
		one := lobby.GlanceSeat{Name: seat.name, Bot: seat.kind == lobby.SeatBot, Here: seat.handle != nil}
		if seat.here() {
			one.ID = seat.id
		}
		if public := s.play.public; public != nil && i < len(public.Totals) {
			one.Total = public.Totals[i]
			one.Substitute = public.Stage == engine.Over && seat.finished
			one.Won = public.Stage == engine.Over && slices.Contains(public.Winners, engine.Seat(i))
		}
		seen.Seats = append(seen.Seats, one)
	}
	return seen
}

// infoOf is what the lobby may know of a room. Names that people were told with need not
// be folded again.
func infoOf(config *Config, s *state, told map[string]Presence) Info {
	info := Info{
		Public: s.plan.Public, Rated: s.plan.Rated, Slow: slowness(s.plan) > 0, Calls: calls(s.plan), Time: timeAway(s.plan), People: map[string]Presence{},
		Line: &lobby.RoomRow{
			Code: config.Code, Title: s.plan.Title, Game: config.Game.Name, Stage: s.stage(),
			Seats: len(s.seating.seats), Watchers: len(s.spectators.handles), Unwatched: s.plan.Unwatched, Since: config.Made,
			Options: s.plan.Options, Settings: lobby.LobbyChoices(config.Settings, s.plan),
		},
	}
	var programs []bool
	for i, seat := range s.seating.seats {
		if seat.kind == lobby.SeatEmpty {
			info.Line.Open++
			continue
		}
		info.Line.Names = append(info.Line.Names, seat.name)
		info.Line.Bots = append(info.Line.Bots, seat.kind == lobby.SeatBot)
		programs = append(programs, seat.program)
		if seat.here() {
			folded := told[seat.id].Folded
			if told[seat.id].Name != seat.name || folded == "" {
				folded = lobby.FoldName(seat.name)
			}
			info.People[seat.id] = Presence{
				Seated: true, Here: seat.handle != nil, Name: seat.name, Folded: folded, ToMove: s.play.toMove(engine.Seat(i)),
			}
		}
	}
	if slices.Contains(programs, true) {
		info.Line.Programs = programs
	}
	for _, w := range s.spectators.handles {
		info.People[w.guest.ID()] = Presence{Here: true}
	}
	return info
}

// publisher lets readers and the lobby see what is new for them.
type publisher struct {
	config *Config
	slow   func(*Handle) // ends the hold of a reader who takes nothing of what is told
	told   Info          // what the lobby was told last
}

// publish gives every reader whose view is new what they show now, those who
// play first.
func (p *publisher) publish(s *state, n news) {
	shared := sync.OnceValue(func() lobby.Update { return updateOf(p.config, s) }) // made once somebody is to show it
	made := views{}
	hides := s.hides(p.config)
	watches := &latest{seat: engine.Watcher, match: s.play.open, paused: s.clock.stopped(), maySecretly: hides}
	for i, seat := range s.seating.seats {
		if seat.handle == nil || !n.of(seat.handle) {
			continue
		}
		own := shared()
		own.You, own.Host = engine.Seat(i), seat.id == s.host.id
		own.Match = seat.handle.view(seat.seen, own.You, made)
		own.Legal = seat.handle.legal(seat.seen, own.You)
		own.Ended = s.play.endings(own.You, &s.seating)
		own.Chat = s.heard(false, seat.handle.guest.Mutes)
		seat.handle.publish(own, s.shownTo(seat.handle, seat.seen, hides), p.slow)
	}
	for _, w := range s.spectators.snapshot().handles {
		if n.of(w) {
			w.publish(spectatorUpdate(s, w, shared(), made), watches, p.slow)
		}
	}
	s.play.forgetNews(len(s.spectators.handles) > 0)
}

// shownTo is what a player knows of a match once they are shown it.
func (s *state) shownTo(h *Handle, match engine.Match, hides bool) *latest {
	return &latest{seat: h.seat, match: match, moves: s.play.toMove(h.seat), paused: s.clock.stopped(), maySecretly: hides, given: s.given}
}

// glimpse tells the game night of a table what all see there.
func (p *publisher) glimpse(s *state) {
	if p.config.Seen != nil && s.plan.GameNight != "" {
		p.config.Seen(s.glance())
	}
}

// describe tells the lobby what is new in the room. Nothing that it may know
// changes without making the view of everybody new.
func (p *publisher) describe(s *state, n news) {
	if !n.all && p.told.Line != nil {
		return
	}
	p.glimpse(s)
	if info := infoOf(p.config, s, p.told.People); !info.Same(p.told) {
		if info.sameLine(p.told) {
			info.Line = p.told.Line // the lobby has it already
		}
		p.told = info
		p.config.House.Describe(p.config.Code, info)
	}
}

// updateOf is what all show, apart from what each sees of the match.
func updateOf(config *Config, s *state) lobby.Update {
	u := lobby.Update{
		Code: config.Code, Plan: s.plan, Stage: s.stage(), You: engine.Watcher,
		Notes: s.notes.list, Events: s.play.events, ByBot: s.play.byBot, Ended: s.play.endings(engine.Watcher, &s.seating),
		Paused: s.clock.paused, Draining: s.stops, Follows: engine.Watcher, Proof: s.play.proof, Watchers: s.spectators.names(),
	}
	if u.Stage == engine.Over && config.Journal != nil && s.play.keeps(s.play.match) {
		u.Past, u.Moved = s.play.id, s.play.moved
	}
	table, plan := transition{state: s, config: config}, s.timed()
	var resigned []engine.Seat
	if s.play.open != nil {
		resigned = s.play.open.Resigned()
	}
	for i, seat := range s.seating.seats {
		u.Seats = append(u.Seats, lobby.SeatInfo{
			Kind: seat.kind, Level: seat.level, Name: seat.name, Guest: seat.guest, Program: seat.program, Host: seat.here() && seat.id == s.host.id,
			Away: seat.away, Left: seat.left, Resigned: slices.Contains(resigned, engine.Seat(i)), Claimed: seat.claimed > 0, Ready: seat.ready, Deadline: s.clock.deadline(i, seat, plan, &s.play),
			Pausing: seat.pause, Eyes: seat.shares, BotPlays: seat.standing || u.Stage == engine.Over && seat.finished,
			BotEvents: seat.botEvents, Substitute: table.substituteBegins(seat), SubstituteFrom: table.substituteFrom(i), ClaimFrom: table.claimFrom(i), Kept: timekeeper{&table}.graceEnd(seat),
		})
	}
	if slices.ContainsFunc(s.seating.seats, func(s seat) bool { return len(s.botEvents) > 0 }) {
		u.Logged = s.play.logged
	}
	return u
}

// spectatorUpdate is what a spectator is shown, from their viewpoint.
func spectatorUpdate(s *state, w *Handle, shared lobby.Update, made views) lobby.Update {
	shared.Chat = s.heard(true, w.guest.Mutes)
	seen := s.spectators.perspective(w, &s.seating, &s.play, s.plan.EyesDelay)
	if seen.match == nil {
		shared.Match = s.play.watched()
		return shared
	}
	if s.plan.EyesDelay > 0 && s.stage() == engine.Playing {
		shared.Logged = 0 // what is shown is what was some moves ago
	}
	shared.Follows, shared.Match = seen.from, w.view(seen.match, seen.from, made)
	return shared
}

// look is what a person would be shown, apart from what is told once.
func look(config *Config, s *state, guest Guest) lobby.Update {
	id := guest.ID()
	seen := updateOf(config, s)
	seen.Events, seen.ByBot, seen.Ended = nil, nil, nil
	at := s.seating.of(id)
	if at < 0 {
		seen.Chat, seen.Match = s.heard(true, guest.Mutes), s.play.watched()
		return seen
	}
	seen.Chat = s.heard(false, guest.Mutes)
	seen.You, seen.Host = engine.Seat(at), id == s.host.id
	if match := s.seating.seats[at].seen; match != nil {
		view := match.View(seen.You)
		seen.Match = &view
	}
	return seen
}
