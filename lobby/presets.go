package lobby

import (
	"time"

	"parlor/prose"
)

// Preset is a common combination of settings: time control, what happens to absent players,
// and whether the match is rated.
type Preset struct {
	Label       prose.Text
	About       prose.Text // complete sentences
	TimeControl TimeControl
	Rated       bool
	Usual       bool // as Plan.Usual
	// Substitute is as in Plan; empty means the default.
	Substitute string
}

// Presets returns all presets, the default first.
func Presets() []Preset {
	usual := DefaultTimeControl(Plan{Public: true})
	return []Preset{
		{Label: prose.T("Standard"), About: usual.About(), TimeControl: usual, Usual: true},
		relaxed(),
		quick(),
		serious(),
		{
			Label: prose.T("Correspondence"), About: prose.T("Three days per move. Come back whenever it is your turn."),
			TimeControl: TimeControl{3 * 24 * time.Hour, AbsentClock},
		},
	}
}

func relaxed() Preset {
	pace := TimeControl{0, AbsentWait}
	return Preset{Label: prose.T("Relaxed"), About: pace.About(), TimeControl: pace}
}

func quick() Preset {
	pace := TimeControl{30 * time.Second, AbsentBot}
	return Preset{Label: prose.T("Quick"), About: pace.About(), TimeControl: pace, Substitute: Substitute1m}
}

func serious() Preset {
	return Preset{
		Label: prose.T("Rated"), About: prose.T("One minute per move; the clock also runs for disconnected players. The match is rated."),
		TimeControl: DefaultTimeControl(Plan{Public: true, Rated: true}), Rated: true,
	}
}

// ApplyTo applies the preset to a plan. It leaves the other settings unchanged.
func (p Preset) ApplyTo(plan *Plan) {
	p.TimeControl.ApplyTo(plan)
	plan.Rated, plan.Usual = p.Rated, p.Usual
	plan.Substitute = p.Substitute
}
