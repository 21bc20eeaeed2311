package room

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// turn is a match as the clock sees it.
type turn struct {
	at    string
	turns []engine.Seat
}

func (t turn) stage() string                { return t.at }
func (t turn) inPlay() bool                 { return t.at == engine.Playing || t.at == engine.Interval }
func (t turn) toMove(seat engine.Seat) bool { return slices.Contains(t.turns, seat) }

func TestClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		playing := turn{engine.Playing, []engine.Seat{0}}
		time.Sleep(10 * time.Second)
		for _, row := range []struct {
			what   string
			absent string
			away   bool
			paused bool
			t      turn
			clock  time.Duration
			want   time.Duration // after it began; 0 for none
		}{
			{"a decision", lobby.AbsentClock, false, false, playing, time.Minute, time.Minute},
			{"no clock", lobby.AbsentClock, false, false, playing, 0, 0},
			{"somebody else's turn", lobby.AbsentClock, false, false, turn{engine.Playing, []engine.Seat{1}}, time.Minute, 0},
			{"an interval has more time", lobby.AbsentClock, false, false, turn{engine.Interval, []engine.Seat{0}}, time.Second, intervalClock},
			{"a pause", lobby.AbsentClock, false, true, playing, time.Minute, 0},
			{"away, and the clock goes on", lobby.AbsentClock, true, false, playing, time.Minute, time.Minute},
			{"away, and the room waits", lobby.AbsentWait, true, false, playing, time.Minute, 0},
		} {
			s := person("anna")
			s.since = began
			if row.away {
				s.away = time.Now()
			}
			c := clock{}
			if row.paused {
				c.stop(time.Now())
			}
			due := c.deadline(0, s, lobby.Plan{Clock: row.clock, Absent: row.absent}, row.t)
			if row.want == 0 && !due.IsZero() || row.want != 0 && !due.Equal(began.Add(row.want)) {
				t.Errorf("%s: due at %v", row.what, due)
			}
		}
	})
}

func TestAPauseGivesTheTimeBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := seating{[]seat{person("anna"), person("bo")}}
		s.seats[0].since, s.seats[0].pause = time.Now(), true
		c := clock{}
		time.Sleep(time.Second)
		c.stop(time.Now())
		time.Sleep(time.Hour)
		if !c.goOn(&s, time.Now()) || c.stopped() || s.seats[0].pause {
			t.Error("it does not go on")
		}
		if passed := time.Since(s.seats[0].since); passed != time.Second {
			t.Errorf("%v of the decision have passed, want a second", passed)
		}
		if !s.seats[1].since.IsZero() || c.goOn(&s, time.Now()) {
			t.Error("a pause that was none gives time back")
		}
	})
}

func TestABotStandsInAfterAWhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := person("anna")
		s.away = time.Now()
		c, plan, playing := clock{}, lobby.Plan{Absent: lobby.AbsentBot}, turn{engine.Playing, nil}
		if begins := c.standInBegins(s, plan, playing); c.standsIn(s, plan, playing) || !begins.Equal(s.away.Add(botStandIn)) {
			t.Errorf("it begins at %v", begins)
		}
		time.Sleep(botStandIn)
		if !c.standsIn(s, plan, playing) || !c.standInBegins(s, plan, playing).IsZero() {
			t.Error("no bot plays")
		}
		if c.standsIn(s, plan, turn{lobby.Gathering, nil}) || c.standsIn(s, lobby.Plan{Absent: lobby.AbsentWait}, playing) {
			t.Error("a bot plays where none is wanted")
		}
	})
}
