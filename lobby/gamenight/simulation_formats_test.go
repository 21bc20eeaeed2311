package gamenight

import (
	"fmt"
	"testing"
	"time"

	"parlor/lobby"
)

// restart stores the game night and restores it; the people come back one after the other.
func (s *simulation) restart() {
	s.State = Restore(stored(s.State), simulatedGames(), s.bounds, s.now)
	for _, p := range s.people {
		if q := s.player(p.id); q != nil && !q.Gone {
			s.schedule(s.now.Add(s.after(10*time.Second, p.slow)), func() { s.tell(Join{ID: p.id, Name: p.id}) })
		}
	}
}

// TestSimulatedKnockouts plays knockouts with late players, leavers and players who do not
// come, with and without a restart.
func TestSimulatedKnockouts(t *testing.T) {
	for _, people := range []int{5, 8, 13, 60} {
		for _, restart := range []time.Duration{0, 9 * time.Minute} {
			for seed := range uint64(5) {
				s := simulate(seed, simulatedNight{
					people: people, late: people / 5, leavers: people / 6, slow: people / 8, noShows: people / 8, restart: restart,
					plan: lobby.GameNightPlan{Title: "t", Format: lobby.GameNightKnockout, Games: []string{"kodeknacker", "davinci"}, Rounds: 1},
				})
				name := fmt.Sprintf("%d people, seed %d, restart after %v", people, seed, restart)
				checkBracket(t, name, s, people-people/5)
			}
		}
	}
}

// checkBracket checks that a knockout is decided, that each pairing is of the winners of the
// round before, and that only the first round has byes.
func checkBracket(t *testing.T, name string, s *simulation, entered int) {
	t.Helper()
	k, is := s.roster.format.(*knockout)
	if !is || !k.over() || s.stage != lobby.GameNightOver {
		t.Fatalf("%s: it does not end", name)
	}
	in, byes := map[int]bool{}, 0
	for _, p := range k.bracket.Rounds[0] {
		for _, number := range p.Players {
			if number == 0 {
				byes++
				continue
			}
			if in[number] {
				t.Errorf("%s: number %d is drawn twice", name, number)
			}
			in[number] = true
		}
	}
	if size := 2 * len(k.bracket.Rounds[0]); len(in) != entered || byes != size-entered || size/2 >= entered {
		t.Errorf("%s: %d take part with %d byes in a bracket of %d, not %d", name, len(in), byes, size, entered)
	}
	for r, round := range k.bracket.Rounds {
		for i, p := range round {
			if !p.has(p.Winner) || (p.How == lobby.PairingBye) != (p.Players[1] == 0) || r > 0 && p.How == lobby.PairingBye {
				t.Errorf("%s: round %d has %+v", name, r, p)
			}
			if r > 0 && p.Players != [2]int{k.bracket.Rounds[r-1][2*i].Winner, k.bracket.Rounds[r-1][2*i+1].Winner} {
				t.Errorf("%s: round %d has %+v after %+v", name, r, p, k.bracket.Rounds[r-1])
			}
		}
	}
}

// TestSimulatedTeams plays game nights between teams of different sizes, with a restart.
func TestSimulatedTeams(t *testing.T) {
	for _, people := range []int{5, 8, 13, 60} {
		s := simulate(3, simulatedNight{
			people: people, late: people / 5, leavers: people / 6, slow: people / 8, noShows: people / 8, restart: 31 * time.Minute,
			plan: lobby.GameNightPlan{Title: "t", Format: lobby.GameNightTeams, Teams: []string{"Red", "Blue"}, Games: []string{"davinci", "kodeknacker"}, Rounds: 1},
		})
		matches, points := 0, 0
		for _, p := range s.roster.seating.players {
			matches, points = matches+p.Played, points+p.Points
		}
		for _, team := range teamsOf(s.roster.format).teams {
			matches, points = matches-team.Played, points-team.Points
			if team.Played < people {
				t.Errorf("%d people: %s has played %d matches only", people, team.Name, team.Played)
			}
		}
		if matches != 0 || points != 0 {
			t.Errorf("%d people: the teams lack %d matches and %d points", people, matches, points)
		}
	}
}
