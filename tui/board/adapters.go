package board

import (
	"parlor/engine"
	"parlor/prose"
)

// OpenAll returns a [Game.Open]. join uncovers everything in a spectator's view of the table, using
// what the seats see.
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

// Of adapts a function on the game's own view for a [prose.Narrator] or an [End]. For a scene
// without a view, it returns the zero value.
func Of[V, T any](tell func(V, prose.Scene) T) func(prose.Scene) T {
	return func(scene prose.Scene) (nothing T) {
		if view, ok := scene.View.Table.(V); ok {
			return tell(view, scene)
		}
		return nothing
	}
}

// EndOf returns an [End] made of functions on the game's own view.
func EndOf[V any](decided func(V, prose.Scene) []prose.Text, hidden func(V) int, turned func(view V, up int) V) End {
	count := func(view engine.View) int {
		table, _ := view.Table.(V)
		return hidden(table)
	}
	return End{Decided: Of(decided), Hidden: count, Turned: func(view engine.View, up int) engine.View {
		if table, ok := view.Table.(V); ok && up < count(view) {
			view.Table = turned(table, up)
		}
		return view
	}}
}

// ClaimOf returns a [prose.Narrator.Claim] that describes the values that an action claims.
func ClaimOf(claims func(engine.Move) []engine.Claim, say func(values []string) prose.Arg) func(engine.Action, prose.Scene) prose.Text {
	return func(action engine.Action, scene prose.Scene) prose.Text {
		var values []string
		for _, one := range claims(engine.Move{Seat: scene.View.Seat, Action: action}) {
			values = append(values, one.Value)
		}
		if values == nil {
			return prose.Text{}
		}
		return prose.T("{code}", say(values))
	}
}

// WhyRows returns a [prose.Narrator.Why] for a hint about a whole code: it describes which rows
// leave how many codes. row returns the number of the row of a fact.
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
			return prose.T("There is no information about the code yet.")
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
