package lines

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"parlor/lobby"
	"parlor/prose"
	"parlor/server/command"
)

// home is the lobby in text mode.
type home struct {
	*console
	rated    *matchmaking
	language bool   // there is a choice of languages
	chat     uint64 // newest chat message shown
}

// table returns the verbs of the lobby. All other input is parsed as a command.
func (h *home) table() table {
	return table{verbs: h.verbs(), other: h.command}
}

func (h *home) verbs() []verb {
	verbs := []verb{
		{names: []string{""}, do: h.show},
		{names: []string{command.Help}, when: alone, do: tells(func() { h.say(h.table().help()...) })},
		{names: []string{command.Play}, when: func(rest string) bool { return len(strings.Fields(rest)) < 2 }, goes: h.quick, help: prose.T("Type {play} and a game to play at once, such as {example}. You get a seat where somebody is waiting, or a new room with this pace: {pace}.",
			prose.Literal("play"), prose.Literal("play "+h.commands.Games[0].Name), prose.Sub(lobby.TimeControlOf(lobby.QuickPlan("")).Brief()))},
		{names: []string{command.New}, help: prose.T("Type {new} and a game to make your own room. You can add options, such as {example}. Type {help} and a game to list them.",
			prose.Literal("new"), prose.Literal("new "+h.commands.Games[0].Name+" seats=2 bots=1"), prose.Literal("help"))},
		{names: []string{command.Join, command.Watch}, help: prose.T("Type {join} and a code to take a seat in a room, or {watch} and a code to watch it. Without a code, {watch} goes to the table that is worth most to watch.",
			prose.Literal("join"), prose.Literal("watch"))},
		{names: []string{command.QR}, help: prose.T("Type {invite} for the line that brings others here, or {qr} and a code for a room's QR code.", prose.Literal("invite"), prose.Literal("qr"))},
		{names: []string{command.GameNight}, help: prose.T("Type {evening} to open a game night with tables that fill by themselves. You come to one as to a room, by {join} and its code.",
			prose.Literal("evening new"), prose.Literal("join"))},
		{names: []string{command.Rooms}, help: prose.T("Type {rooms} for all rooms and people. Add a word to search in titles, names and codes.", prose.Literal("rooms"))},
		{names: []string{command.Turns}, help: prose.T("Type {turns} for the matches that wait for you.", prose.Literal("turns"))},
		{names: []string{command.Webhook}, help: prose.T("Type {webhook} and an address on the web to hear there when it is your turn in a match that has days for a move, where the operator allows it.", prose.Literal("webhook"))},
		{names: []string{command.Me, command.Name, command.Rules}, help: prose.T("Type {me} for who you are, {name} and a new name to change yours, or {rules} and a game for its rules.",
			prose.Literal("me"), prose.Literal("name"), prose.Literal("rules"))},
		{names: []string{tutorial}, help: prose.T("Type {tutorial} and a game to learn it in five minutes, at a prepared table.", prose.Literal(tutorial))},
		{of: lobby.SayInLobby{}},
		{names: []string{command.People, command.Friend, command.Invite}, help: prose.T("Type {people} for your friends and everybody who is here, {friend} and a name to add a friend, or {invite}, a name and a game to challenge somebody.",
			prose.Literal("people"), prose.Literal("friend"), prose.Literal("invite"))},
		{names: []string{command.Report}, help: prose.T("Type {report}, a name and a sentence to tell the operator of this server what somebody did.", prose.Literal("report"))},
	}
	if h.commands.History != nil {
		verbs = append(verbs, verb{names: []string{command.History, command.Replay}, help: prose.T("Type {history} for your finished matches, and {replay} and an ID for the story of one.", prose.Literal("history"), prose.Literal("replay"))})
	}
	if h.person.Session.KeepsRatings() {
		verbs = append(verbs,
			verb{names: []string{rated}, help: prose.T("Type {rated} and a game to find somebody whose rating is near yours for a rated match, with {time} for each decision. Type {off} to stop looking.",
				prose.Literal(rated), prose.Duration(lobby.MatchmakingPlan("").Clock), prose.Literal(rated+" "+ratedOff))},
			verb{names: []string{command.Top, command.Who, command.Stats}, help: prose.T("Type {top} for the best players, {who} and a name for somebody's ratings, or {stats} and a name for how well they do by game and option.",
				prose.Literal("top"), prose.Literal("who"), prose.Literal("stats"))})
	}
	if h.language {
		verbs = append(verbs, verb{names: []string{language}, help: prose.T("Type {language} for the languages that you can read this in.", prose.Literal("language"))})
	}
	verbs = withOperations(verbs, lobby.OperationsOf(lobby.OfSession, h.commands.Operations...), h.console.command)
	return append(verbs, verb{names: []string{"quit"}, help: prose.T("Type {quit} to leave.", prose.Literal("quit"))})
}

