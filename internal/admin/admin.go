// Package admin is how an operator sees and steers a server that runs: requests of
// HTTP with JSON, over a socket in the server's folder that only its owner can
// open. What can be seen is never what somebody may not know at a table.
package admin

import (
	"context"
	"net/netip"
	"time"
)

// Socket is the name of the socket in the server's folder.
const Socket = "admin.sock"

// House is a server as its operator meets it. Its methods may be called from any
// goroutine. Their errors are sentences for the operator.
type House interface {
	Status() Status
	Sessions() []Session
	Rooms() []Room
	// GameNights are those of this node, those that are over included until they are forgotten.
	GameNights() []GameNight
	// GameNight is one of them, with its people and its tables.
	GameNight(ctx context.Context, code string) (GameNight, error)
	// EndGameNight ends one as its host would: matches that are played still count.
	EndGameNight(ctx context.Context, order GameNightOrder) (GameNight, error)
	Bans() []Ban
	// Ban keeps somebody out for so long, and ends their sessions. Who is a subject
	// as ratelimit.ParseSubject has it, or the number of a session.
	Ban(ctx context.Context, order BanOrder) (Banned, error)
	// Unban lifts a ban.
	Unban(ctx context.Context, order UnbanOrder) error
	// Announce tells everybody who is here something, and those who come within a
	// time.
	Announce(order AnnounceOrder) (Announced, error)
	// CloseRoom closes a room for good and tells the people in it why.
	CloseRoom(ctx context.Context, order CloseOrder) (Room, error)
	// Reports are what people have reported, those first that are not done.
	Reports(ctx context.Context) ([]Report, error)
	// ReportDone notes that the operator is done with a report.
	ReportDone(ctx context.Context, order DoneOrder) error
	// Suspects are finished matches that may have a winner only because their room was
	// closed.
	Suspects(ctx context.Context) ([]Suspect, error)
	// VoidMatch makes a finished match void.
	VoidMatch(ctx context.Context, order VoidOrder) error
	// Drain has the server stop once the games in play have ended, and returns what
	// it has to wait for.
	Drain() Status
}

// Status is how the server is.
type Status struct {
	Version  string         `json:"version"`
	Began    time.Time      `json:"began"`
	Sessions int            `json:"sessions"`
	People   int            `json:"people"`
	Rooms    map[string]int `json:"rooms"`  // by stage
	Asleep   int            `json:"asleep"` // of these rooms, those that nobody has needed since the start
	// GameNights is how many there are, by stage.
	GameNights map[string]int `json:"game_nights"`
	Bans       int            `json:"bans"`
	Reports    int            `json:"reports"` // that are not done
	// NewcomersOut is until when newcomers are kept out; nil while they may come.
	NewcomersOut *time.Time `json:"newcomers_out_until"`
	// Draining is when the server stops at the latest; nil while it does not.
	Draining *time.Time `json:"draining_until"`
	// Ill says what does not work; empty where all is well.
	Ill string `json:"ill"`
}

// Session is one that is under way.
type Session struct {
	Number  uint64     `json:"session"`
	Kind    string     `json:"kind"` // screen, lines, program or command
	Name    string     `json:"name"`
	Guest   bool       `json:"guest"`
	Who     string     `json:"who"` // as in Ban
	Address netip.Addr `json:"address"`
	Since   time.Time  `json:"since"`
	Rooms   []string   `json:"rooms"` // titles of those where the person is
}

// Room is one of the lobby's.
type Room struct {
	Number   uint64     `json:"room"`
	Code     string     `json:"code"` // empty where the room is private
	Title    string     `json:"title"`
	Game     string     `json:"game"`
	Stage    string     `json:"stage"`
	Public   bool       `json:"public"`
	Rated    bool       `json:"rated"`
	Seats    int        `json:"seats"`
	Open     int        `json:"open"`
	Watchers int        `json:"watchers"`
	Here     int        `json:"here"` // people who are connected
	Sleeps   bool       `json:"sleeps"`
	Made     time.Time  `json:"made"`
	From     netip.Addr `json:"from"` // where it was made; empty where nobody knows
}

