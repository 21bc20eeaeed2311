package tui

import (
	"slices"
	"time"

	"parlor/lobby"
	"parlor/tui/board"
	"parlor/tui/look"
)

// keptRows are the rows of a table as they were drawn last, while nothing but a
// countdown changes around them.
type keptRows struct {
	of       rowsState
	rows     []string
	spots    []board.Spot
	panelled bool
}

// rowsState is what the rows are drawn from: they stay the same while it does.
type rowsState struct {
	revision, changes uint64
	height            int
}

// rows are the board, or the points, in exactly as many lines as there are for it.
func (t *tableScreen) rows() []string {
	now := rowsState{t.Revision() - t.ticks, t.root.changes, t.root.ctx.Height - 4}
	if kept := t.kept; kept != nil && kept.of == now {
		t.spots, t.panelled = kept.spots, kept.panelled
		return slices.Clone(kept.rows)
	}
	plain, spots := board.Unzone(t.body(now.height), 1)
	rows := look.Exactly(plain, now.height)
	t.spots = spots
	t.kept = nil
	if t.countsSeconds() {
		t.kept = &keptRows{now, slices.Clone(rows), t.spots, t.panelled}
	}
	return rows
}

// countsSeconds reports whether the screen changes again within a second, by nothing
// but a countdown: only then it is worth the memory to keep its rows. They tell how long
// somebody is away, which goes on by itself.
func (t *tableScreen) countsSeconds() bool {
	at := t.changesAt()
	return !at.IsZero() && time.Until(at) <= time.Second &&
		!slices.ContainsFunc(t.update.Seats, func(s lobby.SeatInfo) bool { return !s.Away.IsZero() })
}
