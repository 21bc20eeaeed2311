package lobbytest

import (
	"math/rand/v2"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/engine/kodeknacker"
	"parlor/engine/masterdice"
)

// game is a game, and a player that sees only its views.
type game struct {
	engine.Game
	think func(table any, random *rand.Rand) engine.Action
}

func games() []game {
	return []game{play(davinci.Rules()), play(kodeknacker.Rules()), play(masterdice.Rules())}
}

// play returns a game with a function that chooses moves as the game's own bot does. The function
// panics if the table of a view is not a V.
func play[V any, E engine.GameEvent](rules engine.Rules[V, E]) game {
	return game{rules.Game(), func(table any, random *rand.Rand) engine.Action {
		return rules.Think(engine.Thought[V, E]{View: table.(V), Level: engine.FirstBot, Random: random})
	}}
}
