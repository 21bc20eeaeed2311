package lobby

import (
	"time"

	"parlor/engine"
)

// Returns is an operation whose answer is an R.
type Returns[R any] interface {
	answer() R // never called: it binds the operation to its answer type
}

// Nothing is the answer of an operation that only succeeds or fails.
type Nothing struct{}

// Done is the answer of an operation of a room. The first update with this Revision or a greater
// one shows the operation's effect, even if it had none or was refused; that update may have been
// received long before. Revision is 0 if the room was not asked.
type Done struct {
	Revision Revision `json:"Revision"`
}

// RoomOp is an operation of a room.
type RoomOp = Returns[Done]

// NightOp is an operation of a game night.
type NightOp = Returns[Nothing]

// LinkOffer is a code that links another key to the player's account, once and until it
// expires.
type LinkOffer struct {
	Code  string    `json:"code"`
	Until time.Time `json:"until"`
}

// Create opens a room and takes its first seat as its host.
type Create struct{ Plan Plan }

// Join takes a free seat in a room. A player who already has a seat there returns to it.
type Join struct{ Code string }

// Watch enters a room as a spectator. A player who already has a seat there returns to it.
type Watch struct{ Code string }

// Look returns the view that the caller would have in a room: that of their seat, or else a
// spectator's. It has no effect on the room.
type Look struct{ Code string }

// LookAtTable returns the public view of a table of a game night: that of a spectator who
// follows no player, also for a player at the table. It has no effect on the room.
type LookAtTable struct {
	Code   string `json:"code"` // of the game night
	Number int    `json:"number"`
}

// FindMatch returns the code of the public match, at any node, that is most interesting to
// watch now, or "". Matches that last days, or whose players are all disconnected, are
// left out. What the caller plays or may see makes no difference.
type FindMatch struct{}

// LookAtMatch returns the public view of a match in a public room that allows spectators:
// that of a spectator who follows no player, also for a player in the room. It has no
// effect on the room.
type LookAtMatch struct{ Code string }

// QuickPlay joins an open public room of the plan's game, or opens a public one with the
// plan, usually QuickPlan. An empty game means any. A player who already waits in such a
// room returns to it. It does not join rated rooms of others, nor correspondence rooms if
// the plan has a clock.
type QuickPlay struct{ Plan Plan }

// FindOpponent waits for a player with a similar rating for the same game; the longer both
// wait, the larger the difference may be. It takes both to a rated room where the match
// begins. If the context ends first, the caller leaves the queue.
type FindOpponent struct{ Game string }

// PlaySeeker begins a rated match at once with a player who looks for one in a game, whatever
// the difference of the ratings. It ends the caller's own search.
type PlaySeeker struct {
	Game string `json:"game"`
	Name string `json:"name"` // of the player
}

// Return enters the room of the caller's running match, preferably one where it is their
// turn. It fails with ErrNoMatch if there is none.
type Return struct{}

// OpenGameNight opens a game night with the caller as its host and participant.
type OpenGameNight struct{ Plan GameNightPlan }

// JoinGameNight joins or rejoins the game night with the given code. It refuses the code of a
// room.
type JoinGameNight struct{ Code string }

// WatchGameNight opens a board of the game night with a code.
type WatchGameNight struct{ Code string }

// CurrentGameNight returns the code of the unfinished game night that the caller takes part
// in, or "".
type CurrentGameNight struct{}

// Show sets the window of the caller's pages. A session begins with the zero Window, which shows
// nothing. The first page of a new window comes immediately, and no page of the old window after
// it. Then a page comes whenever its content changes.
type Show struct{ Window Window }

// Peek returns the page of a window once. It does not change the window of Show.
type Peek struct{ Window Window }

// SayInLobby sends a message to the lobby chat.
type SayInLobby struct{ Text string }

// GetContacts returns the caller's friends and muted people.
type GetContacts struct{}

// Befriend adds a person to the caller's friends or removes them. The person is not
// notified. An absent person is found by their last name.
type Befriend struct {
	Name   string `json:"name"`
	Friend bool   `json:"yes,omitempty"`
}

// Mute blocks all notices and messages of a person to the caller, or unblocks them. The
// person cannot notice it.
type Mute struct {
	Name  string `json:"name"`
	Muted bool   `json:"yes,omitempty"`
}

