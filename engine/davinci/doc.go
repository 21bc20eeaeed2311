// Package davinci implements Da Vinci Code for two to four players (rules.md §1; the NO, CS and FR
// sheets): every player hides a row of number tiles and guesses the tiles of the others.
//
// # Pieces
//
// There are twelve black and twelve white tiles, 0 to 11, and under option jokers also a black and
// a white joker. The colour of a tile is always public. A rack is ascending from its owner's left,
// black before white if numbers are equal; a joker is where its owner put it. The tiles of each
// colour are shuffled in the deal. A player chooses a colour and gets its top tile.
//
// Seats, places and gaps count from 1 in all text: place 1 is the leftmost tile of a rack, gap 1 is
// left of it, and gap n+1 is right of the n-th tile.
//
// # A round
//
//	setup ──all ready──▶ turn
//	turn: the pool has tiles ──▶ draw ──▶ guess      the pool is empty ──▶ guess
//	guess, again ──right──▶ again                    the tile is open; no new draw
//	again ──stop──▶ next turn                        the drawn tile is added hidden
//	guess, again ──wrong──▶ next turn                the drawn tile is added face up
//	guess, again ──wrong, none drawn──▶ show         the player chooses an own tile to
//	show ──▶ next turn                               turn up; the last one is automatic
//	any ──one seat left with a hidden tile──▶ over
//
// In the setup all seats take their tiles at the same time: four each, or three with four seats. In
// a game with jokers every seat then says ready, after it has placed its jokers; without jokers, a
// seat is ready automatically. The turn goes clockwise, past seats that are out.
//
// A seat without a hidden tile in its rack is out, even if it has a drawn tile. The last remaining
// seat wins at once. If it has a drawn tile, that is added hidden.
//
// # Places
//
// A number has one gap, unless there are jokers next to it: then it has all gaps next to those. A
// joker may go into any gap. Under "strict" a joker may not go between two consecutive numbers of
// one colour, looking past other jokers, and a number must not leave a joker in such a place if it
// has another gap. A joker never moves later.
//
// The owner chooses between several gaps. For a drawn tile they do that with place, before the
// first guess of the turn, and may change it until the tile is added. This action is secret: what
// others see does not change, not even the phase. If the owner were asked when the tile is added,
// after a wrong guess or a stop, the question would reveal a joker. For the same reason every seat
// says ready in a game with jokers: who is waited for must not reveal who has one. If only one gap
// is legal, the seat is not asked.
//
// # Options
//
//	jokers  none, free (NO, CS) or strict (FR)
//	points  international (NO): 1 for a right guess, 3 for revealing the last hidden
//	        tile of a seat, 5 for winning the round, and for the winner the sum of
//	        their hidden numbers; classic (CS): without the sum; single: none
//	rounds  of the match, 1 to 9; always 1 under single
//	first   the seat that begins the first round
//	memory  on: a view has no wrong guesses, and of the log only the last guess, its
//	        results, and the start of the current turn
//
// No player scores for tiles that their owner turned up: by a wrong guess, a time-out, or resigning.
// The winner still scores for the round.
//
// # Secrecy
//
// A seat knows its own tiles and all open ones. Once play has begun, everyone knows the colours of
// a rack in order; in the setup, only how many tiles of each colour a seat has taken. Only the
// owner knows that there is a choice of gap, and what was chosen. Wrong guesses are public and stay
// with their tile when the rack grows. When the round is over all racks are public; the rest of the
// pool is not.
//
// # Actions
//
//	take black|white|any     setup: one tile
//	deal                     setup: the remaining tiles, in random colours
//	place GAP                a joker in the setup once all tiles are taken, or the drawn tile
//	ready                    setup, in games with jokers
//	draw black|white|any     at the start of a turn
//	guess SEAT PLACE VALUE   VALUE is 0 to 11, or joker; impossible values are legal
//	stop                     after a right guess
//	show PLACE               after a wrong guess without a drawn tile: an own hidden tile
//	resign                   at any time while in: the whole rack is turned up, with the
//	                         drawn tile added; tiles not taken yet stay in the pool
//	timeout                  see below
//
// A timeout makes the choices of a setup at random. In a turn it ends the turn as after a wrong
// guess: the drawn tile is added face up, in the leftmost legal gap if none was chosen. A random gap
// would make the random stream depend on hidden jokers. If no tile was drawn yet, one of a random
// colour is drawn. If the pool is empty, a random hidden tile of the own rack is turned up.
//
// # Events
//
//	1 took black             setup
//	1 ready                  setup: its rack is complete
//	turn 2
//	1 drew black
//	1 guessed 2 3 7 right    seat 1 guessed that tile 3 of seat 2 is a 7; or wrong
//	2 opened 3 white 7       the guessed tile is face up
//	1 kept 5 black           the drawn tile was added as tile 5, hidden
//	1 added 5 black 7        the drawn tile was added as tile 5, face up
//	1 turned 3 white 9       an own tile was turned up: no tile was drawn
//	1 stopped                no tile was drawn
//	1 timed_out              the results of the time-out follow
//	1 resigned               its rack is face up
//	1 out                    it has no hidden tile left
//	1 won
//
// Placing a tile has no event.
//
// # Versions
//
// Version 2: the gap of a drawn tile can be changed at most 16 times; version 1 has no limit.
//
// Version 3: a player who resigns is out of the whole match and does not win it. In versions 1 and
// 2 they resigned one game.
//
// Version 4: random values come from named streams of the game's seed, see [engine.Seed.Stream].
// The stacks, 0 to 11 and then the joker if there is one, are shuffled by "black" and "white", and
// tiles are taken from the end. A colour that a player leaves open comes from "any". For seat 2,
// time-outs draw colours and hidden tiles from "clock 2", and the gaps of jokers in the setup from
// "gaps 2". A colour is black if a number below the number of remaining tiles is below the number
// of remaining black ones; hidden tiles are counted from the left of the rack, and gaps from the
// leftmost legal one.
package davinci
