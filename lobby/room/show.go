package room

import (
	"context"
	"errors"
	"slices"
	"sync"

	"parlor/engine"
	"parlor/lobby"
)

// changed makes the view of everybody new.
func (r *Room) changed() { r.step.news.all = true }

// changedFor makes the view of a seat new, and of those who see with its eyes at
// once.
func (r *Room) changedFor(at engine.Seat) {
	s := r.seating.seats[at]
	if s.handle != nil {
		r.changedOf(s.handle)
	}
	if !s.eyes || r.plan.EyesDelay > 0 && r.stage() == engine.Playing {
		return
	}
	for _, w := range r.watch.watchers {
		if w.eyes == at {
			r.changedOf(w)
		}
	}
}

// changedOf makes the view of one reader new.
func (r *Room) changedOf(h *Handle) { r.step.news.some = append(r.step.news.some, h) }

// news is whose view an order has made new. A reader's revision follows from it,
// and from nothing that others do in secret.
type news struct {
	all  bool
	some []*Handle
}

// of reports whether somebody's view is new, as that of one who has just come is.
func (n news) of(h *Handle) bool { return n.all || h.last.Revision == 0 || slices.Contains(n.some, h) }

// show lets everybody see what is: the readers, the bots, the hall. Of a room
// that closes, watchers see how the match in it ended.
func (r *Room) show() {
	ending := errors.Is(r.closing, errRoomEmpty) && len(r.play.ended) > 0
	if r.closing != nil && !r.drained && !ending {
		return
	}
	r.publish()
	if r.closing != nil {
		return
	}
	r.startBots()
	r.describe()
}

// describe tells the hall what is new in the room. Nothing that it may know
// changes without making the view of everybody new.
func (r *Room) describe() {
	if !r.step.news.all && r.told.Line.Code != "" {
		return
	}
	if info := r.info(); !info.Same(r.told) {
		r.told = info
		r.config.House.Describe(r.config.Code, info)
	}
}

// publish gives every reader whose view is new what they show now, those who
// play first.
func (r *Room) publish() {
	shared := sync.OnceValue(r.shared) // made once somebody is to show it
	for i, s := range r.seating.seats {
		if s.handle == nil || !r.step.news.of(s.handle) {
			continue
		}
		own := shared()
		own.You, own.Host = engine.Seat(i), s.id == r.host.id
		own.Match = s.handle.view(s.seen, own.You)
		own.Legal = s.handle.legal(s.seen, own.You)
		own.Ended = r.play.endings(own.You)
		own.Chat = r.heard(false)
		s.handle.publish(own)
	}
	for _, w := range r.watch.snapshot().watchers {
		if r.step.news.of(w) {
			w.publish(r.watched(w, shared()))
		}
	}
	r.play.told()
}

// watched is what a watcher shows, with the eyes that they follow.
func (r *Room) watched(w *Handle, shared lobby.Update) lobby.Update {
	seen := r.watch.perspective(w, &r.seating, &r.play, r.plan.EyesDelay)
	if seen.match != nil {
		shared.Follows, shared.Match = seen.eyes, w.view(seen.match, seen.eyes)
	}
	return shared
}

// heard is the talk as watchers hear it, or as players do. What was said apart
// is theirs too once no round is played.
func (r *Room) heard(watcher bool) []lobby.Line {
	apart := func(l lobby.Line) bool { return l.Apart }
	lines := r.talk.Lines()
	if watcher || r.stage() != engine.Playing || !slices.ContainsFunc(lines, apart) {
		return lines
	}
	return slices.DeleteFunc(slices.Clone(lines), apart)
}

// shared is what a watcher shows; a seat shows its own view of the match in it.
func (r *Room) shared() lobby.Update {
	u := lobby.Update{
		Code: r.config.Code, Plan: r.plan, Stage: r.stage(), You: engine.Watcher, Match: r.play.public,
		Notes: r.notes.list, Chat: r.heard(true), Events: r.play.events, Ended: r.play.endings(engine.Watcher),
		Paused: r.clock.paused, Draining: r.stops, Follows: engine.Watcher, Proof: r.play.proof, Watchers: r.watch.names(),
	}
	for i, s := range r.seating.seats {
		u.Seats = append(u.Seats, lobby.SeatLine{
			Kind: s.kind, Level: s.level, Name: s.name, Guest: s.guest, Host: s.here() && s.id == r.host.id,
			Away: s.away, Left: s.left, Ready: s.ready, Deadline: r.clock.deadline(i, s, r.plan, r),
			Pausing: s.pause, Eyes: s.eyes, Standing: s.standing,
		})
	}
	return u
}

// Look is what a person would be shown, apart from what is told once. While it is
// not known whether the newest order was written, it is what was before.
func (r *Room) Look(ctx context.Context, id string) (seen lobby.Update, err error) {
	err = r.mail.ask(ctx, true, func() error {
		now := r.state
		if r.pending != nil {
			r.state = r.step.before
		}
		seen = r.look(id)
		r.state = now
		return nil
	})
	return seen, err
}

func (r *Room) look(id string) lobby.Update {
	seen := r.shared()
	seen.Events, seen.Ended = nil, nil
	at := r.seating.of(id)
	if at < 0 {
		return seen
	}
	seen.Chat = r.heard(false)
	seen.You, seen.Host = engine.Seat(at), id == r.host.id
	if match := r.seating.seats[at].seen; match != nil {
		view := match.View(seen.You)
		seen.Match = &view
	}
	return seen
}

// info is what the hall may know of the room.
func (r *Room) info() Info {
	info := Info{
		Public: r.plan.Public, Rated: r.plan.Rated, People: map[string]Presence{},
		Line: lobby.RoomRow{
			Code: r.config.Code, Title: r.plan.Title, Game: r.config.Game.Name, Stage: r.stage(),
			Seats: len(r.seating.seats), Watchers: len(r.watch.watchers), Since: r.config.Made,
			Options: r.plan.Options, Settings: lobby.ToldInHall(r.config.Settings, r.plan),
		},
	}
	for i, s := range r.seating.seats {
		if s.kind == lobby.Empty {
			info.Line.Open++
			continue
		}
		info.Line.Names = append(info.Line.Names, s.name)
		info.Line.Bots = append(info.Line.Bots, s.kind == lobby.Bot)
		if s.here() {
			info.People[s.id] = Presence{
				Seated: true, Here: s.handle != nil, Folded: lobby.FoldName(s.name), ToMove: r.toMove(engine.Seat(i)),
			}
		}
	}
	for _, w := range r.watch.watchers {
		info.People[w.guest.ID()] = Presence{Here: true}
	}
	return info
}
