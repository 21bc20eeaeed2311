package prose

import "parlor/engine"

// A Game is a game as people are told of it, on a screen or without one.
type Game struct {
	engine.Game
	Narrator Narrator
	Lesson   Lesson
	Rules    Document // as players read them, in our own words
}
