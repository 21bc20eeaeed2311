package account

import (
	"context"
	"errors"
	"slices"
	"time"

	"parlor/lobby"
	"parlor/prose"
)

// nameKept is for how long a name stays that of somebody with a key and a finished
// match who does not come.
const nameKept = 365 * 24 * time.Hour

// MayBeCalled says why somebody cannot have a clean name, as lobby.RefuseName does or
// since it is somebody else's who is here, or who will be missed. Nil is a name that
// they can have. It is the house that gives the name, and asks those who are here once
// more as it does.
func (p *People) MayBeCalled(ctx context.Context, id, name string) error {
	if err := lobby.RefuseName(name); err != nil {
		return err
	}
	if p.isLevel(name) {
		return prose.Refuse("Nobody can be called {name} here. Choose another name.", prose.Name(name))
	}
	if here := p.config.House.Called(name); here != "" && here != id || p.belongs(ctx, id, name) {
		return Taken(name)
	}
	return nil
}

// Taken says that a name is somebody else's.
func Taken(name string) error {
	return prose.Because(lobby.ErrNameTaken, "{name} is the name of somebody here, or looks like it. Choose another.", prose.Name(name))
}

// belongs reports whether a name is kept for somebody else. Where that cannot be read
// it is not: nobody is kept out by a broken disk.
func (p *People) belongs(ctx context.Context, id, name string) bool {
	if p.config.Accounts == nil {
		return false
	}
	holder, err := p.config.Accounts.Holder(ctx, name, time.Now().Add(-nameKept))
	if err != nil && ctx.Err() == nil {
		p.config.Log.Error("it cannot be read whose name that is", "err", err)
	}
	return err == nil && holder != "" && holder != id
}

// WishBelongs reports whether what the visitor wants to be called is kept for somebody
// else.
func (v *Visitor) WishBelongs(ctx context.Context) bool {
	wished, _ := v.Wished()
	return v.people.belongs(ctx, v.who.ID, wished)
}

// isLevel reports whether a name is that of a level of bots.
func (p *People) isLevel(name string) bool {
	folded := lobby.FoldName(name)
	for _, game := range p.config.Games {
		if slices.ContainsFunc(game.Levels, func(level string) bool { return lobby.FoldName(level) == folded }) {
			return true
		}
	}
	return false
}

// usable reports whether anybody can be called so from now on.
func (p *People) usable(name string) bool { return lobby.RefuseName(name) == nil && !p.isLevel(name) }

// maxKnown bounds how many people's names are remembered.
const maxKnown = 10_000

// knownName is what somebody was called before, and whether they chose that here
// or it was only the name that their client sent.
type knownName struct {
	name   string
	chosen bool
}

// keepName writes a name down; where too many are known, any other one is
// forgotten. The caller holds mu.
func (p *People) keepName(id string, name knownName) {
	if _, known := p.known[id]; !known && len(p.known) >= maxKnown {
		for other := range p.known {
			delete(p.known, other)
			break
		}
	}
	p.known[id] = name
}

// Wished is the clean name that the visitor is to have, if nobody else has it, and
// whether they chose it here before; otherwise it is the one that they came with.
// It waits for nothing.
func (v *Visitor) Wished() (name string, chosen bool) {
	p := v.people
	p.mu.Lock()
	defer p.mu.Unlock()
	known := p.known[v.who.ID]
	before, sent := lobby.KeptName(known.name, p.config.NameCells), lobby.CleanName(v.who.Name, p.config.NameCells)
	switch {
	case known.chosen && lobby.RefuseKeptName(before) == nil:
		return before, true
	case p.usable(sent):
		p.keepName(v.who.ID, knownName{sent, false})
		return sent, false
	case p.usable(before):
		return before, false
	}
	return "player", false
}

// Rename keeps a name that the visitor has chosen, and was given by the house. Where
// several machines share names it may be somebody else's by now: then nothing has changed,
// and the answer is lobby.ErrNameTaken.
func (v *Visitor) Rename(ctx context.Context, name string) error {
	p := v.people
	p.mu.Lock()
	before, wasKnown := p.known[v.who.ID]
	if !v.forgotten {
		p.keepName(v.who.ID, knownName{name, true})
	}
	done := v.change(func(a *lobby.Account) { a.Name, a.Chosen = name, true })
	p.mu.Unlock()
	err := wait(ctx, done)
	if !errors.Is(err, lobby.ErrNameTaken) {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.known[v.who.ID] == (knownName{name, true}) {
		delete(p.known, v.who.ID)
		if wasKnown {
			p.known[v.who.ID] = before
		}
	}
	return Taken(name)
}
