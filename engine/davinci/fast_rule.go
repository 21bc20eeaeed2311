package davinci

import "math/bits"

// fastChance is chance for games played in thought: quick, small, and the same
// for the same seed, so that moves are compared in the same games.
type fastChance uint64

// below is a number from 0 to n-1.
func (c *fastChance) below(n int) int {
	*c += 0x9e3779b97f4a7c15
	z := uint64(*c)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	high, _ := bits.Mul64(z^z>>31, uint64(n)) //nolint:gosec // n is above 0
	return int(high)                          //nolint:gosec // it is below n
}

// playOut plays a round to its end. Each seat goes by what it may know alone: what
// each rack by itself can be, and the signals of the others.
func (r *fastRound) playOut(rule *fastRule, chance *fastChance) {
	for r.phase != fastOver {
		switch r.phase {
		case fastDraw:
			r.draw(r.minority(chance))
			r.gap = anyBit(r.gaps(), chance)
		case fastShow:
			hidden := uint32(0)
			for i, one := range r.racks[r.turn].tiles[:r.racks[r.turn].n] {
				if !one.open {
					hidden |= 1 << i
				}
			}
			r.show(anyBit(hidden, chance))
		default:
			rule.look(r)
			if r.phase == fastAgain && rule.chance < goOnSignals {
				r.stop()
			} else {
				r.guess(rule.seat, rule.place, rule.id)
			}
		}
	}
}

// lowest is the first tile of a set.
func lowest(set tileSet) fastID {
	return fastID(bits.TrailingZeros32(uint32(set))) //nolint:gosec // at most 32
}

// anyBit is one of the bits of a set that is not empty.
// firstBit is the lowest bit of a set.
func firstBit(set uint32) int { return bits.TrailingZeros32(set) }

func anyBit(set uint32, chance *fastChance) int {
	if set&(set-1) != 0 {
		for range chance.below(bits.OnesCount32(set)) {
			set &= set - 1
		}
	}
	return bits.TrailingZeros32(set)
}

