package lobby

import (
	"time"

	"parlor/prose"
)

// Preset is what a host mostly wants, in a word: how much time there is, what
// happens while somebody is away, and whether it counts.
type Preset struct {
	Label prose.Text
	About prose.Text // whole sentences
	Pace  Pace
	Rated bool
	Usual bool // as Plan.Usual
	// Substitute is as in Plan; empty is the default.
	Substitute string
}

// Presets are all presets, what is usual first.
func Presets() []Preset {
	usual := UsualPace(Plan{Public: true})
	return []Preset{
		{Label: prose.T("Usual"), About: usual.About(), Pace: usual, Usual: true},
		relaxed(),
		quick(),
		serious(),
		{
			Label: prose.T("By mail"), About: prose.T("Three days for each decision. Come back whenever it is your turn."),
			Pace: Pace{3 * 24 * time.Hour, AbsentClock},
		},
	}
}

func relaxed() Preset {
	pace := Pace{0, AbsentWait}
	return Preset{Label: prose.T("Relaxed"), About: pace.About(), Pace: pace}
}

func quick() Preset {
	pace := Pace{30 * time.Second, AbsentBot}
	return Preset{Label: prose.T("Quick"), About: pace.About(), Pace: pace, Substitute: Substitute1m}
}

func serious() Preset {
	return Preset{
		Label: prose.T("Serious"), About: prose.T("A minute for each decision, also for anybody who is away. The match is rated."),
		Pace: UsualPace(Plan{Public: true, Rated: true}), Rated: true,
	}
}

// Put chooses the preset in a plan, and nothing else there.
func (p Preset) Put(plan *Plan) {
	p.Pace.Put(plan)
	plan.Rated, plan.Usual = p.Rated, p.Usual
	plan.Substitute = p.Substitute
}
