package local

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"parlor/lobby"
)

// TestNumbersOfNames: people with the same wish get the lowest free number, compared with a
// linear search.
func TestNumbersOfNames(t *testing.T) {
	const cells = 9
	random := rand.New(rand.NewPCG(3, 4))
	names, have := newNames(), map[string]string{} // folded, by person
	wishes := []string{"anna", "Anna", "anna~2", "annabella", "bo", "player"}
	for range 20_000 {
		id := strconv.Itoa(random.IntN(40))
		if name, here := have[id]; here {
			names.give(name, id)
			delete(have, id)
			continue
		}
		wish := wishes[random.IntN(len(wishes))]
		want := wish
		for n := 2; ; n++ {
			folded, taken := lobby.FoldName(want), false
			for _, name := range have {
				taken = taken || name == folded
			}
			if !taken {
				break
			}
			suffix := fmt.Sprintf("~%d", n)
			want = lobby.CleanText(wish, cells-len(suffix)) + suffix
		}
		got := names.free(wish, id, cells, false, nil)
		folded := lobby.FoldName(got)
		if folded != lobby.FoldName(want) && !strings.Contains(wish, "~") {
			t.Fatalf("%s gets %q of %q, not %q: %v", id, wish, got, want, have)
		}
		names.take(folded, id)
		have[id] = folded
	}
	for id, name := range have {
		names.give(name, id)
	}
	if len(names.holders) > 0 {
		t.Errorf("names are left behind: %+v", names)
	}
}

// TestNumberIsKept: a person whose seat has a numbered name gets that name again.
func TestNumberIsKept(t *testing.T) {
	names := newNames()
	for _, id := range []string{"one", "two", "three"} {
		name := names.free("anna", id, 16, false, nil)
		names.take(lobby.FoldName(name), id)
	}
	if name := names.free("anna", "three", 16, false, []string{lobby.FoldName("anna~3")}); name != "anna~3" {
		t.Errorf("the third is called %q", name)
	}
}
