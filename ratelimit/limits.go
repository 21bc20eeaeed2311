package ratelimit

import (
	"cmp"
	"time"

	"golang.org/x/time/rate"

	"parlor/prose"
)

// Kind is an action with a limit.
type Kind int

// The limited actions. Each has a row in the table below.
const (
	// Connections are opened connections. The person is not known yet, so only the address is charged.
	Connections Kind = iota
	// Sessions are started sessions, both screens and single commands.
	Sessions
	// RoomRequests are requests to a room: moves, readiness, settings, seats, looks.
	RoomRequests
	// Changes are the RoomRequests that change the room but not the match: readiness, starts, seats, bots, settings.
	Changes
	// Chat is chat in the lobby, in rooms and at game nights.
	Chat
	// Names are chosen names.
	Names
	// Codes are wrong codes: of rooms, links and returning guests.
	Codes
	// Links are codes shown to link another key.
	Links
	// Rooms are created rooms.
	Rooms
	// Exports are exports of a person's data.
	Exports
	// Invitations are sent invitations.
	Invitations
	// Reports are reports to the operator.
	Reports
	// Webhooks are changes of a person's webhook.
	Webhooks
	// Deliveries are deliveries to one person's webhook. Targets are deliveries to one host, which takes the place of
	// the person.
	Deliveries
	Targets
	// LobbyChat is chat in the lobby, which everyone there reads. It is charged in addition to Chat.
	LobbyChat
)

// Rate allows Burst actions at once and one more per Every. The zero Rate is unlimited.
type Rate struct {
	Burst int
	Every time.Duration
}

func (r Rate) limiter() *rate.Limiter { return rate.NewLimiter(rate.Every(r.Every), r.Burst) }

// times returns the rate for n subjects together.
func (r Rate) times(n int) Rate { return Rate{r.Burst * n, r.Every / time.Duration(n)} }

func times(rates [trustLevels]Rate, n int) [trustLevels]Rate {
	for i := range rates {
		rates[i] = rates[i].times(n)
	}
	return rates
}

// row defines a kind: its names, the refusals for the person and for the address, and the rates of a
// person and an address by trust.
type row struct {
	name              string // for operators
	key               string // between nodes and in the log, if not name; it never changes
	yourself, address prose.Text
	person, host      [trustLevels]Rate
	apart             bool    // usage is not shared between nodes
	guests            bool    // the address is charged for guests only
	offense           Offense // penalizes the address when refused; zero means none
}

// wire returns the key of a kind, between nodes and in the log.
func (r row) wire() string { return cmp.Or(r.key, r.name) }

