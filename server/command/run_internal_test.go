package command

import "testing"

// TestEveryCommandIsAnswered checks all commands but those that lead to a room or game night.
func TestEveryCommandIsAnswered(t *testing.T) {
	for _, one := range definitions(nil) {
		if leads := one.verb == Play || one.verb == Spoken; leads != (one.answer == nil) {
			t.Errorf("%s is answered: %v", one.verb, one.answer != nil)
		}
		if len(one.uses) == 0 || one.uses[0].does.IsZero() {
			t.Errorf("the help does not tell of %s", one.verb)
		}
	}
}
