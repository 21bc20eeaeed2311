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
		{names: []string{command.Play}, when: func(rest string) bool { return len(strings.Fields(rest)) < 2 }, goes: h.quick, help: prose.T("{play} GAME: play right away, such as {example}. You get a seat where a player is waiting, or a new room with this pace: {pace}.",
			prose.Literal("play"), prose.Literal("play "+h.commands.Games[0].Name), prose.Sub(lobby.TimeControlOf(lobby.QuickPlan("")).Brief()))},
		{names: []string{command.New}, help: prose.T("{new} GAME: create a room. You can add options, such as {example}. {help} GAME lists them.",
			prose.Literal("new"), prose.Literal("new "+h.commands.Games[0].Name+" seats=2 bots=1"), prose.Literal("help"))},
		{names: []string{command.Join, command.Watch}, help: prose.T("{join} CODE: take a seat in a room. {watch} CODE: watch it. {watch} alone: watch the most interesting game.",
			prose.Literal("join"), prose.Literal("watch"))},
		{names: []string{command.QR}, help: prose.T("Type {invite} for the line that brings others here, or {qr} and a code for a room's QR code.", prose.Literal("invite"), prose.Literal("qr"))},
		{names: []string{command.GameNight}, help: prose.T("{night} opens a game night, where tables fill automatically. Others join it like a room: {join} CODE. {help} explains all of it.",
			prose.Literal("night new"), prose.Literal("join"), prose.Literal(command.Help+" "+command.GameNight))},
		{names: []string{command.Rooms}, help: prose.T("{rooms}: all rooms and people. {rooms} WORD: search titles, names and codes.", prose.Literal("rooms"))},
		{names: []string{command.Turns}, help: prose.T("{turns}: matches where it is your turn.", prose.Literal("turns"))},
		{names: []string{command.Webhook}, help: prose.T("{webhook} URL: get notified when it is your turn in a correspondence match, if this server allows it.", prose.Literal("webhook"))},
		{names: []string{command.Me, command.Name, command.Rules}, help: prose.T("{me}: who you are. {name} NAME: change your name. {rules} GAME: the rules of a game.",
			prose.Literal("me"), prose.Literal("name"), prose.Literal("rules"))},
		{names: []string{tutorial}, help: prose.T("{tutorial} GAME: learn a game in five minutes, with an example match.", prose.Literal(tutorial))},
		{of: lobby.SayInLobby{}},
		{names: []string{command.People, command.Friend, command.Invite}, help: prose.T("{people}: your friends and everyone who is here. {friend} NAME: add a friend. {invite} NAME GAME: challenge a player.",
			prose.Literal("people"), prose.Literal("friend"), prose.Literal("invite"))},
		{names: []string{command.Report}, help: prose.T("{report} NAME TEXT: report a player to the operator of this server.", prose.Literal("report"))},
	}
	if h.commands.History != nil {
		verbs = append(verbs, verb{names: []string{command.History, command.Replay}, help: prose.T("{history}: your finished matches. {replay} ID: replay one as text.", prose.Literal("history"), prose.Literal("replay"))})
	}
	if h.person.Session.KeepsRatings() {
		verbs = append(verbs,
			verb{names: []string{rated}, help: prose.T("{rated} GAME: find an opponent near your rating for a rated match, with {time} per move. {off}: stop looking.",
				prose.Literal(rated), prose.Duration(lobby.MatchmakingPlan("").Clock), prose.Literal(rated+" "+ratedOff))},
			verb{names: []string{command.Top, command.Who, command.Stats}, help: prose.T("{top}: leaderboard. {who} NAME: profile. {stats} NAME: statistics.",
				prose.Literal("top"), prose.Literal("who"), prose.Literal("stats"))})
	}
	if h.language {
		verbs = append(verbs, verb{names: []string{language}, help: prose.T("{language}: the languages you can choose from.", prose.Literal("language"))})
	}
	verbs = withOperations(verbs, lobby.OperationsOf(lobby.OfSession, h.commands.Operations...), h.console.command)
	return append(verbs, verb{names: []string{"quit"}, help: prose.T("{quit}: disconnect.", prose.Literal("quit"))})
}

// command answers a command, and goes to the room or game night that the command names.
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
			prose.T("To learn a game in five minutes, type {tutorial} GAME.", prose.Literal(tutorial)),
			prose.T("To play with others, type {new} GAME, and send them the line you get.", prose.Literal(command.New)),
		)
	}
	h.say(prose.T("To play right away, type {play} and one of these games: {games}. For everything else, type {help}.",
		prose.Literal(command.Play), h.games(), prose.Literal(command.Help)),
		prose.T("Quick play: {pace}.", prose.Sub(lobby.TimeControlOf(lobby.QuickPlan("")).Brief())))
}

// showChat shows new chat of the lobby if the player is there.
func (h *home) showChat(chat []lobby.ChatMessage, here bool) {
	for _, line := range chat {
		if line.ID > h.chat && here {
			h.say(prose.T("{name} says to the lobby: {text}", prose.Name(line.Name), prose.Literal(line.Text)))
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

// followAgain is like follow, but skips the chat messages sent in the meantime.
func (h *home) followAgain(ctx context.Context) {
	if page, err := ask(ctx, h.console, lobby.Peek{Window: chatWindow()}); err == nil && len(page.Chat) > 0 {
		h.chat = max(h.chat, page.Chat[len(page.Chat)-1].ID)
	}
	h.follow(ctx)
}
