package lobby

import (
	"context"
	"time"
)

// Report is a player's report about another, with its context. It contains nothing hidden.
type Report struct {
	Number uint64    `json:"number"` // assigned when the report is stored, from 1
	At     time.Time `json:"at"`
	// By and About are the Identity.IDs of author and subject; the names are those at the
	// time.
	By        string `json:"by"`
	ByName    string `json:"by_name"`
	About     string `json:"about"`
	AboutName string `json:"about_name"`
	Words     string `json:"words"` // cleaned, on one line
	// Room is the code of the author's room, preferably one where both were, or of their
	// game night; else empty. Game and Match are those of the room, and empty for a game
	// night.
	Room  string            `json:"room"`
	Game  string            `json:"game"`  // engine.Game.Name
	Match string            `json:"match"` // Finished.ID of its match; empty if there is none
	Heard []ReportedMessage `json:"heard"` // the latest messages that the author could see, newest last
	// Done is when the operator closed the report; zero before.
	Done time.Time `json:"done,omitzero"`
}

// SentReport is a report as its author may export it: without identities and messages of
// others.
type SentReport struct {
	At    time.Time `json:"at"`
	About string    `json:"about"` // a name
	Words string    `json:"words"`
	Room  string    `json:"room"`
}

// Reports stores reports for the operator. Its methods are safe for concurrent use.
type Reports interface {
	// KeepReport stores a report and returns its number. Beyond a maximum, the oldest are
	// deleted.
	KeepReport(ctx context.Context, report Report) (uint64, error)
	// ReportsBy returns the stored reports of an author, newest first.
	ReportsBy(ctx context.Context, person string) ([]Report, error)
}
