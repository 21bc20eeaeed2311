package davinci

// rulesText is the game as players read it, for tui.Kit.
const rulesText = `Everybody has a row of number tiles that only its owner can read. Find out the others' numbers before they find out yours: whoever is the last with a tile unread wins the round.

# The tiles
There are 24: the numbers 0 to 11 in black and again in white. What colour a tile has is always open to all, what number it has is not.
Your row rises from left to right. Of two equal numbers the black one stands left. Everybody knows this of every row, and that is how you reason: a white tile between a 3 and a 5 leaves little choice.

# Setting up
All take four tiles at once, or three when four people play. You choose the colour of each tile you take; chance chooses the number. "Deal the rest" leaves the colours to chance too. When your row is complete, say that you are ready.

# Your turn
- Draw: take a tile from the pool, in the colour you like. It stands apart, and only you see its number.
- Guess: point at one hidden tile of somebody else and name its number. You must guess at least once, and you may name any number, also one that you know is wrong, to mislead the others.
- Right: the tile is turned up for good. Now guess again, at any hidden tile, or stop. If you stop, the drawn tile goes into your row unseen.
- Wrong: the drawn tile goes into your row face up, for all to read, and your turn is over.

Then it is the turn of the next one to the left who is still in.

# When the pool is empty
You draw nothing. If you guess wrong now, you turn up one of your own hidden tiles, whichever you choose. It may be your last one: then you have put yourself out, and nobody scores for it.

# Out, and the end
Whoever has no hidden tile left in the row is out. The last one with a hidden tile wins the round. If the winning guess is made with a drawn tile in hand, that tile still joins the winner's row, hidden.

# Jokers
With this option there are two more tiles, one of each colour, with a dash in place of a number. A joker can stand anywhere in your row, at the ends too, and makes it harder to read. Jokers taken in setup are placed before play begins; once placed, a joker never moves.
- Free: any place will do.
- Strict: a joker may not stand between two neighbouring numbers of one colour, such as a white 5 and a white 6.
- A number that belongs where a joker stands may go on either side of it, as you choose. You are asked before you guess, because a wrong guess puts the tile down at once; until then you can change your mind.
- To find a joker, say "joker" instead of a number.

# Points
A match has several rounds; the one who begins changes from round to round, to the left. Most points win; equal points share the win.
- International: 1 point for each right guess, 3 for turning up somebody's last hidden tile, 5 for winning the round, and for the winner also the sum of the numbers that nobody has read (a joker counts nothing).
- Classic: the same without that sum.
- Single: one round, no points.

# Time
If the room has a clock and yours runs out, the turn ends as if you had guessed wrong: the drawn tile, or a random one, is shown. In setup, what you have not chosen is chosen by chance.
If you resign a round, your whole row is turned up and you are out; nobody scores for those tiles.

# Memory
With this option the table keeps no record: you see the last guess only, and no list of what was guessed wrong. Remember the rest yourself.

# Reading the table
Black tiles have heavy square lines and a B, white ones round light lines and a W. A tile that stands upright is hidden; one that lies flat, a row lower, is open to all. The small figures under a row are the places, as the log counts them: "bo's 3rd". Your own tiles show their numbers to you; those marked "open" everybody can read.`
