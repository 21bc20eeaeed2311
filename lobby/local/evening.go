package local

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"parlor/lobby"
	"parlor/lobby/gamenight"
	"parlor/lobby/room"
	"parlor/prose"
)

// Why people leave a table or an evening that they did not leave themselves.
var (
	errCalledOff   = prose.Refuse("The game night has called this table off.")
	errSentAway    = prose.Refuse("The host has sent you away from the game night.")
	errNightGone   = prose.Refuse("That game night is over.")
	errNightBusy   = prose.Refuse("This game night is very busy. Try again.")
	errHoldGone    = prose.Refuse("You are not at this game night any more.")
	errBoardOrders = prose.Refuse("A board only shows the game night. Come in with its code to take part.")
)

// keepAgain is how long after a failure of the diary an evening is written again.
const keepAgain = time.Second

// night is an evening as it goes on: an actor beside the rooms, which does one
// thing after the other to its state. It makes rooms as its state calls for them,
// and what it learns of them is told to it; it waits for none. At rest it has no
// goroutine, only a timer.
type night struct {
	lobby *Lobby
	code  string

	mu      sync.Mutex // guards what follows
	inbox   []func()
	seen    map[string]lobby.Glance // of tables, the newest, that was not taken yet
	working bool
	over    error // why nothing is done any more; nil while it is

	// The goroutine that works has what follows.
	state   *gamenight.State
	timer   *time.Timer
	holds   []*attendance
	changed bool       // since it was shown
	unkept  bool       // the diary does not have what is
	gone    bool       // nobody can look at it any more
	talk    lobby.Talk // of those who take part; it is not kept beyond the process
	spoke   bool       // something was said that nobody was shown
	stops   bool       // it was shown that the server will stop

	// The lobby's mu guards what follows.
	host string // identity; empty where the evening is over
}

func (l *Lobby) newNight(state *gamenight.State) *night {
	n := &night{lobby: l, code: state.Code, state: state, seen: map[string]lobby.Glance{}, host: state.Host()}
	n.timer = time.AfterFunc(time.Hour, func() { n.tell(func() {}) })
	return n
}

// tell has something done, and waits for nobody. It reports whether it will be.
func (n *night) tell(do func()) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.over != nil {
		return false
	}
	n.inbox = append(n.inbox, do)
	n.rouse()
	return true
}

// stop ends all holds and does nothing more, because the server stops or another
// process goes on with the evening. What is kept stays as it is, and done is closed once
// nothing of it is written here any more.
func (n *night) stop(why error) (done <-chan struct{}) {
	stopped := make(chan struct{})
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.over != nil {
		close(stopped)
		return stopped
	}
	n.over = why
	n.timer.Stop()
	n.inbox = append(n.inbox, func() {
		defer close(stopped)
		for _, hold := range slices.Clone(n.holds) {
			n.end(hold, why)
		}
		if errors.Is(why, lobby.ErrMoved) {
			n.gone = true // for this process
			n.keepChanges()
		}
	})
	n.rouse()
	return stopped
}

// saw takes what all see at a table, and waits for nobody.
func (n *night) saw(code string, seen lobby.Glance) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.over != nil {
		return
	}
	n.seen[code] = seen
	n.rouse()
}

// rouse lets a goroutine work. The caller holds mu.
func (n *night) rouse() {
	if !n.working {
		n.working = true
		n.lobby.work.Go(n.work)
	}
}

// ask has something done and returns what it returns.
func (n *night) ask(ctx context.Context, do func() error) error {
	if ctx.Err() != nil {
		return lobby.NotAsked(ctx.Err())
	}
	n.mu.Lock()
	busy := len(n.inbox) >= n.lobby.limits.Inbox+n.lobby.limits.EveningPeople
	n.mu.Unlock()
	if busy {
		return errNightBusy
	}
	answer := make(chan error, 1)
	if !n.tell(func() { answer <- do() }) {
		n.mu.Lock()
		defer n.mu.Unlock()
		return n.over
	}
	select {
	case err := <-answer:
		return err
	case <-ctx.Done():
		return lobby.NoAnswer(ctx.Err())
	}
}

