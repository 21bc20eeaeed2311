package gamenight

import (
	"time"

	"parlor/lobby"
)

// openPlay is the format in which waiting players are seated with those they have met least
// or most often, and rank by points per match.
type openPlay struct{}

// next seats the player who has waited longest, unless it is better to wait.
func (openPlay) next(m *matching) *Table {
	waiting := m.waiting()
	if len(waiting) == 0 {
		return nil
	}
	lead := waiting[0]
	game, most := m.game(lead)
	if m.plan.Seats == 0 && m.plan.Minutes == 0 && len(m.tables) < manyTables && (m.busy() || len(waiting) > most) {
		most = m.shortEnough(game, most)
	}
	size := evenSize(len(waiting), most)
	bots := max(0, game.MinSeats-size)
	if bots > 0 && (m.plan.Bots == 0 || m.personSoon(lead)) {
		return nil
	}
	group := m.group(waiting, size)
	if !m.atOnce && m.betterSoon(group, len(waiting) < most) {
		return nil
	}
	return m.call(group, game.Name, bots)
}

// standings implements format. Equal players share a rank.
func (openPlay) standings(all players) (ranked []standing) {
	most := all.mostPlayed()
	for i, p := range all.standings() {
		one := standing{Player: p, rank: i + 1, few: p.few(most)}
		if i > 0 {
			if last := ranked[i-1]; last.few == one.few && last.average() == p.average() && last.Won == p.Won {
				one.rank = last.rank
			}
		}
		ranked = append(ranked, one)
	}
	return ranked
}

func (openPlay) prepare(*seating) bool                         { return false }
func (openPlay) due(*seating) time.Time                        { return time.Time{} }
func (openPlay) absent(*seating, *Table, []*Player, bool) bool { return false }
func (openPlay) ended(*Table)                                  {}
func (openPlay) count(Result, int)                             {}
func (openPlay) begun() bool                                   { return false }
func (openPlay) over() bool                                    { return false }
func (openPlay) plays(*Player) bool                            { return false }
func (openPlay) status(*Player) string                         { return "" }
func (openPlay) show(*lobby.GameNightUpdate, *seating)         {}
func (openPlay) store(*Snapshot)                               {}
func (openPlay) arrange(players)                               {}
func (openPlay) team(*Player) (name string, captain bool)      { return "", false }
