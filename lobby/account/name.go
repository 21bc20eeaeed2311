package account

import (
	"context"

	"parlor/lobby"
)

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

// Wished is the clean name that the visitor is to have, if nobody else has it:
// one that they chose here before, or the one that they came with, which is
// remembered. It waits for nothing.
func (v *Visitor) Wished() string {
	p := v.people
	name := lobby.CleanName(v.who.Name, p.config.NameCells)
	p.mu.Lock()
	defer p.mu.Unlock()
	known := p.known[v.who.ID]
	if lobby.FoldName(name) != "" && !known.chosen {
		p.keepName(v.who.ID, knownName{name, false})
		return name
	}
	if known := lobby.CleanName(known.name, p.config.NameCells); lobby.FoldName(known) != "" {
		return known
	}
	return "player"
}

// Rename keeps a name that the visitor has chosen, and was given by the house.
func (v *Visitor) Rename(ctx context.Context, name string) error {
	p := v.people
	p.mu.Lock()
	if !v.forgotten {
		p.keepName(v.who.ID, knownName{name, true})
	}
	done := v.change(func(a *lobby.Account) { a.Name, a.Chosen = name, true })
	p.mu.Unlock()
	return wait(ctx, done)
}
