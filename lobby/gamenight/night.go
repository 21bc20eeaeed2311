package gamenight

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
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

// retryKeep is how long after a failure a game night is written again.
const retryKeep = time.Second

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
	return Bounds{People: c.Limits.EveningPeople, Idle: c.Limits.EveningIdle, Kept: c.Limits.EveningKept, TitleCells: c.Limits.TitleCells}
}

// Night is a game night as it goes on: an actor that gives one thing after the other to
// its State, opens the rooms that are called for, and shows what has changed. It waits
// for no room. If there is nothing to do it has no goroutine, only a timer.
type Night struct {
	Code   string
	config Config
	inbox  actor.Inbox[func()]
	timer  actor.Timer

	// The goroutine that empties the inbox has what follows.
	state   *State
	handles handles
	chat    lobby.Talk // of the players; it is not kept beyond the process
	changed bool       // since it was shown and kept
	spoken  bool       // since the chat was shown
	unkept  bool       // the store does not have what is
	stops   bool       // it was shown that the server will stop
	gone    bool       // no one can look at it any more
}

// Open starts a game night with a complete plan of a host who is called so.
func Open(config Config, code string, plan lobby.EveningPlan, host, name string) *Night {
	state := New(code, plan, config.Games, config.bounds(), time.Now())
	if plan.Title == lobby.DefaultEvening(name).String() {
		state.Titled = host
	}
	return start(config, state)
}

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
	plan, err := lobby.CompleteEvening(config.Games, kept.Plan, "", config.Limits.TitleCells)
	if err != nil {
		return nil, err
	}
	kept.Plan = plan
	return start(config, Restore(kept, config.Games, config.bounds(), time.Now())), nil
}

func start(config Config, state *State) *Night {
	n := &Night{Code: state.Code, config: config, state: state}
	n.inbox = actor.NewInbox[func()](config.Limits.Inbox+config.Limits.EveningPeople, errBusy, func() { config.Go(n.work) })
	n.timer.Start(func() { n.inbox.Put(n.timer.Heard) })
	return n
}

// Host returns the host of a night that is not asked for anything yet.
func (n *Night) Host() string { return n.state.Host() }

// Rooms returns the rooms of the tables of a night that is not asked for anything yet.
func (n *Night) Rooms() (codes []string) {
	for _, t := range n.state.Tables() {
		codes = append(codes, t.Room)
	}
	return codes
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
	n.handles.end(why, all)
	if errors.Is(why, lobby.ErrMoved) && !n.gone && (n.changed || n.unkept) {
		n.keep()
	}
	n.inbox.Close(why)
}

func all(*Handle) bool { return true }

// ask has something done in its turn and returns what it returns.
func (n *Night) ask(ctx context.Context, do func() error) error {
	answer := make(chan error, 1)
	return n.inbox.Ask(ctx, func() { answer <- do() }, answer)
}

// work does what lies in the inbox, until there is nothing more.
func (n *Night) work() {
	for messages := n.inbox.TakeAll(); len(messages) > 0; messages = n.inbox.TakeAll() {
		for _, do := range messages {
			do()
			if n.halted() {
				return
			}
		}
		n.goOn()
	}
}

func (n *Night) halted() bool {
	select {
	case <-n.inbox.Done():
		return true
	default:
		return false
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
	changed, all := n.changed, n.changed || soon != n.stops
	n.changed, n.stops = false, soon
	if changed {
		n.register()
	}
	if changed || n.unkept {
		n.keep()
	}
	if all || n.spoken {
		n.spoken = false
		n.handles.end(errBanned, n.left)
		n.show(now, all)
	}
	due := n.state.Due()
	if again := time.Now().Add(retryKeep); n.unkept && (due.IsZero() || due.After(again)) {
		due = again
	}
	n.timer.Set(due)
}

// step tells the state something, and opens and closes rooms as it calls for.
func (n *Night) step(in Input) error {
	effects, err := n.state.Step(in, time.Now())
	n.changed = n.changed || effects.Changed
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

// left reports whether a handle is that of a player who has left, or was sent away.
func (n *Night) left(h *Handle) bool {
	if h.board {
		return false
	}
	p := n.state.Player(h.session.ID())
	return p == nil || p.Gone
}

// register notes in the lobby who the host is and who takes part.
func (n *Night) register() {
	over, host := n.state.Stage == lobby.EveningOver, n.state.Host()
	var present, absent []string
	for _, p := range n.state.Players() {
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

// keep writes the night down. What is shown does not wait for it: what counts is in the
// journals of the rooms, and all else can be said again.
func (n *Night) keep() {
	data, err := json.Marshal(n.state.Snapshot())
	if err == nil {
		err = n.config.Lobby.Keep(n.Code, data)
	}
	if err != nil && !n.unkept && !errors.Is(err, lobby.ErrClaimed) { // another process goes on with it
		n.config.Log.Error("a game night cannot be written", "evening", n.Code, "err", err)
	}
	n.unkept = err != nil
}

// forget ends the night for good.
func (n *Night) forget() {
	n.gone = true
	n.timer.Stop()
	n.handles.end(errOver, all)
	n.config.Lobby.Remove(n)
}

// Resume goes on with a night that was kept: what has become of a table is asked of its
// room.
func (n *Night) Resume(ctx context.Context) error {
	return n.ask(ctx, func() error {
		n.register()
		for _, t := range slices.Clone(n.state.Tables()) {
			if !n.config.Lobby.WakeRoom(t.Room) {
				_ = n.step(Closed{t.Room})
			}
		}
		return nil
	})
}
