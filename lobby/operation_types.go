package lobby

import (
	"time"

	"parlor/engine"
)

// Returns is an operation whose answer is an R.
type Returns[R any] interface {
	answer() R // never called: it binds the operation to the type of its answer
}

// Nothing is the answer of an operation that only succeeds or fails.
type Nothing struct{}

// Done is the answer of an operation of a room. The first update whose Revision is this
// one or more shows what came of it, also if it changed nothing or was refused: that update
// may have been taken long before. It is 0 if the room was not asked.
type Done struct {
	Revision Revision `json:"Revision"`
}

// RoomOp is an operation of a room.
type RoomOp = Returns[Done]

// NightOp is an operation of a game night.
type NightOp = Returns[Nothing]

// LinkOffer is a code by which another key becomes the same person. It holds until then, and
// once.
type LinkOffer struct {
	Code  string    `json:"code"`
	Until time.Time `json:"until"`
}

// Create makes a room and takes its first seat as its host.
type Create struct{ Plan Plan }

// Join takes a free seat in a room. Who already holds a seat there gets that one.
type Join struct{ Code string }

// Watch comes to a room as a spectator. Who holds a seat there gets that one.
type Watch struct{ Code string }

// Look returns what the caller would see in a room: the view of the own seat if they hold one,
// else a spectator's. Nobody is told of it.
type Look struct{ Code string }

// QuickPlay joins an open public room of the plan's game, or makes a public one by the plan, which
// is mostly QuickPlan; an empty game means any. Who waits in such a room already gets back to it.
// Rated rooms of others are not joined this way, nor, with a plan that has a clock, those whose
// clock is of hours.
type QuickPlay struct{ Plan Plan }

// FindOpponent waits for somebody who looks for the same game and whose rating is near, the
// less so the longer either has waited, and takes both to a rated room where the match begins. If
// the context ends before, the caller does not wait any more.
type FindOpponent struct{ Game string }

// Return goes back to the room where a match of the caller's is under way, the one that waits
// for them first. It fails with ErrNoMatch if there is none.
type Return struct{}

// OpenGameNight opens a game night whose host the caller is, and takes part in it.
type OpenGameNight struct{ Plan GameNightPlan }

// JoinGameNight takes part in the game night of a code, or comes back to it. If the code is a
// room's, no such game night is found.
type JoinGameNight struct{ Code string }

// WatchGameNight shows the game night of a code to somebody who takes no part in it.
type WatchGameNight struct{ Code string }

// CurrentGameNight returns the code of the game night that the caller takes part in and that is
// not over; empty for none.
type CurrentGameNight struct{}

// Show says what the caller's screen shows from now on; a session begins with the zero Window,
// which shows nothing. The first page of another window comes at once, and pages of the one before
// come no more; then a page comes when there is something else on it.
type Show struct{ Window Window }

// Peek returns the page of a window once, and changes nothing about what is shown.
type Peek struct{ Window Window }

// SayInLobby says something to everybody in the lobby.
type SayInLobby struct{ Text string }

// GetContacts returns the caller's friends, and whom they have muted.
type GetContacts struct{}

// Befriend adds somebody to the caller's friends, or takes them out again. Nobody is told. Who is
// not here is found by the name they had when they were here last.
type Befriend struct {
	Name   string `json:"name"`
	Friend bool   `json:"yes,omitempty"`
}

// Mute lets nothing that somebody asks of the caller arrive any more, or lets it arrive again.
// Nobody is told, and who is muted finds no difference.
type Mute struct {
	Name  string `json:"name"`
	Muted bool   `json:"yes,omitempty"`
}

// Invite asks somebody who is here to come to a room where the caller is: they find the
// invitation on their pages until they answer it, or until it has expired.
type Invite struct {
	Name string `json:"name"`
	Code string `json:"code,omitempty"`
}

// Challenge makes a room as Create does, and invites somebody who is here to it.
type Challenge struct {
	Name string `json:"name"`
	Plan Plan   `json:"plan,omitzero"`
}

// Accept answers a call by its ID and goes to its room, to a seat if one is free, else as a
// spectator.
type Accept struct{ Call uint64 }

// Decline answers a call by its ID, which its sender is told. A call that tells of an answer is
// taken off the pages, and nobody is told.
type Decline struct{ Call uint64 }

// SendReport tells the operator about somebody, in the caller's words, with what was said last
// where the caller is. If both are in a room, its host is told that there is a report, unless it is
// by or about them. Nobody else is.
type SendReport struct {
	Name  string `json:"name"`
	Words string `json:"words,omitempty"`
}

// GetLeaderboard lists the best in a game, and says how the caller stands.
type GetLeaderboard struct{ Game string }

// FindProfile returns the profile of somebody by name: of who is here under it, else of who was
// here last.
type FindProfile struct{ Name string }