// Invite invites a connected person to a room of the caller. The invitation is on their
// pages until they answer it or it expires.
type Invite struct {
	Name string `json:"name"`
	Code string `json:"code,omitempty"`
}

// Challenge opens a room like Create, and invites a connected person to it.
type Challenge struct {
	Name string `json:"name"`
	Plan Plan   `json:"plan,omitzero"`
}

// Accept accepts an invitation by its ID and enters its room, with a seat if one is free,
// else as a spectator.
type Accept struct{ Call uint64 }

// Decline declines an invitation by its ID, and notifies its sender. Other notices are removed
// without a notification.
type Decline struct{ Call uint64 }

// SendReport reports a person to the operator, in the caller's words and with the latest chat of
// the place where the caller is. If both are in a room, the room's host is notified, unless the
// host is its author or subject. No one else is notified.
type SendReport struct {
	Name  string `json:"name"`
	Words string `json:"words,omitempty"`
}

// GetLeaderboard returns the best players of a game and the caller's standing.
type GetLeaderboard struct{ Game string }

// FindProfile returns the profile of the person with a name: a connected one, or else the
// last to visit.
type FindProfile struct{ Name string }

// GetProfile returns the profile of a person by Identity.ID; empty means the caller.
type GetProfile struct{ Person string }

// FindStatistics returns a person's results by game, by name like FindProfile.
type FindStatistics struct{ Name string }

// GetStatistics returns a person's results by game, by Identity.ID like GetProfile.
type GetStatistics struct{ Person string }

// Rename changes the caller's name, also in rooms and running matches.
type Rename struct{ Name string }

// SaveSettings stores the settings of the caller's screens, which is JSON owned by the
// screens. Failures are logged.
type SaveSettings struct{ Settings []byte }

// OfferLink returns a code that links another key, or the key of a guest, to the caller's
// account.
type OfferLink struct{}

// LinkKey links the caller's key to the account that offered the code, and ends the
// session. Matches played with the key move to that account.
type LinkKey struct{ Code string }

// GetWebhook returns the caller's webhook. It is refused if the operator does not allow
// webhooks.
type GetWebhook struct{}

// SetWebhook sets the address for the caller's turn notifications, if a test notification
// arrives there. The empty address removes the webhook and is never refused.
type SetWebhook struct{ Address string }

// ExportData returns the stored data about the caller, with a part of their matches. The
// next part is requested with Export.Older; it contains only matches.
type ExportData struct{ Before string }

// DeleteAccount deletes all stored data about the caller: the account, the keys that lead
// to it, chat messages, and their identity in rooms and in matches that others keep. It
// ends their sessions.
type DeleteAccount struct{}

// Play plays an action. A refusal is an *engine.Refusal.
type Play struct {
	Action engine.Action `json:"Action"`
}

// Start begins the match, or another one with the same people. Host only.
type Start struct{}

// SetReady sets whether the player wants the next match or game to begin. Before a match it
// can be taken back. The match begins when all seats are taken and all people on them are
// ready.
type SetReady struct {
	Ready bool `json:"Ready"`
}

// Say sends a chat message to the room.
type Say struct {
	Text string `json:"Text"`
}

// Pause sets whether the player wants a pause. It begins when all present players want it,
// and ends when one does not.
type Pause struct {
	Pause bool `json:"Pause"`
}

// Kick removes a person by name, from a seat or from watching, and optionally bans them.
// During a match a bot replaces the player. It is refused in a match that counts. Host
// only.
type Kick struct {
	Name    string `json:"Name"`
	KeepOut bool   `json:"KeepOut"`
}

// HandOver makes the person on a seat the host. Host only.
type HandOver struct {
	To engine.Seat `json:"To"`
}

// Swap exchanges two seats. Host only, not during a match.
type Swap struct {
	One   engine.Seat `json:"One"`
	Other engine.Seat `json:"Other"`
}

// ShowEyes sets whether spectators may see the player's hand.
type ShowEyes struct {
	Show bool `json:"Show"`
}

// Follow shows a spectator the hand on a seat, if its player shares it, and Plan.EyesDelay
// moves late. engine.Watcher returns to the public view.
type Follow struct {
	Seat engine.Seat `json:"Seat"`
}

// ListLegal adds the legal actions to all further updates.
type ListLegal struct{}

