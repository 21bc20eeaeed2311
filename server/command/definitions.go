package command

import (
	"context"
	"slices"
	"strings"

	"parlor/internal/alias"
	"parlor/lobby"
	"parlor/lobby/document"
	"parlor/prose"
	"parlor/server/protocol"
)

// definition defines a command. Parsing, answering, help and docs follow from it. Its rate limits are those of its
// operations.
type definition struct {
	verb        string
	answer      answerer // nil if the command leads to a room or game night
	least, most int      // number of arguments
	inLines     bool     // can be used in text mode
	uses        []use    // the forms in which it is written
}

// use is a form of a command with its help text.
type use struct {
	usage string
	does  prose.Text
}

// answerer answers a command as a JSON document and as text. It may omit the form that was not requested.
type answerer func(Commands, context.Context, Person, Command) (any, document.Document, error)

// of returns an answerer that is a method of a part of the commands.
func of[T any](part func(Commands) T, answer func(T, context.Context, Person, Command) (any, document.Document, error)) answerer {
	return func(c Commands, ctx context.Context, person Person, asked Command) (any, document.Document, error) {
		return answer(part(c), ctx, person, asked)
	}
}

// definitions returns all commands in the order of the help, with examples of the given games and commands for the
// given operations. Without operations, they are lobby.Operations.
func definitions(games Games, operations ...lobby.Operation) []definition {
	const say = "say" // defined by its operation
	seat, about := of(Commands.seating, seating.seat), of(Commands.social, social.about)
	all := []definition{
		{Rooms, Commands.rooms, 0, 10, false, []use{{"rooms [WORD ...]", prose.T("public rooms and who is here; words filter the rooms")}}},
		{New, seat, 1, maxWords, true, []use{{"new GAME [OPTION=VALUE ...]", prose.T("create a room and take its first seat")}}},
		{Join, seat, 1, 1, true, []use{{"join CODE", prose.T("take a seat in a room")}}},
		{Watch, Commands.look, 0, 1, true, []use{{"watch [CODE]", prose.T("watch a room; without a code, the most interesting game")}}},
		{Quick, seat, 0, 1, true, []use{{"quick [GAME]", prose.T("take a seat where a player is waiting, or in a new room; {option} finds an opponent for a rated match", prose.Literal("--rated"))}}},
		{Play, nil, 0, maxWords, true, []use{
			{usePlay, prose.T("JSON Lines protocol for programs, which are marked as such; {option} to spectate", prose.Literal("--watch"))},
			{"play GAME [OPTION=VALUE ...]", prose.T("the protocol in a new room of your own")},
		}},
		{GameNight, Commands.night, 1, maxWords, true, []use{
			{"night CODE", prose.T("a game night: standings, tables and upcoming matches")},
			{"night CODE VERB ...", prose.T("change a game night as its host, for example to pause it; {option} answers its questions", prose.Literal("--yes"))},
			{"night new [OPTION=VALUE ...]", prose.T("open a game night, for example {example}", prose.Literal(games.Night()))},
		}},
		{Board, Commands.night, 1, 1, false, []use{{"board CODE", prose.T("the game night for a projector, if you connect with {option}", prose.Literal("ssh -t"))}}},
		{verb: say, answer: Commands.rooms},
		{History, of(Commands.archive, archive.history), 0, 1, false, []use{{"history [GAME]", prose.T("your finished matches; {option} lists those in public rooms", prose.Literal("--all"))}}},
		{Replay, of(Commands.archive, archive.replay), 1, 1, false, []use{{useReplay, prose.T("replay a finished match as text, as everyone saw it or as one seat did")}}},
		{Record, of(Commands.archive, archive.record), 1, 1, false, []use{{"record ID", prose.T("the record of a finished match with its signature, as JSON, so that anyone can check it")}}},
		{Verify, of(Commands.archive, archive.verify), 1, 1, false, []use{{"verify ID", prose.T("check the record of a finished match, and say what it proves")}}},
		{Analyse, of(Commands.archive, archive.analyse), 1, 1, false, []use{{"analyse ID", prose.T("analysis of a finished match: chances, luck, key moments")}}},
		{Share, of(Commands.archive, archive.share), 1, 1, false, []use{{"share ID", prose.T("the result of a finished match, to pass on")}}},
		{Top, Commands.top, 0, 1, false, []use{{"top [GAME]", prose.T("the best players, by rating")}}},
		{Who, of(Commands.social, social.who), 1, 10, false, []use{{useWho, prose.T("where a player is, with ratings and recent matches; {example} shows yours", prose.Literal(Who+" "+Me))}}},
		{Stats, of(Commands.archive, archive.stats), 1, 10, false, []use{{"stats NAME", prose.T("statistics by game and option, with luck; {example} shows yours", prose.Literal(Stats+" "+Me))}}},
		{Turns, Commands.turns, 0, 0, false, []use{{"turns", prose.T("matches where it is your turn, on one line; exit status 1 if there are none")}}},
		{Webhook, Commands.webhook, 0, 1, false, []use{{"webhook [ADDRESS]", prose.T("get notified by webhook when it is your turn in a correspondence match; {off} stops that", prose.Literal(lobby.WebhookOff))}}},
		{People, of(Commands.social, social.people), 0, 0, false, []use{{"people", prose.T("your friends, everyone who is here, and your invitations")}}},
		{Friend, about, 1, 10, false, []use{{"friend NAME", prose.T("add a friend; {option} to remove", prose.Literal("--remove"))}}},
		{Mute, about, 1, 10, false, []use{{"mute NAME", prose.T("mute a player; {option} to unmute", prose.Literal("--remove"))}}},
		{Invite, Commands.invite, 0, 11, false, []use{
			{"invite NAME CODE", prose.T("invite a player who is here to a room where you have a seat")},
			{"invite [CODE]", prose.T("how others join this server, a room or a game night: the line, the link, and the host key")},
		}},
		{QR, Commands.qr, 1, 1, false, []use{{"qr CODE", prose.T("the same with a QR code; {option} draws it for a light background", prose.Literal("--light"))}}},
		{Report, of(Commands.social, social.report), 1, maxWords, false, []use{{useReport, prose.T("report a player to the operator of this server")}}},
		{Me, of(Commands.account, account.self), 0, 1, false, []use{
			{"me", prose.T("who you are, and where you have a seat")},
			{"me --link [CODE]", prose.T("link another key: shows a code to enter with that key")},
			{"me --export", prose.T("all data stored about you, as JSON")},
			{"me --delete", prose.T("delete everything about you for good; {option} skips the question", prose.Literal("--yes"))},
		}},
		{Name, of(Commands.account, account.name), 1, 10, false, []use{{"name NEW", prose.T("change your name")}}},
		{Rules, Commands.rules, 1, 1, false, []use{{"rules GAME", prose.T("the rules of a game")}}},
		{Spoken, nil, 0, 0, false, []use{{"lines", prose.T("text mode, for screen readers and small terminals")}}},
		{Help, Commands.help, 0, 1, false, []use{{"help [GAME]", prose.T("this list, or the options of a game")}, {"help night", prose.T("how game nights work, their settings, and what their hosts can do")}}},
		{Version, Commands.version, 0, 0, false, []use{{"version", prose.T("the version of this server")}}},
	}
	for _, o := range lobby.OperationsOf(lobby.OfSession, operations...) {
		for _, v := range o.Verbs {
			at := slices.IndexFunc(all, func(d definition) bool { return d.verb == v.Name })
			if at < 0 {
				at = slices.IndexFunc(all, func(d definition) bool { return d.verb == Me })
				all = slices.Insert(all, at, definition{})
			}
			all[at] = ofOperation(o, v, all[at].answer)
		}
	}
	return all
}

