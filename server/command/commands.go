// Package command is what can be asked for in words: on the command line of
// ssh, and in a session that has lines only.
package command

import (
	"context"
	"strconv"
	"time"

	"parlor/engine"
	"parlor/engine/insight"
	"parlor/lobby"
	"parlor/prose"
)

// Verbs.
const (
	Help      = "help"
	Rooms     = "rooms"
	New       = "new"
	Join      = "join"
	Watch     = "watch"
	Play      = "play"
	Me        = "me"
	Name      = "name"
	Rules     = "rules"
	Version   = "version"
	History   = "history"
	Replay    = "replay"
	Analyse   = "analyse"
	Share     = "share"
	Top       = "top"
	Who       = "who"
	Turns     = "turns"
	People    = "people"
	Friend    = "friend"
	Mute      = "mute"
	Invite    = "invite"
	GameNight = "evening"
	Board     = "board"
	Stats     = "stats"
	Report    = "report"
	Quick     = "quick"
	QR        = "qr"
	Webhook   = "webhook"
	Spoken    = "lines"
)

// How commands are written to which others refer.
const (
	usePlay   = "play CODE"
	useReplay = "replay ID [--seat N]"
	useWho    = "who NAME"
	useReport = "report NAME TEXT"
)

// Command is a command as somebody gave it.
type Command struct {
	Verb      string
	Arguments []string
	JSON      bool // one JSON document, or for play: JSON Lines
	Lines     bool // sentences in lines
	OnlyWatch bool // play without a seat
	Rated     bool // quick: somebody to play with whose rating is near
	Light     bool // qr: on a light background

	// What me does beside telling who one is.
	Link, Export, Delete bool
	Yes                  bool // Delete: without being asked

	Remove bool // of friend and mute: undo it

	All, Mine bool        // which matches history lists; neither is Mine
	Seat      engine.Seat // whose eyes replay sees with; engine.Watcher for what was public
	Seated    bool        // they were asked for
}

// Commands answers commands.
type Commands struct {
	Lobby   lobby.Lobby
	Games   Games
	Version string                   // of the server
	Line    func(user string) string // what somebody types to come here, as a user or without a name
	Link    func(user string) string // the same as a link
	// QR draws a link as text, on a dark background or on a light one. Without it, or
	// without Link, there is none.
	QR      func(link string, dark bool) []string
	History lobby.History   // of matches that have ended; nil keeps none
	Analyse insight.Analyse // of those; needed where there is a history
	SumUp   insight.SumUp   // of those; nil leaves it out of statistics
	// Operations are those whose verbs are commands; nil are lobby.Operations.
	Operations []lobby.Operation
}

// Person is who gives a command.
type Person struct {
	Session  lobby.Session
	Identity lobby.Identity
	Proved   string // the ID that was proved, which may have been linked to that identity; empty is the same
	ReturnAs string // the user name of a guest who comes back; empty with a key
	Voice    *prose.Voice
}

// patience is how long an order to a room may take.
const patience = 5 * time.Second

// Quoted is what somebody typed, clean and cut.
func Quoted(text string, cells int) prose.Arg {
	return prose.Literal(strconv.Quote(lobby.CleanText(text, cells)))
}

// Unknown refuses a command that there is not.
func Unknown(verb string) error {
	return prose.Refuse("There is no command {typed} here. Type {help} for the list.", Quoted(verb, 20), prose.Literal(Help))
}

// Rival is the game in which a command asks for a rated match.
func (c Commands) Rival(person Person, asked Command) (engine.Game, error) {
	switch {
	case !person.Session.KeepsRatings():
		return engine.Game{}, prose.Refuse("This server keeps no ratings.")
	case len(asked.Arguments) > 0:
		game, err := c.Games.find(asked.Arguments[0])
		return game.Game, err
	case len(c.Games) == 1:
		return c.Games[0].Game, nil
	}
	return engine.Game{}, prose.Refuse("Name a game for a rated match. The games are {games}.", c.Games.names())
}

// peek is what the lobby shows in a window, for a limited time.
func peek(ctx context.Context, person Person, window lobby.Window) (lobby.Page, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return lobby.Ask(ctx, person.Session, lobby.Peek{Window: window})
}

// lookInto is a room as the person would see it, for a limited time.
func lookInto(ctx context.Context, person Person, code string) (lobby.Update, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return lobby.Ask(ctx, person.Session, lobby.Look{Code: code})
}

// typed is what somebody types, or can: the same in every language.
func typed(words string) prose.Text { return prose.T("{words}", prose.Literal(words)) }

// counted is a number alone.
func counted(n int) prose.Text { return prose.T("{n}", prose.N(n)) }
