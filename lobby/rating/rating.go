// Package rating says how well people play, from how their matches ended, for
// any number of players and with ties.
//
// It is Algorithm 4 (Plackett–Luce) of Ruby C. Weng and Chih-Jen Lin, "A
// Bayesian Approximation Method for Online Ranking", Journal of Machine
// Learning Research 12 (2011), pages 267–300, where each player is a team of
// one. A player's strength is thought of as a normal distribution with a mean
// mu and a standard deviation sigma. With
//
//	c    = √ Σ (sigma_i² + beta²)            over all players i
//	C_q  = the players who did no better than q, q and ties included
//	A_q  = how many players ended level with q, q included
//	p_iq = exp(mu_i/c) / Σ exp(mu_s/c)       over all s in C_q
//
// a match moves a player i, by sums over all q who did no worse than i, to
//
//	mu_i    += sigma_i²/c  · Σ ([q = i] − p_iq) / A_q
//	sigma_i² = sigma_i² · max(1 − sigma_i/c · sigma_i²/c² · Σ p_iq (1 − p_iq) / A_q, kappa)
//
// where [q = i] is 1 or 0. Before each match sigma² grows by tau², so that
// nobody's rating ever stands quite still.
package rating

import (
	"math"
	"slices"
)

// The model's numbers, in its own unit: those of the paper's experiments, with
// tau as TrueSkill has it.
const (
	mu    = 25.0
	sigma = mu / 3
	beta  = sigma / 2 // how far a performance strays from the strength
	kappa = 0.0001    // no match leaves a smaller part of sigma²
	tau   = mu / 300
)

// The scale that people are shown: the one they know from chess.
const (
	shownMiddle = 1500
	shownUnit   = 42
	// sureBelow is the shown deviation up to which a rating is no longer
	// provisional: after some twenty matches between equals.
	sureBelow = 210
)

// Rating is what is known of somebody's strength, in the model's own unit.
type Rating struct {
	Mu, Sigma float64
}

// New is the rating of somebody who has not played yet.
func New() Rating { return Rating{mu, sigma} }

// Points is the rating as it is shown: 1500 for somebody new.
func (r Rating) Points() float64 { return shownMiddle + (r.Mu-mu)*shownUnit }

// Deviation is one standard deviation on the shown scale: 350 for somebody new.
func (r Rating) Deviation() float64 { return r.Sigma * shownUnit }

// Provisional says that too little is known yet to set the rating beside
// others.
func (r Rating) Provisional() bool { return r.Deviation() > sureBelow }

// Doubt orders ratings: the least first is who is most surely strong. It is two
// standard deviations less the mean, in the model's unit.
func (r Rating) Doubt() float64 { return 2*r.Sigma - r.Mu }

// Rate answers the ratings after a match, in the order of those before it. A
// lower rank is better, and equal ones are ties; there are as many ranks as
// ratings. A match of fewer than two changes nothing.
func Rate(before []Rating, ranks []int) []Rating { return update(before, ranks, tau) }

// update is Rate with a tau of one's own.
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

// sums are those by which a match moves player i: of what was better or worse
// than expected, and of how much that tells.
func sums(all []Rating, ranks []int, i int, c float64) (omega, delta float64) {
	for q := range all {
		if ranks[q] > ranks[i] {
			continue
		}
		// p_iq, divided by exp(mu_i/c): so no power can become too large.
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
