package davinci

// gaps lists where a tile may go in a rack: gap 0 is left of the first tile.
// There is always one. A joker in its place never moves, so numbers go round
// it (rules.md §1, "Where a tile may go").
func gaps(rack []tile, t tile, strict bool) []int {
	if t.value == Joker {
		return jokerGaps(rack, strict)
	}
	return numberGaps(rack, t, strict)
}

func jokerGaps(rack []tile, strict bool) []int {
	var legal []int
	for gap := range len(rack) + 1 {
		if strict && consecutive(numberBefore(rack, gap), numberAfter(rack, gap)) {
			continue
		}
		legal = append(legal, gap)
	}
	return legal
}

// numberGaps: between the next lower and the next higher number there are only
// jokers. Under strict, those that would put one of these jokers into a
// forbidden place are left out, unless that leaves none.
func numberGaps(rack []tile, t tile, strict bool) []int {
	low, high := 0, len(rack)
	for i, other := range rack {
		if other.value == Joker {
			continue
		}
		if other.order() > t.order() {
			high = i
			break
		}
		low = i + 1
	}
	var all, good []int
	for gap := low; gap <= high; gap++ {
		all = append(all, gap)
		jokerLeft := gap > low && consecutive(numberBefore(rack, low), &t)
		jokerRight := gap < high && consecutive(&t, numberAfter(rack, high))
		if !jokerLeft && !jokerRight {
			good = append(good, gap)
		}
	}
	if strict && len(good) > 0 {
		return good
	}
	return all
}

// numberBefore is the nearest number left of a gap, nil where there is none.
func numberBefore(rack []tile, gap int) *tile {
	for i := gap - 1; i >= 0; i-- {
		if rack[i].value != Joker {
			return &rack[i]
		}
	}
	return nil
}

// numberAfter is the nearest number right of a gap, nil where there is none.
func numberAfter(rack []tile, gap int) *tile {
	for i := gap; i < len(rack); i++ {
		if rack[i].value != Joker {
			return &rack[i]
		}
	}
	return nil
}

// consecutive says whether two numbers follow each other in one colour: no
// joker may stand between them under the FR sheet.
func consecutive(left, right *tile) bool {
	return left != nil && right != nil && left.color == right.color && right.value == left.value+1
}
