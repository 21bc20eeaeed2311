package local

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/netip"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// Sentences that end a hold or refuse an order.
var (
	errTakenOver  = errors.New("you opened this table in another terminal")
	errRoomEmpty  = errors.New("the room has closed: everybody has left")
	errRoomBroke  = errors.New("something broke in this room and it has closed; we are sorry")
	errBusy       = errors.New("this room is very busy; try again")
	errNotHost    = errors.New("only the host can do that")
	errInPlay     = errors.New("not while the match is played")
	errHoldEnded  = errors.New("you are not at this table any more")
	errNotWritten = errors.New("the server cannot write that down just now, so it has not happened; try again in a moment")
	errNoSeatHere = errors.New("you have no seat there")
	errKicked     = errors.New("the host sent you away from this table")
	errTooSlow    = errors.New("you were told of so many ends of matches without reading them that your place was given up")
)

// unanswered is ErrNoAnswer to whoever reads it, and what ended the waiting to
// whoever asks with errors.Is.
type unanswered struct {
	error
	why error
}

func (u unanswered) Unwrap() []error { return []error{u.error, u.why} }

// room is a table. The first group never changes; all else belongs to the
// room's goroutine, and closing may be read once done is closed.
type room struct {
	lobby *Lobby
	code  string
	game  engine.Game
	made  time.Time
	from  netip.Addr // where it was made; zero where nobody knows
	inbox chan func()
	done  chan struct{} // closed when the goroutine has ended

	table
	drained bool       // has been told that the server will stop
	talk    lobby.Talk // what was said; it is not kept beyond the process
	told    roomInfo
	answers []reply // owed to those whose orders are done
	closing error   // why the room ends, or has ended
	step    step
	written written
}

// table is what an order changes and what is taken back where it cannot be
// made durable.
type table struct {
	plan     lobby.Plan
	titled   string // identity of whose name the title was made from; empty where it was chosen
	seats    []seat
	watchers []*handle
	host     string          // identity; empty where nobody is
	standIn  bool            // the host got the role only because nobody was there
	match    engine.Match    // nil while gathering
	matches  int             // counts matches, so that a late bot knows its own
	played   []engine.Move   // of the match, since it was written down last
	id       string          // of the match, never given twice
	began    time.Time       // the match
	proof    string          // of the match's seed; empty while gathering
	rated    bool            // the match counts, whatever happens to its players
	past     []engine.Match  // before each of the last moves that all saw, the newest last, as far as watchers lag behind
	paused   time.Time       // since when the match stands still; zero while it goes on
	banned   map[string]bool // marks of those who may not come in; never changed in place
	public   *engine.View    // what a watcher sees of the match; never changed
	rested   time.Time       // since when no match is played
	quiet    time.Time       // since when nobody is connected; zero while somebody is
	notes    notes
	events   []engine.Event // since chairs were told last
	ended    []engine.Match // matches that ended since then
	given    []doneOrder    // the orders that were done last; never changed in place
}

// snapshot shares nothing with the table that an order changes in place.
func (t table) snapshot() table {
	t.seats = slices.Clone(t.seats)
	t.watchers = slices.Clone(t.watchers)
	t.played = slices.Clip(t.played)
	return t
}

// seat is a place at the table and who has it.
type seat struct {
	kind  string
	id    string // of a person; empty when he has left for good
	name  string
	guest bool
	chair *handle // the session that holds it; nil while away
	away  time.Time
	left  bool
	gone  int    // who left before has a smaller number; 0 for those who have not
	ready bool   // wants the next match to begin
	pause bool   // wants the match to stand still
	eyes  bool   // lets watchers see what it sees
	began string // identity of the person who began the match here, also after leaving; empty for a bot

	level    engine.Level    // of a bot
	thinking bool            // a bot's answer is on its way
	busy     <-chan struct{} // closed once the bot has finished its last thought
	secrets  int             // what a bot has done since anybody saw it do something

	seen  engine.Match // as it stood when its view was new last: what others do in secret is not in it
	since time.Time    // when the decision that is due began, as far as all can tell
}

// here says whether the seat belongs to a person who has not left for good.
func (s seat) here() bool { return s.kind == lobby.Person && !s.left }

// taken says whether somebody will play on this seat in the next match.
func (s seat) taken() bool { return s.kind == lobby.Bot || s.here() }

func newRoom(l *Lobby, code string, game engine.Game, plan lobby.Plan) *room {
	r := &room{
		lobby: l, code: code, game: game, table: table{plan: plan}, made: time.Now(),
		inbox: make(chan func(), l.limits.Inbox), done: make(chan struct{}),
	}
	r.gather()
	return r
}

