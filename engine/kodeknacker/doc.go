// Package kodeknacker implements Kodeknacker (DE sheet, rules.md §3) for two players: each sets a
// secret code of colours, and both guess at the same time.
//
// It is a game of package codebreak, which documents the course of a game, its secrets and its
// events. A code has a number of positions, each with one of a number of colours, which may
// repeat; option preset sets these numbers. The answer to a guess is a number of black pegs
// (right colour, right place) and white pegs (right colour, wrong place), see [Pegs].
//
// # Actions
//
//	code rgbyo      set the own code; the letters are those of [ColorNames]
//	guess rgbyo
//	resign          the other player wins
//	timeout         played by the room: a random code, or an empty row
//
// Capitals, spaces, dashes and digits (1 for the first colour) are accepted.
//
// # Versions
//
// Version 3: a player who resigns is out of the whole match and does not win it. In versions 1
// and 2 they resigned one game.
//
// Version 4: random values come from named streams of the game's seed, see [engine.Seed.Stream].
// The code that a time-out sets for seat 2 comes from "spare 2", one colour for each place.
package kodeknacker
