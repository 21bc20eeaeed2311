package enginetest

import (
	"iter"
	"math/rand/v2"
	"strings"
	"testing"

	"parlor/engine"
)

// coins are the worlds of pennies: what others have laid is either.
type coins struct {
	view view
	lie  string
}

// withWorlds is the honest game with worlds that lie in a way.
func withWorlds(lie string) engine.Rules[view, event] {
	r := rules("")
	if lie == "peeps" {
		r = rules("loses a field")
	}
	r.Worlds = func(v view) engine.Worlds {
		if lie == "nothing" {
			return nil
		}
		return coins{v, lie}
	}
	return r
}

func (c coins) Hidden() []engine.Spot {
	var spots []engine.Spot
	for seat, coin := range c.view.Coins {
		if coin == "" {
			spots = append(spots, engine.Spot{Seat: engine.Seat(seat), Place: 1})
		}
	}
	return spots
}

func (c coins) Count() float64 {
	count := 1.0
	for range c.Hidden() {
		count *= 2
	}
	switch {
	case c.lie == "certain":
		return 1
	case c.lie == "peeps" && c.view.Lost != "", c.lie == "counts more":
		return count + 1
	}
	return count
}

func (c coins) Odds(spot engine.Spot) []engine.Odds {
	if spot.Seat < 0 || int(spot.Seat) >= len(c.view.Coins) || spot.Place != 1 {
		return nil
	}
	switch coin := c.view.Coins[spot.Seat]; {
	case coin != "":
		return []engine.Odds{{Value: coin, Chance: 1}}
	case c.lie == "certain":
		return []engine.Odds{{Value: "heads", Chance: 1}}
	case c.lie == "loses some":
		return []engine.Odds{{Value: "heads", Chance: 0.5}, {Value: "tails", Chance: 0.4}}
	case c.lie == "leans":
		return []engine.Odds{{Value: "heads", Chance: 0.6}, {Value: "tails", Chance: 0.4}}
	}
	return []engine.Odds{{Value: "heads", Chance: 0.5}, {Value: "tails", Chance: 0.5}}
}

func (c coins) Sample(random *rand.Rand) engine.World {
	world := engine.World{}
	for _, spot := range c.Hidden() {
		odds := c.Odds(spot)
		world = append(world, odds[random.IntN(len(odds))].Value)
		if c.lie == "lands on edge" {
			world[0] = "edge"
		}
	}
	return world
}

func (c coins) Weigh(world engine.World) float64 {
	spots := c.Hidden()
	if len(world) != len(spots) {
		return 0
	}
	weight := 1.0
	for i, spot := range spots {
		chance := 0.0
		for _, one := range c.Odds(spot) {
			if one.Value == world[i] {
				chance = one.Chance
			}
		}
		weight *= chance
	}
	return weight
}

func (c coins) Chance(action engine.Action) (float64, bool) {
	return 0, c.lie == "claims all" && action != ""
}
func (c coins) Best() (engine.Action, float64)  { return "", 0 }
func (c coins) Why(engine.Action) []engine.Fact { return nil }

// tosses lists the worlds of pennies.
func tosses(v view) iter.Seq2[engine.World, float64] {
	worlds := []engine.World{{}}
	for _, coin := range v.Coins {
		if coin != "" {
			continue
		}
		var longer []engine.World
		for _, world := range worlds {
			longer = append(longer, append(append(engine.World{}, world...), "heads"), append(append(engine.World{}, world...), "tails"))
		}
		worlds = longer
	}
	return func(yield func(engine.World, float64) bool) {
		for _, world := range worlds {
			if !yield(world, 2) {
				return
			}
		}
	}
}

func TestHonestWorldsPass(t *testing.T) {
	if err := checkWorlds(withWorlds(""), 2); err != nil {
		t.Error(err)
	}
	Worlds(t, withWorlds(""), tosses)
}

func TestWorldsThatLieAreCaught(t *testing.T) {
	for _, row := range []struct{ lie, words string }{
		{"nothing", "no worlds of any view"},
		{"certain", "the truth may be"},
		{"loses some", "add up to"},
		{"lands on edge", "the sample [edge"},
		{"claims all", "claims something"},
		{"peeps", "after JSON are others"},
	} {
		if err := checkWorlds(withWorlds(row.lie), 2); err == nil || !strings.Contains(err.Error(), row.words) {
			t.Errorf("of worlds that lie so: %s, it is said: %v", row.lie, err)
		}
	}
	random := rand.New(rand.NewPCG(1, 1))
	for _, row := range []struct{ lie, words string }{
		{"counts more", "there are 2 worlds, and not 3"},
		{"leans", "the chance of"},
		{"lands on edge", "is not a world"},
	} {
		v := view{Coins: []string{"heads", ""}}
		err := compareWithList(coins{v, row.lie}, tosses(v), random)
		if err == nil || !strings.Contains(err.Error(), row.words) {
			t.Errorf("of worlds that lie so: %s, it is said: %v", row.lie, err)
		}
	}
}
