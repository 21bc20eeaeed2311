// Package masterdice is MasterDice (the Italian rule sheet, rules.md §2), for two players: a
// code of four coloured dice is found with eighteen white ones.
//
// # Pieces
//
// The four columns are blue, red, yellow and green, always in that order; a
// [Line] is one value for each. A board has [MaxRows] rows and [WhiteDice]
// white dice. One round of the engine is one game. Deal rolls everything: each
// code, and the rolls that the white dice of a board will make, both explicit
// fields of the state from streams of their own. No player chooses a code, and
// other codes do not change the rolls.
//
// # One board
//
// A board goes round these phases:
//
//	roll ──"roll"──▶ place ──"place …"──▶ roll       while rows and dice are left
//	                                   └─▶ solve      when seven rows are full or no die is left
//	roll, place, solve ──"solve …"──▶ waiting or over
//
// "roll" throws four dice, or all that are left if fewer. "place" puts one to
// four of them on the next row, at most one a column; those are spent, the
// others go back. The row is judged at once by three counts: equal dice, dice
// that are too high (the code is lower) and dice that are too low (the code is
// higher); which die is which is not told. "solve" names the whole code, is
// open in every phase, and ends the board.
//
// A right answer is worth 20 points and 5 for each empty row, under option
// bonus_dice also 1 for each white die that is not spent (dice rolled and not
// placed are not spent). A wrong one is worth nothing.
//
// # Modes
//
// Classic has one board. Setup.First is its solver, the other seat is the
// codemaker, who decides nothing and may only resign. As the first seat moves
// on from round to round, roles swap, and a match is an even number of rounds.
// The winner of a round is the solver where points were made, else the
// codemaker; the match is decided by points.
//
// Duel has two boards: each seat rolls the code that the other one solves, and
// both solve at the same time. A seat whose board has ended waits for the
// other. The winner of a round has the most points; equal points are a win of
// both, and no seat wins with none.
//
// # Secrecy
//
//	                     classic                       duel
//	code of a board      codemaker                     the seat that rolled it; its solver once that board has ended
//	rolls, rows, counts  all                           its solver
//	rows used            all                           all
//	that it has ended    all                           all: the seat is no longer to move
//	that a seat resigned all                           all
//	the answer, right?   all                           its solver
//	that the clock acted all                           its solver
//
// Once the round is over all seats know everything except rolls that were
// never made. In a duel no other seat can tell whether a seat has rolled, nor
// whether the clock played for it: the clock places every die that was rolled,
// and so would tell how many are left.
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
// [Place] and [Solve] write the form on the left, which is also what Legal
// yields. The parser also takes capitals, commas, and the letter behind the value.
//
// Resigning is worth 0 to a solver; in a duel the other seat plays on. A
// codemaker who resigns gives the solver what a right answer would have been
// worth at that moment, the most that the solver could still have made.
//
// # Events
//
//	1 rolled 3 5 5 1                         classic
//	1 placed 2 b3 y5 equal 1 high 1 low 0    classic: row 2; high counts dice above the code
//	1 used row 2                             duel, instead of the two above
//	1 finished                               duel: answered; what, and whether it is right, is told at the end
//	1 timed_out                              classic: before what came of it
//	1 resigned
//	1 solved 1 2 3 4 right                   or wrong; in a duel when the round is over
//	2 code 1 2 3 5                           the code that seat 2 rolled; when the round is over
//
// # Versions
//
// Version 3: a player who resigns is out of the whole match and does not win it; by
// versions 1 and 2 they gave up a game.
//
// Version 4: chance comes from named streams of the game's seed, see [engine.Seed.Stream].
// The code of the first board comes from "code 1", and its dice from "dice 1", seven rows
// of four, of which a row shows as many as are left. In a duel, board n is that of seat n;
// a classic game has the first board only.
package masterdice
