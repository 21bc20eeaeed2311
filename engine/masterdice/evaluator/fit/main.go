// Fit writes values.bin of package evaluator. It needs only the rules: it plays many boards,
// finds what the placements of many rolls leave of the codes, and computes the values backwards
// from boards without rows or dice. The result is deterministic.
package main

import (
	"log"
	"math"
	"math/rand/v2"
	"os"
	"slices"

	"parlor/engine/masterdice/evaluator"
)

const name = "values.bin"

func main() {
	random := rand.New(rand.NewPCG(18, 7))
	sets := collect(random)
	for size, list := range sets[1:] {
		if len(list) == 0 {
			log.Fatalf("no board has about %d codes", evaluator.Sizes()[1+size])
		}
	}
	trials := tryAll(sets, random)
	var text []byte
	var others []float64
	for _, aim := range evaluator.Aims() {
		v := &evaluator.Values{Aim: aim}
		pay(v, others)
		work(v, trials)
		if aim.For == evaluator.Points {
			others = scores(v, random)
			log.Printf("bonus %v: %.2f points expected, %.2f made", aim.Bonus, v.Of(7, 18, 1296), mean(others))
		}
		text = append(text, v.Write()...)
	}
	if err := os.WriteFile(name, text, 0o644); err != nil { //nolint:gosec // as every file of the repository
		log.Fatal(err)
	}
}

// pay returns the value of points for the aim of values, if others make points with the
// frequencies often.
func pay(v *evaluator.Values, others []float64) {
	for points := range v.Pay {
		switch v.Aim.For {
		case evaluator.Points:
			v.Pay[points] = float64(points)
		case evaluator.More:
			v.Pay[points] = against(points, v.Aim.Than)
		case evaluator.Outdo:
			for than, part := range others {
				v.Pay[points] += part * against(points, than)
			}
		}
	}
}

// against returns 1 for more points than the opponent, and ½ for equal points.
func against(points, than int) float64 {
	switch {
	case points > than:
		return 1
	case points == than:
		return 0.5
	}
	return 0
}

// work computes values, starting with boards without rows or dice.
func work(v *evaluator.Values, trials [][5][]trial) {
	v.Stop()
	evaluator.Boards(func(rows, dice int) {
		line := &v.At[rows][dice]
		for size := len(line) - 1; size > 0; size-- {
			now, sum := line[size], 0.0
			list := trials[size][min(4, dice)]
			for _, one := range list {
				best := now
				for _, choice := range one {
					best = max(best, choice.value(&v.At[rows-1][dice-choice.dice]))
				}
				sum += best
			}
			line[size] = sum / float64(len(list))
			// More codes, fewer dice or fewer rows are never better. Enforce that against
			// sampling noise.
			if size+1 < len(line) {
				line[size] = max(line[size], line[size+1])
			}
			line[size] = max(line[size], v.At[rows][dice-1][size], v.At[rows-1][dice][size])
		}
	})
}

// collect returns sets of codes that occur in play, by size.
func collect(random *rand.Rand) [][]*evaluator.Codes {
	const (
		boards   = 300    // for each size
		attempts = 20_000 // maximum number of boards played to find them
	)
	sizes := evaluator.Sizes()
	found := make([][]*evaluator.Codes, len(sizes))
	full := 2 // sizes with enough sets: the one of a single code needs none, and all codes are a single set
	for range boards {
		found[len(sizes)-1] = append(found[len(sizes)-1], evaluator.AllCodes())
	}
	for range attempts {
		codes := found[len(sizes)-1][0]
		for codes.Len() > 1 && full < len(sizes) {
			codes = row(codes, random)
			i := nearest(sizes[:], codes.Len())
			if i == 0 || len(found[i]) >= boards {
				continue
			}
			if found[i] = append(found[i], codes); len(found[i]) == boards {
				full++
			}
		}
	}
	return found
}

// nearest returns the size that is nearest to a number of codes on a logarithmic scale.
func nearest(sizes []int, codes int) int {
	for i, size := range sizes[1:] {
		if codes*codes < size*sizes[i] {
			return i
		}
	}
	return len(sizes) - 1
}

// row plays one more row: usually many dice, placed well or nearly so, with the answer for a
// random remaining code.
func row(codes *evaluator.Codes, random *rand.Rand) *evaluator.Codes {
	dice := min(4, 1+random.IntN(5))
	rolled := roll(4, random)
	var best evaluator.Cells
	least := math.Inf(1)
	codes.Placements(rolled, func(cells evaluator.Cells, placed int, counts *evaluator.Counts) {
		if placed != dice {
			return
		}
		if left := toLearn(counts, codes.Len()) + 0.2*random.Float64(); left < least {
			best, least = cells, left
		}
	})
	code := codes.At(random.IntN(codes.Len()))
	return codes.After(best, evaluator.Answer(code, best))
}

func roll(dice int, random *rand.Rand) []int {
	rolled := make([]int, dice)
	for i := range rolled {
		rolled[i] = 1 + random.IntN(6)
	}
	return rolled
}

