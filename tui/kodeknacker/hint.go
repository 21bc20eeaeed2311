package kodeknacker

import (
	game "parlor/engine/kodeknacker"
	"parlor/prose"
)

// tellWhy tells which rows leave how many codes.
func tellWhy(hint prose.Hint, _ prose.Scene) prose.Text {
	var rows []int
	for _, one := range hint.Facts {
		if fact, is := one.(game.Fact); is {
			rows = append(rows, fact.Number)
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

// tellBaffled tells that too many codes are left to look at all of them.
func tellBaffled(scene prose.Scene) prose.Text {
	view, is := scene.View.Table.(game.View)
	if !is || view.Phase != game.PhasePlay || game.NewWorlds(view) != nil {
		return prose.Text{}
	}
	return prose.T("With {positions} places and {colors} colours too many codes are left to work out a hint: guess again first.", prose.N(view.Positions), prose.N(view.Colors))
}
