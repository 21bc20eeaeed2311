package local

import (
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/charmbracelet/x/ansi"

	"parlor/lobby"
	"parlor/lobby/account"
	"parlor/lobby/gamenight"
	"parlor/lobby/room"
	"parlor/prose"
	"parlor/ratelimit"
)

// client is a session as rooms, game nights and the directory see it. Its methods are safe
// for concurrent use.
type client struct {
	visitor    *account.Visitor
	limits     *ratelimit.Limiter
	chatCells  int
	id         string
	guest      bool
	address    netip.Addr               // Identity.Address
	passing    bool                     // the session is not listed
	program    bool                     // Identity.Program
	isNew      atomic.Bool              // the player is a newcomer
	muted      atomic.Pointer[[]string] // sorted identities of the people that the player has muted
	name       atomic.Pointer[string]   // cleaned and unique; set by the directory, nil before
	slot       *pageSlot
	seatsMoved chan struct{} // one slot: signals that the player's seats at other nodes have changed

	mu      sync.Mutex // guards the fields below
	handles []handle   // closed with the session
	closed  bool
}

func newClient(config *Config, who lobby.Identity, people *account.People, calls func(id string) []lobby.Notice) *client {
	c := &client{
		limits: config.RateLimits, chatCells: config.Limits.ChatCells, id: who.ID, guest: who.Guest, address: who.Address, passing: who.Passing, program: who.Program,
		seatsMoved: make(chan struct{}, 1),
	}
	c.slot = newPageSlot(c.Mutes, func() []lobby.Notice { return calls(c.id) })
	c.visitor = people.Visitor(who, c.Name)
	return c
}

// ID returns the player's Identity.ID.
func (c *client) ID() string { return c.id }

// Guest reports whether the player connected without a key.
func (c *client) Guest() bool { return c.guest }

// Program reports whether the player is an API client.
func (c *client) Program() bool { return c.program }

// Name returns the cleaned, unique name of the player.
func (c *client) Name() string {
	if name := c.name.Load(); name != nil {
		return *name
	}
	return ""
}

// row returns the player as others see them.
func (c *client) row() lobby.PersonRow {
	return lobby.PersonRow{Name: c.Name(), Guest: c.guest, Program: c.program}
}

// MayDo charges an operation of a room or a game night by its rate. It returns an error if
// the player is over the limit.
func (c *client) MayDo(rate lobby.Rate) error {
	if rate == lobby.RateFree {
		return nil
	}
	if err := c.spend(ratelimit.RoomRequests); err != nil || rate == lobby.RateMoves {
		return err
	}
	return c.spend(ratelimit.Changes)
}

// charged returns the subject to which the player's actions are charged, across all
// sessions.
func (c *client) charged() ratelimit.Subject {
	return ratelimit.Subject{Person: c.id, Address: c.address, New: c.isNew.Load(), Guest: c.guest}
}

// spend charges the player for one use of kind. It returns a *ratelimit.Refusal if the player
// is over the limit.
func (c *client) spend(kind ratelimit.Kind) error { return c.limits.Allow(kind, c.charged()) }

// errEmptyMessage refuses a message without visible characters.
var errEmptyMessage = prose.Refuse("That message is empty.")

// CleanMessage returns the cleaned text of a chat message and charges the player for it.
func (c *client) CleanMessage(text string) (string, error) {
	clean, err := c.clean(text, errEmptyMessage)
	if err != nil {
		return "", err
	}
	return clean, c.spend(ratelimit.Chat)
}

// clean removes unprintable characters from text. It returns empty if nothing is left, and
// an error if the text is too long.
func (c *client) clean(text string, empty error) (string, error) {
	clean := lobby.CleanText(text, c.chatCells+1)
	switch {
	case clean == "":
		return "", empty
	case ansi.StringWidth(clean) > c.chatCells:
		return "", prose.Refuse("Message too long. You can use up to {n} characters.", prose.N(c.chatCells))
	}
	return clean, nil
}

// Mutes reports whether the player has muted the person with the identity. It does not
// block.
func (c *client) Mutes(id string) bool {
	muted := c.muted.Load()
	return muted != nil && slices.Contains(*muted, id)
}

// setMutes replaces the muted people and reports whether they have changed.
func (c *client) setMutes(ties []lobby.Relation) (changed bool) {
	var muted []string
	for _, tie := range ties {
		if tie.Muted {
			muted = append(muted, tie.Person)
		}
	}
	slices.Sort(muted)
	before := c.muted.Swap(&muted)
	return before == nil && len(muted) > 0 || before != nil && !slices.Equal(*before, muted)
}

// redrawChat sends the chat again to every place that the session has open.
func (c *client) redrawChat() {
	c.slot.showAgain()
	for _, h := range c.kept() {
		h.ShowAgain()
	}
}

// handle is a client's reference to a room or a game night.
type handle interface {
	ShowAgain()
	Close()
}

// Keep registers a handle to be closed with the session. It reports whether the session is
// still open.
func (c *client) Keep(h *room.Handle) bool { return c.keep(h) }

// Drop unregisters a handle.
func (c *client) Drop(h *room.Handle) { c.drop(h) }

// KeepNight is like Keep, for a handle of a game night.
func (c *client) KeepNight(h *gamenight.Handle) bool { return c.keep(h) }

// DropNight is like Drop, for a handle of a game night.
func (c *client) DropNight(h *gamenight.Handle) { c.drop(h) }

func (c *client) keep(h handle) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closed {
		c.handles = append(c.handles, h)
	}
	return !c.closed
}

func (c *client) drop(h handle) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.handles = slices.DeleteFunc(c.handles, func(other handle) bool { return other == h })
}

func (c *client) kept() []handle {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.handles)
}

// end closes the page channel and stops accepting handles.
func (c *client) end(reason error) {
	c.slot.end(reason)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
}

// hangUp ends the session and closes its handles.
func (c *client) hangUp() {
	c.end(nil)
	for _, h := range c.kept() {
		h.Close()
	}
}
