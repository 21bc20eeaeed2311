package lobby

import (
	"slices"
	"time"

	"parlor/prose"
)

// TimeControl is the time per move, and what happens to absent players. Screens offer these
// two settings as one choice.
type TimeControl struct {
	Clock  time.Duration // 0 means no clock
	Absent string        // one of Absences
}

// TimeControls returns the time controls that screens offer, the slowest first.
func TimeControls() []TimeControl {
	const day = 24 * time.Hour
	return []TimeControl{
		{0, AbsentWait},
		{0, AbsentBot},
		{15 * time.Second, AbsentBot},
		{30 * time.Second, AbsentBot},
		{time.Minute, AbsentBot},
		{time.Minute, AbsentClock},
		{2 * time.Minute, AbsentBot},
		{5 * time.Minute, AbsentBot},
		{day, AbsentClock},
		{3 * day, AbsentClock},
		{7 * day, AbsentClock},
	}
}

// TimeControlOf returns the time control of a plan. Without a clock, the match waits for
// absent players.
func TimeControlOf(plan Plan) TimeControl {
	pace := TimeControl{plan.Clock, plan.Absent}
	if pace.Clock == 0 && pace.Absent != AbsentBot {
		pace.Absent = AbsentWait
	}
	return pace
}

// DefaultTimeControl returns the default for a plan. Strangers have a moderate clock and do
// not wait for absent players; rated matches have no substitutes. Private rooms have no
// clock.
func DefaultTimeControl(plan Plan) TimeControl {
	switch {
	case !plan.Public:
		return TimeControl{0, AbsentClock}
	case plan.Rated:
		return TimeControl{time.Minute, AbsentClock}
	}
	return TimeControl{2 * time.Minute, AbsentBot}
}

// SetDefaultTimeControl sets the default time control of a plan.
func SetDefaultTimeControl(plan *Plan) {
	DefaultTimeControl(*plan).ApplyTo(plan)
	plan.Usual = plan.Clock > 0
}

// QuickPlan returns the plan with which quick play opens a room. An empty name means any
// game.
func QuickPlan(game string) Plan {
	plan := Plan{Game: game, Public: true}
	SetDefaultTimeControl(&plan)
	return plan
}

// MatchmakingPlan returns the plan of a rated match opened by matchmaking.
func MatchmakingPlan(game string) Plan {
	plan := Plan{Game: game, Public: true, Rated: true}
	SetDefaultTimeControl(&plan)
	return plan
}

// ApplyTo sets the time control of a plan.
func (p TimeControl) ApplyTo(plan *Plan) {
	plan.Clock, plan.Absent, plan.Usual = p.Clock, p.Absent, false
}

// Next returns the time control step positions after p in TimeControls. If p is not in the list, it
// counts as just before those with a longer clock.
func (p TimeControl) Next(step int) TimeControl {
	all := TimeControls()
	at := slices.Index(all, p)
	if at < 0 {
		at = slices.IndexFunc(all, func(one TimeControl) bool { return one.Clock > p.Clock })
		if at < 0 {
			at = len(all)
		}
		if step > 0 {
			at--
		}
	}
	return all[(at+step+len(all))%len(all)]
}

// Brief describes the time control in a few words.
func (p TimeControl) Brief() prose.Text {
	clock := prose.Duration(p.Clock)
	switch {
	case p.Clock == 0 && p.Absent == AbsentBot:
		return prose.T("no clock, a bot if away")
	case p.Clock == 0:
		return prose.T("no clock")
	case p.Absent == AbsentBot:
		return prose.T("{time}, a bot if away", clock)
	case p.Absent == AbsentWait:
		return prose.T("{time}, waits if away", clock)
	}
	return prose.T("{time}", clock)
}

// About describes the time control in complete sentences.
func (p TimeControl) About() prose.Text {
	clock := prose.Duration(p.Clock)
	switch {
	case p.Clock == 0 && p.Absent == AbsentBot:
		return prose.T("No clock; a bot plays for disconnected players.")
	case p.Clock == 0:
		return prose.T("No clock; the match waits for disconnected players.")
	case p.Absent == AbsentBot:
		return prose.T("{time} per move. A bot plays for disconnected players.", clock)
	case p.Absent == AbsentWait:
		return prose.T("{time} per move. The clock waits for disconnected players.", clock)
	}
	return prose.T("{time} per move; the clock also runs for disconnected players. When it runs out, a move that harms no other player is made.", clock)
}
