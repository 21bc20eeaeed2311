// Package figures is what programs need that measure: shares of what was measured
// several times, figures as text, the machine, and tables in pages that are
// written again.
package figures

import (
	"fmt"
	"slices"
	"time"
)

// Median of what was measured several times; zero of nothing.
func Median[T float64 | time.Duration](all []T) T {
	if len(all) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(all))
	return sorted[len(sorted)/2]
}

// At is what a share of all, from 0 to 1, does not exceed; zero of nothing.
func At(all []time.Duration, share float64) time.Duration {
	if len(all) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(all))
	return sorted[int(share*float64(len(sorted)-1))]
}

// Ratio of two figures, empty where there is none.
func Ratio[T float64 | time.Duration](one, other T) string {
	if other <= 0 {
		return ""
	}
	return fmt.Sprintf("%.2f ×", float64(one)/float64(other))
}

// Milliseconds is a time in milliseconds, empty for none.
func Milliseconds(d time.Duration) string {
	switch {
	case d <= 0:
		return ""
	case d < 10*time.Millisecond:
		return fmt.Sprintf("%.2f ms", d.Seconds()*1000)
	}
	return fmt.Sprintf("%.0f ms", d.Seconds()*1000)
}
