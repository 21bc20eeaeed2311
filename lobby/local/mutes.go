package local

import (
	"context"
	"slices"

	"parlor/lobby"
)

// Mutes reports whether the visitor has muted the person with an identity. It waits for
// nothing.
func (v *session) Mutes(id string) bool {
	muted := v.muted.Load()
	return muted != nil && slices.Contains(*muted, id)
}

// loadMutes reads whom the visitor has muted. Where that cannot be read, it stays as it
// was.
func (v *session) loadMutes(ctx context.Context) {
	ties, err := v.lobby.people.Ties(ctx, v.id)
	if err != nil {
		if ctx.Err() == nil {
			v.lobby.log.Error("it cannot be read whom somebody has muted", "err", err)
		}
		return
	}
	v.setMutes(ties)
}

// setMutes takes over whom the visitor has muted, and reports whether that is new.
func (v *session) setMutes(ties []lobby.Tie) (changed bool) {
	var muted []string
	for _, tie := range ties {
		if tie.Muted {
			muted = append(muted, tie.Person)
		}
	}
	slices.Sort(muted)
	before := v.muted.Swap(&muted)
	return before == nil && len(muted) > 0 || before != nil && !slices.Equal(*before, muted)
}

// showAgain shows the chat anew wherever the session is.
func (v *session) showAgain() {
	v.slot.showAgain()
	v.mu.Lock()
	handles, nights := slices.Clone(v.handles), slices.Clone(v.nights)
	v.mu.Unlock()
	for _, handle := range handles {
		handle.ShowAgain()
	}
	for _, night := range nights {
		night.ShowAgain()
	}
}

// Speaker implements account.House: the lobby comes first, then the game night and the
// rooms where the visitor is.
func (h hub) Speaker(ctx context.Context, id, name string) string {
	l := h.lobby
	var inside []string
	l.directory.read(func(rooms *roomIndex, _ *peopleIndex) { inside = slices.Clone(rooms.inside[id]) })
	heard := [][]lobby.Spoken{l.chat.recent()}
	l.registry.mu.Lock()
	n := l.nights.of(id)
	l.registry.mu.Unlock()
	if n != nil {
		if said, _, err := n.Heard(ctx, id); err == nil {
			heard = append(heard, said)
		}
	}
	for _, r := range l.registry.places(inside) {
		if awake, err := r.awake(ctx); err == nil {
			if seen, err := awake.Witness(ctx, id); err == nil {
				heard = append(heard, seen.Heard)
			}
		}
	}
	folded := lobby.FoldName(name)
	for _, lines := range heard {
		for _, line := range slices.Backward(lines) {
			if lobby.FoldName(line.Name) == folded {
				return line.By
			}
		}
	}
	return ""
}
