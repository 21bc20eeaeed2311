package lobby

import (
	"slices"
	"time"

	"parlor/prose"
)

// TimeControl is how much time there is for a decision, and what happens while somebody
// is away: two settings that say something only together, so that screens offer
// them as one choice.
type TimeControl struct {
	Clock  time.Duration // 0 is no clock
	Absent string        // one of Absences
}

// TimeControls are those that screens offer, the slowest players first.
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

// TimeControlOf is the pace of a plan. Without a clock none goes on: the match waits.
func TimeControlOf(plan Plan) TimeControl {
	pace := TimeControl{plan.Clock, plan.Absent}
	if pace.Clock == 0 && pace.Absent != AbsentBot {
		pace.Absent = AbsentWait
	}
	return pace
}

// DefaultTimeControl is the pace of a room for which nobody has chosen one. Strangers have a
// clock, which stops nobody who thinks, and keep nobody waiting who has gone; where
// the match counts nobody plays for anybody else. Who meets by a code has none.
func DefaultTimeControl(plan Plan) TimeControl {
	switch {
	case !plan.Public:
		return TimeControl{0, AbsentClock}
	case plan.Rated:
		return TimeControl{time.Minute, AbsentClock}
	}
	return TimeControl{2 * time.Minute, AbsentBot}
}

// SetDefaultTimeControl gives a plan its usual pace.
func SetDefaultTimeControl(plan *Plan) {
	DefaultTimeControl(*plan).ApplyTo(plan)
	plan.Usual = plan.Clock > 0
}

// QuickPlan is the room that quick play of a game opens where none waits; the empty
// name is any game.
func QuickPlan(game string) Plan {
	plan := Plan{Game: game, Public: true}
	SetDefaultTimeControl(&plan)
	return plan
}

// MatchmakingPlan is the room of a rated match that rated quick play of a game opens.
func MatchmakingPlan(game string) Plan {
	plan := Plan{Game: game, Public: true, Rated: true}
	SetDefaultTimeControl(&plan)
	return plan
}

// ApplyTo chooses the pace in a plan.
func (p TimeControl) ApplyTo(plan *Plan) {
	plan.Clock, plan.Absent, plan.Usual = p.Clock, p.Absent, false
}

// Next is the pace that is offered so many steps after this one. One that is not
// offered stands before those with a longer clock.
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

// Brief is the pace in a few words.
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

// About are whole sentences that say what the pace means.
func (p TimeControl) About() prose.Text {
	clock := prose.Duration(p.Clock)
	switch {
	case p.Clock == 0 && p.Absent == AbsentBot:
		return prose.T("No clock. A bot plays for anybody who is away.")
	case p.Clock == 0:
		return prose.T("No clock. The match waits for anybody who is away.")
	case p.Absent == AbsentBot:
		return prose.T("{time} for each decision. A bot plays for anybody who is away.", clock)
	case p.Absent == AbsentWait:
		return prose.T("{time} for each decision. The clock waits for anybody who is away.", clock)
	}
	return prose.T("{time} for each decision, also for anybody who is away. When it runs out, the rules choose something that does the others no harm.", clock)
}
