package davinci

import "math/bits"

// quickChance is a small and fast random source for simulated games. It depends only on its seed,
// so that moves are compared in the same games.
type quickChance uint64

// below returns a random number from 0 to n-1.
func (c *quickChance) below(n int) int {
	*c += 0x9e3779b97f4a7c15
	z := uint64(*c)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	high, _ := bits.Mul64(z^z>>31, uint64(n)) //nolint:gosec // n is above 0
	return int(high)                          //nolint:gosec // it is below n
}

// playOut plays a round to its end. Each seat uses only what it may know: the possible tiles of
// each rack by itself, and the signals of the others.
func (r *round) playOut(rule *policy, chance *quickChance) {
	for r.phase != isOver {
		switch r.phase {
		case toDraw:
			r.draw(r.minority(chance))
			r.gap = anyBit(r.gaps(), chance)
		case toShow:
			hidden := uint32(0)
			for i, one := range r.racks[r.turn].tiles[:r.racks[r.turn].n] {
				if !one.open {
					hidden |= 1 << i
				}
			}
			r.show(anyBit(hidden, chance))
		default:
			rule.look(r)
			if r.phase == toGoOn && rule.chance < goOnSignals {
				r.stop()
			} else {
				r.guess(rule.seat, rule.place, rule.id)
			}
		}
	}
}

// anyBit returns a random bit of a set, which must not be empty.
func anyBit(set uint32, chance *quickChance) int {
	if set&(set-1) != 0 {
		for range chance.below(bits.OnesCount32(set)) {
			set &= set - 1
		}
	}
	return bits.TrailingZeros32(set)
}

// minority returns the rarer colour of the rack in turn, if such a tile is left.
func (r *round) minority(chance *quickChance) Color {
	rack, whites := &r.racks[r.turn], 0
	for _, one := range rack.tiles[:rack.n] {
		whites += int(one.color)
	}
	blacks := rack.n - whites
	switch {
	case r.left[White] == 0 || r.left[Black] > 0 && blacks < whites:
		return Black
	case r.left[Black] == 0 || whites < blacks:
		return White
	}
	return [...]Color{Black, White}[chance.below(2)]
}

// A policy finds the guess that is most likely right for the seat in turn.
type policy struct {
	seat, place int
	id          tileID
	chance      float32

	// For one rack: its hidden tiles, and for each tile and number the number of ways to fill the
	// tiles up to it, and the tiles from it on.
	n       int
	places  [mostTiles]int
	can     [mostTiles]tileSet
	doubted [mostTiles]tileSet
	up      [mostTiles][numbers]float32
	down    [mostTiles][numbers]float32

	// For a rack with possible jokers: the number of ways to fill the tiles before an index with
	// numbers below the k-th unseen one, and the tiles from an index on with the other numbers,
	// by the jokers among these tiles.
	unseen       []tileID
	all          [numbers]tileID  // backing array of unseen
	joker        [mostTiles]uint8 // the joker that the tile may be, as a bit
	jokers       [mostTiles]tileID
	both         bool                        // both jokers are possible; otherwise the only one is bit 0, whatever its colour
	times        [mostTiles][numbers]float32 // weight of each number at a tile, 0 if it is impossible
	below, above [mostTiles + 1][numbers + 1]byJokers
}

// byJokers has numbers of ways by set of jokers.
type byJokers [4]float32

func (f *policy) look(r *round) {
	f.chance = -1
	unseen := r.inPlay &^ (r.open | r.own[r.turn])
	for seat := range r.seats {
		rack := &r.racks[seat]
		if seat == r.turn || rack.out {
			continue
		}
		if jokers := rack.mayHave(unseen); jokers != 0 {
			f.listWithJokers(rack, unseen, jokers)
			f.countWithJokers(seat, 1/float32(rack.n))
			continue
		}
		f.list(rack, unseen)
		f.count(seat)
	}
}

// list computes the possible numbers of each hidden tile of a rack, given the known numbers and the
// bounds of its neighbours.
func (f *policy) list(rack *rack, unseen tileSet) {
	f.n = 0
	above := ^tileSet(0)
	for i := range rack.n {
		one := &rack.tiles[i]
		if one.open {
			if one.id < firstJoker {
				above = ^(one.id.bit()<<1 - 1)
			}
			continue
		}
		can := unseen & ofColor(one.color) & above &^ one.not
		f.places[f.n], f.can[f.n], f.doubted[f.n] = i, can, one.asked
		f.n++
		above = ^(can&-can<<1 - 1)
	}
	below, at := ^tileSet(0), f.n
	for i := rack.n - 1; i >= 0; i-- {
		one := &rack.tiles[i]
		if one.open {
			if one.id < firstJoker {
				below = one.id.bit() - 1
			}
			continue
		}
		at--
		f.can[at] &= below
		below = 1<<(bits.Len32(uint32(f.can[at]))-1) - 1
	}
}

