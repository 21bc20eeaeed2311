package lobby_test

import (
	"strings"
	"testing"

	"parlor/lobby"
)

// FuzzCodeIn recognises arbitrary text as a code: codes have the right letters and length,
// are recognised as themselves, and are sure only if written as shown.
func FuzzCodeIn(f *testing.F) {
	for _, text := range []string{"E93TDD", "e93-tdd", " e 9 3 t d d ", "anna", "", "GARETH", strings.Repeat(" ", 34) + "E93TDD", "E93TDD" + strings.Repeat("-", 40) + "x", "ſſſſſſ", "\xff"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		code, sure, ok := lobby.RecogniseCode(text)
		if strings.Trim(code, lobby.CodeLetters) != "" || ok != (len(code) == lobby.CodeLength) || sure && code != text {
			t.Errorf("%q is %q (%v, %v)", text, code, sure, ok)
		}
		if again, sure, still := lobby.RecogniseCode(code); ok && (again != code || sure != lobby.HasCodeForm(code) || !still) {
			t.Errorf("%q is %q, and that is %q (%v, %v)", text, code, again, sure, still)
		}
	})
}
