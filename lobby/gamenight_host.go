package lobby

import (
	"slices"
	"time"

	"parlor/prose"
)

// ExtendGameNight moves the end of a game night that has one. Host only.
type ExtendGameNight struct {
	Minutes int `json:"Minutes"` // negative to end earlier
}

// CallLastMatch makes no more tables, so that the game night ends with the matches that are
// under way. Host only.
type CallLastMatch struct {
	On bool `json:"On"` // false takes it back
}

// MovePlayer moves a person to another table, out, or back in. It takes effect when the
// matches at both tables are over. Host only.
type MovePlayer struct {
	Name  string `json:"Name"`
	Table int    `json:"Table"` // 0 means out, or in
	Out   bool   `json:"Out"`
}

// MergeTables seats the people of two tables together when both matches are over. Host only.
type MergeTables struct {
	One   int `json:"One"`
	Other int `json:"Other"`
}

// CancelMove cancels a GameNightMove. Host only.
type CancelMove struct {
	Number int `json:"Number"` // GameNightMove.Number
}

// CorrectResult replaces the result of a finished match. If Order is empty and Void is
// false, the match counts as it was played. Host only.
type CorrectResult struct {
	Number int        `json:"Number"` // of the table
	Order  [][]string `json:"Order"`  // names by place; people who share a place are together, and all others come last
	Void   bool       `json:"Void"`   // the match does not count
}

// Announce sends a message to all participants, also to those at tables. It is not stored.
// Host only.
type Announce struct {
	Text string `json:"Text"`
}

func (ExtendGameNight) answer() (a Nothing) { return a }
func (CallLastMatch) answer() (a Nothing)   { return a }
func (MovePlayer) answer() (a Nothing)      { return a }
func (MergeTables) answer() (a Nothing)     { return a }
func (CancelMove) answer() (a Nothing)      { return a }
func (CorrectResult) answer() (a Nothing)   { return a }
func (Announce) answer() (a Nothing)        { return a }

// ByHost reports whether only the host of a game night may perform an operation.
func ByHost(op any) bool {
	switch op.(type) {
	case SitOut, LeaveGameNight, SayAtGameNight, JoinTeam:
		return false
	}
	return true
}

// GameNightMove is a pending MovePlayer or MergeTables. The host sees all of them, and
// others those that concern them.
type GameNightMove struct {
	Number int       `json:"Number"`
	Name   string    `json:"Name"`           // who is moved; empty if tables are merged
	Tables []int     `json:"Tables"`         // the table to which the person is moved, or the merged ones; empty if the person sits out
	From   int       `json:"From"`           // the person's table; 0 if they wait
	People []string  `json:"People"`         // the names of all that it concerns
	Until  time.Time `json:"Until,omitzero"` // roughly when the move takes effect
}

// Text describes the move.
func (m GameNightMove) Text() prose.Text {
	switch {
	case m.Name == "" && len(m.Tables) == 2:
		return prose.T("Tables {n} and {other} will be merged when both matches are over.", prose.N(m.Tables[0]), prose.N(m.Tables[1]))
	case len(m.Tables) == 0:
		return prose.T("{name} will sit out after the match at table {n}.", prose.Name(m.Name), prose.N(m.From))
	case m.From == 0:
		return prose.T("{name} will move to table {n} when its match is over.", prose.Name(m.Name), prose.N(m.Tables[0]))
	}
	return prose.T("{name} will move from table {n} to table {other} when both matches are over.", prose.Name(m.Name), prose.N(m.From), prose.N(m.Tables[0]))
}

// Concerns reports whether a move concerns the person with a name.
func (m GameNightMove) Concerns(name string) bool { return slices.Contains(m.People, name) }

// Kinds of a GameNightEvent.
const (
	EventExtended  = "extended"   // the end has moved
	EventLastMatch = "last_match" // no more tables are made
	EventGoesOn    = "goes_on"    // tables are made again after EventLastMatch
	EventCorrected = "corrected"  // a result was corrected
	EventVoided    = "void"       // a result no longer counts
	EventRestored  = "restored"   // a result counts as it was played
	EventGivenUp   = "given_up"   // a move could not take effect
)

// GameNightEvent is an entry of the log of a game night: what its host has changed.
type GameNightEvent struct {
	ID    uint64    `json:"ID"` // increasing
	At    time.Time `json:"At"`
	Kind  string    `json:"Kind"`
	By    string    `json:"By,omitzero"`    // name of the host
	Name  string    `json:"Name,omitzero"`  // of the person who could not be moved
	Table int       `json:"Table,omitzero"` // of the match, or of the move
	Ends  time.Time `json:"Ends,omitzero"`  // the new end
}

// Text describes the event.
func (e GameNightEvent) Text(now time.Time) prose.Text {
	by, table := prose.Name(e.By), prose.N(e.Table)
	switch e.Kind {
	case EventExtended:
		return prose.T("{name} has moved the end of the game night to {time}.", by, prose.Sub(TimeText(e.Ends, now)))
	case EventLastMatch:
		return prose.T("{name} has called the last match. The game night ends with the matches that are under way.", by)
	case EventGoesOn:
		return prose.T("{name} has resumed seating.", by)
	case EventCorrected:
		return prose.T("{name} has corrected the result of table {n}.", by, table)
	case EventVoided:
		return prose.T("{name} has voided the match at table {n}. It does not count.", by, table)
	case EventRestored:
		return prose.T("{name} has taken back the correction of table {n}.", by, table)
	case EventGivenUp:
		if e.Name != "" {
			return prose.T("{name} could not be moved to table {n}.", prose.Name(e.Name), table)
		}
		return prose.T("Table {n} could not be merged.", table)
	}
	return prose.Text{}
}

// AnnouncedText returns an announcement with the name of the host.
func AnnouncedText(m ChatMessage) prose.Text {
	return prose.T("{name} announces: {text}", prose.Name(m.Name), prose.Literal(m.Text))
}

// NewEvents returns the entries of the log after the one with an ID.
func (u GameNightUpdate) NewEvents(after uint64) []GameNightEvent {
	at := slices.IndexFunc(u.Log, func(e GameNightEvent) bool { return e.ID > after })
	if at < 0 {
		return nil
	}
	return u.Log[at:]
}

// NewestEvent returns the ID of the newest entry of the log, or 0.
func (u GameNightUpdate) NewestEvent() uint64 {
	if len(u.Log) == 0 {
		return 0
	}
	return u.Log[len(u.Log)-1].ID
}
