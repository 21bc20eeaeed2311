package masterdice

import (
	"strconv"
	"strings"

	"parlor/engine"
	game "parlor/engine/masterdice"
	"parlor/prose"
	"parlor/tui/board"
)

func tellEvents(events []game.Event, who prose.People) []prose.Text {
	told := make([]prose.Text, len(events))
	for i, event := range events {
		told[i] = tell(event, who, inWords)
	}
	return told
}

// notation returns the dice of a row and the answer to it as text.
type notation func(game.Row) (dice, counts prose.Arg)

// tell returns an event as a sentence.
func tell(event game.Event, who prose.People, how notation) prose.Text {
	switch event.Kind {
	case game.EventRolled:
		return tellRolled(event.Seat, event.Dice[:event.Dice.Dice()], who)
	case game.EventPlaced:
		dice, counts := how(event.Row)
		return who.Say(event.Seat, "You tried {dice}: {counts}.", "{name} tried {dice}: {counts}.", dice, counts)
	case game.EventUsed:
		return who.Say(event.Seat, "You used row {n}.", "{name} used row {n}.", prose.N(event.Number))
	case game.EventFinished:
		return tellFinished(event.Seat, who)
	case game.EventTimedOut:
		return who.Say(event.Seat, "You ran out of time.", "{name} ran out of time.")
	case game.EventResigned:
		return tellResigned(event.Seat, who)
	case game.EventSolved:
		return tellSolved(event.Seat, event.Dice, event.Right, who)
	case game.EventCode:
		return who.Say(event.Seat, "Your code was {code}.", "{name} had the code {code}.", digits(event.Dice[:]))
	}
	return prose.Text{}
}

func tellRolled(seat engine.Seat, dice []int, who prose.People) prose.Text {
	return who.Say(seat, "You rolled {dice}.", "{name} rolled {dice}.", digits(dice))
}

func tellFinished(seat engine.Seat, who prose.People) prose.Text {
	return who.Say(seat, "You gave your answer.", "{name} gave an answer.")
}

func tellResigned(seat engine.Seat, who prose.People) prose.Text {
	return who.Say(seat, "You resigned.", "{name} resigned.")
}

func tellSolved(seat engine.Seat, answer game.Line, right bool, who prose.People) prose.Text {
	if right {
		return who.Say(seat, "You answered {code}: right.", "{name} answered {code}: right.", digits(answer[:]))
	}
	return who.Say(seat, "You answered {code}: wrong.", "{name} answered {code}: wrong.", digits(answer[:]))
}

// tellOwn describes the own board in a duel. In a classic game, the events do.
func tellOwn(view game.View, scene prose.Scene) []prose.Text {
	if view.Mode != game.Duel || view.Seat < 0 {
		return nil
	}
	return tellBoard(view.Boards[view.Seat], scene.People())
}

// tellTable describes every board, row by row.
func tellTable(view game.View, scene prose.Scene) []prose.Text {
	var told []prose.Text
	for _, one := range view.Boards {
		told = append(told, tellBoard(one, scene.People())...)
	}
	return told
}

func tellBoard(one game.Board, who prose.People) []prose.Text {
	told := []prose.Text{who.Say(one.Solver, "You solve a code of four dice: blue, red, yellow, green.",
		"{name} solves a code of four dice: blue, red, yellow, green.")}
	if one.Code != (game.Line{}) {
		told = append(told, prose.T("The code is {code}.", inColours(one.Code)))
	}
	if !one.Open {
		told = append(told, who.Count(one.Solver, "You have used {n} row.", "You have used {n} rows.",
			"{name} has used {n} row.", "{name} has used {n} rows.", prose.N(one.RowsUsed)))
	}
	for i, row := range one.Rows {
		dice, counts := inWords(row)
		told = append(told, prose.T("Row {n}: {dice}; {counts}.", prose.N(i+1), dice, counts))
	}
	if one.Outcome != game.Unsolved {
		return append(told, tellOutcome(one, who)...)
	}
	if one.Open {
		told = append(told, prose.T("White dice left: {n}.", prose.N(one.DiceLeft)), tellWorth(one))
	}
	if len(one.Rolled) > 0 {
		told = append(told, tellRolled(one.Solver, one.Rolled, who))
	}
	return told
}

func tellWorth(one game.Board) prose.Text {
	return prose.C("A right answer is worth {n} point now.", "A right answer is worth {n} points now.", prose.N(one.ScoreNow))
}

