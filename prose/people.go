package prose

import (
	"slices"

	"parlor/engine"
)

// People holds the names of the people at a table, as one reader sees them.
type People struct {
	Names []string    // by seat
	You   engine.Seat // the reader's seat; engine.Watcher if they have none
	// Substitutes reports by seat whether a bot acts for its player; nil if none does.
	Substitutes []bool
}

// IsYou reports whether a seat is the reader's own, and no bot acts for them.
func (p People) IsYou(seat engine.Seat) bool {
	return seat >= 0 && seat == p.You && !p.substituted(seat)
}

func (p People) substituted(seat engine.Seat) bool {
	return int(seat) < len(p.Substitutes) && p.Substitutes[seat]
}

// Name returns the name of a seat's player, even if that is the reader.
func (p People) Name(seat engine.Seat) Arg {
	if seat < 0 || int(seat) >= len(p.Names) || p.Names[seat] == "" {
		return Sub(T("seat {n}", N(int(seat)+1)))
	}
	if p.substituted(seat) {
		return Sub(T("bot for {name}", Name(p.Names[seat])))
	}
	return Name(p.Names[seat])
}

// Say returns a sentence about a seat: you if it is the reader's, or else other, whose
// first placeholder is the name. args are the further arguments of both.
func (p People) Say(seat engine.Seat, you, other string, args ...Arg) Text {
	if p.IsYou(seat) {
		return T(you, args...)
	}
	return T(other, append([]Arg{p.Name(seat)}, args...)...)
}

// Count is like Say, for sentences with a number: yours and others are the forms for numbers other than one.
func (p People) Count(seat engine.Seat, you, yours, other, others string, args ...Arg) Text {
	if p.IsYou(seat) {
		return C(you, yours, args...)
	}
	return C(other, others, append([]Arg{p.Name(seat)}, args...)...)
}

// Who returns the players of seats for a list, the reader as "you".
func (p People) Who(seats []engine.Seat) []Text {
	texts := make([]Text, len(seats))
	for i, seat := range seats {
		texts[i] = p.Say(seat, "you", "{name}")
	}
	return texts
}

// Waits returns a sentence that names the players that the table waits for, or the zero Text if it
// waits for no one but the reader.
func (p People) Waits(toMove []engine.Seat) Text {
	others := slices.DeleteFunc(slices.Clone(toMove), p.IsYou)
	if len(others) == 0 {
		return Text{}
	}
	return T("Waiting for {names}.", And(p.Who(others)))
}
