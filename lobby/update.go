package lobby

import (
	"slices"
	"time"

	"parlor/engine"
	"parlor/prose"
)

// Gathering is the stage of a room before its match. Afterwards it has the match's stage
// (engine.Playing, engine.Interval, engine.Over).
const Gathering = "gathering"

// Kinds of seats.
const (
	SeatEmpty  = "empty"
	SeatPerson = "person"
	SeatBot    = "bot"
)

// SeatInfo is a seat of a room as everyone in it sees it.
type SeatInfo struct {
	Kind     string       `json:"Kind"`  // SeatEmpty, SeatPerson or SeatBot
	Level    engine.Level `json:"Level"` // of a bot
	Name     string       `json:"Name"`
	Guest    bool         `json:"Guest"`
	Program  bool         `json:"Program"` // is an API client, or was one in this match
	Host     bool         `json:"Host"`
	Away     time.Time    `json:"Away"`               // when the person disconnected; zero while present
	Left     bool         `json:"Left"`               // the person left during the match; the room resigns for them
	Resigned bool         `json:"Resigned,omitempty"` // out of the rest of the match
	Claimed  bool         `json:"Claimed"`            // another player claimed the win while the person was absent; then Left, too
	Ready    bool         `json:"Ready"`              // wants the next match to begin
	Pausing  bool         `json:"Pausing"`            // wants a pause
	Eyes     bool         `json:"Eyes"`               // shares the hand with spectators
	BotPlays bool         `json:"Standing"`           // a substitute bot plays for the absent person, or has finished the match for them
	Deadline time.Time    `json:"Deadline"`           // when the current decision times out; zero without one
	// BotEvents are the indexes of the events in the current game that a substitute bot
	// caused, among the Update.Logged public events so far.
	BotEvents []int `json:"BotEvents,omitempty"`
	// Substitute is when a bot will play for the absent person; zero if none will, and once
	// one does.
	Substitute time.Time `json:"Substitute,omitzero"`
	// SubstituteFrom and ClaimFrom are when another player may use AddSubstitute and
	// ClaimWin because the match waits for the absent person; zero if they may not.
	SubstituteFrom time.Time `json:"StandIn"`
	ClaimFrom      time.Time `json:"Claim"`
	Kept           time.Time `json:"Kept"` // until when the seat is kept for the absent person between matches; zero if it is not freed
}

// Ending is the end of a match.
type Ending struct {
	Match  *engine.View  `json:"Match"`  // the reader's view at the end
	Record engine.Record `json:"Record"` // the complete match, which is no longer secret
	Proof  string        `json:"Proof"`  // Update.Proof of the match
	// BotMoves are, by seat, the indexes in Record.Moves of moves by a substitute bot; nil
	// if there were none.
	BotMoves [][]int `json:"BotMoves,omitempty"`
}

// Note is an event in a room outside the match.
type Note struct {
	ID   uint64     `json:"ID"` // increasing in each room
	At   time.Time  `json:"At"`
	Text prose.Text `json:"Text"` // with cleaned names
}

// Revision counts the updates of one handle. It differs between readers, so that it reveals
// nothing about secret actions.
type Revision uint64

// Update is the complete state of a room for one handle. What it points to is shared and
// must not be changed.
type Update struct {
	Code   string    `json:"Code"`
	Plan   Plan      `json:"Plan"` // complete, with a cleaned title
	Stage  string    `json:"Stage"`
	Paused time.Time `json:"Paused"` // when the match was paused; zero while it runs
	// Moving reports whether the room is moving to another node. The update then shows the
	// last known state, and requests wait. It is set by the connection to the room, never
	// by the room.
	Moving   bool            `json:"Moving,omitzero"`
	Draining time.Time       `json:"Draining"` // deadline for the stop of the server; zero if it does not drain
	Follows  engine.Seat     `json:"Follows"`  // whose hand a spectator sees; engine.Watcher for the public view
	Seats    []SeatInfo      `json:"Seats"`
	Watchers []string        `json:"Watchers"`
	You      engine.Seat     `json:"You"`  // engine.Watcher for a spectator; changes when seats move up
	Host     bool            `json:"Host"` // the reader is the host
	Match    *engine.View    `json:"Match"`
	Proof    string          `json:"Proof"`           // engine.Seed.Commitment of the current or last match, from its first update on; empty while gathering
	Seal     string          `json:"Seal,omitzero"`   // the line "seal" of the record of that match; empty if it has no record of format 2
	Past     string          `json:"Past"`            // Finished.ID of the last match once it is stored; empty while gathering and if it is not stored
	Moved    []RatingChange  `json:"Moved"`           // by seat: changes of ratings by the last match; nil if unrated or no longer known
	Notes    []Note          `json:"Notes"`           // newest last, bounded
	Chat     []ChatMessage   `json:"Chat"`            // newest last, bounded
	Legal    []engine.Action `json:"Legal"`           // legal actions of the reader, after ListLegal; nil if there are too many
	Revision Revision        `json:"Revision"`        // of this update
	Logged   int             `json:"Logged,omitzero"` // number of public events in the current game; 0 if no substitute bot caused any

	// Events and ends of matches since the previous update that was taken, oldest first.
	// Very old events may be dropped.
	Events []engine.Event `json:"Events"`
	Ended  []Ending       `json:"Ended"`
	// ByBot are the ascending indexes in Events of those caused by a substitute bot.
	ByBot []int `json:"ByBot,omitempty"`
}

// Recorded reports whether the record of the last match can be asked for.
func (u Update) Recorded() bool { return u.Seal != "" && u.Past != "" }

// InPlay reports whether a match is running.
func (u Update) InPlay() bool { return u.Stage == engine.Playing || u.Stage == engine.Interval }

// IsPublic reports whether the update shows a match as everyone may see it. A node of an older
// version might show players their own hand.
func (u Update) IsPublic() bool {
	return u.You == engine.Watcher && u.Follows == engine.Watcher && u.Match != nil && u.Match.Seat == engine.Watcher
}

// Limits of an UpdateSlot whose reader does not take its updates: older events are dropped;
// beyond maxEndings it accepts no more.
const (
	maxEvents  = 1000
	maxEndings = 64
)

// UpdateSlot is the Latest of a room's updates. Events and endings of an update that was
// not taken are merged into the next.
type UpdateSlot = Latest[Update]

// NewUpdateSlot returns an empty slot.
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

// shift adds by to all indexes and drops negative ones.
func shift(places []int, by int) (moved []int) {
	for _, place := range places {
		if place+by >= 0 {
			moved = append(moved, place+by)
		}
	}
	return moved
}
