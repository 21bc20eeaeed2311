package davinci

import (
	"slices"
	"strings"
	"testing"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/tui/board"
	"parlor/tui/boardtest"
	"parlor/tui/keymap"
)

func TestKeys(t *testing.T) {
	full := setupTable()
	full.change = func(s *board.Scene, v *game.View) {
		s.View.ToMove = []engine.Seat{0}
		v.Racks[0].Taken = 4
	}
	expert := guessThree()
	expert.change = func(_ *board.Scene, v *game.View) { v.Jokers = "free" }
	noWhite := drawTable()
	noWhite.pool.White = 0
	notMine := guessThree()
	notMine.turn = 1

	for _, row := range []struct {
		name  string
		table table
		keys  string
		want  string // actions parted by commas
	}{
		{"tiles are taken one at a time", setupTable(), "b W r d", "take black,take white,take any,deal"},
		{"nobody is ready before the rack is full", setupTable(), "enter", ""},
		{"ready", full, "b enter", "ready"},
		{"a joker is placed", jokerTable(), "right right left enter", "place 2"},
		{"the marker stays within the gaps", jokerTable(), "left left enter", "place 1"},
		{"at the last gap too", jokerTable(), "right right right right right enter", "place 4"},
		{"a colour is drawn", drawTable(), "b", "draw black"},
		{"or either", drawTable(), "r", "draw any"},
		{"a colour that has run out is not drawn", noWhite, "w", ""},
		{"no number is typed at a draw", drawTable(), "7 enter", ""},
		{"a guess", guessThree(), "7 enter", "guess 2 1 7"},
		{"a guess of two digits", guessThree(), "1 1 enter", "guess 2 1 11"},
		{"ten", guessThree(), "1 0 enter", "guess 2 1 10"},
		{"another digit begins anew", guessThree(), "1 2 enter", "guess 2 1 2"},
		{"backspace takes one digit back", guessThree(), "1 0 backspace 1 enter", "guess 2 1 11"},
		{"and then all", guessThree(), "7 backspace enter", ""},
		{"nothing typed, nothing guessed", guessThree(), "enter", ""},
		{"enter twice guesses once", guessThree(), "7 enter enter", "guess 2 1 7"},
		{"right goes to the next hidden tile", guessThree(), "right right right 3 enter", "guess 2 5 3"},
		{"and on to the next rack", guessThree(), "right right right right 3 enter", "guess 3 1 3"},
		{"left goes round", guessThree(), "left 3 enter", "guess 3 4 3"},
		{"down keeps the place", guessThree(), "right down 3 enter", "guess 3 2 3"},
		{"up goes back", guessThree(), "right down up 3 enter", "guess 2 2 3"},
		{"notes are no guess", guessThree(), "tab 7 x right x down tab 0 enter", "guess 2 2 0"},
		{"the number stays when the tile changes", guessThree(), "4 right enter", "guess 2 2 4"},
		{"no joker without jokers", guessThree(), "j enter", ""},
		{"the joker", expert, "j enter", "guess 2 1 joker"},
		{"the joker as it looks", expert, "- enter", "guess 2 1 joker"},
		{"nothing to stop before a right guess", guessThree(), "s", ""},
		{"stop", againTable(), "s", "stop"},
		{"guess again", againTable(), "right 9 enter", "guess 2 3 9"},
		{"esc forgets the number", againTable(), "9 esc enter", ""},
		{"the gap comes before the guess", choiceTable(), "7 enter", "place 3"},
		{"another gap", choiceTable(), "right enter", "place 4"},
		{"a gap can be changed later", chosenTable(), "[", "place 3"},
		{"but not beyond the last", chosenTable(), "]", ""},
		{"and the guess goes on", chosenTable(), "7 enter", "guess 2 1 7"},
		{"a tile of one's own is turned up", showTable(), "right right enter", "show 5"},
		{"open tiles are passed over", showTable(), "right enter", "show 3"},
		{"others play without one's keys", notMine, "7 enter s b [ d", ""},
		{"watchers press in vain", watcherTable(), "left 7 enter s b d", ""},
		{"when it is over too", overTable(), "left 7 enter s b d", ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			var want []engine.Action
			for word := range strings.SplitSeq(row.want, ",") {
				if word != "" {
					want = append(want, engine.Action(word))
				}
			}
			if got := press(seated(t, row.table, ""), row.keys); !slices.Equal(got, want) {
				t.Errorf("keys %s gave %q, want %q", row.keys, got, want)
			}
		})
	}
}

// At every moment a key does one thing at most, and what is asked can be done.
func TestNoKeyDoesTwoThings(t *testing.T) {
	for _, one := range showings() {
		doing := map[string]string{}
		for binding := range one.shown(t).Bindings() {
			for _, name := range binding.Key.Keys() {
				if !binding.Key.Enabled() {
					continue
				}
				if other, twice := doing[name]; twice {
					t.Errorf("%s: %s does %q and %q", one.name, name, other, binding.Help)
				}
				doing[name] = binding.Help.String()
			}
		}
	}
}