// take takes all that is to be done; none lets the goroutine go.
func (n *night) take() (inbox []func(), seen map[string]lobby.Glance, more bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.inbox) == 0 && len(n.seen) == 0 {
		n.working = false
		return nil, nil, false
	}
	inbox, seen = n.inbox, n.seen
	n.inbox, n.seen = nil, map[string]lobby.Glance{}
	return inbox, seen, true
}

// work does what is to be done, until there is nothing more.
func (n *night) work() {
	for {
		inbox, seen, more := n.take()
		if !more {
			return
		}
		for code, glance := range seen {
			_, _ = n.step(gamenight.Seen{Room: code, Glance: glance}) // it refuses no glance
		}
		for _, do := range inbox {
			do()
		}
		n.goOn()
	}
}

// goOn does what follows from what was done: it makes tables, keeps what is, and
// shows it.
func (n *night) goOn() {
	now := time.Now()
	if n.gone || n.lobby.hasStopped() {
		n.timer.Stop()
		return
	}
	_, _ = n.step(gamenight.Tick{Seat: !n.lobby.drains()}) // it is never refused
	if n.state.Expired(now) {
		n.vanish()
		return
	}
	changed, stops := n.changed, n.lobby.drains()
	n.changed = false
	if changed {
		n.register()
	}
	if changed || n.unkept {
		n.keep()
	}
	if stopping := stops != n.stops; changed || stopping || n.spoke {
		n.stops = stops
		n.show(now, changed || stopping)
	}
	rest := longestNight
	if due := n.state.Due(); !due.IsZero() {
		rest = min(rest, max(0, time.Until(due)))
	}
	if n.unkept {
		rest = min(rest, keepAgain)
	}
	n.timer.Reset(rest)
}

// longestNight is how long an evening does nothing if nobody asks it: the clock of
// the machine may be set.
const longestNight = time.Hour

// step tells the game night something and does what follows from it: it opens and
// closes rooms.
func (n *night) step(in gamenight.Input) (changed bool, err error) {
	effects, err := n.state.Step(in, time.Now())
	n.changed = n.changed || effects.Changed
	for _, code := range effects.Close {
		if p := n.lobby.tableOf(code); p != nil {
			n.lobby.shut(p)
		}
	}
	for _, t := range effects.Open {
		code, err := n.lobby.openTable(n, t)
		if err != nil {
			n.lobby.log.Warn("a game night could not make a table", "evening", n.code, "err", err)
			_, _ = n.step(gamenight.Failed{Table: t.Number})
			continue
		}
		_, _ = n.step(gamenight.Opened{Table: t.Number, Room: code})
	}
	return effects.Changed, err
}

// keepChanges writes down what is not written yet.
func (n *night) keepChanges() {
	if n.changed || n.unkept {
		n.keep()
	}
}

// register notes in the lobby who the host is and who takes part.
func (n *night) register() {
	over := n.state.Stage == lobby.EveningOver
	l := n.lobby
	l.mu.Lock()
	defer l.mu.Unlock()
	if n.host = n.state.Host(); over {
		n.host = ""
	}
	for _, p := range n.state.Players() {
		switch {
		case p.ID == "":
		case !over && !p.Gone:
			l.attends[p.ID] = n.code
		case l.attends[p.ID] == n.code:
			delete(l.attends, p.ID)
		}
	}
}

// keep writes the evening down. What is shown does not wait for it: what counts is
// in the journals of the rooms, and all else can be said again.
func (n *night) keep() {
	data, err := json.Marshal(n.state.Snapshot())
	if err == nil {
		err = n.lobby.keepEvening(n.code, data)
	}
	if err != nil && !n.unkept && !errors.Is(err, lobby.ErrClaimed) { // which is no fault: another process goes on with it
		n.lobby.log.Error("a game night cannot be written", "evening", n.code, "err", err)
	}
	n.unkept = err != nil
}

