package lobby

import (
	"maps"
	"math"
	"slices"
	"time"

	"parlor/engine"
)

// Window is the part of the lobby that a client shows. The zero Window shows nothing.
type Window struct {
	From   int    `json:"From"`   // index of the first row, not counting the player's own rooms
	Rows   int    `json:"Rows"`   // number of rows
	Search string `json:"Search"` // only rooms with each of these words in title, names or code
	Game   string `json:"Game"`   // only rooms of this game (engine.Game.Name); empty for all
	Stage  string `json:"Stage"`  // only rooms at this stage (one of Stages, or Active); empty for all
	Sort   Sort   `json:"Sort"`
	// At is the code of a room to keep in view: if the room is listed outside the requested rows,
	// the rows are moved just enough to include it.
	At         string `json:"At"`
	PeopleFrom int    `json:"PeopleFrom"`
	People     int    `json:"People"` // number of people
	Talk       bool   `json:"Talk"`   // include the lobby chat
	Yours      bool   `json:"Yours"`  // the player's own rooms; implied by all other parts
}

// Everything is a number of rows that exceeds every list.
const Everything = math.MaxInt32

// WholeLobby returns the window of everything, for clients that list it once.
func WholeLobby() Window { return Window{Rows: Everything, People: Everything, Talk: true} }

// Shows reports whether a window shows anything.
func (w Window) Shows() bool { return w.Rows > 0 || w.People > 0 || w.Talk || w.Yours }

// Narrow reports whether a window filters rooms, other than by Active.
func (w Window) Narrow() bool {
	return w.Search != "" || w.Game != "" || w.Stage != "" && w.Stage != Active
}

// maxSearch bounds the width of a search, in cells.
const maxSearch = 60

// Clean returns the window with a cleaned, bounded search and no negative numbers.
func (w Window) Clean() Window {
	w.Search = CleanText(w.Search, maxSearch)
	w.From, w.Rows = max(0, w.From), max(0, w.Rows)
	w.PeopleFrom, w.People = max(0, w.PeopleFrom), max(0, w.People)
	return w
}

// Sort is an order of rooms. Locked rooms come last in all of them.
type Sort string

// Orders of rooms.
const (
	SortOpen   Sort = "" // rooms that can be joined, then the newest
	SortNewest Sort = "newest"
	SortTitle  Sort = "title"
)

// Sorts returns all orders, the default first.
func Sorts() []Sort { return []Sort{SortOpen, SortNewest, SortTitle} }

// Active is a stage in windows only: that of all rooms that are neither private nor finished.
const Active = "active"

// Stages returns the stages by which rooms can be filtered. engine.Playing includes the
// pause between games.
func Stages() []string { return []string{Gathering, engine.Playing, engine.Over} }

// Page is the content of a window. Its lists are shared and must not be changed.
type Page struct {
	// Window is the requested window without At. From and PeopleFrom are reduced at the end
	// of the lists, and From is adjusted for At.
	Window   Window      `json:"Window"`
	You      PersonRow   `json:"You"`
	Yours    []RoomRow   `json:"Yours"`    // rooms where the player has a seat, those where it is their turn first; not repeated in Rooms
	Rooms    []RoomRow   `json:"Rooms"`    // private ones are Locked and anonymous
	Total    int         `json:"Total"`    // number of rooms that match the window
	AllRooms int         `json:"AllRooms"` // number of all rooms except Yours
	People   []PersonRow `json:"People"`
	// Seekers are the players at any node who look for an opponent for a rated match (FindOpponent),
	// the one who has waited longest first. They are shown with the people.
	Seekers []Seeker `json:"Seekers,omitempty"`
	// PeopleTotal is the number of connected people.
	PeopleTotal int           `json:"PeopleTotal"`
	Chat        []ChatMessage `json:"Chat"` // lobby chat, newest last, bounded
	// Calls lists the player's pending notices, oldest first. When they change, a client without a
	// window gets a page with only Calls.
	Calls []Notice `json:"Calls"`
}

// PersonRow is a person as others see them.
type PersonRow struct {
	Name  string `json:"Name"`
	Guest bool   `json:"Guest"`
	Room  string `json:"Room"` // code of the public room they are in; empty in the lobby or in a private room
	Busy  bool   `json:"Busy"` // they are in a room, which may be private
	// Program reports whether all sessions of the person are API clients.
	Program bool `json:"Program"`
}

// Seeker is a player who looks for an opponent for a rated match.
type Seeker struct {
	Name string `json:"Name"`
	Search
}

// Search is a search for an opponent for a rated match. The zero Search means that there is none.
type Search struct {
	Game   string    `json:"Game"` // engine.Game.Name
	Rating int       `json:"Rating"`
	Since  time.Time `json:"Since"` // in UTC and whole seconds
}

// RoomRow is a room as the lobby lists it.
type RoomRow struct {
	Code     string         `json:"Code"` // empty if Locked
	Title    string         `json:"Title"`
	Game     string         `json:"Game"`  // engine.Game.Name
	Stage    string         `json:"Stage"` // Gathering, or a stage of engine
	Seats    int            `json:"Seats"`
	Names    []string       `json:"Names"`    // names on its seats; nil if Locked
	Bots     []bool         `json:"Bots"`     // by name: is a bot; nil if Locked
	Programs []bool         `json:"Programs"` // by name: is an API client; nil if none is, or if Locked
	Options  engine.Options `json:"Options"`  // complete, read-only; nil if Locked
	Settings Choices        `json:"Settings"` // LobbyChoices of its plan, read-only; nil if Locked
	Open     int            `json:"Open"`     // number of free seats
	Watchers int            `json:"Watchers"`
	Locked   bool           `json:"Locked"` // private, and the reader is not in it
	// Unwatched reports whether spectators are not allowed. It is false if Locked.
	Unwatched bool      `json:"Unwatched"`
	YourTurn  bool      `json:"YourTurn"`
	Since     time.Time `json:"Since"` // when the room was opened
}

// Same reports whether both have the same content.
func (r RoomRow) Same(other RoomRow) bool {
	return r.Code == other.Code && r.Title == other.Title && r.Game == other.Game && r.Stage == other.Stage && r.Seats == other.Seats &&
		slices.Equal(r.Names, other.Names) && slices.Equal(r.Bots, other.Bots) && slices.Equal(r.Programs, other.Programs) && maps.Equal(r.Options, other.Options) &&
		maps.Equal(r.Settings, other.Settings) && r.Open == other.Open && r.Watchers == other.Watchers && r.Locked == other.Locked && r.Unwatched == other.Unwatched &&
		r.YourTurn == other.YourTurn && r.Since.Equal(other.Since)
}

// Same reports whether both have the same content.
func (p Page) Same(other Page) bool {
	return p.Window == other.Window && p.You == other.You && p.Total == other.Total && p.AllRooms == other.AllRooms &&
		p.PeopleTotal == other.PeopleTotal && slices.EqualFunc(p.Yours, other.Yours, RoomRow.Same) &&
		slices.EqualFunc(p.Rooms, other.Rooms, RoomRow.Same) && slices.Equal(p.People, other.People) && slices.Equal(p.Seekers, other.Seekers) && slices.Equal(p.Chat, other.Chat) &&
		slices.Equal(p.Calls, other.Calls)
}
