// Package command parses and answers commands, from the ssh command line and in text mode.
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

// Verbs of commands.
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
	Record    = "record"
	Verify    = "verify"
	Analyse   = "analyse"
	Share     = "share"
	Top       = "top"
	Who       = "who"
	Turns     = "turns"
	People    = "people"
	Friend    = "friend"
	Mute      = "mute"
	Invite    = "invite"
	GameNight = "night"
	Board     = "board"
	Stats     = "stats"
	Report    = "report"
	Quick     = "quick"
	QR        = "qr"
	Webhook   = "webhook"
	Spoken    = "lines"
)

// The forms of commands that texts refer to.
const (
	usePlay   = "play CODE"
	useReplay = "replay ID [--seat N]"
	useWho    = "who NAME"
	useReport = "report NAME TEXT"
)

// Command is a parsed command.
type Command struct {
	Verb      string
	Arguments []string
	JSON      bool // one JSON document; for play, JSON Lines
	Lines     bool // text mode
	OnlyWatch bool // play without a seat
	Rated     bool // quick: find an opponent with a similar rating
	Light     bool // qr: on a light background

	// The actions of the command me, other than showing the account.
	Link, Export, Delete bool
	Yes                  bool // Delete: without confirmation

	Remove bool // of friend and mute: undo it

	All, Mine bool        // which matches history lists; Mine if neither is set
	Seat      engine.Seat // the viewpoint of replay; engine.Watcher for public events
	Seated    bool        // Seat was given
}

// Commands answers commands.
type Commands struct {
	Lobby   lobby.Lobby
	Games   Games
	Version string                   // of the server
	Line    func(user string) string // returns the ssh command line for a user name, or for none
	// Invitation returns the invitation to a room or game night, or to the lobby without a code.
	Invitation func(code string) lobby.Invitation
	// QR returns a QR code for a link, for a dark or light background.
	QR      func(link string, dark bool) []string
	History lobby.History   // finished matches; nil if none are stored
	Analyse insight.Analyse // analyzes them; required with History
	SumUp   insight.SumUp   // summarizes them; if nil, statistics have no sums
	// Highlights finds the highlights of matches of a game night; nil if none are stored.
	Highlights lobby.Highlights
	// Operations are the operations whose verbs are commands. If nil, they are lobby.Operations.
	Operations []lobby.Operation
}

// Person is the person who gives a command.
type Person struct {
	Session  lobby.Session
	Identity lobby.Identity
	Proved   string // authenticated ID, which may be linked to that identity; "" means the same
	ReturnAs string // user name for returning as a guest; "" with a key
	Voice    *prose.Voice
}

// patience bounds a request to a room.
const patience = 5 * time.Second

// Quoted returns typed text as an argument, cleaned and cut.
func Quoted(text string, cells int) prose.Arg {
	return prose.Literal(strconv.Quote(lobby.CleanText(text, cells)))
}

// Unknown returns the error for an unknown command.
func Unknown(verb string) error {
	return prose.Refuse("There is no command {typed} here. Type {help} for the list.", Quoted(verb, 20), prose.Literal(Help))
}

// Rival returns the game of a command that asks for a rated match.
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

// peek returns the lobby's page for a window, with a timeout.
func peek(ctx context.Context, person Person, window lobby.Window) (lobby.Page, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return lobby.Ask(ctx, person.Session, lobby.Peek{Window: window})
}

// lookInto returns a room as the person would see it, with a timeout.
func lookInto(ctx context.Context, person Person, code string) (lobby.Update, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return lobby.Ask(ctx, person.Session, lobby.Look{Code: code})
}

// typed returns words to type, which are the same in every language.
func typed(words string) prose.Text { return prose.T("{words}", prose.Literal(words)) }

// counted returns a number as a text.
func counted(n int) prose.Text { return prose.T("{n}", prose.N(n)) }