// GetProfile returns the profile of a person, by Identity.ID; empty is the caller.
type GetProfile struct{ Person string }

// FindStatistics returns how somebody has done in each game, by name as FindProfile does.
type FindStatistics struct{ Name string }

// GetStatistics returns how a person has done in each game, by Identity.ID as GetProfile does.
type GetStatistics struct{ Person string }

// Rename asks for another name, by which the caller is called from then on, also at the tables
// where they are and in matches that are under way.
type Rename struct{ Name string }

// SaveSettings stores the settings of the caller's screens, JSON of the screen's own making. The
// log says if they could not be stored.
type SaveSettings struct{ Settings []byte }

// OfferLink returns a code with which another key, or a key that a guest has made, becomes the
// same person.
type OfferLink struct{}

// LinkKey makes the caller's key lead to the person who was shown the code; the session then
// ends. Matches played under the key become that person's.
type LinkKey struct{ Code string }

// GetWebhook returns where the caller is told of their turns. It is refused if the operator lets
// nobody have a webhook.
type GetWebhook struct{}

// SetWebhook has the caller told of their turns at an address from now on, if a test
// notification arrives there. The empty address is nowhere, which is never refused.
type SetWebhook struct{ Address string }

// ExportData returns everything that is stored about the caller, with a part of their matches.
// The next part is asked for with Export.Older; all but the matches and Older is in the first part
// alone, which empty asks for.
type ExportData struct{ Before string }

// DeleteAccount deletes everything that is stored about the caller: the account, all keys that
// lead to it, what they said, and who they were in rooms and in matches that others keep. All
// sessions of theirs then end.
type DeleteAccount struct{}

// Play plays an action. A refusal is an *engine.Refusal.
type Play struct {
	Action engine.Action `json:"Action"`
}

// Start begins the match, or after its end another one with the same people.
// Host only.
type Start struct{}

// SetReady says whether this person wants the next match, or the next round, to
// begin; before a match it can be taken back. Once all seats are taken and all
// people on them are ready, the match begins.
type SetReady struct {
	Ready bool `json:"Ready"`
}

// Say tells something to everybody in the room.
type Say struct {
	Text string `json:"Text"`
}

// Pause says whether this person wants the match to stand still. It does once
// all people who are there want it, and goes on when one of them does not.
type Pause struct {
	Pause bool `json:"Pause"`
}

// Kick sends somebody away by name, from a seat or from watching; out for good
// if asked for. In a match a bot takes their seat and plays on; in one that
// counts for ratings they have to have been away as long as a seat is kept, and
// then it counts for nobody. Host only.
type Kick struct {
	Name    string `json:"Name"`
	KeepOut bool   `json:"KeepOut"`
}

// HandOver makes the person on a seat the host. Host only.
type HandOver struct {
	To engine.Seat `json:"To"`
}

// Swap lets two seats change places. Host only, not during a match.
type Swap struct {
	One   engine.Seat `json:"One"`
	Other engine.Seat `json:"Other"`
}

// ShowEyes says whether watchers may see what this seat sees.
type ShowEyes struct {
	Show bool `json:"Show"`
}

// Follow lets a watcher see with a seat's eyes, as far as its person allows and
// Plan.EyesDelay moves late; engine.Watcher goes back to the public view.
type Follow struct {
	Seat engine.Seat `json:"Seat"`
}

// ListLegal makes the updates from now on hold the legal actions of the seat.
type ListLegal struct{}

// AddBot puts a bot on a free seat. Host only, not during a match.
type AddBot struct {
	Level engine.Level `json:"Level"`
}

// RemoveBot takes the bot of a seat away. Host only, not during a match.
type RemoveBot struct {
	Seat engine.Seat `json:"Seat"`
}

// Change replaces the plan's settings. Host only, not during a match.
type Change struct {
	Plan Plan `json:"Plan"`
}

// AddSubstitute lets a bot play for the person on a seat, for whom the match has waited a
// while, until they are back. Players only, and not where the match counts.
type AddSubstitute struct {
	Seat engine.Seat `json:"Seat"`
}

// CloseRoom ends a match that does not count, where the others have been away for as
// long, and the room with it: it counts for nobody. Players only.
type CloseRoom struct{}

// Leave gives the seat up for good and ends the hold. It is never too much.
type Leave struct{}

// BeginGameNight lets tables fill, first or after a pause. Host only.
type BeginGameNight struct{}

// PauseGameNight lets nobody be seated until BeginGameNight. Host only.
type PauseGameNight struct{}

// EndGameNight ends the game night: matches that are played still count. Host only.
type EndGameNight struct{}

// ChangeGameNight replaces the plan, for tables that are still to be made. Host only.
type ChangeGameNight struct {
	Plan GameNightPlan `json:"Plan"`
}

// HandOverGameNight makes somebody the host, by name. Host only.
type HandOverGameNight struct {
	To string `json:"To"`
}

