package tui_test

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"parlor/tui/program"
	"parlor/tui/screen"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/local"
	"parlor/tui/boardtest"
)

// cracked is anna and bo at the end of a game of Kodeknacker, in which bo has
// cracked the code and anna has not.
func cracked(t *testing.T) (anna, bo *client) {
	t.Helper()
	anna, bo = pair(t, lobby.Plan{Game: "kodeknacker"})
	crack(anna, bo)
	return anna, bo
}

// crack lets bo crack anna's code in the first row.
func crack(anna, bo *client) {
	anna.press("r", "g", "b", "y", "o", "enter")
	bo.press("p", "p", "g", "r", "r", "enter")
	anna.settle()
	anna.press("r", "r", "g", "g", "b", "enter")
	bo.press("r", "g", "b", "y", "o", "enter")
	anna.settle()
}

// solved is anna and bo at the end of a game of MasterDice that anna has solved
// on the first row.
func solved(t *testing.T) (anna, bo *client) {
	t.Helper()
	anna, bo = pair(t, lobby.Plan{Game: "masterdice", Options: engine.Options{"first": "1", "bonus_dice": "on"}})
	anna.press("enter", "1", "2", "3", "4", "5", "6", "enter", "s")
	anna.press(codeOf(bo)...)
	anna.press("enter", "enter")
	bo.settle()
	return anna, bo
}

// codeOf is the code that a codemaker sees, as it is typed.
func codeOf(s *client) []string {
	for line := range strings.SplitSeq(s.text(), "\n") {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "code") {
			return strings.FieldsFunc(strings.TrimPrefix(line, "code"), func(r rune) bool { return r == ' ' || r == '‹' || r == '›' })
		}
	}
	s.t.Fatalf("there is no code:\n%s", s.text())
	return nil
}

// four is the last of four players of a match of one game, after the others left.
func four(t *testing.T) *client {
	t.Helper()
	l := testLobby(t)
	host := sit(t, l, "anna", false)
	handle, err := lobby.Ask(t.Context(), host.visit, lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 4, Public: true, Options: engine.Options{"rounds": "2"}}})
	if err != nil {
		t.Fatal(err)
	}
	handle.Close()
	host.settle()
	host.press("enter")
	others := []*client{sit(t, l, "bo", false), sit(t, l, "cy", false), sit(t, l, "dee", false)}
	for _, s := range others {
		s.press("enter")
	}
	host.settle()
	host.press("enter")
	for _, s := range append(others, host) {
		s.settle()
		s.press("d")
	}
	for _, s := range others {
		s.settle()
		s.press("esc", "y", "down", "enter")
	}
	host.settle()
	return host
}

// TestTheEndGoesStepByStep: where nothing moves, a key turns up what was hidden
// one after the other; then the points stand there, and stay.
func TestTheEndGoesStepByStep(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo := cracked(t)
		anna.shows("bo cracked the code in row 1. bo won game 1.", "?  ?  ?  ?  ?   code", "space next step · enter points")
		for _, code := range []string{"P  ?  ?  ?  ?", "P  P  ?  ?  ?", "P  P  G  ?  ?", "P  P  G  R  ?"} {
			anna.press("space")
			anna.shows(code + "   code")
		}
		anna.press("right")
		anna.shows("P  P  G  R  R   code", "bo won game 1.")
		anna.press("space")
		anna.shows("★ bo                  1", "cracked the code", "Press Enter for game 2.", "enter next game")
		time.Sleep(time.Hour)
		anna.settle()
		anna.shows("★ bo                  1", "enter next game")
		anna.press("tab")
		anna.shows("P  P  G  R  R   code")
		bo.shows("?  ?  ?  ?  ?   code", "R  R  G  G  B") // what anna wrote is hers alone
	})
}

