package attack

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"parlor/internal/bench/driver"
)

// count is a number of open files at a time.
type count struct {
	n  int
	at time.Time
}

// outcome holds the measurements of an attack.
type outcome struct {
	attack                  attack
	spec                    spec
	quiet, under            interval
	before, after           driver.Usage // after a garbage collection
	startBefore, startAfter time.Duration
	open                    []count       // open files during the attack
	back                    time.Duration // from the maximum of open files until the attackers' places were free again although they held on to them; 0 means never
	rest                    time.Duration // until memory was back after the attack
	result                  result
}

// least is the shortest time over which growth on disk is averaged, because a database grows unevenly.
const least = time.Minute

// grew returns how many more bytes were written to disk than bystanders alone would have written.
func (o *outcome) grew() int64 {
	alone := float64(o.quiet.grew) * o.under.span.Seconds() / max(o.quiet.span.Seconds(), 0.001)
	return max(0, o.under.grew-int64(alone))
}

// guesses returns the total number of codes that attackers could look up, and the number of them
// after their address was first refused, with the total seconds of that: from then on an address
// has no saved-up guesses.
func (o *outcome) guesses() (all int, late, seconds float64) {
	const unknown = "There is no"
	for answer, n := range o.result.Answers {
		if strings.Contains(answer, unknown) {
			all += n
		}
	}
	seconds = o.result.Refused
	if seconds == 0 { // none was refused
		return all, float64(all), o.spec.Span.Seconds() * float64(o.spec.Addresses)
	}
	for answer, n := range o.result.Late {
		if strings.Contains(answer, unknown) {
			late += float64(n)
		}
	}
	return all, late, seconds
}

// maxSaved is the number of guesses that an address may have saved up.
const maxSaved = 60

// guessesFew reports whether addresses guessed at most one code per second. It allows each address
// one guess more, because the time does not begin at a guess.
func (o *outcome) guessesFew() bool {
	all, late, seconds := o.guesses()
	if o.result.Refused == 0 {
		return all <= maxSaved*o.spec.Addresses
	}
	return late-float64(o.spec.Addresses) <= seconds
}

// How much more memory and goroutines are tolerated after an attack than before.
const (
	moreHeld       = 8 * megabyte
	moreResident   = 32 * megabyte
	moreGoroutines = 50
)

// memoryIsBack reports whether memory and goroutines are about as low as before the attack.
func (o *outcome) memoryIsBack(now driver.Usage) bool {
	return held(now) <= held(o.before)+moreHeld && now.Resident <= o.before.Resident+moreResident && now.Goroutines <= o.before.Goroutines+moreGoroutines
}

// held returns the size of the heap in bytes, including garbage that was not collected yet.
func held(u driver.Usage) uint64 { return u.Live + u.Garbage }

// follow records a reading during the attack, and reports whether the attack can end.
func (o *outcome) follow(now driver.Usage) bool {
	o.open = append(o.open, count{now.Files, time.Now()})
	if o.attack.over == nil || !o.attack.over(o, now) {
		return false
	}
	const most = 0.95
	at := slices.IndexFunc(o.open, func(one count) bool { return float64(one.n) >= most*float64(o.under.peak.Files) })
	o.back = time.Since(o.open[max(0, at)].at)
	return true
}

// others is the number of additional open files that are not attributed to attackers.
const others = 20

// placesAreBack reports whether attackers who hold places have lost them.
func (o *outcome) placesAreBack(now driver.Usage) bool {
	return o.under.peak.Files-o.before.Files > o.spec.Addresses*o.spec.Each/2 && now.Files-o.before.Files < others
}

// missed returns the goals that were not met, and the troubles. Goals that depend on how busy the
// machine is are included only if moody is set.
func (o *outcome) missed(moody bool) []string {
	var all []string
	for _, one := range o.attack.goals {
		if (moody || !one.moody) && !one.holds(o) {
			all = append(all, one.says)
		}
	}
	return append(all, o.under.troubles...)
}

// verdict returns whether the goals were met, as text.
func (o *outcome) verdict(moody bool) string {
	if missed := o.missed(moody); len(missed) > 0 {
		return "missed: " + strings.Join(missed, "; ")
	}
	return "held"
}

// cells returns the row of the table.
func (o *outcome) cells() []string {
	var says []string
	for _, one := range o.attack.goals {
		says = append(says, one.says)
	}
	between := func(all []time.Duration) string {
		return fmt.Sprintf("%.1f / %.1f", driver.Percentile(all, 0.5).Seconds()*1000, driver.Percentile(all, 0.99).Seconds()*1000)
	}
	mb := func(bytes int64) string { return fmt.Sprintf("%.0f", float64(bytes)/megabyte) }
	started := "–"
	if o.startAfter > 0 {
		started = fmt.Sprintf("%.2f → %.2f", o.startBefore.Seconds(), o.startAfter.Seconds())
	}
	what := strings.ReplaceAll(o.attack.what, "{n}", strconv.Itoa(o.spec.Addresses*o.spec.Each))
	if o.back > 0 {
		what += fmt.Sprintf(" (places back %.0f s after most were taken)", o.back.Seconds())
	}
	if o.attack.kind == "people" {
		what += fmt.Sprintf(" (%d got in)", o.result.Answers["in"])
	}
	if o.attack.name == "codes" {
		all, late, seconds := o.guesses()
		what += fmt.Sprintf(" (each looked up %d in all, and then %.2f a second)", all/o.spec.Addresses, late/seconds)
	}
	return []string{
		what,
		between(o.quiet.moves) + " → " + between(o.under.moves),
		fmt.Sprintf("%.1f → %.1f", driver.Percentile(o.quiet.echoes, 0.99).Seconds()*1000, driver.Percentile(o.under.echoes, 0.99).Seconds()*1000),
		fmt.Sprintf("%d of %d, %.0f → %.0f", len(o.under.logins), len(o.under.logins)+o.under.shutOut,
			driver.Percentile(o.quiet.logins, 0.5).Seconds()*1000, driver.Percentile(o.under.logins, 0.5).Seconds()*1000),
		fmt.Sprintf("%d of %d", o.under.codes, o.under.codes+o.under.locked),
		fmt.Sprintf("%.2f", float64(o.grew())/megabyte),
		fmt.Sprintf("%.0f → %.0f", 100*o.quiet.cpu, 100*o.under.cpu),
		mb(o.before.Resident) + " → " + mb(o.under.peak.Resident) + " → " + mb(o.after.Resident),
		started,
		strings.Join(says, "; "),
		o.verdict(true),
	}
}
