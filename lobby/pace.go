package lobby

import (
	"slices"
	"time"

	"parlor/prose"
)

// Pace is how much time there is for a decision, and what happens while somebody
// is away: two settings that say something only together, so that screens offer
// them as one choice.
type Pace struct {
	Clock  time.Duration // 0 is no clock
	Absent string        // one of Absences
}

// Paces are those that screens offer, the slowest players first.
func Paces() []Pace {
	const day = 24 * time.Hour
	return []Pace{
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

// PaceOf is the pace of a plan. Without a clock none goes on: the match waits.
func PaceOf(plan Plan) Pace {
	pace := Pace{plan.Clock, plan.Absent}
	if pace.Clock == 0 && pace.Absent != AbsentBot {
		pace.Absent = AbsentWait
	}
	return pace
}

// UsualPace is the pace of a room for which nobody has chosen one. Strangers have a
// clock, which stops nobody who thinks, and keep nobody waiting who has gone; where
// the match counts nobody plays for anybody else. Who meets by a code has none.
func UsualPace(plan Plan) Pace {
	switch {
	case !plan.Public:
		return Pace{0, AbsentClock}
	case plan.Rated:
		return Pace{time.Minute, AbsentClock}
	}
	return Pace{2 * time.Minute, AbsentBot}
}

// Usually gives a plan its usual pace.
func Usually(plan *Plan) {
	UsualPace(*plan).Put(plan)
	plan.Usual = plan.Clock > 0
}

// QuickPlan is the room that quick play of a game opens where none waits; the empty
// name is any game.
func QuickPlan(game string) Plan {
	plan := Plan{Game: game, Public: true}
	Usually(&plan)
	return plan
}

// RivalPlan is the room of a rated match that rated quick play of a game opens.
func RivalPlan(game string) Plan {
	plan := Plan{Game: game, Public: true, Rated: true}
	Usually(&plan)
	return plan
}

// Put chooses the pace in a plan.
func (p Pace) Put(plan *Plan) { plan.Clock, plan.Absent, plan.Usual = p.Clock, p.Absent, false }

// Next is the pace that is offered so many steps after this one. One that is not
// offered stands before those with a longer clock.
func (p Pace) Next(step int) Pace {
	all := Paces()
	at := slices.Index(all, p)
	if at < 0 {
		at = slices.IndexFunc(all, func(one Pace) bool { return one.Clock > p.Clock })
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
func (p Pace) Brief() prose.Text {
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
func (p Pace) About() prose.Text {
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
