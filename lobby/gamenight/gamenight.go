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
// A game night begins when its host says so, or at its time once enough players are here.
// The host is who made it, whenever they are here; else their deputy, or who came first.
//
// A match begins when all who were called are at the table, or after CallTime with
// those who are, if they are enough. Who misses two calls in a row sits out.
//
// # Points
//
// A match gives every player the share of the opponents they have beaten, of 100; a
// tie counts half. So two players get 100 and 0, and four get 100, 67, 33 and 0: the
// mean is 50 a seat at every table, in any game and with any number of seats. Bots
// count as opponents. A match in which nobody has a point and nobody wins gives none.
// The standings are by the mean of a player's matches, as people need not play equally
// often. Players with less than half of the most matches come last, so that one lucky
// match wins no night.
package gamenight

import "time"

// How long a game night waits for what.
const (
	// Patience is how long a player waits at most for others who will be ready soon, and
	// for a person rather than a bot.
	Patience = 20 * time.Second
	// StrangerPatience is how long a player waits at most for somebody whom they have met
	// less often, if their mate would be one of more than a quarter of their matches.
	StrangerPatience = 90 * time.Second
	// longMatch is how long a match may last while there are fewer than manyTables, so that
	// who comes late waits no longer. It bounds how many sit at a table, unless the host has
	// chosen that.
	longMatch = 270 * time.Second
	// CallTime is how long players have to come to their table.
	CallTime = 45 * time.Second
	// RestTime is how long the others wait for a player who does not leave a table
	// where the match is over.
	RestTime = time.Minute
	// HostTime is how long the host can be away until another player is the host.
	HostTime = 5 * time.Minute
	// Unbegun is how long a game night that has no time waits for its host to begin it while
	// no player is here.
	Unbegun = 24 * time.Hour
	// RetryTime is how long no table is made after a room could not be opened.
	RetryTime = 10 * time.Second
)

// manyTables is how many tables end often enough for whoever comes late.
const manyTables = 4

// Bounds limit a game night.
type Bounds struct {
	People     int           // players
	Idle       time.Duration // until the night ends if no player is here
	Kept       time.Duration // until it is forgotten then; its standings can be seen so long
	TitleCells int           // width of a room's title
}
