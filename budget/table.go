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
	// Orders are what is asked of a room: moves, readiness, settings, places,
	// looks.
	Orders Kind = iota
	// Talk is what is said, in the hall and in rooms.
	Talk
	// Codes are wrong ones: of rooms, of links, and words of guests to return
	// with.
	Codes
	// Links are codes that were shown to link another key with.
	Links
	// Rooms are those that were made.
	Rooms
)

// Rate is how often something may be done: Burst times at once, and then once in
// Every.
type Rate struct {
	Burst int
	Every time.Duration
}

func (r Rate) limiter() *rate.Limiter { return rate.NewLimiter(rate.Every(r.Every), r.Burst) }

// times is the rate of so many at once.
func (r Rate) times(n int) Rate { return Rate{r.Burst * n, r.Every / time.Duration(n)} }

// row is what is known of a kind: its name for the operator, what somebody is
// told who is refused for what they did themselves, or for what was done from
// their address, and how much a person and an address may do, in each class.
type row struct {
	name              string
	yourself, address prose.Text
	person, host      [classes]Rate
}

// networkFactor is how many times what one address may do or hold a whole IPv6
// network may.
const networkFactor = 4

// table is all that people may do. An address is allowed so much more than a
// person that an office or a school behind one address suffers neither from its
// own number nor from one of them.
//
// What Codes allow is how fast private rooms can be searched for. There are about
// 114 million codes; on a server full of 500 private rooms every 228,000th leads to
// one. A person tries one in 5 seconds: 13 days until one is found, on average.
// Guests are made at will, so what counts is the address: one in 2 seconds, 5 days;
// an IPv6 /48 has 32 hours, and a network like the server's own 6 hours. The code of
// one certain room takes 500 times as long.
func table() []row {
	return []row{
		Orders: {
			name:     "orders",
			yourself: prose.T("You are giving orders faster than anybody plays. Wait a moment."),
			address:  prose.T("Too many orders are coming from your address. Wait a moment."),
			person:   [classes]Rate{{100, time.Second / 20}, {20_000, time.Second / 5000}},
			host:     [classes]Rate{{1000, time.Second / 200}, {100_000, time.Second / 20_000}},
		},
		Talk: {
			name:     "talk",
			yourself: prose.T("You are saying a lot in a short time. Wait a moment and say it again."),
			address:  prose.T("A lot is being said from your address. Wait a moment and say it again."),
			person:   [classes]Rate{{6, time.Second}, {6, time.Second}},
			host:     [classes]Rate{{60, time.Second / 10}, {600, time.Second / 100}},
		},
		Codes: {
			name:     "wrong codes",
			yourself: prose.T("Too many wrong codes. Wait a little before the next one."),
			address:  prose.T("Too many wrong codes came from your address. Wait a little before the next one."),
			person:   [classes]Rate{{5, 5 * time.Second}, {5, 5 * time.Second}},
			host:     [classes]Rate{{60, 2 * time.Second}, {1000, time.Second / 10}},
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
			person:   [classes]Rate{{10, 10 * time.Second}, {1000, time.Second / 100}},
			host:     [classes]Rate{{60, time.Second}, {10_000, time.Second / 1000}},
		},
	}
}
