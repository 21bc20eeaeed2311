package account

import (
	"context"
	"errors"
	"slices"
	"time"

	"parlor/lobby"
	"parlor/prose"
)

// nameKept is how long the name of a person with a key and a finished match is reserved after their
// last visit.
const nameKept = 365 * 24 * time.Hour

// names determines the name of a session's person.
type names struct{ *owner }

// WishBelongs reports whether the wished name is reserved for another person.
func (n names) WishBelongs(ctx context.Context) bool {
	wished, _ := n.Wished()
	return n.people.config.participates(n.who.ID, wished) || n.people.config.belongs(ctx, n.who.ID, wished)
}

// Wished returns the cleaned name that the person wants, and whether they have chosen it
// here rather than their client having sent it. It does not block.
func (n names) Wished() (name string, chosen bool) {
	p := n.people
	p.mu.Lock()
	defer p.mu.Unlock()
	known := p.known[n.who.ID]
	before, sent := lobby.KeptName(known.name, p.config.NameCells), lobby.CleanName(n.who.Name, p.config.NameCells)
	switch {
	case known.chosen && lobby.RefuseKeptName(before) == nil:
		return before, true
	case p.config.usable(sent):
		p.known.keep(n.who.ID, knownName{sent, false})
		return sent, false
	case p.config.usable(before):
		return before, false
	}
	return "player", false
}

// Rename stores a name that the person has chosen and the lobby has assigned. If another
// node has just given it to another person, nothing changes and the error is
// lobby.ErrNameTaken.
func (n names) Rename(ctx context.Context, name string) error {
	p, id := n.people, n.who.ID
	p.mu.Lock()
	before, wasKnown := p.known[id]
	if !n.forgotten {
		p.known.keep(id, knownName{name, true})
	}
	done := n.changeLocked(func(a *lobby.Account) { a.Name, a.Chosen = name, true })
	p.mu.Unlock()
	err := wait(ctx, done)
	if !errors.Is(err, lobby.ErrNameTaken) {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.known[id] == (knownName{name, true}) {
		delete(p.known, id)
		if wasKnown {
			p.known[id] = before
		}
	}
	return Taken(name)
}

// Taken returns the error for a name that another person has.
func Taken(name string) error {
	return prose.Because(lobby.ErrNameTaken, "{name} is the name of a player here, or too much like one. Choose another one. If you are that player, connect again with your key or, as a guest, with the line that you were shown, which has {form} in it.",
		prose.Name(name), prose.Literal("NAME+CODE"))
}

// mayBeCalled implements People.MayBeCalled.
func (c *Config) mayBeCalled(ctx context.Context, id, name string) error {
	if err := lobby.RefuseName(name); err != nil {
		return err
	}
	if c.isLevel(name) {
		return prose.Refuse("The name {name} is reserved. Choose another one.", prose.Name(name))
	}
	if here := c.Lobby.PersonByName(name); here != "" && here != id || c.participates(id, name) || c.belongs(ctx, id, name) {
		return Taken(name)
	}
	return nil
}

// participates reports whether another person takes part in a game night under a name. They keep it
// while they are away, so that no one plays for them.
func (c *Config) participates(id, name string) bool {
	other := c.Lobby.ParticipantByName(name)
	return other != "" && other != id
}

// belongs reports whether a name is reserved for another person. On an error it returns
// false, so that a failed disk does not block people.
func (c *Config) belongs(ctx context.Context, id, name string) bool {
	if c.Accounts == nil {
		return false
	}
	holder, err := c.Accounts.Holder(ctx, name, time.Now().Add(-nameKept))
	if err != nil && ctx.Err() == nil {
		c.Log.Error("cannot look up a name", "err", err)
	}
	return err == nil && holder != "" && holder != id
}

// isLevel reports whether a name equals that of a level of bots.
func (c *Config) isLevel(name string) bool {
	folded := lobby.FoldName(name)
	for _, game := range c.Games {
		if slices.ContainsFunc(game.Levels, func(level string) bool { return lobby.FoldName(level) == folded }) {
			return true
		}
	}
	return false
}

// usable reports whether a name can be given at all.
func (c *Config) usable(name string) bool { return lobby.RefuseName(name) == nil && !c.isLevel(name) }
