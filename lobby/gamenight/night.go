package gamenight

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/actor"
	"parlor/prose"
)

// Why handles end that were not closed, and why nothing is done.
var (
	errBanned      = prose.Refuse("The host has sent you away from the game night.")
	errOver        = prose.Refuse("That game night is over.")
	errBusy        = prose.Refuse("This game night is very busy. Try again.")
	errHandleEnded = prose.Refuse("You are not at this game night any more.")
	errBoard       = prose.Refuse("A board only shows the game night. Come in with its code to take part.")
)

// Lobby is what a game night needs of the lobby around it. Its methods may be called
// from any goroutine and wait for no room.
type Lobby interface {
	// Attend notes that a player takes part, unless they do in another game night. Absent
	// undoes that.
	Attend(night *Night, id string) error
	Absent(night *Night, ids ...string)
	// Register notes who the host is, empty once it is over, and who takes part.
	Register(night *Night, host string, present []string)
	// OpenRoom opens the room of a table and returns its code. CloseRoom closes it as called
	// off.
	OpenRoom(night *Night, room Room) (code string, err error)
	CloseRoom(code string)
	// BeginRoom begins the match in a room without the players who have not come.
	BeginRoom(code string)
	// WakeRoom has a room tell what can be seen in it; it reports whether there is one.
	WakeRoom(code string) bool
	// Keep writes a game night down; Remove removes it once it is over.
	Keep(code string, data []byte) error
	Remove(night *Night)
	// Stops reports whether the server stops soon, and whether it has stopped.
	Stops() (soon, already bool)
}

// Config is what a game night is made of, which never changes.
type Config struct {
	Lobby  Lobby
	Games  []engine.Game
	Limits lobby.Limits // complete
	Log    *slog.Logger
	Go     func(func()) // runs something that the lobby's end waits for, and returns at once
}

func (c Config) bounds() Bounds {
	return Bounds{People: c.Limits.GameNightPeople, Idle: c.Limits.GameNightIdle, Kept: c.Limits.GameNightKept, TitleCells: c.Limits.TitleCells}
}

// Night is a game night as it goes on: an actor that gives one thing after the other to
// its State, opens the rooms that are called for, and shows what has changed. It waits
// for no room. If there is nothing to do it has no goroutine, only a timer.
type Night struct {
	Code   string
	Mark   string // of what opened it; empty for a player
	config Config
	facts  atomic.Pointer[Facts] // as of the last change
	inbox  actor.Inbox[func()]
	timer  actor.Timer

	// The goroutine that empties the inbox has what follows.
	state    *State
	audience audience
	changed  bool // since it was shown and kept
	fresh    bool // changed since it was registered
	saver    saver
	gone     bool // no one can look at it any more
	halted   bool // nothing is done any more
}

// Open starts a game night with a complete plan of a host who is called so.
func Open(config Config, code string, plan lobby.GameNightPlan, host, name string) *Night {
	state := New(code, plan, config.Games, config.bounds(), time.Now())
	state.roster.host.owner = host
	if plan.Title == lobby.DefaultGameNight(name).String() {
		state.titled = host
	}
	return start(config, state)
}

// OpenMarked starts a game night without a host, which is kept at once: who comes first is
// the host. The mark tells it from others.
func OpenMarked(config Config, code string, plan lobby.GameNightPlan, mark string) *Night {
	state := New(code, plan, config.Games, config.bounds(), time.Now())
	state.mark = mark
	n := start(config, state)
	n.inbox.Put(func() { n.changed = true })
	return n
}

// Over reports whether no player is seated any more.
func (n *Night) Over() bool { return n.Facts().Stage == lobby.GameNightOver }

// Facts returns what an operator may know of the night. It waits for nothing.
func (n *Night) Facts() Facts { return *n.facts.Load() }

// Read starts a game night as Keep was given it. Resume is called once its rooms are
// there.
func Read(config Config, code string, data []byte) (*Night, error) {
	var kept Snapshot
	if err := json.Unmarshal(data, &kept); err != nil {
		return nil, err
	}
	if kept.Code != code {
		return nil, errors.New("it is kept under another code")
	}
	plan, err := lobby.CompleteGameNight(config.Games, kept.Plan, "", config.Limits.TitleCells)
	if err != nil {
		return nil, err
	}
	kept.Plan = plan
	return start(config, Restore(kept, config.Games, config.bounds(), time.Now())), nil
}

func start(config Config, state *State) *Night {
	n := &Night{Code: state.code, Mark: state.mark, config: config, state: state, saver: saver{config: config}}
	n.publish()
	n.inbox = actor.NewInbox[func()](config.Limits.Inbox+config.Limits.GameNightPeople, errBusy, func() { config.Go(n.work) })
	n.timer.Start(func() { n.inbox.Put(n.timer.Heard) })
	return n
}

// Listing returns the host and the rooms of the tables of a night that is not asked for
// anything yet.
func (n *Night) Listing() (host string, rooms []string) {
	for _, t := range n.state.roster.seating.tables {
		rooms = append(rooms, t.Room)
	}
	return n.state.roster.host.id, rooms
}

