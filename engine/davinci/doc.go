// Package davinci is Da Vinci Code for two to four players (rules.md §1; the
// NO, CS and FR sheets): everybody hides a row of number tiles and reads the
// others' rows.
//
// # Pieces
//
// There are twelve black and twelve white tiles, 0 to 11; under option jokers
// also a black and a white joker. The colour of a tile is public wherever it
// lies. A rack is ascending from its owner's left, black before white where
// numbers are equal; a joker stands where its owner put it. The tiles of each
// colour are shuffled in the deal; taking one takes the top of its colour.
//
// # A round
//
//	setup ──all ready──▶ draw ──▶ guess ──right──▶ again ──stop──▶ next seat
//	                              guess, again ──wrong──▶ next seat, or show where the pool was empty
//	                              show ──▶ next seat
//	any ──one rack left with a hidden tile──▶ over
//
// In setup all seats take their tiles at once, one by one, four each or three
// where there are four seats. In a game with jokers every seat then says
// ready, after it has placed its jokers; in one without, a seat is ready by
// itself. A turn begins with draw while the pool has tiles, else with guess.
//
// # Places
//
// A number has one gap, unless jokers stand there: then any gap beside those.
// A joker has all gaps; under "strict" not those between two numbers of one
// colour that follow each other, looking past jokers. See gaps.
//
// The owner chooses where there is more than one. The choice for a drawn tile
// is made with place, in secret, before the first guess of the turn, and may be
// changed until the tile goes in. So nobody is asked after a wrong guess or a
// stop: being asked there would tell the table that a joker stands there. For
// the same reason everybody says ready in a game with jokers.
//
// # Who may know what
//
// A seat knows its own tiles, and all that are open. Everybody knows the
// colours of a rack in order once play has begun; in setup only how many of
// each colour a seat has taken. That a choice of place is open is known to its
// owner alone: a place changes nothing that others see. When the round is over
// all racks are known; what is left in the pool is not.
//
// # Actions
//
//	take black|white|any     setup: one tile
//	deal                     setup: the rest of the tiles, colours by chance
//	place GAP                a joker in setup, or the drawn tile; gap 1 is left of the first tile
//	ready                    setup, in games with jokers
//	draw black|white|any
//	guess SEAT PLACE VALUE   VALUE is 0 to 11 or joker
//	stop                     after a right guess
//	show PLACE               after a wrong guess without a drawn tile: an own hidden tile
//	resign, timeout          see package engine
//
// # Events
//
//	1 took black             setup
//	1 ready
//	turn 2
//	1 drew black
//	1 guessed 2 3 7 right    seat 1 guessed that tile 3 of seat 2 is a 7; or wrong
//	2 opened 3 white 7       the guessed tile lies face up
//	1 kept 5 black           the drawn tile went in as tile 5, hidden
//	1 added 5 black 7        the drawn tile went in as tile 5, face up
//	1 turned 3 white 9       an own tile was turned face up: no tile was drawn
//	1 stopped                no tile was drawn
//	1 timed_out              what came of it follows
//	1 resigned               the rack is face up
//	1 out                    no hidden tile is left
//	1 won
package davinci
