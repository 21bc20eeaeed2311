// Package davinci is Da Vinci Code for two to four players (rules.md §1; the
// NO, CS and FR sheets): every player hides a row of number tiles and reads the
// others' rows.
//
// # Pieces
//
// There are twelve black and twelve white tiles, 0 to 11; under option jokers
// also a black and a white joker. The colour of a tile is public wherever it
// lies. A rack is ascending from its owner's left, black before white where
// numbers are equal; a joker stands where its owner put it. The tiles of each
// colour are shuffled in the deal; taking one takes the top of its colour, so
// that the choice of a colour is the player's and the rest is chance.
//
// Seats, places and gaps count from 1 in all text: place 1 is the leftmost
// tile of a rack, gap 1 is left of it, gap n+1 right of the n-th tile.
//
// # A round
//
//	setup ──all ready──▶ turn
//	turn: the pool has tiles ──▶ draw ──▶ guess      the pool is empty ──▶ guess
//	guess, again ──right──▶ again                    the tile lies open; no new draw
//	again ──stop──▶ next turn                        the drawn tile goes in hidden
//	guess, again ──wrong──▶ next turn                the drawn tile goes in face up
//	guess, again ──wrong, none drawn──▶ show         an own tile of the own choice is
//	show ──▶ next turn                               turned up; the last one by itself
//	any ──one seat left with a hidden tile──▶ over
//
// In setup all seats take their tiles at once, one by one, four each or three
// where there are four seats. In a game with jokers every seat then says
// ready, after it has placed its jokers; in one without, a seat is ready by
// itself. The turn goes to the left, past seats that are out.
//
// A seat without a hidden tile in its rack is out; a tile in hand does not
// save it. The last one in wins at once, and a tile that it has in hand goes
// in hidden.
//
// # Places
//
// A number has one gap, unless jokers stand there: then any gap next to those.
// A joker may go into any gap. Under "strict" a joker may not go between two
// numbers of one colour that follow each other, looking past other jokers, and
// a number must not leave a joker in such a place as long as another of its
// gaps does not. A joker never moves later.
//
// The owner chooses where there is more than one gap. For a drawn tile that is
// done with place, before the first guess of the turn, and may be changed until
// the tile goes in. It is a secret action: nothing that others see changes, the
// phase included. If the owner were asked when the tile goes in, after a wrong
// guess or a stop, the question itself would tell the table that a joker is
// there. For the same reason every seat says ready in a game with jokers: which seat
// is waited for must not tell which has one. If one gap is legal, no seat is asked.
//
// # Options
//
//	jokers  none, free (NO, CS) or strict (FR)
//	points  international (NO): 1 for a right guess, 3 for revealing the last hidden
//	        tile of a seat, 5 for the round, and for its winner the sum of its
//	        numbers still hidden; classic (CS): without the sum; single: none
//	rounds  of the match, 1 to 9; always 1 under single
//	first   the seat that begins the first round
//	memory  on: a view has no ruled_out, and of the log only the last guess, what
//	        came of it, and what the current turn began with
//
// No seat scores for tiles revealed by their owner: by a wrong guess, by the
// clock, or by resigning. The winner still scores for the round.
//
// # Secrecy
//
// A seat knows its own tiles, and all that are open. All seats know the
// colours of a rack in order once play has begun; in setup only how many of
// each colour a seat has taken. That there is a choice of gap, and what is
// chosen, is known to the owner alone. What was guessed wrong is public and
// stays with its tile when the rack grows. When the round is over all racks
// are known; what is left in the pool is not.
//
// # Actions
//
//	take black|white|any     setup: one tile
//	deal                     setup: the rest of the tiles, colours by chance
//	place GAP                a joker in setup once all tiles are taken, or the drawn tile
//	ready                    setup, in games with jokers
//	draw black|white|any     at the beginning of a turn
//	guess SEAT PLACE VALUE   VALUE is 0 to 11, or joker; one that cannot be is legal
//	stop                     after a right guess
//	show PLACE               after a wrong guess without a drawn tile: an own hidden tile
//	resign                   at any time while in: the whole rack lies open, a drawn tile
//	                         in its place; what was not taken stays in the pool
//	timeout                  see below
//
// Timeout makes the choices of a setup by chance. In a turn it ends the turn
// as after a wrong guess: the drawn tile goes in face up, into the leftmost
// legal gap where none was chosen (not into any by chance: the stream of chance
// must not depend on hidden jokers); one of any colour is drawn for it where
// none was yet; with an empty pool a hidden tile of the own rack, by chance, is
// turned.
//
// # Events
//
//	1 took black             setup
//	1 ready                  setup: its rack stands
//	turn 2
//	1 drew black
//	1 guessed 2 3 7 right    seat 1 guessed that tile 3 of seat 2 is a 7; or wrong
//	2 opened 3 white 7       the guessed tile lies face up
//	1 kept 5 black           the drawn tile went in as tile 5, hidden
//	1 added 5 black 7        the drawn tile went in as tile 5, face up
//	1 turned 3 white 9       an own tile was turned face up: no tile was drawn
//	1 stopped                no tile was drawn
//	1 timed_out              what came of it follows
//	1 resigned               its rack is face up
//	1 out                    it has no hidden tile left
//	1 won
//
// A place has no event.
//
// # Versions
//
// Version 2: the gap of a drawn tile can be changed 16 times, and then no
// more; by version 1 there was no end to it.
//
// Version 3: a player who resigns is out of the whole match and does not win it; by
// versions 1 and 2 they gave up a game.
//
// Version 4: chance comes from named streams of the game's seed, see [engine.Seed.Stream].
// The stacks, 0 to 11 and then the joker if there is one, are shuffled by "black" and
// "white", and taken from the last. A colour that a player leaves open comes from "any".
// For seat 2 the clock draws colours and hidden tiles from "clock 2", and the gaps of
// jokers in setup from "gaps 2". A colour is black if a number below the tiles left is
// below the black ones left; a hidden tile is counted from the left of the rack, and a
// gap from the leftmost legal one.
package davinci
