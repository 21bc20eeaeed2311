// Package protocol implements the JSON Lines protocol of a seat in a room, and the JSON documents of commands.
// docs/protocol.md specifies it; a test compares the two.
package protocol

import (
	"math"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// Version is the protocol version. It increases when a change could break conforming clients. New fields and message
// types do not increase it.
const Version = 1

// Hello is the first message: who the client is and where it sits.
type Hello struct {
	Type     string      `json:"type"` // "hello"
	Protocol int         `json:"protocol"`
	Server   string      `json:"server"`
	You      string      `json:"you"`
	Guest    bool        `json:"guest"`
	ReturnAs string      `json:"return_as"`
	Seat     engine.Seat `json:"seat"`
	Room     Room        `json:"room"`
}

// Room is the setup of a room.
type Room struct {
	Code     string         `json:"code"`
	Title    string         `json:"title"`
	Game     string         `json:"game"`
	Settings Settings       `json:"-"` // all but the title
	Options  engine.Options `json:"options"`
}

// MarshalJSON implements json.Marshaler. It inlines the settings.
func (r Room) MarshalJSON() ([]byte, error) { return inline(r) }

// View contains everything that the seat may know. Each View replaces the previous one.
type View struct {
	Type     string          `json:"type"` // "view"
	Number   uint64          `json:"number"`
	Room     Room            `json:"room"`
	Stage    string          `json:"stage"`
	Seat     engine.Seat     `json:"seat"`
	Host     bool            `json:"host"`
	YourTurn bool            `json:"your_turn"`
	Paused   bool            `json:"paused"`
	Moving   bool            `json:"moving"`
	StopsIn  *float64        `json:"stops_in_seconds"`
	Follows  engine.Seat     `json:"follows"`
	Chairs   []Chair         `json:"chairs"`
	Watchers []string        `json:"watchers"`
	Proof    string          `json:"proof"`
	Seal     string          `json:"seal,omitempty"`
	MatchID  string          `json:"match_id,omitempty"`
	Match    *engine.View    `json:"match"`
	Legal    []engine.Action `json:"legal"`
}

// Chair is a seat of a room with its player; see lobby.SeatInfo.
type Chair struct {
	Seat        engine.Seat  `json:"seat"`
	Kind        string       `json:"kind"`
	Level       engine.Level `json:"level"`
	Name        string       `json:"name"`
	Guest       bool         `json:"guest"`
	Program     bool         `json:"program"`
	Host        bool         `json:"host"`
	Ready       bool         `json:"ready"`
	Left        bool         `json:"left"`
	Resigned    bool         `json:"resigned"`
	Claimed     bool         `json:"claimed"`
	Pausing     bool         `json:"pausing"`
	ShowsEyes   bool         `json:"shows_eyes"`
	BotPlays    bool         `json:"bot_plays"`
	AwaySeconds *float64     `json:"away_seconds"`
	SecondsLeft *float64     `json:"seconds_left"`
	Substitute  *float64     `json:"substitute_seconds"`
	StandIn     *float64     `json:"stand_in_seconds"`
	Claim       *float64     `json:"claim_seconds"`
}

// Event is a public event of the match.
type Event struct {
	Type  string `json:"type"` // "event"
	Event string `json:"event"`
	ByBot bool   `json:"by_bot,omitempty"`
}

// Note is an event of the room outside the match, or an announcement of the operator.
type Note struct {
	Type  string     `json:"type"` // "note"
	Text  string     `json:"text"`
	Prose prose.Text `json:"prose"` // the text with its arguments
}

// Chat is a chat message.
type Chat struct {
	Type    string `json:"type"` // "chat"
	Number  uint64 `json:"number"`
	Name    string `json:"name"`
	Watcher bool   `json:"watcher"`
	Apart   bool   `json:"apart"`
	Text    string `json:"text"`
}

// Over is the end of a match.
type Over struct {
	Type    string        `json:"type"` // "over"
	Winners []engine.Seat `json:"winners"`
	Points  []float64     `json:"points"`
	Scores  [][]float64   `json:"scores"`
	Proof   string        `json:"proof"`
	Record  engine.Record `json:"record"`
	// BotMoves is lobby.Ending.BotMoves.
	BotMoves [][]int `json:"bot_moves,omitempty"`
}

// Refused is the answer to a refused message.
type Refused struct {
	Type  string     `json:"type"` // "refused"
	ID    any        `json:"id"`
	Code  string     `json:"code"`
	Text  string     `json:"text"`
	Prose prose.Text `json:"prose"`
	View  uint64     `json:"view"`
}

// Done is the answer to a successful message with an id.
type Done struct {
	Type string `json:"type"` // "done"
	ID   any    `json:"id"`
	View uint64 `json:"view"`
}

// Hint is the likeliest guess that the seat can make, and why.
type Hint struct {
	Type   string        `json:"type"` // "hint"
	View   uint64        `json:"view"`
	Action engine.Action `json:"action"`
	Chance float64       `json:"chance"`
	Text   string        `json:"text"`
	Prose  []prose.Text  `json:"prose"`
}

// Ended is the last message of a session.
type Ended struct {
	Type  string     `json:"type"` // "ended"
	Text  string     `json:"text"`
	Prose prose.Text `json:"prose"`
}

// RoomOf returns the room of an update, given the table of settings.
func RoomOf(table []lobby.Setting, u lobby.Update) Room {
	told := func(one lobby.Setting) bool { return one.Word != "title" } // which comes before the game
	return Room{
		Code: u.Code, Title: u.Plan.Title, Game: u.Plan.Game, Options: u.Plan.Options,
		Settings: settingsOf(table, told, func(one lobby.Setting) string { return one.ValueIn(u.Plan) }),
	}
}

// ViewOf returns an update as a message, given the table of settings.
func ViewOf(table []lobby.Setting, u lobby.Update) View {
	view := View{
		Type: "view", Number: uint64(u.Revision), Room: RoomOf(table, u), Stage: u.Stage, Seat: u.You, Host: u.Host,
		Paused: !u.Paused.IsZero(), Moving: u.Moving, StopsIn: until(u.Draining), Follows: u.Follows,
		Chairs: make([]Chair, len(u.Seats)), Watchers: append([]string{}, u.Watchers...), Proof: u.Proof, Seal: u.Seal, MatchID: u.Past, Match: u.Match, Legal: u.Legal,
	}
	for i, seat := range u.Seats {
		view.Chairs[i] = Chair{
			Seat: engine.Seat(i), Kind: seat.Kind, Level: seat.Level, Name: seat.Name, Guest: seat.Guest, Program: seat.Program, Host: seat.Host,
			Ready: seat.Ready, Left: seat.Left, Resigned: seat.Resigned, Claimed: seat.Claimed, Pausing: seat.Pausing, ShowsEyes: seat.Eyes, BotPlays: seat.BotPlays,
			AwaySeconds: since(seat.Away), SecondsLeft: until(seat.Deadline), Substitute: until(seat.Substitute), StandIn: until(seat.SubstituteFrom), Claim: until(seat.ClaimFrom),
		}
	}
	if u.Match != nil && u.You != engine.Watcher {
		for _, mover := range u.Match.ToMove {
			view.YourTurn = view.YourTurn || mover == u.You
		}
	}
	return view
}

// since and until return durations in seconds, rounded to tenths, or nil for a zero time.
func since(at time.Time) *float64 {
	if at.IsZero() {
		return nil
	}
	return tenths(time.Since(at))
}

func until(at time.Time) *float64 {
	if at.IsZero() {
		return nil
	}
	return tenths(time.Until(at))
}

func tenths(d time.Duration) *float64 {
	seconds := max(0, math.Round(d.Seconds()*10)/10)
	return &seconds
}
