package budget

import (
	"time"

	"golang.org/x/time/rate"

	"parlor/prose"
)

// Kind is something that costs.
type Kind int

// What people do that costs. Each has one row in the table below.
const (
	// Connections are those that were opened. Nobody is known on them yet: only the
	// address is charged.
	Connections Kind = iota
	// Sessions are those that began, screens and single commands alike.
	Sessions
	// Orders are what is asked of a room: moves, readiness, settings, places,
	// looks.
	Orders
	// Changes are those of the orders that change the table and not the match:
	// readiness, starts, seats, bots, settings.
	Changes
	// Talk is what is said, in the lobby, in rooms and at game nights.
	Talk
	// Names are those that people chose.
	Names
	// Codes are wrong ones: of rooms, of links, and words of guests to return
	// with.
	Codes
	// Links are codes that were shown to link another key with.
	Links
	// Rooms are those that were made.
	Rooms
	// Exports are of everything that is kept about somebody.
	Exports
	// Invitations are those that were sent to people.
	Invitations
	// Reports are those that were sent to the operator.
	Reports
	// Webhooks are changes of where somebody is told of their turns.
	Webhooks
	// Letters are those that were sent to somebody's webhook, and Targets those to one
	// host, which stands in for a person.
	Letters
	Targets
	// LobbyChat is what is said in the lobby, which everybody there reads; it is charged
	// beside Talk.
	LobbyChat
)

// Rate is how often something may be done: Burst times at once, and then once in
// Every. The zero Rate has no bound.
type Rate struct {
	Burst int
	Every time.Duration
}

func (r Rate) limiter() *rate.Limiter { return rate.NewLimiter(rate.Every(r.Every), r.Burst) }

// times is the rate of so many at once.
func (r Rate) times(n int) Rate { return Rate{r.Burst * n, r.Every / time.Duration(n)} }

func times(rates [classes]Rate, n int) [classes]Rate {
	for i := range rates {
		rates[i] = rates[i].times(n)
	}
	return rates
}

// row is what is known of a kind: its name for the operator, what somebody is
// told who is refused for what they did themselves, or for what was done from
// their address, and how much a person and an address may do, in each class.
type row struct {
	name              string
	yourself, address prose.Text
	person, host      [classes]Rate
	apart             bool    // of several machines each counts for itself
	guests            bool    // an address pays for guests only
	failing           Failing // what the address pays for when it is refused; zero is nothing
}

