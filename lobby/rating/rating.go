// Package rating estimates the strength of players from the results of matches with any
// number of players and ties.
//
// It is Algorithm 4 (Plackett–Luce) of Ruby C. Weng and Chih-Jen Lin, "A Bayesian
// Approximation Method for Online Ranking", Journal of Machine Learning Research 12 (2011),
// pages 267–300, where each player is a team of one. A player's strength is modelled as a
// normal distribution with mean mu and standard deviation sigma. With
//
//	c    = √ Σ (sigma_i² + beta²)            over all players i
//	C_q  = the players who did no better than q, q and ties included
//	A_q  = the number of players level with q, q included
//	p_iq = exp(mu_i/c) / Σ exp(mu_s/c)       over all s in C_q
//
// a match changes a player i, by sums over all q who did no worse than i, to
//
//	mu_i    += sigma_i²/c  · Σ ([q = i] − p_iq) / A_q
//	sigma_i² = sigma_i² · max(1 − sigma_i/c · sigma_i²/c² · Σ p_iq (1 − p_iq) / A_q, kappa)
//
// where [q = i] is 1 or 0. Before each match sigma² grows by tau², so that ratings never
// stop changing.
package rating

import (
	"math"
	"slices"
)

// Parameters of the model, in its own unit: those of the paper's experiments, with tau as
// in TrueSkill.
const (
	mu    = 25.0
	sigma = mu / 3
	beta  = sigma / 2 // standard deviation of a performance
	kappa = 0.0001    // minimum factor by which a match reduces sigma²
	tau   = mu / 300
)

// The display scale, similar to that of chess ratings.
const (
	shownMiddle = 1500
	shownUnit   = 42
	// sureBelow is the displayed deviation up to which a rating is no longer provisional,
	// reached after about twenty matches between equals.
	sureBelow = 210
)

// Rating is the estimated strength of a player, in the unit of the model.
type Rating struct {
	Mu, Sigma float64
}

// New returns the rating of a player without matches.
func New() Rating { return Rating{mu, sigma} }

// Points returns the displayed rating: 1500 for a new player.
func (r Rating) Points() float64 { return shownMiddle + (r.Mu-mu)*shownUnit }

// Deviation returns one standard deviation on the display scale: 350 for a new player.
func (r Rating) Deviation() float64 { return r.Sigma * shownUnit }

// Provisional reports whether the rating is too uncertain to be compared.
func (r Rating) Provisional() bool { return r.Deviation() > sureBelow }

// Doubt returns the sort key of leaderboards, least first: two standard deviations minus the mean,
// in the unit of the model.
func (r Rating) Doubt() float64 { return 2*r.Sigma - r.Mu }

// Rate returns the ratings after a match, in the same order. A lower rank is better, and
// equal ranks are ties; there must be as many ranks as ratings. A match of fewer than two
// players changes nothing.
func Rate(before []Rating, ranks []int) []Rating { return update(before, ranks, tau) }

// update implements Rate with an explicit tau.
func update(before []Rating, ranks []int, tau float64) []Rating {
	after := slices.Clone(before)
	if len(before) < 2 || len(ranks) != len(before) {
		return after
	}
	squares := 0.0
	for i := range after {
		after[i].Sigma = math.Hypot(after[i].Sigma, tau)
		squares += after[i].Sigma*after[i].Sigma + beta*beta
	}
	c := math.Sqrt(squares)
	loosened := slices.Clone(after)
	for i := range after {
		omega, delta := sums(loosened, ranks, i, c)
		own := loosened[i].Sigma
		after[i].Mu += own * own / c * omega
		after[i].Sigma = own * math.Sqrt(max(1-own/c*(own*own)/(c*c)*delta, kappa))
	}
	return after
}

// sums returns the two sums by which a match changes the rating of player i: omega measures how
// much better the result was than expected, and delta how informative it is.
func sums(all []Rating, ranks []int, i int, c float64) (omega, delta float64) {
	for q := range all {
		if ranks[q] > ranks[i] {
			continue
		}
		// p_iq, divided by exp(mu_i/c) to avoid overflow.
		level, chances := 0.0, 0.0
		for s := range all {
			if ranks[s] == ranks[q] {
				level++
			}
			if ranks[s] >= ranks[q] {
				chances += math.Exp((all[s].Mu - all[i].Mu) / c)
			}
		}
		p := 1 / chances
		if q == i {
			omega += 1 / level
		}
		omega -= p / level
		delta += p * (1 - p) / level
	}
	return omega, delta
}
