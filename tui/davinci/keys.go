package davinci

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	game "parlor/engine/davinci"
)

// Key implements board.Board.
func (b *model) Key(press tea.KeyPressMsg) (engine.Action, bool) {
	key := press.String()
	if len(key) == 1 {
		key = strings.ToLower(key)
	}
	if used, ofPage := b.keyPage(key); ofPage {
		return "", used
	}
	switch {
	case b.mustPlace():
		return b.keyPlace(key)
	case b.mine(game.PhaseSetup):
		return b.keySetup(key)
	case b.mine(game.PhaseDraw):
		if action, ok := b.keyTake(key, game.Draw, game.DrawAny); ok {
			return action, true
		}
	case b.mine(game.PhaseShow):
		return b.keyShow(key)
	case b.mayGuess():
		if action, ok := b.keyGuess(key); ok {
			return action, true
		}
	}
	return "", b.keyFocus(key)
}

// Click implements board.Clicker: a tile is chosen, a colour of the pool taken, a
// key pressed.
func (b *model) Click(part string) (engine.Action, bool) {
	words := strings.Fields(part)
	if len(words) == 2 && words[0] == keyPart {
		return b.clickKey(words[1])
	}
	if len(words) == 2 && words[0] == "pool" {
		return b.Key(tea.KeyPressMsg{Code: rune(words[1][0]), Text: words[1][:1]})
	}
	if len(words) != 3 {
		return "", false
	}
	seat, err := engine.ParseSeat(words[1])
	place, placeErr := strconv.Atoi(words[2])
	switch {
	case err != nil || placeErr != nil:
		return "", false
	case b.mine(game.PhaseShow) && seat == b.view.Seat && slices.Contains(b.ownHidden(), place):
		b.own = place
		return "", true
	case slices.Contains(b.targets(), target{seat, place}):
		b.focus = target{seat, place}
		return "", true
	}
	return "", false
}

// keyTake is the choice of a colour, in setup and at a draw.
func (b *model) keyTake(key string, of func(game.Color) engine.Action, random engine.Action) (engine.Action, bool) {
	pool := b.view.Pool
	switch key {
	case "b":
		return playIf(pool.Black > 0, of(game.Black))
	case "w":
		return playIf(pool.White > 0, of(game.White))
	case "r":
		return playIf(pool.Black+pool.White > 0, random)
	}
	return "", false
}

// playIf is the action and that the key did something, or none.
func playIf(possible bool, action engine.Action) (engine.Action, bool) {
	if !possible {
		return "", false
	}
	return action, true
}

func (b *model) keySetup(key string) (engine.Action, bool) {
	if b.left() == 0 {
		return playIf(key == "enter", game.Ready)
	}
	if key == "d" {
		return game.Deal, true
	}
	return b.keyTake(key, game.Take, game.TakeAny)
}

// keyPlace is the first choice of a gap.
func (b *model) keyPlace(key string) (engine.Action, bool) {
	gaps := b.view.Choice.Gaps
	switch key {
	case "left", "[":
		b.gap = max(0, b.gap-1)
	case "right", "]":
		b.gap = min(len(gaps)-1, b.gap+1)
	case "home":
		b.gap = 0
	case "end":
		b.gap = len(gaps) - 1
	case "enter":
		return game.Place(gaps[b.gap]), true
	default:
		return "", false
	}
	return "", true
}

// keyMove changes the gap that was chosen, at once.
func (b *model) keyMove(step int) engine.Action {
	gaps := b.view.Choice.Gaps
	next := b.gap + step
	if next < 0 || next >= len(gaps) {
		return ""
	}
	return game.Place(gaps[next])
}

// keyShow is the choice of an own tile to turn up.
func (b *model) keyShow(key string) (engine.Action, bool) {
	places := b.ownHidden()
	i := slices.Index(places, b.own)
	if i < 0 {
		return "", false
	}
	switch key {
	case "left":
		b.own = places[max(0, i-1)]
	case "right":
		b.own = places[min(len(places)-1, i+1)]
	case "enter":
		return game.Show(b.own), true
	default:
		return "", false
	}
	return "", true
}

// keyGuess is the number, the guess itself, the stop, and the own tile's gap.
func (b *model) keyGuess(key string) (engine.Action, bool) {
	switch key {
	case "enter":
		action := b.guess()
		return action, action != ""
	case "backspace", "delete":
		if b.number == "10" || b.number == "11" {
			b.number = "1"
		} else {
			b.number = ""
		}
	case "esc":
		had := b.number != ""
		b.number = ""
		return "", had
	case "s":
		return playIf(b.view.Phase == game.PhaseAgain, game.Stop)
	case "[", "]":
		if !b.mayMove() {
			return "", false
		}
		return b.keyMove(map[string]int{"[": -1, "]": 1}[key]), true
	default:
		return "", b.keyNumber(key)
	}
	return "", true
}

// keyNumber types a number: a 1 may still become 10 or 11, anything else is
// replaced by the next digit.
func (b *model) keyNumber(key string) bool {
	switch {
	case key == "-" || key == "j":
		if b.view.Jokers == game.NoJokers {
			return false
		}
		b.number = face(game.Joker)
	case len(key) == 1 && key >= "0" && key <= "9":
		if b.number == "1" && (key == "0" || key == "1") {
			key = "1" + key
		}
		b.number = key
	default:
		return false
	}
	return true
}

// guess is the action of what is typed for the tile in focus.
func (b *model) guess() engine.Action {
	value, typed := b.typed()
	if !typed || b.focus.seat < 0 {
		return ""
	}
	b.number = ""
	return game.Guess(b.focus.seat, b.focus.place, value)
}

// typed is the value that the number typed so far stands for.
func (b *model) typed() (game.Value, bool) {
	if b.number == face(game.Joker) {
		return game.Joker, true
	}
	var value game.Value
	err := value.UnmarshalText([]byte(b.number))
	return value, err == nil && value != game.Unknown
}

// keyFocus moves over the others' hidden tiles; it is open at any time, for
// looking at what is known of a tile.
func (b *model) keyFocus(key string) bool {
	targets := b.targets()
	if len(targets) == 0 {
		return false
	}
	at := max(0, slices.Index(targets, b.focus))
	n := len(targets)
	switch key {
	case "left":
		b.focus = targets[(at+n-1)%n]
	case "right":
		b.focus = targets[(at+1)%n]
	case "up":
		b.focus = otherRack(targets, at, n-1)
	case "down":
		b.focus = otherRack(targets, at, 1)
	default:
		return false
	}
	return true
}

// otherRack steps round the targets until the rack is another one, and takes
// the tile there that is nearest in place.
func otherRack(targets []target, at, step int) target {
	was := targets[at]
	for i := range targets {
		next := targets[(at+(i+1)*step)%len(targets)]
		if next.seat != was.seat {
			return nearest(targets, target{next.seat, was.place})
		}
	}
	return was
}
