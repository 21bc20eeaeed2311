package room

import (
	"slices"
	"sync"

	"parlor/engine"
	"parlor/lobby"
)

// glance returns the public state of a table.
func (s *state) glance(config *Config) lobby.Glance {
	seen := lobby.Glance{Stage: s.stage(), Match: s.stored(config)}
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

// infoOf returns the room's info for the lobby. told holds the previous people, whose
// folded names are reused.
func infoOf(config *Config, s *state, told map[string]Presence) Info {
	info := Info{
		Public: s.plan.Public, Rated: s.plan.Rated, Slow: correspondenceClock(s.plan) > 0, Notifies: notifiesAway(s.plan), Time: timeAway(s.plan), People: map[string]Presence{},
		Row: &lobby.RoomRow{
			Code: config.Code, Title: s.plan.Title, Game: config.Game.Name, Stage: s.stage(),
			Seats: len(s.seating.seats), Watchers: len(s.spectators.handles), Unwatched: s.plan.Unwatched, Since: config.Made,
			Options: s.plan.Options, Settings: lobby.LobbyChoices(config.Settings, s.plan),
		},
	}
	var programs []bool
	for i, seat := range s.seating.seats {
		if seat.kind == lobby.SeatEmpty {
			info.Row.Open++
			continue
		}
		info.Row.Names = append(info.Row.Names, seat.name)
		info.Row.Bots = append(info.Row.Bots, seat.kind == lobby.SeatBot)
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
		info.Row.Programs = programs
	}
	for _, w := range s.spectators.handles {
		info.People[w.guest.ID()] = Presence{Here: true}
	}
	return info
}

// publisher sends updates to the readers and the lobby.
type publisher struct {
	config *Config
	slow   func(*Handle) // closes the handle of a reader who does not take updates
	told   Info          // the last info sent to the lobby
}

// publish sends an update to every reader whose view has changed, players first.
func (p *publisher) publish(s *state, n news) {
	shared := sync.OnceValue(func() lobby.Update { return updateOf(p.config, s) }) // computed only if needed
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
		own.Chat = s.chatFor(false, seat.handle.guest.Mutes)
		seat.handle.publish(own, s.shownTo(seat.handle, seat.seen, hides), p.slow)
	}
	for _, w := range s.spectators.snapshot().handles {
		if n.of(w) {
			w.publish(spectatorUpdate(s, w, shared(), made), watches, p.slow)
		}
	}
	s.play.forgetNews(len(s.spectators.handles) > 0)
}

// shownTo returns the part of an update to a player that decides whether they may act.
func (s *state) shownTo(h *Handle, match engine.Match, hides bool) *latest {
	return &latest{seat: h.seat, match: match, moves: s.play.toMove(h.seat), paused: s.clock.stopped(), maySecretly: hides, given: s.done}
}

// notifyGameNight sends the public state to the game night of a table.
func (p *publisher) notifyGameNight(s *state) {
	if p.config.Seen != nil && s.plan.GameNight != "" {
		p.config.Seen(s.glance(p.config))
	}
}

// describe sends the room's info to the lobby if it has changed. It can only change
// together with the views of all readers.
func (p *publisher) describe(s *state, n news) {
	if !n.all && p.told.Row != nil {
		return
	}
	p.notifyGameNight(s)
	if info := infoOf(p.config, s, p.told.People); !info.Same(p.told) {
		if info.sameRow(p.told) {
			info.Row = p.told.Row // share the previous row
		}
		p.told = info
		p.config.Hooks.Describe(p.config.Code, info)
	}
}

// stored returns the ID of the finished match, or "" if there is none or it is not stored.
func (s *state) stored(config *Config) string {
	if s.stage() != engine.Over || config.Journal == nil || !s.play.keeps(s.play.match) {
		return ""
	}
	return s.play.id
}

// updateOf returns the part of an update that all readers share.
func updateOf(config *Config, s *state) lobby.Update {
	u := lobby.Update{
		Code: config.Code, Plan: s.plan, Stage: s.stage(), You: engine.Watcher,
		Notes: s.notes.list, Events: s.play.events, ByBot: s.play.byBot, Ended: s.play.endings(engine.Watcher, &s.seating),
		Paused: s.clock.paused, Draining: s.stops, Follows: engine.Watcher, Proof: s.play.proof, Seal: s.play.recording.seal(), Watchers: s.spectators.names(),
	}
	if u.Past = s.stored(config); u.Past != "" {
		u.Moved = s.play.moved
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
			Pausing: seat.pause, Eyes: seat.sharesHand, BotPlays: seat.substituting || u.Stage == engine.Over && seat.finished,
			BotEvents: seat.botEvents, Substitute: table.substituteBegins(seat), SubstituteFrom: table.substituteFrom(i), ClaimFrom: table.claimFrom(i), Kept: timekeeper{&table}.graceEnd(seat),
		})
	}
	if slices.ContainsFunc(s.seating.seats, func(s seat) bool { return len(s.botEvents) > 0 }) {
		u.Logged = s.play.logged
	}
	return u
}

// spectatorUpdate returns the update for a spectator from their viewpoint.
func spectatorUpdate(s *state, w *Handle, shared lobby.Update, made views) lobby.Update {
	shared.Chat = s.chatFor(true, w.guest.Mutes)
	seen := s.spectators.perspective(w, &s.seating, &s.play, s.plan.EyesDelay)
	if seen.match == nil {
		shared.Match = s.play.watched()
		return shared
	}
	if s.plan.EyesDelay > 0 && s.stage() == engine.Playing {
		shared.Logged = 0 // the shown position is some moves old
	}
	shared.Follows, shared.Match = seen.from, w.view(seen.match, seen.from, made)
	return shared
}

// look returns what a person would be shown, without events that are shown only once. If
// guest is nil, it is the public view without chat.
func look(config *Config, s *state, guest Client) lobby.Update {
	seen := updateOf(config, s)
	seen.Events, seen.ByBot, seen.Ended = nil, nil, nil
	if guest == nil {
		seen.Match = s.play.watched()
		return seen
	}
	id := guest.ID()
	at := s.seating.of(id)
	if at < 0 {
		seen.Chat, seen.Match = s.chatFor(true, guest.Mutes), s.play.watched()
		return seen
	}
	seen.Chat = s.chatFor(false, guest.Mutes)
	seen.You, seen.Host = engine.Seat(at), id == s.host.id
	if match := s.seating.seats[at].seen; match != nil {
		view := match.View(seen.You)
		seen.Match = &view
	}
	return seen
}
