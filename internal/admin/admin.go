// Package admin lets an operator watch and control a running server, by HTTP requests with JSON over a Unix socket
// that only the server's user can open. It never reveals what a player may not know.
package admin

import (
	"context"
	"net"
	"net/netip"
	"time"
)

// Socket is the name of the socket in the data folder.
const Socket = "admin.sock"

// Operator is the server as the operator sees it. Its methods may be called concurrently. Their errors
// are written for the operator.
type Operator interface {
	Status() Status
	Sessions() []Session
	Rooms() []Room
	// GameNights returns the game nights of this node, including those that are over until they are
	// forgotten.
	GameNights() []GameNight
	// GameNight returns a game night with its people and its tables.
	GameNight(ctx context.Context, code string) (GameNight, error)
	// EndGameNight ends a game night as its host would: matches in play still count.
	EndGameNight(ctx context.Context, order GameNightOrder) (GameNight, error)
	Bans() []Ban
	// Ban bans a person for a time, and ends their sessions. The subject is in the form that
	// ratelimit.ParseSubject accepts, or the number of a session.
	Ban(ctx context.Context, order BanOrder) (Banned, error)
	// Unban lifts a ban.
	Unban(ctx context.Context, order UnbanOrder) error
	// Announce shows a text to all sessions, and to those that begin within a time.
	Announce(order AnnounceOrder) (Announced, error)
	// CloseRoom closes a room permanently and shows the reason to the people in it.
	CloseRoom(ctx context.Context, order CloseOrder) (Room, error)
	// Reports returns the reports, open ones first.
	Reports(ctx context.Context) ([]Report, error)
	// ReportDone marks a report as done.
	ReportDone(ctx context.Context, order DoneOrder) error
	// Suspects returns finished matches that may have a winner only because their room was closed.
	Suspects(ctx context.Context) ([]Suspect, error)
	// VoidMatch makes a finished match void.
	VoidMatch(ctx context.Context, order VoidOrder) error
	// Cluster returns the state of all nodes, or an error if there is one server only.
	Cluster(ctx context.Context) (Cluster, error)
	// Room returns the room with a code. If it is at another node, only Room.Node is set.
	Room(ctx context.Context, code string) (Room, error)
	// DialNode connects to the requests of operators at another node.
	DialNode(ctx context.Context, name string) (net.Conn, error)
	// Drain stops the server once the matches in play have ended. It returns the status, which
	// shows what the server waits for.
	Drain() Status
}

// Status is the state of the server.
type Status struct {
	Version  string         `json:"version"`
	Began    time.Time      `json:"began"`
	Sessions int            `json:"sessions"`
	People   int            `json:"people"`
	Rooms    map[string]int `json:"rooms"`  // by stage
	Asleep   int            `json:"asleep"` // rooms not loaded since the start
	// GameNights is the number of game nights by stage.
	GameNights map[string]int `json:"game_nights"`
	Bans       int            `json:"bans"`
	Reports    int            `json:"reports"` // open ones
	// NewcomersOut is when the ban on newcomers ends; nil if there is no such ban.
	NewcomersOut *time.Time `json:"newcomers_out_until"`
	// Draining is when the server stops at the latest; nil if it is not draining.
	Draining *time.Time `json:"draining_until"`
	// Ill describes what does not work; "" if all is well.
	Ill string `json:"ill"`
	// Node is the name of the node, and Others holds the other nodes that answer, if the whole cluster was asked.
	Node   string   `json:"node,omitempty"`
	Others []Status `json:"others,omitempty"`
}

// Session is an open session.
type Session struct {
	Number  uint64     `json:"session"`
	Kind    string     `json:"kind"` // screen, lines, program or command
	Name    string     `json:"name"`
	Guest   bool       `json:"guest"`
	Who     string     `json:"who"` // as in Ban
	Address netip.Addr `json:"address"`
	Since   time.Time  `json:"since"`
	Rooms   []string   `json:"rooms"` // titles of the person's rooms
	Node    string     `json:"node,omitempty"`
}

// Room is a room of the lobby.
type Room struct {
	Number   uint64     `json:"room"`
	Code     string     `json:"code"` // "" if the room is private
	Title    string     `json:"title"`
	Game     string     `json:"game"`
	Stage    string     `json:"stage"`
	Public   bool       `json:"public"`
	Rated    bool       `json:"rated"`
	Seats    int        `json:"seats"`
	Open     int        `json:"open"`
	Watchers int        `json:"watchers"`
	Here     int        `json:"here"` // connected people
	Sleeps   bool       `json:"sleeps"`
	Made     time.Time  `json:"made"`
	From     netip.Addr `json:"from"` // address of the creator; zero if unknown
	Node     string     `json:"node,omitempty"`
}

