package lobby

import (
	"maps"
	"math"
	"slices"
	"time"

	"parlor/engine"
)

// Window is the part of the lobby that a screen shows. The zero Window shows
// nothing, and costs nothing.
type Window struct {
	From   int    `json:"From"`   // the first of the rows of rooms beside the visitor's own, from 0
	Rows   int    `json:"Rows"`   // how many of these rows
	Search string `json:"Search"` // only rooms that have each of these words in title, names or code
	Game   string `json:"Game"`   // only rooms of this game: an engine.Game.Name; empty for every one
	Stage  string `json:"Stage"`  // only rooms at this stage: a value of Stages; empty for every one
	Sort   Sort   `json:"Sort"`
	// At is the code of a room that stays in sight: where it is listed, and not
	// among the rows asked for, these are moved just so far that it is.
	At         string `json:"At"`
	PeopleFrom int    `json:"PeopleFrom"`
	People     int    `json:"People"` // how many people
	Talk       bool   `json:"Talk"`   // what was said in the lobby
	Yours      bool   `json:"Yours"`  // the visitor's own rooms, which every window shows that shows anything
}

// Everything is a number of rows, or of people, that none exceeds.
const Everything = math.MaxInt32

// WholeLobby is the window that shows all there is, for those who list it once.
func WholeLobby() Window { return Window{Rows: Everything, People: Everything, Talk: true} }

// Shows reports whether a window shows anything.
func (w Window) Shows() bool { return w.Rows > 0 || w.People > 0 || w.Talk || w.Yours }

// Narrow reports whether a window leaves rooms out by what they are.
func (w Window) Narrow() bool { return w.Search != "" || w.Game != "" || w.Stage != "" }

// maxSearch is how wide a search can be, in cells.
const maxSearch = 60

// Clean is the window with a search that is clean and bounded, and nothing
// negative.
func (w Window) Clean() Window {
	w.Search = CleanText(w.Search, maxSearch)
	w.From, w.Rows = max(0, w.From), max(0, w.Rows)
	w.PeopleFrom, w.People = max(0, w.PeopleFrom), max(0, w.People)
	return w
}

// Sort is an order of the rooms. In all of them locked rooms come last.
type Sort string

// Orders of the rooms.
const (
	SortOpen   Sort = "" // what can be joined, then the newest
	SortNewest Sort = "newest"
	SortTitle  Sort = "title"
)

// Sorts are all orders of the rooms, the usual one first.
func Sorts() []Sort { return []Sort{SortOpen, SortNewest, SortTitle} }

// Stages are those by which rooms can be chosen; engine.Playing has those
// between rounds too.
func Stages() []string { return []string{Gathering, engine.Playing, engine.Over} }

// Page is what a window shows. Its lists are shared between visitors: they are
// to be read only.
type Page struct {
	// Window is the one that was asked for, without At; From and PeopleFrom are
	// smaller where there is not so much, and From is another one where At asked
	// for that.
	Window   Window      `json:"Window"`
	You      PersonRow   `json:"You"`
	Yours    []RoomRow   `json:"Yours"`    // rooms where you hold a seat, those where it is your turn first; they are not among Rooms
	Rooms    []RoomRow   `json:"Rooms"`    // private ones with Locked and nothing that identifies them
	Total    int         `json:"Total"`    // rooms that the window could show, were it large enough
	AllRooms int         `json:"AllRooms"` // rooms that there are beside yours
	People   []PersonRow `json:"People"`
	// PeopleTotal is how many people are here.
	PeopleTotal int           `json:"PeopleTotal"`
	Chat        []ChatMessage `json:"Chat"` // of the lobby; newest last, bounded
	// Calls are those that wait for the visitor, oldest first. Who shows nothing gets
	// a page when they change, on which there is nothing else.
	Calls []Notice `json:"Calls"`
}

// PersonRow is a person as others see them.
type PersonRow struct {
	Name  string `json:"Name"`
	Guest bool   `json:"Guest"`
	Room  string `json:"Room"` // code of the public room they are in; empty in the lobby or in a private room
	Busy  bool   `json:"Busy"` // they are in a room, which may be a private one
	// Program is somebody for whom a program is here, and nobody else.
	Program bool `json:"Program"`
}

// RoomRow is a room as the lobby lists it.
type RoomRow struct {
	Code     string         `json:"Code"` // empty where Locked
	Title    string         `json:"Title"`
	Game     string         `json:"Game"`  // engine.Game.Name
	Stage    string         `json:"Stage"` // Gathering, or a stage of engine
	Seats    int            `json:"Seats"`
	Names    []string       `json:"Names"`    // of the people and bots on its seats; nil where Locked
	Bots     []bool         `json:"Bots"`     // by name: a bot has it; nil where Locked
	Programs []bool         `json:"Programs"` // by name: a program plays for its person; nil where none does, and where Locked
	Options  engine.Options `json:"Options"`  // complete; nil where Locked. They are to be read only.
	Settings Choices        `json:"Settings"` // LobbyChoices of its plan; nil where Locked. They are to be read only.
	Open     int            `json:"Open"`     // seats that somebody could still take
	Watchers int            `json:"Watchers"`
	Locked   bool           `json:"Locked"` // private, and you are not in it
	// Unwatched lets nobody watch; not told where Locked.
	Unwatched bool      `json:"Unwatched"`
	YourTurn  bool      `json:"YourTurn"`
	Since     time.Time `json:"Since"` // made
}

// Same reports whether two rows say the same.
func (r RoomRow) Same(other RoomRow) bool {
	return r.Code == other.Code && r.Title == other.Title && r.Game == other.Game && r.Stage == other.Stage && r.Seats == other.Seats &&
		slices.Equal(r.Names, other.Names) && slices.Equal(r.Bots, other.Bots) && slices.Equal(r.Programs, other.Programs) && maps.Equal(r.Options, other.Options) &&
		maps.Equal(r.Settings, other.Settings) && r.Open == other.Open && r.Watchers == other.Watchers && r.Locked == other.Locked && r.Unwatched == other.Unwatched &&
		r.YourTurn == other.YourTurn && r.Since.Equal(other.Since)
}

// Same reports whether two pages say the same.
func (p Page) Same(other Page) bool {
	return p.Window == other.Window && p.You == other.You && p.Total == other.Total && p.AllRooms == other.AllRooms &&
		p.PeopleTotal == other.PeopleTotal && slices.EqualFunc(p.Yours, other.Yours, RoomRow.Same) &&
		slices.EqualFunc(p.Rooms, other.Rooms, RoomRow.Same) && slices.Equal(p.People, other.People) && slices.Equal(p.Chat, other.Chat) &&
		slices.Equal(p.Calls, other.Calls)
}
