package protocol

import (
	"math"

	"parlor/engine"
	"parlor/engine/insight"
	"parlor/lobby"
)

// AnalysisDocument is the answer to the analyse command.
type AnalysisDocument struct {
	Past
	Memory    bool       `json:"memory"`
	Dark      []int      `json:"dark"`
	Sums      []Sum      `json:"sums"`
	Decisions []Decision `json:"decisions"`
	Moments   []Moment   `json:"moments"`
	Graph     []Point    `json:"graph"`
}

// Sum is a summary of a player's decisions.
type Sum struct {
	Seat   engine.Seat `json:"seat"`
	Claims int         `json:"claims"`
	Right  int         `json:"right"`
	Luck   float64     `json:"luck"`
	Missed float64     `json:"missed"`
}

// Decision is a move with claims.
type Decision struct {
	Round      int           `json:"round"`
	Step       int           `json:"step"`
	Seat       engine.Seat   `json:"seat"`
	Action     engine.Action `json:"action"`
	Right      bool          `json:"right"`
	Chance     float64       `json:"chance"`
	Best       engine.Action `json:"best"`
	BestChance float64       `json:"best_chance"`
	Before     float64       `json:"worlds_before"`
	After      float64       `json:"worlds_after"`
}

// Moment is a decision that changed much.
type Moment struct {
	Decision int      `json:"decision"`
	Kinds    []string `json:"kinds"`
}

// Point is the remaining uncertainty before a step.
type Point struct {
	Round int         `json:"round"`
	Step  int         `json:"step"`
	Left  [][]float64 `json:"left"`
}

// AnalysisOf returns the document of an analysis for a reader. Numbers are rounded to six places.
func AnalysisOf(match lobby.Finished, a insight.Analysis, reader string) AnalysisDocument {
	document := AnalysisDocument{
		Past: PastOf(match, reader), Memory: a.Memory, Dark: append([]int{}, a.Dark...),
		Sums: make([]Sum, len(a.Players)), Decisions: make([]Decision, len(a.Decisions)),
		Moments: make([]Moment, len(a.Moments)), Graph: make([]Point, len(a.Graph)),
	}
	for i, one := range a.Players {
		document.Sums[i] = Sum{Seat: one.Seat, Claims: one.Claims, Right: one.Right, Luck: rounded(one.Luck), Missed: rounded(one.Missed)}
	}
	for i, one := range a.Decisions {
		document.Decisions[i] = Decision{
			Round: one.Round, Step: one.Step + 1, Seat: one.Seat, Action: one.Action, Right: one.Right, Chance: rounded(one.Chance),
			Best: one.Best, BestChance: rounded(one.BestChance), Before: one.Before, After: one.After,
		}
	}
	for i, one := range a.Moments {
		document.Moments[i] = Moment{Decision: one.Decision + 1, Kinds: []string{}}
		for _, kind := range one.Kinds {
			document.Moments[i].Kinds = append(document.Moments[i].Kinds, string(kind))
		}
	}
	for i, one := range a.Graph {
		document.Graph[i] = Point{Round: one.Round, Step: one.Step + 1, Left: make([][]float64, len(one.Left))}
		for reader, left := range one.Left {
			document.Graph[i].Left[reader] = []float64{}
			for _, bits := range left {
				document.Graph[i].Left[reader] = append(document.Graph[i].Left[reader], rounded(bits))
			}
		}
	}
	return document
}

func rounded(f float64) float64 { return math.Round(f*1e6) / 1e6 }
