package davinci

import (
	"slices"
	"strconv"
	"strings"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/tui/board"
)

// picker holds the target of the next key: a tile to guess, a gap, or an own tile. The cursor of
// the notes chooses among the others' tiles.
type picker struct {
	*notepad

	log *eventLog
	gap int // index of the chosen gap in view.Choice
	own int // position of the own tile to turn up, from 1; 0 for none
}

// page is the table, or what the player has opened instead: the notes or the log. In a large
// window, the table stays visible next to those.
type page int

const (
	tablePage page = iota
	notesPage
	logPage
)

func (k *picker) page() page {
	switch {
	case k.notes.Opened():
		return notesPage
	case k.log.Opened():
		return logPage
	}
	return tablePage
}

// atTable reports whether the player has to decide in one of the phases and sees the table. While
// another page is open, the keys act on that.
func (k *picker) atTable(phases ...string) bool { return k.page() == tablePage && k.mine(phases...) }

// guesses reports whether the keys act on a guess.
func (k *picker) guesses() bool { return k.page() == tablePage && k.mayGuess() }

// takes reports whether the keys take a tile of the setup.
func (k *picker) takes() bool { return k.atTable(game.PhaseSetup) && k.left() > 0 }

// focusShown reports whether the cursor is visible. It is hidden while the player has something
// else to choose.
func (k *picker) focusShown() bool {
	return !k.mustPlace() && !k.mine(game.PhaseShow) && k.view.Phase != game.PhaseOver
}

// pointed reports whether the next key acts on a tile.
func (k *picker) pointed(here target) bool {
	if k.mine(game.PhaseShow) {
		return here == target{k.view.Seat, k.own}
	}
	return here == k.focus() && k.focusShown()
}

// actsOn returns the seat whose rack the next key acts on.
func (k *picker) actsOn() engine.Seat {
	if k.focus().seat >= 0 && k.focusShown() {
		return k.focus().seat
	}
	return k.anchor()
}

// seeOwn keeps the choice of a gap and of an own tile when a new scene arrives.
func (k *picker) seeOwn(before game.View) {
	choice := k.view.Choice
	if before.Choice == nil || choice == nil || !slices.Equal(before.Choice.Gaps, choice.Gaps) {
		k.gap = 0
	}
	if choice != nil && choice.Chosen > 0 {
		k.gap = max(0, slices.Index(choice.Gaps, choice.Chosen))
	}
	if mine := k.ownHidden(); !slices.Contains(mine, k.own) {
		k.own = 0
		if len(mine) > 0 {
			k.own = mine[0]
		}
	}
}

// followInserted moves the cursor and the notes with their tiles when a tile was inserted to the
// left of them.
func (k *picker) followInserted(before []game.Event) {
	if len(k.view.Log) < len(before) {
		return
	}
	for _, event := range k.view.Log[len(before):] {
		if event.Kind != game.EventKept && event.Kind != game.EventAdded {
			continue
		}
		k.notes.Shift(func(at target) target {
			if at.seat == event.Seat && at.place >= event.Place {
				at.place++
			}
			return at
		})
	}
}

// along returns the index, of n in a row, to which a key moves from at.
func along(key string, at, n int) int {
	switch key {
	case "left", "[":
		at--
	case "right", "]":
		at++
	case "home":
		at = 0
	case "end":
		at = n - 1
	}
	return max(0, min(at, n-1))
}

// chooseGap moves through the gaps for a tile without a position.
func (k *picker) chooseGap(key string) engine.Action {
	k.gap = along(key, k.gap, len(k.view.Choice.Gaps))
	return ""
}

// place puts the tile into the chosen gap.
func (k *picker) place(string) engine.Action { return game.Place(k.view.Choice.Gaps[k.gap]) }

// moveGap changes the chosen gap immediately.
func (k *picker) moveGap(key string) engine.Action {
	gaps := k.view.Choice.Gaps
	next := along(key, k.gap, len(gaps))
	if next == k.gap {
		return ""
	}
	return game.Place(gaps[next])
}

// chooseOwn moves through the own hidden tiles.
func (k *picker) chooseOwn(key string) engine.Action {
	if places := k.ownHidden(); len(places) > 0 {
		k.own = places[along(key, slices.Index(places, k.own), len(places))]
	}
	return ""
}

// show turns up the chosen own tile.
func (k *picker) show(string) engine.Action { return game.Show(k.own) }

// chooseTile moves through the hidden tiles of the others. It works at any time, so that a player
// can see what is known of a tile.
func (k *picker) chooseTile(key string) engine.Action {
	targets := k.targets()
	at, last := max(0, slices.Index(targets, k.focus())), len(targets)-1
	switch {
	case key == "left" && at == 0:
		at = last
	case key == "right" && at == last:
		at = 0
	default:
		at = along(key, at, len(targets))
	}
	k.point(targets[at])
	return ""
}

// chooseRow moves to another player's rack, to the tile nearest in position.
func (k *picker) chooseRow(key string) engine.Action {
	owners, step := k.owners(), 1
	if key == "up" {
		step = -1
	}
	was := k.focus()
	if next := owners[board.Round(slices.Index(owners, was.seat), step, len(owners))]; next != was.seat {
		k.point(nearest(k.targets(), target{next, was.place}))
	}
	return ""
}

// nearest returns the target of the same rack that is closest to the previous one, or else the
// first target.
func nearest(targets []target, was target) target {
	best, distance := nowhere(), 0
	for _, t := range targets {
		away := max(t.place-was.place, was.place-t.place)
		if t.seat == was.seat && (best.seat != was.seat || away < distance) {
			best, distance = t, away
		}
	}
	if best.seat < 0 && len(targets) > 0 {
		return targets[0]
	}
	return best
}

// zone returns the name of the clickable part of a tile.
func (t target) zone() string { return tilePart + t.seat.String() + " " + strconv.Itoa(t.place) }

const tilePart = "tile "

// click chooses the tile of a clicked part. It reports whether that is possible now.
func (k *picker) click(part string) bool {
	words := strings.Fields(strings.TrimPrefix(part, tilePart))
	if !strings.HasPrefix(part, tilePart) || len(words) != 2 {
		return false
	}
	seat, seatErr := engine.ParseSeat(words[0])
	place, placeErr := strconv.Atoi(words[1])
	switch at := (target{seat, place}); {
	case seatErr != nil || placeErr != nil:
		return false
	case k.mine(game.PhaseShow) && seat == k.view.Seat && slices.Contains(k.ownHidden(), place):
		k.own = place
	case slices.Contains(k.targets(), at):
		k.point(at)
	default:
		return false
	}
	return true
}
