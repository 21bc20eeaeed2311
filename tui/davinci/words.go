package davinci

import (
	"strconv"
	"strings"
	"unicode"

	"parlor/engine"
	game "parlor/engine/davinci"
)

// people turns seats into words, seen from one seat; that of a watcher is
// nobody's.
type people struct {
	names []string
	you   engine.Seat
}

// subject begins a sentence: "You" or "bo".
func (p people) subject(seat engine.Seat) string {
	if p.isYou(seat) {
		return "You"
	}
	return p.name(seat)
}

// object stands within a sentence: "you" or "bo".
func (p people) object(seat engine.Seat) string {
	if p.isYou(seat) {
		return "you"
	}
	return p.name(seat)
}

// be follows either: " are" or " is".
func (p people) be(seat engine.Seat) string {
	if p.isYou(seat) {
		return " are"
	}
	return " is"
}

// whose is "your" or "bo's".
func (p people) whose(seat engine.Seat) string {
	if p.isYou(seat) {
		return "your"
	}
	return p.name(seat) + "'s"
}

func (p people) isYou(seat engine.Seat) bool { return seat >= 0 && seat == p.you }

func (p people) name(seat engine.Seat) string {
	if seat < 0 || int(seat) >= len(p.names) || p.names[seat] == "" {
		return "seat " + seat.String()
	}
	return clean(p.names[seat])
}

// list is "bo, cy and you".
func (p people) list(seats []engine.Seat) string {
	words := make([]string, len(seats))
	for i, seat := range seats {
		words[i] = p.object(seat)
	}
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// clean takes out what could move the cursor or turn the direction of text.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == unicode.ReplacementChar {
			return -1
		}
		return r
	}, text)
}

// ordinal is "1st", "2nd", "3rd", "4th".
func ordinal(n int) string {
	suffix := "th"
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return strconv.Itoa(n) + suffix
}

// count is "1 tile", "2 tiles".
func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return strconv.Itoa(n) + " " + what
}

// points is "1 point", "2.5 points".
func points(p float64) string {
	text := strconv.FormatFloat(p, 'f', -1, 64)
	if text == "1" {
		return "1 point"
	}
	return text + " points"
}

// face is what stands on a tile: "7", "?" or a dash for the joker.
func face(value game.Value) string {
	if value == game.Joker {
		return "–"
	}
	return value.String()
}

// letter tells the colours apart without colour.
func letter(color game.Color) string {
	if color == game.Black {
		return "B"
	}
	return "W"
}
