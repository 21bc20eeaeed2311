// Package lobby is the contract of the lobby: what a session may order, and what
// it is shown. Orders and updates are data, so that the lobby can be in this
// process or on another machine. There is no goroutine in it.
package lobby

import (
	"context"
	"time"

	"parlor/engine"
)

// Lobby is all rooms and everybody present, as a server meets it. Its methods,
// and those of visits and handles, may be called from any goroutine.
type Lobby interface {
	// Games are those offered, in the order they are shown.
	Games() []engine.Game
	// Settings are what a host may choose about a room here, in the order of
	// messages.
	Settings() []Setting
	// Limits are those that hold here.
	Limits() Limits
	// Recognise returns who somebody is: a key or a guest's token that leads to
	// an account is that account's person, under its first identity. It also
	// returns the account, or one without an ID where there is none, with the name
	// as far as that is known.
	Recognise(ctx context.Context, who Identity) (Identity, Account, error)
	// Knows reports whether anything here goes back to an identity: an account, a
	// seat that is held, or a match that has ended.
	Knows(ctx context.Context, id string) (bool, error)
	// Has reports whether there is a room with a code. Asking for one that is
	// not there counts as a wrong code of that person, and who has tried too
	// many is told that there is none.
	Has(ctx context.Context, who Identity, code string) bool
	// Enter begins a visit.
	Enter(ctx context.Context, who Identity) (Visit, error)
}

// Visit is one session's stay in the lobby.
type Visit interface {
	Hallway
	Doors
	Evenings
	Self
	Company
	Standings
	// Ended is why Hall was closed: nil after Close.
	Ended() error
	// Close ends the visit and all its handles. Seats of the visitor are held.
	Close()
}

// Hallway is what a visitor sees and says outside the rooms.
type Hallway interface {
	// Hall delivers pages of the window that Shows was told last, through one
	// slot, the newest only. It is closed when the visit ends; Ended then says
	// why.
	Hall() <-chan Page
	// Shows says what the visitor's screen shows from now on; a visit begins with
	// the zero Window, which shows nothing. The first page of another window
	// comes at once, and pages of the one before come no more; then a page comes
	// when there is something else on it. It waits for nothing.
	Shows(window Window)
	// Peek returns the page of a window once, and changes nothing about what is
	// shown.
	Peek(ctx context.Context, window Window) (Page, error)
	// Say tells something to everybody in the hall.
	Say(text string) error
}

// Doors lead into rooms. Where ctx ends before a room has answered, the place
// that it may still give is left again as by a hang-up.
type Doors interface {
	// Create makes a room and takes its first seat as its host.
	Create(ctx context.Context, plan Plan) (Handle, error)
	// Join takes a free seat; somebody who already holds a seat there gets that
	// one.
	Join(ctx context.Context, code string) (Handle, error)
	// Watch comes in without a seat; somebody who holds a seat there gets that
	// one.
	Watch(ctx context.Context, code string) (Handle, error)
	// Look is what the visitor would see in a room: the own seat's view where
	// one is held, else a watcher's. Nobody is told of it, and no hold changes.
	Look(ctx context.Context, code string) (Update, error)
	// Quick joins an open public room of the plan's game, or makes a public one by the
	// plan, which is mostly QuickPlan; an empty game means any. Somebody who waits in
	// such a room already gets back to it; rated rooms of others are not joined this
	// way, nor with a plan that has a clock those whose clock is of hours.
	Quick(ctx context.Context, wanted Plan) (Handle, error)
	// Rival waits for somebody who looks for the same game and whose rating is near,
	// the less so the longer either has waited, and takes both to a rated room where
	// the match begins. Where ctx ends before, nobody is looked for any more.
	Rival(ctx context.Context, game string) (Handle, error)
	// Return goes back to the room where this person's match is under way, the
	// one that waits for them first. Somebody who gives more orders than they may
	// stays where they are.
	Return(ctx context.Context) (Handle, bool)
}

// Self is what a visitor does about themselves.
type Self interface {
	// Name is the clean, unique name of the visitor.
	Name() string
	// Rename asks for another name, by which the visitor is called from then on,
	// also at the tables where they are and in matches that are under way.
	Rename(ctx context.Context, wished string) error
	// Remember keeps the settings of the visitor's screens, JSON of the screen's
	// own making. It waits for nothing; the log says where they could not be kept.
	Remember(settings []byte)
	// OfferLink returns a code with which another key, or a key that a guest has
	// made, becomes the same person. It holds for some minutes, and once.
	OfferLink(ctx context.Context) (code string, until time.Time, err error)
	// Link makes the visitor's key lead to the person who was shown the code;
	// the visit then ends. Matches played under the key become that person's.
	Link(ctx context.Context, code string) error
	// Webhook is where the visitor is told of their turns, refused where the operator
	// lets nobody have one.
	Webhook(ctx context.Context) (Webhook, error)
	// SetWebhook has the visitor told of their turns at an address from now on, if a
	// letter that says so arrives there. The empty one is nowhere, which is never
	// refused.
	SetWebhook(ctx context.Context, address string) error
	// Export returns everything that is kept about the visitor, with a part of their
	// matches. The next part is asked for with what Export.Older says; all but the
	// matches and Older is in the first one alone, which empty asks for.
	Export(ctx context.Context, before string) (Export, error)
	// Forget deletes everything that is kept about the visitor: the account, all
	// keys that lead to it, what they said, and who they were in rooms and in
	// matches that others keep. All visits of theirs then end.
	Forget(ctx context.Context) error
}

// Standings is how well people play.
type Standings interface {
	// KeepsRatings reports whether there are leaders and profiles here.
	KeepsRatings() bool
	// Leaders lists the best in a game, and says how the visitor stands.
	Leaders(ctx context.Context, game string) (Leaderboard, error)
	// ProfileOf is the profile of somebody by name: of who is here under it, or
	// else of who was here last.
	ProfileOf(ctx context.Context, name string) (Profile, error)
	// Profile is the profile of a person, by Identity.ID; empty is the visitor.
	Profile(ctx context.Context, person string) (Profile, error)
	// StatisticsOf and Statistics tell how somebody has done in each game, by name and
	// by Identity.ID, as ProfileOf and Profile do.
	StatisticsOf(ctx context.Context, name string) (Statistics, error)
	Statistics(ctx context.Context, person string) (Statistics, error)
}

// Handle is one session's hold on a seat, or on a watcher's place. None of its
// methods waits for another terminal.
type Handle interface {
	// Updates delivers the room through one slot, the newest only. It is closed
	// when the hold ends; Ended then says why.
	Updates() <-chan Update
	// Do gives an order and returns what came of it, also with an error. An
	// order that was done under the same ID by the same person is not done again.
	// Whoever gives orders faster than anybody plays is refused with a
	// *budget.Refusal before the room knows of it.
	Do(ctx context.Context, order Order) (Done, error)
	// Ended is why Updates was closed, as a sentence for the person: nil after
	// Leave or Close.
	Ended() error
	// Close ends the hold as a hang-up does: the seat is kept.
	Close()
}