// table returns all limits. Addresses are allowed enough more than persons that an office or a school behind one
// address is not limited by its size or by one member.
//
// The rate of Codes bounds how fast private rooms can be searched for. There are about 114 million codes; with 500
// private rooms, one in 228,000 is valid. One person may try a code every 5 seconds, which takes 13 days per hit on
// average. Guests are free, so the address counts: a code per 2.5 seconds, 6 days; an IPv6 /48 needs 40 hours, and a
// network like the server's own 6 hours. Finding one particular room takes 500 times as long.
func table() []row {
	rows := []row{
		Connections: {
			name:    "connections opened",
			address: prose.T("Too many connections from your address. Wait a moment."),
			host:    [trustLevels]Rate{{200, time.Second / 5}, {5000, time.Second / 500}},
			offense: Hasty,
		},
		Sessions: {
			name:     "sessions begun",
			yourself: prose.T("Too many sessions. Wait a moment."),
			address:  prose.T("Too many sessions from your address. Wait a moment."),
			person:   [trustLevels]Rate{{60, time.Second / 2}, {1000, time.Second / 100}},
			host:     [trustLevels]Rate{{300, time.Second / 10}, {5000, time.Second / 500}},
		},
		RoomRequests: {
			name:     "requests",
			key:      "orders",
			apart:    true, // a secret move must not cause a message
			yourself: prose.T("You are sending commands too fast. Wait a moment."),
			address:  prose.T("Too many commands from your address. Wait a moment."),
			person:   [trustLevels]Rate{{100, time.Second / 20}, {20_000, time.Second / 5000}},
			host:     [trustLevels]Rate{{1000, time.Second / 200}, {100_000, time.Second / 20_000}},
		},
		Changes: {
			name:     "room changes",
			key:      "changes of tables",
			yourself: prose.T("Too many table changes. Wait a moment."),
			address:  prose.T("Too many table changes from your address. Wait a moment."),
			person:   [trustLevels]Rate{{40, time.Second}, {20_000, time.Second / 5000}},
			host:     [trustLevels]Rate{{200, time.Second / 4}, {100_000, time.Second / 20_000}},
		},
		Chat: {
			name:     "chat",
			key:      "talk",
			yourself: prose.T("You are sending messages too fast. Wait a moment and send yours again."),
			address:  prose.T("Too many chat messages from your address. Wait a moment and send yours again."),
			person:   [trustLevels]Rate{{6, time.Second}, {6, time.Second}, newcomer: {3, 4 * time.Second}},
			host:     [trustLevels]Rate{{60, time.Second / 10}, {600, time.Second / 100}},
		},
		Names: {
			name:     "names",
			yourself: prose.T("Too many name changes. Wait a few minutes."),
			address:  prose.T("Too many name changes from your address. Wait a few minutes."),
			person:   [trustLevels]Rate{{5, 10 * time.Second}, {1000, time.Second / 100}},
			host:     [trustLevels]Rate{{100, time.Second}, {10_000, time.Second / 1000}},
		},
		Codes: {
			name:     "wrong codes",
			yourself: prose.T("Too many wrong codes. Wait a few minutes."),
			address:  prose.T("Too many wrong codes from your address. Wait a few minutes."),
			person:   [trustLevels]Rate{{4, 5 * time.Second}, {5, 5 * time.Second}},
			host:     [trustLevels]Rate{{12, 5 * time.Second / 2}, {1000, time.Second / 10}},
			offense:  Guess,
		},
		Links: {
			name:     "links",
			yourself: prose.T("Too many link codes requested. Wait a few minutes."),
			address:  prose.T("Too many link codes requested from your address. Wait a few minutes."),
			person:   [trustLevels]Rate{{5, 20 * time.Second}, {20, time.Second}},
			host:     [trustLevels]Rate{{60, 2 * time.Second}, {1000, time.Second / 50}},
		},
		Rooms: {
			name:     "rooms",
			yourself: prose.T("Too many new rooms. Wait a few minutes."),
			address:  prose.T("Too many rooms created from your address. Wait a few minutes."),
			person:   [trustLevels]Rate{{10, 10 * time.Second}, {1000, time.Second / 100}, newcomer: {5, 20 * time.Second}},
			host:     [trustLevels]Rate{{60, time.Second}, {10_000, time.Second / 1000}},
		},
		Exports: {
			name:     "exports",
			yourself: prose.T("Too many data exports. Wait a minute."),
			address:  prose.T("Too many data exports from your address. Wait a minute."),
			person:   [trustLevels]Rate{{3, time.Minute}, {100, time.Second}},
			host:     [trustLevels]Rate{{12, 10 * time.Second}, {1000, time.Second / 10}},
		},
		Invitations: {
			name:     "invitations",
			yourself: prose.T("Too many invitations. Wait a few minutes."),
			address:  prose.T("Too many invitations from your address. Wait a few minutes."),
			person:   [trustLevels]Rate{{6, 20 * time.Second}, {6, 20 * time.Second}},
			host:     [trustLevels]Rate{{60, 2 * time.Second}, {600, time.Second / 5}},
		},
		Reports: {
			name:     "reports",
			yourself: prose.T("Too many reports. Wait a few minutes."),
			address:  prose.T("Too many reports from your address. Wait a few minutes."),
			person:   [trustLevels]Rate{{4, 10 * time.Minute}, {4, 10 * time.Minute}, newcomer: {2, 20 * time.Minute}},
			host:     [trustLevels]Rate{{12, 5 * time.Minute}, {60, time.Minute}},
		},
		Webhooks: {
			name:     "webhook changes",
			key:      "changes of webhooks",
			yourself: prose.T("Too many webhook changes. Wait a minute."),
			address:  prose.T("Too many webhook changes from your address. Wait a minute."),
			person:   [trustLevels]Rate{{5, time.Minute}, {5, time.Minute}, newcomer: {3, 5 * time.Minute}},
			host:     [trustLevels]Rate{{20, 30 * time.Second}, {60, 10 * time.Second}},
		},
		Deliveries: {
			name:     "deliveries to a person",
			key:      "letters to a person",
			yourself: prose.T("Webhook rate limit reached. Wait a few minutes."),
			address:  prose.T("Webhook rate limit reached for your address. Wait a few minutes."),
			person:   [trustLevels]Rate{{20, time.Minute}, {20, time.Minute}},
			host:     [trustLevels]Rate{{200, time.Second}, {200, time.Second}},
		},
		Targets: {
			name:     "deliveries to a host",
			key:      "letters to a host",
			yourself: prose.T("Webhook rate limit reached for that host. Wait a moment."),
			address:  prose.T("Webhook rate limit reached for hosts at that address. Wait a moment."),
			person:   [trustLevels]Rate{{30, time.Second}, {30, time.Second}},
			host:     [trustLevels]Rate{{300, time.Second / 10}, {300, time.Second / 10}},
		},
		LobbyChat: {
			name:     "lobby chat",
			guests:   true, // guests cannot silence a person with a key at the same address
			yourself: prose.T("You are sending messages to the lobby too fast. Wait a few seconds and send yours again."),
			address:  prose.T("Guests from your IP address are sending too many messages to the lobby. Wait a moment and send yours again, or connect with an SSH key."),
			person:   [trustLevels]Rate{{6, 3 * time.Second}, {6, 3 * time.Second}, newcomer: {3, 4 * time.Second}},
			host:     [trustLevels]Rate{{30, time.Second}, {600, time.Second / 100}},
		},
	}
	for i := range rows {
		row := &rows[i]
		row.host[newcomer] = row.host[public]
		if row.person[newcomer] == (Rate{}) {
			row.person[newcomer] = row.person[public]
		}
	}
	return rows
}
