package davinci

import (
	"slices"
	"strings"
	"sync"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keymap"
)

// controls are the keys of the table. Their effect depends on the phase.
type controls struct{ *guesser }

// tableKeys holds the keys of the table.
type tableKeys struct {
	black, white, either, deal, confirm, stop, digits, joker, erase, forget, sideways, across, gaps board.Binding
}

// theTableKeys returns the keys of all tables, without actions.
var theTableKeys = sync.OnceValue(func() *tableKeys { //nolint:gochecknoglobals // a constant table
	return &tableKeys{
		black:    board.Binding{Key: keymap.Named("b"), Hint: prose.T("black"), Help: prose.T("take or draw a black tile")},
		white:    board.Binding{Key: keymap.Named("w"), Hint: prose.T("white"), Help: prose.T("take or draw a white tile")},
		either:   board.Binding{Key: keymap.Named("r"), Help: prose.T("take or draw a tile of either colour")},
		deal:     board.Binding{Key: keymap.Named("d"), Hint: prose.T("deal the rest"), Help: prose.T("during setup: have the rest dealt to you"), Do: keymap.Always(game.Deal)},
		confirm:  board.Binding{Key: keymap.Named("enter"), Help: prose.T("confirm the guess, gap or tile; say you are ready")},
		stop:     board.Binding{Key: keymap.Named("s"), Hint: prose.T("stop").In("verb"), Help: prose.T("stop after a right guess and keep your drawn tile hidden"), Do: keymap.Always(game.Stop)},
		digits:   board.Binding{Key: keymap.Of("0–11", strings.Split("0123456789", "")...), Hint: prose.T("number"), Help: prose.T("type your guess; a 0 or 1 after a 1 makes 10 or 11")},
		joker:    board.Binding{Key: keymap.Of("j", "j", "-"), Hint: prose.T("joker"), Help: prose.T("guess a joker")},
		erase:    board.Binding{Key: keymap.Of("backspace", "backspace", "delete"), Help: prose.T("clear what you typed")},
		forget:   board.Binding{Key: keymap.Named("esc")},
		sideways: board.Binding{Key: keymap.Of("←→", "left", "right", "home", "end"), Help: prose.T("choose a tile to guess, a gap, or a tile to turn up")},
		across:   board.Binding{Key: keymap.Of("↑↓", "down", "up"), Help: prose.T("choose a tile in another row")},
		gaps:     board.Binding{Key: keymap.Of("[ ]", "[", "]"), Help: prose.T("change where your drawn tile goes, if you have a choice")},
	}
})

// bindings returns the keys of the table, first those that continue the game, then those that
// choose a tile or gap, and last those of the notes and the log.
func (c *controls) bindings() board.Bindings {
	first, second := c.bindPages()
	return keymap.Join(c.bindTable, first, second)
}

func (c *controls) bindTable(yield func(board.Binding) bool) {
	_ = c.bindTaking(yield) && yield(c.bindConfirming()) && yield(c.bindStopping()) && c.bindTyping(yield) && c.bindChoosing(yield)
}

// bindTaking yields the keys that take tiles in the setup and draw tiles later. It reports
// whether to continue.
func (c *controls) bindTaking(yield func(board.Binding) bool) bool {
	k, now := theTableKeys(), c.takes() || c.atTable(game.PhaseDraw)
	hasBlack, hasWhite := c.view.Pool.Black > 0, c.view.Pool.White > 0
	black, white, either := k.black.If(now && hasBlack), k.white.If(now && hasWhite), k.either.If(now && (hasBlack || hasWhite))
	switch {
	case hasBlack && hasWhite:
		either.Hint = prose.T("either")
	case now && hasWhite:
		black.Why = prose.T("No black tile is left.")
	case now && hasBlack:
		white.Why = prose.T("No white tile is left.")
	}
	return yield(black.Doing(c.take)) && yield(white.Doing(c.take)) && yield(either.Doing(c.take)) && yield(k.deal.If(c.takes()))
}

// take takes a tile in the setup, or draws one from the pool.
func (c *controls) take(key string) engine.Action {
	of, either := game.Draw, game.DrawAny
	if c.takes() {
		of, either = game.Take, game.TakeAny
	}
	switch key {
	case "b":
		return of(game.Black)
	case "w":
		return of(game.White)
	}
	return either
}