// ofOperation returns the command that performs an operation. In JSON it then answers like then, or with DoneDocument
// if then is nil.
func ofOperation(o lobby.Operation, v lobby.Verb, then answerer) definition {
	perform := func(c Commands, ctx context.Context, person Person, asked Command) (any, document.Document, error) {
		limited, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		var answer document.Document
		op, wrong := o.Parse(v, strings.Join(asked.Arguments, " "))
		if !wrong.IsZero() {
			return nil, answer, &prose.Refusal{Text: wrong}
		}
		if _, err := person.Session.Do(limited, lobby.NewRequest(op)); err != nil {
			return nil, answer, err
		}
		answer.Line(v.Done)
		if then == nil {
			return protocol.DoneDocument{Done: v.Name}, answer, nil
		}
		data, _, err := then(c, ctx, person, Command{})
		return data, answer, err
	}
	usage := o.Usage(v)
	least := strings.Count(usage, " ") - strings.Count(usage, "[")
	return definition{v.Name, perform, least, maxWords, false, []use{{usage, v.Does}}}
}

// definitionOf returns the definition of a command and reports whether it exists.
func definitionOf(verb string, operations ...lobby.Operation) (definition, bool) {
	for _, one := range definitions(nil, operations...) {
		if one.verb == verb {
			return one, true
		}
	}
	return definition{}, false
}

// IsVerb reports whether word is the name of a command, or a former one, in any case.
func IsVerb(word string, operations ...lobby.Operation) bool {
	_, found := definitionOf(alias.Command.Current(strings.ToLower(word)), operations...)
	return found
}
