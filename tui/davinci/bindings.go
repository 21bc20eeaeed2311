package davinci

import (
	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keys"
)

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

// Bindings implements board.Board. What goes on with the game stands first, then
// where it is done, and the pages last. The slice is good until it is asked for
// again.
func (b *model) Bindings() []board.Binding {
	b.table = append(b.bindTaking(b.table[:0]), b.bindConfirming(), b.bindStopping())
	b.table = b.bindChoosing(b.bindTyping(b.table))
	first, second := b.bindPages()
	return b.Collect(b.table, first, second)
}

// atTable reports whether the person has a decision to make in a phase, with the
// table before them: while a page is open, the keys are the page's.
func (b *model) atTable(phases ...string) bool { return b.page() == tablePage && b.mine(phases...) }

// guesses reports whether the keys are there for a guess.
func (b *model) guesses() bool { return b.page() == tablePage && b.mayGuess() }

// bindTaking are the keys by which tiles are taken in the setup, and drawn.
func (b *model) bindTaking(all []board.Binding) []board.Binding {
	setup := b.takes()
	now := setup || b.atTable(game.PhaseDraw)
	of, either := game.Draw, game.DrawAny
	if setup {
		of, either = game.Take, game.TakeAny
	}
	black, white := b.view.Pool.Black > 0, b.view.Pool.White > 0
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
		board.Binding{Key: keys.If(now && black, b.keys.black), Hint: prose.T("black"), Help: prose.T("take or draw a black tile"), Why: noBlack, Do: does(of, game.Black)},
		board.Binding{Key: keys.If(now && white, b.keys.white), Hint: prose.T("white"), Help: prose.T("take or draw a white tile"), Why: noWhite, Do: does(of, game.White)},
		board.Binding{Key: keys.If(now && (black || white), b.keys.either), Hint: any, Help: prose.T("take or draw a tile of either colour"), Do: keys.Always(either)},
		board.Binding{Key: keys.If(setup, b.keys.deal), Hint: prose.T("deal the rest"), Help: prose.T("during setup, have the rest dealt to you"), Do: keys.Always(game.Deal)},
	)
}

// takes reports whether the keys are there for a tile of the setup.
func (b *model) takes() bool { return b.atTable(game.PhaseSetup) && b.left() > 0 }

// does is Do of an action with a colour.
func does(of func(game.Color) engine.Action, color game.Color) func(string) engine.Action {
	return func(string) engine.Action { return of(color) }
}

// bindConfirming is the key that confirms what was chosen or typed.
func (b *model) bindConfirming() board.Binding {
	enter := board.Binding{Help: prose.T("confirm the guess, the gap or the tile, or say you are ready")}
	switch {
	case b.page() != tablePage:
	case b.mustPlace():
		enter.Hint, enter.Do = prose.T("place").In("verb"), b.place
	case b.mine(game.PhaseSetup) && b.left() == 0:
		enter.Hint, enter.Do = prose.T("ready"), keys.Always(game.Ready)
	case b.mine(game.PhaseShow) && b.own > 0:
		enter.Hint, enter.Do = prose.T("turn up"), b.show
	case b.canGuess():
		enter.Hint, enter.Do = prose.T("guess").In("verb"), b.guess
	}
	enter.Key = keys.If(enter.Do != nil, b.keys.confirm)
	return enter
}

// bindStopping is the key that ends a turn after a right guess.
func (b *model) bindStopping() board.Binding {
	stop := board.Binding{
		Key: keys.If(b.guesses() && b.view.Phase == game.PhaseAgain, b.keys.stop), Hint: prose.T("stop").In("verb"),
		Help: prose.T("stop after a right guess and keep your drawn tile hidden"), Do: keys.Always(game.Stop),
	}
	if b.guesses() {
		stop.Why = prose.T("You can stop after a right guess.")
	}
	return stop
}

// bindTyping are the keys that type a number, and take it back.
func (b *model) bindTyping(all []board.Binding) []board.Binding {
	guesses, jokers := b.guesses(), b.view.Jokers != game.NoJokers
	var none prose.Text
	if guesses && !jokers {
		none = prose.T("This match has no jokers.")
	}
	return append(all,
		board.Binding{Key: keys.If(guesses, b.keys.digits), Hint: prose.T("number"), Help: prose.T("type your guess; a 0 or 1 after a 1 makes 10 or 11"), Do: b.typeDigit},
		board.Binding{Key: keys.If(guesses && jokers, b.keys.joker), Hint: prose.T("joker"), Help: prose.T("guess a joker"), Why: none, Do: b.typeJoker},
		board.Binding{Key: keys.If(guesses, b.keys.erase), Help: prose.T("delete what you typed"), Do: b.erase},
		board.Binding{Key: keys.If(guesses && b.number != "", b.keys.no), Do: b.forget},
	)
}

// bindChoosing are the keys that choose what the next key acts on.
func (b *model) bindChoosing(all []board.Binding) []board.Binding {
	sideways := board.Binding{Help: prose.T("choose a tile to guess, a gap, or a tile to turn up")}
	across := board.Binding{Help: prose.T("choose a tile in another row")}
	switch {
	case b.page() != tablePage:
	case b.mustPlace():
		sideways.Hint, sideways.Do = prose.T("gap"), b.chooseGap
	case b.mine(game.PhaseShow):
		sideways.Hint, sideways.Do = prose.T("tile"), b.chooseOwn
	case len(b.targets()) > 0:
		sideways.Hint, across.Hint = b.hintFocus()
		sideways.Do, across.Do = b.chooseTile, b.chooseRow
	}
	sideways.Key, across.Key = keys.If(sideways.Do != nil, b.keys.sideways), keys.If(across.Do != nil, b.keys.across)
	return append(all, sideways, across, b.bindGaps())
}

// hintFocus says what the arrows do where they go over the tiles of the others: in
// a row, and from one to another.
func (b *model) hintFocus() (sideways, across prose.Text) {
	switch {
	case b.mayGuess():
		sideways = prose.T("tile")
	case b.mine(game.PhaseDraw) || !b.hasNotes():
		return prose.Text{}, prose.Text{}
	default:
		sideways = prose.T("look").In("verb")
	}
	if len(b.owners()) > 1 {
		across = prose.T("row")
	}
	return sideways, across
}

// bindGaps are the keys that choose the gap of the drawn tile, also beside a guess.
func (b *model) bindGaps() board.Binding {
	gaps := board.Binding{Help: prose.T("change where your drawn tile will go, if you can choose")}
	switch {
	case b.page() != tablePage:
	case b.mustPlace():
		gaps.Do = b.chooseGap
	case b.mayMove():
		gaps.Hint, gaps.Do = prose.T("move your {tile}", prose.Sub(named(b.view.Choice.Tile))), b.moveGap
	case b.mayGuess() && b.rack(b.view.Seat).Drawn != nil:
		gaps.Why = prose.T("There is only one place for the tile you drew.")
	}
	gaps.Key = keys.If(gaps.Do != nil, b.keys.gaps)
	return gaps
}

// bindPages are the keys of the notes and of the log, those of the open one first.
// While somebody has a guess to make, the line of hints is for that.
func (b *model) bindPages() (first, second []board.Binding) {
	notes, log := b.notes.Bindings(b.log.Close), b.log.Bindings(b.notes.Close)
	if b.page() == logPage {
		return log, notes
	}
	if b.atTable(game.PhaseSetup, game.PhaseGuess, game.PhaseAgain, game.PhaseShow) {
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
