package masterdice

import (
	"fmt"
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

// say is an event as a sentence, in one of two voices. What it does not understand stays as it is.
func say(event engine.Event, people tui.People, how voice) string {
	words := strings.Fields(string(event))
	if len(words) < 2 {
		return string(event)
	}
	seat, err := engine.ParseSeat(words[0])
	if err != nil {
		return string(event)
	}
	who, rest := people.Subject(seat), words[2:]
	switch words[1] {
	case "rolled":
		return who + " rolled " + strings.Join(rest, " ") + "."
	case "placed":
		return sayPlaced(who, rest, string(event), how)
	case "used":
		return who + " used " + strings.Join(rest, " ") + "."
	case "finished":
		return who + " answered."
	case "timed_out":
		return "Time ran out for " + people.List([]engine.Seat{seat}) + "."
	case "resigned":
		return who + " resigned."
	case "solved":
		return fmt.Sprintf("%s answered %s: %s.", who, strings.Join(rest[:len(rest)-1], " "), rest[len(rest)-1])
	case "code":
		if people.IsYou(seat) {
			return "Your code was " + strings.Join(rest, " ") + "."
		}
		return who + "'s code was " + strings.Join(rest, " ") + "."
	}
	return string(event)
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

// sayPlaced tells "2 b3 y5 equal 1 high 1 low 0".
func sayPlaced(who string, rest []string, event string, how voice) string {
	var cells, judged []string
	for i := 1; i < len(rest); i++ {
		switch rest[i] {
		case "equal", "high", "low":
			if i+1 == len(rest) {
				return event
			}
			judged = append(judged, how.count(rest[i], rest[i+1]))
			i++
		default:
			cells = append(cells, how.cell(rest[i]))
		}
	}
	return fmt.Sprintf("%s put %s: %s", who, strings.Join(cells, how.comma), strings.Join(judged, how.comma))
}
