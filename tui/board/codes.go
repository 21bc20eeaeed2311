package board

import (
	"parlor/engine"
	"parlor/prose"
)

// OpenAll returns a [Game.Open]: join changes a watcher's view of the table into one to
// which everything is open, from what the seats see.
func OpenAll[V any](join func(table *V, seats []V)) func([]engine.View) engine.View {
	return func(views []engine.View) engine.View {
		all, seats := views[0], make([]V, len(views))
		for seat, view := range views {
			seats[seat], _ = view.Table.(V)
		}
		table := seats[0]
		join(&table, seats)
		all.Seat, all.Grammar, all.Table = engine.Watcher, []string{}, table
		return all
	}
}

// WhyRows returns a [prose.Narrator.Why] for a hint about a whole code: it tells which
// rows leave how many codes. Row returns the number of the row that a fact is about.
func WhyRows[F engine.Fact](row func(F) int) func(prose.Hint, prose.Scene) prose.Text {
	return func(hint prose.Hint, _ prose.Scene) prose.Text {
		var rows []int
		for _, one := range hint.Facts {
			if fact, is := one.(F); is {
				rows = append(rows, row(fact))
			}
		}
		switch left := prose.N(hint.Left()); {
		case len(rows) == 0:
			return prose.T("Nothing is known of the code yet.")
		case len(rows) == 1 && hint.Certain():
			return prose.T("The reason: row {n} leaves no other code.", prose.N(rows[0]))
		case hint.Certain():
			return prose.T("The reason: rows {rows} leave no other code.", prose.And(prose.Numbers(rows)))
		case len(rows) == 1:
			return prose.T("The reason: row {row} leaves {n} codes, and all of them are equally likely.", prose.N(rows[0]), left)
		default:
			return prose.T("The reason: rows {rows} leave {n} codes, and all of them are equally likely.", prose.And(prose.Numbers(rows)), left)
		}
	}
}