// TestTheEndGoesOnByItself: where things move, all steps come by themselves; a
// key goes on sooner.
func TestTheEndGoesOnByItself(t *testing.T) {
	in(t, func(t *testing.T) {
		l := testLobby(t)
		anna, bo := sitWith(t, l, "anna", false, program.Session{}), sitWith(t, l, "bo", false, program.Session{})
		gus := sitWith(t, l, "gus", true, program.Session{})
		handle, err := lobby.Ask(t.Context(), anna.visit, lobby.Create{Plan: lobby.Plan{Game: "kodeknacker", Public: true}})
		if err != nil {
			t.Fatal(err)
		}
		handle.Close()
		for _, s := range []*client{anna, bo} {
			s.settle()
			s.press("enter")
		}
		anna.press("enter")
		bo.settle()
		gus.settle()
		gus.press("w")
		crack(anna, bo)
		anna.shows("?  ?  ?  ?  ?   code")
		anna.sees("P  ?  ?  ?  ?   code", "P  P  ?  ?  ?   code", "P  P  G  ?  ?   code", "P  P  G  R  ?   code", "P  P  G  R  R   code", "Press Enter for game 2.")
		gus.sees("★ bo                  1")
		bo.sees("R  R  G  G  B")
		bo.sees("★ bo (you)            1", "Press Enter for game 2.")
		for _, s := range []*client{anna, bo} {
			s.press("enter")
		}
		anna.sees("game 2 of 3", "Make your code")
	})
}

// sees waits for texts, one after the other.
func (s *client) sees(texts ...string) {
	s.t.Helper()
	for _, text := range texts {
		for range 100 {
			if strings.Contains(s.text(), text) {
				break
			}
			s.look()
		}
		s.shows(text)
	}
}

// TestFinalSceneDelaysNoOne: the others begin the next match, and with it
// the scene ends, wherever it was.
func TestFinalSceneDelaysNoOne(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo := pair(t, lobby.Plan{Game: "kodeknacker", Options: engine.Options{"rounds": "1"}})
		crack(anna, bo)
		bo.press("enter", "enter")
		anna.settle()
		anna.shows("?  ?  ?  ?  ?   code", "space next step")
		bo.shows("You are ready for another match.")
		anna.press("enter")
		anna.shows("Press Enter for a rematch", "enter rematch")
		bo.take(boardtest.Key("tab")) // back to the board
		bo.look()
		anna.press("enter")
		bo.settle()
		bo.shows("Make your code")
		anna.shows("Make your code")
	})
}

// TestTheLastStepAwaitsWhoComesLate: a player who comes when a game is over, or looks
// elsewhere meanwhile, finds the points.
func TestTheLastStepAwaitsWhoComesLate(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo := cracked(t)
		anna.shows("?  ?  ?  ?  ?   code")
		anna.press("esc", "h", "enter")
		anna.shows("★ bo                  1", "Press Enter for game 2.")
		bo.press("?")
		bo.press("esc")
		bo.shows("?  ?  ?  ?  ?   code")
	})
}

// keeper is a journal that puts matches that have ended on a shelf, and moves the
// ratings of those that count by 12.
type keeper struct{ history *memHistory }

func (k keeper) Append(_ context.Context, _ string, entry lobby.Entry) error {
	match := entry.Ended
	if match == nil {
		return nil
	}
	for seat := range match.Players {
		if match.Rated && match.Won(seat) {
			match.Moved = append(match.Moved, lobby.RatingChange{Before: 1499.6, After: 1512.2})
		} else if match.Rated {
			match.Moved = append(match.Moved, lobby.RatingChange{Before: 1611, After: 1599})
		}
	}
	k.history.matches = append(k.history.matches, *match)
	return nil
}

func (keeper) Headers(context.Context) (map[string]lobby.Header, error) { return nil, nil }
func (keeper) Load(context.Context, string) ([]lobby.Entry, error)      { return nil, lobby.ErrUnknown }

func (keeper) SetAside(context.Context, string, string, *lobby.Finished) error {
	return nil
}

// rated is anna, bo and a watcher at the end of a match that counts, where matches
// are kept; bo has won.
func rated(t *testing.T, settings screen.Settings) (anna, bo, gus *client) {
	t.Helper()
	return ratedBy(t, settings, local.Config{})
}

// ratedBy is rated in a lobby of a configuration.
func ratedBy(t *testing.T, settings screen.Settings, config local.Config) (anna, bo, gus *client) {
	t.Helper()
	kept := &memHistory{}
	config.Journal, config.History = keeper{kept}, kept
	l := testLobbyWith(t, config)
	session := program.Session{History: kept, Settings: settings, Analyse: analyses(0)}
	anna, bo, gus = sitWith(t, l, "anna", false, session), sitWith(t, l, "bo", false, session), sitWith(t, l, "gus", true, session)
	handle, err := lobby.Ask(t.Context(), anna.visit, lobby.Create{Plan: lobby.Plan{Game: "kodeknacker", Public: true, Rated: true, Options: engine.Options{"rounds": "1"}}})
	if err != nil {
		t.Fatal(err)
	}
	handle.Close()
	anna.settle()
	anna.press("enter")
	bo.settle()
	bo.press("enter")
	anna.settle()
	bo.press("r")
	anna.press("enter")
	for _, s := range []*client{bo, gus} {
		s.settle()
	}
	gus.press("w")
	crack(anna, bo)
	gus.settle()
	return anna, bo, gus
}

