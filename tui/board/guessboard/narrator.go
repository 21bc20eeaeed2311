package guessboard

import (
	"parlor/engine"
	"parlor/engine/codebreak"
	"parlor/prose"
	"parlor/tui/board"
)

// tellEvents describes events, except the reader's own rows, which tellOwn describes before both
// rows are complete.
func (k *Kind) tellEvents(events []codebreak.Event, who prose.People) []prose.Text {
	var told []prose.Text
	for _, event := range events {
		own := event.Kind == codebreak.EventRow && who.IsYou(event.Seat)
		if text := k.tell(event, who); !own && !text.IsZero() {
			told = append(told, text)
		}
	}
	return told
}

// tell returns an event as a sentence, or the zero Text if it needs none.
func (k *Kind) tell(event codebreak.Event, who prose.People) prose.Text {
	switch event.Kind {
	case codebreak.EventSet:
		return who.Say(event.Seat, "You made your code.", "{name} made a code.")
	case codebreak.EventRow:
		return k.tellRow(event.Seat, event.Round, codebreak.Row{Guess: event.Code, Pegs: event.Pegs}, who)
	case codebreak.EventCracked:
		return who.Say(event.Seat, "You cracked the code!", "{name} cracked the code!")
	case codebreak.EventTimedOut:
		return who.Say(event.Seat, "You ran out of time.", "{name} ran out of time.")
	case codebreak.EventResigned:
		return who.Say(event.Seat, "You resigned.", "{name} resigned.")
	case codebreak.EventWon:
		return who.Say(event.Seat, "You won.", "{name} won.")
	case codebreak.EventDraw:
		return prose.T("It is a draw.")
	case codebreak.EventCode:
		return who.Say(event.Seat, "Your code was {code}.", "{name} had the code {code}.", k.spell(event.Code))
	case codebreak.EventGuessed, codebreak.EventRound:
	}
	return prose.Text{}
}

// tellRow describes a row of a seat's board by its number, from 1.
func (k *Kind) tellRow(seat engine.Seat, number int, row codebreak.Row, who prose.People) prose.Text {
	if row.Guess == "" {
		return who.Say(seat, "You did not guess: row {n} stays empty.", "{name} did not guess: row {n} stays empty.", prose.N(number))
	}
	return who.Say(seat, "You guessed {code} in row {n}: {pegs}.", "{name} guessed {code} in row {n}: {pegs}.",
		k.spell(row.Guess), prose.N(number), prose.Sub(k.Counts(row.Pegs)))
}

// tellOwn describes the reader's own code and the answers to their guesses, which they see before
// both rows are complete.
func (k *Kind) tellOwn(table Table, scene prose.Scene) []prose.Text {
	if table.Seat < 0 {
		return nil
	}
	return k.tellBoard(table.Boards[table.Seat], scene.People())
}

// tellTable describes what is particular to the game, and both boards, the reader's own last.
func (k *Kind) tellTable(table Table, scene prose.Scene) []prose.Text {
	told := k.About(table)
	for i := range table.Boards {
		seat := (max(table.Seat, 0) + 1 + engine.Seat(i)) % engine.Seat(len(table.Boards))
		told = append(told, k.tellBoard(table.Boards[seat], scene.People())...)
	}
	return told
}

// tellBoard describes a seat's guesses, and the code that the seat made if the reader may know it.
func (k *Kind) tellBoard(one Board, who prose.People) []prose.Text {
	var told []prose.Text
	if one.Code != "" {
		told = append(told, who.Say(one.Seat, "Your code is {code}.", "{name} has the code {code}.", k.spell(one.Code)))
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

// tellRefused describes what can be typed instead of a refused action.
func (k *Kind) tellRefused(refusal *engine.Refusal, table Table, scene prose.Scene) prose.Text {
	text := k.refused(refusal, scene.People())
	switch may := k.tellGrammar(table, scene); {
	case !text.IsZero():
		return text
	case k.Example != nil:
		return k.Example(refusal)
	case len(may) > 0 && (refusal.Code == engine.NotAnAction || refusal.Code == engine.NotLegal):
		return may[0]
	}
	return prose.Text{}
}

// refused returns the text of a refusal, on a screen and in text mode.
func (k *Kind) refused(refusal *engine.Refusal, who prose.People) prose.Text {
	switch refusal.Format {
	case codebreak.RefusedMade:
		return prose.T("You have made your code. Waiting for {name}.", who.Name(engine.Arg[engine.Seat](refusal, 0)))
	case codebreak.RefusedGuessed:
		return prose.T("You have guessed. Waiting for {name}.", who.Name(engine.Arg[engine.Seat](refusal, 0)))
	}
	return prose.Text{}
}

// spell returns the names of the symbols in a code, or the code itself if symbols have no names.
func (k *Kind) spell(code string) prose.Arg {
	if k.Name == nil {
		return prose.Literal(code)
	}
	names := make([]prose.Text, len(code))
	for i := range names {
		names[i] = k.Name(code[i])
	}
	return prose.List(names)
}

// Named returns symbols with their names, such as "r red, g green".
func (k *Kind) Named(symbols string) prose.Arg {
	names := make([]prose.Text, len(symbols))
	for i := range names {
		names[i] = prose.T("{letter} {colour}", prose.Literal(symbols[i:i+1]), prose.Sub(k.Name(symbols[i])))
	}
	return prose.List(names)
}

// help describes the keys of symbols.
func (k *Kind) help(symbols string) prose.Text {
	if k.Name == nil {
		return k.Put
	}
	return prose.T("{colours}", k.Named(symbols))
}
