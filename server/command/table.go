package command

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"parlor/lobby"
	"parlor/lobby/document"
	"parlor/prose"
)

// Run answers a command in text for people, or as one JSON document. The
// commands that need a place at a table take it and go again: the seat is kept.
func (c Commands) Run(ctx context.Context, person Person, asked Command, out io.Writer) error {
	if asked.Verb == Me && asked.Export {
		return export(ctx, person, asked.JSON, out)
	}
	data, answer, err := c.answer(ctx, person, asked)
	if err != nil && !errors.Is(err, ErrNoTurn) {
		return err
	}
	if asked.JSON {
		encoder := json.NewEncoder(out)
		encoder.SetEscapeHTML(false)
		return cmp.Or(encoder.Encode(data), err)
	}
	_, failed := io.WriteString(out, answer.Text(person.Voice))
	return cmp.Or(failed, err)
}

// answer is the answer in both forms.
func (c Commands) answer(ctx context.Context, person Person, asked Command) (any, document.Document, error) {
	defined, _ := find(asked.Verb)
	if defined.answer == nil {
		return nil, document.Document{}, prose.Refuse("{command} cannot be used here.", prose.Literal(asked.Verb))
	}
	return defined.answer(c, ctx, person, asked)
}

// definition is all that there is to know of a command: it is parsed, listed and answered
// by it. Its rate limits are those of the operations that it asks for.
type definition struct {
	verb        string
	least, most int   // arguments
	inLines     bool  // can be answered in lines
	uses        []use // how it is written
	asks        []any // the operations that it asks the lobby for, of lobby.Operations
	answer      answerer
}

// use is how a command is written, and what it does.
type use struct {
	usage string
	does  prose.Text
}

// answerer answers a command as one JSON document and as one for people; it may leave out
// the one that was not asked for. It is nil for commands that are not answered but lead
// somewhere.
type answerer func(Commands, context.Context, Person, Command) (any, document.Document, error)

// of is the answerer of a part of the commands.
func of[T any](part func(Commands) T, answer func(T, context.Context, Person, Command) (any, document.Document, error)) answerer {
	return func(c Commands, ctx context.Context, person Person, asked Command) (any, document.Document, error) {
		return answer(part(c), ctx, person, asked)
	}
}

