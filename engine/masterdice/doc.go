// Package masterdice implements MasterDice (the Italian rule sheet, rules.md §2) for two players:
// a code of four coloured dice is found with eighteen white ones.
//
// # Pieces
//
// The four columns are blue, red, yellow and green, always in that order; a [Line] has one value
// for each. A board has [MaxRows] rows and [WhiteDice] white dice. One round of the engine is one
// game. The deal rolls everything: each code, and the rolls of the white dice of each board. They
// are fields of the state, from separate streams. No player chooses a code, and the codes do not
// affect the rolls.
//
// # One board
//
// A board goes through these phases:
//
//	roll ──"roll"──▶ place ──"place …"──▶ roll       while rows and dice are left
//	                                   └─▶ solve      when seven rows are full or no die is left
//	roll, place, solve ──"solve …"──▶ waiting or over
//
// "roll" rolls four dice, or all that are left if fewer. "place" puts one to four of them on the
// next row, at most one in a column; those are spent, the others go back. The row is answered at
// once with three counts: equal dice, dice that are too high (the code is lower) and dice that
// are too low (the code is higher), but not which die is which. "solve" names the whole code, is
// possible in every phase, and ends the board.
//
// A right answer scores 20 points and 5 for each empty row, under option bonus_dice also 1 for
// each unspent white die (dice rolled and not placed are unspent). A wrong answer scores nothing.
//
// # Modes
//
// Classic has one board. Setup.First is its solver; the other seat is the codemaker, who decides
// nothing and may only resign. The first seat changes from round to round, so roles swap, and a
// match is an even number of rounds. The winner of a round is the solver if they scored, and
// otherwise the codemaker; the match is decided by points.
//
// Duel has two boards: each seat rolls the code that the other one solves, and both solve at the
// same time. A seat whose board has ended waits for the other. The seat with the most points wins
// the round; equal points are a win for both, and no seat wins without points.
//
// # Secrecy
//
// Who knows what during a round:
//
//	                     classic                       duel
//	code of a board      codemaker                     the seat that rolled it; its solver once that board has ended
//	rolls, rows, counts  everyone                      its solver
//	rows used            everyone                      everyone
//	that it has ended    everyone                      everyone: the seat is no longer to move
//	that a seat resigned everyone                      everyone
//	the answer, right?   everyone                      its solver
//	time-outs            everyone                      its solver
//
// Once the round is over everyone knows everything except rolls that were never made. In a duel
// no other seat can tell whether a seat has rolled, nor whether its time ran out: a time-out
// places every rolled die, and so would reveal how many are left.
//
// # Actions
//
//	roll
//	place b3 y5        or by position, "-" for an empty column: place 3 - 5 -
//	solve 1 2 3 4      blue, red, yellow, green; or solve 1234
//	resign
//	timeout            played by the room: rolls, places all rolled dice from
//	                   the left, or answers the lowest code that fits
//
// [Place] and [Solve] return the form on the left, which Legal also yields. The parser also
// accepts capitals, commas, and the letter after the value.
//
// A solver who resigns scores 0; in a duel the other seat plays on. A codemaker who resigns gives
// the solver the points of a right answer at that moment, the most that the solver could still
// make.
//
// # Events
//
//	1 rolled 3 5 5 1                         classic
//	1 placed 2 b3 y5 equal 1 high 1 low 0    classic: row 2; high counts dice above the code
//	1 used row 2                             duel, instead of the two above
//	1 finished                               duel: answered; the answer is revealed at the end
//	1 timed_out                              classic: before the events of the time-out
//	1 resigned
//	1 solved 1 2 3 4 right                   or wrong; in a duel when the round is over
//	2 code 1 2 3 5                           the code that seat 2 rolled; when the round is over
//
// # Versions
//
// Version 3: a player who resigns is out of the whole match and does not win it. In versions 1
// and 2 they resigned one game.
//
// Version 4: random values come from named streams of the game's seed, see [engine.Seed.Stream].
// The code of the first board comes from "code 1", and its dice from "dice 1", seven rows of
// four, of which a row shows as many as are left. In a duel, board n is that of seat n; a classic
// game has the first board only.
package masterdice
