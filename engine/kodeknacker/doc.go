// Package kodeknacker is Kodeknacker (DE sheet, rules.md §3), for two players:
// each makes a secret row of colours, and both guess at once.
//
// It is a game of package codebreak, which tells how it goes, who may know what, and its
// events. A code has a number of positions, each of one of some colours, and a colour may stand in
// it as often as one likes; option preset says the sizes. A guess is answered by black pegs
// (right colour, right place) and white ones (right colour, wrong place), see [Pegs].
//
// # Actions
//
//	code rgbyo      make the own code; the letters are those of [ColorNames]
//	guess rgbyo
//	resign          the other one wins
//	timeout         played by the room: a random code, or an empty row
//
// Capitals, blanks, dashes and digits (1 for the first colour) are understood.
//
// # Versions
//
// Version 3: a player who resigns is out of the whole match and does not win it; by
// versions 1 and 2 they gave up a game.
//
// Version 4: chance comes from named streams of the game's seed, see [engine.Seed.Stream].
// The code that the clock makes for seat 2 comes from "spare 2", a colour for each place.
package kodeknacker
