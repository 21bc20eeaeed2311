package davinci

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"parlor/engine"
)

// TestRecordedGames plays games by chance, and compares all moves, events, views, legal
// actions and results with those that an earlier implementation of the rules, which shared
// no code with this one, gave for them. Versions 1 to 3 of the rules never change, so this
// file is not written again.
func TestRecordedGames(t *testing.T) {
	want, err := os.ReadFile("testdata/recorded_games.golden")
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for seats := MinSeats; seats <= MaxSeats; seats++ {
		for _, jokers := range []string{NoJokers, FreeJokers, StrictJokers} {
			for _, points := range []string{International, Classic, Single} {
				for version := 1; version <= 3; version++ {
					fmt.Fprintf(&got, "%d seats, version %d, jokers %s, points %s: %s\n", seats, version, jokers, points, recordedGames(t, seats, version, jokers, points))
				}
			}
		}
	}
	if got.String() != string(want) {
		t.Errorf("the games are not as they were; now:\n%s", got.String())
	}
}

// recordedGames plays some games of a setup and returns a hash of all that was seen in them.
func recordedGames(t *testing.T, seats, version int, jokers, points string) string {
	t.Helper()
	complete, err := engine.Complete(Rules().Options, engine.Options{"jokers": jokers, "points": points, "memory": []string{"off", "on"}[version%2]})
	if err != nil {
		t.Fatal(err)
	}
	sum, random := sha256.New(), rand.New(rand.NewPCG(uint64(seats), uint64(version)))
	for game := range 4 {
		setup := engine.Setup{Version: version, Seats: seats, First: engine.Seat(game % seats), Options: complete, Seed: engine.Seed{byte(game), byte(version), byte(seats)}}
		state, err := Rules().Deal(setup)
		if err != nil {
			t.Fatal(err)
		}
		playRecorded(t, state, sum, random)
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}

func playRecorded(t *testing.T, state engine.State[View, Event], sum hash.Hash, random *rand.Rand) {
	t.Helper()
	seats := len(state.View(engine.Watcher).Racks)
	for len(state.ToMove()) > 0 {
		waiting := state.ToMove()
		seat := waiting[random.IntN(len(waiting))]
		actions := slices.Sorted(state.Legal(seat))
		action := actions[random.IntN(len(actions))]
		switch random.IntN(40) {
		case 0:
			action = engine.Resign
		case 1, 2:
			action = engine.Timeout
		}
		next, events, err := state.Play(seat, action)
		if err != nil {
			t.Fatalf("%s is legal and is refused: %v", action, err)
		}
		state = next
		fmt.Fprintln(sum, seat, len(actions), action, events, state.ToMove())
		for reader := engine.Watcher; int(reader) < seats; reader++ {
			view, err := json.Marshal(state.View(reader))
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintln(sum, reader, string(view))
		}
	}
	fmt.Fprintln(sum, state.Result())
}