// show lets everybody see what is, but for boards where only something was said: they
// show none of that.
func (n *night) show(now time.Time, changed bool) {
	n.spoke = false
	for _, hold := range slices.Clone(n.holds) {
		if p := n.state.Player(hold.id); !hold.board && (p == nil || p.Gone) {
			n.end(hold, errSentAway)
		}
	}
	if len(n.holds) == 0 {
		return
	}
	shown, ids := n.state.View(now)
	shown.Stops = n.stops
	public := shown
	public.Tables = slices.Clone(shown.Tables)
	for i := range public.Tables {
		public.Tables[i].Code = ""
	}
	for _, hold := range n.holds {
		if hold.board && !changed {
			continue
		}
		if hold.board {
			hold.put(public)
			continue
		}
		own := shown
		own.Chat = n.talk.Unmuted(hold.visit.Mutes)
		own.You = slices.Index(ids, hold.id)
		own.Host = own.You >= 0 && own.People[own.You].Host
		hold.put(own)
	}
}

// vanish forgets the evening.
func (n *night) vanish() {
	n.gone = true
	n.timer.Stop()
	for _, hold := range slices.Clone(n.holds) {
		n.end(hold, errNightGone)
	}
	n.lobby.dropNight(n)
}

// end ends a hold.
func (n *night) end(hold *attendance, why error) {
	n.holds = slices.DeleteFunc(n.holds, func(other *attendance) bool { return other == hold })
	hold.end(why)
}

// admit lets somebody take part.
func (n *night) admit(hold *attendance, name string, guest bool) error {
	switch {
	case n.gone:
		return errNightGone
	case hold.ended():
		return errHoldGone // its session has ended meanwhile
	case hold.board && n.boards() >= n.lobby.limits.EveningBoards:
		return prose.Refuse("Too many boards show that game night. Close one of them first.")
	}
	if !hold.board {
		if err := n.lobby.attend(hold.id, n); err != nil {
			return err
		}
		if _, err := n.step(gamenight.Join{ID: hold.id, Name: name, Guest: guest}); err != nil {
			n.lobby.stayAway(hold.id, n)
			return err
		}
	}
	n.holds = append(n.holds, hold)
	if hold.board {
		shown, _ := n.state.View(time.Now())
		shown.Stops = n.stops
		for i := range shown.Tables {
			shown.Tables[i].Code = ""
		}
		hold.put(shown)
	}
	return nil
}

func (n *night) boards() (count int) {
	for _, hold := range n.holds {
		if hold.board {
			count++
		}
	}
	return count
}

// hangUp is the end of a hold that did not leave.
func (n *night) hangUp(hold *attendance) {
	if !slices.Contains(n.holds, hold) {
		return
	}
	n.end(hold, nil)
	still := slices.ContainsFunc(n.holds, func(other *attendance) bool { return !other.board && other.id == hold.id })
	if !hold.board && !still {
		_, _ = n.step(gamenight.Disconnect{ID: hold.id}) // nobody is asked
	}
}

// carryOut does an order of somebody.
func (n *night) carryOut(hold *attendance, do lobby.EveningDo) error {
	if !slices.Contains(n.holds, hold) {
		return errHoldGone
	}
	if hold.board {
		return errBoardOrders
	}
	if say, is := do.(lobby.SayAtEvening); is {
		return n.say(hold, say.Text)
	}
	if change, is := do.(lobby.ChangeEvening); is {
		plan, err := lobby.CompleteEvening(n.lobby.games, change.Plan, n.state.Player(hold.id).Name, n.lobby.limits.TitleCells)
		if err != nil {
			return err
		}
		do = lobby.ChangeEvening{Plan: plan}
	}
	if _, err := n.step(gamenight.Order{By: hold.id, Do: do}); err != nil {
		return err
	}
	if _, leaves := do.(lobby.LeaveEvening); leaves {
		for _, other := range slices.Clone(n.holds) {
			if !other.board && other.id == hold.id {
				n.end(other, nil)
			}
		}
	}
	return nil
}

