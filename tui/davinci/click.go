package davinci

import (
	"slices"
	"strconv"
	"strings"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/tui/board"
	"parlor/tui/keys"
)

// Click implements board.Clicker: a key is pressed, a tile is chosen.
func (b *model) Click(part string) (engine.Action, bool) {
	if key, is := board.Clicked(part); is {
		return keys.Press(b.Bindings(), key)
	}
	at, is := clickedTile(part)
	switch {
	case !is:
	case b.mine(game.PhaseShow) && at.seat == b.view.Seat && slices.Contains(b.ownHidden(), at.place):
		b.own = at.place
		return "", true
	case slices.Contains(b.targets(), at):
		b.point(at)
		return "", true
	}
	return "", false
}

// zone is what a click on the tile is told as.
func (t target) zone() string { return tilePart + t.seat.String() + " " + strconv.Itoa(t.place) }

const tilePart = "tile "

// clickedTile is the tile that a part stands for, and whether it stands for one.
func clickedTile(part string) (target, bool) {
	words := strings.Fields(strings.TrimPrefix(part, tilePart))
	if !strings.HasPrefix(part, tilePart) || len(words) != 2 {
		return target{}, false
	}
	seat, seatErr := engine.ParseSeat(words[0])
	place, placeErr := strconv.Atoi(words[1])
	return target{seat, place}, seatErr == nil && placeErr == nil
}
