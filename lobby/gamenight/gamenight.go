// Package gamenight implements game nights: their participants, the seating of tables, and
// the standings. A State is a pure state machine: its inputs change it step by step, and it
// has no clock, goroutine or room. A Night is the actor that feeds it, opens the rooms that
// it asks for, and passes on their public state.
//
// # Seating
//
// The player who has waited longest is seated first, with those they have met least often
// this night, or most often if friends come first. All waiting players are spread over
// tables of about the same size, so that no one is left over if the game allows it. A table
// is made at once, unless a player will be ready within Patience who makes it larger or
// whose meetings with the first are fewer. A bot fills a table after Patience, or after
// PersonPatience if a person will be ready by then.
//
// A game night begins when its host says so, or at its time once enough players are here.
// The host is its creator whenever they are here, else their deputy, or the first to
// arrive.
//
// A match begins when all called players are at the table, or after CallTime with those who
// are, if they are enough. A player who misses two calls in a row sits out.
//
// # Points
//
// A match gives every player the share of the opponents they have beaten, of 100; a tie
// counts half. So two players get 100 and 0, and four get 100, 67, 33 and 0: the mean is 50
// a seat at every table, in any game and with any number of seats. Bots count as opponents.
// A match without points and winners gives none. The standings are by the mean over a
// player's matches, as people need not play equally often. Players with less than half of
// the most matches come last, so that one lucky match does not win the night.
package gamenight

import "time"

// Timeouts of a game night.
const (
	// Patience is how long a player waits at most for others who will be ready soon, and
	// for a person rather than a bot while any match is in play.
	Patience = 20 * time.Second
	// PersonPatience is how long a player waits at most for a person rather than a bot, if a
	// person will be ready by then.
	PersonPatience = time.Minute
	// StrangerPatience is how long a player waits at most for one they have met less often,
	// if otherwise more than a quarter of their matches would be with the same player.
	StrangerPatience = 90 * time.Second
	// LongStrangerPatience is the StrangerPatience of a player who has played at least manyTurns
	// matches, more than two fifths of them with the same player, while at least manyPeople can
	// play. With a time limit for matches, waits would grow too long.
	LongStrangerPatience = 2 * StrangerPatience

	manyPeople = 8
	manyTurns  = 5
	// longMatch is the target length of matches while there are fewer than manyTables
	// tables, so that late arrivals need not wait longer. It limits the size of tables,
	// unless the host has chosen that.
	longMatch = 270 * time.Second
	// CallTime is how long players have to come to their table.
	CallTime = 45 * time.Second
	// RestTime is how long the others wait for a player who does not leave the table of a
	// finished match.
	RestTime = time.Minute
	// PlaceTime is how long the place in the queue is kept for a player whose connection is
	// lost.
	PlaceTime = time.Minute
	// GatherTime is how long a knockout that begins by itself waits for more players if enough
	// have come only after its time. Those who come later take no part.
	GatherTime = 2 * time.Minute
	// HostTime is how long the host can be away until another player becomes the host.
	HostTime = 5 * time.Minute
	// Unbegun is how long a game night without a start time waits for its host while no
	// player is here.
	Unbegun = 24 * time.Hour
	// HoldTime is how long people wait at most for the others of a move of the host.
	HoldTime = 4 * time.Minute
	// RetryTime is the pause after a room could not be opened.
	RetryTime = 10 * time.Second
)

// manyTables is the number of tables at which one ends often enough for late arrivals.
const manyTables = 4

// Bounds limit a game night.
type Bounds struct {
	People     int           // number of players
	Idle       time.Duration // time without players until the night ends
	Kept       time.Duration // time without players until its standings are deleted
	TitleCells int           // width of a room's title
}