// command answers a command, and goes to the room or game night that it names.
func (h *home) command(ctx context.Context, in input) move {
	asked, err := command.Parse(strings.Fields(in.line), h.commands.Operations...)
	switch verb := asked.Verb; {
	case err != nil:
		h.refuse(err)
	case asked.OpensGameNight():
		return enterNight(command.OpenGameNight(ctx, h.person, asked))
	case asked.Rated:
		h.rated.change(ctx, strings.Join(asked.Arguments, " "))
	case verb == command.Quick || verb == command.New || verb == command.Join || verb == command.Watch || verb == command.Play:
		handle, err := h.commands.Sit(ctx, h.person, asked)
		if errors.Is(err, lobby.ErrGameNight) {
			return enterNight(ask(ctx, h.console, lobby.JoinGameNight{Code: asked.Arguments[0]}))
		}
		return enterRoom(handle, err)
	default:
		h.run(ctx, asked)
	}
	return move{}
}

// quick joins a room with a waiting player or creates one.
func (h *home) quick(ctx context.Context, in input) move {
	name := in.rest
	for _, game := range h.commands.Games {
		if strings.EqualFold(game.Name, name) {
			name = game.Name
		}
	}
	return enterRoom(ask(ctx, h.console, lobby.QuickPlay{Plan: lobby.QuickPlan(name)}))
}

// show shows the rooms and what can be done.
func (h *home) show(ctx context.Context, _ input) {
	page, err := ask(ctx, h.console, lobby.Peek{Window: lobby.Window{Rows: lobby.Everything, People: 1}})
	if err != nil {
		h.refuse(err)
		return
	}
	for _, line := range page.Yours {
		h.say(prose.T("You have a seat in room {code}, {title}.", prose.Literal(line.Code), prose.Sub(lobby.TitleText(line.Title))))
	}
	public := 0
	for _, line := range page.Rooms {
		if !line.Locked {
			public++
			h.say(prose.C("Room {code}: {title}, {game}, {taken} of {seats} seat taken.", "Room {code}: {title}, {game}, {taken} of {seats} seats taken.",
				prose.Literal(line.Code), prose.Sub(lobby.TitleText(line.Title)), h.commands.Games.Title(line.Game),
				prose.Literal(strconv.Itoa(line.Seats-line.Open)), prose.N(line.Seats)))
		}
	}
	if public == 0 {
		h.say(prose.T("There are no open rooms."))
	}
	if public == 0 && len(page.Yours) == 0 && page.PeopleTotal <= 1 {
		h.say(
			prose.T("Nobody else is here now. To play a bot, type {new}, and then {start}.", prose.Literal(command.New+" "+h.commands.Games[0].Name+" bots=1"), prose.Literal("start")),
			prose.T("To learn a game in five minutes, type {tutorial} and the game.", prose.Literal(tutorial)),
			prose.T("To play with others, type {new} and a game, and send them the line that you are told.", prose.Literal(command.New)),
		)
	}
	h.say(prose.T("To play at once, type {play} and one of these games: {games}. For everything else, type {help}.",
		prose.Literal(command.Play), h.games(), prose.Literal(command.Help)),
		prose.T("Quick play: {pace}.", prose.Sub(lobby.TimeControlOf(lobby.QuickPlan("")).Brief())))
}

// showChat shows new chat of the lobby if the player is there.
func (h *home) showChat(chat []lobby.ChatMessage, here bool) {
	for _, line := range chat {
		if line.ID > h.chat && here {
			h.say(prose.T("{name} says to the hall: {text}", prose.Name(line.Name), prose.Literal(line.Text)))
		}
		h.chat = max(h.chat, line.ID)
	}
}

// chatWindow returns the part of the lobby that text mode shows unasked.
func chatWindow() lobby.Window { return lobby.Window{Talk: true} }

// follow starts to show the lobby's chat.
func (h *home) follow(ctx context.Context) {
	lobby.Send(ctx, h.person.Session, lobby.Show{Window: chatWindow()})
}

// followAgain is follow without the chat of the meantime.
func (h *home) followAgain(ctx context.Context) {
	if page, err := ask(ctx, h.console, lobby.Peek{Window: chatWindow()}); err == nil && len(page.Chat) > 0 {
		h.chat = max(h.chat, page.Chat[len(page.Chat)-1].ID)
	}
	h.follow(ctx)
}
