package davinci

// Candidates are the values that each hidden tile of another seat can have,
// ascending with the joker first, given everything in the view: the tiles that
// its seat knows, the order of the racks, and what was guessed wrong. By seat
// and then by place; nil for tiles whose value is known.
func Candidates(view View) [][][]Value {
	seen := seenTiles(view)
	all := make([][][]Value, len(view.Racks))
	for i, r := range view.Racks {
		all[i] = make([][]Value, len(r.Tiles))
		if r.Seat == view.Seat || view.Phase == PhaseSetup {
			continue
		}
		for place, odds := range marginals(r.Tiles, seen, view.Jokers) {
			if r.Tiles[place].Value != Unknown {
				continue
			}
			for value := Joker; value <= MaxNumber; value++ {
				if odds[value+1] > 0 {
					all[i][place] = append(all[i][place], value)
				}
			}
		}
	}
	return all
}
