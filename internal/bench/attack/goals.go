package attack

import (
	"time"

	"parlor/internal/bench/driver"
)

const (
	kilobyte = 1 << 10
	megabyte = 1 << 20
)

// goal is a condition that must hold under an attack.
type goal struct {
	says  string
	holds func(*outcome) bool
	moody bool // the result depends on how busy the machine is
}

// moves returns the goal for the latency of the players' moves.
func moves() goal {
	return goal{"p99 of moves ≤ 3 × (quiet + 5 ms)", func(o *outcome) bool {
		return len(o.under.moves) > 0 && driver.Percentile(o.under.moves, 0.99) <= 3*(driver.Percentile(o.quiet.moves, 0.99)+5*time.Millisecond)
	}, true}
}

// movesOfTyping returns a stricter goal than moves, for attacks that only type: drawing the screens
// of others must not delay players.
func movesOfTyping() goal {
	return goal{"p99 of moves ≤ 3 × (quiet + 1 ms)", func(o *outcome) bool {
		return len(o.under.moves) > 0 && driver.Percentile(o.under.moves, 0.99) <= 3*(driver.Percentile(o.quiet.moves, 0.99)+time.Millisecond)
	}, true}
}

// logins returns the goal for the share of guests who can log in.
func logins() goal {
	return goal{"≥ 95 % of logins", func(o *outcome) bool {
		all := len(o.under.logins) + o.under.shutOut
		return all > 0 && float64(len(o.under.logins)) >= 0.95*float64(all)
	}, false}
}

func loginTime() goal {
	return goal{"p50 of logins ≤ 3 ×", func(o *outcome) bool {
		return driver.Percentile(o.under.logins, 0.5) <= 3*driver.Percentile(o.quiet.logins, 0.5)
	}, true}
}

func allIn() goal {
	return goal{"all get in", func(o *outcome) bool { return o.result.Answers["in"] == o.spec.Addresses*o.spec.Each }, false}
}

// codes returns the goal that valid codes are accepted.
func codes() goal {
	return goal{"right codes pass", func(o *outcome) bool { return o.under.locked == 0 && o.under.codes > 0 }, false}
}

func guesses() goal { return goal{"≤ 1 guess a second and address", (*outcome).guessesFew, false} }

// diskInAll returns the goal for the total growth of the data on disk.
func diskInAll() goal {
	return goal{"disk ≤ 1 MB", func(o *outcome) bool { return o.grew() <= megabyte }, false}
}

func disk() goal {
	return goal{"disk ≤ 1 MB/min", func(o *outcome) bool {
		return float64(o.grew()) <= megabyte*max(o.under.span.Minutes(), least.Minutes())
	}, false}
}

func startAgain() goal {
	return goal{"start ≤ 0.2 s longer", func(o *outcome) bool { return o.startAfter-o.startBefore <= 200*time.Millisecond }, true}
}

func memoryOfScreens() goal {
	return goal{"memory ≤ 64 MB", func(o *outcome) bool { return o.under.peak.Resident-o.before.Resident <= 64*megabyte }, false}
}

func memoryOfTyping() goal {
	return goal{"memory ≤ 20 MB", func(o *outcome) bool { return o.under.peak.Resident-o.before.Resident <= 20*megabyte }, false}
}

func memory() goal {
	return goal{"memory back", func(o *outcome) bool { return o.memoryIsBack(o.after) }, false}
}

func places() goal {
	return goal{"places back ≤ 30 s", func(o *outcome) bool { return o.back > 0 && o.back <= 30*time.Second }, false}
}
