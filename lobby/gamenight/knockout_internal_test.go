package gamenight

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// bracketText describes the pairings of a bracket, a round per line: a winner has a "*", and
// the way of winning follows unless a match was played.
func bracketText(u lobby.GameNightUpdate) string {
	var text strings.Builder
	for i, p := range u.Bracket {
		switch {
		case p.Third:
			text.WriteString("\nthird:")
		case i == 0 || u.Bracket[i-1].Round != p.Round:
			fmt.Fprintf(&text, "\n%d:", p.Round)
		case u.Bracket[i-1].Third:
			fmt.Fprintf(&text, "\n%d:", p.Round)
		}
		names := [2]string{p.First, p.Second}
		if p.Winner > 0 {
			names[p.Winner-1] += "*"
		}
		fmt.Fprintf(&text, " %s-%s", names[0], names[1])
		if p.How != "" && p.How != lobby.PairingPlayed {
			text.WriteString("(" + p.How + ")")
		}
	}
	return strings.TrimSpace(text.String())
}

// knockoutOf returns a knockout of players a, b, c, ... with a fixed draw: the bracket is in
// the order of their arrival, and the first have the byes.
func knockoutOf(t *testing.T, people int) *night {
	t.Helper()
	var names []string
	for i := range people {
		names = append(names, string(rune('a'+i)))
	}
	n := newNight(t, lobby.GameNightPlan{Format: lobby.GameNightKnockout}, names...)
	n.do("a", lobby.BeginGameNight{})
	n.seat()
	return n
}

// bracket returns the bracket as text.
func (n *night) bracket() string {
	shown, _ := n.View(n.now)
	return bracketText(shown)
}

// result ends the match at the table of a player, who wins it; a "=" before the name is a
// draw, in which the player has as many points as given.
func (n *night) result(who string, points float64) {
	n.Helper()
	name := strings.TrimPrefix(who, "=")
	t := n.roster.seating.tables.first(func(t *Table) bool { return !t.over() && t.seats(n.player(name).Number) })
	if t == nil {
		n.Fatalf("%s is at no table: %v", name, n.bracket())
	}
	n.is(Seen{Room: t.Room, Glance: glance(n.State, t, engine.Playing)})
	end := glance(n.State, t, engine.Over)
	for i := range end.Seats {
		if end.Seats[i].ID == name {
			end.Seats[i].Won, end.Seats[i].Total = who == name, points
		}
	}
	n.is(Seen{Room: t.Room, Glance: end})
	end.Seats = slices.Clone(end.Seats)
	for i := range end.Seats {
		end.Seats[i].ID = ""
	}
	n.is(Seen{Room: t.Room, Glance: end})
	n.seat()
}

// TestPlaces checks that the best meet late.
func TestPlaces(t *testing.T) {
	for size, want := range map[int]string{2: "[0 1]", 4: "[0 3 1 2]", 8: "[0 7 3 4 1 6 2 5]"} {
		if got := fmt.Sprint(places(size)); got != want {
			t.Errorf("the places of %d are %s, not %s", size, got, want)
		}
	}
}

// TestByes checks how many pairings, byes and rounds a bracket has.
func TestByes(t *testing.T) {
	for people, want := range map[int]string{
		2: "1 rounds, 0 byes, third false", 3: "2 rounds, 1 byes, third false", 4: "2 rounds, 0 byes, third true",
		5: "3 rounds, 3 byes, third true", 8: "3 rounds, 0 byes, third true", 13: "4 rounds, 3 byes, third true", 60: "6 rounds, 4 byes, third true",
	} {
		players := make([]int, people)
		for i := range players {
			players[i] = i + 1
		}
		b := newBracket(players, 7)
		byes, seen := 0, map[int]bool{}
		for _, p := range b.Rounds[0] {
			if p.How == lobby.PairingBye {
				byes++
				if p.Winner > 4 {
					t.Errorf("of %d players, number %d has a bye", people, p.Winner)
				}
			}
			seen[p.Players[0]], seen[p.Players[1]] = true, true
		}
		delete(seen, 0)
		if got := fmt.Sprintf("%d rounds, %d byes, third %v", len(b.Rounds), byes, b.Third != nil); got != want || len(seen) != people {
			t.Errorf("%d players have %s, not %s, and %d are in it", people, got, want, len(seen))
		}
		if again := newBracket(players, 7); fmt.Sprint(again.Rounds) != fmt.Sprint(b.Rounds) {
			t.Errorf("with the same seed, %v is not %v", again.Rounds, b.Rounds)
		}
	}
}

