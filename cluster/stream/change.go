package stream

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"parlor/lobby"
)

// Version is the newest change version that this program supports. The effect of a version never
// changes, and a program applies all changes up to its own version. Each change carries the version
// that introduced its kind, so that older programs can decide whether they support it.
const Version = bansSince

// The versions that introduced kinds of changes.
const (
	firstVersion = 1
	bansSince    = 2 // Ban and Unban
)

// Change is a modification of the account data. Exactly one of its pointer fields is set.
type Change struct {
	Version int       `json:"version"`
	ID      string    `json:"id"` // unique
	At      time.Time `json:"at"` // time of the request, by the clock of the requesting node

	Save     *Save     `json:"save,omitempty"`
	Link     *Link     `json:"link,omitempty"`
	Offer    *Offer    `json:"offer,omitempty"`
	Accept   *Accept   `json:"accept,omitempty"`
	Forget   *Forget   `json:"forget,omitempty"`
	Expire   *Expire   `json:"expire,omitempty"`
	Seen     *Seen     `json:"seen,omitempty"`
	Relation *Relation `json:"tie,omitempty"`
	Ended    *Ended    `json:"ended,omitempty"`
	Ban      *Ban      `json:"ban,omitempty"`
	Unban    *Unban    `json:"unban,omitempty"`
}

// since returns the version that introduced the kind of the change.
func (c Change) since() int {
	if c.Ban != nil || c.Unban != nil {
		return bansSince
	}
	return firstVersion
}

// Save sets those fields of an account that are not nil, so that nodes that change different fields do not overwrite
// each other. It creates the account if needed.
type Save struct {
	Account  string    `json:"account"` // account ID
	Name     *Name     `json:"name,omitempty"`
	Guest    *bool     `json:"guest,omitempty"`
	Settings *Settings `json:"settings,omitempty"`
	Made     time.Time `json:"made"` // creation time of a new account
	Seen     time.Time `json:"seen"` // applied if later than the stored time
}

// Name is a person's new name. A chosen name that belongs to another person is refused with lobby.ErrNameTaken.
type Name struct {
	Text   string `json:"text"`
	Chosen bool   `json:"chosen"`
}

// Settings holds the settings of an account; nil if there are none.
type Settings struct {
	JSON []byte `json:"json"`
}

// Link holds the arguments of lobby.Accounts.Link.
type Link struct {
	Account string `json:"account"`
	ID      string `json:"id"`
}

// Offer holds the arguments of lobby.Offers.Offer.
type Offer struct {
	Code   string    `json:"code"`
	Person string    `json:"person"`
	Until  time.Time `json:"until"`
}

// Accept holds the arguments of lobby.Offers.Accept.
type Accept struct {
	Code string `json:"code"`
	ID   string `json:"id"`
}

// Forget holds the arguments of lobby.Accounts.Forget.
type Forget struct {
	Account string `json:"account"`
}

// Expire deletes a guest who has not visited since the given time.
type Expire struct {
	Person string    `json:"person"`
	Before time.Time `json:"before"`
}

// Seen holds the arguments of lobby.Accounts.Visited.
type Seen struct {
	Person string    `json:"person"`
	At     time.Time `json:"at"`
}

// Relation holds the arguments of lobby.Relations.SaveRelation.
type Relation struct {
	Person string `json:"person"`
	Other  string `json:"other"`
	lobby.Relation
}

// Ended stores a finished match and rates its players. A match that is already stored is ignored.
type Ended struct {
	Match  lobby.Finished `json:"match"`
	Titled string         `json:"titled,omitempty"`
}

// Ban stores a ban, replacing one of the same subject.
type Ban struct {
	Who   string    `json:"who"`
	Made  time.Time `json:"made"`
	Until time.Time `json:"until"`
	Note  string    `json:"note,omitempty"`
}

// Unban deletes a ban.
type Unban struct {
	Who string `json:"who"`
}

// ErrNewer is returned for a change written by a newer program.
var ErrNewer = errors.New("a newer version of parlor has written changes of account data that this one does not know: start the newer version here, too")

// EncodeEnded encodes a finished match as a change of the log. The result is a pure function of the match.
func EncodeEnded(match *lobby.Finished) ([]byte, error) {
	return encode(Change{
		Version: firstVersion, ID: endedID(match.ID), At: match.Ended.UTC(), Ended: &Ended{Match: *match, Titled: match.Titled},
	})
}

func endedID(match string) string { return "match " + match }

func encode(change Change) ([]byte, error) {
	data, err := json.Marshal(change)
	if err != nil {
		return nil, fmt.Errorf("a change cannot be written down: %w", err)
	}
	return data, nil
}

func decode(data []byte) (Change, error) {
	var version struct{ Version int }
	if err := json.Unmarshal(data, &version); err != nil {
		return Change{}, fmt.Errorf("a change cannot be read: %w", err)
	}
	if version.Version > Version {
		return Change{}, ErrNewer
	}
	var change Change
	if err := json.Unmarshal(data, &change); err != nil {
		return Change{}, fmt.Errorf("a change cannot be read: %w", err)
	}
	if change.Ended != nil {
		change.Ended.Match.Titled = change.Ended.Titled
	}
	return change, nil
}
