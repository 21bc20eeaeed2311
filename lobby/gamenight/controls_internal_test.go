package gamenight

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// refuses checks that an operation is refused.
func (n *night) refuses(who string, do lobby.NightOp) {
	n.Helper()
	if _, err := n.step(Order{By: who, Do: do}); err == nil {
		n.Errorf("%s can %#v", who, do)
	}
}

// after lets time pass and returns the tables that are made then.
func (n *night) after(d time.Duration) [][]string {
	n.Helper()
	n.now = n.now.Add(d)
	return n.seat()
}

// four is a night of two tables for two: ann and bo play at the first, cy and dee at the
// second.
func four(t *testing.T) *night {
	t.Helper()
	n := newNight(t, lobby.GameNightPlan{Games: []string{"party"}, Seats: 2}, "ann", "bo", "cy", "dee")
	n.do("ann", lobby.BeginGameNight{})
	n.seat()
	n.begins(1)
	n.begins(2)
	return n
}

// kinds returns the kinds of the events in the log.
func (n *night) kinds() (all []string) {
	shown, _ := n.View(n.now)
	for _, e := range shown.Log {
		all = append(all, e.Kind)
	}
	return all
}

// person returns a person as everyone sees them.
func (n *night) person(name string) lobby.GameNightPerson {
	shown, _ := n.View(n.now)
	at := slices.IndexFunc(shown.People, func(p lobby.GameNightPerson) bool { return p.Name == name })
	return shown.People[at]
}

// restarted returns the night as it is after a restart, when all have come back.
func (n *night) restarted() *night {
	n.Helper()
	kept := stored(n.State)
	again := &night{T: n.T, State: Restore(kept, games(), bounds(), n.now), now: n.now}
	for _, p := range kept.People {
		again.come(p.Name)
	}
	return again
}

func TestTheEndCanBeMoved(t *testing.T) {
	begins := time.Date(2026, 1, 1, 20, 0, 0, 0, time.UTC)
	n := newNight(t, lobby.GameNightPlan{Ends: begins.Add(time.Hour)}, "ann", "bo")
	n.refuses("bo", lobby.ExtendGameNight{Minutes: 15})
	n.refuses("ann", lobby.ExtendGameNight{})
	n.refuses("ann", lobby.ExtendGameNight{Minutes: -60}) // it would be over
	n.do("ann", lobby.ExtendGameNight{Minutes: 15})
	n.do("ann", lobby.ExtendGameNight{Minutes: 15})
	n.do("ann", lobby.ExtendGameNight{Minutes: -15})
	n = n.restarted()
	if ends := n.plan.Ends; !ends.Equal(begins.Add(75 * time.Minute)) {
		t.Errorf("it ends at %v", ends)
	}
	if kinds := n.kinds(); len(kinds) != 3 {
		t.Errorf("the log is %v", kinds)
	}
	n.do("ann", lobby.BeginGameNight{})
	n.seat()
	if n.after(70 * time.Minute); n.stage != lobby.GameNightPlaying {
		t.Errorf("before its end it is %s", n.stage)
	}
	if n.after(6 * time.Minute); n.stage != lobby.GameNightOver {
		t.Errorf("after its end it is %s", n.stage)
	}
	open := newNight(t, lobby.GameNightPlan{}, "ann")
	open.refuses("ann", lobby.ExtendGameNight{Minutes: 15}) // it has no end
}

