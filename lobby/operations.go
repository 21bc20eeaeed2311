package lobby

import (
	"fmt"
	"reflect"
	"slices"

	"parlor/prose"
)

// Operations returns the operations of sessions, rooms and game nights. Text mode, commands
// and API messages are generated from this table in its order, with a few exceptions.
func Operations() []Operation {
	return []Operation{
		Define[Create](Operation{Kind: "create", Once: true}),
		Define[Join](Operation{Kind: "join", Code: about(func(op Join) string { return op.Code })}),
		Define[Watch](Operation{Kind: "watch", Code: about(func(op Watch) string { return op.Code })}),
		Define[Look](Operation{Kind: "look", Code: about(func(op Look) string { return op.Code })}),
		Define[LookAtTable](Operation{Kind: "look_at_table", Code: about(func(op LookAtTable) string { return op.Code })}),
		Define[FindMatch](Operation{Kind: "find_match"}),
		Define[LookAtMatch](Operation{Kind: "look_at_match", Code: about(func(op LookAtMatch) string { return op.Code })}),
		Define[QuickPlay](Operation{Kind: "quick", Once: true}),
		Define[FindOpponent](Operation{Kind: "rival", Once: true}),
		Define[PlaySeeker](Operation{Kind: "play_seeker", Once: true}),
		Define[Return](Operation{Kind: "return"}),
		Define[OpenGameNight](Operation{Kind: "open_evening", Once: true}),
		Define[JoinGameNight](Operation{Kind: "attend", Code: about(func(op JoinGameNight) string { return op.Code })}),
		Define[WatchGameNight](Operation{Kind: "board", Code: about(func(op WatchGameNight) string { return op.Code })}),
		Define[CurrentGameNight](Operation{Kind: "attending"}),
		Define[Show](Operation{Kind: "shows", Posted: true}),
		Define[Peek](Operation{Kind: "peek"}),
		Define[SayInLobby](Operation{Kind: "say", Once: true, Verbs: []Verb{{
			Name: "say", Help: prose.T("{say} TEXT: chat with everyone in the lobby.", prose.Literal("say")),
			Does: prose.T("send a chat message to everyone in the lobby"), Done: prose.T("Sent."),
		}}}),
		Define[GetContacts](Operation{Kind: "circle"}),
		Define[Befriend](Operation{Kind: "befriend"}),
		Define[Mute](Operation{Kind: "mute"}),
		Define[Invite](Operation{Kind: "invite", Once: true, Player: about(func(op Invite) string { return op.Name })}),
		Define[Challenge](Operation{Kind: "challenge", Once: true}),
		Define[Accept](Operation{Kind: "accept"}),
		Define[Decline](Operation{Kind: "decline"}),
		Define[SendReport](Operation{Kind: "report", Once: true}),
		Define[GetLeaderboard](Operation{Kind: "leaders"}),
		Define[FindProfile](Operation{Kind: "profile_of"}),
		Define[GetProfile](Operation{Kind: "profile"}),
		Define[FindStatistics](Operation{Kind: "statistics_of"}),
		Define[GetStatistics](Operation{Kind: "statistics"}),
		Define[Rename](Operation{Kind: "rename"}),
		Define[SaveSettings](Operation{Kind: "remember", Posted: true}),
		Define[OfferLink](Operation{Kind: "offer_link"}),
		Define[LinkKey](Operation{Kind: "link"}),
		Define[GetWebhook](Operation{Kind: "webhook"}),
		Define[SetWebhook](Operation{Kind: "set_webhook"}),
		Define[ExportData](Operation{Kind: "export"}),
		Define[DeleteAccount](Operation{Kind: "forget"}),
		Define[Play](Operation{Of: OfRoom, Kind: "play", Message: "do"}),
		Define[Say](Operation{Of: OfRoom, Kind: "say", Message: "chat", Verbs: []Verb{
			{Name: "say", Help: prose.T("{say} TEXT: chat with the room.", prose.Literal("say"))},
		}}),
		Define[SetReady](Operation{Of: OfRoom, Kind: "ready", Rate: RateChanges, Message: "ready"}),
		Define[Start](Operation{Of: OfRoom, Kind: "start", Rate: RateChanges, Message: "start", Verbs: []Verb{
			{Name: "start", Help: prose.T("Host: {start} starts the match. {bot} adds a bot. {strong} adds a stronger one. {remove} SEAT removes a bot.",
				prose.Literal("start"), prose.Literal("bot"), prose.Literal("bot strong"), prose.Literal("remove"))},
		}}),
		Define[AddBot](Operation{Of: OfRoom, Kind: "add_bot", Rate: RateChanges, Message: "add_bot"}),
		Define[RemoveBot](Operation{Of: OfRoom, Kind: "remove_bot", Rate: RateChanges, Message: "remove_bot", Verbs: []Verb{{Name: "remove"}}}),
		Define[Pause](Operation{Of: OfRoom, Kind: "pause", Rate: RateChanges, Message: "pause", Verbs: []Verb{
			{Name: "pause", Op: Pause{Pause: true}, Help: prose.T("{pause}: ask for a pause. {go}: play on.", prose.Literal("pause"), prose.Literal("go"))},
			{Name: "go", Op: Pause{}},
		}}),
		Define[ShowEyes](Operation{Of: OfRoom, Kind: "show_eyes", Rate: RateChanges, Message: "show_eyes", Verbs: []Verb{
			{Name: "hand", Help: prose.T("{on}: share your hand with spectators. {off}: stop sharing it.", prose.Literal("hand on"), prose.Literal("hand off"))},
		}}),
		Define[Follow](Operation{Of: OfRoom, Kind: "follow", Message: "follow", Value: prose.T("the number of a seat, or {none} for none", prose.Literal("0")), Verbs: []Verb{
			{Name: "follow", Help: prose.T("Spectators: {follow} SEAT shows the hand of a player who shares it. {nobody} stops that.",
				prose.Literal("follow"), prose.Literal("follow 0"))},
		}}),
		Define[ListLegal](Operation{Of: OfRoom, Kind: "list_legal"}),
		Define[Kick](Operation{Of: OfRoom, Kind: "kick", Rate: RateChanges, Message: "kick"}),
		Define[HandOver](Operation{Of: OfRoom, Kind: "hand_over", Rate: RateChanges, Message: "hand_over", Verbs: []Verb{{Name: "host"}}}),
		Define[Swap](Operation{Of: OfRoom, Kind: "swap", Rate: RateChanges, Message: "swap"}),
		Define[Change](Operation{Of: OfRoom, Kind: "change", Rate: RateChanges, Message: "change"}),
		Define[AddSubstitute](Operation{Of: OfRoom, Kind: "stand_in", Rate: RateChanges, Message: "stand_in", Verbs: []Verb{
			{Name: "substitute", Help: prose.T("If the match is waiting for an absent player: {substitute} SEAT lets a bot play for them after a minute. {claim} SEAT claims a forfeit after five: they resign, and the history says why.",
				prose.Literal("substitute"), prose.Literal("claim"))},
		}}),
		Define[ClaimWin](Operation{Of: OfRoom, Kind: "claim", Rate: RateChanges, Message: "claim", Verbs: []Verb{{Name: "claim"}}}),
		Define[CloseRoom](Operation{Of: OfRoom, Kind: "close", Rate: RateChanges, Message: "close", Verbs: []Verb{
			{Name: "close", Help: prose.T("{close}: if the other players are gone by then, close the room instead, so that the match does not count. In a rated match, you can only claim a forfeit.",
				prose.Literal("close"))},
		}}),
		Define[Leave](Operation{Of: OfRoom, Kind: "leave", Rate: RateFree, Message: "leave"}),
		Define[BeginGameNight](Operation{Of: OfNight, Kind: "begin", Verbs: []Verb{
			{Name: "begin", Help: prose.T("Host: {begin} starts seating. {pause} stops that for a while. {end} ends the game night.",
				prose.Literal("begin"), prose.Literal("pause"), prose.Literal("end"))},
		}}),
		Define[PauseGameNight](Operation{Of: OfNight, Kind: "pause", Verbs: []Verb{{Name: "pause"}}}),
		Define[EndGameNight](Operation{Of: OfNight, Kind: "end", Verbs: []Verb{{Name: "end"}}}),
		Define[RepeatGameNight](Operation{Of: OfNight, Kind: "repeat", Rate: RateChanges}),
		Define[ChangeGameNight](Operation{Of: OfNight, Kind: "change"}),
		Define[HandOverGameNight](Operation{Of: OfNight, Kind: "hand_over", Verbs: []Verb{
			{Name: "host", Help: prose.T("Host: {host} NAME makes a player the host. {kick} NAME removes a player. {stop} TABLE ends the match at a table.",
				prose.Literal("host"), prose.Literal("kick"), prose.Literal("stop"))},
		}}),
		Define[NameDeputy](Operation{Of: OfNight, Kind: "deputy", Verbs: []Verb{
			{Name: "deputy", Help: prose.T("Host: {deputy} NAME makes a player the host while you are away.", prose.Literal("deputy"))},
		}}),
		Define[JoinTeam](Operation{Of: OfNight, Kind: "join_team", Message: "team", Verbs: []Verb{
			{Name: "team", Help: prose.T("If the game night has teams, type {team} and a name to join that team.", prose.Literal("team"))},
		}}),
		Define[MoveToTeam](Operation{Of: OfNight, Kind: "move_to_team"}),
		Define[NameCaptain](Operation{Of: OfNight, Kind: "captain"}),
		Define[KickFromGameNight](Operation{Of: OfNight, Kind: "send_away", Verbs: []Verb{{Name: "kick"}}}),
		Define[EndTable](Operation{Of: OfNight, Kind: "end_table"}),
		Define[ExtendGameNight](Operation{Of: OfNight, Kind: "extend"}),
		Define[CallLastMatch](Operation{Of: OfNight, Kind: "last_match"}),
		Define[MovePlayer](Operation{Of: OfNight, Kind: "move_player"}),
		Define[MergeTables](Operation{Of: OfNight, Kind: "merge_tables"}),
		Define[CancelMove](Operation{Of: OfNight, Kind: "cancel_move"}),
		Define[CorrectResult](Operation{Of: OfNight, Kind: "correct_result"}),
		Define[Announce](Operation{Of: OfNight, Kind: "announce", Rate: RateChanges}),
		Define[SayAtGameNight](Operation{Of: OfNight, Kind: "say", Message: "chat", Verbs: []Verb{
			{Name: "say", Help: prose.T("{say} TEXT: chat with everyone at the game night.", prose.Literal("say"))},
		}}),
		Define[SitOut](Operation{Of: OfNight, Kind: "sit_out", Message: "sit_out", Verbs: []Verb{
			{Name: "out", Op: SitOut{Out: true}, Help: prose.T("{out}: sit out for a while. {in}: play again.", prose.Literal("out"), prose.Literal("in"))},
			{Name: "in", Op: SitOut{}},
		}}),
		Define[LeaveGameNight](Operation{Of: OfNight, Kind: "leave", Rate: RateFree, Message: "leave"}),
	}
}

