package prose

import "parlor/engine"

// A Game is a game with the texts that present it to people, on a screen or in text mode.
type Game struct {
	engine.Game
	Narrator Narrator
	Lesson   Lesson
	Rules    Document // as players read them, in the words of this project
}