func TestTheLastMatchEndsTheNight(t *testing.T) {
	n := four(t)
	n.refuses("bo", lobby.CallLastMatch{On: true})
	n.do("ann", lobby.CallLastMatch{On: true})
	n = n.restarted()
	n.plays(1)
	if made := n.after(2 * time.Minute); made != nil {
		t.Errorf("after the last match was called, %v are seated", made)
	}
	shown, _ := n.View(n.now)
	if !shown.Last || len(shown.Next) > 0 || n.stage != lobby.GameNightPlaying {
		t.Errorf("last is %v, next are %v, and the night is %s", shown.Last, shown.Next, n.stage)
	}
	n.do("ann", lobby.CallLastMatch{})
	if made := n.seat(); len(made) != 1 {
		t.Fatalf("after that is taken back, %v are seated", made)
	}
	n.begins(3)
	n.do("ann", lobby.CallLastMatch{On: true})
	n.plays(2)
	n.plays(3)
	if n.seat(); n.stage != lobby.GameNightOver {
		t.Errorf("after the last match, the night is %s", n.stage)
	}
	if kinds := n.kinds(); !slices.Equal(kinds, []string{"last_match", "goes_on", "last_match"}) {
		t.Errorf("the log is %v", kinds)
	}
	n.refuses("ann", lobby.CallLastMatch{})
	early := newNight(t, lobby.GameNightPlan{}, "ann", "bo")
	early.refuses("ann", lobby.CallLastMatch{On: true})
	early.do("ann", lobby.BeginGameNight{})
	early.refuses("ann", lobby.CallLastMatch{On: true}) // there is no match to wait for
}

func TestAPersonMovesToAnotherTable(t *testing.T) {
	n := four(t)
	for _, op := range []lobby.NightOp{
		lobby.MovePlayer{Name: "nobody", Table: 2},
		lobby.MovePlayer{Name: "ann", Table: 1},
		lobby.MovePlayer{Name: "ann", Table: 9},
		lobby.MovePlayer{Name: "ann"},
		lobby.CancelMove{Number: 1},
	} {
		n.refuses("ann", op)
	}
	n.refuses("bo", lobby.MovePlayer{Name: "ann", Table: 2})
	n.plan.Seats = 0
	n.do("ann", lobby.MovePlayer{Name: "ann", Table: 2})
	n.do("ann", lobby.MovePlayer{Name: "bo", Out: true})
	shown, _ := n.View(n.now)
	if len(shown.Moves) != 2 || !slices.Equal(shown.Moves[0].People, []string{"ann", "cy", "dee"}) || !slices.Equal(shown.Moves[1].People, []string{"bo"}) {
		t.Fatalf("the moves are %+v", shown.Moves)
	}
	n = n.restarted()
	n.plays(1)
	if made := n.after(time.Minute); made != nil {
		t.Errorf("while the other match goes on, %v are seated", made)
	}
	if state := n.person("bo").State; state != lobby.GameNightOut {
		t.Errorf("bo is %s", state)
	}
	n.plays(2)
	if made := n.seat(); len(made) != 1 || !slices.Equal(made[0], []string{"ann", "cy", "dee"}) {
		t.Errorf("then, %v are seated", made)
	}
	if shown, _ := n.View(n.now); len(shown.Moves) > 0 {
		t.Errorf("these moves are left: %+v", shown.Moves)
	}
	n.do("ann", lobby.MovePlayer{Name: "bo"})
	if state := n.person("bo").State; state != lobby.GameNightWaiting {
		t.Errorf("brought back in, bo is %s", state)
	}
}

func TestAMoveCanBeCancelled(t *testing.T) {
	n := four(t)
	n.do("ann", lobby.MovePlayer{Name: "ann", Table: 2})
	n.do("ann", lobby.MovePlayer{Name: "ann", Out: true}) // in place of the first
	shown, _ := n.View(n.now)
	if len(shown.Moves) != 1 || shown.Moves[0].Number != 2 {
		t.Fatalf("the moves are %+v", shown.Moves)
	}
	n.refuses("bo", lobby.CancelMove{Number: 2})
	n.do("ann", lobby.CancelMove{Number: 2})
	n.plays(1)
	if made := n.after(time.Minute); len(made) != 1 {
		t.Errorf("after that, %v are seated", made)
	}
}

