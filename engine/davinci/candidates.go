package davinci

// Candidates returns the possible values of each hidden tile of the other seats, ascending with the
// joker first, given everything in the view; see [Worlds]. They are indexed by seat and position.
// They are nil for known tiles, and for all tiles during the setup, when tiles have no positions.
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
