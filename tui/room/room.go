// Package room is the screens of a room: people who gather, the board while a match is
// played, the end of a game, and what can be done about the others there.
package room

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// Config is what the screens need beyond their context.
type Config struct {
	Mutes      *widget.MuteList
	Rooms      []lobby.Setting                    // what hosts may choose about a room
	Invitation func(code string) lobby.Invitation // how others come to the room
	Program    Program
}

// Program is what a room needs of the program that shows it, beyond its Shell.
type Program interface {
	OpenPeople() tea.Cmd
	OpenRename()
	OpenHelp()
	// ChangeRoom opens the form that changes a room.
	ChangeRoom(handle lobby.Handle, plan lobby.Plan)
	// AtGameNight reports whether a game night is shown below the room.
	AtGameNight() bool
	JoinGameNight(code string) tea.Cmd
	// StopSearch ends the search for an opponent, if there is one.
	StopSearch()
	// TypeAhead types what was typed before the room was shown. If keep is false, that is
	// left out, and the player is told so.
	TypeAhead(keep bool) tea.Cmd
	// Eject closes a room that has ended, and tells why for long enough to be read.
	Eject(s screen.Screen, err error)
	// ReadReplay reads a match that has ended, to be gone through.
	ReadReplay(ctx context.Context, game, id string) (Replay, error)
	// OpenAnalysis opens the analysis of a match on a screen, and asks for it. If there is
	// none, the screen is nil.
	OpenAnalysis(below screen.Screen, game, id string) (screen.Screen, tea.Cmd)
}

// Replay is a screen that goes through a match. OpenOn shows it on another one.
type Replay interface {
	screen.Screen
	OpenOn(below screen.Screen)
}

// room holds the state of a room as its handle last reported it, and the operations that all its screens share.
type room struct {
	ctx    *screen.Context
	config *Config
	screen screen.Screen // that shows it
	handle lobby.Handle
	update lobby.Update
	shown  bool // an update has come
}

// Code returns the code of the room.
func (r *room) Code() string { return r.update.Code }

// OfGameNight reports whether the room is a table of a game night.
func (r *room) OfGameNight() bool { return r.ofNight() }

// Plays reports whether the player has a seat.
func (r *room) Plays() bool { return r.seated() }

// KeepsSeat reports whether the player's seat is kept when they close the program.
func (r *room) KeepsSeat() bool { return r.seated() && r.inPlay() }

// Moving returns what is told while the room moves to another server; zero if it does
// not.
func (r *room) Moving() prose.Text {
	if r.update.Moving {
		return lobby.MovingText()
	}
	return prose.Text{}
}

// Detach gives the handle back, and keeps the seat.
func (r *room) Detach() { r.handle.Close() }

func (r *room) seated() bool { return r.update.You != engine.Watcher }

func (r *room) inPlay() bool { return r.update.InPlay() }

func (r *room) paused() bool { return !r.update.Paused.IsZero() }

func (r *room) myTurn() bool {
	if r.update.Match == nil {
		return false
	}
	for _, seat := range r.update.Match.ToMove {
		if seat == r.update.You && r.seated() {
			return true
		}
	}
	return false
}

// ready reports whether the player waits for the others to be ready too.
func (r *room) ready() bool {
	return r.seated() && r.update.Seats[r.update.You].Ready
}

// taken counts the seats that are not free.
func (r *room) taken() (taken int) {
	for _, seat := range r.update.Seats {
		if seat.Kind != lobby.SeatEmpty {
			taken++
		}
	}
	return taken
}

// enough reports whether there are players for a match.
func (r *room) enough() bool {
	return r.shown && r.taken() >= r.kit().Game.MinSeats
}

// ofNight reports whether the room is a table of a game night.
func (r *room) ofNight() bool { return r.update.Plan.GameNight != "" }

// absences returns what is told about players who are away.
func (r *room) absences() absences { return absences{r} }

// clock returns the time that is left.
func (r *room) clock() clock { return clock{r} }

// kit returns the board of the game.
func (r *room) kit() *board.Game { return r.ctx.Kit(r.update.Plan.Game) }

// people returns the players for sentences about them.
func (r *room) people() prose.People { return prose.People{Names: r.scene().Names, You: r.update.You} }

// request asks the room for something, and tells the player if it refuses.
func (r *room) request(do lobby.RoomOp) tea.Cmd {
	handle := r.handle
	return r.ctx.Shell.Ask(func(ctx context.Context) error { return lobby.Perform(ctx, handle, do) })
}

func (r *room) scene() board.Scene {
	scene := board.Scene{View: *r.update.Match, Aided: !r.update.Plan.Unaided, Watching: !r.seated()}
	for _, seat := range r.update.Seats {
		scene.Names = append(scene.Names, seat.Name)
		scene.Away = append(scene.Away, !seat.Away.IsZero() || seat.Left)
		scene.Bots = append(scene.Bots, seat.Kind == lobby.SeatBot)
		scene.Substitutes = append(scene.Substitutes, seat.BotPlays)
		if r.update.Logged > 0 {
			scene.BotEvents, scene.Logged = append(scene.BotEvents, seat.BotEvents), r.update.Logged
		}
	}
	return scene
}

// play plays an action; none does nothing.
func (r *room) play(action engine.Action) tea.Cmd {
	if action == "" {
		return nil
	}
	return r.request(lobby.Play{Action: action})
}

// toLobby goes to the lobby, where the seat waits.
func (r *room) toLobby() tea.Cmd {
	r.handle.Close()
	r.ctx.Shell.Close(r.screen)
	return nil
}

// leave gives the seat up; the lobby is shown at once, also if the room refuses.
func (r *room) leave() tea.Cmd {
	handle := r.handle
	r.ctx.Shell.Close(r.screen)
	return r.ctx.Shell.Ask(func(ctx context.Context) error {
		err := lobby.Perform(ctx, handle, lobby.Leave{})
		if err != nil {
			handle.Close() // the seat is kept
		}
		return err
	})
}

// changeRoom opens the form that changes the room.
func (r *room) changeRoom() { r.config.Program.ChangeRoom(r.handle, r.update.Plan) }

// botText returns "bot", and how well it plays where that is not as usual.
func (r *room) botText(level engine.Level) prose.Text {
	levels := r.kit().Game.Levels
	if level <= engine.FirstBot || int(level) > len(levels) {
		return prose.T("bot")
	}
	return prose.T("bot, {level}", prose.Sub(prose.Label(levels[level-1])))
}

// result returns who has won.
func (r *room) result() prose.Text {
	match := r.update.Match
	people := r.people()
	if r.update.Stage == engine.Over {
		return people.WonMatch(match.Winners)
	}
	return people.Won(match.Winners, match.Round)
}

// onRoom is embedded by the screens that stand on a room, and change with it.
type onRoom struct {
	screen.Base
	*room
}

// Revision implements screen.Screen.
func (o *onRoom) Revision() uint64 { return o.screen.Revision() }
