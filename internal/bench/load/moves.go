package load

import (
	"fmt"
	"strconv"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"parlor/internal/bench/driver"
	"parlor/server/paint"
)

// bytesOfMoves counts the bytes sent for whole moves, and compares them with the difference of the first and the last
// screen.
func bytesOfMoves(t *trial) error {
	cost, err := t.countMoves()
	if err != nil {
		return err
	}
	players, spectators := cost.players, cost.spectators
	t.Add("bytes on a player's screen for a whole move, compared with the difference of the first and the last screen", players.sent(), players.least(), players.ratio(), "≤ 2 ×")
	t.Add("… on a spectator's screen", spectators.sent(), spectators.least(), spectators.ratio(), "≤ 1.5 ×")
	t.Add("… allocated by the server for a move, with four screens and what its player types before", fmt.Sprintf("%d KB in %d objects", cost.allocated/1024, cost.objects))
	return nil
}

// moveCost is the cost of moves: the bytes sent to two players and two spectators, and what the
// server allocates per move.
type moveCost struct {
	players, spectators traffic
	objects, allocated  int
}

// countMoves plays moves in a room of its own and counts their cost.
func (t *trial) countMoves() (cost moveCost, err error) {
	err = t.parlor(func(ours *host) error {
		room, err := ours.room([]driver.ScreenOptions{{Draw: true}, {Draw: true}})
		if room != nil {
			defer hangUp(room.screens...)
		}
		if err != nil {
			return err
		}
		if _, _, err := room.ready(); err != nil { // all have their tiles
			return err
		}
		before, err := ours.Usage()
		if err != nil {
			return err
		}
		for range t.moves {
			if err := room.count(&cost); err != nil {
				return err
			}
		}
		after, err := ours.Usage()
		cost.objects = int(after.Objects-before.Objects) / max(1, t.moves) //nolint:gosec // small
		cost.allocated = int(after.Bytes-before.Bytes) / max(1, t.moves)   //nolint:gosec // small
		return err
	})
	return cost, err
}

// count plays one move and counts the bytes sent for it.
func (r *room) count(cost *moveCost) error {
	mover, key, err := r.ready()
	if err != nil {
		return err
	}
	first := pictures(r.screens)
	if _, err := act(mover, key, r.screens); err != nil {
		return err
	}
	r.settle()
	for i, now := range pictures(r.screens) {
		to := &cost.spectators
		if i < len(r.players()) {
			to = &cost.players
		}
		to.add(first[i], now)
	}
	return nil
}

// A picture is the content of a screen and the number of bytes received up to that point.
type picture struct {
	view string
	size int64
}

func pictures(all []*driver.Screen) (them []picture) {
	for _, v := range all {
		size, _ := v.Received()
		them = append(them, picture{v.Styled(), size})
	}
	return them
}

// traffic holds the number of bytes that screens received for moves, and the minimum that was needed.
type traffic struct {
	moves         int
	came, minimum int64
}

func (t *traffic) add(first, last picture) {
	if last.size == first.size {
		return
	}
	t.moves++
	t.came += last.size - first.size
	t.minimum += difference(first.view, last.view)
}

// difference returns the number of bytes that change one screen into another.
func difference(first, last string) int64 {
	var box paint.Box
	screen := box.Screen(colorprofile.ANSI256, "xterm-256color")
	var sent []byte
	for _, content := range []string{first, last} {
		view := tea.NewView(content)
		view.AltScreen = true
		sent = screen.Draw(sent[:0], &view, 80, 24)
	}
	return int64(len(sent))
}

func (t traffic) sent() string  { return strconv.FormatInt(t.came/int64(max(1, t.moves)), 10) }
func (t traffic) least() string { return strconv.FormatInt(t.minimum/int64(max(1, t.moves)), 10) }
func (t traffic) ratio() string { return driver.Ratio(float64(t.came), float64(t.minimum)) }

func (t traffic) times() float64 { return float64(t.came) / float64(max(1, t.minimum)) }
