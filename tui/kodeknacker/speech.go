package kodeknacker

import (
	"strconv"
	"strings"

	"parlor/engine"
	game "parlor/engine/kodeknacker"
	"parlor/tui"
)

// words say the table without a screen.
func narrator() tui.Narrator {
	return tui.Narrator{Game: tui.Telling(sayEvents), Own: sayOwn, Table: sayTable, Grammar: sayGrammar}
}

func sayEvents(events []game.Event, who tui.People) []string {
	var told []string
	for _, event := range events {
		text := say(event, who)
		if text == "" {
			text = sayRow(event, who)
		}
		if text != "" {
			told = append(told, stop(text))
		}
	}
	return told
}

// sayRow tells a row or a code; the screen shows these on the boards.
func sayRow(event game.Event, who tui.People) string {
	switch {
	case event.Kind == game.EventCode:
		return who.WhoseFirst(event.Seat) + " code was " + spell(event.Code)
	case event.Kind != game.EventRow || who.IsYou(event.Seat):
		return "" // the own row is heard at once
	case event.Code == "":
		return who.Subject(event.Seat) + " made no guess"
	}
	return who.Subject(event.Seat) + " guessed " + spell(event.Code) + ": " + strconv.Itoa(event.Pegs.Black) + " black, " +
		strconv.Itoa(event.Pegs.White) + " white"
}

// spell is the colours of a code: "red, green, blue".
func spell(code string) string {
	names := make([]string, 0, len(code))
	for i := range len(code) {
		at := strings.IndexByte(game.Letters(len(game.ColorNames())), code[i])
		if at < 0 {
			return code
		}
		names = append(names, game.ColorNames()[at])
	}
	return strings.Join(names, ", ")
}

// stop ends a sentence that does not end yet.
func stop(text string) string {
	if text == "" || strings.ContainsAny(text[len(text)-1:], ".!") {
		return text
	}
	return text + "."
}

// sayOwn tells the own code and the answers to the own guesses, which come
// before the round ends.
func sayOwn(scene tui.Scene) []string {
	view, ok := scene.View.Table.(game.View)
	if !ok || view.Seat < 0 {
		return nil
	}
	return sayBoard(view.Boards[view.Seat], tui.PeopleOf(scene))
}

// sayTable tells both boards, the reader's own last.
func sayTable(scene tui.Scene) []string {
	view, ok := scene.View.Table.(game.View)
	if !ok {
		return nil
	}
	who := tui.PeopleOf(scene)
	told := []string{
		tui.Count(view.Positions, "place") + ", " + tui.Count(view.Rows, "row") + ", and " + tui.Count(view.Colors, "colour") + ": " + colorText(view.Colors) + ".",
		"Black counts the right colour in the right place, white the right colour in a wrong place.",
	}
	for i := range view.Boards {
		seat := (max(view.Seat, 0) + 1 + engine.Seat(i)) % engine.Seat(len(view.Boards))
		told = append(told, sayBoard(view.Boards[seat], who)...)
	}
	return told
}

func sayBoard(one game.Board, who tui.People) []string {
	var told []string
	if one.Code != "" {
		told = append(told, who.WhoseFirst(one.Seat)+" code is "+spell(one.Code)+".")
	}
	for i, row := range one.Guesses {
		head := who.WhoseFirst(one.Seat) + " guess " + strconv.Itoa(i+1) + ": "
		if row.Guess == "" {
			told = append(told, head+"none.")
			continue
		}
		told = append(told, head+spell(row.Guess)+". "+strconv.Itoa(row.Black)+" black, "+strconv.Itoa(row.White)+" white.")
	}
	return told
}

// colorText is "r red, g green, b blue".
func colorText(n int) string {
	colors := make([]string, n)
	for i, name := range game.ColorNames()[:n] {
		colors[i] = string(game.Letters(n)[i]) + " " + name
	}
	return strings.Join(colors, ", ")
}

// sayGrammar tells what can be typed.
func sayGrammar(scene tui.Scene) []string {
	b := &board{}
	b.See(scene)
	if !b.active() {
		return nil
	}
	example := strings.Repeat(game.Letters(b.view.Colors), 2)[:b.view.Positions]
	if b.view.Phase == game.PhaseSet {
		return []string{
			"Make your secret code of " + tui.Count(b.view.Positions, "colour") + ": type code and the letters, such as code " + example + ".",
			"The letters are " + colorText(b.view.Colors) + ".",
		}
	}
	return []string{
		"Guess " + strconv.Itoa(b.view.Round) + " of " + strconv.Itoa(b.view.Rows) + ": type guess and " +
			tui.Count(b.view.Positions, "letter") + ", such as guess " + example + ".",
	}
}