// Cluster is the state of a cluster as one node sees it.
type Cluster struct {
	Node   string     `json:"node"` // that sees it
	Nodes  []Node     `json:"nodes"`
	Rooms  int        `json:"rooms"`
	Moving int        `json:"rooms_moving"` // rooms that are not yet at the node that is to have them
	Etcd   []Endpoint `json:"etcd"`
	Ill    string     `json:"ill,omitempty"` // why the rooms could not be counted
}

// Node is a node of a cluster.
type Node struct {
	Name           string    `json:"node"`
	Address        string    `json:"address"` // for other nodes
	Version        string    `json:"version"`
	Stage          string    `json:"stage"`          // such as cluster.NodeLive
	Since          time.Time `json:"since,omitzero"` // when it started or, if it is down, when it was lost
	MissedBy       []string  `json:"missed_by"`
	Rooms          int       `json:"rooms"`
	Expected       int       `json:"rooms_expected"`
	CertificateEnd time.Time `json:"certificate_end,omitzero"`
	Unreached      string    `json:"unreached,omitempty"` // why the node that was asked cannot connect to it
}

// Endpoint is a server of etcd.
type Endpoint struct {
	Address string   `json:"address"`
	Ill     string   `json:"ill,omitempty"` // why it does not answer; "" if it does
	Leader  bool     `json:"leader"`
	Seconds float64  `json:"answer_seconds"`
	Bytes   int64    `json:"database_bytes"`
	Alarms  []string `json:"alarms,omitempty"`
}

// GameNight describes a game night to the operator. Code lets its holder join. People and Seats are empty in a list.
type GameNight struct {
	Code    string            `json:"code"`
	Title   string            `json:"title"`
	Stage   string            `json:"stage"`
	Host    string            `json:"host"` // name; empty for none
	Begins  time.Time         `json:"begins,omitzero"`
	Ends    time.Time         `json:"ends,omitzero"`
	Players int               `json:"players"` // number of people who take part
	Here    int               `json:"here"`    // number of connected people among them
	Waiting int               `json:"waiting"` // number of people among them who wait for a table
	Longest float64           `json:"longest_wait_seconds"`
	Tables  int               `json:"tables"`
	Playing int               `json:"playing"` // number of tables in play among them
	Played  int               `json:"played"`  // number of finished matches
	People  []GameNightPlayer `json:"people,omitempty"`
	Seats   []GameNightTable  `json:"seats,omitempty"`
}

// GameNightPlayer is a player of a game night, in the order of the standings.
type GameNightPlayer struct {
	Rank    int    `json:"rank"`
	Name    string `json:"name"`
	State   string `json:"state"` // such as lobby.GameNightWaiting
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

// Ban is a ban in force.
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

// Banned is the result of a ban.
type Banned struct {
	Ban
	Ended int `json:"ended_sessions"`
}

// UnbanOrder asks to lift a ban.
type UnbanOrder struct {
	Who string `json:"who"`
}

// AnnounceOrder asks for an announcement.
type AnnounceOrder struct {
	Text    string  `json:"text"`
	Seconds float64 `json:"seconds"` // for how long the text is also shown to new sessions
}

// Announced is the result of an announcement.
type Announced struct {
	Told int `json:"told_sessions"`
}

// Report is a person's report about another.
type Report struct {
	Number    uint64     `json:"report"`
	At        time.Time  `json:"at"`
	By        string     `json:"by"` // as in Ban
	ByName    string     `json:"by_name"`
	About     string     `json:"about"` // as in Ban
	AboutName string     `json:"about_name"`
	Words     string     `json:"words"`
	Room      string     `json:"room"` // code; "" if there is none
	Game      string     `json:"game"`
	Match     string     `json:"match"` // ID; "" if there is none
	Heard     []Heard    `json:"heard"` // the last chat messages before the report, oldest first
	Done      *time.Time `json:"done"`  // nil while it is open
}

// Heard is a chat message in a report.
type Heard struct {
	At      time.Time `json:"at"`
	By      string    `json:"by"` // as in Ban
	Name    string    `json:"name"`
	Watcher bool      `json:"watcher"`
	Text    string    `json:"text"`
}

// DoneOrder marks a report as done.
type DoneOrder struct {
	Number uint64 `json:"report"`
}

// CloseOrder asks to close a room.
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
	Resigned int       `json:"resigned"` // seats that resigned one after the other at the end
	Players  string    `json:"players"`  // with their points and the winner
}

// VoidOrder asks to make a match void.
type VoidOrder struct {
	Match string `json:"match"` // ID
}

// Failure is the answer to a failed request.
type Failure struct {
	Error string `json:"error"`
}