// tellOutcome describes the result of a board.
func tellOutcome(one game.Board, who prose.People) []prose.Text {
	points := who.Count(one.Solver, "You get {n} point.", "You get {n} points.", "{name} gets {n} point.", "{name} gets {n} points.",
		prose.N(one.Points))
	switch one.Outcome {
	case game.Right:
		return []prose.Text{tellSolved(one.Solver, one.Answer, true, who), points}
	case game.Wrong:
		return []prose.Text{tellSolved(one.Solver, one.Answer, false, who)}
	case game.Resigned:
		return []prose.Text{tellResigned(one.Solver, who)}
	case game.Conceded:
		return []prose.Text{tellResigned(1-one.Solver, who), points}
	}
	return []prose.Text{tellFinished(one.Solver, who)}
}

// tellGrammar describes what can be typed.
func tellGrammar(view game.View, scene prose.Scene) []prose.Text {
	if !board.Asked(scene) {
		return nil
	}
	one := boardOf(view, view.Seat)
	row, verb := prose.N(one.RowsUsed+1), prose.Literal("solve")
	example := prose.Literal(string(game.Solve(game.Line{1, 2, 3, 4})))
	switch one.Phase {
	case game.PhaseRoll:
		return []prose.Text{
			prose.T("Your turn: row {n} of {rows}, white dice left: {dice}.", row, prose.N(game.MaxRows), prose.N(one.DiceLeft)),
			tellWorth(one),
			prose.T("Type {roll}, or {solve} and the values of blue, red, yellow and green, such as {example}.",
				prose.Literal(string(game.Roll)), verb, example),
		}
	case game.PhasePlace:
		line := game.Line{}
		line[game.Blue] = one.Rolled[0]
		if len(one.Rolled) > 1 {
			line[game.Yellow] = one.Rolled[1]
		}
		return []prose.Text{
			prose.T("Place one to four of the rolled dice on row {n}.", row),
			prose.T("Type {place} and the dice, each as the letter of its column ({letters}) and its value, such as {example}.",
				prose.Literal("place"), prose.List(prose.Literals(strings.Split(letters, ""))), prose.Literal(string(game.Place(line)))),
		}
	}
	return []prose.Text{
		prose.T("You have to solve now: type {solve} and the values of blue, red, yellow and green, such as {example}.", verb, example),
	}
}

// boardOf returns the board of a solver in a view, or an empty one.
func boardOf(view game.View, solver engine.Seat) game.Board {
	for _, one := range view.Boards {
		if one.Solver == solver {
			return one
		}
	}
	return game.Board{}
}

// letters holds the letters of the columns.
const letters = "bryg"

// inWords returns texts such as "blue 3, yellow 5" and "1 right, 1 too high, 0 too low".
func inWords(row game.Row) (dice, counts prose.Arg) {
	return inColours(row.Cells), prose.Sub(prose.T("{right} right, {high} too high, {low} too low",
		prose.N(row.Equal), prose.N(row.High), prose.N(row.Low)))
}

// inSymbols returns texts such as "b3 y5" and "=1 ▼1 ▲0".
func inSymbols(row game.Row) (dice, counts prose.Arg) {
	var cells []string
	for column, value := range row.Cells {
		if value != 0 {
			cells = append(cells, letters[column:column+1]+strconv.Itoa(value))
		}
	}
	judged := []string{"=" + strconv.Itoa(row.Equal), "▼" + strconv.Itoa(row.High), "▲" + strconv.Itoa(row.Low)}
	return prose.Literal(strings.Join(cells, " ")), prose.Literal(strings.Join(judged, " "))
}

// inColours returns the dice of a line with their columns, such as "blue 3, yellow 5".
func inColours(line game.Line) prose.Arg {
	var dice []prose.Text
	for at, value := range line {
		if value != 0 {
			dice = append(dice, prose.T("{colour} {value}", prose.Sub(colour(game.Column(at))), prose.N(value)))
		}
	}
	return prose.List(dice)
}

// digits returns values in order, such as "3 5 5 1".
func digits(values []int) prose.Arg {
	said := make([]string, len(values))
	for i, value := range values {
		said[i] = strconv.Itoa(value)
	}
	return prose.Literal(strings.Join(said, " "))
}

// colour returns the name of a column.
func colour(column game.Column) prose.Text {
	switch column {
	case game.Blue:
		return prose.T("blue")
	case game.Red:
		return prose.T("red")
	case game.Yellow:
		return prose.T("yellow")
	default:
		return prose.T("green")
	}
}