func TestKeysSayWhyTheyDoNothing(t *testing.T) {
	noWhite, noBlack, onlyPlace := drawTable(), drawTable(), guessThree()
	noWhite.pool.White, noBlack.pool.Black, onlyPlace.turn = 0, 0, 1
	for _, row := range []struct {
		table table
		key   string
		want  string
	}{
		{noWhite, "w", "No white tile is left."},
		{noBlack, "b", "No black tile is left."},
		{drawTable(), "7", ""}, // what is asked says it
		{guessThree(), "s", "You can stop after a right guess."},
		{guessThree(), "j", "This match has no jokers."},
		{guessThree(), "[", "There is only one place for the tile you drew."},
		{onlyPlace, "[", ""}, // it is not one's turn
		{memoryTable(), "tab", "This room is played from memory, without notes."},
		{guessThree(), "a", "That key is for your notes. Press Tab to open them."},
	} {
		b, _ := seated(t, row.table, "").(*model)
		if _, did := keymap.Press(b.Bindings(), boardtest.Key(row.key).String()); did {
			t.Errorf("in %s %s does something", row.table.phase, row.key)
		}
		if idle := keymap.Idle(b.Bindings(), row.key); idle == nil || idle.Why.String() != row.want {
			t.Errorf("in %s %s says %+v, want %q", row.table.phase, row.key, idle, row.want)
		}
	}
}

func TestAsk(t *testing.T) {
	away := guessThree()
	away.turn = 1
	away.change = func(s *board.Scene, _ *game.View) { s.Away[1] = true }
	for _, row := range []struct {
		table table
		keys  string
		want  string
	}{
		{setupTable(), "", "Take 2 more tiles, black or white."},
		{drawTable(), "", "Your turn: draw a tile, black or white."},
		{guessThree(), "", "What number is tile 1 of bo (white)? Type it."},
		{guessThree(), "down 1 1", "Guess 11 for tile 1 of cy (black)? Press Enter."},
		{choiceTable(), "", "Choose where your white 5 goes if you have to place it."},
		{jokerTable(), "", "Choose where your black joker goes."},
		{watcherTable(), "", "Waiting for ann to guess."},
		{away, "", "Waiting for bo to guess."},
	} {
		if got := seated(t, row.table, row.keys).Ask().String(); got != row.want {
			t.Errorf("asked %q, want %q", got, row.want)
		}
	}
}

// What was begun stays while it makes sense, and no longer.
func TestSeeKeepsTheChoice(t *testing.T) {
	b := seated(t, guessThree(), "right 5")
	b.See(guessThree().scene(t))
	if got := press(b, "enter"); !slices.Equal(got, []engine.Action{"guess 2 2 5"}) {
		t.Errorf("after the same scene came again: %q", got)
	}

	b = seated(t, guessThree(), "right 5")
	b.See(againTable().scene(t))
	if got := press(b, "enter"); got != nil {
		t.Errorf("the tile lies open now, yet enter gave %q", got)
	}
	if got := press(b, "3 enter"); !slices.Equal(got, []engine.Action{"guess 2 1 3"}) {
		t.Errorf("the nearest hidden tile should be next, not %q", got)
	}
}

// A tile that comes into a rack moves those right of it, and the focus too.
func TestFocusFollowsItsTile(t *testing.T) {
	before := drawTable()
	before.turn = 1
	b := seated(t, before, "right right") // tile 3 of bo
	after := guessThree()
	after.racks[1] = "w? b2! b? w? w6! b?"
	after.log = before.log + ", 2 added 2 black 2, turn 1"
	b.See(after.scene(t))
	if got := press(b, "7 enter"); !slices.Equal(got, []engine.Action{"guess 2 4 7"}) {
		t.Errorf("the focus was on tile 3 of bo, which is tile 4 now; guessed %q", got)
	}
}

func TestImpossibleNumbersAreWarnedOf(t *testing.T) {
	memory := guessThree()
	memory.change = func(_ *board.Scene, v *game.View) { v.Memory = true }
	for _, row := range []struct {
		table table
		keys  string
		want  string
	}{
		{guessThree(), "4", "you have the white 4 yourself"},
		{guessThree(), "right 6", "you have the black 6 yourself"}, // the drawn one
		{guessThree(), "6", "the white 6 is open already"},         //
		{guessThree(), "right 8", "you have the black 8 yourself"}, // open, and one's own
		{guessThree(), "right 3", "guessed here before"},           //
		{guessThree(), "right", "not 3 or 5"},                      // what was ruled out needs no number
		{guessThree(), "8", ""},                                    // the black 8 says nothing of a white tile
		{memory, "right 3", ""},                                    // no aids under memory
		{memory, "4", ""},                                          //
		{againTable(), "7", "not 3"},                               //
		{drawTable(), "", ""},                                      //
	} {
		b := seated(t, row.table, row.keys)
		got := b.(*model).clues.clueText()
		if (row.want == "") != (got == "") || !strings.Contains(got, row.want) {
			t.Errorf("keys %q: the aid is %q, want %q", row.keys, got, row.want)
		}
	}
}
