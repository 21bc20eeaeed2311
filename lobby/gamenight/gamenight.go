// Package gamenight is a game night: who takes part, who sits with whom next, and
// the standings. Its State is a value that inputs change, step by step: it has no
// clock, goroutine or room. Night is the actor that gives it the time, opens the
// rooms that it asks for, and passes on what everybody can see in them.
//
// # Who is seated
//
// Every player has a number of turns: how often they were seated. Among those who
// wait, are called, or play, these numbers never differ by more than one, so that
// all play about as often. A player who comes late or comes back starts at the least
// of them, and has neither to catch up nor to wait. Among those who wait, a player
// with the fewest turns is seated first, with others of as few turns whom they have
// met least often this night, or most often if friends come first. A table is made
// as soon as it can be full. One with fewer players is made once no one else is at a
// table, or the longest wait has been Patience; so is one that a bot fills. If a
// player could meet somebody new who is still at a table, the night waits for that
// as long as StrangerPatience.
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
	// Patience is how long a player waits at most for a full table, and for a person
	// rather than a bot.
	Patience = 20 * time.Second
	// StrangerPatience is how long a player waits at most for an opponent whom they
	// have met less often.
	StrangerPatience = time.Minute
	// CallTime is how long players have to come to their table.
	CallTime = 90 * time.Second
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
