package lobby_test

import (
	"fmt"
	"testing"

	"parlor/lobby"
)

func TestParseGames(t *testing.T) {
	for _, tt := range []struct{ typed, want, again string }{
		{"davinci", "[davinci]", "davinci"},
		{"davinci,masterdice", "[davinci masterdice]", "davinci,masterdice"},
		{"davinci:2,kodeknacker:1", "[davinci kodeknacker davinci]", "davinci:2,kodeknacker"},
		{"a,b:3", "[a b b b]", "a,b:3"},
	} {
		games, err := lobby.ParseGames(tt.typed)
		if err != nil || fmt.Sprint(games) != tt.want || lobby.TypedGames(games) != tt.again {
			t.Errorf("%s is %v, %v, and typed again %s", tt.typed, games, err, lobby.TypedGames(games))
		}
	}
	for _, typed := range []string{"davinci:0", "davinci:x", "davinci:13", "davinci:"} {
		if games, err := lobby.ParseGames(typed); err == nil {
			t.Errorf("%s is %v", typed, games)
		}
	}
}

func TestTieText(t *testing.T) {
	one := lobby.GameNightPerson{Name: "ann", Rank: 1, Average: 60, Won: 3}
	for _, tt := range []struct {
		other lobby.GameNightPerson
		tie   bool
	}{
		{lobby.GameNightPerson{Name: "bo", Rank: 2, Average: 60, Won: 2}, true},
		{lobby.GameNightPerson{Name: "bo", Rank: 1, Average: 60, Won: 3}, false},
		{lobby.GameNightPerson{Name: "bo", Rank: 2, Average: 59, Won: 4}, false},
		{lobby.GameNightPerson{Name: "bo", Rank: 2, Average: 60, Won: 4, Few: true}, false},
	} {
		if text := (lobby.GameNightUpdate{People: []lobby.GameNightPerson{one, tt.other}}).TieText(); text.IsZero() == tt.tie {
			t.Errorf("of %+v, the tie is %q", tt.other, text.String())
		}
	}
}
