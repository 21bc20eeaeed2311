package lines

import (
	"parlor/lobby"
	"parlor/prose"
)

// hallHelp says what can be typed in the hall.
func (s *Session) hallHelp() []prose.Text {
	help := []prose.Text{
		prose.T("Type {play} and a game to play at once, such as {example}. You get a seat where somebody is waiting, or a new room with this pace: {pace}.",
			prose.Literal("play"), prose.Literal("play davinci"), prose.Sub(lobby.PaceOf(lobby.QuickPlan("")).Brief())),
		prose.T("Type {new} and a game to make your own room. You can add options, such as {example}. Type {help} and a game to list them.",
			prose.Literal("new"), prose.Literal("new davinci seats=2 bots=1"), prose.Literal("help")),
		prose.T("Type {join} and a code to take a seat in a room, or {watch} and a code to watch it. Without a code, {watch} goes to the table that is worth most to watch.",
			prose.Literal("join"), prose.Literal("watch")),
		prose.T("Type {qr} and a code for a room's link and QR code.", prose.Literal("qr")),
		prose.T("Type {evening} to open a game night with tables that fill by themselves. You come to one as to a room, by {join} and its code.",
			prose.Literal("evening new"), prose.Literal("join")),
		prose.T("Type {rooms} for all rooms and people. Add a word to search in titles, names and codes.", prose.Literal("rooms")),
		prose.T("Type {turns} for the matches that wait for you.", prose.Literal("turns")),
		prose.T("Type {webhook} and an address on the web to hear there when it is your turn in a match that has days for a move, where the operator allows it.", prose.Literal("webhook")),
		prose.T("Type {me} for who you are, {name} and a new name to change yours, or {rules} and a game for its rules.",
			prose.Literal("me"), prose.Literal("name"), prose.Literal("rules")),
		prose.T("Type {tutorial} and a game to learn it in five minutes, at a prepared table.", prose.Literal(tutorial)),
		prose.T("Type {say} and a message to talk to everybody in the hall.", prose.Literal("say")),
		prose.T("Type {people} for your friends and everybody who is here, {friend} and a name to add a friend, or {invite}, a name and a game to challenge somebody.",
			prose.Literal("people"), prose.Literal("friend"), prose.Literal("invite")),
		prose.T("Type {report}, a name and a sentence to tell the operator of this server what somebody did.", prose.Literal("report")),
	}
	if s.Commands.History != nil {
		help = append(help, prose.T("Type {history} for your finished matches, and {replay} and an ID for the story of one.", prose.Literal("history"), prose.Literal("replay")))
	}
	if s.Person.Visit.KeepsRatings() {
		help = append(help, prose.T("Type {rated} and a game to find somebody whose rating is near yours for a rated match, with {time} for each decision. Type {off} to stop looking.",
			prose.Literal(rated), prose.Duration(lobby.RivalPlan("").Clock), prose.Literal(rated+" "+ratedOff)))
		help = append(help, prose.T("Type {top} for the best players, {who} and a name for somebody's ratings, or {stats} and a name for how well they do by game and option.",
			prose.Literal("top"), prose.Literal("who"), prose.Literal("stats")))
	}
	if s.Languages.Several() {
		help = append(help, prose.T("Type {language} for the languages that you can read this in.", prose.Literal("language")))
	}
	return append(help, prose.T("Type {quit} to leave.", prose.Literal("quit")))
}

// tableHelp says what can be typed in a room.
func tableHelp() []prose.Text {
	return []prose.Text{
		prose.T("Type {look} to hear the whole table, {may} for what you can do now, or {who} for who is here.", prose.Literal("look"), prose.Literal("may"), prose.Literal("who")),
		prose.T("Type {hint} for the likeliest guess and the reason, where the room allows hints.", prose.Literal("hint")),
		prose.T("Type {say} and a message to talk to the room.", prose.Literal("say")),
		prose.T("Type {ready} when you are ready for a match, or for its next game. It begins when everybody is ready.", prose.Literal("ready")),
		prose.T("Type {pause} to ask for a pause, and {go} to play on.", prose.Literal("pause"), prose.Literal("go")),
		prose.T("Type {on} to share your hand with watchers, and {off} to stop sharing it.", prose.Literal("eyes on"), prose.Literal("eyes off")),
		prose.T("Type {qr} for the link and the QR code of this room.", prose.Literal("qr")),
		prose.T("Type {people} for who is here, and {invite} and a name to invite somebody to this room.", prose.Literal("people"), prose.Literal("invite")),
		prose.T("Type {mute} and a name to stop hearing somebody, and the same again to hear them again.", prose.Literal("mute")),
		prose.T("Type {report}, a name and a sentence to tell the operator of this server, and the host of the room, what somebody did.", prose.Literal("report")),
		prose.T("Type {proof} for the commitment of the match. After the match, type {record} for its record, so that you can check the deal.",
			prose.Literal("proof"), prose.Literal("record")),
		prose.T("If you are watching, type {follow} and a seat to see the hand of a player who shares it, and {nobody} to stop.",
			prose.Literal("follow"), prose.Literal("follow 0")),
		prose.T("If you are the host, type {start} to begin, {bot} to add a bot, {strong} to add a stronger one, or {remove} and a seat to remove its bot.",
			prose.Literal("start"), prose.Literal("bot"), prose.Literal("bot strong"), prose.Literal("remove")),
		prose.T("As the host, type {set} to change the room, such as {example}.", prose.Literal("set"), prose.Literal("set seats=3 clock=30s")),
		prose.T("As the host, type {swap} and two seats to exchange them, or {host} and a seat to make that player the host.",
			prose.Literal("swap"), prose.Literal("host")),
		prose.T("As the host, type {kick} and a name to send somebody away, or {ban} and a name to keep them out as well. In a match, a bot plays on for them.",
			prose.Literal("kick"), prose.Literal("ban")),
		prose.T("Type {resign} to give up the match, {leave} to give up your seat, or {hall} to go to the hall and keep your seat.",
			prose.Literal("resign"), prose.Literal("leave"), prose.Literal("hall")),
		prose.T("If the match waits for somebody who is away, type {standin} and their seat after a minute to let a bot play until they are back, or {claim} and their seat after five to claim the game: they then resign, and the history says why.",
			prose.Literal(standIn), prose.Literal(claim)),
		prose.T("If nobody else is there by then, type {close} to close the room instead, so that the match counts for nobody. In a rated match, you can only claim the game.",
			prose.Literal("close")),
		prose.T("Type {name} and a new name to change yours.", prose.Literal("name")),
		prose.T("Type {rules} for the rules, or {quit} to leave and keep your seat.", prose.Literal("rules"), prose.Literal("quit")),
	}
}