// count counts the ways to fill the rack of the last list.
func (f *policy) count(seat int) {
	last := f.n - 1
	for i := range f.n {
		ways, before := float32(0), tileSet(0)
		if i == 0 {
			ways = 1
		} else {
			before = f.can[i-1]
		}
		for set := f.can[i]; set != 0; set &= set - 1 {
			k := bits.TrailingZeros32(uint32(set))
			for ; before != 0 && bits.TrailingZeros32(uint32(before)) < k; before &= before - 1 {
				ways += f.up[i-1][bits.TrailingZeros32(uint32(before))]
			}
			f.up[i][k] = ways * f.weight(i, k)
		}
	}
	total := float32(0)
	for set := f.can[last]; set != 0; set &= set - 1 {
		total += f.up[last][bits.TrailingZeros32(uint32(set))]
	}
	for i := last; i >= 0; i-- {
		ways, behind := float32(1), tileSet(0)
		if i < last {
			ways, behind = 0, f.can[i+1]
		}
		for set := f.can[i]; set != 0; {
			k := bits.Len32(uint32(set)) - 1
			set &^= 1 << k
			for behind != 0 {
				top := bits.Len32(uint32(behind)) - 1
				if top <= k {
					break
				}
				ways += f.down[i+1][top]
				behind &^= 1 << top
			}
			f.down[i][k] = ways * f.weight(i, k)
			if chance := ways * f.up[i][k]; chance > f.chance*total {
				f.chance, f.seat, f.place, f.id = chance/total, seat, f.places[i], lowest(1<<k)
			}
		}
	}
}

// weight returns the weight of a number of a tile, by the signals of its owner.
func (f *policy) weight(i, k int) float32 {
	if f.doubted[i]>>k&1 != 0 {
		return askedSignals
	}
	return 1
}

// mayHave returns the jokers, as bits by colour, that may be among the hidden tiles.
func (k *rack) mayHave(unseen tileSet) uint8 {
	jokers := uint8(0)
	if unseen&jokersOnly != 0 {
		for i := range k.n {
			if one := &k.tiles[i]; !one.open {
				jokers |= uint8(unseen & jokersOnly & ofColor(one.color) &^ one.not >> firstJoker)
			}
		}
	}
	return jokers
}

// listWithJokers is list for racks with possible jokers, in which neighbours give weaker bounds.
func (f *policy) listWithJokers(rack *rack, unseen tileSet, jokers uint8) {
	f.n, f.both = 0, jokers == 3
	above, bounded := ^jokersOnly, 0
	for i := range rack.n {
		one := &rack.tiles[i]
		if !one.open {
			can := unseen & ofColor(one.color) &^ one.not
			f.places[f.n], f.can[f.n], f.doubted[f.n] = i, can&above, one.asked
			f.joker[f.n], f.jokers[f.n] = uint8(can>>firstJoker)&jokers, idOf(one.color, Joker)
			if jokers == 2 {
				f.joker[f.n] >>= 1
			}
			f.n++
		} else if one.id < firstJoker {
			above &= ^(one.id.bit()<<1 - 1)
			for ; bounded < f.n; bounded++ {
				f.can[bounded] &= one.id.bit() - 1
			}
		}
	}
	f.boundWithJokers()
	left := tileSet(0)
	for _, can := range f.can[:f.n] {
		left |= can
	}
	for f.unseen = f.all[:0]; left != 0; left &= left - 1 {
		id := lowest(left)
		for i := range f.n {
			times := float32(0)
			if f.can[i]>>id&1 != 0 {
				times = f.weight(i, int(id))
			}
			f.times[i][len(f.unseen)] = times
		}
		f.unseen = append(f.unseen, id)
	}
}