// AddBot puts a bot on a free seat. Host only, not during a match.
type AddBot struct {
	Level engine.Level `json:"Level"`
}

// RemoveBot removes the bot from a seat. Host only, not during a match.
type RemoveBot struct {
	Seat engine.Seat `json:"Seat"`
}

// Change replaces the plan. Host only, not during a match.
type Change struct {
	Plan Plan `json:"Plan"`
}

// AddSubstitute lets a bot play for an absent player, once the match has waited for a while, until
// the player returns. Only players may request it, and not in a match that counts.
type AddSubstitute struct {
	Seat engine.Seat `json:"Seat"`
}

// CloseRoom ends an unrated match whose other players have been absent for long enough, and
// closes the room. The match is void. Players only.
type CloseRoom struct{}

// Leave gives up the seat and ends the handle. It is not rate limited.
type Leave struct{}

// BeginGameNight starts filling tables, also after a pause. Host only.
type BeginGameNight struct{}

// PauseGameNight stops making tables until BeginGameNight. Host only.
type PauseGameNight struct{}

// EndGameNight ends the game night. Running matches still count. Host only.
type EndGameNight struct{}

// RepeatGameNight opens a game night that is over again: with its settings, its code and the
// people who are there, without results. Host only.
type RepeatGameNight struct {
	Begins time.Time `json:"Begins,omitzero"` // zero means when the host says so
}

// ChangeGameNight replaces the plan for all later tables. Host only.
type ChangeGameNight struct {
	Plan GameNightPlan `json:"Plan"`
}

// HandOverGameNight makes a person the host, by name. Host only.
type HandOverGameNight struct {
	To string `json:"To"`
}

// NameDeputy sets the player who is the host while the host is away. Host only.
type NameDeputy struct {
	Name string `json:"Name"` // empty for none
}

// JoinTeam moves the player to a team, by its name.
type JoinTeam struct {
	Team string `json:"Team"`
}

// MoveToTeam moves a player to a team, both by name. Host only.
type MoveToTeam struct {
	Name string `json:"Name"`
	Team string `json:"Team"`
}

// NameCaptain makes a player the captain of their team, by name. Host only.
type NameCaptain struct {
	Name string `json:"Name"`
}

// KickFromGameNight bans a person from the game night by name. Host only.
type KickFromGameNight struct {
	Name string `json:"Name"`
}

// EndTable closes the room of a table. Its match becomes void. Host only.
type EndTable struct {
	Number int `json:"Number"`
}

// SayAtGameNight sends a message to all participants. It is not stored.
type SayAtGameNight struct {
	Text string `json:"Text"`
}

// SitOut sets whether the player does not want to be seated for now.
type SitOut struct {
	Out bool `json:"Out"`
}

// LeaveGameNight leaves the game night and ends its handles. The points are kept; the
// player may join again.
type LeaveGameNight struct{}

func (Create) answer() (a Handle)                  { return a }
func (Join) answer() (a Handle)                    { return a }
func (Watch) answer() (a Handle)                   { return a }
func (Look) answer() (a Update)                    { return a }
func (LookAtTable) answer() (a Update)             { return a }
func (FindMatch) answer() (a string)               { return a }
func (LookAtMatch) answer() (a Update)             { return a }
func (QuickPlay) answer() (a Handle)               { return a }
func (FindOpponent) answer() (a Handle)            { return a }
func (PlaySeeker) answer() (a Handle)              { return a }
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
func (JoinTeam) answer() (a Nothing)               { return a }
func (MoveToTeam) answer() (a Nothing)             { return a }
func (NameCaptain) answer() (a Nothing)            { return a }
func (RepeatGameNight) answer() (a Nothing)        { return a }
func (KickFromGameNight) answer() (a Nothing)      { return a }
func (EndTable) answer() (a Nothing)               { return a }
func (SayAtGameNight) answer() (a Nothing)         { return a }
func (SitOut) answer() (a Nothing)                 { return a }
func (LeaveGameNight) answer() (a Nothing)         { return a }

// ClaimWin makes an absent player, after the match has waited for long, give up their
// seat and resign. Players only.
type ClaimWin struct {
	Seat engine.Seat `json:"Seat"`
}

func (ClaimWin) answer() (a Done) { return a }
