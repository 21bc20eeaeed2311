package protocol

import (
	"cmp"
	"maps"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// RoomsDocument answers the command rooms.
type RoomsDocument struct {
	You    string     `json:"you"`
	Yours  []RoomLine `json:"yours"`
	Rooms  []RoomLine `json:"rooms"`
	People []Person   `json:"people"`
	Chat   []Chat     `json:"chat"`
}

// RoomLine is a room as the lobby lists it.
type RoomLine struct {
	Code       string         `json:"code"`
	Title      string         `json:"title"`
	Game       string         `json:"game"`
	Stage      string         `json:"stage"`
	Seats      int            `json:"seats"`
	OpenSeats  int            `json:"open_seats"`
	Settings   Settings       `json:"-"` // those that the lobby tells
	Options    engine.Options `json:"options"`
	Names      []string       `json:"names"`
	Bots       []bool         `json:"bots"`
	Watchers   int            `json:"watchers"`
	Locked     bool           `json:"locked"`
	YourTurn   bool           `json:"your_turn"`
	AgeSeconds float64        `json:"age_seconds"`
}

// MarshalJSON implements json.Marshaler: the settings are members of the line.
func (l RoomLine) MarshalJSON() ([]byte, error) { return inline(l) }

// Person is somebody who is here.
type Person struct {
	Name    string `json:"name"`
	Guest   bool   `json:"guest"`
	Room    string `json:"room"`
	Busy    bool   `json:"busy"`    // at a table, which may be a private one
	Program bool   `json:"program"` // a program is here for them, and nobody else
}

// PeopleDocument answers the commands people, friend, mute and invite.
type PeopleDocument struct {
	You     string   `json:"you"`
	Friends []Friend `json:"friends"`
	Muted   []string `json:"muted"`
	People  []Person `json:"people"`
	Calls   []Call   `json:"calls"`
}

// ShareDocument answers the command share.
type ShareDocument struct {
	ID   string `json:"id"`
	Text string `json:"text"` // lines, for people
}

// WayDocument answers the command qr.
type WayDocument struct {
	Code     string `json:"code"`
	JoinLine string `json:"join_line"`
	Link     string `json:"link"`
}

// TurnsDocument answers the command turns.
type TurnsDocument struct {
	Turns []RoomLine `json:"turns"`
}

// Friend is one of your friends.
type Friend struct {
	Person
	Here bool `json:"here"`
}

// Call is somebody who invites you, or who has declined what you invited them to.
type Call struct {
	Kind        string  `json:"kind"`
	Name        string  `json:"name"`
	Game        string  `json:"game"`
	Room        string  `json:"room"`
	About       string  `json:"about"`
	SecondsLeft float64 `json:"seconds_left"`
}

// PeopleOf is who is here, and whom somebody has chosen.
func PeopleOf(page lobby.Page, circle lobby.Contacts) PeopleDocument {
	document := PeopleDocument{You: page.You.Name, Friends: []Friend{}, Muted: append([]string{}, circle.Muted...), People: []Person{}, Calls: []Call{}}
	for _, one := range circle.Friends {
		document.Friends = append(document.Friends, Friend{Person(one.PersonRow), one.Here})
	}
	for _, one := range page.People {
		document.People = append(document.People, Person(one))
	}
	for _, one := range page.Calls {
		document.Calls = append(document.Calls, Call{string(one.Kind), one.Name, one.Game, one.Room, one.About, *tenths(time.Until(one.Until))})
	}
	return document
}

// SeatDocument answers the commands new and join.
type SeatDocument struct {
	You         string      `json:"you"`
	Seat        engine.Seat `json:"seat"`
	Stage       string      `json:"stage"`
	Room        Room        `json:"room"`
	Chairs      []Chair     `json:"chairs"`
	JoinLine    string      `json:"join_line"`
	ReturnAs    string      `json:"return_as"`
	KeptSeconds float64     `json:"kept_seconds"`
}

// MeDocument answers the commands me and name.
type MeDocument struct {
	Name     string     `json:"name"`
	Guest    bool       `json:"guest"`
	Identity string     `json:"identity"`
	ReturnAs string     `json:"return_as"`
	Rooms    []RoomLine `json:"rooms"`
}

// DoneDocument answers commands that only do something.
type DoneDocument struct {
	Done string `json:"done"`
}

// WebhookDocument answers the command webhook.
type WebhookDocument struct {
	Host     string `json:"host"`     // of the address; empty where there is none
	Failures int    `json:"failures"` // letters in a row that did not arrive, the last ones
	Stopped  bool   `json:"stopped"`  // too many did not, and nothing is sent any more
}

// LinkDocument answers the command me --link.
type LinkDocument struct {
	Code    string `json:"code"`
	Seconds int    `json:"seconds"`
}

// RulesDocument answers the command rules.
type RulesDocument struct {
	Game     string   `json:"game"`
	Title    string   `json:"title"`
	Blurb    string   `json:"blurb"`
	MinSeats int      `json:"min_seats"`
	MaxSeats int      `json:"max_seats"`
	Options  []Option `json:"options"`
	Rules    string   `json:"rules"`
}

// Option is something that can be chosen about a game.
type Option struct {
	Name    string   `json:"name"`
	Title   string   `json:"title"`
	Help    string   `json:"help"`
	Values  []string `json:"values"`
	Default string   `json:"default"`
}

// HelpDocument answers the command help.
type HelpDocument struct {
	Commands []Usage  `json:"commands"`
	Games    []string `json:"games"`
}

// Usage is a command and what it does.
type Usage struct {
	Usage string `json:"usage"`
	Does  string `json:"does"`
}

// VersionDocument answers the command version.
type VersionDocument struct {
	Server   string `json:"server"`
	Protocol int    `json:"protocol"`
}

// LineOf is a room of the lobby, where hosts may choose what is in a table.
func LineOf(table []lobby.Setting, line lobby.RoomRow) RoomLine {
	return RoomLine{
		Code: line.Code, Title: line.Title, Game: line.Game, Stage: line.Stage, Seats: line.Seats,
		OpenSeats: line.Open, Settings: hallSettingsOf(table, line), Options: maps.Clone(line.Options), Names: append([]string{}, line.Names...), Bots: append([]bool{}, line.Bots...), Watchers: line.Watchers,
		Locked: line.Locked, YourTurn: line.YourTurn, AgeSeconds: *tenths(time.Since(line.Since)),
	}
}

// hallSettingsOf are the settings that the lobby tells; the line has those that
// are not the default.
func hallSettingsOf(table []lobby.Setting, line lobby.RoomRow) Settings {
	told := func(one lobby.Setting) bool { return one.Pages != nil }
	return settingsOf(table, told, func(one lobby.Setting) string { return cmp.Or(line.Settings[one.Word], one.Default) })
}

// ChatOf is what was said, as messages.
func ChatOf(chat []lobby.ChatMessage) []Chat {
	all := make([]Chat, len(chat))
	for i, line := range chat {
		all[i] = Chat{"chat", line.ID, line.Name, line.Watcher, line.Apart, line.Text}
	}
	return all
}

// LinesOf are rooms of the lobby, where hosts may choose what is in a table.
func LinesOf(table []lobby.Setting, lines []lobby.RoomRow) []RoomLine {
	all := make([]RoomLine, len(lines))
	for i, line := range lines {
		all[i] = LineOf(table, line)
		if all[i].Options == nil {
			all[i].Options = engine.Options{}
		}
	}
	return all
}
