package local

import (
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/charmbracelet/x/ansi"

	"parlor/budget"
	"parlor/lobby"
	"parlor/lobby/account"
	"parlor/lobby/gamenight"
	"parlor/lobby/room"
	"parlor/prose"
)

// client is a session as rooms, game nights and the directory know it. Its methods may be
// called from any goroutine.
type client struct {
	visitor    *account.Visitor
	budget     *budget.Budget
	chatCells  int
	id         string
	guest      bool
	address    netip.Addr               // Identity.Address
	passing    bool                     // it is not listed
	program    bool                     // Identity.Program
	isNew      atomic.Bool              // little is known of the player yet
	muted      atomic.Pointer[[]string] // identities whose chat the player does not hear, in order
	name       atomic.Pointer[string]   // clean and unique; nil until the client is in the directory, which sets it
	slot       *pageSlot
	seatsMoved chan struct{} // one slot: the player has a seat at another node, or has one no more

	mu      sync.Mutex // guards what follows
	handles []handle   // to be closed with the session
	closed  bool
}

func newClient(config *Config, who lobby.Identity, people *account.People, calls func(id string) []lobby.Notice) *client {
	c := &client{
		budget: config.Budget, chatCells: config.Limits.ChatCells, id: who.ID, guest: who.Guest, address: who.Address, passing: who.Passing, program: who.Program,
		seatsMoved: make(chan struct{}, 1),
	}
	c.slot = newPageSlot(c.Mutes, func() []lobby.Notice { return calls(c.id) })
	c.visitor = people.Visitor(who, c.Name)
	return c
}

// ID is the player's Identity.ID.
func (c *client) ID() string { return c.id }

// Guest reports whether the player came without a key.
func (c *client) Guest() bool { return c.guest }

// Program reports whether the player is a program.
func (c *client) Program() bool { return c.program }

// Name is the clean, unique name of the player.
func (c *client) Name() string {
	if name := c.name.Load(); name != nil {
		return *name
	}
	return ""
}

// row is the player as others see them.
func (c *client) row() lobby.PersonRow {
	return lobby.PersonRow{Name: c.Name(), Guest: c.guest, Program: c.program}
}

// MayDo charges an operation of a room or a game night by its rate, and refuses what is
// too much.
func (c *client) MayDo(rate lobby.Rate) error {
	if rate == lobby.RateFree {
		return nil
	}
	if err := c.spend(budget.Orders); err != nil || rate == lobby.RateMoves {
		return err
	}
	return c.spend(budget.Changes)
}

// charged is what the budget charges for what the player does, in this session and in
// others.
func (c *client) charged() budget.Who {
	return budget.Who{Person: c.id, Address: c.address, New: c.isNew.Load(), Guest: c.guest}
}

// spend charges the player for something, or returns a *budget.Refusal.
func (c *client) spend(kind budget.Kind) error { return c.budget.Spend(kind, c.charged()) }

// errNothingSaid refuses a message that nothing can be shown of.
var errNothingSaid = prose.Refuse("That message is empty.")

// Utter cleans what the player says, and refuses what is too much.
func (c *client) Utter(text string) (string, error) {
	clean, err := c.clean(text, errNothingSaid)
	if err != nil {
		return "", err
	}
	return clean, c.spend(budget.Talk)
}

// clean is a text of the player without what cannot be shown; what is too long is not cut.
func (c *client) clean(text string, empty error) (string, error) {
	clean := lobby.CleanText(text, c.chatCells+1)
	switch {
	case clean == "":
		return "", empty
	case ansi.StringWidth(clean) > c.chatCells:
		return "", prose.Refuse("That is too long to say at once. You can use up to {n} letters.", prose.N(c.chatCells))
	}
	return clean, nil
}

// Mutes reports whether the player has muted the person with an identity. It waits for
// nothing.
func (c *client) Mutes(id string) bool {
	muted := c.muted.Load()
	return muted != nil && slices.Contains(*muted, id)
}

// setMutes takes the people that the player has muted, and reports whether they have
// changed.
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

// redrawChat shows the chat again wherever the session is.
func (c *client) redrawChat() {
	c.slot.showAgain()
	for _, h := range c.kept() {
		h.ShowAgain()
	}
}

// handle is the client's reference to a room or a game night.
type handle interface {
	ShowAgain()
	Close()
}

// Keep notes a handle, to be closed with the session; it reports whether the session
// still goes on.
func (c *client) Keep(h *room.Handle) bool { return c.keep(h) }

// Drop forgets a handle.
func (c *client) Drop(h *room.Handle) { c.drop(h) }

// KeepNight is Keep for a handle of a game night.
func (c *client) KeepNight(h *gamenight.Handle) bool { return c.keep(h) }

// DropNight is Drop for a handle of a game night.
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

// end ends the session's pages, and keeps no more handles.
func (c *client) end(reason error) {
	c.slot.end(reason)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
}

// hangUp ends the session with all its handles.
func (c *client) hangUp() {
	c.end(nil)
	for _, h := range c.kept() {
		h.Close()
	}
}
