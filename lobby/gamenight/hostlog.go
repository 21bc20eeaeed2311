package gamenight

import (
	"slices"
	"time"

	"parlor/lobby"
)

// maxEvents is the number of events that are kept.
const maxEvents = 20

// Event is a stored lobby.GameNightEvent. Its people are stored by number.
type Event struct {
	ID    uint64    `json:"id"`
	At    time.Time `json:"at"`
	Kind  string    `json:"kind"`
	By    int       `json:"by,omitempty"`     // Player.Number of the host
	About int       `json:"person,omitempty"` // Player.Number
	Table int       `json:"table,omitempty"`
	Ends  time.Time `json:"ends,omitzero"`
}

// hostLog is what the host has changed, the newest last.
type hostLog []Event

// add adds an event with the next ID.
func (l *hostLog) add(e Event) {
	if e.ID = 1; len(*l) > 0 {
		e.ID = (*l)[len(*l)-1].ID + 1
	}
	*l = append(slices.Clip(*l), e)
	*l = (*l)[max(0, len(*l)-maxEvents):]
}

// view returns the log as everyone sees it.
func (l hostLog) view(all players) (shown []lobby.GameNightEvent) {
	name := all.name
	for _, e := range l {
		shown = append(shown, lobby.GameNightEvent{ID: e.ID, At: e.At, Kind: e.Kind, By: name(e.By), Name: name(e.About), Table: e.Table, Ends: e.Ends})
	}
	return shown
}
