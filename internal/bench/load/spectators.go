package load

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"parlor/internal/bench/driver"
)

// spectators measures whether many spectators with large windows delay players: keys are typed
// alternately in a room with them and in one without.
func spectators(t *trial) error {
	return t.parlor(func(ours *host) error {
		var rooms []*room
		defer func() { closeRooms(rooms) }()
		for _, watching := range [][]driver.ScreenOptions{slices.Repeat([]driver.ScreenOptions{{Width: 200, Height: 60}}, t.spectators), nil} {
			one, err := ours.room(watching)
			if one != nil {
				rooms = append(rooms, one)
			}
			if err != nil {
				return err
			}
		}
		var took [2][]time.Duration
		missed := 0
		act := func(i int) func(int) error {
			return func(int) error {
				mover, key, err := rooms[i].ready()
				if err != nil {
					return err
				}
				one, err := act(mover, key, rooms[i].players())
				missed += one.missed
				took[i] = append(took[i], one.last())
				rooms[0].settle()
				return err
			}
		}
		if err := driver.Alternate(t.moves, act(0), act(1)); err != nil {
			return err
		}
		for i, share := range []float64{0.5, 0.9} {
			watched, alone := driver.Percentile(took[0], share), driver.Percentile(took[1], share)
			what := []string{fmt.Sprintf("%d spectators at 200×60: action → the players' screens: p50, compared with the same without spectators", t.spectators), "… p90"}[i]
			t.Add(what, driver.Milliseconds(watched), driver.Milliseconds(alone), driver.Ratio(watched, alone), []string{"≤ 1.5 ×", ""}[i])
		}
		if missed > 0 {
			t.Add("… screens that showed nothing within 10 s", strconv.Itoa(missed), "", "", "0")
		}
		return nil
	})
}
