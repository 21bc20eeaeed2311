// Package room provides the screens of a room: the waiting room, the board during a match, the end
// of a game, and the lists of people and actions.
package room

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// Config configures the screens.
type Config struct {
	Mutes      *widget.MuteList
	Rooms      []lobby.Setting                    // settings that hosts can choose
	Invitation func(code string) lobby.Invitation // returns how others join the room
	Program    Program
}

// Program is the program as a room sees it, in addition to its Shell.
type Program interface {
	OpenPeople() tea.Cmd
	OpenRename()
	OpenHelp()
	// ChangeRoom opens the form that changes a room.
	ChangeRoom(handle lobby.Handle, plan lobby.Plan)
	// AtGameNight reports whether a game night is below the room on the stack.
	AtGameNight() bool
	JoinGameNight(code string) tea.Cmd
	// CallEnds returns until when the table of a game night in a room waits for absent players, or zero.
	CallEnds(code string) time.Time
	// StopSearch ends the search for an opponent, if there is one.
	StopSearch()
	// TypeAhead handles the keys that were pressed before the room was shown. If keep is false, it
	// discards them and tells the player.
	TypeAhead(keep bool) tea.Cmd
	// Eject closes a room that has ended, and shows the reason.
	Eject(s screen.Screen, err error)
	// ReadReplay returns the replay of a finished match.
	ReadReplay(ctx context.Context, game, id string) (Replay, error)
	// OpenAnalysis opens the analysis of a match above a screen, and returns the command that loads
	// it. The screen is nil if there is no analysis.
	OpenAnalysis(below screen.Screen, game, id string) (screen.Screen, tea.Cmd)
}

// Replay is a replay. OpenOn shows it above another screen.
type Replay interface {
	screen.Screen
	OpenOn(below screen.Screen)
}

// room holds the state of a room as its handle last reported it, and the operations that all its screens share.
type room struct {
	ctx    *screen.Context
	config *Config
	screen screen.Screen // the screen of the room
	handle lobby.Handle
	update lobby.Update
	shown  bool // an update has arrived
}

// Code returns the code of the room.
func (r *room) Code() string { return r.update.Code }

// OfGameNight reports whether the room is a table of a game night.
func (r *room) OfGameNight() bool { return r.ofNight() }

// Plays reports whether the player has a seat.
func (r *room) Plays() bool { return r.seated() }

// KeepsSeat reports whether the player's seat is kept when they close the program.
func (r *room) KeepsSeat() bool { return r.seated() && r.inPlay() }

// Moving returns the notice shown while the room moves to another server, or the zero Text.
func (r *room) Moving() prose.Text {
	if r.update.Moving {
		return lobby.MovingText()
	}
	return prose.Text{}
}

// Detach closes the handle. The seat is kept.
func (r *room) Detach() { r.handle.Close() }

func (r *room) seated() bool { return r.update.You != engine.Watcher }

// practises reports whether the player has a seat in a room with bots and no other person.
func (r *room) practises() bool {
	bots := 0
	for seat, info := range r.update.Seats {
		switch {
		case info.Kind == lobby.SeatBot:
			bots++
		case info.Kind == lobby.SeatPerson && engine.Seat(seat) != r.update.You:
			return false
		}
	}
	return r.seated() && bots > 0
}

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

// ready reports whether the player is ready and waits for the others.
func (r *room) ready() bool {
	return r.seated() && r.update.Seats[r.update.You].Ready
}

// taken returns the number of taken seats.
func (r *room) taken() (taken int) {
	for _, seat := range r.update.Seats {
		if seat.Kind != lobby.SeatEmpty {
			taken++
		}
	}
	return taken
}

// enough reports whether there are enough players for a match.
func (r *room) enough() bool {
	return r.shown && r.taken() >= r.kit().Game.MinSeats
}

// ofNight reports whether the room is a table of a game night.
func (r *room) ofNight() bool { return r.update.Plan.GameNight != "" }

// absences returns the texts about absent players.
func (r *room) absences() absences { return absences{r} }

// clock returns the clock of the room.
func (r *room) clock() clock { return clock{r} }

// kit returns the board of the game.
func (r *room) kit() *board.Game { return r.ctx.Kit(r.update.Plan.Game) }

// people returns the players, for sentences about them.
func (r *room) people() prose.People { return prose.People{Names: r.scene().Names, You: r.update.You} }

// request returns a command that performs an operation of the room and shows a refusal.
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

// play plays an action. An empty action does nothing.
func (r *room) play(action engine.Action) tea.Cmd {
	if action == "" {
		return nil
	}
	return r.request(lobby.Play{Action: action})
}

// toLobby shows the lobby. The seat is kept.
func (r *room) toLobby() tea.Cmd {
	r.handle.Close()
	r.ctx.Shell.Close(r.screen)
	return nil
}

// leave gives up the seat. The lobby is shown immediately, even if the room refuses.
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

// botText returns "bot", with the level if that is not the default.
func (r *room) botText(level engine.Level) prose.Text {
	levels := r.kit().Game.Levels
	if level <= engine.FirstBot || int(level) > len(levels) {
		return prose.T("bot")
	}
	return prose.T("bot, {level}", prose.Sub(prose.Label(levels[level-1])))
}

// result describes who has won.
func (r *room) result() prose.Text {
	match := r.update.Match
	people := r.people()
	if r.update.Stage == engine.Over {
		return people.WonMatch(match.Winners)
	}
	return people.Won(match.Winners, match.Round)
}

// onRoom is embedded by the screens above a room, and changes with it.
type onRoom struct {
	screen.Base
	*room
}

// Revision implements screen.Screen.
func (o *onRoom) Revision() uint64 { return o.screen.Revision() }
