package main

import (
	"errors"
	"fmt"
	"strconv"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"parlor/internal/figures"
	"parlor/server/paint"
)

// bytesOfMoves counts what screens are sent for whole moves, beside the
// difference of the first and the last screen of each.
func (l *load) bytesOfMoves() error {
	cost, err := l.countMoves()
	if err != nil {
		return err
	}
	players, watchers := cost.players, cost.watchers
	l.table.add("bytes on a player's screen for a whole move, beside the difference of the first and the last screen", players.sent(), players.least(), players.ratio(), "≤ 2 ×")
	l.table.add("… on a watcher's screen", watchers.sent(), watchers.least(), watchers.ratio(), "≤ 1.5 ×")
	l.table.add("… allocated by the server for a move, with four screens and what its player types before", fmt.Sprintf("%d KB in %d objects", cost.allocated/1024, cost.objects), "", "", "")
	return nil
}

// moveCost is what moves cost: bytes of two players and two watchers, and what
// the server allocates for each.
type moveCost struct {
	players, watchers  traffic
	objects, allocated int
}

// countMoves plays in a room of its own.
func (l *load) countMoves() (cost moveCost, err error) {
	ours, err := l.start(serveOurs)
	if err != nil {
		return cost, err
	}
	defer func() { err = errors.Join(err, ours.end()) }()
	room, err := l.open(ours.addr, []guest{{draws: true}, {draws: true}})
	if room != nil {
		defer closeAll([]*played{room})
	}
	if err != nil {
		return cost, err
	}
	if _, _, err := room.ready(); err != nil { // all have their tiles
		return cost, err
	}
	before, err := ours.usage()
	if err != nil {
		return cost, err
	}
	for range l.moves {
		if err := room.count(&cost); err != nil {
			return cost, err
		}
	}
	after, err := ours.usage()
	cost.objects = int(after.Objects-before.Objects) / max(1, l.moves) //nolint:gosec // small
	cost.allocated = int(after.Bytes-before.Bytes) / max(1, l.moves)   //nolint:gosec // small
	return cost, err
}

// count plays one move.
func (p *played) count(cost *moveCost) error {
	mover, key, err := p.ready()
	if err != nil {
		return err
	}
	first := pictures(p.everybody())
	if _, err := act(mover, key, p.everybody()); err != nil {
		return err
	}
	p.settle()
	for i, now := range pictures(p.everybody()) {
		to := &cost.watchers
		if i < len(p.seats) {
			to = &cost.players
		}
		to.add(first[i], now)
	}
	return nil
}

// picture is what stands on a screen, and how much it took until then.
type picture struct {
	view string
	size int64
}

func pictures(all []*visitor) (them []picture) {
	for _, v := range all {
		size, _ := v.came()
		them = append(them, picture{v.styled(), size})
	}
	return them
}

// traffic is what screens were sent for moves, and what they had to be.
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

// difference is how many bytes make one screen another.
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
func (t traffic) ratio() string { return figures.Ratio(float64(t.came), float64(t.minimum)) }

func (t traffic) times() float64 { return float64(t.came) / float64(max(1, t.minimum)) }
