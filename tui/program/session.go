package program

import (
	"time"

	"parlor/engine/insight"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui"
	"parlor/tui/board"
	"parlor/tui/gamenight"
	"parlor/tui/screen"
	"parlor/tui/style"
)

// Session is what one person's screen is made of.
type Session struct {
	Session    lobby.Session
	Games      []board.Game
	Rooms      []lobby.Setting // what hosts may choose about a room; nil is lobby.RoomSettings
	NameCells  int             // width of a name; zero is the usual one
	ReturnLine string          // what a guest types to come back as the same; empty with a key
	// Invitation returns the invitation to a room or game night, or to the lobby if code
	// is empty.
	Invitation func(code string) lobby.Invitation
	// Notice is a sentence that the person reads first; mostly empty.
	Notice string
	// NoticeEnds is when the notice is over; zero where it stays.
	NoticeEnds time.Time
	// Seat is where the person wants to go first, with a word of welcome; nil
	// goes back to a match under way, or to the lobby.
	Seat func() (handle lobby.Handle, welcome prose.Text, err error)
	// Rival is the game for which an opponent in a rated match is sought from the
	// beginning on; empty for none.
	Rival string
	// Code is what Seat asks for; a game night may have it. Empty is none.
	Code string
	// First says that the person comes for the first time: they are asked what they
	// are to be called.
	First bool
	// Named is the ReturnLine after the person has taken another name; nil is as
	// before. It is called outside the screen's loop.
	Named func() string
	// Welcome is what the host says to those who come for the first time, by
	// paragraphs; mostly none.
	Welcome []string
	// GameNight is the game night that the person comes to first; nil for none. Where
	// Board is set, it is shown as on a projector, and nothing else is.
	GameNight lobby.GameNightHandle
	Board     bool
	// Settings are how the session begins. Keep is told when the person has
	// changed them, while the screen waits for it; nil does nothing.
	Settings screen.Settings
	Keep     func(screen.Settings)
	// History is of matches that have ended; nil keeps none. Person is whose are
	// listed first, an Identity.ID.
	History lobby.History
	Person  string
	// Analyse analyses those matches; nil cannot.
	Analyse insight.Analyse
	// SumUp sums up the decisions in those matches; nil cannot.
	SumUp insight.SumUp
	// Highlights finds the highlights of matches of a game night; nil cannot.
	Highlights lobby.Highlights
	// Turn is when what others do may be shown; nil is always.
	Turn tui.Turn
	// Voice says all sentences; nil says them in English. Languages are those that
	// the person can choose from, Locale is what their client asks for.
	Voice     *prose.Voice
	Languages *prose.Languages
	Locale    string
	// Signal is how the terminal is told of what waits for the person, unless they
	// choose otherwise.
	Signal screen.Signal
	// Themes and Boards are shared by all sessions; nil makes some.
	Themes *style.Themes
	Boards *Boards
}

// Boards keeps what the boards of game nights show in all sessions.
type Boards = gamenight.Boards

// joinLine returns what others type to come to a room or game night, or to the lobby if code
// is empty.
func (s Session) joinLine(code string) string { return s.Invitation(code).Line }
