package rating

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestKnownValues compares the update, without tau, with values computed from the formulas
// to forty digits. The rows of new players also agree with other implementations of the
// model.
func TestKnownValues(t *testing.T) {
	n := New()
	for _, row := range []struct {
		name   string
		before []Rating
		ranks  []int
		want   []Rating
	}{
		{"a win", []Rating{n, n}, []int{0, 1}, []Rating{{27.63523138347365, 8.065506316323548}, {22.36476861652635, 8.065506316323548}}},
		{"a tie", []Rating{n, n}, []int{3, 3}, []Rating{{25, 8.065506316323548}, {25, 8.065506316323548}}},
		{"three", []Rating{n, n, n}, []int{1, 2, 3}, []Rating{
			{27.868876552746237, 8.204837030780652},
			{25.717219138186557, 8.057829747583874},
			{21.413904309067206, 8.057829747583874},
		}},
		{"three, two of them ahead", []Rating{n, n, n}, []int{0, 0, 1}, []Rating{
			{25.717219138186557, 8.204837030780652},
			{25.717219138186557, 8.204837030780652},
			{23.565561723626882, 8.204837030780652},
		}},
		{"four", []Rating{n, n, n, n}, []int{0, 1, 2, 3}, []Rating{
			{27.795084971874736, 8.263160757613475},
			{26.552824984374855, 8.179213704945203},
			{24.68943500312503, 8.083731307186588},
			{20.962655040625378, 8.083731307186588},
		}},
		{"four, one of them ahead", []Rating{n, n, n, n}, []int{0, 1, 1, 1}, []Rating{
			{27.795084971874736, 8.263160757613475},
			{24.068305009375088, 8.179213704945203},
			{24.068305009375088, 8.179213704945203},
			{24.068305009375088, 8.179213704945203},
		}},
		{"three who are known", []Rating{{30, 2}, {25, 4}, {20, 8}}, []int{2, 0, 1}, []Rating{
			{29.594071909919432, 1.9976864134747689},
			{25.941142986511323, 3.9825992950194129},
			{22.730277495243779, 7.5050311695729954},
		}},
		{"four with a tie in the middle", []Rating{{30, 2}, {25, 4}, {20, 8}, {27, 3}}, []int{1, 0, 1, 3}, []Rating{
			{29.909819858981535, 1.9981750120191626},
			{25.965154348572479, 3.9889969075265217},
			{20.706677939030314, 7.7040769928003048},
			{26.560629411043386, 2.9916683617258486},
		}},
	} {
		if got := update(row.before, row.ranks, 0); !same(got, row.want) {
			t.Errorf("%s: %v, not %v", row.name, got, row.want)
		}
	}
}

func same(a, b []Rating) bool {
	return slices.EqualFunc(a, b, func(a, b Rating) bool {
		return math.Abs(a.Mu-b.Mu) < 1e-10 && math.Abs(a.Sigma-b.Sigma) < 1e-10
	})
}

// TestTau: before a match sigma grows by tau, and nothing else.
func TestTau(t *testing.T) {
	n := New()
	grown := Rating{n.Mu, math.Hypot(n.Sigma, tau)}
	if got, want := Rate([]Rating{n, n}, []int{0, 1}), update([]Rating{grown, grown}, []int{0, 1}, 0); !same(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
	// After very many matches, a rating can still change.
	a, b := n, n
	for i := range 20_000 {
		after := Rate([]Rating{a, b}, []int{i % 2, (i + 1) % 2})
		a, b = after[0], after[1]
	}
	if a.Provisional() || a.Deviation() < 40 || a.Deviation() > 100 {
		t.Errorf("after 20,000 matches the deviation is %v", a.Deviation())
	}
}

func TestProperties(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		before, ranks := anyMatch(random)
		input := slices.Clone(before)
		after := update(before, ranks, 0)
		if !slices.Equal(before, input) {
			t.Fatal("the ratings before the match were changed in place")
		}
		for i := range after {
			if a := after[i]; a.Sigma > before[i].Sigma || a.Sigma <= 0 || math.IsNaN(a.Mu) || math.IsInf(a.Mu, 0) {
				t.Fatalf("%v with ranks %v became %v", before, ranks, after)
			}
		}
		order := random.Perm(len(before))
		mixed, mixedRanks := make([]Rating, len(before)), make([]int, len(before))
		for to, from := range order {
			mixed[to], mixedRanks[to] = before[from], ranks[from]
		}
		for to, one := range update(mixed, mixedRanks, 0) {
			if !same([]Rating{one}, []Rating{after[order[to]]}) {
				t.Fatalf("in another order %v became %v", before[order[to]], one)
			}
		}
		// If all are equally certain, the changes sum to zero.
		sum := 0.0
		for i := range before {
			before[i].Sigma = 5
		}
		for i, one := range update(before, ranks, 0) {
			sum += one.Mu - before[i].Mu
		}
		if math.Abs(sum) > 1e-9 {
			t.Fatalf("%v with ranks %v gained %v together", before, ranks, sum)
		}
	}
}