// boundWithJokers removes numbers that are impossible for every choice of the jokers, because the
// tiles on one side would have no numbers.
func (f *policy) boundWithJokers() {
	var from [4]tileSet // by the jokers among the tiles so far: the remaining numbers
	for set := range from {
		from[set] = jokersOnly - 1
	}
	for i := range f.n {
		f.can[i] &= from[3]
		for set := 3; set >= 0; set-- {
			first := f.can[i] & from[set]
			next := from[set] & ^(first&-first<<1 - 1)
			if first == 0 {
				next = 0
			}
			if joker := int(f.joker[i]); joker&set != 0 {
				next |= from[set&^joker]
			}
			from[set] = next
		}
	}
	for set := range from {
		from[set] = jokersOnly - 1
	}
	for i := f.n - 1; i >= 0; i-- {
		f.can[i] &= from[3]
		for set := 3; set >= 0; set-- {
			next := tileSet(0)
			if last := f.can[i] & from[set]; last != 0 {
				next = from[set] & (1<<(bits.Len32(uint32(last))-1) - 1)
			}
			if joker := int(f.joker[i]); joker&set != 0 {
				next |= from[set&^joker]
			}
			from[set] = next
		}
	}
}

// countWithJokers is count for a rack with possible jokers. Each joker is equally likely at all of
// its positions.
func (f *policy) countWithJokers(seat int, weight float32) {
	for k := range len(f.unseen) + 1 {
		f.below[0][k], f.above[f.n][k] = byJokers{1}, byJokers{1, 1, 1, 1}
	}
	for i := range f.n {
		f.fillUp(i, weight)
	}
	for i := f.n - 1; i >= 0; i-- {
		f.fillDown(i, weight)
	}
	for i := range f.n {
		f.rate(seat, i, weight)
	}
}

// fillUp counts the ways to fill the tiles up to i with exactly a set of jokers.
func (f *policy) fillUp(i int, weight float32) {
	n := len(f.unseen)
	from, to, times, joker := f.below[i][:n+1], f.below[i+1][:n+1], f.times[i][:n], f.joker[i]
	var nothing, first, second, both float32
	for k := range to {
		before, now := &from[k], &to[k]
		now[0], now[1], now[2], now[3] = nothing, first, second, both
		now.with(joker, weight, before)
		if k < n {
			nothing += before[0] * times[k]
			first += before[1] * times[k]
			if f.both {
				second += before[2] * times[k]
				both += before[3] * times[k]
			}
		}
	}
}

// with adds the ways with a joker at a tile, given those without it.
func (b *byJokers) with(joker uint8, weight float32, others *byJokers) {
	switch joker {
	case 1:
		b[1] += weight * others[0]
		b[3] += weight * others[2]
	case 2:
		b[2] += weight * others[0]
		b[3] += weight * others[1]
	}
}

// fillDown counts the ways to fill the tiles from i on with at most a set of jokers.
func (f *policy) fillDown(i int, weight float32) {
	n := len(f.unseen)
	from, to, times, joker := f.above[i+1][:n+1], f.above[i][:n+1], f.times[i][:n], f.joker[i]
	var nothing, first, second, both float32
	for k := n; k >= 0; k-- {
		if k < n {
			behind := &from[k+1]
			nothing += behind[0] * times[k]
			first += behind[1] * times[k]
			if f.both {
				second += behind[2] * times[k]
				both += behind[3] * times[k]
			}
		}
		now := &to[k]
		now[0], now[1], now[2], now[3] = nothing, first, second, both
		now.with(joker, weight, &from[k])
	}
}

// rate finds the likeliest value of a tile.
func (f *policy) rate(seat, i int, weight float32) {
	all := 1
	if f.both {
		all = 3
	}
	total := f.above[0][0][all]
	best := f.chance * total
	for k, id := range f.unseen {
		times := f.times[i][k]
		if times == 0 {
			continue
		}
		low, high := &f.below[i][k], &f.above[i+1][k+1]
		ways := low[0]*high[all] + low[1]*high[all&^1]
		if f.both {
			ways += low[2] * high[1]
			ways += low[3] * high[0]
		}
		if ways *= times; ways > best {
			best, f.chance, f.seat, f.place, f.id = ways, ways/total, seat, f.places[i], id
		}
	}
	joker := int(f.joker[i])
	if joker == 0 {
		return
	}
	ways := f.withJoker(0, i, 0, all&^joker)
	if f.both {
		ways = f.withJoker(ways, i, all&^joker, 0)
	}
	id := f.jokers[i]
	if ways *= weight * f.weight(i, int(id)); ways > best {
		f.chance, f.seat, f.place, f.id = ways/total, seat, f.places[i], id
	}
}

// withJoker adds the number of ways in which a tile is a joker: the tiles before it have exactly
// the jokers in below, and those after it at most the jokers in above.
func (f *policy) withJoker(ways float32, i, below, above int) float32 {
	low, high := &f.below[i], &f.above[i+1]
	ways += low[0][below] * high[0][above]
	for k := range f.unseen {
		ways += (low[k+1][below] - low[k][below]) * high[k+1][above]
	}
	return ways
}
