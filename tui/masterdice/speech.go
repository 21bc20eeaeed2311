package masterdice

import (
	"strings"

	"parlor/engine"
	game "parlor/engine/masterdice"
	"parlor/tui"
)

// words say the table without a screen.
func narrator() tui.Narrator {
	return tui.Narrator{Game: tui.Telling(sayEvents), Own: sayOwn, Table: sayTable, Grammar: sayGrammar}
}

func sayEvents(events []game.Event, who tui.People) []string {
	told := make([]string, len(events))
	for i, event := range events {
		told[i] = stop(say(event, who, spoken()))
	}
	return told
}

// stop ends a sentence that does not end yet.
func stop(text string) string {
	if text == "" || strings.ContainsAny(text[len(text)-1:], ".!") {
		return text
	}
	return text + "."
}

// sayOwn tells of the own board in a duel; in a classic game events do.
func sayOwn(scene tui.Scene) []string {
	view, ok := scene.View.Table.(game.View)
	if !ok || view.Mode != game.Duel || view.Seat < 0 {
		return nil
	}
	return sayBoard(view.Boards[view.Seat], tui.PeopleOf(scene))
}

// sayTable tells every board, row by row.
func sayTable(scene tui.Scene) []string {
	view, ok := scene.View.Table.(game.View)
	if !ok {
		return nil
	}
	var told []string
	for _, one := range view.Boards {
		told = append(told, sayBoard(one, tui.PeopleOf(scene))...)
	}
	return told
}

func sayBoard(one game.Board, who tui.People) []string {
	told := []string{who.Subject(one.Solver) + " " + who.Verb(one.Solver, "look", "looks") + " for a code of four dice: blue, red, yellow, green."}
	if one.Code != (game.Line{}) {
		told = append(told, "The code is "+lineWords(one.Code)+".")
	}
	if !one.Open {
		told = append(told, who.Subject(one.Solver)+" "+who.Verb(one.Solver, "have", "has")+" used "+tui.Count(one.RowsUsed, "row")+".")
	}
	for i, row := range one.Rows {
		told = append(told, "Row "+itoa(i+1)+": "+lineWords(row.Cells)+". "+itoa(row.Equal)+" equal, "+itoa(row.High)+" too high, "+itoa(row.Low)+" too low.")
	}
	if one.Outcome != game.Unsolved {
		return append(told, sayOutcome(one, who))
	}
	if one.Open {
		told = append(told, "White dice left: "+itoa(one.DiceLeft)+". A right answer is worth "+tui.Count(one.ScoreNow, "point")+" now.")
	}
	if len(one.Rolled) > 0 {
		told = append(told, "Rolled: "+numbers(one.Rolled)+".")
	}
	return told
}

func sayOutcome(one game.Board, who tui.People) string {
	whose := who.WhoseFirst(one.Solver)
	switch one.Outcome {
	case game.Right:
		return whose + " answer was right: " + tui.Count(one.Points, "point") + "."
	case game.Wrong:
		return whose + " answer, " + lineWords(one.Answer) + ", was wrong."
	case game.Resigned:
		return who.Subject(one.Solver) + " resigned."
	case game.Conceded:
		return "The maker of the code resigned."
	}
	return who.Subject(one.Solver) + " " + who.Verb(one.Solver, "have", "has") + " answered."
}

// numbers is "3, 5, 5".
func numbers(values []int) string {
	said := make([]string, len(values))
	for i, value := range values {
		said[i] = itoa(value)
	}
	return strings.Join(said, ", ")
}

// sayGrammar tells what can be typed.
func sayGrammar(scene tui.Scene) []string {
	b := &board{}
	b.See(scene)
	mine, _ := b.mine()
	if !b.active() {
		return nil
	}
	const solve = "solve and the four values for blue, red, yellow and green, such as solve 1 2 3 4."
	switch mine.Phase {
	case game.PhaseRoll:
		return []string{
			"Your turn: row " + itoa(mine.RowsUsed+1) + ", white dice left " + itoa(mine.DiceLeft) + ", a right answer is worth " +
				tui.Count(mine.ScoreNow, "point") + " now.",
			"Type roll, or " + solve,
		}
	case game.PhasePlace:
		example := game.Line{}
		example[0] = mine.Rolled[0]
		if len(mine.Rolled) > 1 {
			example[2] = mine.Rolled[1]
		}
		return []string{
			"Put one to four of the rolled dice on row " + itoa(mine.RowsUsed+1) + ", by the letters of the columns, b, r, y and g. " +
				engine.Capital(string(game.Place(example))) + " puts " + lineWords(example) + ".",
		}
	}
	return []string{"No attempt is left: type " + solve}
}
