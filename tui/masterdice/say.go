package masterdice

import (
	"fmt"
	"strconv"
	"strings"

	"parlor/engine"
	game "parlor/engine/masterdice"
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

// say is an event as a sentence. What it does not understand stays as it is.
func (b *board) say(event engine.Event) string {
	words := strings.Fields(string(event))
	if len(words) < 2 {
		return string(event)
	}
	seat, err := engine.ParseSeat(words[0])
	if err != nil {
		return string(event)
	}
	who, rest := b.people.Subject(seat), words[2:]
	switch words[1] {
	case "rolled":
		return who + " rolled " + strings.Join(rest, " ") + "."
	case "placed":
		return b.sayPlaced(who, rest, string(event))
	case "used":
		return who + " used " + strings.Join(rest, " ") + "."
	case "finished":
		return who + " answered."
	case "timed_out":
		return "Time ran out for " + b.people.List([]engine.Seat{seat}) + "."
	case "resigned":
		return who + " resigned."
	case "solved":
		return fmt.Sprintf("%s answered %s: %s.", who, strings.Join(rest[:len(rest)-1], " "), rest[len(rest)-1])
	case "code":
		if b.people.IsYou(seat) {
			return "Your code was " + strings.Join(rest, " ") + "."
		}
		return who + "'s code was " + strings.Join(rest, " ") + "."
	}
	return string(event)
}

// sayPlaced tells "2 b3 y5 equal 1 high 1 low 0".
func (b *board) sayPlaced(who string, rest []string, event string) string {
	var cells, counts []string
	for i := 1; i < len(rest); i++ {
		switch rest[i] {
		case "equal", "high", "low":
			if i+1 == len(rest) {
				return event
			}
			counts = append(counts, map[string]string{"equal": "=", "high": "▼", "low": "▲"}[rest[i]]+rest[i+1])
			i++
		default:
			cells = append(cells, rest[i])
		}
	}
	return fmt.Sprintf("%s put %s: %s", who, strings.Join(cells, " "), strings.Join(counts, " "))
}
