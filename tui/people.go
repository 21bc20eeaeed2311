package tui

import (
	"slices"
	"strconv"
	"strings"

	"parlor/engine"
)

// People turns seats into words, as one of them reads: "You" for the own seat.
type People struct {
	Names []string    // by seat
	You   engine.Seat // engine.Watcher where the reader has no seat
}

// PeopleOf are the people of a scene, as its reader sees them.
func PeopleOf(s Scene) People {
	if s.Watching {
		return People{Names: s.Names, You: engine.Watcher}
	}
	return People{Names: s.Names, You: s.View.Seat}
}

// IsYou says whether a seat is the reader's own.
func (p People) IsYou(seat engine.Seat) bool { return seat >= 0 && seat == p.You }

// Name is a seat's name also where it is the reader's own.
func (p People) Name(seat engine.Seat) string {
	if seat < 0 || int(seat) >= len(p.Names) || p.Names[seat] == "" {
		return "seat " + seat.String()
	}
	return p.Names[seat]
}

// Subject begins a sentence: "You" or "bo".
func (p People) Subject(seat engine.Seat) string {
	if p.IsYou(seat) {
		return "You"
	}
	return p.Name(seat)
}

// Whose is "your" or "bo's".
func (p People) Whose(seat engine.Seat) string {
	if p.IsYou(seat) {
		return "your"
	}
	return p.Name(seat) + "'s"
}

// WhoseFirst is Whose at the beginning of a sentence.
func (p People) WhoseFirst(seat engine.Seat) string {
	if p.IsYou(seat) {
		return "Your"
	}
	return p.Whose(seat)
}

// Verb is the form of a verb that fits the seat: "are" for you, "is" for bo.
func (p People) Verb(seat engine.Seat, you, other string) string {
	if p.IsYou(seat) {
		return you
	}
	return other
}

// List is "bo, cy and you".
func (p People) List(seats []engine.Seat) string {
	words := make([]string, len(seats))
	for i, seat := range seats {
		words[i] = p.Name(seat)
		if p.IsYou(seat) {
			words[i] = "you"
		}
	}
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// Waits says for whom the table waits, such as "Waiting for bo and cy."
func (p People) Waits(toMove []engine.Seat) string {
	others := slices.DeleteFunc(slices.Clone(toMove), p.IsYou)
	if len(others) == 0 {
		return ""
	}
	return "Waiting for " + p.List(others) + "."
}

// Count is "1 tile", "2 tiles".
func Count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return strconv.Itoa(n) + " " + what
}

// Points is a number of points as people write it: "7", "2½".
func Points(p float64) string {
	whole := int(p)
	if p-float64(whole) == 0.5 {
		if whole == 0 {
			return "½"
		}
		return strconv.Itoa(whole) + "½"
	}
	return strconv.FormatFloat(p, 'f', -1, 64)
}
