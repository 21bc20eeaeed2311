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

// Actions that every game understands.
const (
	// Timeout is played by the room, never by a person, for a seat whose time
	// to decide has run out. Every seat in [State.ToMove] can be timed out.
	Timeout Action = "timeout"
	// Resign gives up the match: the seat is out of this round and of all that
	// follow, and does not win, whatever its points. It may be played at any time of
	// a round, also when the seat is not to move. By older versions of a game's rules
	// it gives up the round alone: see Rules.ResignsMatch.
	Resign Action = "resign"
	// Next is played between two rounds of a match by a seat that is ready for
	// the next one. The match handles it; no game sees it.
	Next Action = "next"
	// Enough is played by the room, never by a person, between two rounds of a match
	// whose time is over. It ends the match, and the points so far decide.
	Enough Action = "enough"
)

// An Action is one decision of one seat, a line in the game's own notation,
// such as "draw black". Seats and places count from 1 in it.
type Action string

// A Move is an action and the seat that played it.
type Move struct {
	Seat   Seat
	Action Action
}

// Setup is all that a deal depends on. Options are complete: every option of
// the game is there with an allowed value.
type Setup struct {
	Version int // of the rules that the round is played by, from 1 to Rules.Version
	Seats   int
	First   Seat // who begins; what it means beyond that is the game's
	Seed    Seed
	Options Options
}

// State is one moment of one round of a game. It is immutable and may be read
// by several goroutines.
type State[V any, E GameEvent] interface {
	// ToMove lists the seats that have a decision to make, ascending: several
	// where play is simultaneous, none when the round is over. It is public.
	ToMove() []Seat

	// Legal yields the actions open to a seat now, without Timeout and Resign.
	// Where there are very many (every code of a code game) it still yields
	// them all, lazily.
	Legal(Seat) iter.Seq[Action]

	// Grammar is that of what Legal yields and of Resign: one form a line,
	// such as "guess SEAT PLACE 0-11". It is nil for a seat that may do nothing.
	Grammar(Seat) []string

	// Play answers the state after the seat's action and what the table saw of
	// it, or a [Refusal]; the receiver stays as it was. A secret decision may
	// have no event at all. Who is told of a move follows from its events alone:
	// one without any makes only the actor's view new, and whatever else anybody
	// may see stays as it was; one with events makes everybody's new.
	Play(Seat, Action) (State[V, E], []E, error)

	// View is what the seat may know, built up from nothing. It shares no
	// memory with the State. A secret action of another seat leaves it equal.
	View(Seat) V

	// Result is meaningful once ToMove is empty.
	Result() Result
}

// A Speller is a State that has one spelling for every action that it reads, however a
// player has typed it. By rules with named streams, a match plays and records that one, so
// that equal matches have equal records.
type Speller interface {
	// Spell returns the action as Legal yields it. It returns what it cannot read as it is.
	Spell(Seat, Action) Action
}

// Result is how a round ended.
type Result struct {
	// Winners of the round, ascending; several or none where the rules allow
	// a draw.
	Winners []Seat `json:"winners"`
	// Points per seat. Nil where the game keeps no points; the match then
	// counts rounds won.
	Points []float64 `json:"points"`
}

// Rules is a game, with the types of its views and of its events. It is a value:
// a registry of games is a slice.
type Rules[V any, E GameEvent] struct {
	Name    string // one lower-case word: "davinci"
	Title   string // as people call it: "Da Vinci Code"
	Blurb   string // one sentence for a player who does not know it
	Version int    // the newest of the rules; Deal plays every one from 1 on, so that old records go on

	MinSeats, MaxSeats int

	// Options a host may set, in the order they are shown. Use [RoundsOption]
	// and [FirstOption] for the two that the match itself understands.
	Options []Option

	// Open reports whether under complete options every action has an event, so that
	// no seat can act in secret; nil is never.
	Open func(Options) bool

	// Rounds of a match under complete options; nil reads option "rounds".
	Rounds func(Options) int

	// Deal makes the first state of a round. It refuses options that do not go
	// together.
	Deal func(Setup) (State[V, E], error)

	// Actions lists the forms of all actions of a round with this setup, whose seed is
	// zero. If it is nil, API clients can send actions only as text.
	Actions func(Setup) []ActionForm

	// ReadEvent reads the line of an event of the game, and refuses every line
	// that is none; see the function [ReadEvent].
	ReadEvent func(line string) (E, error)

	// NamedStreams is the first version of the rules in which all chance comes from
	// streams of [Seed.Stream]; by older ones it came from that of [NewChance]. It is
	// 0 in a game that never had such older rules.
	NamedStreams int

	// ResignsMatch is the first version of the rules by which a seat that resigns is out
	// of the whole match and cannot win it; by older ones it gave up a round. It is
	// 0 in a game that never had such older rules.
	ResignsMatch int

	// Resigned is the event that tells that a seat has resigned; the match tells it
	// of one whose part in the round is over already. Where it is nil, no such seat
	// can resign.
	Resigned func(Seat) E

	// Levels are how well the bot can play, in words for people; level n is the
	// n-th. Empty where there is one level only.
	Levels []string
	// LevelHelp says how each of the levels plays, in one sentence; empty for none.
	LevelHelp []string

	// Think is the bot: it gets what its seat may know, never a State, and
	// answers a legal action of a seat that is to move. How much it computes is
	// the level's, counted in what it does and never in time.
	Think func(Thought[V, E]) Action

	// Worlds is what can still be true for the reader of a view, and follows from
	// nothing else: equal views have equal Worlds. It is nil in a game that cannot
	// tell, and may answer nil for a view of which it cannot, such as one with too
	// many worlds to be looked at.
	Worlds func(V) Worlds

	// Claims reads from the notation of a move what it claims: it is nothing where
	// Worlds.Chance knows no claim in such an action. The player of a claim can tell
	// from their next view whether all of it is so. It is nil in a game without
	// Worlds.
	Claims func(Move) []Claim

	// Resample is the proof of secrecy, used by enginetest. Given the first state
	// of a round and the moves played since, it answers another first state and
	// moves that the seat cannot tell from these: all that the seat has seen or
	// could have seen is the same, and as much as possible of the rest differs.
	// It must judge that from the rules alone, not by comparing views or events.
	Resample func(first State[V, E], moves []Move, seat Seat, random *rand.Rand) (State[V, E], []Move)
}

// Thought is one decision that a bot is asked for: what its seat knows, and how
// well it is to play. It shares no memory with the game.
type Thought[V any, E GameEvent] struct {
	View V
	// Heard returns what the table saw of this round so far, oldest first, even where the
	// options keep it out of the view: a level says how much of it the bot recalls. It
	// plays the round again, so a bot calls it only if it needs it.
	Heard func() []E
	// Totals are the points of the rounds that have ended, by seat; Left is how many
	// rounds come after this one.
	Totals []float64
	Left   int
	// Options are those of the round; a bot takes one that is missing for its default.
	Options Options
	Level   Level
	// Simulations bounds how many games it plays in thought; 0 is as many as the
	// level takes.
	Simulations int
	Random      *rand.Rand
}

// Level is how well a bot plays, from FirstBot on; a higher one plays better.
type Level int

// FirstBot is the level that every game has.
const FirstBot Level = 1