// FindOperation returns the definition of an operation.
func FindOperation(op any) (Operation, bool) {
	o, found := definitions.byType[reflect.TypeOf(op)]
	return o, found
}

// Find returns the definition of an operation of the target, or an error.
func (t Target) Find(op any) (Operation, error) {
	if o, known := FindOperation(op); known && o.Of == t {
		return o, nil
	}
	return Operation{}, UnknownOperation(op)
}

// FindKind returns the operation of a target with a kind.
func FindKind(of Target, kind string) (Operation, bool) {
	o, found := definitions.byKind[targetKind{of, kind}]
	return o, found
}

// OperationsOf returns the operations of a target in a table. An empty table means
// Operations.
func OperationsOf(target Target, table ...Operation) []Operation {
	if len(table) == 0 {
		table = definitions.all
	}
	return slices.DeleteFunc(slices.Clone(table), func(o Operation) bool { return o.Of != target })
}

// definitions indexes Operations.
var definitions = index(Operations()) //nolint:gochecknoglobals // a table

type indexed struct {
	all    []Operation
	byType map[reflect.Type]Operation
	byKind map[targetKind]Operation
}

func index(all []Operation) indexed {
	by := indexed{all, map[reflect.Type]Operation{}, map[targetKind]Operation{}}
	for _, o := range all {
		by.byType[o.op], by.byKind[targetKind{o.Of, o.Kind}] = o, o
	}
	return by
}

// UnknownOperation returns the error for an operation that is not one of Operations.
func UnknownOperation(op any) error { return fmt.Errorf("there is no operation %T", op) }