// TestKnockout plays knockouts step by step.
func TestKnockout(t *testing.T) {
	for _, tt := range []struct {
		name  string
		of    int
		steps []string // NAME wins, =NAME POINTS draws, -NAME does not come, !NAME leaves the game night
		want  string
		ranks string
	}{
		{"two", 2, []string{"a"}, "1: b-a*", "1a 2b"},
		{"three with a bye", 3, []string{"c", "a"}, "1: a*-(bye) c*-b\n2: a*-c", "1a 2c 3b"},
		{"four", 4, []string{"a", "c", "d", "c"}, "1: d-c* a*-b\nthird: d*-b\n2: c*-a", "1c 2a 3d 4b"},
		{"third place after the final", 4, []string{"a", "c", "c"}, "1: d-c* a*-b\nthird: d-b\n2: c*-a", "1c 2a 3b 3d"},
		{"not come", 4, []string{"-b", "c", "-d", "c"}, "1: d-c* a*-b(walkover)\nthird: d-b*(walkover)\n2: c*-a", "1c 2a 3b 4d"},
		{"left", 4, []string{"!b", "c", "c"}, "1: d-c* a*-b(walkover)\nthird: d*-b(walkover)\n2: c*-a", "1c 2a 3d"},
		{"a draw, then a winner", 2, []string{"=a 3", "b"}, "1: b*-a", "1b 2a"},
		{"two draws, then the points", 2, []string{"=a 3", "=b 2"}, "1: b-a*(points)", "1a 2b"},
		{"two equal draws, then the lot", 2, []string{"=a 2", "=b 2"}, "1: b*-a(lot)", "1b 2a"},
		{"five with three byes", 5, []string{"e", "e", "a", "b", "a"}, "1: c*-(bye) e*-d a*-(bye) b*-(bye)\n2: c-e* a*-b\nthird: c-b*\n3: e-a*", "1a 2e 3b 4c 5d"},
	} {
		n := knockoutOf(t, tt.of)
		for _, step := range tt.steps {
			n.now = n.now.Add(time.Second)
			switch name := strings.TrimLeft(step, "-!"); step[0] {
			case '=':
				var points float64
				_, _ = fmt.Sscanf(step, "=%s %g", &name, &points)
				n.result("="+name, points)
			case '-':
				n.isAbsent(name)
			case '!':
				n.do(name, lobby.LeaveGameNight{})
				n.seat()
			default:
				n.result(name, 0)
			}
		}
		shown, _ := n.View(n.now)
		var ranks []string
		for _, p := range shown.People {
			ranks = append(ranks, fmt.Sprint(p.Rank, p.Name))
		}
		if got := bracketText(shown); got != tt.want {
			t.Errorf("%s: the bracket is\n%s\nnot\n%s", tt.name, got, tt.want)
		}
		if got := strings.Join(ranks, " "); got != tt.ranks {
			t.Errorf("%s: the ranks are %s, not %s", tt.name, got, tt.ranks)
		}
		if done := n.roster.format.over(); done != (shown.Stage == lobby.GameNightOver) || done == strings.Contains(tt.name, "after the final") {
			t.Errorf("%s: over is %v, and the game night is %s", tt.name, done, shown.Stage)
		}
	}
}

// isAbsent lets a player miss their call; the opponent comes.
func (n *night) isAbsent(name string) {
	n.Helper()
	t := n.roster.seating.tables.first(func(t *Table) bool { return !t.over() && t.seats(n.player(name).Number) })
	if t == nil {
		n.Fatalf("%s is at no table: %v", name, n.bracket())
	}
	for _, other := range n.roster.seating.tables {
		if other != t && other.gathers() {
			n.begins(other.Number)
		}
	}
	seen := glance(n.State, t, lobby.Gathering)
	for i := range seen.Seats {
		seen.Seats[i].Here = seen.Seats[i].ID != name
	}
	n.is(Seen{Room: t.Room, Glance: seen})
	n.now = t.Called.Add(CallTime - time.Second)
	n.seat()
	if n.roster.seating.tables.numbered(t.Number) == nil {
		n.Errorf("%s has lost before the end of the call", name)
	}
	n.now = n.now.Add(time.Second)
	n.seat()
}

