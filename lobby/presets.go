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
}

// Presets are all presets, what is usual first.
func Presets() []Preset {
	relaxed, quick := Pace{0, AbsentWait}, Pace{30 * time.Second, AbsentBot}
	return []Preset{
		{prose.T("Relaxed"), relaxed.About(), relaxed, false},
		{prose.T("Quick"), quick.About(), quick, false},
		{prose.T("Serious"), prose.T("A minute for each decision, also for anybody who is away. The match is rated."), Pace{time.Minute, AbsentClock}, true},
		{prose.T("By mail"), prose.T("Three days for each decision. Come back whenever it is your turn."), Pace{3 * 24 * time.Hour, AbsentClock}, false},
	}
}

// Put chooses the preset in a plan, and nothing else there.
func (p Preset) Put(plan *Plan) {
	p.Pace.Put(plan)
	plan.Rated = p.Rated
}
