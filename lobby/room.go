package lobby

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"
	"slices"
	"time"

	"parlor/engine"
)

// Sentences that end a hold or refuse an order.
var (
	errTakenOver  = errors.New("you opened this table in another terminal")
	errRoomClosed = errors.New("this room has closed")
	errRoomEmpty  = errors.New("the room has closed: everybody has left")
	errRoomBroke  = errors.New("something broke in this room and it had to close; we are sorry")
	errBusy       = errors.New("this room is very busy; try again")
	errNotHost    = errors.New("only the host can do that")
	errInPlay     = errors.New("not while the match is played")
)

// maxNotes is how much of what happened a room remembers.
const maxNotes = 50

// hostGrace is how long an absent host keeps the role from somebody present.
const hostGrace = 30 * time.Second

// intervalClock is the least time to say next between two rounds.
const intervalClock = 30 * time.Second

// entrance is how somebody wants to come in.
type entrance int

const (
	asPlayer  entrance = iota // on a free seat, or the own one
	asWatcher                 // without a seat, or the own one
	asHolder                  // on the own one only
)

// room is a table. All fields but the first group belong to its goroutine.
type room struct {
	lobby *Lobby
	code  string
	game  engine.Game
	made  time.Time
	inbox chan func()
	done  chan struct{} // closed when the goroutine has ended

	plan     Plan
	seats    []seat
	watchers []*Chair
	host     string       // identity; empty where nobody is
	match    engine.Match // nil while gathering
	matches  int          // counts matches, so that a late bot knows its own
	public   engine.View  // what a watcher sees of the match
	notes    []Note
	told     roomInfo
	quiet    time.Time // since when nobody is connected; zero while somebody is
	closing  error     // set to end the room
}

// seat is a place at the table and who has it.
type seat struct {
	kind  string
	id    string // of a person; empty when he has left for good
	name  string
	guest bool
	chair *Chair // the session that holds it; nil while away
	away  time.Time
	left  bool

	level    engine.Level // of a bot
	thinking bool         // a bot's answer is on its way

	since time.Time // when the decision that is due began, as far as all can tell
}

func newRoom(l *Lobby, code string, game engine.Game, plan Plan) *room {
	r := &room{
		lobby: l, code: code, game: game, plan: plan, made: time.Now(),
		inbox: make(chan func(), l.limits.Inbox), done: make(chan struct{}),
	}
	r.gather()
	return r
}

// gather goes back to waiting for people, with as many seats as planned or
// taken.
func (r *room) gather() {
	r.match = nil
	r.seats = slices.DeleteFunc(r.seats, func(s seat) bool { return s.kind == Empty || s.left })
	for len(r.seats) < r.plan.Seats {
		r.seats = append(r.seats, seat{kind: Empty})
	}
	r.renumber()
}

// renumber tells the holds where their seats are.
func (r *room) renumber() {
	for i := range r.seats {
		if c := r.seats[i].chair; c != nil {
			c.seat = engine.Seat(i)
		}
	}
}

// ask runs an order in the room's goroutine and answers what it answers. It
// never waits for a place in the inbox.
func (r *room) ask(ctx context.Context, order func() error) error {
	result := make(chan error, 1)
	select {
	case <-r.done:
		return errRoomClosed
	case r.inbox <- func() { result <- order() }:
	default:
		return errBusy
	}
	select {
	case err := <-result:
		return err
	case <-ctx.Done():
		return fmt.Errorf("the room did not answer in time: %w", ctx.Err())
	case <-r.done:
		select {
		case err := <-result:
			return err
		default:
			return errRoomClosed
		}
	}
}

// tell runs an order that must not be lost, such as a hang-up: it waits for a
// place in the inbox, which the room empties without waiting for anybody.
func (r *room) tell(order func()) {
	select {
	case r.inbox <- order:
	case <-r.done:
	}
}

// run is the room's goroutine.
func (r *room) run() {
	defer close(r.done)
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for r.closing == nil {
		select {
		case order := <-r.inbox:
			r.guard(order)
		case <-timer.C:
			r.guard(r.tick)
		case <-r.lobby.stop:
			r.closing = ErrStopping
		}
		if r.closing == nil {
			r.guard(r.settle)
			timer.Reset(time.Until(r.nextWake()))
		}
	}
	r.lobby.forget(r.code)
	for _, c := range r.chairs() {
		c.end(r.closing)
	}
}

