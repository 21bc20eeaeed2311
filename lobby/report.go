package lobby

import (
	"context"
	"time"
)

// Report is what somebody has told the operator about somebody else, with what could
// be known of it where they were. There is nothing hidden in it.
type Report struct {
	Number uint64    `json:"number"` // given when it is kept, from 1
	At     time.Time `json:"at"`
	// By and About are the Identity.IDs of both, and the names what they were called.
	By        string `json:"by"`
	ByName    string `json:"by_name"`
	About     string `json:"about"`
	AboutName string `json:"about_name"`
	Words     string `json:"words"` // clean, on one line
	// Room is the code of the room in which the one who reports was, of several the one
	// where both were, or of the game night; empty for none. Game and Match are what was
	// played in the room, and empty for a game night.
	Room  string            `json:"room"`
	Game  string            `json:"game"`  // engine.Game.Name
	Match string            `json:"match"` // Finished.ID that it has, or will have; empty for none
	Heard []ReportedMessage `json:"heard"` // what the one who reports could hear last, newest last
	// Done is when the operator was done with it; zero before.
	Done time.Time `json:"done,omitzero"`
}

// SentReport is a report as the one who sent it has it: nobody's identity is in it,
// and nothing that others said.
type SentReport struct {
	At    time.Time `json:"at"`
	About string    `json:"about"` // a name
	Words string    `json:"words"`
	Room  string    `json:"room"`
}

// Reports keeps what people report, for the operator. All methods may be called from
// any goroutine.
type Reports interface {
	// KeepReport keeps a report and returns its number. Of very many the oldest are
	// dropped.
	KeepReport(ctx context.Context, report Report) (uint64, error)
	// ReportsBy are those of a person that are kept, the newest first.
	ReportsBy(ctx context.Context, person string) ([]Report, error)
}