func TestTablesAreMerged(t *testing.T) {
	n := four(t)
	n.refuses("ann", lobby.MergeTables{One: 1, Other: 2}) // two seats a table
	n.plan.Seats = 0
	n.refuses("ann", lobby.MergeTables{One: 1, Other: 1})
	n.refuses("ann", lobby.MergeTables{One: 1, Other: 3})
	n.do("ann", lobby.MergeTables{One: 1, Other: 2})
	n.refuses("ann", lobby.MergeTables{One: 2, Other: 1})
	n.plays(1)
	n.after(time.Minute)
	n.plays(2)
	if made := n.seat(); len(made) != 1 || len(made[0]) != 4 {
		t.Errorf("after both matches, %v are seated", made)
	}
}

// TestAMoveHoldsNoOneForLong checks that people are seated as usual if the other match
// takes too long, and the host is told.
func TestAMoveHoldsNoOneForLong(t *testing.T) {
	n := four(t)
	n.plan.Seats = 0
	n.do("ann", lobby.MergeTables{One: 1, Other: 2})
	n.plays(1)
	if made := n.seat(); made != nil {
		t.Errorf("%v are seated at once", made)
	}
	if due := n.Due(); due.After(n.now.Add(HoldTime)) || due.IsZero() {
		t.Errorf("a Tick is due at %v", due)
	}
	if made := n.after(HoldTime); len(made) != 1 || len(made[0]) != 2 {
		t.Errorf("after %v, %v are seated", HoldTime, made)
	}
	if kinds := n.kinds(); !slices.Equal(kinds, []string{"given_up"}) {
		t.Errorf("the log is %v", kinds)
	}
}

// TestAMoveEndsWithItsPerson checks that a move of a person who leaves holds no one.
func TestAMoveEndsWithItsPerson(t *testing.T) {
	n := four(t)
	n.plan.Seats = 0
	n.do("ann", lobby.MovePlayer{Name: "bo", Table: 2})
	n.do("bo", lobby.LeaveGameNight{})
	n.is(Forget{IDs: []string{"bo"}})
	n.plays(2)
	if made := n.after(time.Second); len(made) != 1 || len(made[0]) != 2 {
		t.Errorf("%v are seated", made)
	}
}

func TestAResultCanBeCorrected(t *testing.T) {
	n := newNight(t, lobby.GameNightPlan{Games: []string{"party"}}, "ann", "bo", "cy")
	n.do("ann", lobby.BeginGameNight{})
	n.seat()
	n.plays(1) // ann wins
	points := func() (all [3][3]int) {
		for i, name := range []string{"ann", "bo", "cy"} {
			p := n.person(name)
			all[i] = [3]int{p.Points, p.Matches, p.Won}
		}
		return all
	}
	played := [3][3]int{{100, 1, 1}, {25, 1, 0}, {25, 1, 0}}
	if got := points(); got != played {
		t.Fatalf("the points are %v", got)
	}
	n.refuses("bo", lobby.CorrectResult{Number: 1, Void: true})
	n.refuses("ann", lobby.CorrectResult{Number: 1}) // nothing to take back
	n.refuses("ann", lobby.CorrectResult{Number: 2, Void: true})
	n.refuses("ann", lobby.CorrectResult{Number: 1, Order: [][]string{{"dee"}}})
	n.refuses("ann", lobby.CorrectResult{Number: 1, Order: [][]string{{"bo"}, {"bo"}}})
	n.refuses("ann", lobby.CorrectResult{Number: 1, Order: [][]string{{"bo cy bo"}}})
	n.refuses("ann", lobby.CorrectResult{Number: 1, Order: [][]string{{"bo cy dee"}}})
	for _, step := range []struct {
		op   lobby.CorrectResult
		want [3][3]int
	}{
		{lobby.CorrectResult{Order: [][]string{{"BO"}, {"cy"}, {"ann"}}}, [3][3]int{{0, 1, 0}, {100, 1, 1}, {50, 1, 0}}},
		{lobby.CorrectResult{Order: [][]string{{"bo cy  ann"}}}, [3][3]int{{0, 1, 0}, {100, 1, 1}, {50, 1, 0}}},
		{lobby.CorrectResult{Order: [][]string{{"bo", "cy ann"}}}, [3][3]int{{0, 1, 0}, {75, 1, 1}, {75, 1, 1}}},
		{lobby.CorrectResult{Order: [][]string{{"bo", "cy"}}}, [3][3]int{{0, 1, 0}, {75, 1, 1}, {75, 1, 1}}},
		{lobby.CorrectResult{Void: true}, [3][3]int{}},
		{lobby.CorrectResult{Order: [][]string{{"cy"}}}, [3][3]int{{25, 1, 0}, {25, 1, 0}, {100, 1, 1}}},
		{lobby.CorrectResult{}, played},
	} {
		step.op.Number = 1
		n.do("ann", step.op)
		n = n.restarted()
		if got := points(); got != step.want {
			t.Errorf("after %+v the points are %v, want %v", step.op, got, step.want)
		}
		shown, _ := n.View(n.now)
		if one := shown.Recent[0]; one.Corrected != (step.op.Void || step.op.Order != nil) || one.Void != step.op.Void {
			t.Errorf("after %+v the result is %+v", step.op, one)
		}
	}
	if kinds := n.kinds(); !slices.Equal(kinds, []string{"corrected", "corrected", "corrected", "corrected", "void", "corrected", "restored"}) {
		t.Errorf("the log is %v", kinds)
	}
	n.do("ann", lobby.EndGameNight{})
	n.do("ann", lobby.CorrectResult{Number: 1, Void: true}) // also after the end
	n.is(Forget{IDs: []string{"bo"}})
	data, err := json.Marshal(n.Snapshot().Recent)
	if err != nil || slices.Contains(names(data), "bo") {
		t.Errorf("after bo is forgotten, the results are %s", data)
	}
}