// minority is the colour that the rack in turn has less of, if there is one left.
func (r *fastRound) minority(chance *fastChance) Color {
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

// fastRule finds the guess that is the likeliest to be right for the seat in turn.
type fastRule struct {
	seat, place int
	id          fastID
	chance      float32

	// Of one rack: its hidden tiles, and for each and by number in how many ways
	// those up to it can be filled, and those from it on.
	n       int
	places  [fastTiles]int
	can     [fastTiles]tileSet
	doubted [fastTiles]tileSet
	up      [fastTiles][numbers]float32
	down    [fastTiles][numbers]float32

	// The same where there may be jokers, by which of them are among those tiles, and
	// for all unseen numbers below the k-th, or from it on.
	unseen       []fastID
	all          [numbers]fastID  // its memory
	joker        [fastTiles]uint8 // a bit: the joker that the tile may be
	below, above [fastTiles + 1][4][numbers + 1]float32
}

func (f *fastRule) look(r *fastRound) {
	f.chance = -1
	unseen := r.inPlay &^ (r.open | r.own[r.turn])
	f.unseen = f.all[:0]
	if unseen&jokersOnly != 0 {
		for left := unseen &^ jokersOnly; left != 0; left &= left - 1 {
			f.unseen = append(f.unseen, lowest(left))
		}
	}
	for seat := range r.seats {
		rack := &r.racks[seat]
		if seat == r.turn || rack.out {
			continue
		}
		if jokers := rack.mayHave(unseen); jokers != 0 {
			f.listWithJokers(rack, unseen, jokers)
			f.countWithJokers(seat, jokers, 1/float32(rack.n))
			continue
		}
		f.list(rack, unseen)
		f.count(seat)
	}
}

// list finds what each hidden tile of a rack can be, between known numbers and the
// least and the most that its neighbours can be.
func (f *fastRule) list(rack *fastRack, unseen tileSet) {
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

// count counts the ways to fill the rack that was listed.
func (f *fastRule) count(seat int) {
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

// weight is how much a number at a tile weighs, by the signals of its owner.
func (f *fastRule) weight(i, k int) float32 {
	if f.doubted[i]>>k&1 != 0 {
		return askedSignals
	}
	return 1
}

// mayHave are the jokers, as bits by colour, that can be among the hidden tiles.
func (k *fastRack) mayHave(unseen tileSet) uint8 {
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

// listWithJokers is list where neighbours do not bound each other, since they may
// be jokers.
func (f *fastRule) listWithJokers(rack *fastRack, unseen tileSet, jokers uint8) {
	f.n = 0
	above, bounded := ^jokersOnly, 0
	for i := range rack.n {
		one := &rack.tiles[i]
		if !one.open {
			can := unseen & ofColor(one.color) &^ one.not
			f.places[f.n], f.can[f.n], f.doubted[f.n], f.joker[f.n] = i, can&above, one.asked, uint8(can>>firstJoker)&jokers
			f.n++
		} else if one.id < firstJoker {
			above &= ^(one.id.bit()<<1 - 1)
			for ; bounded < f.n; bounded++ {
				f.can[bounded] &= one.id.bit() - 1
			}
		}
	}
}

// countWithJokers is count for a rack that may have these jokers, each as likely at
// any of its places.
func (f *fastRule) countWithJokers(seat int, jokers uint8, weight float32) {
	for k := range len(f.unseen) + 1 {
		for set := range f.below[0] {
			f.below[0][set][k], f.above[f.n][set][k] = 0, 1
		}
		f.below[0][0][k] = 1
	}
	for i := range f.n {
		for set := range jokers + 1 {
			if set&^jokers == 0 {
				f.fillUp(i, set, weight)
			}
		}
	}
	for i := f.n - 1; i >= 0; i-- {
		for set := range jokers + 1 {
			if set&^jokers == 0 {
				f.fillDown(i, set, weight)
			}
		}
	}
	for i := range f.n {
		f.rate(seat, i, jokers, weight)
	}
}

// fillUp counts the ways to fill the tiles up to one with a set of jokers in them.
func (f *fastRule) fillUp(i int, set uint8, weight float32) {
	from, to, ways := &f.below[i][set], &f.below[i+1][set], float32(0)
	for k, id := range f.unseen {
		to[k] = ways
		if f.can[i]>>id&1 != 0 {
			ways += from[k] * f.weight(i, int(id))
		}
	}
	to[len(f.unseen)] = ways
	if joker := f.joker[i] & set; joker != 0 {
		for k, ways := range f.below[i][set&^joker][:len(f.unseen)+1] {
			to[k] += weight * ways
		}
	}
}

// fillDown counts the ways to fill the tiles from one on with at most a set of
// jokers in them.
func (f *fastRule) fillDown(i int, set uint8, weight float32) {
	from, to, ways := &f.above[i+1][set], &f.above[i][set], float32(0)
	to[len(f.unseen)] = 0
	for k := len(f.unseen) - 1; k >= 0; k-- {
		if id := f.unseen[k]; f.can[i]>>id&1 != 0 {
			ways += from[k+1] * f.weight(i, int(id))
		}
		to[k] = ways
	}
	if joker := f.joker[i] & set; joker != 0 {
		for k, ways := range f.above[i+1][set&^joker][:len(f.unseen)+1] {
			to[k] += weight * ways
		}
	}
}

// rate finds the likeliest value of a tile.
func (f *fastRule) rate(seat, i int, jokers uint8, weight float32) {
	total := f.above[0][jokers][0]
	best := f.chance * total
	for k, id := range f.unseen {
		ways := float32(0)
		if f.can[i]>>id&1 == 0 {
			continue
		}
		for used := range jokers + 1 {
			if used&^jokers == 0 {
				ways += f.below[i][used][k] * f.above[i+1][jokers&^used][k+1]
			}
		}
		if ways *= f.weight(i, int(id)); ways > best {
			best, f.chance, f.seat, f.place, f.id = ways, ways/total, seat, f.places[i], id
		}
	}
	joker := f.joker[i]
	if joker == 0 {
		return
	}
	ways := float32(0)
	for used := range jokers + 1 {
		if used&^jokers != 0 || used&joker != 0 {
			continue
		}
		low, high := &f.below[i][used], &f.above[i+1][jokers&^used&^joker]
		ways += low[0] * high[0]
		for k := range f.unseen {
			ways += (low[k+1] - low[k]) * high[k+1]
		}
	}
	id := firstJoker + fastID(joker>>1)
	if ways *= weight * f.weight(i, int(id)); ways > best {
		f.chance, f.seat, f.place, f.id = ways/total, seat, f.places[i], id
	}
}
