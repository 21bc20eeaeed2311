package kodeknacker

import (
	"strings"

	"parlor/engine"
	game "parlor/engine/kodeknacker"
	"parlor/prose"
	"parlor/tui/board"
)

// tellEvents tells all but the reader's own rows, which tellOwn tells before the
// row of both is complete.
func tellEvents(events []game.Event, who prose.People) []prose.Text {
	var told []prose.Text
	for _, event := range events {
		own := event.Kind == game.EventRow && who.IsYou(event.Seat)
		if text := tell(event, who); !own && !text.IsZero() {
			told = append(told, text)
		}
	}
	return told
}

// tell is an event as a sentence; the zero Text for what needs no words.
func tell(event game.Event, who prose.People) prose.Text {
	switch event.Kind {
	case game.EventSet:
		return who.Say(event.Seat, "You made your code.", "{name} made a code.")
	case game.EventRow:
		return tellRow(event.Seat, event.Round, game.Row{Guess: event.Code, Pegs: event.Pegs}, who)
	case game.EventCracked:
		return who.Say(event.Seat, "You cracked the code!", "{name} cracked the code!")
	case game.EventTimedOut:
		return who.Say(event.Seat, "You ran out of time.", "{name} ran out of time.")
	case game.EventResigned:
		return who.Say(event.Seat, "You resigned.", "{name} resigned.")
	case game.EventWon:
		return who.Say(event.Seat, "You won.", "{name} won.")
	case game.EventDraw:
		return prose.T("It is a draw.")
	case game.EventCode:
		return who.Say(event.Seat, "Your code was {code}.", "{name} had the code {code}.", spell(event.Code))
	case game.EventGuessed, game.EventRound:
	}
	return prose.Text{}
}

// tellRow tells the row with a number, from 1, of a seat's board.
func tellRow(seat engine.Seat, number int, row game.Row, who prose.People) prose.Text {
	if row.Guess == "" {
		return who.Say(seat, "You did not guess: row {n} stays empty.", "{name} did not guess: row {n} stays empty.", prose.N(number))
	}
	pegs := prose.T("{black} black, {white} white", prose.N(row.Black), prose.N(row.White))
	return who.Say(seat, "You guessed {code} in row {n}: {pegs}.", "{name} guessed {code} in row {n}: {pegs}.",
		spell(row.Guess), prose.N(number), prose.Sub(pegs))
}

// tellOwn tells the own code and the answers to the own guesses, which come
// before the row of both is complete.
func tellOwn(view game.View, scene prose.Scene) []prose.Text {
	if view.Seat < 0 {
		return nil
	}
	return tellBoard(view.Boards[view.Seat], scene.People())
}

// tellTable tells the sizes and both boards, the reader's own last.
func tellTable(view game.View, scene prose.Scene) []prose.Text {
	told := []prose.Text{
		prose.C("A code has {n} place.", "A code has {n} places.", prose.N(view.Positions)),
		prose.C("Each player has {n} row for guesses.", "Each player has {n} rows for guesses.", prose.N(view.Rows)),
		prose.C("There is {n} colour: {colours}.", "There are {n} colours: {colours}.", prose.N(view.Colors), lettered(view.Colors)),
		prose.T("A black peg is a right colour in the right place, a white peg one in the wrong place."),
	}
	for i := range view.Boards {
		seat := (max(view.Seat, 0) + 1 + engine.Seat(i)) % engine.Seat(len(view.Boards))
		told = append(told, tellBoard(view.Boards[seat], scene.People())...)
	}
	return told
}

// tellBoard tells the code that a seat made, where the reader may know it, and
// the seat's guesses.
func tellBoard(one game.Board, who prose.People) []prose.Text {
	var told []prose.Text
	if one.Code != "" {
		told = append(told, who.Say(one.Seat, "Your code is {code}.", "{name} has the code {code}.", spell(one.Code)))
	}
	for i, row := range one.Guesses {
		told = append(told, tellRow(one.Seat, i+1, row, who))
	}
	return told
}

// tellGrammar tells what can be typed.
func tellGrammar(view game.View, scene prose.Scene) []prose.Text {
	if !board.Asked(scene) {
		return nil
	}
	letters := game.Letters(view.Colors)
	example := strings.Repeat(letters, 2)[:view.Positions]
	if view.Phase == game.PhaseSet {
		return []prose.Text{
			prose.C("Make your secret code of {n} colour: type {verb} and the letters, such as {example}.",
				"Make your secret code of {n} colours: type {verb} and the letters, such as {example}.",
				prose.N(view.Positions), prose.Literal("code"), prose.Literal(string(game.Code(example)))),
			prose.T("The letters are {colours}.", lettered(view.Colors)),
		}
	}
	return []prose.Text{
		prose.T("Row {n} of {rows}: type {verb} and the letters, such as {example}.",
			prose.N(view.Round), prose.N(view.Rows), prose.Literal("guess"), prose.Literal(string(game.Guess(example)))),
	}
}

// tellBaffled tells that too many codes are left to work out a hint.
func tellBaffled(view game.View, _ prose.Scene) prose.Text {
	if view.Phase != game.PhasePlay || game.NewWorlds(view) != nil {
		return prose.Text{}
	}
	return prose.T("With {positions} places and {colors} colours too many codes are left to work out a hint: guess again first.", prose.N(view.Positions), prose.N(view.Colors))
}

// spell is the colours of a code: "red, green, blue".
func spell(code string) prose.Arg {
	colours := make([]prose.Text, len(code))
	for i := range colours {
		colours[i] = colour(code[i])
	}
	return prose.List(colours)
}

// lettered is the first n colours with their letters: "r red, g green".
func lettered(n int) prose.Arg {
	letters := game.Letters(n)
	colours := make([]prose.Text, n)
	for i := range colours {
		colours[i] = prose.T("{letter} {colour}", prose.Literal(letters[i:i+1]), prose.Sub(colour(letters[i])))
	}
	return prose.List(colours)
}

// colour is what a letter stands for.
func colour(letter byte) prose.Text {
	switch letter {
	case 'r':
		return prose.T("red")
	case 'g':
		return prose.T("green")
	case 'b':
		return prose.T("blue")
	case 'y':
		return prose.T("yellow")
	case 'o':
		return prose.T("orange")
	case 'p':
		return prose.T("purple")
	case 'w':
		return prose.T("white")
	case 'k':
		return prose.T("black")
	case 'c':
		return prose.T("cyan")
	case 'm':
		return prose.T("magenta")
	}
	return prose.T("{letter}", prose.Literal(string(rune(letter))))
}
