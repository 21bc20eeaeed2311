package gamenight

import (
	"time"

	"parlor/lobby"
	"parlor/tui/widget"
)

// Boards caches what the boards of all sessions show, so that each view is requested and drawn
// once. It contains only public data. The zero Boards is empty. Its methods are safe for concurrent
// use.
type Boards struct {
	frames widget.Shared[frameKey, []string]
	looks  widget.Shared[lobby.LookAtTable, seenTable]
}

// seenTable is the answer to a lobby.LookAtTable.
type seenTable struct {
	update lobby.Update
	err    error
}

// frameKept is how long a frame is cached.
const frameKept = 5 * time.Second

// frame returns the frame with a key. It calls draw if no session has drawn it.
func (b *Boards) frame(key frameKey, draw func() []string) []string {
	return b.frames.At(key, frameKept, draw)
}

// look returns the public view of a table, which is at most about one tick old.
func (b *Boards) look(op lobby.LookAtTable, ask func() (lobby.Update, error)) (lobby.Update, error) {
	seen := b.looks.At(op, projectorTick-projectorTick/10, func() seenTable {
		update, err := ask()
		return seenTable{update, err}
	})
	return seen.update, seen.err
}
