package lobby_test

import (
	"testing"
	"unicode"

	"parlor/lobby"
)

func TestNewCode(t *testing.T) {
	count, of := map[rune]int{}, map[bool]float64{}
	const draws = 20000
	for range draws {
		code := lobby.NewCode()
		if len(code) != lobby.CodeLength {
			t.Fatalf("code %q", code)
		}
		if _, sure, ok := lobby.RecogniseCode(code); !sure || !ok {
			t.Errorf("%q could be a name", code)
		}
		for _, r := range code {
			count[r]++
			of[unicode.IsDigit(r)]++
		}
	}
	// All letters are equally frequent, and so are all digits, within six standard
	// deviations.
	const digits = 5
	for _, r := range lobby.CodeLetters {
		mean := of[false] / float64(len(lobby.CodeLetters)-digits)
		if unicode.IsDigit(r) {
			mean = of[true] / digits
		}
		if d := float64(count[r]) - mean; d*d > 36*mean {
			t.Errorf("%c came %d times, about %.0f were due", r, count[r], mean)
		}
	}
	if len(count) != len(lobby.CodeLetters) {
		t.Errorf("%d different letters, not %d", len(count), len(lobby.CodeLetters))
	}
}

func TestRecogniseCode(t *testing.T) {
	type read struct {
		code     string
		sure, ok bool
	}
	for text, want := range map[string]read{
		"E93TDD": {"E93TDD", true, true}, "e93tdd": {"E93TDD", false, true}, "e93-tdd": {"E93TDD", false, true},
		"GARETH": {"GARETH", false, true}, "Hannah": {"HANNAH", false, true}, "346796": {"346796", false, true},
		"anna": {}, "BARBARA": {}, "anna12": {}, "ann\u00e47": {}, "": {}, "E93TDD7": {}, "rachel": {},
	} {
		var got read
		if got.code, got.sure, got.ok = lobby.RecogniseCode(text); got != want {
			t.Errorf("%q is read as %+v, not %+v", text, got, want)
		}
		if refused := lobby.RefuseName(text) != nil; refused != (lobby.HasCodeForm(want.code) || text == "") {
			t.Errorf("%q can be refused as a name: %v", text, refused)
		}
	}
}

func TestIsWrittenAsCode(t *testing.T) {
	for text, want := range map[string]bool{
		"ZZZZZZ": true, "E93TDD": true, "AGR0KN": true, "GARETH": true, "20481A": true,
		"zzzzzz": false, "thomas": false, "Thomas": false, "204817": false, "anna42": false, "ZZZZZ": false, "ZZZZZZZ": false, "ZZZ ZZ": false, "ÄNNAS": false, "": false,
	} {
		if lobby.IsWrittenAsCode(text) != want {
			t.Errorf("%q is written as a code: %v", text, !want)
		}
	}
}
