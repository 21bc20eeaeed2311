package command

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"strings"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/document"
	"parlor/prose"
	"parlor/server/protocol"
)

// seating answers commands that take a person to a room.
type seating struct {
	lobby lobby.Lobby
	games Games
	line  func(user string) string
}

func (c Commands) seating() seating { return seating{c.Lobby, c.Games, c.Line} }

// Sit takes the person to the room that new, join, watch, quick or play ask for.
func (c Commands) Sit(ctx context.Context, person Person, asked Command) (lobby.Handle, error) {
	return c.seating().sit(ctx, person, asked)
}

// seat takes a seat, unless the person already has one in the room, and explains how to continue.
func (s seating) seat(ctx context.Context, person Person, asked Command) (any, document.Document, error) {
	var answer document.Document
	if asked.Rated {
		return nil, answer, prose.Refuse("Finding an opponent for a rated match takes time. Connect with {option}, or add {lines}.", prose.Literal("ssh -t"), prose.Literal("--lines"))
	}
	update, err := s.sitDown(ctx, person, asked)
	if err != nil {
		return nil, answer, err
	}
	room := protocol.RoomOf(s.lobby.Settings(), update)
	data := protocol.SeatDocument{
		You: person.Session.Name(), Seat: update.You, Stage: update.Stage, Room: room,
		Chairs: protocol.ViewOf(s.lobby.Settings(), update).Chairs, JoinLine: s.line(room.Code), ReturnAs: person.ReturnAs,
	}
	as := room.Code
	if _, token, isGuest := strings.Cut(person.ReturnAs, "+"); isGuest {
		as += "+" + token
	}
	answer.Line(prose.T("You have seat {seat} in room {code}: {game}, {title}.",
		prose.Literal(update.You.String()), prose.Literal(room.Code), s.games.Title(room.Game), prose.Sub(lobby.TitleText(room.Title))))
	answer.Line()
	if mine := s.line(as); mine == data.JoinLine {
		answer.List([][]prose.Text{{prose.T("To join, you and others:"), typed(mine)}})
	} else {
		answer.List([][]prose.Text{{prose.T("To play there:"), typed(mine)}, {prose.T("To invite others:"), typed(data.JoinLine)}})
	}
	if update.Stage == lobby.Gathering || update.Stage == engine.Over {
		kept := s.lobby.Limits().Grace
		data.KeptSeconds = kept.Seconds()
		answer.Line()
		answer.Line(prose.T("Your seat is kept for {time}.", prose.Duration(kept)))
	}
	return data, answer, nil
}

// sitDown takes a seat and returns the view from it. An open screen of the same person is not affected.
func (s seating) sitDown(ctx context.Context, person Person, asked Command) (lobby.Update, error) {
	if asked.Verb == Join {
		if seen, err := lookInto(ctx, person, asked.Arguments[0]); err != nil || seen.You != engine.Watcher {
			return seen, err
		}
	}
	handle, err := s.sit(ctx, person, asked)
	if err != nil {
		return lobby.Update{}, err
	}
	defer handle.Close()
	update, open := <-handle.Updates()
	if !open {
		return update, cmp.Or(handle.Ended(), prose.Refuse("The room has closed."))
	}
	return update, nil
}

// sit performs new, join, watch, quick and play and returns the handle.
func (s seating) sit(ctx context.Context, person Person, asked Command) (lobby.Handle, error) {
	first := ""
	if len(asked.Arguments) > 0 {
		first = asked.Arguments[0]
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	switch {
	case asked.Verb == Watch || asked.OnlyWatch:
		code, err := toWatch(ctx, person, first)
		if err != nil {
			return nil, err
		}
		return lobby.Ask(ctx, person.Session, lobby.Watch{Code: code})
	case asked.Verb == Quick:
		return s.quick(ctx, person, first)
	case asked.Verb == New || asked.Verb == Play && s.games.has(first):
		return s.open(ctx, person, asked)
	case len(asked.Arguments) > 1:
		_, err := s.games.find(first)
		return nil, err
	case first == "":
		return nil, prose.Refuse("Name a room or a game: {usage}.", prose.Literal(usePlay))
	}
	return lobby.Ask(ctx, person.Session, lobby.Join{Code: first})
}

// toWatch returns the code of the room to watch; for "" it chooses the most interesting one.
func toWatch(ctx context.Context, person Person, code string) (string, error) {
	if code != "" {
		return code, nil
	}
	return lobby.RoomToWatch(ctx, person.Session)
}

// quick joins a room in which a player is waiting, or creates a room if there is none. If name is
// empty, any game will do.
func (s seating) quick(ctx context.Context, person Person, name string) (lobby.Handle, error) {
	if name != "" {
		game, err := s.games.find(name)
		if err != nil {
			return nil, err
		}
		name = game.Name
	}
	return lobby.Ask(ctx, person.Session, lobby.QuickPlay{Plan: lobby.QuickPlan(name)})
}

// ofProgram reports whether the command is from an API client.
func (c Command) ofProgram() bool { return c.JSON || c.Verb == Play && !c.Lines }

// open creates a room and adds the requested bots.
func (s seating) open(ctx context.Context, person Person, asked Command) (lobby.Handle, error) {
	plan, bots, level, err := s.plan(asked.Arguments, asked.ofProgram())
	if err != nil {
		return nil, err
	}
	handle, err := lobby.Ask(ctx, person.Session, lobby.Create{Plan: plan})
	if err != nil {
		return nil, err
	}
	for range bots {
		if err := lobby.Perform(ctx, handle, lobby.AddBot{Level: level}); err != nil {
			return nil, errors.Join(err, lobby.Perform(ctx, handle, lobby.Leave{}))
		}
	}
	return handle, nil
}

// plan parses "GAME rounds=1 seats=3 bots=1 clock=60s public=no title=…" into a plan, a number of bots and their
// level. API clients get the documented defaults, which never change. If a person has not chosen a clock and others
// can join, the room has the usual one.
func (s seating) plan(arguments []string, program bool) (plan lobby.Plan, bots int, level engine.Level, err error) {
	game, err := s.games.find(arguments[0])
	if err != nil {
		return plan, 0, 0, err
	}
	plan = lobby.NewPlan(s.lobby.Settings(), game.Game)
	plan.Seats = 0 // not chosen: bots need seats, too
	bots, level, err = Set(s.lobby.Settings(), &plan, arguments[1:])
	if err != nil {
		return plan, 0, 0, err
	}
	if bots < 0 || bots >= game.MaxSeats {
		return plan, 0, 0, prose.Refuse("{option} must be {least} to {most}; one seat is yours.", prose.Literal("bots"), prose.N(0), prose.N(game.MaxSeats-1))
	}
	if plan.Seats == 0 && bots > 0 {
		plan.Seats = max(game.MinSeats, bots+1)
	}
	if plan.Seats > 0 && bots >= plan.Seats {
		return plan, 0, 0, prose.Refuse("{bots} do not fit into {seats}: one seat is yours.",
			prose.Literal("bots="+strconv.Itoa(bots)), prose.Literal("seats="+strconv.Itoa(plan.Seats)))
	}
	alone := plan.Seats == bots+1
	if !program && !alone && !choosesPace(s.lobby.Settings(), arguments[1:]) {
		lobby.SetDefaultTimeControl(&plan)
	}
	return plan, bots, level, nil
}
