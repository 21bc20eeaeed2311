package davinci

import (
	"math/rand/v2"
	"testing"

	"parlor/engine"
)

func TestSmoke(t *testing.T) {
	g := Rules().Game()
	for seed := range 500 {
		for seats := 2; seats <= 4; seats++ {
			for _, j := range []string{"none", "free", "strict"} {
				m, err := g.Start(seats, engine.Seed{byte(seed), byte(seed >> 8)}, engine.Options{"jokers": j})
				if err != nil {
					t.Fatal(err)
				}
				r := rand.New(rand.NewPCG(uint64(seed), 1))
				n := 0
				for len(m.ToMove()) > 0 {
					if n++; n > 5000 {
						t.Fatal("no end")
					}
					for _, s := range m.ToMove() {
						m2, _, err := m.Play(s, m.Think(s, 1, r))
						if err != nil {
							t.Fatal(err)
						}
						m = m2
						break
					}
				}
			}
		}
	}
}