// say tells all who take part what somebody said.
func (n *night) say(hold *attendance, text string) error {
	who := n.state.Player(hold.id)
	if who == nil || who.Gone {
		return errHoldGone
	}
	clean, err := hold.visit.Utter(text)
	if err != nil {
		return err
	}
	n.talk = n.talk.Said(lobby.Line{At: time.Now(), Name: who.Name, Text: clean}, hold.id)
	n.spoke = true
	return nil
}

// heard is what somebody could hear last at the evening, for a report; attends is
// false for who is not there.
func (n *night) heard(id string) (heard []lobby.Spoken, attends bool) {
	attends = slices.ContainsFunc(n.holds, func(hold *attendance) bool { return !hold.board && hold.id == id })
	return n.talk.Heard(true), attends
}

// disown takes somebody out of what is kept.
func (n *night) disown(ids []string) error {
	for _, hold := range slices.Clone(n.holds) {
		if slices.Contains(ids, hold.id) {
			n.end(hold, lobby.ErrForgotten)
		}
	}
	n.talk, n.spoke = n.talk.Without(ids), true
	if changed, err := n.step(gamenight.Forget{IDs: ids}); !changed {
		return err
	}
	n.lobby.mu.Lock()
	for _, id := range ids {
		delete(n.lobby.attends, id)
	}
	n.lobby.mu.Unlock()
	n.keep()
	if n.unkept {
		return lobby.ErrNoRoom
	}
	return nil
}

// openTable makes the room of a table: private, and its seats are given.
func (l *Lobby) openTable(n *night, t *gamenight.Table) (code string, err error) {
	e := n.state
	plan := lobby.Plan{Game: t.Game, Seats: len(t.Seats), Title: lobby.CleanText(e.Plan.Title, l.limits.TitleCells-5) + " #" + strconv.Itoa(t.Number)}
	game, known := lobby.FindGame(l.games, t.Game)
	if known {
		plan.Options = e.Plan.Options(game)
	}
	lobby.EveningPreset(e.Plan.Pace).Put(&plan)
	game, plan, err = l.check(plan, e.Plan.Title)
	if err != nil {
		return "", err
	}
	plan.Evening = e.Code
	var given []room.Given
	for _, seat := range t.Seats {
		id, name, guest := e.Identity(seat)
		given = append(given, room.Given{ID: id, Name: name, Guest: guest, Level: min(max(1, e.Plan.Bots), mostLevel(len(game.Levels)))})
	}
	p, err := l.placeTable(n)
	if err != nil {
		return "", err
	}
	config := l.room(p.code)
	config.Game, config.Made = game, time.Now()
	r := room.New(config, plan, e.Titled)
	r.Give(given) // the names of bots are asked of the lobby, so its lock is not held
	l.mu.Lock()
	defer l.mu.Unlock()
	if p.moves {
		return "", lobby.ErrMoved // before it has begun, so it is nowhere
	}
	for _, one := range given {
		if one.ID != "" {
			l.holds.take(one.ID, p.code)
		}
	}
	p.room = r
	l.begin(r)
	if l.stopped {
		r.Stop()
	}
	return p.code, nil
}

// placeTable takes a code for a table, at which the room is wherever the evening is.
// Nobody knows it before the room is there.
func (l *Lobby) placeTable(n *night) (*place, error) {
	for range maxCodeDraws {
		code := l.beside(n.code) // which takes milliseconds among several processes, so nobody waits for it
		if p, err := l.placeAt(n, code); p != nil || err != nil {
			return p, err
		}
	}
	return nil, errNoCode
}

// placeAt takes this code; nil where it is not free.
func (l *Lobby) placeAt(n *night, code string) (*place, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.stopped, !l.ends.IsZero():
		return nil, lobby.ErrStopping
	case l.nights[n.code] != n:
		return nil, lobby.ErrMoved
	case len(l.rooms) >= l.limits.Rooms:
		return nil, prose.Refuse("This server cannot open any more rooms. Join one, or try again later.")
	case !l.isFree(code):
		return nil, nil //nolint:nilnil // another one is drawn
	}
	p := &place{lobby: l, code: code}
	l.tables[code] = n
	l.put(p)
	return p, nil
}

