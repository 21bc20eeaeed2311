// Package driver contains what the benchmarks share: servers in separate processes, clients over
// SSH, pairs of players, statistics, and tables in pages of docs/.
package driver

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"
)

// Measure is a type of measurements: durations or plain numbers.
type Measure interface{ float64 | time.Duration }

// Median returns the median of samples, or 0 if there are none.
func Median[T Measure](samples []T) T { return quantile(samples, 0.5, len(samples)) }

// Percentile returns the value that a share of the samples, from 0 to 1, does not exceed, or 0 if
// there are none.
func Percentile[T Measure](samples []T, share float64) T {
	return quantile(samples, share, len(samples)-1)
}

func quantile[T Measure](samples []T, share float64, of int) T {
	if len(samples) == 0 {
		return 0
	}
	return slices.Sorted(slices.Values(samples))[int(share*float64(of))]
}

// Ratio formats the ratio of two numbers. It returns "" if there is none.
func Ratio[T Measure](one, other T) string {
	if other <= 0 {
		return ""
	}
	return fmt.Sprintf("%.2f ×", float64(one)/float64(other))
}

const (
	fewestRounds = 5    // the minimum number of rounds for a confidence interval
	resamples    = 2000 // of the rounds
)

// Compare formats the ratio of the medians of two series that were measured in
// alternation. From five rounds on, its 95 % interval follows, by resampling the rounds.
func Compare[T Measure](ours, theirs []T) string {
	ratio := Ratio(Median(ours), Median(theirs))
	if ratio == "" || len(ours) != len(theirs) || len(ours) < fewestRounds {
		return ratio
	}
	random := rand.New(rand.NewPCG(1, 1)) // the same samples give the same interval
	ratios, one, other := make([]float64, resamples), make([]T, len(ours)), make([]T, len(ours))
	for i := range ratios {
		for n := range one {
			round := random.IntN(len(ours))
			one[n], other[n] = ours[round], theirs[round]
		}
		ratios[i] = float64(Median(one)) / max(float64(Median(other)), 1e-9)
	}
	return fmt.Sprintf("%s (%.2f–%.2f)", ratio, Percentile(ratios, 0.025), Percentile(ratios, 0.975))
}

// Milliseconds formats a duration. It returns "" for 0.
func Milliseconds(d time.Duration) string {
	switch {
	case d <= 0:
		return ""
	case d < 10*time.Millisecond:
		return fmt.Sprintf("%.2f ms", d.Seconds()*1000)
	}
	return fmt.Sprintf("%.0f ms", d.Seconds()*1000)
}

// Alternate calls each function once per round, one after the other, so that other load on the
// machine affects them equally.
func Alternate(rounds int, each ...func(round int) error) error {
	for round := range rounds {
		for _, do := range each {
			if err := do(round); err != nil {
				return err
			}
		}
	}
	return nil
}

// Each calls do with the numbers below n, several at the same time, and returns all errors.
func Each(n, atOnce int, do func(i int) error) error {
	errs := make([]error, n)
	places := make(chan struct{}, atOnce)
	var running sync.WaitGroup
	for i := range n {
		places <- struct{}{}
		running.Go(func() {
			errs[i] = do(i)
			<-places
		})
	}
	running.Wait()
	return errors.Join(errs...)
}