// guard closes the room, and nothing else, when something breaks in it. The
// log gets the place, not the values: they could be somebody's tiles.
func (r *room) guard(step func()) {
	defer func() {
		if broken := recover(); broken != nil {
			r.closing = errRoomBroke
			r.lobby.log.Error("a room broke and was closed", "room", r.code, "game", r.game.Name,
				"kind", fmt.Sprintf("%T", broken), "stack", string(debug.Stack()))
		}
	}()
	step()
}

// chairs are all holds, watchers included.
func (r *room) chairs() []*Chair {
	all := slices.Clone(r.watchers)
	for _, s := range r.seats {
		if s.chair != nil {
			all = append(all, s.chair)
		}
	}
	return all
}

func (r *room) stage() string {
	if r.match == nil {
		return Gathering
	}
	return r.public.Stage
}

func (r *room) inPlay() bool { return r.stage() == engine.Playing || r.stage() == engine.Interval }

func (r *room) note(format string, args ...any) {
	r.notes = append(slices.Clip(r.notes), Note{At: time.Now(), Text: fmt.Sprintf(format, args...)})
	r.notes = r.notes[max(0, len(r.notes)-maxNotes):]
}

// enter gives a hold its place.
func (r *room) enter(c *Chair, how entrance) error {
	name := c.visit.Name()
	c.seat = engine.Watcher
	for i := range r.seats {
		if r.seats[i].kind == Person && r.seats[i].id == c.visit.id {
			r.takeBack(c, i)
			return nil
		}
	}
	switch how {
	case asHolder:
		return errors.New("you have no seat there")
	case asWatcher:
		return r.watch(c, name)
	case asPlayer:
	}
	free := slices.IndexFunc(r.seats, func(s seat) bool { return s.kind == Empty })
	switch {
	case r.inPlay():
		return errors.New("the match there has begun; you can watch it")
	case r.stage() != Gathering:
		return errors.New("the match there has just ended; watch until the host begins another")
	case free < 0:
		return errors.New("all seats there are taken; you can watch")
	}
	r.stopWatching(c.visit.id)
	r.seats[free] = seat{kind: Person, id: c.visit.id, name: name, guest: c.visit.guest, chair: c}
	c.seat = engine.Seat(free)
	if r.host == "" {
		r.host = c.visit.id
	} else {
		r.note("%s sat down.", name)
	}
	return nil
}

// takeBack gives a person the own seat again; the newer session wins.
func (r *room) takeBack(c *Chair, i int) {
	s := &r.seats[i]
	if s.chair != nil {
		s.chair.end(errTakenOver)
	} else {
		r.note("%s is back.", s.name)
	}
	s.chair, s.away = c, time.Time{}
	c.seat = engine.Seat(i)
}

func (r *room) watch(c *Chair, name string) error {
	if len(r.watchers) >= r.lobby.limits.Watchers {
		return errors.New("too many people watch there already")
	}
	r.stopWatching(c.visit.id)
	r.watchers = append(r.watchers, c)
	r.note("%s watches.", name)
	return nil
}

// stopWatching ends another session's watching of the same person.
func (r *room) stopWatching(id string) {
	r.watchers = slices.DeleteFunc(r.watchers, func(w *Chair) bool {
		if w.visit.id == id {
			w.end(errTakenOver)
		}
		return w.visit.id == id
	})
}

// leave gives a seat up for good.
func (r *room) leave(c *Chair) {
	c.end(nil)
	if c.seat == engine.Watcher {
		r.watchers = slices.DeleteFunc(r.watchers, func(w *Chair) bool { return w == c })
		return
	}
	r.vacate(int(c.seat), "%s left.")
}

// vacate takes a person off a seat. During a match the seat stays, without
// him: settle resigns for it.
func (r *room) vacate(i int, note string) {
	s := &r.seats[i]
	r.note(note, s.name)
	if s.id == r.host {
		r.host = ""
	}
	if r.stage() == Gathering {
		*s = seat{kind: Empty}
		return
	}
	s.id, s.chair, s.left = "", nil, true
}

// hangUp is the end of a session that did not leave.
func (r *room) hangUp(c *Chair) {
	if c.closed {
		return
	}
	c.end(nil)
	if c.seat == engine.Watcher {
		r.watchers = slices.DeleteFunc(r.watchers, func(w *Chair) bool { return w == c })
		return
	}
	s := &r.seats[c.seat]
	s.chair, s.away = nil, time.Now()
	r.note("%s is away; the seat is kept.", s.name)
}

