package protocol

import (
	"math"

	"parlor/engine/insight"
	"parlor/lobby"
)

// StatisticsDocument answers the command stats.
type StatisticsDocument struct {
	Name      string           `json:"name"`
	You       bool             `json:"you"`
	Namesakes int              `json:"namesakes"`
	Counted   int              `json:"counted"`
	Games     []GameStatistics `json:"games"`
}

// GameStatistics is a person's record in a game.
type GameStatistics struct {
	Game   string  `json:"game"`
	All    Share   `json:"all"`
	Splits []Split `json:"splits"`
	Latest int     `json:"latest"`
	Sums   SumOf   `json:"sums"`
}

// Share is an average over some matches.
type Share struct {
	Matches    int     `json:"matches"`
	Won        float64 `json:"won"`
	LikelyLow  float64 `json:"likely_low"`
	LikelyHigh float64 `json:"likely_high"`
	Fair       float64 `json:"fair"`
	Points     float64 `json:"points"`
}

// Split is a person's record for one value of an option.
type Split struct {
	Option string `json:"option"`
	Value  string `json:"value"`
	Share  Share  `json:"share"`
}

// SumOf is the summary of a person's decisions.
type SumOf struct {
	Matches      int      `json:"matches"`
	Claims       int      `json:"claims"`
	Right        int      `json:"right"`
	Luck         float64  `json:"luck"`
	LuckRange    float64  `json:"luck_range"`
	Missed       float64  `json:"missed"`
	MissedMargin *float64 `json:"missed_margin"`
}

// StatisticsOf returns statistics with the sums of each game. It contains no identities. Numbers are rounded to six
// places.
func StatisticsOf(s lobby.Statistics, sums []insight.Sum) StatisticsDocument {
	document := StatisticsDocument{Name: s.Name, You: s.You, Namesakes: s.Namesakes, Counted: s.Counted, Games: make([]GameStatistics, len(s.Games))}
	for i, one := range s.Games {
		game := GameStatistics{Game: one.Game, All: shareOf(one.All), Splits: []Split{}, Latest: len(one.Latest), Sums: sumOf(sums[i])}
		for _, split := range one.Splits {
			for _, value := range split.Values {
				game.Splits = append(game.Splits, Split{split.Option, value.Value, shareOf(value.Share)})
			}
		}
		document.Games[i] = game
	}
	return document
}

func shareOf(s lobby.Share) Share {
	low, high := s.Likely()
	n := float64(max(1, s.Matches))
	return Share{s.Matches, rounded(s.Won / n), rounded(low), rounded(high), rounded(s.Fair / n), rounded(s.Points / n)}
}

func sumOf(s insight.Sum) SumOf {
	mean, margin := s.MissedEach()
	sum := SumOf{Matches: s.Matches, Claims: s.Claims, Right: s.Right, Luck: rounded(s.Luck), LuckRange: rounded(s.ByChance()), Missed: rounded(mean)}
	if !math.IsInf(margin, 0) {
		margin = rounded(margin)
		sum.MissedMargin = &margin
	}
	return sum
}
