// Package engine is the contract between the games and everything round them.
//
// A game is a value of [Rules]: how to deal, and how a bot thinks. Dealing
// gives a [State], which is immutable: [State.Play] answers the next one. A
// State knows everything; nothing outside its own package sees more of it than
// [State.View] builds up for one [Seat].
//
// Three things cross the border of a game, and all are text or plain data:
//
//   - an [Action] is what one seat decides. It is secret: only the seat that
//     played it and the rules see it.
//   - an [Event] is what the whole table saw of it, a value with a line of
//     text. It is public.
//   - a view is what one seat, or a watcher, may know at one moment. It
//     marshals to JSON and back without loss.
//
// Chance enters once, as the [Seed] of the [Setup]; time enters as the action
// [Timeout]. So a setup and the actions played are the whole game: a [Record]
// of them replays to the same end, move for move.
//
// A [Match] is several rounds of one game with points added up; it puts the
// types of views and events away, so that rooms handle every game alike.
package engine

import (
	"iter"
	"math/rand/v2"
)

// The actions that every game understands.
const (
	// Timeout is played by the room, never by a person, for a seat whose time has run out. Every
	// seat in [State.ToMove] can time out.
	Timeout Action = "timeout"
	// Resign gives up the match: the seat leaves the current and all later rounds, and does not
	// win, whatever its points. It is legal at any time of a round, even if the seat is not to
	// move. Under older versions of some rules, it gives up only the round; see Rules.ResignsMatch.
	Resign Action = "resign"
	// Next is played between two rounds by a seat that is ready for the next one. The match handles
	// it; games never see it.
	Next Action = "next"
	// Enough is played by the room, never by a person, between two rounds of a match whose time is
	// over. It ends the match, and the points so far decide.
	Enough Action = "enough"
)

// An Action is a decision of a seat, written in the notation of the game, such as "draw black".
// Seats and positions count from 1.
type Action string

// A Move is an action with the seat that played it.
type Move struct {
	Seat   Seat
	Action Action
}

// Setup is everything that a deal depends on. Options are complete: they have every option of the
// game with a valid value.
type Setup struct {
	Version int // of the rules of the round, from 1 to Rules.Version
	Seats   int
	First   Seat // the seat that begins; the game may give it further meaning
	Seed    Seed
	Options Options
}

// State is a state of a round of a game. It is immutable and safe for concurrent use.
type State[V any, E GameEvent] interface {
	// ToMove returns the seats that have to decide, ascending: several if they act simultaneously,
	// none if the round is over. It is public.
	ToMove() []Seat

	// Legal yields the legal actions of a seat, without Timeout and Resign. Even a very long list,
	// such as every code of a game, is yielded completely, lazily.
	Legal(Seat) iter.Seq[Action]

	// Grammar returns the syntax of the actions that Legal yields and of Resign, one form per line,
	// such as "guess SEAT PLACE 0-11". It is nil for a seat that cannot act.
	Grammar(Seat) []string

	// Play returns the next state and the public events, or a [Refusal]. It does not change the
	// receiver. A secret action may have no event. Who receives an update depends only on the
	// events: an action without events changes only the actor's view; an action with events changes
	// everyone's.
	Play(Seat, Action) (State[V, E], []E, error)

	// View returns what a seat may know. It shares no memory with the State, and does not change
	// when another seat acts in secret.
	View(Seat) V

	// Result returns the result of a finished round. It is valid once ToMove is empty.
	Result() Result
}

// A Speller is a State with one canonical spelling for every action, however a player has typed it.
// Under rules with named streams, matches play and record canonical actions, so that equal matches
// have equal records.
type Speller interface {
	// Spell returns the canonical spelling of an action, as Legal yields it. It returns an invalid
	// action unchanged.
	Spell(Seat, Action) Action
}

// Result is the result of a round.
type Result struct {
	// Winners of the round, ascending. There may be several or none in a draw.
	Winners []Seat `json:"winners"`
	// Points by seat. If it is nil, the game has no points, and the match counts rounds won.
	Points []float64 `json:"points"`
}