// table is all that people may do. An address is allowed so much more than a
// person that an office or a school behind one address suffers neither from its
// own number nor from one of them.
//
// What Codes allow is how fast private rooms can be searched for. There are about
// 114 million codes; on a server full of 500 private rooms every 228,000th leads to
// one. A person tries one in 5 seconds: 13 days until one is found, on average.
// Guests are made at will, so what counts is the address: one in 2.5 seconds, 6
// days; an IPv6 /48 has 40 hours, and a network like the server's own 6 hours. The code of
// one certain room takes 500 times as long.
func table() []row {
	rows := []row{
		Connections: {
			name:    "connections opened",
			address: prose.T("Too many connections came from your address in a short time. Wait a moment."),
			host:    [classes]Rate{{200, time.Second / 5}, {5000, time.Second / 500}},
			failing: Hasty,
		},
		Sessions: {
			name:     "sessions begun",
			yourself: prose.T("You began many sessions in a short time. Wait a moment before the next one."),
			address:  prose.T("Many sessions were begun from your address in a short time. Wait a moment before the next one."),
			person:   [classes]Rate{{60, time.Second / 2}, {1000, time.Second / 100}},
			host:     [classes]Rate{{300, time.Second / 10}, {5000, time.Second / 500}},
		},
		Orders: {
			name:     "orders",
			apart:    true, // a move that nobody else sees makes no message
			yourself: prose.T("You are giving orders faster than anybody plays. Wait a moment."),
			address:  prose.T("Too many orders are coming from your address. Wait a moment."),
			person:   [classes]Rate{{100, time.Second / 20}, {20_000, time.Second / 5000}},
			host:     [classes]Rate{{1000, time.Second / 200}, {100_000, time.Second / 20_000}},
		},
		Changes: {
			name:     "changes of tables",
			yourself: prose.T("You are changing the table faster than anybody can follow. Wait a moment."),
			address:  prose.T("Too many changes of tables are coming from your address. Wait a moment."),
			person:   [classes]Rate{{40, time.Second}, {20_000, time.Second / 5000}},
			host:     [classes]Rate{{200, time.Second / 4}, {100_000, time.Second / 20_000}},
		},
		Talk: {
			name:     "talk",
			yourself: prose.T("You are saying a lot in a short time. Wait a moment and say it again."),
			address:  prose.T("A lot is being said from your address. Wait a moment and say it again."),
			person:   [classes]Rate{{6, time.Second}, {6, time.Second}, newcomer: {3, 4 * time.Second}},
			host:     [classes]Rate{{60, time.Second / 10}, {600, time.Second / 100}},
		},
		Names: {
			name:     "names",
			yourself: prose.T("You changed your name many times in a short time. Wait a little before the next time."),
			address:  prose.T("Names were changed many times from your address. Wait a little before the next time."),
			person:   [classes]Rate{{5, 10 * time.Second}, {1000, time.Second / 100}},
			host:     [classes]Rate{{100, time.Second}, {10_000, time.Second / 1000}},
		},
		Codes: {
			name:     "wrong codes",
			yourself: prose.T("Too many wrong codes. Wait a little before the next one."),
			address:  prose.T("Too many wrong codes came from your address. Wait a little before the next one."),
			person:   [classes]Rate{{4, 5 * time.Second}, {5, 5 * time.Second}},
			host:     [classes]Rate{{12, 5 * time.Second / 2}, {1000, time.Second / 10}},
			failing:  Guess,
		},
		Links: {
			name:     "links",
			yourself: prose.T("You asked for many codes in a short time. Wait a little before the next one."),
			address:  prose.T("Many codes were asked for from your address in a short time. Wait a little before the next one."),
			person:   [classes]Rate{{5, 20 * time.Second}, {20, time.Second}},
			host:     [classes]Rate{{60, 2 * time.Second}, {1000, time.Second / 50}},
		},
		Rooms: {
			name:     "rooms",
			yourself: prose.T("You made many rooms in a short time. Wait a little before the next one."),
			address:  prose.T("Many rooms were made from your address in a short time. Wait a little before the next one."),
			person:   [classes]Rate{{10, 10 * time.Second}, {1000, time.Second / 100}, newcomer: {5, 20 * time.Second}},
			host:     [classes]Rate{{60, time.Second}, {10_000, time.Second / 1000}},
		},
		Exports: {
			name:     "exports",
			yourself: prose.T("You asked for your data several times in a short time. Wait a minute before the next time."),
			address:  prose.T("Many people at your address asked for their data in a short time. Wait a minute before the next time."),
			person:   [classes]Rate{{3, time.Minute}, {100, time.Second}},
			host:     [classes]Rate{{12, 10 * time.Second}, {1000, time.Second / 10}},
		},
		Invitations: {
			name:     "invitations",
			yourself: prose.T("You invited many people in a short time. Wait a little before the next one."),
			address:  prose.T("Many invitations came from your address in a short time. Wait a little before the next one."),
			person:   [classes]Rate{{6, 20 * time.Second}, {6, 20 * time.Second}},
			host:     [classes]Rate{{60, 2 * time.Second}, {600, time.Second / 5}},
		},
		Reports: {
			name:     "reports",
			yourself: prose.T("You have sent several reports in a short time. Wait a few minutes before the next one."),
			address:  prose.T("Many reports came from your address in a short time. Wait a few minutes before the next one."),
			person:   [classes]Rate{{4, 10 * time.Minute}, {4, 10 * time.Minute}, newcomer: {2, 20 * time.Minute}},
			host:     [classes]Rate{{12, 5 * time.Minute}, {60, time.Minute}},
		},
		Webhooks: {
			name:     "changes of webhooks",
			yourself: prose.T("You changed your webhook several times in a short time. Wait a minute before the next time."),
			address:  prose.T("Webhooks were changed many times from your address in a short time. Wait a minute before the next time."),
			person:   [classes]Rate{{5, time.Minute}, {5, time.Minute}, newcomer: {3, 5 * time.Minute}},
			host:     [classes]Rate{{20, 30 * time.Second}, {60, 10 * time.Second}},
		},
		Letters: {
			name:     "letters to a person",
			yourself: prose.T("Many letters were sent to your webhook in a short time. Wait a few minutes before the next one."),
			address:  prose.T("Many letters were sent to webhooks of your address in a short time. Wait a few minutes before the next one."),
			person:   [classes]Rate{{20, time.Minute}, {20, time.Minute}},
			host:     [classes]Rate{{200, time.Second}, {200, time.Second}},
		},
		Targets: {
			name:     "letters to a host",
			yourself: prose.T("Many letters were sent to that host in a short time. Wait a moment before the next one."),
			address:  prose.T("Many letters were sent to hosts at that address in a short time. Wait a moment before the next one."),
			person:   [classes]Rate{{30, time.Second}, {30, time.Second}},
			host:     [classes]Rate{{300, time.Second / 10}, {300, time.Second / 10}},
		},
		LobbyChat: {
			name:     "lobby chat",
			guests:   true, // somebody with a key is not silenced by those who come without
			yourself: prose.T("Everybody in the hall reads what you say. Wait a few seconds and say it again."),
			address:  prose.T("Guests at your address are saying a lot in the hall. Wait a moment and say it again, or come with an SSH key."),
			person:   [classes]Rate{{6, 3 * time.Second}, {6, 3 * time.Second}, newcomer: {3, 4 * time.Second}},
			host:     [classes]Rate{{30, time.Second}, {600, time.Second / 100}},
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
