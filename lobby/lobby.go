package lobby

import (
	"context"
	"errors"
	"log/slog"

	"parlor/engine"
)

// Config is what a lobby is made of.
type Config struct {
	Games  []engine.Game
	Limits Limits             // zero fields get DefaultLimits
	Seed   func() engine.Seed // nil draws from crypto/rand
	Log    *slog.Logger       // nil discards; never holds a hidden value
}

// DefaultLimits suit a small machine.
func DefaultLimits() Limits { return Limits{} }

// Lobby is all rooms and everybody present.
type Lobby struct{}

var errStub = errors.New("stub")

// New opens a lobby.
func New(Config) *Lobby { return &Lobby{} }

// Close tells every room that the server stops, ends them and waits for them.
func (l *Lobby) Close(context.Context) error { return errStub }

// Enter begins a visit: one session's stay.
func (l *Lobby) Enter(Identity) (*Visit, error) { return nil, errStub }

// Games offered, in the order they are shown.
func (l *Lobby) Games() []engine.Game { return nil }

// Visit is one session's stay in the lobby. Its methods may be called from any goroutine.
type Visit struct{}

// Name is the clean, unique name of the visitor.
func (v *Visit) Name() string { return "" }

// Rename asks for another name.
func (v *Visit) Rename(string) error { return errStub }

// Hall delivers the hall through one slot, the newest only; the first is there at once.
func (v *Visit) Hall() <-chan Hall { return nil }

// Create makes a room and takes its first seat as its host.
func (v *Visit) Create(Plan) (*Chair, error) { return nil, errStub }

// Join takes a free seat; somebody who already holds a seat there gets that one.
func (v *Visit) Join(code string) (*Chair, error) { return nil, errStub }

// Watch comes in without a seat.
func (v *Visit) Watch(code string) (*Chair, error) { return nil, errStub }

// Quick joins an open public room of the game, or makes one; an empty game means any.
func (v *Visit) Quick(game string) (*Chair, error) { return nil, errStub }

// Return goes back to the room where this person's play is under way, if there is one.
func (v *Visit) Return() (*Chair, bool) { return nil, false }

// Close ends the visit. Seats of the visitor are held.
func (v *Visit) Close() {}

// Chair is one session's hold on a seat, or on a watcher's place.
type Chair struct{}

// Updates delivers the room through one slot, the newest only. It is closed
// when the hold ends; Ended then says why.
func (c *Chair) Updates() <-chan Update { return nil }

// Ended is why Updates was closed, as a sentence for the person: nil after Leave or Close.
func (c *Chair) Ended() error { return nil }

// Do plays an action. A refusal is an *engine.Refusal.
func (c *Chair) Do(context.Context, engine.Action) error { return errStub }

// Start begins the match, or after its end another one with the same people. Host only.
func (c *Chair) Start(context.Context) error { return errStub }

// AddBot puts a bot on a free seat. Host only, not during a match.
func (c *Chair) AddBot(context.Context, engine.Level) error { return errStub }

// RemoveBot takes the bot of a seat away. Host only, not during a match.
func (c *Chair) RemoveBot(context.Context, engine.Seat) error { return errStub }

// Change replaces the plan's options, seats and clock. Host only, not during a match.
func (c *Chair) Change(context.Context, Plan) error { return errStub }

// Leave gives the seat up for good and ends the hold.
func (c *Chair) Leave(context.Context) error { return errStub }

// Close ends the hold as a hang-up does: the seat is kept.
func (c *Chair) Close() {}
