package guessboard

import (
	"parlor/engine"
	"parlor/prose"
	"parlor/tui/board"
)

// tellEvent tells an event, but for the reader's own rows, which tellOwn tells before
// the row of both is complete.
func (k *Kind) tellEvent(event Event, who prose.People) []prose.Text {
	text := k.tell(event, who)
	if text.IsZero() || event.Kind == Guessed && who.IsYou(event.Seat) {
		return nil
	}
	return []prose.Text{text}
}

// tell returns an event as a sentence; the zero Text for what needs no words.
func (k *Kind) tell(event Event, who prose.People) prose.Text {
	switch event.Kind {
	case Made:
		return who.Say(event.Seat, "You made your code.", "{name} made a code.")
	case Guessed:
		return k.tellRow(event.Seat, event.Row, Row{Guess: event.Code, Answer: event.Answer}, who)
	case Cracked:
		return who.Say(event.Seat, "You cracked the code!", "{name} cracked the code!")
	case TimedOut:
		return who.Say(event.Seat, "You ran out of time.", "{name} ran out of time.")
	case Resigned:
		return who.Say(event.Seat, "You resigned.", "{name} resigned.")
	case Won:
		return who.Say(event.Seat, "You won.", "{name} won.")
	case Drawn:
		return prose.T("It is a draw.")
	case Revealed:
		return who.Say(event.Seat, "Your code was {code}.", "{name} had the code {code}.", k.Spell(event.Code))
	case Silent:
	}
	return prose.Text{}
}

// tellRow tells the row with a number, from 1, of a seat's board.
func (k *Kind) tellRow(seat engine.Seat, number int, row Row, who prose.People) prose.Text {
	if row.Guess == "" {
		return who.Say(seat, "You did not guess: row {n} stays empty.", "{name} did not guess: row {n} stays empty.", prose.N(number))
	}
	return who.Say(seat, "You guessed {code} in row {n}: {pegs}.", "{name} guessed {code} in row {n}: {pegs}.",
		k.Spell(row.Guess), prose.N(number), prose.Sub(k.Counts(row.Answer)))
}

// tellOwn tells the own code and the answers to the own guesses, which come before the
// row of both is complete.
func (k *Kind) tellOwn(table Table, scene prose.Scene) []prose.Text {
	if table.Seat < 0 {
		return nil
	}
	return k.tellBoard(table.Boards[table.Seat], scene.People())
}

// tellTable tells what is particular to the game, and both boards, the reader's own last.
func (k *Kind) tellTable(table Table, scene prose.Scene) []prose.Text {
	told := k.About(table)
	for i := range table.Boards {
		seat := (max(table.Seat, 0) + 1 + engine.Seat(i)) % engine.Seat(len(table.Boards))
		told = append(told, k.tellBoard(table.Boards[seat], scene.People())...)
	}
	return told
}

// tellBoard tells the code that a seat made, if the reader may know it, and the seat's
// guesses.
func (k *Kind) tellBoard(one Board, who prose.People) []prose.Text {
	var told []prose.Text
	if one.Code != "" {
		told = append(told, who.Say(one.Seat, "Your code is {code}.", "{name} has the code {code}.", k.Spell(one.Code)))
	}
	for i, row := range one.Guesses {
		told = append(told, k.tellRow(one.Seat, i+1, row, who))
	}
	return told
}

func (k *Kind) tellGrammar(table Table, scene prose.Scene) []prose.Text {
	if !board.Asked(scene) {
		return nil
	}
	return k.Grammar(table)
}

// tellRefused tells what can be typed instead of what was refused.
func (k *Kind) tellRefused(refusal *engine.Refusal, scene prose.Scene) prose.Text {
	if text := k.refused(refusal, scene.People()); !text.IsZero() {
		return text
	}
	return k.Example(refusal)
}

// refused returns what a refusal says on a screen and without one.
func (k *Kind) refused(refusal *engine.Refusal, who prose.People) prose.Text {
	switch refusal.Format {
	case k.Refused.Made:
		return prose.T("You have made your code. Waiting for {name}.", who.Name(engine.Arg[engine.Seat](refusal, 0)))
	case k.Refused.Guessed:
		return prose.T("You have guessed. Waiting for {name}.", who.Name(engine.Arg[engine.Seat](refusal, 0)))
	}
	return prose.Text{}
}

// Spell is the symbols of a code: their names, or the code itself.
func (k *Kind) Spell(code string) prose.Arg {
	if k.Name == nil {
		return prose.Literal(code)
	}
	names := make([]prose.Text, len(code))
	for i := range names {
		names[i] = k.Name(code[i])
	}
	return prose.List(names)
}

// Named is some symbols with their names: "r red, g green".
func (k *Kind) Named(symbols string) prose.Arg {
	names := make([]prose.Text, len(symbols))
	for i := range names {
		names[i] = prose.T("{letter} {colour}", prose.Literal(symbols[i:i+1]), prose.Sub(k.Name(symbols[i])))
	}
	return prose.List(names)
}

// help says what the keys of some symbols do.
func (k *Kind) help(symbols string) prose.Text {
	if k.Name == nil {
		return k.Put
	}
	return prose.T("{colours}", k.Named(symbols))
}
