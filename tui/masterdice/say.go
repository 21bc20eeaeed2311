package masterdice

import (
	"strconv"
	"strings"

	"parlor/engine"
	game "parlor/engine/masterdice"
	"parlor/tui"
)

func itoa(n int) string { return strconv.Itoa(n) }

// lineWords is such as "blue 3, yellow 5".
func lineWords(line game.Line) string {
	var words []string
	for column, value := range line {
		if value != 0 {
			words = append(words, game.Column(column).String()+" "+itoa(value))
		}
	}
	return strings.Join(words, ", ")
}

// say is an event as a sentence, in one of two voices.
func say(event game.Event, people tui.People, how voice) string {
	who := people.Subject(event.Seat)
	switch event.Kind {
	case game.EventRolled:
		return who + " rolled" + codeText(event.Dice[:event.Dice.Dice()]) + "."
	case game.EventPlaced:
		return sayPlaced(who, event.Row, how)
	case game.EventUsed:
		return who + " used row " + itoa(event.Number) + "."
	case game.EventFinished:
		return who + " answered."
	case game.EventTimedOut:
		return "Time ran out for " + people.List([]engine.Seat{event.Seat}) + "."
	case game.EventResigned:
		return who + " resigned."
	case game.EventSolved:
		return who + " answered" + codeText(event.Dice[:]) + ": " + map[bool]string{true: game.Right, false: game.Wrong}[event.Right] + "."
	case game.EventCode:
		if people.IsYou(event.Seat) {
			return "Your code was" + codeText(event.Dice[:]) + "."
		}
		return who + "'s code was" + codeText(event.Dice[:]) + "."
	}
	return ""
}

// voice turns the parts of a placement into text.
type voice struct {
	count func(kind, number string) string // kind is "equal", "high" or "low"
	cell  func(cell string) string         // such as "b3"
	comma string                           // between two of the same
}

// drawn is as the board shows it: "b3 y5: =1 ▼1 ▲0".
func drawn() voice {
	return voice{
		func(kind, number string) string {
			return map[string]string{"equal": "=", "high": "▼", "low": "▲"}[kind] + number
		},
		func(cell string) string { return cell }, " ",
	}
}

// spoken is in words: "blue 3, yellow 5: 1 equal, 1 too high, 0 too low".
func spoken() voice {
	return voice{
		func(kind, number string) string {
			return number + map[string]string{"equal": " equal", "high": " too high", "low": " too low"}[kind]
		},
		func(cell string) string {
			at := strings.IndexByte("bryg", cell[0])
			if at < 0 {
				return cell
			}
			return game.Column(at).String() + " " + cell[1:]
		},
		", ",
	}
}

// sayPlaced tells a row that was placed and what was told about it.
func sayPlaced(who string, row game.Row, how voice) string {
	var cells []string
	for column, value := range row.Cells {
		if value != 0 {
			cells = append(cells, how.cell("bryg"[column:column+1]+itoa(value)))
		}
	}
	judged := []string{how.count("equal", itoa(row.Equal)), how.count("high", itoa(row.High)), how.count("low", itoa(row.Low))}
	return who + " put " + strings.Join(cells, how.comma) + ": " + strings.Join(judged, how.comma)
}
