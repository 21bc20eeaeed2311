package room

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// turn is a fake match for the clock.
type turn struct {
	at    string
	turns []engine.Seat
	rated bool
}

func (t turn) stage() string                { return t.at }
func (t turn) inPlay() bool                 { return t.at == engine.Playing || t.at == engine.Interval }
func (t turn) counts() bool                 { return t.rated }
func (t turn) toMove(seat engine.Seat) bool { return slices.Contains(t.turns, seat) }

func TestClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		playing := turn{at: engine.Playing, turns: []engine.Seat{0}}
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
			{"somebody else's turn", lobby.AbsentClock, false, false, turn{at: engine.Playing, turns: []engine.Seat{1}}, time.Minute, 0},
			{"an interval has more time", lobby.AbsentClock, false, false, turn{at: engine.Interval, turns: []engine.Seat{0}}, time.Second, intervalClock},
			{"a pause", lobby.AbsentClock, false, true, playing, time.Minute, 0},
			{"away, and the clock runs on", lobby.AbsentClock, true, false, playing, time.Minute, time.Minute},
			{"away, and the room waits", lobby.AbsentWait, true, false, playing, time.Minute, 0},
		} {
			s := person("anna")
			s.since = began
			if row.away {
				s.away = time.Now()
			}
			c := clock{}
			if row.paused {
				c.stopAt(time.Now())
			}
			due := c.deadline(0, s, lobby.Plan{Clock: row.clock, Absent: row.absent}, row.t)
			if row.want == 0 && !due.IsZero() || row.want != 0 && !due.Equal(began.Add(row.want)) {
				t.Errorf("%s: due at %v", row.what, due)
			}
		}
	})
}

func TestPauseShiftsClocks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := seating{[]seat{person("anna"), person("bo")}}
		s.seats[0].since, s.seats[0].pause = time.Now(), true
		c := clock{}
		time.Sleep(time.Second)
		c.stopAt(time.Now())
		time.Sleep(time.Hour)
		if !c.resume(&s, time.Now()) || c.stopped() || s.seats[0].pause {
			t.Error("it does not go on")
		}
		if passed := time.Since(s.seats[0].since); passed != time.Second {
			t.Errorf("%v of the decision have passed, want a second", passed)
		}
		if !s.seats[1].since.IsZero() || c.resume(&s, time.Now()) {
			t.Error("a pause that was none gives time back")
		}
	})
}

func TestSubstituteBegins(t *testing.T) {
	for chosen, after := range map[string]time.Duration{
		"": 2 * time.Minute, lobby.Substitute1m: time.Minute, lobby.Substitute2m: 2 * time.Minute, lobby.Substitute5m: 5 * time.Minute,
	} {
		synctest.Test(t, func(t *testing.T) {
			s := person("anna")
			s.away = time.Now()
			c, plan, playing := clock{}, lobby.Plan{Absent: lobby.AbsentBot, Substitute: chosen}, turn{at: engine.Playing}
			if !c.substituteBegins(s, plan, playing).IsZero() {
				t.Errorf("%q: a bot is to play for who is connected", chosen)
			}
			s.offlineSince = s.away
			if begins := c.substituteBegins(s, plan, playing); c.substituted(s, plan, playing) || !begins.Equal(s.away.Add(after)) {
				t.Errorf("%q: it begins at %v", chosen, begins)
			}
			time.Sleep(after)
			if !c.substituted(s, plan, playing) || !c.substituteBegins(s, plan, playing).IsZero() {
				t.Errorf("%q: no bot plays", chosen)
			}
			never, waits := plan, plan
			never.Substitute, waits.Absent = lobby.SubstituteNever, lobby.AbsentWait
			if c.substituted(s, plan, turn{at: lobby.Gathering}) || c.substituted(s, waits, playing) || c.substituted(s, never, playing) ||
				c.substituted(s, plan, turn{at: engine.Playing, rated: true}) {
				t.Errorf("%q: a bot plays where none is wanted", chosen)
			}
			if s.offlineSince = (time.Time{}); c.substituted(s, plan, playing) {
				t.Errorf("%q: a bot plays for who is connected", chosen)
			}
		})
	}
}
