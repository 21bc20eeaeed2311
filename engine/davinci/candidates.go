package davinci

// Candidates returns the values that each hidden tile of another seat can have,
// ascending with the joker first, by all that the view tells of all racks; see
// [Worlds]. By seat and then by place; nil for tiles whose value is known, and
// for all in setup, when they have no places yet.
func Candidates(view View) [][][]Value {
	all := make([][][]Value, len(view.Racks))
	for seat, r := range view.Racks {
		all[seat] = make([][]Value, len(r.Tiles))
	}
	w := NewWorlds(view)
	if w == nil {
		return all
	}
	for i, spot := range w.constraints.spots {
		if spot.Place == 0 {
			continue // in hand
		}
		for v, chance := range w.odds[i] {
			if chance > 0 {
				all[spot.Seat][spot.Place-1] = append(all[spot.Seat][spot.Place-1], Value(v-1))
			}
		}
	}
	return all
}
