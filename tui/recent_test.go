package tui_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/tui/program"
	"parlor/tui/screen"
	"parlor/tui/style"
)

// playedMatches is a history that ignores filters and counts how often it is read.
type playedMatches struct {
	lobby.History
	all   []lobby.Finished
	reads *atomic.Int64
}

func (p *playedMatches) Matches(context.Context, lobby.MatchFilter) ([]lobby.Finished, error) {
	p.reads.Add(1)
	return p.all, nil
}

// playedMatch is a match of a room that was public or not, and ended some time ago.
func playedMatch(public bool, ago time.Duration, winners []engine.Seat, names ...string) lobby.Finished {
	f := lobby.Finished{ID: fmt.Sprint(names, ago), Public: public, Ended: time.Now().Add(-ago), Winners: winners, Record: engine.Record{Game: "kodeknacker"}}
	for _, name := range names {
		f.Players = append(f.Players, lobby.Player{ID: "key:" + name, Name: name})
	}
	return f
}

// TestLastResults: a lobby with room for them shows the last results of public rooms, which are
// read once for all screens, and others read nothing.
func TestLastResults(t *testing.T) {
	in(t, func(t *testing.T) {
		l := testLobby(t)
		void := playedMatch(true, time.Second, nil, "vic", "val")
		void.Void = lobby.VoidOperator
		history := &playedMatches{reads: &atomic.Int64{}, all: []lobby.Finished{
			void,
			playedMatch(false, time.Minute, []engine.Seat{0}, "pia", "pit"),
			playedMatch(true, 2*time.Minute, []engine.Seat{1}, "anna", "bo"),
			playedMatch(true, time.Hour, []engine.Seat{0, 1}, "cy", "dee"),
			playedMatch(true, 30*time.Hour, nil, "eve", "fay"),
			playedMatch(true, 40*time.Hour, []engine.Seat{0}, "gus", "hal"),
		}}
		shared, themes := &program.Boards{}, style.NewThemes()
		var people []*client
		for n := range 3 {
			people = append(people, sitWith(t, l, fmt.Sprint("ida", n), false, program.Session{
				Settings: screen.Settings{Still: true}, History: history, Boards: shared, Themes: themes,
			}))
		}
		for range 20 {
			time.Sleep(time.Second)
			everybody(people...)
		}
		if n := history.reads.Load(); n > 0 {
			t.Errorf("screens without room for results read them %d times", n)
		}
		for _, one := range people {
			resized(one, 120, 40)
		}
		everybody(people...)
		if n := history.reads.Load(); n == 0 || n > 2 {
			t.Errorf("three screens read the results %d times", n)
		}
		for _, one := range people {
			one.shows("Lately", "bo won Kodeknacker", "2 minutes ago, against anna", "cy and dee won Kodeknacker", "Kodeknacker: a draw", "Last 24 hours: 2 matches")
			one.lacks("pia", "vic", "gus")
		}
		history.all = append([]lobby.Finished{playedMatch(true, 0, []engine.Seat{0}, "joe", "kim")}, history.all...)
		if err := lobby.Perform(t.Context(), people[0].visit, lobby.SayInLobby{Text: "something new"}); err != nil {
			t.Fatal(err)
		}
		for range 12 {
			time.Sleep(time.Second)
			everybody(people...)
		}
		people[1].shows("joe won Kodeknacker", "Last 24 hours: 3 matches")
		if n := history.reads.Load(); n > 4 || !strings.Contains(people[2].text(), "joe won") {
			t.Errorf("after a change three screens have read the results %d times:\n%s", n, people[2].text())
		}
	})
}
