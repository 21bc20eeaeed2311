package davinci

import (
	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/tui/board"
)

func setupTable() table {
	return table{
		phase: game.PhaseSetup, turn: engine.Watcher, names: "ann,bo,cy",
		racks: []string{"b3 w7", "b? b? w? w?", "w?"},
		pool:  game.Pool{Black: 9, White: 8},
		log:   "1 took black, 2 took black, 2 took white, 1 took white, 2 took black, 3 took white, 2 took white, 2 ready",
		change: func(s *board.Scene, v *game.View) {
			s.View.ToMove = []engine.Seat{0, 2}
			for i, taken := range []int{2, 4, 1} {
				v.Racks[i].Taken = taken
			}
			v.Racks[1].Ready = true
		},
	}
}

func jokerTable() table {
	return table{
		phase: game.PhaseSetup, turn: engine.Watcher, names: "ann,bo",
		racks: []string{"b3 w3 w8", "b? w? w? w?"},
		pool:  game.Pool{Black: 10, White: 8},
		log:   "1 took black, 1 took white, 1 took white, 1 took black",
		change: func(s *board.Scene, v *game.View) {
			s.View.ToMove = []engine.Seat{0, 1}
			v.Racks[0].Taken, v.Racks[1].Taken = 4, 4
			v.Jokers = "free"
			v.Choice = &game.Choice{Tile: game.Tile{Value: game.Joker}, Gaps: []int{1, 2, 3, 4}}
		},
	}
}

func drawTable() table {
	return table{
		phase: game.PhaseDraw, names: "ann,bo,cy",
		racks: []string{"b0 w4 b8! w11", "w? b? w? w6! b?", "b? b? w? w?"},
		pool:  game.Pool{Black: 4, White: 7}, points: []float64{1, 0, 0},
		log: "2 drew white, 2 guessed 3 1 0 wrong, 2 added 4 white 6, turn 3, 3 drew black, 3 guessed 1 3 8 right," +
			"1 opened 3 black 8, 3 kept 2 black, turn 1",
	}
}

func guessTwo() table {
	return table{
		phase: game.PhaseGuess, names: "ann,bo",
		racks: []string{
			"b0 w0 b2! w4 b5 w5! b8 w8 b9! w10 b11 w11|w3",
			"w? b? w2! b? w? b4! b? w6! b? w? b? w? b10!",
		},
		pool: game.Pool{White: 1}, points: []float64{3, 4},
		log: "2 drew black, 2 guessed 1 3 2 right, 1 opened 3 black 2, 2 guessed 1 4 3 wrong, 2 added 13 black 10, turn 1, 1 drew white",
	}
}

func guessThree() table {
	tb := drawTable()
	tb.phase = game.PhaseGuess
	tb.racks = []string{"b0 w4 b8! w11|b6", "w? b?/3/5 w? w6! b?", "b? b? w?/10 w?"}
	tb.log += ", 1 drew black"
	return tb
}

func guessFour() table {
	return table{
		phase: game.PhaseGuess, names: "ann,bo,cy,dee",
		racks: []string{
			"b0 w1! w4 b8 w9 b10 w10 b11!|b6",
			"w?/3/5 b? w3! w? b? b? w? w?",
			"b1! b2! b3! w5! b7! w8!",
			"w0! b? w? b?/9 w? w7! b? w?",
		},
		pool: game.Pool{White: 2}, points: []float64{4, 2, 0, 5},
		log: "3 drew black, 3 guessed 1 4 8 wrong, 3 added 4 white 5, turn 4, 4 drew black, 4 guessed 3 1 1 right," +
			"3 opened 1 black 1, 3 out, 4 guessed 2 1 5 wrong, 4 added 6 white 7, turn 1, 1 drew black",
		change: func(s *board.Scene, v *game.View) {
			v.Racks[2].Out = true
			s.Away[3] = true
		},
	}
}

func againTable() table {
	tb := guessThree()
	tb.phase = game.PhaseAgain
	tb.racks[1] = "w?/3 b5! w? w6! b?"
	tb.points = []float64{2, 0, 0}
	tb.log += ", 1 guessed 2 2 5 right, 2 opened 2 black 5"
	return tb
}

func choiceTable() table {
	return table{
		phase: game.PhaseGuess, names: "ann,bo",
		racks: []string{"b0 w3! b- b7 w11|w5", "w? b? w? w6! b? w?"},
		pool:  game.Pool{Black: 5, White: 6}, points: []float64{0, 1},
		log: "2 drew white, 2 guessed 1 2 3 right, 1 opened 2 white 3, 2 guessed 1 1 1 wrong, 2 added 4 white 6, turn 1, 1 drew white",
		change: func(_ *board.Scene, v *game.View) {
			v.Jokers = "strict"
			v.Choice = &game.Choice{Tile: game.Tile{Color: game.White, Value: 5}, Gaps: []int{3, 4}}
		},
	}
}

func chosenTable() table {
	tb := choiceTable()
	first := tb.change
	tb.change = func(s *board.Scene, v *game.View) {
		first(s, v)
		v.Choice.Chosen = 4
	}
	return tb
}

func showTable() table {
	return table{
		phase: game.PhaseShow, names: "ann,bo",
		racks:  []string{"b0 w3! b4 b7! w11", "w? b2! w? w6! b9! w10!"},
		points: []float64{0, 1},
		log:    "2 guessed 1 4 7 right, 1 opened 4 black 7, 2 stopped, turn 1, 1 guessed 2 1 0 wrong",
	}
}

func overTable() table {
	return table{
		phase: game.PhaseOver, turn: engine.Watcher, names: "ann,bo,cy",
		racks:  []string{"b0! w3! b4! b7! w11!", "w1! b2! w2! w6! b9! w10!", "b-! w4! b10!"},
		points: []float64{19, 1, 0},
		log:    "1 guessed 3 1 joker right, 3 opened 1 black joker, 3 out, 1 guessed 2 1 1 right, 2 opened 1 white 1, 2 out, 1 kept 3 black, 1 won",
		change: func(s *board.Scene, v *game.View) {
			s.View.Stage, s.View.Winners = engine.Interval, []engine.Seat{0}
			v.Racks[1].Out, v.Racks[2].Out = true, true
		},
	}
}

func watcherTable() table {
	tb := guessFour()
	tb.seat = engine.Watcher
	tb.racks = []string{
		"b? w1! w? b? w? b? w? b11!|b?",
		"w?/3/5 b? w3! w? b? b? w? w?",
		"b1! b2! b3! w5! b7! w8!",
		"w0! b? w? b?/9 w? w7! b? w?",
	}
	return tb
}

func memoryTable() table {
	tb := guessThree()
	tb.racks[1], tb.racks[2] = "w? b? w? w6! b?", "b? b? w? w?"
	tb.log = "3 guessed 1 3 8 right, 1 opened 3 black 8"
	tb.change = func(_ *board.Scene, v *game.View) { v.Memory = true }
	return tb
}