// act plays a person's action.
func (r *room) act(c *Chair, action engine.Action) error {
	const longest = 200
	switch {
	case c.seat == engine.Watcher:
		return engine.Refuse(engine.NotYourTurn, "Only people with a seat can play; you are watching.")
	case r.match == nil:
		return engine.Refuse(engine.NotYourTurn, "The match has not begun.")
	case action == engine.Timeout || len(action) > longest:
		return engine.Refuse(engine.NotAnAction, "That is no action of this game.")
	}
	return r.play(c.seat, action)
}

// play plays an action and starts the clocks that come of it. A decision's
// clock starts when its seat comes to move, and anew after an own action that
// all could see: a secret action moves no clock, or the clock would tell.
func (r *room) play(seat engine.Seat, action engine.Action) error {
	next, _, err := r.match.Play(seat, action)
	if err != nil {
		return err
	}
	before := r.public
	r.match, r.public = next, next.View(engine.Watcher)
	seen := !reflect.DeepEqual(before, r.public)
	for _, mover := range r.public.ToMove {
		if !slices.Contains(before.ToMove, mover) || (mover == seat && (seen || action == engine.Timeout)) {
			r.seats[mover].since = time.Now()
		}
	}
	return nil
}

// start begins the match with those who are there, or another one after its
// end. Free seats are dropped.
func (r *room) start(c *Chair) error {
	if err := r.mayArrange(c); err != nil {
		return err
	}
	taken := slices.DeleteFunc(slices.Clone(r.seats), func(s seat) bool { return s.kind == Empty || s.left })
	if len(taken) < r.game.MinSeats {
		r.gather()
		return fmt.Errorf("%s needs at least %d players: add a bot, or wait for somebody", r.game.Title, r.game.MinSeats)
	}
	match, err := r.game.Start(len(taken), r.lobby.seed(), r.plan.Options)
	if err != nil {
		return err
	}
	r.seats, r.match, r.public = taken, match, match.View(engine.Watcher)
	r.matches++
	for _, mover := range r.public.ToMove {
		r.seats[mover].since = time.Now()
	}
	for i := range r.seats {
		r.seats[i].thinking = false
	}
	r.renumber()
	r.note("The match begins.")
	return nil
}

// mayArrange says why somebody cannot arrange the table now.
func (r *room) mayArrange(c *Chair) error {
	switch {
	case c.visit.id != r.host || c.seat == engine.Watcher:
		return errNotHost
	case r.inPlay():
		return errInPlay
	}
	return nil
}

func (r *room) change(c *Chair, plan Plan) error {
	if err := r.mayArrange(c); err != nil {
		return err
	}
	plan.Game = r.game.Name
	_, plan, err := r.lobby.check(plan, c.visit.Name())
	if err != nil {
		return err
	}
	taken := 0
	for _, s := range r.seats {
		if s.kind != Empty && !s.left {
			taken++
		}
	}
	if plan.Seats < taken {
		return fmt.Errorf("%d seats are taken; nobody is sent away by a change", taken)
	}
	r.plan = plan
	r.gather()
	r.note("The host changed the table.")
	return nil
}

// tick does what is due by now.
func (r *room) tick() {
	now := time.Now()
	for i := range r.seats {
		if due := r.deadline(i); !due.IsZero() && !due.After(now) {
			// Every seat that is to move can be timed out.
			_ = r.play(engine.Seat(i), engine.Timeout)
		}
	}
	for i := range r.seats {
		s := &r.seats[i]
		if !r.inPlay() && s.kind == Person && !s.left && !s.away.IsZero() && !s.away.Add(r.lobby.limits.Grace).After(now) {
			r.vacate(i, "%s did not come back.")
		}
	}
	if !r.quiet.IsZero() && !r.quiet.Add(r.lobby.limits.RoomIdle).After(now) {
		r.closing = errRoomEmpty
	}
}

// deadline is when a seat's decision times out; zero where it does not.
func (r *room) deadline(i int) time.Time {
	clock := r.plan.Clock
	if clock == 0 || r.match == nil || !slices.Contains(r.public.ToMove, engine.Seat(i)) {
		return time.Time{}
	}
	if r.public.Stage == engine.Interval {
		clock = max(clock, intervalClock)
	}
	return r.seats[i].since.Add(clock)
}

