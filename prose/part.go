package prose

import (
	"slices"

	"parlor/engine"
)

// Part is one of the things for which a game gives points, with the points that each seat got for it.
type Part struct {
	For    Text      // such as "right guesses"
	Points []float64 // by seat
}

// Sum returns the parts that add up to each seat's points in the game that has just
// ended, without parts that gave no points. It returns nil if they are not known, or if
// the game has none.
func (n Narrator) Sum(scene Scene) []Part {
	if n.Parts == nil {
		return nil
	}
	return slices.DeleteFunc(n.Parts(scene), func(part Part) bool {
		return !slices.ContainsFunc(part.Points, func(points float64) bool { return points != 0 })
	})
}

// Sums describes for each seat what its points are made of, if they have more than one part.
func (p People) Sums(parts []Part) (told []Text) {
	seats := 0
	for _, part := range parts {
		seats = max(seats, len(part.Points))
	}
	for seat := range seats {
		total, addends := 0.0, []Text(nil)
		for _, part := range parts {
			if points := part.Points[seat]; points != 0 {
				total += points
				addends = append(addends, T("{part} {points}", Sub(part.For), Points(points)))
			}
		}
		if len(addends) > 1 {
			told = append(told, p.Say(engine.Seat(seat), "Your points, {points}: {parts}.", "{name}'s points, {points}: {parts}.", Points(total), List(addends)))
		}
	}
	return told
}