// Rules is a game with the types of its views and events. It is a value: a list of games is a
// slice.
type Rules[V any, E GameEvent] struct {
	Name    string // one word in lower case, such as "davinci"
	Title   string // for people, such as "Da Vinci Code"
	Blurb   string // one sentence for a player who does not know the game
	Version int    // the newest version of the rules; Deal supports all versions from 1, for old records

	MinSeats, MaxSeats int

	// Options that a host can set, in display order. [RoundsOption] and [FirstOption] return the
	// two that the match itself uses.
	Options []Option

	// Open reports whether every action is announced to all players by an event under the given,
	// complete options, so that no seat can act in secret. If Open is nil, seats can.
	Open func(Options) bool

	// Rounds returns the number of rounds of a match under complete options. If nil, it is the
	// option "rounds".
	Rounds func(Options) int

	// Deal returns the first state of a round. It refuses options that are incompatible.
	Deal func(Setup) (State[V, E], error)

	// Actions returns the forms of all actions of a round with this setup, whose seed is zero. If
	// nil, API clients can send actions only as text.
	Actions func(Setup) []ActionForm

	// ReadEvent parses the line of an event of the game, and refuses any other line; see the
	// function [ReadEvent].
	ReadEvent func(line string) (E, error)

	// NamedStreams is the first version of the rules in which all random choices come from streams
	// of [Seed.Stream]. Older versions used [NewChance]. It is 0 for a game without such older
	// versions.
	NamedStreams int

	// ResignsMatch is the first version of the rules in which a seat that resigns leaves the whole
	// match and cannot win it. In older versions, it gave up a round. It is 0 for a game without
	// such older versions.
	ResignsMatch int

	// Resigned returns the event of a resignation, which the match needs for a seat whose part in
	// the round is already over. If nil, such a seat cannot resign.
	Resigned func(Seat) E

	// Levels are the names of the bot's levels for people, in order. It is empty for a game with
	// one level.
	Levels []string
	// LevelHelp describes how each level plays, in one sentence. It may be empty.
	LevelHelp []string

	// Think chooses the action of a bot. It gets what the seat may know, never a State, and returns
	// a legal action of a seat that is to move. The amount of computation depends on the level. It
	// is counted in steps and never in time.
	Think func(Thought[V, E]) Action

	// Worlds returns everything that is possible given a view. It depends on nothing else: equal
	// views have equal Worlds. It is nil for a game that does not support it, and may return nil
	// for a view with too many worlds.
	Worlds func(V) Worlds

	// Claims returns the claims that a move makes, from its notation, or none if Worlds.Chance
	// cannot give their probability. The player learns from the next view whether all claims are
	// true. Claims is nil for a game without Worlds.
	Claims func(Move) []Claim

	// Resample supports the test of secrecy in enginetest. Given the first state of a round and its
	// moves, it returns another first state and moves that the seat cannot distinguish from these:
	// everything that the seat has seen or could have seen is the same, and as much as possible of
	// the rest differs. It must follow from the rules, without comparing views or events.
	Resample func(first State[V, E], moves []Move, seat Seat, random *rand.Rand) (State[V, E], []Move)
}

// Thought is a request for a decision of a bot: what its seat knows, and the level. It shares no
// memory with the game.
type Thought[V any, E GameEvent] struct {
	View V
	// Heard returns the public events of the round so far, oldest first, even if the options keep
	// them out of the view: the level determines how many of them the bot recalls. It replays the
	// round, so a bot should call it only if needed.
	Heard func() []E
	// Totals are the points of finished rounds, by seat. Left is the number of rounds after this
	// one.
	Totals []float64
	Left   int
	// Options are those of the round. A bot uses the default of a missing option.
	Options Options
	Level   Level
	// Simulations is the maximum number of simulated games; 0 means the number of the level.
	Simulations int
	Random      *rand.Rand
}

// Level is the strength of a bot, from FirstBot. Higher levels are stronger.
type Level int

// FirstBot is the level that every game has.
const FirstBot Level = 1
