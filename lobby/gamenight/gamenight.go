// Package gamenight is a game night: who takes part, who sits with whom next, and
// the standings. Its State is a value that inputs change, step by step: it has no
// clock, goroutine or room. Night is the actor that gives it the time, opens the
// rooms that it asks for, and passes on what everybody can see in them.
//
// # Who is seated
//
// Who has waited longest is seated first, with those whom they have met least often
// this night, or most often if friends come first. All who wait are spread over
// tables of about the same size, so that nobody is left over where a game allows it.
// A table is made at once, unless somebody will be ready within Patience who makes it
// larger, or whom the first has met less often. A bot fills a table after Patience.
//
// A match begins when all who were called are at the table, or after CallTime with
// those who are, if they are enough. Who misses two calls in a row sits out.
//
// # Points
//
// A match gives every player the share of the opponents they have beaten, of 100; a
// tie counts half. So two players get 100 and 0, and four get 100, 67, 33 and 0: the
// mean is 50 a seat at every table, in any game and with any number of seats. Bots
// count as opponents. The standings are by the sum: it is never better to sit out a
// match than to play it, and as all play about as often, a sum is as fair as a mean,
// and everybody can add it up.
package gamenight

import "time"

// How long a game night waits for what.
const (
	// Patience is how long a player waits at most for others who will be ready soon, and
	// for a person rather than a bot.
	Patience = 20 * time.Second
	// StrangerPatience is how long a player waits at most for somebody else if their mate
	// would be one with whom they have sat in more than 1 of so many of their matches.
	StrangerPatience = 90 * time.Second
	often            = 4
	// longMatch is how long a match may last while there are fewer than so many tables, so
	// that who comes late waits no longer. It bounds how many sit at a table, unless the
	// host has chosen that.
	longMatch  = 270 * time.Second
	manyTables = 4
	// CallTime is how long players have to come to their table.
	CallTime = 45 * time.Second
	// RestTime is how long the others wait for a player who does not leave a table
	// where the match is over.
	RestTime = time.Minute
	// HostTime is how long the host can be away until another player is the host.
	HostTime = 5 * time.Minute
	// RetryTime is how long no table is made after a room could not be opened.
	RetryTime = 10 * time.Second
)

// Bounds limit a game night.
type Bounds struct {
	People     int           // players
	Idle       time.Duration // until the night ends if no player is here
	Kept       time.Duration // until it is forgotten then; its standings can be seen so long
	TitleCells int           // width of a room's title
}
