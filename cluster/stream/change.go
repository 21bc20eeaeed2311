package stream

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"parlor/lobby"
)

// Version is the newest one of the changes that this program knows. What a change of a
// version does never changes; a program applies changes of its own version and of those
// before. Each change has the version with which its kind came, so that those of before
// know what they can.
const Version = bansSince

// Versions with which kinds of changes came.
const (
	firstVersion = 1
	bansSince    = 2 // Ban and Unban
)

// Change is something that is done to what is kept of people: one of the fields that are
// pointers is set.
type Change struct {
	Version int       `json:"version"`
	ID      string    `json:"id"` // never given twice
	At      time.Time `json:"at"` // when it was asked for, on the clock of the node that did

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

// since is the version with which a kind of change came.
func (c Change) since() int {
	if c.Ban != nil || c.Unban != nil {
		return bansSince
	}
	return firstVersion
}

// Save changes those parts of an account that are set, so that two nodes that change
// different ones do not undo each other's. An account that is not there is made.
type Save struct {
	Account  string    `json:"account"` // ID
	Name     *Name     `json:"name,omitempty"`
	Guest    *bool     `json:"guest,omitempty"`
	Settings *Settings `json:"settings,omitempty"`
	Made     time.Time `json:"made"` // of one that is not there
	Seen     time.Time `json:"seen"` // where that is later than what is there
}

// Name is what somebody is to be called. One that was chosen is refused, with
// lobby.ErrNameTaken, where it is another person's.
type Name struct {
	Text   string `json:"text"`
	Chosen bool   `json:"chosen"`
}

// Settings are those of an account; nil where nothing is set any more.
type Settings struct {
	JSON []byte `json:"json"`
}

// Link is lobby.Accounts.Link.
type Link struct {
	Account string `json:"account"`
	ID      string `json:"id"`
}

// Offer is lobby.Offers.Offer.
type Offer struct {
	Code   string    `json:"code"`
	Person string    `json:"person"`
	Until  time.Time `json:"until"`
}

// Accept is lobby.Offers.Accept.
type Accept struct {
	Code string `json:"code"`
	ID   string `json:"id"`
}

// Forget is lobby.Accounts.Forget.
type Forget struct {
	Account string `json:"account"`
}

// Expire forgets a guest who was not here since a moment; whoever was stays.
type Expire struct {
	Person string    `json:"person"`
	Before time.Time `json:"before"`
}

// Seen is lobby.Accounts.Visited.
type Seen struct {
	Person string    `json:"person"`
	At     time.Time `json:"at"`
}

// Relation is lobby.Relations.SaveRelation.
type Relation struct {
	Person string `json:"person"`
	Other  string `json:"other"`
	lobby.Relation
}

// Ended keeps a match that has ended, and rates those who played it. One that is kept
// already counts no second time.
type Ended struct {
	Match  lobby.Finished `json:"match"`
	Titled string         `json:"titled,omitempty"`
}

// Ban keeps somebody out, in place of another ban of theirs, as budget.Ban.
type Ban struct {
	Who   string    `json:"who"`
	Made  time.Time `json:"made"`
	Until time.Time `json:"until"`
	Note  string    `json:"note,omitempty"`
}

// Unban lifts a ban.
type Unban struct {
	Who string `json:"who"`
}

// ErrNewer is why a change is not applied that a newer program has written.
var ErrNewer = errors.New("a newer parlor has written changes of what is kept of people that this one does not know: start the newer one here, too")

// EncodeEnded is a match that has ended, as a change of the log. It is always the same
// for a match, whoever asks.
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
