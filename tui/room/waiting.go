package room

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/keymap"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// waiting is a room in which people gather: its keys and its prompt.
type waiting struct {
	*room
	chat  *chat
	menu  func(help prose.Text) screen.Binding
	seats widget.List
	above int // number of lines above the part with the seats
}

// waitingState is what the keys of a waiting room depend on.
type waitingState struct {
	host, seated, ready bool
	night               bool // the room is a table of a game night
	full, enough, bots  bool // no seat is free; there are players for a match; some are bots
	unread              int
	levels              int // of the game's bots
}

// waitingBindings returns the keys while people gather.
func (w *waiting) waitingBindings() screen.Bindings {
	return slices.Values(w.bindWaiting(w.gathered()))
}

func (w *waiting) gathered() waitingState {
	game := w.kit().Game
	bots := slices.ContainsFunc(w.update.Seats, func(s lobby.SeatInfo) bool { return s.Kind == lobby.SeatBot })
	return waitingState{
		host: w.update.Host, seated: w.seated(), ready: w.ready(), night: w.ofNight(),
		full: w.taken() == len(w.update.Seats), enough: w.enough(), bots: bots, unread: w.chat.Unread(), levels: len(game.Levels),
	}
}

// bindWaiting returns the keys while people gather. The room refuses with a sentence what only the
// host may do.
func (w *waiting) bindWaiting(now waitingState) []screen.Binding {
	room := func(do func() lobby.RoomOp) func(string) tea.Cmd {
		return func(string) tea.Cmd { return w.request(do()) }
	}
	hosts := func(can bool, hint prose.Text) prose.Text { return screen.Either(now.host && can, hint, prose.Text{}) }
	ready := screen.Either(now.seated && !now.host && !now.night, screen.Either(now.ready, prose.T("not ready yet"), prose.T("ready")), prose.Text{})
	return []screen.Binding{
		{Key: keymap.If(!now.night, keymap.Named("enter")), Hint: hosts(now.enough, prose.T("begin")), Help: prose.T("begin the match (host)"), Why: prose.T("The match begins once all players are here."), Do: room(func() lobby.RoomOp { return lobby.Start{} })},
		{Key: keymap.Named("r"), Hint: ready, Help: prose.T("toggle ready; the match starts when all players are ready"), Do: room(func() lobby.RoomOp { return lobby.SetReady{Ready: !w.ready()} })},
		{Key: keymap.Named("b"), Hint: hosts(!now.full, prose.T("add a bot")), Help: prose.T("add a bot (host)"), Do: w.addsBot(engine.FirstBot)},
		{Key: keymap.Named("B"), Help: prose.T("add the strongest bot (host)"), Do: w.addsBot(engine.Level(now.levels))},
		{Key: screen.NumberKeys(now.levels), Help: prose.T("add a bot of this level, 1 being the weakest (host)"), Do: func(name string) tea.Cmd {
			return w.addsBot(engine.Level(name[0] - '0'))(name)
		}},
		w.seats.StepBinding(func() int { return len(w.update.Seats) }, prose.Text{}, prose.T("choose a seat")),
		{Key: keymap.Of("x", "x", "delete", "backspace"), Hint: hosts(now.bots, prose.T("remove a bot")), Help: prose.T("remove the bot from the chosen seat (host)"), Do: screen.Command(w.removeBot)},
		{Key: keymap.Of("[ ]", "[", "]"), Help: prose.T("move the chosen seat up or down (host)"), Do: func(name string) tea.Cmd {
			return w.swap(map[string]int{"[": -1, "]": 1}[name])
		}},
		{
			Key: keymap.If(now.host, keymap.Named("o")), Hint: prose.T("change"), Help: prose.T("change the room: seats, options, clock (host)"),
			Why: prose.T("Only the host can change the room."), Do: screen.Call(w.changeRoom),
		},
		{Key: keymap.Named("i"), Hint: screen.Either(now.night, prose.Text{}, prose.T("invite")), Help: prose.T("invite a player who is here"), Do: screen.Command(w.config.Program.OpenPeople)},
		w.chat.chatBinding(now.unread),
		{Key: keymap.Named("w"), Hint: prose.T("people"), Help: prose.T("people: mute; the host can kick or hand over"), Do: screen.Call(func() { w.ctx.Shell.Open(&participants{onRoom: onRoom{room: w.room}}) })},
		w.menu(prose.T("menu: leave the room, lobby, people")),
	}
}