// names returns the names in stored results, also in those before a correction.
func names(data []byte) (all []string) {
	var results []Result
	_ = json.Unmarshal(data, &results)
	for _, one := range results {
		for _, seat := range append(one.Seats, one.Original...) {
			all = append(all, seat.Name)
		}
	}
	return all
}

// TestTheDeputyHasTheControls checks that the deputy can do what the host can, while they
// are the host.
func TestTheDeputyHasTheControls(t *testing.T) {
	n := four(t)
	n.roster.host.owner = "ann"
	n.do("ann", lobby.NameDeputy{Name: "bo"})
	n.refuses("bo", lobby.MovePlayer{Name: "cy", Out: true})
	n.is(Disconnect{"ann"})
	n.after(time.Second)
	n.do("bo", lobby.MovePlayer{Name: "cy", Out: true})
	n.do("bo", lobby.CallLastMatch{On: true})
	n.come("ann")
	n.refuses("bo", lobby.CallLastMatch{})
	n.do("ann", lobby.CallLastMatch{})
}

// TestOldSnapshotsHaveNoControls checks that a night of an older version goes on.
func TestOldSnapshotsHaveNoControls(t *testing.T) {
	const old = `{"code":"CODE","plan":{"title":"t","games":["duel"],"seats":0,"rounds":0,"pace":"quick","friends":false,"bots":0},"stage":"playing","made":"2026-01-01T20:00:00Z","host":"ann",` +
		`"people":[{"number":1,"id":"ann","name":"ann","since":"2026-01-01T20:00:00Z","turns":1,"points":100,"played":1,"won":1}],"tables":[],"calls":1,` +
		`"recent":[{"number":1,"game":"duel","seats":[{"person":1,"name":"ann","total":1,"won":true,"points":100},{"name":"Bot","total":0,"points":0}]}],"played":1}`
	var kept Snapshot
	if err := json.Unmarshal([]byte(old), &kept); err != nil {
		t.Fatal(err)
	}
	n := &night{T: t, now: time.Date(2026, 1, 1, 21, 0, 0, 0, time.UTC)}
	n.State = Restore(kept, games(), bounds(), n.now)
	n.come("ann")
	n.do("ann", lobby.CorrectResult{Number: 1, Order: [][]string{{"Bot"}}})
	if p := n.person("ann"); p.Points != 0 || p.Matches != 1 || p.Won != 0 {
		t.Errorf("ann is %+v", p)
	}
}

