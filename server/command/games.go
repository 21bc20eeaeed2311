package command

import (
	"strings"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// Games lists the available games.
type Games []prose.Game

// find returns a game by name.
func (g Games) find(name string) (prose.Game, error) {
	for _, game := range g {
		if strings.EqualFold(game.Name, name) {
			return game, nil
		}
	}
	return prose.Game{}, prose.Refuse("There is no game {typed} here. The games are {games}.", Quoted(name, 20), g.names())
}

// names returns the names of the games, as users type them.
func (g Games) names() prose.Arg {
	names := make([]string, len(g))
	for i, game := range g {
		names[i] = game.Name
	}
	return prose.List(prose.Literals(names))
}

// Night returns example settings of a game night: two games, if there are as many, and a bot.
func (g Games) Night() string {
	names := make([]string, 0, 2)
	for _, game := range g[:min(len(g), 2)] {
		names = append(names, game.Name)
	}
	return "games=" + strings.Join(names, ",") + " bots=1"
}

// Title returns a game's title.
func (g Games) Title(name string) prose.Arg {
	if game, err := g.find(name); err == nil {
		return prose.Literal(game.Title)
	}
	return prose.Literal(name)
}

// has reports whether text is the name of a game.
func (g Games) has(text string) bool {
	_, err := g.find(text)
	return err == nil
}

// engines returns the rules of the games.
func (g Games) engines() []engine.Game {
	games := make([]engine.Game, len(g))
	for i, game := range g {
		games[i] = game.Game
	}
	return games
}

// roomRows returns rooms as table rows.
func (g Games) roomRows(lines []lobby.RoomRow) [][]prose.Text {
	rows := [][]prose.Text{{prose.T("CODE"), prose.T("GAME"), prose.T("TITLE"), prose.T("SEATS"), prose.T("STATE"), prose.T("WHO")}}
	for _, line := range lines {
		code := typed(line.Code)
		seats := prose.T("{taken} of {seats}", prose.N(line.Seats-line.Open), prose.N(line.Seats))
		if line.Locked {
			code, seats = prose.T("private").In("room"), counted(line.Seats)
		}
		rows = append(rows, []prose.Text{
			code, prose.T("{game}", g.Title(line.Game)), lobby.TitleText(line.Title), seats, rowState(line),
			prose.T("{names}", prose.List(line.DisplayNames())),
		})
	}
	return rows
}

// tables returns the tables of a game night as rows.
func (g Games) tables(tables []lobby.GameNightTable) (rows [][]prose.Text) {
	for _, t := range tables {
		number, stage := prose.Text{}, prose.Text{}
		if t.Number > 0 {
			number, stage = counted(t.Number), t.StageText(time.Now())
		}
		rows = append(rows, []prose.Text{number, prose.T("{game}", g.Title(t.Game)), stage, t.SeatsText()})
	}
	return rows
}

// Call describes a notice. For an invitation, the sentence includes what to type.
func (g Games) Call(call lobby.Notice) prose.Text {
	title := call.Game
	if game, err := g.find(call.Game); err == nil {
		title = game.Title
	}
	if call.Kind != lobby.NoticeInvites {
		return call.Describe(title)
	}
	return prose.T("{name} invites you to {game}, in room {code}.", prose.Name(call.Name), prose.Literal(title), prose.Literal(call.Room))
}

// Presence returns where a person is, with what to type to watch them.
func (g Games) Presence(w lobby.Presence) []prose.Text {
	title := w.Room.Game
	if game, err := g.find(w.Room.Game); err == nil {
		title = game.Title
	}
	told := w.Describe(title)
	if w.Watchable() && w.Here {
		told[len(told)-1] = prose.T("To watch them, type {command} in the lobby.", prose.Literal(Watch+" "+w.Room.Code))
	}
	return told
}

// rowState returns the state of a listed room.
func rowState(line lobby.RoomRow) prose.Text {
	switch {
	case line.YourTurn:
		return prose.T("your turn")
	case line.Stage == lobby.Gathering:
		return prose.T("waiting for players")
	case line.Stage == engine.Over:
		return prose.T("finished").In("room")
	}
	return prose.T("playing").In("room")
}