// Tell gives the night an input that is never refused, such as Seen or Closed, and
// waits for nothing.
func (n *Night) Tell(in Input) { n.inbox.Put(func() { _ = n.step(in) }) }

// Wake has the night look at whether the server stops. It waits for nothing.
func (n *Night) Wake() { n.inbox.Put(func() {}) }

// Stop ends all handles and does nothing more, because the server stops or another
// process goes on with the night. What is kept stays. The channel is closed once nothing
// of it is written here any more.
func (n *Night) Stop(why error) (done <-chan struct{}) {
	n.inbox.Put(func() { n.halt(why) })
	return n.inbox.Done()
}

func (n *Night) halt(why error) {
	n.timer.Stop()
	n.audience.end(why, anyHandle)
	if errors.Is(why, lobby.ErrMoved) && !n.gone && (n.changed || n.saver.unsaved) {
		n.saver.save(n.state.Snapshot())
	}
	n.halted = true
	n.inbox.Close(why)
}

func anyHandle(*Handle) bool { return true }

// ask has something done in its turn and returns what it returns. By then the lobby knows
// who takes part: a player who has left may come to another game night at once.
func (n *Night) ask(ctx context.Context, do func() error) error {
	answer := make(chan error, 1)
	return n.inbox.Ask(ctx, func() {
		err := do()
		if !n.gone {
			n.register()
		}
		answer <- err
	}, answer)
}

// work does what lies in the inbox, until there is nothing more.
func (n *Night) work() {
	for messages := n.inbox.TakeAll(); len(messages) > 0; messages = n.inbox.TakeAll() {
		for _, do := range messages {
			do()
			if n.halted {
				return
			}
		}
		n.goOn()
	}
}

// goOn does what follows from what was done: it makes tables, keeps what is, and shows it.
func (n *Night) goOn() {
	now := time.Now()
	soon, already := n.config.Lobby.Stops()
	if n.gone || already {
		n.timer.Stop()
		return
	}
	_ = n.step(Tick{Seat: !soon}) // it is not refused
	if n.state.Expired(now) {
		n.forget()
		return
	}
	changed, news := n.changed, n.changed || soon != n.audience.stops
	n.changed, n.audience.stops = false, soon
	n.register()
	if changed || n.saver.unsaved {
		n.saver.save(n.state.Snapshot())
	}
	if news || n.audience.spoken {
		n.show(now, news)
	}
	due := n.state.Due()
	if again := time.Now().Add(saveAgain); n.saver.unsaved && (due.IsZero() || due.After(again)) {
		due = again
	}
	n.timer.Set(due)
}

// show shows what is to all who have not left.
func (n *Night) show(now time.Time, changed bool) {
	n.audience.end(errBanned, func(h *Handle) bool { return !h.board && !n.state.takesPart(h.session.ID()) })
	if len(n.audience.handles) == 0 {
		n.audience.spoken = false
		return
	}
	shown, ids := n.state.View(now)
	n.audience.show(shown, ids, changed)
}

// step tells the state something, and opens and closes rooms as it calls for.
func (n *Night) step(in Input) error {
	effects, err := n.state.Step(in, time.Now())
	n.changed, n.fresh = n.changed || effects.Changed, n.fresh || effects.Changed
	for _, code := range effects.Begin {
		n.config.Lobby.BeginRoom(code)
	}
	for _, code := range effects.Close {
		n.config.Lobby.CloseRoom(code)
	}
	for _, room := range effects.Open {
		code, err := n.config.Lobby.OpenRoom(n, room)
		if err != nil {
			n.config.Log.Warn("a game night could not make a table", "evening", n.Code, "err", err)
			_ = n.step(Failed{room.Table})
			continue
		}
		_ = n.step(Opened{room.Table, code})
	}
	return err
}

// register notes in the lobby who the host is and who takes part, if that may have changed.
func (n *Night) register() {
	if !n.fresh {
		return
	}
	n.fresh = false
	over, host := n.state.stage == lobby.GameNightOver, n.state.roster.host.id
	n.publish()
	var present, absent []string
	for _, p := range n.state.roster.seating.players {
		switch {
		case p.ID == "":
		case over || p.Gone:
			absent = append(absent, p.ID)
		default:
			present = append(present, p.ID)
		}
	}
	if over {
		host = ""
	}
	n.config.Lobby.Register(n, host, present)
	n.config.Lobby.Absent(n, absent...)
}

// publish stores the facts of the state.
func (n *Night) publish() {
	facts := n.state.facts()
	n.facts.Store(&facts)
}

// forget ends the night for good.
func (n *Night) forget() {
	n.gone = true
	n.timer.Stop()
	n.audience.end(errOver, anyHandle)
	n.config.Lobby.Remove(n)
}

// Resume goes on with a night that was kept: what has become of a table is asked of its
// room.
func (n *Night) Resume(ctx context.Context) error {
	return n.ask(ctx, func() error {
		n.fresh = true // the lobby knows nothing yet
		n.register()
		for _, t := range slices.Clone(n.state.roster.seating.tables) {
			if !n.config.Lobby.WakeRoom(t.Room) {
				_ = n.step(Closed{t.Room})
			}
		}
		return nil
	})
}