// addsBot requests a bot of a level and says how it plays.
func (w *waiting) addsBot(level engine.Level) func(string) tea.Cmd {
	return func(string) tea.Cmd {
		game := w.kit().Game
		if at := int(level) - 1; w.update.Host && at >= 0 && at < len(game.LevelHelp) {
			w.ctx.Shell.Tell(prose.T("Level {n} of {levels}, {level}:", prose.N(int(level)), prose.N(len(game.Levels)), prose.Sub(prose.Label(game.Levels[at]))),
				prose.Label(game.LevelHelp[at]))
		}
		return w.request(lobby.AddBot{Level: level})
	}
}

// levelsHelp returns the part of the help that describes the bots.
func (w *waiting) levelsHelp() prose.Document {
	game := w.kit().Game
	if len(game.LevelHelp) == 0 {
		return nil
	}
	said := prose.Document{prose.H("Bots"), prose.P("The host adds a bot with b, the strongest one with B, or one of a given level with its number. No player can have the name of a bot, and bots are marked wherever they appear.")}
	for i, about := range game.LevelHelp {
		said = append(said, prose.I("{n} {level}: {text}", prose.N(i+1), prose.Sub(prose.Label(game.Levels[i])), prose.Sub(prose.Label(about))))
	}
	return said
}

// removeBot removes the bot from the chosen seat.
func (w *waiting) removeBot() tea.Cmd {
	if at := w.seats.Cursor; at < len(w.update.Seats) && w.update.Seats[at].Kind == lobby.SeatPerson {
		w.ctx.Shell.Tell(prose.T("Press w for the list of people, where the host can kick a player."))
		return nil
	}
	return w.request(lobby.RemoveBot{Seat: engine.Seat(w.seats.Cursor)})
}

// swap moves the chosen seat up or down.
func (w *waiting) swap(step int) tea.Cmd {
	one, other := w.seats.Cursor, w.seats.Cursor+step
	if w.update.Host {
		if other < 0 || other >= len(w.update.Seats) {
			w.ctx.Shell.Tell(prose.T("There is no seat to swap with."))
			return nil
		}
		w.seats.Cursor = other
	}
	return w.request(lobby.Swap{One: engine.Seat(one), Other: engine.Seat(other)})
}

// chooseSeat chooses the seat on a line of the body.
func (w *waiting) chooseSeat(y int) tea.Cmd {
	return w.seats.Pick(w.ctx, y-w.above, "")
}

func (w *waiting) todo() string {
	u := w.update
	switch {
	case w.ofNight():
		return w.missing()
	case !w.seated():
		return w.ctx.Say(prose.T("Waiting for the match to begin."))
	case !u.Host && w.ready():
		return w.ctx.Say(prose.T("You are ready. The match begins when all players are ready, or when the host starts it."))
	case !u.Host:
		return w.ctx.Say(prose.T("Press r when you are ready."))
	case !w.enough():
		return w.ctx.Say(prose.T("Waiting for another player. Press b to add a bot."))
	}
	return w.ctx.SayAll(w.beginAsk())
}

// beginAsk says whether the host can begin the match, and who is not ready.
func (w *waiting) beginAsk() (ask []prose.Text) {
	var unready []string
	for i, seat := range w.update.Seats {
		if seat.Kind == lobby.SeatPerson && !seat.Ready && engine.Seat(i) != w.update.You {
			unready = append(unready, seat.Name)
		}
	}
	free := w.taken() < len(w.update.Seats)
	switch {
	case len(unready) > 0:
		ask = append(ask, prose.T("Not ready yet: {names}. You can begin anyway.", prose.And(prose.Names(unready))))
	case !free:
		return append(ask, prose.T("All seats are taken. Begin when you like."))
	default:
		ask = append(ask, prose.T("You can begin."))
	}
	if free {
		ask = append(ask, prose.T("Empty seats are removed."))
	}
	return ask
}

// missing returns a sentence about the players that a game night's table is still waiting for.
func (w *waiting) missing() string {
	var missing []string
	for _, seat := range w.update.Seats {
		if seat.Kind == lobby.SeatPerson && !seat.Away.IsZero() {
			missing = append(missing, seat.Name)
		}
	}
	if len(missing) == 0 {
		return w.ctx.Say(prose.T("The match begins."))
	}
	said := []prose.Text{prose.T("The match begins once all players are here. Still missing: {names}.", prose.List(prose.Names(missing)))}
	if left := time.Until(w.config.Program.CallEnds(w.update.Code)); left > 0 {
		said = append(said, prose.T("The table waits for {clock}.", prose.Literal(prose.Clock(left))))
	}
	return w.ctx.SayAll(said)
}
