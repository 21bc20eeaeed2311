package main

import (
	"slices"
	"strings"
	"time"
)

// count is how many there were at a moment.
type count struct {
	n  float64
	at time.Time
}

// outcome is what an attack has shown.
type outcome struct {
	row                     row
	raid                    raid
	quiet, under            window
	before, after           reading // after a collection
	startBefore, startAfter time.Duration
	open                    []count       // of connections, under the attack
	back                    time.Duration // from when most were open until attackers' places were free again, while they held on to them; zero is never
	rest                    time.Duration // until memory was back after the attack
	logged                  int64         // bytes of the log
	spoils                  spoils
}

// least is the shortest time over which the disk's growth is looked at: a database
// does not grow evenly.
const least = time.Minute

// grew is how many bytes more there are on the disk than innocents alone would
// have made.
func (o *outcome) grew() int64 {
	alone := float64(o.quiet.grew) * o.under.span.Seconds() / max(o.quiet.span.Seconds(), 0.001)
	return max(0, o.under.grew-int64(alone))
}

// guesses is how many codes of an address were looked up in all, and in a second
// once it had been refused, when nothing is saved up.
func (o *outcome) guesses() (all int, late, seconds float64) {
	const unknown = "There is no"
	for answer, n := range o.spoils.Answers {
		if strings.Contains(answer, unknown) {
			all += n
		}
	}
	seconds = o.spoils.Refused
	if seconds == 0 { // nobody was refused
		return all, float64(all), o.raid.Span.Seconds() * float64(o.raid.Addresses)
	}
	for answer, n := range o.spoils.Late {
		if strings.Contains(answer, unknown) {
			late += float64(n)
		}
	}
	return all, late, seconds
}

// maxSaved is how many guesses an address may have saved up.
const maxSaved = 60

// guessesFew allows one guess more at each address than what is promised: time is
// not counted from a guess.
func (o *outcome) guessesFew() bool {
	all, late, seconds := o.guesses()
	if o.spoils.Refused == 0 {
		return all <= maxSaved*o.raid.Addresses
	}
	return late-float64(o.raid.Addresses) <= seconds
}

// What more there may be afterwards than before, of memory and of goroutines.
const (
	moreHeld       = 8 * megabyte
	moreResident   = 32 * megabyte
	moreGoroutines = 50
)

// memoryIsBack reports whether a reading shows what there was before.
func (o *outcome) memoryIsBack(now reading) bool {
	return now.held <= o.before.held+moreHeld && now.resident <= o.before.resident+moreResident && now.goroutines <= o.before.goroutines+moreGoroutines
}

// follow takes a reading under the attack, and reports whether there is nothing more
// to see.
func (o *outcome) follow(now reading) bool {
	o.open = append(o.open, count{now.open, time.Now()})
	if o.row.over == nil || !o.row.over(o, now) {
		return false
	}
	const most = 0.95
	at := slices.IndexFunc(o.open, func(one count) bool { return one.n >= most*o.under.peak.open })
	o.back = time.Since(o.open[max(0, at)].at)
	return true
}

// placesAreBack reports whether attackers who hold places have lost them.
func (o *outcome) placesAreBack(now reading) bool {
	held := float64(o.raid.Addresses*o.raid.Each) / 2
	return o.under.peak.open > held && now.open < 20
}

// missed are the goals that do not hold; those that depend on how busy the machine
// is only where moody.
func (o *outcome) missed(moody bool) []string {
	var all []string
	for _, one := range o.row.goals {
		if (moody || !one.moody) && !one.holds(o) {
			all = append(all, one.says)
		}
	}
	return append(all, o.under.troubles...)
}

// verdict is whether the goals hold.
func (o *outcome) verdict(moody bool) string {
	if missed := o.missed(moody); len(missed) > 0 {
		return "missed: " + strings.Join(missed, "; ")
	}
	return "held"
}
