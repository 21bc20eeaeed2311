package room

import (
	"slices"

	"parlor/engine"
	"parlor/lobby"
)

// updateOf is what all show, apart from what each sees of the match.
func updateOf(config *Config, s *state) lobby.Update {
	u := lobby.Update{
		Code: config.Code, Plan: s.plan, Stage: s.stage(), You: engine.Watcher,
		Notes: s.notes.list, Events: s.play.events, ByBot: s.play.byBot, Ended: s.play.endings(engine.Watcher, &s.seating),
		Paused: s.clock.paused, Draining: s.stops, Follows: engine.Watcher, Proof: s.play.proof, Watchers: s.watch.names(),
	}
	if u.Stage == engine.Over && config.Journal != nil && s.play.keeps(s.play.match) {
		u.Past, u.Moved = s.play.id, s.play.moved
	}
	table, plan := table{state: s, config: config}, s.timed()
	var resigned []engine.Seat
	if s.play.open != nil {
		resigned = s.play.open.Resigned()
	}
	for i, seat := range s.seating.seats {
		u.Seats = append(u.Seats, lobby.SeatLine{
			Kind: seat.kind, Level: seat.level, Name: seat.name, Guest: seat.guest, Program: seat.program, Host: seat.here() && seat.id == s.host.id,
			Away: seat.away, Left: seat.left, Resigned: slices.Contains(resigned, engine.Seat(i)), Claimed: seat.claimed > 0, Ready: seat.ready, Deadline: s.clock.deadline(i, seat, plan, &s.play),
			Pausing: seat.pause, Eyes: seat.eyes, Standing: seat.standing || u.Stage == engine.Over && seat.finished,
			BotEvents: seat.botEvents, Substitute: table.standInBegins(seat), StandIn: table.standInFrom(i), Claim: table.claimFrom(i), Kept: timekeeper{&table}.graceEnd(seat),
		})
	}
	if slices.ContainsFunc(s.seating.seats, func(s seat) bool { return len(s.botEvents) > 0 }) {
		u.Logged = s.play.logged
	}
	return u
}

// watched is what a watcher shows, with the eyes that they follow.
func watched(s *state, w *Handle, shared lobby.Update, made views) lobby.Update {
	shared.Chat = s.heard(true, w.guest.Mutes)
	seen := s.watch.perspective(w, &s.seating, &s.play, s.plan.EyesDelay)
	if seen.match == nil {
		shared.Match = s.play.watched()
		return shared
	}
	if s.plan.EyesDelay > 0 && s.stage() == engine.Playing {
		shared.Logged = 0 // what is shown is what was some moves ago
	}
	shared.Follows, shared.Match = seen.eyes, w.view(seen.match, seen.eyes, made)
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