// TestOnlyWhomItConcernsSeesAMove checks who gets the moves, and the results that can be
// corrected.
func TestOnlyWhomItConcernsSeesAMove(t *testing.T) {
	n := four(t)
	n.do("ann", lobby.MovePlayer{Name: "bo", Out: true})
	n.plays(1)
	shown, ids := n.View(n.now)
	for _, who := range []struct {
		id             string
		moves, results int
	}{{"ann", 1, 1}, {"bo", 1, 0}, {"cy", 0, 0}, {"dee", 0, 0}} {
		own := shown
		own.You = slices.Index(ids, who.id)
		own.Host = own.People[own.You].Host
		if own = forReader(own); len(own.Moves) != who.moves || len(own.Results) != who.results {
			t.Errorf("%s sees %d moves and %d results", who.id, len(own.Moves), len(own.Results))
		}
	}
	if public := (&audience{}).board(shown); len(public.Moves)+len(public.Results) > 0 {
		t.Errorf("a board shows %v and %v", public.Moves, public.Results)
	}
}

// TestACalledTableWaitsForNoOneWhoMovesOut checks that a person who is called can be moved
// out at once.
func TestACalledTableWaitsForNoOneWhoMovesOut(t *testing.T) {
	n := newNight(t, lobby.GameNightPlan{}, "ann", "bo", "cy")
	n.do("ann", lobby.BeginGameNight{})
	n.seat()
	n.do("ann", lobby.MovePlayer{Name: "bo", Out: true})
	if made := n.seat(); len(made) != 1 || !slices.Equal(made[0], []string{"ann", "cy"}) {
		t.Errorf("%v are seated", made)
	}
	if n.open(1) != nil && n.open(1).Seen.Stage == engine.Playing {
		t.Error("the match has begun")
	}
}

// TestAKnockoutKeepsItsBracket checks that the host cannot change who plays, or a result, in
// a knockout.
func TestAKnockoutKeepsItsBracket(t *testing.T) {
	n := newNight(t, lobby.GameNightPlan{Format: lobby.GameNightKnockout}, "ann", "bo", "cy", "dee")
	n.do("ann", lobby.BeginGameNight{})
	n.seat()
	n.begins(1)
	n.begins(2)
	n.refuses("ann", lobby.MovePlayer{Name: "ann", Table: 2})
	n.refuses("ann", lobby.MergeTables{One: 1, Other: 2})
	n.plays(1)
	n.refuses("ann", lobby.CorrectResult{Number: 1, Void: true})
	n.do("ann", lobby.CallLastMatch{On: true})
}

// TestAPauseTakesNoTimeOfAMove: people wait for a move only while tables are made.
func TestAPauseTakesNoTimeOfAMove(t *testing.T) {
	n := four(t)
	plan := n.plan
	plan.Seats = 0
	n.do("ann", lobby.ChangeGameNight{Plan: plan})
	n.do("ann", lobby.MergeTables{One: 1, Other: 2})
	n.do("ann", lobby.PauseGameNight{})
	n.plays(1)
	n.plays(2)
	n.after(HoldTime + time.Minute)
	n.do("ann", lobby.BeginGameNight{})
	if made := n.after(RestTime); len(made) != 1 || len(made[0]) != 4 {
		t.Errorf("seated are %v, after %v", made, n.kinds())
	}
}

// TestBeginAfterTheLastMatchIsTold: all read that the game night goes on.
func TestBeginAfterTheLastMatchIsTold(t *testing.T) {
	n := four(t)
	n.do("ann", lobby.CallLastMatch{On: true})
	n.do("ann", lobby.BeginGameNight{})
	if got := n.kinds(); !slices.Equal(got, []string{lobby.EventLastMatch, lobby.EventGoesOn}) {
		t.Errorf("the log is %v", got)
	}
}
