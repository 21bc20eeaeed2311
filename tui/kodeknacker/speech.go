package kodeknacker

import (
	"strconv"
	"strings"

	"parlor/engine"
	game "parlor/engine/kodeknacker"
	"parlor/tui"
)

// words say the table without a screen.
func words() tui.Words {
	return tui.Words{Game: sayEvents, Own: sayOwn, Turn: silence, Table: sayTable, May: sayMay}
}

func sayEvents(events []engine.Event, who tui.People) []string {
	var told []string
	for _, event := range events {
		words := strings.Fields(string(event))
		text := say(event, who)
		if text == "" && len(words) > 2 {
			seat, err := engine.ParseSeat(words[0])
			if err != nil {
				continue
			}
			text = sayRow(seat, words[1], words[2:], who)
		}
		if text != "" {
			told = append(told, stop(text))
		}
	}
	return told
}

// sayRow tells "row 2 rgbyo 2 1", "row 2 -" and "code rgbyo"; the screen shows
// these on the boards.
func sayRow(seat engine.Seat, verb string, rest []string, who tui.People) string {
	switch {
	case verb == "code":
		return who.WhoseFirst(seat) + " code was " + spell(rest[0])
	case verb == "row" && who.IsYou(seat):
		return "" // heard at once, as the own
	case verb == "row" && len(rest) == 4:
		return who.Subject(seat) + " guessed " + spell(rest[1]) + ": " + rest[2] + " black, " + rest[3] + " white"
	case verb == "row":
		return who.Subject(seat) + " made no guess"
	}
	return ""
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

// silence: what happened has told it all.
func silence(tui.Scene) []string { return nil }

// sayOwn tells the own code and the answers to the own guesses, which come
// before the round ends.
func sayOwn(scene tui.Scene) []string {
	view, ok := scene.View.Table.(game.View)
	if !ok || view.Seat < 0 {
		return nil
	}
	return sayBoard(view.Boards[view.Seat], scene.People())
}

// sayTable tells both boards, the reader's own last.
func sayTable(scene tui.Scene) []string {
	view, ok := scene.View.Table.(game.View)
	if !ok {
		return nil
	}
	who := scene.People()
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

// sayMay tells what can be typed.
func sayMay(scene tui.Scene) []string {
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