// GameNight is one that an operator sees. People and Seats are empty in a list.
type GameNight struct {
	Code    string            `json:"code"`
	Title   string            `json:"title"`
	Stage   string            `json:"stage"`
	Host    string            `json:"host"` // name; empty for none
	Begins  time.Time         `json:"begins,omitzero"`
	Ends    time.Time         `json:"ends,omitzero"`
	Players int               `json:"players"` // who take part
	Here    int               `json:"here"`    // of these, connected
	Waiting int               `json:"waiting"` // of these, who wait for a table
	Longest float64           `json:"longest_wait_seconds"`
	Tables  int               `json:"tables"`
	Playing int               `json:"playing"` // of these tables
	Played  int               `json:"played"`  // matches that are over
	People  []GameNightPlayer `json:"people,omitempty"`
	Seats   []GameNightTable  `json:"seats,omitempty"`
}

// GameNightPlayer is a player of a game night, in the order of the standings.
type GameNightPlayer struct {
	Rank    int    `json:"rank"`
	Name    string `json:"name"`
	State   string `json:"state"` // lobby.GameNightWaiting and those beside it
	Table   int    `json:"table"` // 0 for none
	Points  int    `json:"points"`
	Matches int    `json:"matches"`
}

// GameNightTable is a table of a game night.
type GameNightTable struct {
	Number int      `json:"table"`
	Game   string   `json:"game"`
	Stage  string   `json:"stage"`
	Names  []string `json:"names"`
}

// GameNightOrder names a game night.
type GameNightOrder struct {
	Code string `json:"code"`
}

// Ban keeps somebody out.
type Ban struct {
	Who   string    `json:"who"`
	Made  time.Time `json:"made"`
	Until time.Time `json:"until"`
	Note  string    `json:"note"`
}

// BanOrder asks for a ban.
type BanOrder struct {
	Who     string  `json:"who"`
	Seconds float64 `json:"seconds"`
	Note    string  `json:"note"`
}

// Banned is what came of it.
type Banned struct {
	Ban
	Ended int `json:"ended_sessions"`
}

// UnbanOrder asks for the end of a ban.
type UnbanOrder struct {
	Who string `json:"who"`
}

// AnnounceOrder asks for a notice.
type AnnounceOrder struct {
	Text    string  `json:"text"`
	Seconds float64 `json:"seconds"` // how long those who come are told, too
}

// Announced is what came of it.
type Announced struct {
	Told int `json:"told_sessions"`
}

// Report is what somebody told about somebody else.
type Report struct {
	Number    uint64     `json:"report"`
	At        time.Time  `json:"at"`
	By        string     `json:"by"` // as in Ban
	ByName    string     `json:"by_name"`
	About     string     `json:"about"` // as in Ban
	AboutName string     `json:"about_name"`
	Words     string     `json:"words"`
	Room      string     `json:"room"` // code; empty for none
	Game      string     `json:"game"`
	Match     string     `json:"match"` // ID; empty for none
	Heard     []Heard    `json:"heard"` // what was said last where it was reported, oldest first
	Done      *time.Time `json:"done"`  // nil while it waits
}

// Heard is something that somebody said.
type Heard struct {
	At      time.Time `json:"at"`
	By      string    `json:"by"` // as in Ban
	Name    string    `json:"name"`
	Watcher bool      `json:"watcher"`
	Text    string    `json:"text"`
}

// DoneOrder says that the operator is done with a report.
type DoneOrder struct {
	Number uint64 `json:"report"`
}

// CloseOrder asks for the end of a room.
type CloseOrder struct {
	Room   string `json:"room"` // number or code
	Reason string `json:"reason"`
}

// Suspect is a finished match that may have a winner only because its room was closed.
type Suspect struct {
	Match    string    `json:"match"` // ID
	Game     string    `json:"game"`
	Title    string    `json:"title"`
	Ended    time.Time `json:"ended"`
	Rated    bool      `json:"rated"`
	Seats    int       `json:"seats"`
	Resigned int       `json:"resigned"` // seats that resigned one after the other at its end
	Players  string    `json:"players"`  // with their points and who has won
}

// VoidOrder asks for a match to be made void.
type VoidOrder struct {
	Match string `json:"match"` // ID
}

// Failure is the answer where something is not done.
type Failure struct {
	Error string `json:"error"`
}