// saw tells an evening what all see at one of its tables.
func (l *Lobby) saw(code string, seen lobby.Glance) {
	l.mu.Lock()
	n := l.tables[code]
	l.mu.Unlock()
	if n != nil {
		n.saw(code, seen)
	}
}

// tableOf is the room of a table, which the evening has no more use for.
func (l *Lobby) tableOf(code string) *place {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.tables, code)
	return l.rooms[code]
}

func (l *Lobby) hasStopped() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.stopped
}

func (l *Lobby) drains() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return !l.ends.IsZero()
}

// attend notes that somebody takes part in an evening, unless they do in another.
func (l *Lobby) attend(id string, n *night) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if other := l.attends[id]; other != "" && other != n.code && l.nights[other] != nil {
		return lobby.ErrOtherEvening
	}
	l.attends[id] = n.code
	return nil
}

// stayAway undoes attend for somebody who was not let in.
func (l *Lobby) stayAway(id string, n *night) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.attends[id] == n.code && n.state.Player(id) == nil {
		delete(l.attends, id)
	}
}

// dropNight forgets an evening.
func (l *Lobby) dropNight(n *night) {
	l.mu.Lock()
	l.unlistNight(n)
	l.mu.Unlock()
	if err := l.dropEvening(n.code); err != nil {
		l.log.Error("a game night that is over cannot be removed", "evening", n.code, "err", err)
	}
}

// unlistNight takes an evening off the lists. The caller holds mu.
func (l *Lobby) unlistNight(n *night) {
	delete(l.nights, n.code)
	maps.DeleteFunc(l.attends, func(_, code string) bool { return code == n.code })
	maps.DeleteFunc(l.tables, func(_ string, other *night) bool { return other == n })
}

// allNights are all evenings.
func (l *Lobby) allNights() (all []*night) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, n := range l.nights {
		all = append(all, n)
	}
	return all
}

// restoreEvenings reads the evenings that are kept and are not here yet, before any of
// their rooms is.
func (l *Lobby) restoreEvenings(ctx context.Context) (back []*night, err error) {
	if l.diary == nil {
		return nil, nil
	}
	kept, err := l.diary.Evenings(ctx)
	if err != nil {
		return nil, errors.Join(errors.New("reading the game nights"), err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.stopped {
		return nil, lobby.ErrStopping // Close has told all that there are by now
	}
	for code, data := range kept {
		if l.nights[code] != nil {
			continue
		}
		var state gamenight.Snapshot
		if err := json.Unmarshal(data, &state); err != nil || state.Code != code {
			l.log.Error("a game night cannot be read", "evening", code, "err", err)
			continue
		}
		if plan, err := lobby.CompleteEvening(l.games, state.Plan, "", l.limits.TitleCells); err != nil {
			l.log.Error("a game night cannot go on", "evening", code, "err", err)
			continue
		} else {
			state.Plan = plan
		}
		n := l.newNight(gamenight.Restore(state, l.games, l.bounds(), time.Now()))
		l.nights[code] = n
		for _, t := range state.Tables {
			l.tables[t.Room] = n
		}
		back = append(back, n)
	}
	return back, nil
}

// resumeEvenings lets evenings go on once their rooms are there.
func (l *Lobby) resumeEvenings(ctx context.Context, back []*night) {
	for _, n := range back {
		_ = n.ask(ctx, n.resume) // else it has ended already
	}
}

// resume goes on with an evening that was kept: what has become of a table is asked of
// its room.
func (n *night) resume() error {
	n.register()
	for _, t := range slices.Clone(n.state.Tables()) {
		n.lobby.mu.Lock()
		p := n.lobby.rooms[t.Room]
		n.lobby.mu.Unlock()
		if p == nil {
			_, _ = n.step(gamenight.Closed{Room: t.Room}) // it is never refused
			continue
		}
		n.lobby.rouse(p)
	}
	return nil
}

func (l *Lobby) bounds() gamenight.Bounds {
	return gamenight.Bounds{People: l.limits.EveningPeople, Idle: l.limits.EveningIdle, Kept: l.limits.EveningKept}
}
