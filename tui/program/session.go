package program

import (
	"time"

	"parlor/engine/insight"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui"
	"parlor/tui/board"
	"parlor/tui/gamenight"
	"parlor/tui/home"
	"parlor/tui/screen"
	"parlor/tui/style"
)

// Session configures the screen of one person.
type Session struct {
	Session    lobby.Session
	Games      []board.Game
	Rooms      []lobby.Setting // settings that hosts can choose; if nil, lobby.RoomSettings
	NameCells  int             // maximum width of a name; 0 means the default
	ReturnLine string          // the command with which a guest returns; empty with a key
	// Invitation returns the invitation to a room or game night, or to the lobby if code
	// is empty.
	Invitation func(code string) lobby.Invitation
	// Notice is a sentence that is shown first. It is usually empty.
	Notice string
	// NoticeEnds is when the notice ends, or zero.
	NoticeEnds time.Time
	// Seat enters the room that the person has asked for, and returns a welcome. If it is nil, the
	// session begins in a running match or in the lobby.
	Seat func() (handle lobby.Handle, welcome prose.Text, err error)
	// Rival is the game for which the session begins with a search for an opponent, or "".
	Rival string
	// Code is the code that Seat enters, perhaps of a game night, or "".
	Code string
	// First reports whether this is the person's first visit. They are then asked for a name.
	First bool
	// Named returns ReturnLine after a change of the name. If nil, it does not change. It is called
	// outside the loop of the screen.
	Named func() string
	// Welcome is the text by the operator for a first visit, by paragraph. It is usually empty.
	Welcome []string
	// GameNight is the game night where the session begins, or nil. If Board is set, the session
	// only shows its board.
	GameNight lobby.GameNightHandle
	Board     bool
	// Settings are the initial settings. Keep stores changed settings while the screen waits. It
	// may be nil.
	Settings screen.Settings
	Keep     func(screen.Settings)
	// History provides finished matches; nil if none are stored. Person is the Identity.ID of the
	// person whose matches are listed first.
	History lobby.History
	Person  string
	// Analyse analyzes finished matches. It may be nil.
	Analyse insight.Analyse
	// SumUp summarizes the decisions in finished matches. It may be nil.
	SumUp insight.SumUp
	// Highlights finds the highlights of the matches of a game night. It may be nil.
	Highlights lobby.Highlights
	// Turn returns when updates may be shown. If nil, they may be at any time.
	Turn tui.Turn
	// Voice translates all texts; nil means English. Languages are the languages that the person
	// can choose. Locale is the one that their client requests.
	Voice     *prose.Voice
	Languages *prose.Languages
	Locale    string
	// Signal is the kind of notification for the terminal, unless the person chooses another one.
	Signal screen.Signal
	// Themes and Boards are shared by all sessions. If nil, the session has its own.
	Themes *style.Themes
	Boards *Boards
}

// Boards caches the boards of game nights and of the lobby for all sessions.
type Boards struct {
	nights gamenight.Boards
	live   home.LiveMatches
	recent home.RecentResults
}

// joinLine returns the command with which others join a room or game night, or the lobby if code is
// empty.
func (s Session) joinLine(code string) string { return s.Invitation(code).Line }