// nextWake is when tick has something to do, in an hour at the latest.
func (r *room) nextWake() time.Time {
	wake := time.Now().Add(time.Hour)
	sooner := func(at time.Time) {
		if at.Before(wake) {
			wake = at
		}
	}
	for i, s := range r.seats {
		if due := r.deadline(i); !due.IsZero() {
			sooner(due)
		}
		if s.kind == Person && !s.away.IsZero() && !s.left {
			if !r.inPlay() {
				sooner(s.away.Add(r.lobby.limits.Grace))
			}
			if host := s.away.Add(hostGrace); s.id == r.host && host.After(time.Now()) {
				sooner(host)
			}
		}
	}
	if !r.quiet.IsZero() {
		sooner(r.quiet.Add(r.lobby.limits.RoomIdle))
	}
	return wake
}

// settle brings everything in line after an order: those who left, the host,
// the bots, and what everybody sees.
func (r *room) settle() {
	r.playForLeft()
	r.passHost()
	if !slices.ContainsFunc(r.seats, func(s seat) bool { return s.kind == Person && !s.left }) {
		r.closing = errRoomEmpty
		return
	}
	r.watchQuiet()
	r.startBots()
	for _, c := range r.chairs() {
		c.publish(r.update(c))
	}
	if info := r.info(); !reflect.DeepEqual(info, r.told) {
		r.told = info
		r.lobby.describe(r.code, info)
	}
}

// playForLeft resigns, or says next, for seats whose person has left for good.
func (r *room) playForLeft() {
	for i := range r.seats {
		if !r.seats[i].left || r.match == nil {
			continue
		}
		action := engine.Resign
		if r.public.Stage == engine.Interval {
			action = engine.Next
		}
		// It is refused where the seat is out or ready already.
		_ = r.play(engine.Seat(i), action)
	}
}

// passHost gives the role to somebody when the host has gone, or is away
// while others are here.
func (r *room) passHost() {
	here, anybody := -1, -1
	for i, s := range r.seats {
		if s.kind != Person || s.left {
			continue
		}
		if s.id == r.host && (s.away.IsZero() || time.Since(s.away) < hostGrace) {
			return
		}
		if anybody < 0 {
			anybody = i
		}
		if here < 0 && s.chair != nil {
			here = i
		}
	}
	heir := here
	if heir < 0 {
		if heir = anybody; heir < 0 {
			return
		}
	}
	if r.seats[heir].id != r.host {
		r.host = r.seats[heir].id
		r.note("%s is the host now.", r.seats[heir].name)
	}
}

// watchQuiet notes since when nobody is connected.
func (r *room) watchQuiet() {
	if len(r.chairs()) > 0 {
		r.quiet = time.Time{}
	} else if r.quiet.IsZero() {
		r.quiet = time.Now()
	}
}

// update is what one chair shows.
func (r *room) update(c *Chair) Update {
	u := Update{
		Code: r.code, Plan: r.plan, Stage: r.stage(), You: c.seat,
		Host: c.seat != engine.Watcher && c.visit.id == r.host, Notes: r.notes,
	}
	for i, s := range r.seats {
		u.Chairs = append(u.Chairs, ChairLine{
			Kind: s.kind, Name: s.name, Guest: s.guest, Host: s.kind == Person && s.id != "" && s.id == r.host,
			Away: s.away, Left: s.left, Deadline: r.deadline(i),
		})
	}
	for _, w := range r.watchers {
		u.Watchers = append(u.Watchers, w.visit.Name())
	}
	if r.match != nil {
		view := r.match.View(c.seat)
		u.Match = &view
	}
	return u
}

// equalUpdates says whether two updates show the same.
func equalUpdates(a, b Update) bool { return reflect.DeepEqual(a, b) }

// info is what the hall may know of the room.
func (r *room) info() roomInfo {
	info := roomInfo{
		public: r.plan.Public, seats: map[string]seatInfo{}, names: map[string]string{}, inside: map[string]bool{},
		line: RoomLine{
			Code: r.code, Title: r.plan.Title, Game: r.game.Name, Stage: r.stage(),
			Seats: len(r.seats), Watchers: len(r.watchers), Since: r.made,
		},
	}
	for i, s := range r.seats {
		if s.kind == Empty {
			info.line.Open++
			continue
		}
		info.line.Names = append(info.line.Names, s.name)
		if s.kind == Person && s.id != "" {
			info.seats[s.id] = seatInfo{
				toMove: r.match != nil && slices.Contains(r.public.ToMove, engine.Seat(i)),
				away:   s.chair == nil, left: s.left,
			}
			info.names[s.id] = s.name
			info.inside[s.id] = s.chair != nil
		}
	}
	for _, w := range r.watchers {
		info.inside[w.visit.id] = true
	}
	return info
}