// TestARatedMatchEndsWithTheRatings: everybody at the table sees how they have
// moved, after the points.
func TestARatedMatchEndsWithTheRatings(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, gus := rated(t, screen.Settings{Still: true})
		anna.press("space", "space", "space", "space", "space", "space")
		anna.shows("★ bo", "points", "enter points")
		if strings.Contains(anna.text(), "1512") {
			t.Errorf("the ratings have moved before the points are counted:\n%s", anna.text())
		}
		for _, s := range []*client{anna, bo, gus} {
			s.press("enter")
			s.shows("rating", "1500 → 1512", "1611 → 1599")
		}
	})
}

// TestTheRecordIsShown checks that the first game shows the commitment, and that the end of the match says how its record is
// checked.
func TestTheRecordIsShown(t *testing.T) {
	in(t, func(t *testing.T) {
		l := testLobbyWith(t, local.Config{Records: &lobby.RecordConfig{}})
		cy, di := sit(t, l, "cy", false), sit(t, l, "di", false)
		cy.press("1")
		di.press("p")
		cy.settle()
		cy.press("enter")
		head := regexp.MustCompile(`commitment ([0-9a-f]{8})  ·  game 1 of 3`).FindStringSubmatch(cy.text())
		cy.press("esc", "w")
		if head == nil || !strings.Contains(cy.text(), "   "+head[1]) {
			t.Errorf("%v, and not\n%s", head, cy.text())
		}
	})
	in(t, func(t *testing.T) {
		anna, bo, gus := ratedBy(t, screen.Settings{Still: true}, local.Config{Records: &lobby.RecordConfig{}})
		for _, s := range []*client{anna, bo} {
			s.press("space", "space", "space", "space", "space", "space", "enter")
			s.shows("Record signed. To check it:\n   ssh -p 2222 play.example.com verify ")
			fits(t, s)
		}
		if strings.Contains(gus.text(), "Record signed") {
			t.Errorf("a spectator is asked to check:\n%s", gus.text())
		}
		anna.press("esc", "w")
		anna.shows("The record of this match is signed.", "parlor verify FILE")
		fits(t, anna)
	})
}

// TestTheMatchIsReplayedFromItsEnd: a key goes through the match that has just
// ended, and back; the next match ends that, too.
func TestTheMatchIsReplayedFromItsEnd(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, _ := rated(t, screen.Settings{Still: true})
		anna.press("r")
		anna.shows("move 0 of 4", "what everyone saw")
		anna.press("esc")
		anna.shows("?  ?  ?  ?  ?   code")
		anna.press("enter")
		anna.shows("enter rematch · r replay · s share · i insight · y lobby")
		anna.press("r")
		bo.press("enter", "r")
		bo.shows("move 0 of 4")
		anna.press("esc", "enter")
		bo.settle()
		bo.shows("Make your code")
	})
}

// TestLobbyKeyAfterAMatch: a player who leaves after a match gives the seat up, and the
// others go on looking at the end.
func TestLobbyKeyAfterAMatch(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, _ := rated(t, screen.Settings{Still: true})
		anna.press("y")
		anna.shows("Here now")
		bo.settle()
		bo.shows("bo is now the host.", "?  ?  ?  ?  ?   code")
		bo.press("enter")
		bo.shows("★ bo (you)", "1500 → 1512")
	})
	in(t, func(t *testing.T) {
		anna, _ := cracked(t)
		anna.told([2]string{"y", "The match is not over. To leave, press Esc."}, [2]string{"r", "The game is over."})
		anna.shows("?  ?  ?  ?  ?   code")
	})
}

// TestASumIsMadeOfItsParts: the points of each game are shown with what they are for.
func TestASumIsMadeOfItsParts(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo := solved(t)
		anna.shows(": right. You won game 1.")
		for _, s := range []*client{anna, bo} {
			s.press("enter")
			s.shows("20 + 30 + 14 = 64", "0 +  0 +  0 =  0", "right answer + empty rows + dice left")
		}
	})
	in(t, func(t *testing.T) {
		s := four(t)
		s.press("enter")
		s.shows("winning + hidden numbers", "0 +  0 =  0")
	})
}