// TestKnockoutIsClosed checks what late players, the beaten and players at the table can do.
func TestKnockoutIsClosed(t *testing.T) {
	n := knockoutOf(t, 4)
	n.come("late")
	n.result("a", 0)
	shown, _ := n.View(n.now)
	if state(shown, "late") != lobby.GameNightSpectating || state(shown, "b") != lobby.GameNightEliminated && state(shown, "b") != lobby.GameNightWaiting {
		t.Errorf("people are %+v", shown.People)
	}
	if _, err := n.step(Order{By: "a", Do: lobby.SitOut{Out: true}}); err == nil {
		t.Error("a may sit out")
	}
	if _, err := n.step(Order{By: "a", Do: lobby.ChangeGameNight{Plan: lobby.GameNightPlan{Format: lobby.GameNightOpen, Games: []string{"duel"}}}}); err == nil {
		t.Error("the format may change")
	}
}

// TestLeavingTheTableOnceIsForgiven checks that a player who leaves the table before the
// match is called once more.
func TestLeavingTheTableOnceIsForgiven(t *testing.T) {
	n := knockoutOf(t, 2)
	for _, want := range []string{"1: b-a", "1: b*-a(walkover)"} {
		table := n.open(n.roster.seating.made)
		seen := glance(n.State, table, lobby.Gathering)
		for i := range seen.Seats {
			if seen.Seats[i].ID == "a" {
				seen.Seats[i].ID = ""
			}
		}
		n.is(Seen{Room: table.Room, Glance: seen})
		n.seat()
		if got := n.bracket(); got != want {
			t.Errorf("the bracket is %s, not %s", got, want)
		}
	}
}

// TestKnockoutAfterARestart checks that no player loses while they come back.
func TestKnockoutAfterARestart(t *testing.T) {
	n := knockoutOf(t, 4)
	n.result("a", 0)
	before := n.bracket()
	n.State = Restore(stored(n.State), games(), bounds(), n.now)
	for range 20 {
		n.now = n.now.Add(10 * time.Second)
		n.seat()
	}
	if got := n.bracket(); got != before {
		t.Errorf("the bracket is\n%s\nnot\n%s", got, before)
	}
	for _, name := range []string{"a", "b", "c", "d"} {
		n.come(name)
	}
	n.seat()
	n.result("c", 0)
	n.result("d", 0)
	n.result("a", 0)
	if got, want := n.bracket(), "1: d-c* a*-b\nthird: d*-b\n2: c-a*"; got != want {
		t.Errorf("the bracket is\n%s\nnot\n%s", got, want)
	}
}

// TestKnockoutWaitsForEarlierMatches: when a game night becomes a knockout, those who are at a
// table take part, and moves from before are dropped.
func TestKnockoutWaitsForEarlierMatches(t *testing.T) {
	n := newNight(t, lobby.GameNightPlan{Games: []string{"party"}, Seats: 2}, "a", "b", "c", "d")
	n.do("a", lobby.BeginGameNight{})
	n.seat()
	n.begins(1)
	n.do("a", lobby.MovePlayer{Name: "c", Table: 1})
	n.do("a", lobby.ChangeGameNight{Plan: lobby.GameNightPlan{Games: []string{"duel"}, Format: lobby.GameNightKnockout}})
	if shown, _ := n.View(n.now); len(shown.Moves) > 0 {
		t.Errorf("pending are %+v", shown.Moves)
	}
	n.seat()
	if got := n.bracket(); got != "" {
		t.Errorf("while people play, the bracket is %s", got)
	}
	n.begins(2)
	n.plays(1)
	n.plays(2)
	n.seat()
	for _, name := range []string{"a", "b", "c", "d"} {
		if !strings.Contains(n.bracket(), name) {
			t.Errorf("%s is not in the bracket %s", name, n.bracket())
		}
	}
}

// TestTheHostMovesNoOneOutOfAKnockout: who has not lost must play, and who is out waits for
// nothing.
func TestTheHostMovesNoOneOutOfAKnockout(t *testing.T) {
	n := knockoutOf(t, 2)
	n.refuses("a", lobby.MovePlayer{Name: "b", Out: true})
	n.come("late")
	n.do("a", lobby.MovePlayer{Name: "late", Out: true})
	n.do("a", lobby.MovePlayer{Name: "late"})
	if facts := n.facts(); facts.Waiting != 0 {
		t.Errorf("%d people wait", facts.Waiting)
	}
}