// NameDeputy names the player who is the host of the game night while the host is away.
// Host only.
type NameDeputy struct {
	Name string `json:"Name"` // empty for nobody
}

// KickFromGameNight sends somebody away by name for good. Host only.
type KickFromGameNight struct {
	Name string `json:"Name"`
}

// EndTable closes the room of a table whose match is not over: it counts for
// nobody. Host only.
type EndTable struct {
	Number int `json:"Number"`
}

// SayAtGameNight tells something to all who take part, wherever they are. It is not
// kept beyond the process.
type SayAtGameNight struct {
	Text string `json:"Text"`
}

// SitOut says whether the person does not want to be seated for now.
type SitOut struct {
	Out bool `json:"Out"`
}

// LeaveGameNight leaves for good and ends the holds; the points stay. Whoever attends
// again is back.
type LeaveGameNight struct{}

func (Create) answer() (a Handle)                  { return a }
func (Join) answer() (a Handle)                    { return a }
func (Watch) answer() (a Handle)                   { return a }
func (Look) answer() (a Update)                    { return a }
func (QuickPlay) answer() (a Handle)               { return a }
func (FindOpponent) answer() (a Handle)            { return a }
func (Return) answer() (a Handle)                  { return a }
func (OpenGameNight) answer() (a GameNightHandle)  { return a }
func (JoinGameNight) answer() (a GameNightHandle)  { return a }
func (WatchGameNight) answer() (a GameNightHandle) { return a }
func (CurrentGameNight) answer() (a string)        { return a }
func (Show) answer() (a Nothing)                   { return a }
func (Peek) answer() (a Page)                      { return a }
func (SayInLobby) answer() (a Nothing)             { return a }
func (GetContacts) answer() (a Contacts)           { return a }
func (Befriend) answer() (a Nothing)               { return a }
func (Mute) answer() (a Nothing)                   { return a }
func (Invite) answer() (a Nothing)                 { return a }
func (Challenge) answer() (a Handle)               { return a }
func (Accept) answer() (a Handle)                  { return a }
func (Decline) answer() (a Nothing)                { return a }
func (SendReport) answer() (a Nothing)             { return a }
func (GetLeaderboard) answer() (a Leaderboard)     { return a }
func (FindProfile) answer() (a Profile)            { return a }
func (GetProfile) answer() (a Profile)             { return a }
func (FindStatistics) answer() (a Statistics)      { return a }
func (GetStatistics) answer() (a Statistics)       { return a }
func (Rename) answer() (a Nothing)                 { return a }
func (SaveSettings) answer() (a Nothing)           { return a }
func (OfferLink) answer() (a LinkOffer)            { return a }
func (LinkKey) answer() (a Nothing)                { return a }
func (GetWebhook) answer() (a Webhook)             { return a }
func (SetWebhook) answer() (a Nothing)             { return a }
func (ExportData) answer() (a Export)              { return a }
func (DeleteAccount) answer() (a Nothing)          { return a }
func (Play) answer() (a Done)                      { return a }
func (Start) answer() (a Done)                     { return a }
func (SetReady) answer() (a Done)                  { return a }
func (Say) answer() (a Done)                       { return a }
func (Pause) answer() (a Done)                     { return a }
func (Kick) answer() (a Done)                      { return a }
func (HandOver) answer() (a Done)                  { return a }
func (Swap) answer() (a Done)                      { return a }
func (ShowEyes) answer() (a Done)                  { return a }
func (Follow) answer() (a Done)                    { return a }
func (ListLegal) answer() (a Done)                 { return a }
func (AddBot) answer() (a Done)                    { return a }
func (RemoveBot) answer() (a Done)                 { return a }
func (Change) answer() (a Done)                    { return a }
func (AddSubstitute) answer() (a Done)             { return a }
func (CloseRoom) answer() (a Done)                 { return a }
func (Leave) answer() (a Done)                     { return a }
func (BeginGameNight) answer() (a Nothing)         { return a }
func (PauseGameNight) answer() (a Nothing)         { return a }
func (EndGameNight) answer() (a Nothing)           { return a }
func (ChangeGameNight) answer() (a Nothing)        { return a }
func (HandOverGameNight) answer() (a Nothing)      { return a }
func (NameDeputy) answer() (a Nothing)             { return a }
func (KickFromGameNight) answer() (a Nothing)      { return a }
func (EndTable) answer() (a Nothing)               { return a }
func (SayAtGameNight) answer() (a Nothing)         { return a }
func (SitOut) answer() (a Nothing)                 { return a }
func (LeaveGameNight) answer() (a Nothing)         { return a }

// ClaimWin takes the game from the person on a seat for whom the match has waited for
// long: their seat is given up, and resigns. Players only.
type ClaimWin struct {
	Seat engine.Seat `json:"Seat"`
}

func (ClaimWin) answer() (a Done) { return a }
