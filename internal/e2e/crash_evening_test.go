package e2e

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"time"

	"parlor/engine"
	"parlor/internal/admin"
	"parlor/lobby"
	"parlor/server/protocol"
)

// holdThroughCrashes is hold, with kills of the program in the middle of the game night: results and tables are there
// after a restart, all come back to their seats, and the night goes on to its end.
func (e *evening) holdThroughCrashes(crashes int) {
	e.set(time.Now())
	data := e.t.TempDir()
	w := crashWorldWith(e.t, data, fmt.Sprintf("--night %s --night-until %s --night-games %s", e.begins.Format(time.TimeOnly), e.ends.Format(time.TimeOnly), e.games))
	e.address = w.address
	e.code = asked[[]admin.GameNight](e.t, data, "nights")[0].Code
	e.invite()
	crashed := make(chan struct{})
	go func() {
		defer close(crashed)
		for range crashes {
			time.Sleep(e.length*2/3/time.Duration(crashes) + time.Duration(rand.IntN(1000))*time.Millisecond)
			before := e.shown()
			w.kill()
			w.start()
			e.checkNothingIsLost(before, e.shown())
		}
	}()
	e.attend()
	<-crashed
	e.report()
}

// shown returns what a command says of the game night.
func (e *evening) shown() (seen protocol.GameNightDocument) {
	text := answerOf(e.t, e.address(), "onlooker", "evening "+e.code+" --json")
	if err := json.Unmarshal([]byte(text), &seen); err != nil {
		e.t.Errorf("%v: %s", err, text)
	}
	return seen
}

// checkNothingIsLost compares the game night before a crash and after it.
func (e *evening) checkNothingIsLost(before, after protocol.GameNightDocument) {
	if after.Matches < before.Matches {
		e.t.Errorf("%d of %d results are there after a crash", after.Matches, before.Matches)
	}
	for _, old := range before.People {
		at := 0
		for at < len(after.People) && after.People[at].Name != old.Name {
			at++
		}
		if at == len(after.People) {
			e.t.Errorf("%s is not there after a crash", old.Name)
		} else if now := after.People[at]; now.Matches < old.Matches || now.Points < old.Points {
			e.t.Errorf("%s had %d points of %d matches, and has %d of %d after a crash", old.Name, old.Points, old.Matches, now.Points, now.Matches)
		}
	}
	seats := func(t protocol.GameNightTable) (names []string) {
		for _, seat := range t.Seats {
			names = append(names, seat.Name)
		}
		return names
	}
	for _, old := range before.Tables {
		found := old.Stage == engine.Over || old.Stage == lobby.Gathering
		for _, now := range append(after.Tables, after.Recent...) {
			found = found || now.Number == old.Number && fmt.Sprint(seats(now)) == fmt.Sprint(seats(old))
		}
		if !found {
			e.t.Errorf("table %d of %v is not there after a crash: %+v", old.Number, seats(old), after.Tables)
		}
	}
}
