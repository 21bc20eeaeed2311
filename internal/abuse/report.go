package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"parlor/internal/figures"
)

// cells are the row of the table.
func (o *outcome) cells() []string {
	var says []string
	for _, one := range o.row.goals {
		says = append(says, one.says)
	}
	between := func(all []time.Duration) string {
		return fmt.Sprintf("%.1f / %.1f", figures.At(all, 0.5).Seconds()*1000, figures.At(all, 0.99).Seconds()*1000)
	}
	mb := func(bytes float64) string { return fmt.Sprintf("%.0f", bytes/megabyte) }
	started := "–"
	if o.startAfter > 0 {
		started = fmt.Sprintf("%.2f → %.2f", o.startBefore.Seconds(), o.startAfter.Seconds())
	}
	what := strings.ReplaceAll(o.row.what, "{n}", strconv.Itoa(o.raid.Addresses*o.raid.Each))
	if o.back > 0 {
		what += fmt.Sprintf(" (places back %.0f s after most were taken)", o.back.Seconds())
	}
	if o.row.kind == "people" {
		what += fmt.Sprintf(" (%d got in)", o.spoils.Answers["in"])
	}
	if o.row.name == "codes" {
		all, late, seconds := o.guesses()
		what += fmt.Sprintf(" (each looked up %d in all, and then %.2f a second)", all/o.raid.Addresses, late/seconds)
	}
	return []string{
		what,
		between(o.quiet.moves) + " → " + between(o.under.moves),
		fmt.Sprintf("%.1f → %.1f", figures.At(o.quiet.echoes, 0.99).Seconds()*1000, figures.At(o.under.echoes, 0.99).Seconds()*1000),
		fmt.Sprintf("%d of %d, %.0f → %.0f", len(o.under.logins), len(o.under.logins)+o.under.shutOut,
			figures.At(o.quiet.logins, 0.5).Seconds()*1000, figures.At(o.under.logins, 0.5).Seconds()*1000),
		fmt.Sprintf("%d of %d", o.under.codes, o.under.codes+o.under.locked),
		fmt.Sprintf("%.2f", float64(o.grew())/megabyte),
		fmt.Sprintf("%.0f → %.0f", 100*o.quiet.processor, 100*o.under.processor),
		mb(o.before.resident) + " → " + mb(o.under.peak.resident) + " → " + mb(o.after.resident),
		started,
		strings.Join(says, "; "),
		o.verdict(true),
	}
}

// markdown is the table as it stands in docs/abuse.md.
func markdown(machine string, all []outcome) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s\n\n| attack | a move, p50 / p99, ms: quiet → attacked | an echo, p99, ms | new guests in; p50, ms | right codes | disk, MB | processor, %% | RSS, MB: before → most → after | start, s | goal | |\n|%s\n",
		machine, strings.Repeat("---|", 11))
	for _, one := range all {
		fmt.Fprintf(&text, "| %s |\n", strings.Join(one.cells(), " | "))
	}
	return text.String()
}
