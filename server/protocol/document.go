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
	Settings   Settings       `json:"-"` // those shown in the lobby
	Options    engine.Options `json:"options"`
	Names      []string       `json:"names"`
	Bots       []bool         `json:"bots"`
	Watchers   int            `json:"watchers"`
	Locked     bool           `json:"locked"`
	YourTurn   bool           `json:"your_turn"`
	AgeSeconds float64        `json:"age_seconds"`
}

// MarshalJSON implements json.Marshaler. It inlines the settings.
func (l RoomLine) MarshalJSON() ([]byte, error) { return inline(l) }

// Person is a person in the lobby.
type Person struct {
	Name    string `json:"name"`
	Guest   bool   `json:"guest"`
	Room    string `json:"room"`
	Busy    bool   `json:"busy"`    // in a room, possibly a private one
	Program bool   `json:"program"` // only API clients are connected for this person
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
	Text string `json:"text"` // lines for people
}

// WayDocument answers the commands invite and qr. Its fields are those of lobby.Invitation.
type WayDocument struct {
	Code       string   `json:"code"`
	JoinLine   string   `json:"join_line"`
	OtherLines []string `json:"other_lines,omitempty"`
	Link       string   `json:"link"`
	HostKey    string   `json:"host_key,omitempty"`
}

// TurnsDocument answers the command turns.
type TurnsDocument struct {
	Turns []RoomLine `json:"turns"`
}

// Friend is one of the reader's friends.
type Friend struct {
	Person
	Here bool `json:"here"`
}

// Call is an invitation, or the refusal of one.
type Call struct {
	Kind        string  `json:"kind"`
	Name        string  `json:"name"`
	Game        string  `json:"game"`
	Room        string  `json:"room"`
	About       string  `json:"about"`
	SecondsLeft float64 `json:"seconds_left"`
}

// PeopleOf returns the people in the lobby and a person's contacts.
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

// DoneDocument answers commands without a result.
type DoneDocument struct {
	Done string `json:"done"`
}

// WebhookDocument answers the command webhook.
type WebhookDocument struct {
	Host     string `json:"host"`     // of the address; "" if there is none
	Failures int    `json:"failures"` // consecutive failed deliveries
	Stopped  bool   `json:"stopped"`  // switched off after too many failures
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

// Option is an option of a game.
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

// Usage is a form of a command and its description.
type Usage struct {
	Usage string `json:"usage"`
	Does  string `json:"does"`
}

// VersionDocument answers the command version.
type VersionDocument struct {
	Server   string `json:"server"`
	Protocol int    `json:"protocol"`
}

// LineOf returns a room of the lobby, given the table of settings.
func LineOf(table []lobby.Setting, line lobby.RoomRow) RoomLine {
	return RoomLine{
		Code: line.Code, Title: line.Title, Game: line.Game, Stage: line.Stage, Seats: line.Seats,
		OpenSeats: line.Open, Settings: lobbySettingsOf(table, line), Options: maps.Clone(line.Options), Names: append([]string{}, line.Names...), Bots: append([]bool{}, line.Bots...), Watchers: line.Watchers,
		Locked: line.Locked, YourTurn: line.YourTurn, AgeSeconds: *tenths(time.Since(line.Since)),
	}
}

// lobbySettingsOf returns the settings that the lobby shows; a row has those that differ from the default.
func lobbySettingsOf(table []lobby.Setting, line lobby.RoomRow) Settings {
	told := func(one lobby.Setting) bool { return one.Pages != nil }
	return settingsOf(table, told, func(one lobby.Setting) string { return cmp.Or(line.Settings[one.Word], one.Default) })
}

// ChatOf returns chat as messages.
func ChatOf(chat []lobby.ChatMessage) []Chat {
	all := make([]Chat, len(chat))
	for i, line := range chat {
		all[i] = Chat{"chat", line.ID, line.Name, line.Watcher, line.Apart, line.Text}
	}
	return all
}

// LinesOf returns rooms of the lobby, given the table of settings.
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
