package command

import (
	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// Sight describes a room in sentences: its people and the match.
func (c Commands) Sight(u lobby.Update) []prose.Text {
	said := c.Who(u)
	game, err := c.Games.find(u.Plan.Game)
	if u.Match == nil || err != nil {
		return said
	}
	who := PeopleOf(u)
	said = append(said, game.Narrator.Table(prose.Scene{View: *u.Match, Names: who.Names, Watching: u.You == engine.Watcher})...)
	if waits := who.Waits(u.Match.ToMove); !waits.IsZero() {
		said = append(said, waits)
	}
	return said
}

// PeopleOf returns the people of a room as the reader sees them.
func PeopleOf(u lobby.Update) prose.People {
	who := prose.People{You: u.You}
	for _, seat := range u.Seats {
		who.Names = append(who.Names, seat.Name)
		who.Substitutes = append(who.Substitutes, seat.BotPlays)
	}
	return who
}

// Who describes a room's people in sentences.
func (c Commands) Who(u lobby.Update) []prose.Text {
	said := []prose.Text{prose.T("Room {code}, {title}: {game}, {state}.",
		prose.Literal(u.Code), prose.Sub(lobby.TitleText(u.Plan.Title)), c.Games.Title(u.Plan.Game), prose.Sub(roomState(u)))}
	for i, seat := range u.Seats {
		said = append(said, seatLine(engine.Seat(i), seat, engine.Seat(i) == u.You))
	}
	for _, one := range c.Lobby.Settings() {
		if !one.Sentence.IsZero() && one.ValueIn(u.Plan) != one.Default {
			said = append(said, one.Sentence)
		}
	}
	if !u.Paused.IsZero() {
		said = append(said, prose.T("The match is paused."))
	}
	if u.Moving {
		said = append(said, lobby.MovingText())
	}
	if !u.Draining.IsZero() {
		said = append(said, prose.T("The server will stop soon. You can finish this game, but no new one will start."))
	}
	if len(u.Watchers) > 0 {
		said = append(said, prose.T("Watching: {names}.", prose.List(prose.Names(u.Watchers))))
	}
	return said
}

// roomState returns the state of a room, such as "game 2 of 3".
func roomState(u lobby.Update) prose.Text {
	switch u.Stage {
	case lobby.Gathering:
		return prose.T("waiting for players")
	case engine.Over:
		return prose.T("finished").In("room")
	case engine.Interval:
		return prose.T("between games {n} and {next}", prose.N(u.Match.Round), prose.N(u.Match.Round+1))
	}
	return prose.T("game {n} of {games}", prose.N(u.Match.Round), prose.N(u.Match.Rounds))
}

// seatLine describes a seat, such as "Seat 2: bo, guest, away."
func seatLine(seat engine.Seat, line lobby.SeatInfo, you bool) prose.Text {
	number := prose.Literal(seat.String())
	if line.Kind == lobby.SeatEmpty {
		return prose.T("Seat {n}: free.", number)
	}
	told := []prose.Text{prose.T("{name}", prose.Name(line.Name))}
	for _, one := range []struct {
		is   bool
		text prose.Text
	}{
		{you, prose.T("you")},
		{line.Kind == lobby.SeatBot && line.Level <= engine.FirstBot, prose.T("bot")},
		{line.Kind == lobby.SeatBot && line.Level > engine.FirstBot, prose.T("bot of level {n}", prose.N(int(line.Level)))},
		{line.Guest, prose.T("guest")},
		{line.Program, prose.T("program")},
		{line.Host, prose.T("host")},
		{line.Ready, prose.T("ready")},
		{line.Left && !line.Claimed, prose.T("has left")},
		{line.Claimed, prose.T("was away for too long")},
		{!line.Away.IsZero(), prose.T("away")},
		{line.BotPlays, prose.T("bot for {name}", prose.Name(line.Name))},
		{line.Pausing, prose.T("asks for a pause")},
		{line.Eyes, prose.T("shares their hand with spectators")},
	} {
		if one.is {
			told = append(told, one.text)
		}
	}
	return prose.T("Seat {n}: {who}.", number, prose.List(told))
}