// ask runs an order in the room's goroutine and returns what it returns, once
// chairs and hall have been told of its effect. It never waits for a place in
// the inbox. Where ctx ends first the error is ErrNoAnswer, and the order may
// still be done.
func (r *room) ask(ctx context.Context, order func() error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("the room was not asked: %w", ctx.Err())
	}
	result := make(chan error, 1)
	select {
	case <-r.done:
		return r.closing
	case r.inbox <- func() {
		err := order()
		r.answers = append(r.answers, reply{result, err})
	}:
	default:
		return errBusy
	}
	return r.answerTo(ctx, result)
}

// answerTo waits for the answer to an order that is in the inbox.
func (r *room) answerTo(ctx context.Context, result <-chan error) error {
	select {
	case err := <-result:
		return err
	case <-ctx.Done():
		return unanswered{lobby.ErrNoAnswer, ctx.Err()}
	case <-r.done:
		select {
		case err := <-result:
			return err
		default:
			return r.closing
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
	drain := r.lobby.drain
	if r.written.number > 0 {
		r.take(func() {}) // it was brought back
	}
	for r.closing == nil {
		select {
		case order := <-r.inbox:
			r.take(order)
		case <-timer.C:
			r.take(r.tick)
		case <-drain:
			drain = nil
			r.take(r.beDrained)
		case <-r.lobby.stop:
			r.closing = lobby.ErrStopping
		}
		timer.Reset(time.Until(r.nextWake()))
		r.answer()
	}
	r.putAway()
	r.lobby.forget(r.code)
	for _, c := range r.chairs() {
		c.end(r.closing)
	}
}

// take runs one order and what follows from it, makes that durable, and only
// then lets anybody see it. What cannot be made durable is taken back.
func (r *room) take(order func()) {
	before := r.snapshot()
	r.step = step{}
	r.guard(order)
	if r.closing == nil {
		r.guard(r.settle)
	}
	r.guard(func() { r.commit(before) })
	r.guard(r.show)
}

// reply is the answer to an order, given once its effect can be seen.
type reply struct {
	to  chan<- error
	err error
}

// answer gives the answers that are owed. Nobody waits for one in vain: they
// have room in their channels.
func (r *room) answer() {
	for _, reply := range r.answers {
		reply.to <- reply.err
	}
	r.answers = nil
}

// guard closes the room, and nothing else, when something breaks in it.
func (r *room) guard(step func()) {
	defer func() {
		if broken := recover(); broken != nil {
			r.closing = errRoomBroke
			r.lobby.log.Error("a room broke and was closed", "room", r.code, "game", r.game.Name,
				"kind", fmt.Sprintf("%T", broken), "at", whereabouts())
		}
	}()
	step()
}

// whereabouts is the stack of a panic as functions and lines only. Neither the
// panic's text nor the arguments that a full stack trace prints may come into
// a log: they could be somebody's tiles.
func whereabouts() string {
	pcs := make([]uintptr, 32)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs)])
	var at []string
	for {
		frame, more := frames.Next()
		at = append(at, fmt.Sprintf("%s:%d", frame.Function, frame.Line))
		if !more {
			return strings.Join(at, " < ")
		}
	}
}

// chairs are all holds, watchers included.
func (r *room) chairs() []*handle {
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
		return lobby.Gathering
	}
	return r.public.Stage
}

func (r *room) inPlay() bool { return r.stage() == engine.Playing || r.stage() == engine.Interval }

func (r *room) note(format string, args ...any) {
	text := lobby.CleanText(fmt.Sprintf(format, args...), maxNoteCells)
	r.notes = r.notes.with(text, r.namedIn(text))
}

// namedIn are the identities of those at the table whose name occurs in a text.
func (r *room) namedIn(text string) (ids []string) {
	named := func(id string, names ...string) {
		if slices.ContainsFunc(names, func(name string) bool { return name != "" && strings.Contains(text, name) }) {
			ids = append(ids, id)
		}
	}
	for _, s := range r.seats {
		if s.kind == lobby.Person {
			named(cmp.Or(s.id, s.began), s.name)
		}
		if s.chair != nil {
			named(s.id, s.chair.name)
		}
	}
	for _, w := range r.watchers {
		named(w.visit.id, w.name)
	}
	return ids
}

// settle brings everything in line after an order: those who left, the host,
// the bots.
func (r *room) settle() {
	if !slices.ContainsFunc(r.seats, seat.here) {
		r.concede()
		r.closing = errRoomEmpty
		return
	}
	r.playForLeft()
	if r.drained && r.stage() != engine.Playing {
		r.closing = lobby.ErrStopping
		return
	}
	r.passHost()
	r.watchQuiet()
}

// show lets everybody see what is: the chairs, the bots, the hall. Of a room
// that closes, watchers see how the match in it ended.
func (r *room) show() {
	ending := errors.Is(r.closing, errRoomEmpty) && len(r.ended) > 0
	if r.closing != nil && !r.drained && !ending {
		return
	}
	r.publish()
	if r.closing != nil {
		return
	}
	r.startBots()
	if info := r.info(); !reflect.DeepEqual(info, r.told) {
		r.told = info
		r.lobby.describe(r.code, info)
	}
}