// anyMatch returns a random match of two to six players, also of very different strengths.
func anyMatch(random *rand.Rand) (before []Rating, ranks []int) {
	for range 2 + random.IntN(5) {
		spread := []float64{1, 10, 1000}[random.IntN(3)]
		before = append(before, Rating{mu + random.NormFloat64()*spread, 0.1 + random.Float64()*9})
		ranks = append(ranks, random.IntN(4))
	}
	return before, ranks
}

func TestExpectedResultChangesLittle(t *testing.T) {
	strong, weak := Rating{40, 2}, Rating{10, 2}
	won := update([]Rating{strong, weak}, []int{0, 1}, 0)
	lost := update([]Rating{strong, weak}, []int{1, 0}, 0)
	if gain := won[0].Mu - strong.Mu; gain <= 0 || gain > 0.01 {
		t.Errorf("a sure favourite gained %v by winning", gain)
	}
	if loss := strong.Mu - lost[0].Mu; loss < 0.3 {
		t.Errorf("a sure favourite lost %v by losing", loss)
	}
}

func TestInvalidMatches(t *testing.T) {
	for _, row := range []struct {
		before []Rating
		ranks  []int
	}{{nil, nil}, {[]Rating{{30, 3}}, []int{0}}, {[]Rating{New(), New()}, []int{0}}} {
		if got := Rate(row.before, row.ranks); !slices.Equal(got, row.before) {
			t.Errorf("%v with ranks %v became %v", row.before, row.ranks, got)
		}
	}
}

func TestDisplayScale(t *testing.T) {
	n := New()
	if n.Points() != 1500 || n.Deviation() != 350 || !n.Provisional() {
		t.Errorf("somebody new has %v ± %v", n.Points(), n.Deviation())
	}
	known := Rating{30, 2}
	if known.Points() != 1710 || known.Deviation() != 84 || known.Provisional() || known.Doubt() != -26 {
		t.Errorf("%v is shown as %v ± %v, doubt %v", known, known.Points(), known.Deviation(), known.Doubt())
	}
}

// TestPlayersAreOrdered lets players of known strength play at tables of two to four, with
// performances of deviation beta, and checks their order.
func TestPlayersAreOrdered(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	strengths := []float64{13, 16, 19, 22, 25, 28, 31, 34, 37}
	ratings := slices.Repeat([]Rating{New()}, len(strengths))
	for range 2500 {
		table := random.Perm(len(strengths))[:2+random.IntN(3)]
		played, before, ranks := make([]float64, len(table)), make([]Rating, len(table)), make([]int, len(table))
		for i, who := range table {
			played[i], before[i] = strengths[who]+random.NormFloat64()*beta, ratings[who]
		}
		for i := range table {
			for k := range table {
				if played[k] > played[i] {
					ranks[i]++
				}
			}
		}
		for i, one := range Rate(before, ranks) {
			ratings[table[i]] = one
		}
	}
	if !slices.IsSortedFunc(ratings, func(a, b Rating) int { return cmp.Compare(a.Mu, b.Mu) }) {
		t.Errorf("players of the strengths %v were rated %v", strengths, ratings)
	}
	if slices.ContainsFunc(ratings, Rating.Provisional) {
		t.Errorf("some are provisional still: %v", ratings)
	}
}