// toLearn returns the entropy that is left after an answer, in nats.
func toLearn(counts *evaluator.Counts, codes int) float64 {
	sum := 0.0
	for _, n := range counts {
		if n > 1 {
			sum += float64(n) * math.Log(float64(n))
		}
	}
	return sum / float64(codes)
}

// A trial holds, for one roll on one set of remaining codes, the placements that may be the best
// one.
type trial []choice

// A choice is a placement and the distribution of its answers over sizes.
type choice struct {
	dice  int
	sizes []int
	parts []float64
}

// value returns the value of a placement, given the values of the sizes.
func (c choice) value(worth *evaluator.Line) float64 {
	sum := 0.0
	for i, size := range c.sizes {
		sum += c.parts[i] * worth[size]
	}
	return sum
}

// tryAll returns trials by size and number of rolled dice.
func tryAll(sets [][]*evaluator.Codes, random *rand.Rand) [][5][]trial {
	trials := make([][5][]trial, len(sets))
	for size, list := range sets {
		for rolled := 1; rolled <= 4 && size > 0; rolled++ {
			for _, codes := range list {
				trials[size][rolled] = append(trials[size][rolled], try(codes, size, roll(rolled, random)))
			}
		}
	}
	return trials
}

// tastes returns criteria for the result of a placement, from one that prefers a high chance to
// know the code at once to one that prefers few codes on average.
func tastes(codes float64) [4]float64 {
	return [4]float64{1 / codes, math.Pow(codes, -0.6), math.Pow(codes, -0.25), -math.Log(codes) / 10}
}

// try finds the best placement for each taste among the placements with the same number of dice.
func try(codes *evaluator.Codes, size int, rolled []int) trial {
	type best struct {
		value  float64
		counts evaluator.Counts
	}
	var found [5][4]best
	liking := make([][4]float64, codes.Len()+1)
	for n := 1; n < len(liking); n++ {
		liking[n] = tastes(float64(n))
	}
	codes.Placements(rolled, func(_ evaluator.Cells, placed int, counts *evaluator.Counts) {
		var values [4]float64
		for _, n := range counts {
			for taste, value := range liking[n] {
				values[taste] += float64(n) * value
			}
		}
		for taste, value := range values {
			if one := &found[placed][taste]; one.counts == (evaluator.Counts{}) || value > one.value {
				*one = best{value, *counts}
			}
		}
	})
	var list trial
	for placed := 1; placed <= len(rolled); placed++ {
		for taste, one := range found[placed] {
			same := func(other best) bool { return other.counts == one.counts }
			if !slices.ContainsFunc(found[placed][:taste], same) {
				list = append(list, spread(placed, &one.counts, codes.Len(), size))
			}
		}
	}
	return list
}

// spread treats a set as one of the nearest size.
func spread(placed int, counts *evaluator.Counts, codes, size int) choice {
	var sum evaluator.Line
	scale := float64(evaluator.Sizes()[size]) / float64(codes)
	for _, n := range counts {
		if n == 0 {
			continue
		}
		i, part := evaluator.Share(max(1, float64(n)*scale))
		weight := float64(n) / float64(codes)
		sum[i] += part * weight
		sum[max(0, i-1)] += (1 - part) * weight
	}
	one := choice{dice: placed}
	for i, part := range sum {
		if part > 0 {
			one.sizes, one.parts = append(one.sizes, i), append(one.parts, part)
		}
	}
	return one
}

// scores returns the frequencies of the points of a solver who plays for points and looks one row
// ahead.
func scores(v *evaluator.Values, random *rand.Rand) []float64 {
	const games = 2000
	often := make([]float64, len(v.Pay))
	all := evaluator.AllCodes()
	for range games {
		points, codes := play(v, evaluator.Board{Codes: all, Rows: 7, Dice: 18}, random)
		often[points] += 1 / float64(codes) / games
		often[0] += (1 - 1/float64(codes)) / games
	}
	return often
}

// play plays one game. It returns the points of a right answer at its end, and the codes left.
func play(v *evaluator.Values, b evaluator.Board, random *rand.Rand) (points, codes int) {
	search := evaluator.NewSearch(v, b.Codes.Len())
	for b.Codes.Len() > 1 && b.Rows > 0 && b.Dice > 0 {
		best := evaluator.Choice{Value: v.Now(b.Rows, b.Dice, b.Codes.Len())}
		for _, one := range search.Placements(b, roll(min(4, b.Dice), random)) {
			if one.Value > best.Value {
				best = one
			}
		}
		if best.Cells == (evaluator.Cells{}) {
			break
		}
		code := b.Codes.At(random.IntN(b.Codes.Len()))
		b = b.After(best.Cells, evaluator.Answer(code, best.Cells))
	}
	return v.Aim.Points(b.Rows, b.Dice), b.Codes.Len()
}

func mean(often []float64) float64 {
	sum := 0.0
	for points, part := range often {
		sum += part * float64(points)
	}
	return sum
}