// definitions are all commands, in the order of the help.
func definitions() []definition {
	return []definition{
		{Rooms, 0, 10, false, []use{{"rooms [WORD ...]", prose.T("the open rooms and who is here; words search for rooms")}}, []any{lobby.Peek{}}, Commands.rooms},
		{New, 1, maxWords, true, []use{{"new GAME [OPTION=VALUE ...]", prose.T("make a room and take its first seat")}}, []any{lobby.Create{}}, of(Commands.seating, seating.seat)},
		{Join, 1, 1, true, []use{{"join CODE", prose.T("take a seat in a room")}}, []any{lobby.Look{}, lobby.Join{}}, of(Commands.seating, seating.seat)},
		{Watch, 0, 1, true, []use{{"watch [CODE]", prose.T("watch a room without a seat; without a code, the table that is worth most to watch")}}, []any{lobby.Peek{}, lobby.Look{}, lobby.Watch{}}, Commands.look},
		{Quick, 0, 1, true, []use{{"quick [GAME]", prose.T("take a seat where somebody waits, or in a new room; {option} finds a rival for a rated match", prose.Literal("--rated"))}}, []any{lobby.Quick{}, lobby.FindOpponent{}}, of(Commands.seating, seating.seat)},
		{QR, 1, 1, false, []use{{"qr CODE", prose.T("the link and the QR code of a room; {option} draws it for a light background", prose.Literal("--light"))}}, []any{lobby.Look{}}, Commands.qr},
		{Play, 0, maxWords, true, []use{
			{"play CODE", prose.T("play by the text protocol, for programs, which are marked; {option} only watches", prose.Literal("--watch"))},
			{"play GAME [OPTION=VALUE ...]", prose.T("the same in a new room of your own")},
		}, []any{lobby.Create{}, lobby.Join{}, lobby.Watch{}}, nil},
		{Evening, 1, 10, true, []use{
			{"evening CODE", prose.T("a game night: the standings, the tables, and who plays next")},
			{"evening new [OPTION=VALUE ...]", prose.T("open a game night of your own, such as with {example}", prose.Literal("games=davinci,kodeknacker bots=1"))},
		}, []any{lobby.OpenGameNight{}, lobby.WatchGameNight{}}, Commands.evening},
		{Board, 1, 1, false, []use{{"board CODE", prose.T("the same for a projector, if you connect with {option}", prose.Literal("ssh -t"))}}, []any{lobby.WatchGameNight{}}, Commands.evening},
		{Say, 1, maxWords, false, []use{{"say TEXT", prose.T("say something to everybody in the hall")}}, []any{lobby.SayInLobby{}, lobby.Peek{}}, Commands.say},
		{History, 0, 1, false, []use{{"history [GAME]", prose.T("your finished matches; {option} lists those of public rooms", prose.Literal("--all"))}}, nil, of(Commands.archive, archive.history)},
		{Replay, 1, 1, false, []use{{"replay ID [--seat N]", prose.T("the story of a finished match, as everybody saw it or as one seat did")}}, nil, of(Commands.archive, archive.replay)},
		{Analyse, 1, 1, false, []use{{"analyse ID", prose.T("what could be known when in a finished match: chances, luck and key moments")}}, nil, of(Commands.archive, archive.analyse)},
		{Share, 1, 1, false, []use{{"share ID", prose.T("the result of a finished match, to pass on")}}, nil, of(Commands.archive, archive.share)},
		{Top, 0, 1, false, []use{{"top [GAME]", prose.T("the best players, by rating")}}, []any{lobby.GetLeaderboard{}}, Commands.top},
		{Who, 1, 10, false, []use{{"who NAME", prose.T("where somebody is, their ratings and last matches; {example} shows yours", prose.Literal(Who+" "+Me))}}, []any{lobby.GetProfile{}, lobby.FindProfile{}, lobby.Peek{}, lobby.GetCircle{}}, of(Commands.social, social.who)},
		{Stats, 1, 10, false, []use{{"stats NAME", prose.T("how well somebody does by game and option, and what was luck; {example} shows yours", prose.Literal(Stats+" "+Me))}}, []any{lobby.GetStatistics{}, lobby.FindStatistics{}}, of(Commands.archive, archive.stats)},
		{Turns, 0, 0, false, []use{{"turns", prose.T("the matches that wait for you, on one line; the exit status is 1 if there are none")}}, []any{lobby.Peek{}}, Commands.turns},
		{Webhook, 0, 1, false, []use{{"webhook [ADDRESS]", prose.T("hear on the web when it is your turn in a match that has days for a move; {off} ends that", prose.Literal(lobby.WebhookOff))}}, []any{lobby.GetWebhook{}, lobby.SetWebhook{}}, Commands.webhook},
		{People, 0, 0, false, []use{{"people", prose.T("your friends and everybody who is here, and who invites you")}}, []any{lobby.GetCircle{}, lobby.Peek{}}, of(Commands.social, social.people)},
		{Friend, 1, 10, false, []use{{"friend NAME", prose.T("make somebody a friend; {option} takes them off again", prose.Literal("--remove"))}}, []any{lobby.Befriend{}, lobby.GetCircle{}, lobby.Peek{}}, of(Commands.social, social.about)},
		{Mute, 1, 10, false, []use{{"mute NAME", prose.T("let nothing from somebody reach you; {option} lets it again", prose.Literal("--remove"))}}, []any{lobby.Mute{}, lobby.GetCircle{}, lobby.Peek{}}, of(Commands.social, social.about)},
		{Invite, 2, 11, false, []use{{"invite NAME CODE", prose.T("invite somebody who is here to a room where you have a seat")}}, []any{lobby.Invite{}, lobby.GetCircle{}, lobby.Peek{}}, of(Commands.social, social.about)},
		{Report, 1, maxWords, false, []use{{"report NAME TEXT", prose.T("tell the operator of this server what somebody did")}}, []any{lobby.Peek{}, lobby.GetCircle{}, lobby.SendReport{}}, of(Commands.social, social.report)},
		{Me, 0, 1, false, []use{
			{"me", prose.T("who you are, and where you have a seat")},
			{"me --link [CODE]", prose.T("add another key of yours: shows a code to type with that key")},
			{"me --export", prose.T("everything that is stored about you, as JSON")},
			{"me --delete", prose.T("delete everything about you for good; it asks first, and with {option} it does not", prose.Literal("--yes"))},
		}, []any{lobby.Peek{}, lobby.OfferLink{}, lobby.LinkKey{}, lobby.ExportData{}, lobby.DeleteAccount{}}, of(Commands.account, account.self)},
		{Name, 1, 10, false, []use{{"name NEW", prose.T("change your name")}}, []any{lobby.Rename{}, lobby.Peek{}}, of(Commands.account, account.name)},
		{Rules, 1, 1, false, []use{{"rules GAME", prose.T("the rules of a game")}}, nil, Commands.rules},
		{Spoken, 0, 0, false, []use{{"lines", prose.T("parlor in sentences, one a line, for screen readers and windows of any size")}}, nil, nil},
		{Help, 0, 1, false, []use{{"help [GAME]", prose.T("this list, or the options of a game")}}, nil, Commands.help},
		{Version, 0, 0, false, []use{{"version", prose.T("the version of this server")}}, nil, Commands.version},
	}
}

// find returns the definition of a command, and false if there is none.
func find(verb string) (definition, bool) {
	for _, one := range definitions() {
		if one.verb == verb {
			return one, true
		}
	}
	return definition{}, false
}

// IsVerb reports whether a command begins with a word, in whatever case.
func IsVerb(word string) bool {
	_, found := find(strings.ToLower(word))
	return found
}

// usage is how a command is written.
func usage(verb string) string {
	one, _ := find(verb)
	return one.uses[0].usage
}
