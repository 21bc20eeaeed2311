package room

import (
	"slices"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// errNextTable refuses a second match at a table of a game night.
var errNextTable = prose.Refuse("This match is over. Leave the table, and the game night will find your next match.")

// beginOnce begins the match at a table of a game night when all players are present, as
// the table has no host.
func (o orders) beginOnce() {
	missing := func(s seat) bool { return !s.taken() || s.absent() }
	if o.gathersForNight() && !slices.ContainsFunc(o.seating.seats, missing) {
		o.beginOrNote()
	}
}

// beginPresent begins the match at a table of a game night without its absent players. It
// does nothing if there are too few present.
func (o orders) beginPresent() {
	absent := o.seating.every(seat.absent)
	if !o.gathersForNight() || o.drained || o.seating.taken()-len(absent) < o.config.Game.MinSeats {
		return
	}
	for _, at := range absent {
		o.vacate(at, prose.T("{name} did not come to the table.", o.seating.seats[at].nameArg()))
	}
	o.beginOrNote()
}

// gathersForNight reports whether a table of a game night waits for its players.
func (o orders) gathersForNight() bool {
	return o.plan.GameNight != "" && o.stage() == lobby.Gathering
}

// beginOrNote begins the match, or adds a note that explains why it cannot begin.
func (o orders) beginOrNote() {
	if err := o.begin(); err != nil {
		o.note(prose.T("{reason}", prose.Sub(prose.Reason(err))))
	}
}

// orders executes the requests of clients in a room.
type orders struct {
	*transition
	showing
	admission admission
	hosting   hosting
}

// showing is the part of tx that marks single readers as changed.
type showing interface {
	// changedOf marks the view of one reader as changed.
	changedOf(h *Handle)
}

// carryOut executes a request unless it was done before.
func (o orders) carryOut(h *Handle, request lobby.Request) error {
	by := h.guest.ID()
	if o.done.has(by, request.ID) {
		return nil
	}
	if err := o.obey(h, request.Op); err != nil {
		return err
	}
	o.done.add(by, request.ID)
	return nil
}

// obey executes an operation.
func (o orders) obey(h *Handle, op any) error {
	switch do := op.(type) {
	case lobby.Play:
		return o.act(h, do.Action)
	case lobby.Start:
		return o.start(h)
	case lobby.SetReady:
		return o.ready(h, do.Ready)
	case lobby.Say:
		return o.say(h, do.Text)
	case lobby.Pause:
		return o.askPause(h, do.Pause)
	case lobby.ShowEyes:
		return o.shareHand(h, do.Show)
	case lobby.Follow:
		return o.follow(h, do.Seat)
	case lobby.ListLegal:
		o.listLegal(h)
		return nil
	case lobby.AddSubstitute:
		return o.substitute(h, do.Seat)
	case lobby.ClaimWin:
		return o.claim(h, do.Seat)
	case lobby.CloseRoom:
		return o.closeRoom(h)
	case lobby.Leave:
		o.admission.leave(h)
		return nil
	}
	return o.hosting.obey(h, op)
}

// act plays a player's action.
func (o orders) act(h *Handle, action engine.Action) error {
	switch {
	case h.seat == engine.Watcher:
		return errWatching()
	case o.play.match == nil:
		return engine.Refuse(engine.NotYourTurn, "The match has not begun.")
	}
	if err := mayTry(h.seat, action, o.clock.stopped()); err != nil {
		return err
	}
	_, err := o.play.act(h.seat, action, &o.seating, o.effects)
	return err
}

// ready sets whether a player is ready and continues once all are.
func (o orders) ready(h *Handle, ready bool) error {
	switch {
	case h.seat == engine.Watcher:
		return errWatching()
	case o.stage() == engine.Playing:
		return engine.Refuse(engine.NotLegal, "The game is under way.")
	case o.stage() == engine.Over && o.plan.GameNight != "":
		return errNextTable
	case o.stage() == engine.Interval && !ready:
		return engine.Refuse(engine.NotLegal, "Between two games ready cannot be taken back.")
	case o.stage() == engine.Interval && o.clock.stopped():
		return lobby.ErrPaused
	case o.stage() == engine.Interval:
		_, err := o.play.act(h.seat, engine.Next, &o.seating, o.effects)
		return err
	}
	if own := &o.seating.seats[h.seat].ready; *own != ready {
		*own = ready
		o.changed()
	}
	if !o.seating.ready(o.stage() == lobby.Gathering) {
		return nil
	}
	return o.begin()
}

// start begins a match with the present players, begins another after its end, or continues
// with the next game without waiting. Free seats are removed, so seats may move up.
func (o orders) start(h *Handle) error {
	if o.stage() == engine.Interval && o.host.isHost(h) {
		for _, waiting := range slices.Clone(o.play.public.ToMove) {
			if err := o.play.actByRoom(waiting, engine.Next, &o.seating, o.effects); err != nil {
				return err
			}
		}
		return nil
	}
	if err := o.hosting.mayArrange(h); err != nil {
		return err
	}
	return o.begin()
}

// begin begins the match with all players.
func (o orders) begin() error {
	n, game := o.seating.taken(), o.config.Game
	if o.drained {
		return lobby.ErrStopping
	}
	if n < game.MinSeats {
		o.clearFinished() // let others take the free seats
		return prose.Refuse("{game} needs at least {n} players. Add a bot, or wait for more.", prose.Literal(game.Title), prose.N(game.MinSeats))
	}
	if _, err := game.Start(n, engine.Seed{}, o.plan.Options); err != nil {
		return err
	}
	o.unshare()
	o.seating.onlyTaken()
	recording, seed := o.freeze()
	match, err := game.Start(n, seed, o.plan.Options)
	if err != nil {
		return err
	}
	o.clock = clock{}
	o.play.begin(match, seed, o.plan.EyesDelay)
	o.play.recording = recording
	o.seating.deal(match)
	o.note(prose.T("The match begins."))
	if o.plan.Rated {
		o.play.rate(&o.seating, o.effects)
	}
	return nil
}

// say adds a chat message. A message that is too long is refused rather than cut.
func (o orders) say(h *Handle, text string) error {
	clean, err := h.guest.CleanMessage(text)
	if err != nil {
		return err
	}
	watcher := h.seat == engine.Watcher
	apart := watcher && o.plan.Apart && o.stage() == engine.Playing
	o.talk = o.talk.Add(lobby.ChatMessage{At: o.now(), Name: h.name, Watcher: watcher, Text: clean, Apart: apart}, h.guest.ID())
	if !apart {
		o.changed()
		return nil
	}
	for _, w := range o.spectators.handles {
		o.changedOf(w)
	}
	return nil
}

// askPause sets whether a player wants to pause. A pause begins when all present players
// want it, and ends when one wants to continue.
func (o orders) askPause(h *Handle, pause bool) error {
	switch {
	case h.seat == engine.Watcher:
		return errWatching()
	case !o.inPlay():
		return engine.Refuse(engine.NotLegal, "There is no match to pause.")
	case !pause:
		o.resume(h.name)
		return nil
	}
	if own := &o.seating.seats[h.seat]; !own.pause {
		own.pause = true
		o.changed()
	}
	if slices.ContainsFunc(o.seating.seats, func(s seat) bool { return s.here() && s.handle != nil && !s.pause }) {
		o.note(prose.T("{name} asks for a pause.", prose.Name(h.name)))
	} else if !o.clock.stopped() {
		o.clock.stopAt(o.now())
		o.note(prose.T("The match is paused."))
	}
	return nil
}

// resume ends a pause and withdraws all wishes for one.
func (o orders) resume(name string) {
	if slices.ContainsFunc(o.seating.seats, func(s seat) bool { return s.pause }) {
		o.changed()
	}
	if o.clock.resume(&o.seating, o.now()) {
		o.note(prose.T("{name} resumes the match.", prose.Name(name)))
	}
}

// shareHand sets whether spectators may see a player's hand.
func (o orders) shareHand(h *Handle, show bool) error {
	if h.seat == engine.Watcher {
		return engine.Refuse(engine.NotYourTurn, "Only players can share their hand. You are watching.")
	}
	if show && o.plan.Rated {
		return prose.Refuse("In a rated room, players cannot share their hands.")
	}
	if s := &o.seating.seats[h.seat]; s.sharesHand != show {
		s.sharesHand = show
		o.note(sharing(s.name, show))
	}
	return nil
}

// follow changes the viewpoint of a spectator.
func (o orders) follow(h *Handle, seat engine.Seat) error {
	switch {
	case h.seat != engine.Watcher:
		return prose.Refuse("Only spectators can view a hand.")
	case seat != engine.Watcher && !o.seating.has(seat):
		return noSeat(seat)
	case seat != engine.Watcher && !o.seating.seats[seat].sharesHand:
		return prose.Refuse("{name} does not share their hand with spectators.", prose.Name(o.seating.seats[seat].name))
	}
	before := o.spectators.perspective(h, &o.seating, &o.play, o.plan.EyesDelay)
	h.viewpoint = seat
	if o.spectators.perspective(h, &o.seating, &o.play, o.plan.EyesDelay) != before {
		o.changedOf(h)
	}
	return nil
}

// listLegal adds the legal actions to the updates of a handle.
func (o orders) listLegal(h *Handle) {
	if h.lists {
		return
	}
	h.lists = true
	if h.seat != engine.Watcher && h.legal(o.seating.seats[h.seat].seen, h.seat) != nil {
		o.changedOf(h)
	}
}

// sharing returns the note about a change in sharing a hand.
func sharing(name string, show bool) prose.Text {
	if show {
		return prose.T("{name} shares their hand with spectators.", prose.Name(name))
	}
	return prose.T("{name} no longer shares their hand with spectators.", prose.Name(name))
}

var errClosed = prose.Refuse("A player closed this room because the others had left. The match does not count.")

// mayAct returns an error if a player may not yet act on an absent player's seat.
func (o orders) mayAct(h *Handle, at engine.Seat, from func(int) time.Time) error {
	switch {
	case h.seat == engine.Watcher:
		return errWatching()
	case !o.seating.has(at):
		return noSeat(at)
	}
	name := o.seating.seats[at].nameArg()
	switch begins := from(int(at)); {
	case begins.IsZero():
		return prose.Refuse("The match is not waiting for {name}, or the room has its own rule for absent players.", name)
	case begins.After(time.Now()):
		return prose.Refuse("Wait for {name} a little longer: {time}.", name, prose.Duration(time.Until(begins).Round(time.Second)))
	}
	return nil
}

// substitute lets a bot play for an absent player until they return.
func (o orders) substitute(h *Handle, at engine.Seat) error {
	if err := o.mayAct(h, at, o.substituteFrom); err != nil {
		return err
	}
	o.seating.seats[at].substituteAsked = true
	o.note(prose.T("{name} let a bot play for {absent} until they return.", prose.Name(h.name), o.seating.seats[at].nameArg()))
	return nil
}

// claim makes an absent player resign, as if they had left.
func (o orders) claim(h *Handle, at engine.Seat) error {
	if err := o.mayAct(h, at, o.claimFrom); err != nil {
		return err
	}
	o.seating.seats[at].claimed = o.play.public.Round
	if o.stage() == engine.Interval {
		o.seating.seats[at].claimed++ // the absent player has finished the game before
	}
	o.vacate(int(at), prose.T("{name} claimed a forfeit. {absent} was away for too long and forfeited.", prose.Name(h.name), o.seating.seats[at].nameArg()))
	return nil
}

// closeRoom ends a match that no other player is present to continue. It is void.
func (o orders) closeRoom(h *Handle) error {
	others := slices.ContainsFunc(o.seating.seats, func(s seat) bool { return s.here() && s.handle != nil && s.handle != h })
	waited := slices.ContainsFunc(o.seating.every(seat.here), func(at int) bool {
		from := o.claimFrom(at)
		return !from.IsZero() && !from.After(time.Now())
	})
	switch {
	case h.seat == engine.Watcher:
		return errWatching()
	case o.play.rated:
		return prose.Refuse("This match is rated. You can claim a forfeit, but not close the room.")
	case others:
		return prose.Refuse("Another player is here, so the room stays open.")
	case !waited:
		return prose.Refuse("You can close the room once the match has waited for a player long enough.")
	}
	o.dissolve(errClosed, lobby.VoidPlayer, prose.T("{name} closed the room.", prose.Name(h.name)))
	return nil
}
