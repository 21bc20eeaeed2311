// Package kodeknacker is Kodeknacker (DE sheet, rules.md §3), for two players:
// each makes a secret row of colours, and both guess at once.
//
// # A game
//
//	set ──both codes stand──▶ play, round 1 ──both have guessed──▶ round 2 …
//	play ──somebody cracked in a complete round, or the boards are full──▶ over
//
// A code has so many positions out of so many colours, and a colour may stand
// in it as often as one likes; option preset says the sizes. In a round both
// seats guess the other's code once. A guess is answered by black pegs (right
// colour, right place) and white ones (right colour, wrong place), see [Pegs].
// Who cracks in the same round as the other draws: a round is always finished.
// Nobody cracked on full boards is a draw as well.
//
// # Who may know what
//
// A code is its maker's secret until the game is over. The own answer comes at
// once, to the own seat; everybody else sees a row of the round under way only
// when both have guessed, and until then just that a guess was made. So nobody
// learns before the other's last guess that a code is cracked.
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
// # Events
//
//	1 set               the code of seat 1 stands
//	round 2             a round of guesses begins
//	1 guessed           what, is told when both have
//	1 row 2 rgbyo 2 1   the guess of round 2, black and white pegs
//	1 row 2 -           no guess: time ran out
//	1 cracked           seat 1 has found the other's code
//	1 timed_out         before what came of it
//	1 resigned
//	1 won               or draw
//	1 code rgbyo        when the game is over
//
// # Versions
//
// Version 3: whoever resigns is out of the whole match and does not win it; by
// versions 1 and 2 they gave up a game.
package kodeknacker