// bindConfirming returns the key that confirms a choice or a typed number.
func (c *controls) bindConfirming() board.Binding {
	enter := theTableKeys().confirm
	switch {
	case c.page() != tablePage:
	case c.mustPlace():
		enter.Hint, enter.Do = prose.T("place").In("verb"), c.place
	case c.mine(game.PhaseSetup) && c.left() == 0:
		enter.Hint, enter.Do = prose.T("ready"), keymap.Always(game.Ready)
	case c.mine(game.PhaseShow) && c.own > 0:
		enter.Hint, enter.Do = prose.T("turn up"), c.show
	case c.canGuess():
		enter.Hint, enter.Do = prose.T("guess").In("verb"), c.guess
	}
	return enter.If(enter.Do != nil)
}

// bindStopping returns the key that ends a turn after a right guess.
func (c *controls) bindStopping() board.Binding {
	stop := theTableKeys().stop.If(c.guesses() && c.view.Phase == game.PhaseAgain)
	if c.guesses() {
		stop.Why = prose.T("You can stop after a right guess.")
	}
	return stop
}

// bindTyping yields the keys that type a number or delete it.
func (c *controls) bindTyping(yield func(board.Binding) bool) bool {
	k, guesses, jokers := theTableKeys(), c.guesses(), c.view.Jokers != game.NoJokers
	joker := k.joker.If(guesses && jokers)
	if guesses && !jokers {
		joker.Why = prose.T("This match has no jokers.")
	}
	return yield(k.digits.If(guesses).Doing(c.typeDigit)) && yield(joker.Doing(c.typeJoker)) && yield(k.erase.If(guesses).Doing(c.erase)) && yield(k.forget.If(guesses && c.number != "").Doing(c.forget))
}

// bindChoosing yields the keys that choose the target of the next action.
func (c *controls) bindChoosing(yield func(board.Binding) bool) bool {
	sideways, across := theTableKeys().sideways, theTableKeys().across
	switch {
	case c.page() != tablePage:
	case c.mustPlace():
		sideways.Hint, sideways.Do = prose.T("gap"), c.chooseGap
	case c.mine(game.PhaseShow):
		sideways.Hint, sideways.Do = prose.T("tile"), c.chooseOwn
	case len(c.targets()) > 0:
		sideways.Hint, across.Hint = c.hintFocus()
		sideways.Do, across.Do = c.chooseTile, c.chooseRow
	}
	return yield(sideways.If(sideways.Do != nil)) && yield(across.If(across.Do != nil)) && yield(c.bindGaps())
}

// hintFocus describes the arrow keys that move over the others' tiles: along a rack, and between
// racks.
func (c *controls) hintFocus() (sideways, across prose.Text) {
	switch {
	case c.mayGuess():
		sideways = prose.T("tile")
	case c.mine(game.PhaseDraw) || !c.hasNotes():
		return prose.Text{}, prose.Text{}
	default:
		sideways = prose.T("look").In("verb")
	}
	if len(c.owners()) > 1 {
		across = prose.T("row")
	}
	return sideways, across
}

// bindGaps returns the keys that choose the gap for the drawn tile, even while a guess is typed.
func (c *controls) bindGaps() board.Binding {
	gaps := theTableKeys().gaps
	switch {
	case c.page() != tablePage:
	case c.mustPlace():
		gaps.Do = c.chooseGap
	case c.mayMove():
		gaps.Hint, gaps.Do = prose.T("move your {tile}", prose.Sub(named(c.view.Choice.Tile))), c.moveGap
	case c.mayGuess() && c.rack(c.view.Seat).Drawn != nil:
		gaps.Why = prose.T("There is only one place for the tile you drew.")
	}
	return gaps.If(gaps.Do != nil)
}

// bindPages returns the keys of the notes and the log, those of the open one first. While the
// player has to guess, they have no hints.
func (c *controls) bindPages() (first, second board.Bindings) {
	notes, log := c.notes.Bindings(c.log.Close), c.log.Bindings(c.notes.Close)
	if c.page() == logPage {
		return log, notes
	}
	if c.atTable(game.PhaseSetup, game.PhaseGuess, game.PhaseAgain, game.PhaseShow) {
		return keymap.Unhinted(notes), keymap.Unhinted(log)
	}
	return notes, log
}

// opening returns the keys that open the notes and the log, as drawn on the table.
func (c *controls) opening() []string {
	if c.page() != tablePage || c.Scene.Keyless {
		return nil
	}
	return c.Items(keymap.Hints(keymap.Join(c.notes.Bindings(nil), c.log.Bindings(nil))))
}

// more returns the line below an incomplete list: the keys that show the rest.
func (c *controls) more(what prose.Text) string {
	rest := keymap.Hints(slices.Values([]board.Binding{{Key: theTableKeys().across.Key, Hint: what}}))
	return strings.Repeat(" ", margin) + strings.Join(c.Items(rest), "")
}
