package boardtest

import "testing"

func TestUncutLetsOnlyNamesBeCut(t *testing.T) {
	for text, cut := range map[string]bool{
		"Zoë Zażó… solves":           false,
		" Zoë… 2 tiles · 李小…":        false,
		"Wrong answer: no po…":       true,
		"anna solves  · code low…":   true,
		"Zoë Zażó… solves · 3 earl…": true,
		"───────…":                   true,
		"the canna…":                 true,
		"…":                          true,
	} {
		if got := Uncut(text) != nil; got != cut {
			t.Errorf("%q is cut: %v, want %v", text, got, cut)
		}
	}
}
