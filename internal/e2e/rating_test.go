package e2e

import (
	"regexp"
	"strings"
	"testing"
)

// TestARatedMatch checks that a player who leaves a rated match has lost it.
func TestARatedMatch(t *testing.T) {
	addr := startProgram(t)
	anna, bo := scribeOf(t, addr, "anna"), scribeOf(t, addr, "bo")
	anna.play("play davinci seats=2 rounds=1 rated=yes")
	code := regexp.MustCompile(`"code":"(\w+)"`).FindStringSubmatch(anna.next(`"rated":true`))[1]
	bo.play("play " + code)
	bo.next(`"type":"view"`)
	anna.in(`{"start":true}`)
	anna.next("The match is rated.")
	bo.next(`"stage":"playing"`)
	bo.in(`{"leave":true}`)
	anna.next(`"type":"over"`)
	for command, says := range map[string]string{
		"top davinci": "1  anna (you)    1611? ± 339  1        1    1 won",
		"who bo":      "Against you: 0 won, 1 lost.",
		"who me":      "just now  won  Da Vinci Code  vs bo (program)  rated",
		"me --export": `"rating": 1610.6`,
	} {
		if told := newScribe(t, addr).command(command); !strings.Contains(told, says) {
			t.Errorf("%s does not say %q:\n%s", command, says, told)
		}
	}
}
