package davinci

import (
	"slices"
	"strings"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keys"
)

// controls are the keys of the table, which do different things in each phase.
type controls struct {
	*guesser

	keys  tableKeys
	table []board.Binding // returned last
}

// tableKeys are the keys of the table.
type tableKeys struct {
	black, white, either, deal              keys.Key
	confirm, stop, digits, joker, erase, no keys.Key
	sideways, across, gaps                  keys.Key
}

func newTableKeys() tableKeys {
	return tableKeys{
		black:    keys.Named("b"),
		white:    keys.Named("w"),
		either:   keys.Named("r"),
		deal:     keys.Named("d"),
		confirm:  keys.Named("enter"),
		digits:   keys.Of("0–11", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
		joker:    keys.Of("j", "j", "-"),
		erase:    keys.Of("backspace", "backspace", "delete"),
		no:       keys.Named("esc"),
		stop:     keys.Named("s"),
		sideways: keys.Of("←→", "left", "right", "home", "end"),
		across:   keys.Of("↑↓", "down", "up"),
		gaps:     keys.Of("[ ]", "[", "]"),
	}
}

// bindings returns the keys of the table, what goes on with the game first and then
// what chooses where, and those of the notes and of the log. The slices are good until
// the next call.
func (c *controls) bindings() (table, first, second []board.Binding) {
	c.table = append(c.bindTaking(c.table[:0]), c.bindConfirming(), c.bindStopping())
	c.table = c.bindChoosing(c.bindTyping(c.table))
	first, second = c.bindPages()
	return c.table, first, second
}

// bindTaking returns the keys by which tiles are taken in the setup, and drawn.
func (c *controls) bindTaking(all []board.Binding) []board.Binding {
	setup := c.takes()
	now := setup || c.atTable(game.PhaseDraw)
	of, either := game.Draw, game.DrawAny
	if setup {
		of, either = game.Take, game.TakeAny
	}
	black, white := c.view.Pool.Black > 0, c.view.Pool.White > 0
	var noBlack, noWhite, any prose.Text
	switch {
	case black && white:
		any = prose.T("either")
	case now && white:
		noBlack = prose.T("No black tile is left.")
	case now && black:
		noWhite = prose.T("No white tile is left.")
	}
	return append(all,
		board.Binding{Key: keys.If(now && black, c.keys.black), Hint: prose.T("black"), Help: prose.T("take or draw a black tile"), Why: noBlack, Do: does(of, game.Black)},
		board.Binding{Key: keys.If(now && white, c.keys.white), Hint: prose.T("white"), Help: prose.T("take or draw a white tile"), Why: noWhite, Do: does(of, game.White)},
		board.Binding{Key: keys.If(now && (black || white), c.keys.either), Hint: any, Help: prose.T("take or draw a tile of either colour"), Do: keys.Always(either)},
		board.Binding{Key: keys.If(setup, c.keys.deal), Hint: prose.T("deal the rest"), Help: prose.T("during setup, have the rest dealt to you"), Do: keys.Always(game.Deal)},
	)
}

// does returns Do of an action with a colour.
func does(of func(game.Color) engine.Action, color game.Color) func(string) engine.Action {
	return func(string) engine.Action { return of(color) }
}

// bindConfirming returns the key that confirms what was chosen or typed.
func (c *controls) bindConfirming() board.Binding {
	enter := board.Binding{Help: prose.T("confirm the guess, the gap or the tile, or say you are ready")}
	switch {
	case c.page() != tablePage:
	case c.mustPlace():
		enter.Hint, enter.Do = prose.T("place").In("verb"), c.place
	case c.mine(game.PhaseSetup) && c.left() == 0:
		enter.Hint, enter.Do = prose.T("ready"), keys.Always(game.Ready)
	case c.mine(game.PhaseShow) && c.own > 0:
		enter.Hint, enter.Do = prose.T("turn up"), c.show
	case c.canGuess():
		enter.Hint, enter.Do = prose.T("guess").In("verb"), c.guess
	}
	enter.Key = keys.If(enter.Do != nil, c.keys.confirm)
	return enter
}

// bindStopping returns the key that ends a turn after a right guess.
func (c *controls) bindStopping() board.Binding {
	stop := board.Binding{
		Key: keys.If(c.guesses() && c.view.Phase == game.PhaseAgain, c.keys.stop), Hint: prose.T("stop").In("verb"),
		Help: prose.T("stop after a right guess and keep your drawn tile hidden"), Do: keys.Always(game.Stop),
	}
	if c.guesses() {
		stop.Why = prose.T("You can stop after a right guess.")
	}
	return stop
}

// bindTyping returns the keys that type a number, and take it back.
func (c *controls) bindTyping(all []board.Binding) []board.Binding {
	guesses, jokers := c.guesses(), c.view.Jokers != game.NoJokers
	var none prose.Text
	if guesses && !jokers {
		none = prose.T("This match has no jokers.")
	}
	return append(all,
		board.Binding{Key: keys.If(guesses, c.keys.digits), Hint: prose.T("number"), Help: prose.T("type your guess; a 0 or 1 after a 1 makes 10 or 11"), Do: c.typeDigit},
		board.Binding{Key: keys.If(guesses && jokers, c.keys.joker), Hint: prose.T("joker"), Help: prose.T("guess a joker"), Why: none, Do: c.typeJoker},
		board.Binding{Key: keys.If(guesses, c.keys.erase), Help: prose.T("delete what you typed"), Do: c.erase},
		board.Binding{Key: keys.If(guesses && c.number != "", c.keys.no), Do: c.forget},
	)
}

// bindChoosing returns the keys that choose what the next key acts on.
func (c *controls) bindChoosing(all []board.Binding) []board.Binding {
	sideways := board.Binding{Help: prose.T("choose a tile to guess, a gap, or a tile to turn up")}
	across := board.Binding{Help: prose.T("choose a tile in another row")}
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
	sideways.Key, across.Key = keys.If(sideways.Do != nil, c.keys.sideways), keys.If(across.Do != nil, c.keys.across)
	return append(all, sideways, across, c.bindGaps())
}

// hintFocus says what the arrows do where they go over the tiles of the others: in
// a row, and from one to another.
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

// bindGaps returns the keys that choose the gap of the drawn tile, also beside a guess.
func (c *controls) bindGaps() board.Binding {
	gaps := board.Binding{Help: prose.T("change where your drawn tile will go, if you can choose")}
	switch {
	case c.page() != tablePage:
	case c.mustPlace():
		gaps.Do = c.chooseGap
	case c.mayMove():
		gaps.Hint, gaps.Do = prose.T("move your {tile}", prose.Sub(named(c.view.Choice.Tile))), c.moveGap
	case c.mayGuess() && c.rack(c.view.Seat).Drawn != nil:
		gaps.Why = prose.T("There is only one place for the tile you drew.")
	}
	gaps.Key = keys.If(gaps.Do != nil, c.keys.gaps)
	return gaps
}

// bindPages returns the keys of the notes and of the log, those of the open one first.
// While a player has a guess to make, the line of hints is for that.
func (c *controls) bindPages() (first, second []board.Binding) {
	notes, log := c.notes.Bindings(c.log.Close), c.log.Bindings(c.notes.Close)
	if c.page() == logPage {
		return log, notes
	}
	if c.atTable(game.PhaseSetup, game.PhaseGuess, game.PhaseAgain, game.PhaseShow) {
		unhinted(notes)
		unhinted(log)
	}
	return notes, log
}

func unhinted(all []board.Binding) {
	for i := range all {
		all[i].Hint = prose.Text{}
	}
}

// opening returns the keys that open pages, as they stand on the table.
func (c *controls) opening() []string {
	if c.page() != tablePage {
		return nil
	}
	return c.Items(keys.Hints(slices.Concat(c.notes.Bindings(nil), c.log.Bindings(nil))))
}

// more returns the line below what is shown in part: the keys that show the rest.
func (c *controls) more(what prose.Text) string {
	rest := keys.Hints([]board.Binding{{Key: c.keys.across, Hint: what}})
	return strings.Repeat(" ", margin) + strings.Join(c.Items(rest), "")
}
