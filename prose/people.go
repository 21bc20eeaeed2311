package prose

import (
	"slices"

	"parlor/engine"
)

// People are those at a table, as one of them reads of the others.
type People struct {
	Names []string    // by seat
	You   engine.Seat // the reader's; engine.Watcher where they have none
	// Substitutes says by seat that a bot acts for its player; nil where none does.
	Substitutes []bool
}

// IsYou reports whether a seat is the reader's own, and no bot acts for them.
func (p People) IsYou(seat engine.Seat) bool {
	return seat >= 0 && seat == p.You && !p.substituted(seat)
}

func (p People) substituted(seat engine.Seat) bool {
	return int(seat) < len(p.Substitutes) && p.Substitutes[seat]
}

// Name is the name of a seat's player, also where that is the reader.
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

// Count is Say for sentences that count, each with its form for other numbers
// than one.
func (p People) Count(seat engine.Seat, you, yours, other, others string, args ...Arg) Text {
	if p.IsYou(seat) {
		return C(you, yours, args...)
	}
	return C(other, others, append([]Arg{p.Name(seat)}, args...)...)
}

// Who are seats in a list, the reader as "you".
func (p People) Who(seats []engine.Seat) []Text {
	texts := make([]Text, len(seats))
	for i, seat := range seats {
		texts[i] = p.Say(seat, "you", "{name}")
	}
	return texts
}

// Waits says which players the table waits for; nothing if only for the reader.
func (p People) Waits(toMove []engine.Seat) Text {
	others := slices.DeleteFunc(slices.Clone(toMove), p.IsYou)
	if len(others) == 0 {
		return Text{}
	}
	return T("Waiting for {names}.", And(p.Who(others)))
}
