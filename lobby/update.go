package lobby

import (
	"slices"
	"time"

	"parlor/engine"
	"parlor/prose"
)

// Gathering is the stage of a room before its match starts; then it has the
// match's stage (engine.Playing, engine.Interval, engine.Over).
const Gathering = "gathering"

// Kinds of seat, by who has it.
const (
	SeatEmpty  = "empty"
	SeatPerson = "person"
	SeatBot    = "bot"
)

// SeatInfo is a seat of a room as everybody in it sees it.
type SeatInfo struct {
	Kind     string       `json:"Kind"`  // Empty, Person or Bot
	Level    engine.Level `json:"Level"` // of a bot
	Name     string       `json:"Name"`
	Guest    bool         `json:"Guest"`
	Program  bool         `json:"Program"` // a program plays for its person, or has played in this match
	Host     bool         `json:"Host"`
	Away     time.Time    `json:"Away"`               // since when its person is not connected; zero while present
	Left     bool         `json:"Left"`               // its person gave it up during the match; the room resigns for it
	Resigned bool         `json:"Resigned,omitempty"` // it is out of all that is left of the match
	Claimed  bool         `json:"Claimed"`            // another player claimed the game from its person, who was away, and therefore Left
	Ready    bool         `json:"Ready"`              // its person wants the next match to begin
	Pausing  bool         `json:"Pausing"`            // its person wants a pause, or to keep it
	Eyes     bool         `json:"Eyes"`               // its person lets watchers see what they see
	BotPlays bool         `json:"Standing"`           // a bot plays for its person, who is away, or has finished the match in their place
	Deadline time.Time    `json:"Deadline"`           // when its decision times out; zero without a clock or a decision
	// BotEvents are those of the events of the game that is played that a bot did in the
	// place of its person, by their places among all that everybody saw since it began;
	// Update.Logged says how many those are.
	BotEvents []int `json:"BotEvents,omitempty"`
	// Substitute is from when on a bot plays for its person, who is not connected; zero
	// where none will by itself, and once one does.
	Substitute time.Time `json:"Substitute,omitzero"`
	// AddSubstitute and Claim are from when on another player may give these orders because
	// the match waits for its person, who is away; zero where they may not.
	SubstituteFrom time.Time `json:"StandIn"`
	ClaimFrom      time.Time `json:"Claim"`
	Kept           time.Time `json:"Kept"` // until when it is kept for its person, who is away, while no match is played; zero where it is not freed
}

// Ending is the end of a match.
type Ending struct {
	Match  *engine.View  `json:"Match"`  // as the reader sees it at the end
	Record engine.Record `json:"Record"` // the whole match, which holds no secret any more
	Proof  string        `json:"Proof"`  // Update.Proof as it was while the match was played
	// BotMoves are by seat the moves that a substitute bot made, by their places in
	// Record.Moves; nil if none made any.
	BotMoves [][]int `json:"BotMoves,omitempty"`
}

// Note is something that happened in a room beside the play.
type Note struct {
	ID   uint64     `json:"ID"` // grows with each note of the room
	At   time.Time  `json:"At"`
	Text prose.Text `json:"Text"` // names in it are clean
}

// Revision counts what one reader was shown: it grows by one with each update of a
// handle. Readers do not share it, so that it tells nobody what others do in secret.
type Revision uint64

// Update is everything that one handle shows: always the latest whole. What it
// points to is shared between handles and with the room: it is to be read only.
type Update struct {
	Code   string    `json:"Code"`
	Plan   Plan      `json:"Plan"` // as it stands, with complete options and clean title
	Stage  string    `json:"Stage"`
	Paused time.Time `json:"Paused"` // since when the match stands still; zero while it goes on
	// Moving says that the room is on its way to another machine of the server: what is
	// shown is what was there last, and an order waits until the room is back. It is said
	// by whoever holds the connection to the room, and never by a room.
	Moving   bool            `json:"Moving,omitzero"`
	Draining time.Time       `json:"Draining"` // when the server stops at the latest; zero while it does not
	Follows  engine.Seat     `json:"Follows"`  // whose eyes a watcher sees with; engine.Watcher for the public view
	Seats    []SeatInfo      `json:"Seats"`
	Watchers []string        `json:"Watchers"`
	You      engine.Seat     `json:"You"`  // engine.Watcher for a watcher; changes when seats move up
	Host     bool            `json:"Host"` // you are the host
	Match    *engine.View    `json:"Match"`
	Proof    string          `json:"Proof"`           // engine.Seed.Commitment of the match that is played or has just ended, the same for everybody from its first update on; empty while gathering
	Past     string          `json:"Past"`            // Finished.ID of the match that has just ended, once it is kept; empty before, while gathering, and where it was resigned at once
	Moved    []RatingChange  `json:"Moved"`           // by seat: how the match that has just ended has moved the ratings; nil where it has not, or that is not known any more
	Notes    []Note          `json:"Notes"`           // newest last, bounded
	Chat     []ChatMessage   `json:"Chat"`            // newest last, bounded
	Legal    []engine.Action `json:"Legal"`           // what you may do now, where handle.List asked for it; nil where that is too much to list
	Revision Revision        `json:"Revision"`        // of what this handle shows
	Logged   int             `json:"Logged,omitzero"` // events that everybody saw since the game began; 0 where a substitute bot did none of them

	// What came about since the update that was taken before this one, oldest
	// first. It is told once; of very many events the newest are left.
	Events []engine.Event `json:"Events"`
	Ended  []Ending       `json:"Ended"`
	// ByBot are those of Events, by their places, ascending, that came of a move which a
	// substitute bot made.
	ByBot []int `json:"ByBot,omitempty"`
}

// InPlay reports whether a match is being played.
func (u Update) InPlay() bool { return u.Stage == engine.Playing || u.Stage == engine.Interval }

// How much a Box keeps for a reader that does not take its updates: of the
// events the newest, and of the endings all, or it takes no more.
const (
	maxEvents  = 1000
	maxEndings = 64
)

// UpdateSlot is the Latest of a room's updates. Events and endings of an update that was not taken
// come before those of the next.
type UpdateSlot = Latest[Update]

// NewUpdateSlot returns an empty box.
func NewUpdateSlot() UpdateSlot { return UpdateSlot{slot: make(chan Update, 1), join: joinUpdates} }

func joinUpdates(missed, next Update) (Update, bool) {
	if len(missed.Ended)+len(next.Ended) > maxEndings {
		return next, false
	}
	if len(missed.Events) > 0 {
		next.ByBot = slices.Concat(missed.ByBot, shift(next.ByBot, len(missed.Events)))
		next.Events = slices.Concat(missed.Events, next.Events)
	}
	if len(missed.Ended) > 0 {
		next.Ended = slices.Concat(missed.Ended, next.Ended)
	}
	if over := len(next.Events) - maxEvents; over > 0 {
		next.Events, next.ByBot = next.Events[over:], shift(next.ByBot, -over)
	}
	return next, true
}

// shift are places that have moved by some, without those before the beginning.
func shift(places []int, by int) (moved []int) {
	for _, place := range places {
		if place+by >= 0 {
			moved = append(moved, place+by)
		}
	}
	return moved
}
