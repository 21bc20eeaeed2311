package davinci_test

import (
	"fmt"

	"parlor/engine"
	"parlor/engine/davinci"
)

// Two seats take their tiles, and seat 1 guesses once. The seed decides what
// they get, so it always comes out alike.
func ExampleRules() {
	match, err := davinci.Rules().Game().Start(2, engine.Seed{1}, engine.Options{"first": "1"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, move := range []engine.Move{
		{Seat: 0, Action: davinci.Deal},
		{Seat: 1, Action: davinci.Deal},
		{Seat: 0, Action: davinci.Draw(davinci.White)},
		{Seat: 0, Action: davinci.Guess(1, 4, 10)},
	} {
		next, events, err := match.Play(move.Seat, move.Action)
		if err != nil {
			fmt.Println(err)
			return
		}
		match = next
		for _, event := range events {
			fmt.Println(event)
		}
	}
	table := match.View(1).Table.(davinci.View)
	fmt.Println("seat 2 sees")
	for _, rack := range table.Racks {
		for _, tile := range rack.Tiles {
			fmt.Print(" ", tile.Color, " ", tile.Value)
		}
		fmt.Println()
	}
	// Output:
	// 1 took white
	// 1 took white
	// 1 took white
	// 1 took black
	// 1 ready
	// 2 took white
	// 2 took white
	// 2 took black
	// 2 took white
	// 2 ready
	// turn 1
	// 1 drew white
	// 1 guessed 2 4 10 right
	// 2 opened 4 white 10
	// seat 2 sees
	//  white ? white ? black ? white ?
	//  white 3 white 5 black 10 white 10
}
