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

// Reasons for the end of handles, and for refusals.
var (
	errBanned      = prose.Refuse("The host kicked you from the game night.")
	errOver        = prose.Refuse("That game night is over.")
	errBusy        = prose.Refuse("This game night is very busy. Try again.")
	errHandleEnded = prose.Refuse("You are no longer at this game night.")
	errNightOver   = prose.Refuse("This game night is over.")
	errNoPrograms  = prose.Refuse("Programs cannot take part in that game night: its host has not allowed them.")
	errNotHost     = prose.Refuse("Only the host of the game night can do that.")
	errBoard       = prose.Refuse("A board only displays the game night. To take part, join with its code.")
)

// Lobby is the lobby as a game night sees it. Its methods are safe for concurrent use and
// do not wait for a room.
type Lobby interface {
	// Attend records that a player takes part. It fails if they take part in another game
	// night. Absent undoes it.
	Attend(night *Night, id string) error
	Absent(night *Night, ids ...string)
	// Register records the host, empty if the night is over, and the participants.
	Register(night *Night, host string, present []string)
	// OpenRoom opens the room of a table and returns its code. CloseRoom cancels it.
	OpenRoom(night *Night, room Room) (code string, err error)
	CloseRoom(code string)
	// BeginRoom begins the match in a room without its absent players.
	BeginRoom(code string)
	// WakeRoom makes a room report its public state. It returns false if there is no such
	// room.
	WakeRoom(code string) bool
	// Save stores a game night; Remove deletes it.
	Save(code string, data []byte) error
	Remove(night *Night)
	// Stops reports whether the server will stop soon, and whether it has stopped.
	Stops() (soon, already bool)
}

// Config configures a game night. It never changes.
type Config struct {
	Lobby  Lobby
	Games  []engine.Game
	Limits lobby.Limits // without zero fields
	Log    *slog.Logger
	Go     func(func()) // runs a function in a goroutine that the shutdown of the lobby waits for
}

func (c Config) bounds() Bounds {
	return Bounds{People: c.Limits.GameNightPeople, Idle: c.Limits.GameNightIdle, Kept: c.Limits.GameNightKept, TitleCells: c.Limits.TitleCells}
}

// Night is a running game night: an actor that feeds its State, opens rooms for tables, and
// shows changes. It never waits for a room. An idle Night has no goroutine, only a timer.
type Night struct {
	Code   string
	Mark   string // identifies who or what opened it; empty for a player
	config Config
	facts  atomic.Pointer[Facts] // as of the last change
	inbox  actor.Inbox[func()]
	timer  actor.Timer

	// The fields below belong to the goroutine that drains the inbox.
	state    *State
	audience audience
	changed  bool // changed since it was last shown and stored
	fresh    bool // changed since it was last registered
	saver    saver
	gone     bool // deleted; no one can look at it any more
	halted   bool // accepts no more inputs
}

// Open starts a game night with a complete plan. host and name are the identity and name of
// its host.
func Open(config Config, code string, plan lobby.GameNightPlan, host, name string) *Night {
	state := New(code, plan, config.Games, config.bounds(), time.Now())
	state.roster.host.owner = host
	if plan.Title == lobby.DefaultGameNight(name).String() {
		state.titled = host
	}
	return start(config, state)
}

// OpenMarked starts a game night without a host and stores it at once. The first player to
// arrive becomes the host. mark distinguishes it from others.
func OpenMarked(config Config, code string, plan lobby.GameNightPlan, mark string) *Night {
	state := New(code, plan, config.Games, config.bounds(), time.Now())
	state.mark = mark
	n := start(config, state)
	n.inbox.Put(func() { n.changed = true })
	return n
}

// Facts returns what the operator may see of the night. It does not block.
func (n *Night) Facts() Facts { return *n.facts.Load() }

// Read starts a stored game night. Resume must be called once its rooms are listed.
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
	n.facts.Store(n.state.facts())
	n.inbox = actor.NewInbox[func()](config.Limits.Inbox+config.Limits.GameNightPeople, errBusy, func() { config.Go(n.work) })
	n.timer.Start(func() { n.inbox.Put(n.timer.Heard) })
	return n
}

// Listing returns the host and the rooms of the tables. It must be called before any
// request.
func (n *Night) Listing() (host string, rooms []string) {
	for _, t := range n.state.roster.seating.tables {
		rooms = append(rooms, t.Room)
	}
	return n.state.roster.host.id, rooms
}

// Tell gives the night inputs that are never refused, such as Seen or Closed. Without any,
// the night only shows whether the server stops. It does not block.
func (n *Night) Tell(inputs ...Input) {
	n.inbox.Put(func() {
		for _, in := range inputs {
			_ = n.step(in)
		}
	})
}

// Stop closes all handles and ends the night in this process, because the server stops or
// another node continues it. The stored state remains. done is closed once this process
// does not write it any more.
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

// ask runs do in turn and returns its error. The lobby is updated first, so a player who
// has left may join another game night at once.
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

// work drains the inbox.
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

// goOn handles the consequences of the inputs: it makes tables, and stores and shows
// changes.
func (n *Night) goOn() {
	now := time.Now()
	soon, already := n.config.Lobby.Stops()
	if n.gone || already {
		n.timer.Stop()
		return
	}
	_ = n.step(Tick{Seat: !soon}) // a Tick is never refused
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

// show sends the current state to all participants and boards.
func (n *Night) show(now time.Time, changed bool) {
	n.audience.end(errBanned, func(h *Handle) bool { return !h.board && !n.state.roster.seating.players.takesPart(h.session.ID()) })
	if len(n.audience.handles) == 0 {
		n.audience.spoken = false
		return
	}
	shown, ids := n.state.View(now)
	n.audience.show(shown, ids, changed)
}

// step feeds the state an input, and opens and closes rooms accordingly.
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
			n.config.Log.Warn("game night cannot create a table", "table", room.Table, "err", err)
			_ = n.step(Failed{room.Table})
			continue
		}
		_ = n.step(Opened{room.Table, code})
	}
	return err
}

// register updates the host and the participants in the lobby if they may have changed.
func (n *Night) register() {
	if !n.fresh {
		return
	}
	n.fresh = false
	over, host := n.state.stage == lobby.GameNightOver, n.state.roster.host.id
	n.facts.Store(n.state.facts())
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

// forget deletes the night.
func (n *Night) forget() {
	n.gone = true
	n.timer.Stop()
	n.audience.end(errOver, anyHandle)
	n.config.Lobby.Remove(n)
}

// Resume continues a stored night: it asks the rooms for the state of their tables.
func (n *Night) Resume(ctx context.Context) error {
	return n.ask(ctx, func() error {
		n.fresh = true // the lobby does not know the night yet
		n.register()
		for _, t := range slices.Clone(n.state.roster.seating.tables) {
			if !n.config.Lobby.WakeRoom(t.Room) {
				_ = n.step(Closed{t.Room})
			}
		}
		return nil
	})
}