// tick does what is due by now.
func (r *room) tick() {
	now := time.Now()
	// Only writing tells whether the room can be written again.
	r.step.probe = !r.written.stuck.IsZero()
	due := func(at time.Time) bool { return !at.IsZero() && !at.After(now) }
	for i := range r.seats {
		if due(r.deadline(i)) {
			r.timeOut(engine.Seat(i))
		}
	}
	for i := range r.seats {
		if due(r.graceEnd(i)) {
			r.vacate(i, "%s did not come back.")
		}
	}
	if due(r.idleEnd()) {
		r.vacateAll()
	}
}

// nextWake is when tick or settle has something to do, in an hour at the latest.
func (r *room) nextWake() time.Time {
	wake := time.Now().Add(time.Hour)
	sooner := func(at time.Time) {
		if !at.IsZero() && at.Before(wake) {
			wake = at
		}
	}
	for i := range r.seats {
		sooner(r.deadline(i))
		sooner(r.graceEnd(i))
		sooner(r.standInBegins(i))
	}
	sooner(r.hostEnd())
	sooner(r.idleEnd())
	if !r.written.stuck.IsZero() {
		return r.written.stuck.Add(stuckPace)
	}
	return wake
}

// publish gives every chair what it shows now, those who play first.
func (r *room) publish() {
	shared := r.shared()
	for i, s := range r.seats {
		if s.chair == nil {
			continue
		}
		own := shared
		own.You, own.Host = engine.Seat(i), s.id == r.host
		own.Match = s.chair.view(s.seen, own.You)
		own.Legal = s.chair.legal(s.seen, own.You)
		own.Ended = r.endings(own.You)
		own.Chat = r.heard(false)
		s.chair.publish(own)
	}
	for _, w := range r.watchers {
		w.publish(r.followed(w, shared))
	}
	r.events, r.ended = nil, nil
}

// endings are the matches that have just ended, as a seat sees them.
func (r *room) endings(seat engine.Seat) []lobby.Ending {
	var endings []lobby.Ending
	for _, match := range r.ended {
		view := match.View(seat)
		endings = append(endings, lobby.Ending{Match: &view, Record: match.Record(), Proof: r.proof})
	}
	return endings
}

// shared is what a watcher shows; a seat shows its own view of the match in it.
func (r *room) shared() lobby.Update {
	u := lobby.Update{
		Code: r.code, Plan: r.plan, Stage: r.stage(), You: engine.Watcher, Match: r.public,
		Notes: r.notes.list, Chat: r.heard(true), Events: r.events, Ended: r.endings(engine.Watcher),
		Paused: r.paused, Draining: r.drainEnd(), Follows: engine.Watcher, Proof: r.proof,
	}
	for i, s := range r.seats {
		u.Seats = append(u.Seats, lobby.SeatLine{
			Kind: s.kind, Level: s.level, Name: s.name, Guest: s.guest, Host: s.here() && s.id == r.host,
			Away: s.away, Left: s.left, Ready: s.ready, Deadline: r.deadline(i),
			Pausing: s.pause, Eyes: s.eyes, Standing: r.standsIn(i),
		})
	}
	for _, w := range r.watchers {
		u.Watchers = append(u.Watchers, w.name)
	}
	return u
}

// look is what a person would be shown, apart from what is told once.
func (r *room) look(id string) lobby.Update {
	seen := r.shared()
	seen.Events, seen.Ended = nil, nil
	for i, s := range r.seats {
		if !s.here() || s.id != id {
			continue
		}
		seen.Chat = r.heard(false)
		seen.You, seen.Host = engine.Seat(i), id == r.host
		if s.seen != nil {
			view := s.seen.View(seen.You)
			seen.Match = &view
		}
	}
	return seen
}

// info is what the hall may know of the room.
func (r *room) info() roomInfo {
	info := roomInfo{
		public: r.plan.Public, people: map[string]presence{},
		line: lobby.RoomLine{
			Code: r.code, Title: r.plan.Title, Game: r.game.Name, Stage: r.stage(),
			Seats: len(r.seats), Watchers: len(r.watchers), Since: r.made,
			Options: r.plan.Options, Clock: r.plan.Clock, Rated: r.plan.Rated,
		},
	}
	for i, s := range r.seats {
		if s.kind == lobby.Empty {
			info.line.Open++
			continue
		}
		info.line.Names = append(info.line.Names, s.name)
		info.line.Bots = append(info.line.Bots, s.kind == lobby.Bot)
		if s.here() {
			info.people[s.id] = presence{
				seated: true, here: s.chair != nil, folded: lobby.FoldName(s.name),
				toMove: r.match != nil && slices.Contains(r.public.ToMove, engine.Seat(i)),
			}
		}
	}
	for _, w := range r.watchers {
		info.people[w.visit.id] = presence{here: true}
	}
	return info
}
