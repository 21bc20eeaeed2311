package lobby

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"parlor/engine"
	"parlor/prose"
)

// Formats of a game night.
const (
	GameNightOpen     = "open"     // everyone plays all the time; the standings are by points per match
	GameNightKnockout = "knockout" // the loser of a match is out
	GameNightTeams    = "teams"    // as open play, between teams
)

// GameNightFormats returns the values of GameNightPlan.Format, the default first.
func GameNightFormats() []string { return []string{GameNightOpen, GameNightKnockout, GameNightTeams} }

// ParseGames parses the games of a game night as typed: their names with commas, each with
// its share of the matches if that is not 1, as in "davinci:2,kodeknacker". A game is
// returned as often as its share, never several times in a row if that can be avoided.
func ParseGames(typed string) (games []string, err error) {
	names := strings.Split(typed, ",")
	shares, most := make([]int, len(names)), 0
	for i, name := range names {
		shares[i] = 1
		if bare, share, found := strings.Cut(name, ":"); found {
			if shares[i], err = strconv.Atoi(share); err != nil || shares[i] < 1 || shares[i] > maxGameNightGames {
				return nil, prose.Refuse("{typed} is not a valid share for a game. Write it like {example}.", prose.Literal(CleanText(name, 30)), prose.Literal(CleanText(bare, 20)+":2"))
			}
			names[i] = bare
		}
		most = max(most, shares[i])
	}
	for turn := range most {
		for i, name := range names {
			if shares[i] > turn {
				games = append(games, name)
			}
		}
	}
	return games, nil
}

// TypedGames formats games such that ParseGames reads them again.
func TypedGames(games []string) string {
	var names []string
	shares := map[string]int{}
	for _, name := range games {
		if shares[name]++; shares[name] == 1 {
			names = append(names, name)
		}
	}
	for i, name := range names {
		if shares[name] > 1 {
			names[i] = name + ":" + strconv.Itoa(shares[name])
		}
	}
	return strings.Join(names, ",")
}

// GameNightPairing is two players of a knockout. The winner advances.
type GameNightPairing struct {
	Round  int    `json:"Round"` // from 1
	Third  bool   `json:"Third,omitzero"`
	First  string `json:"First"`          // name; empty while unknown
	Second string `json:"Second"`         // name; empty while unknown, and in a bye
	Winner int    `json:"Winner"`         // 1 or 2; 0 while undecided
	How    string `json:"How"`            // such as PairingPlayed; empty while undecided
	Draws  int    `json:"Draws,omitzero"` // matches without a winner
	Table  int    `json:"Table,omitzero"` // where they are called or play; 0 if they do not
}

// Ways to win a GameNightPairing.
const (
	PairingPlayed   = "played"   // by winning a match
	PairingBye      = "bye"      // without an opponent, in the first round
	PairingWalkover = "walkover" // because the opponent did not come or has left
	PairingPoints   = "points"   // by the points of two drawn matches
	PairingLot      = "lot"      // because nothing else could decide the match
)

// Names returns the winner and the loser of a decided pairing.
func (p GameNightPairing) Names() (winner, loser string) {
	if p.Winner == 2 {
		return p.Second, p.First
	}
	return p.First, p.Second
}

// has reports whether a player with a name belongs to the pairing.
func (p GameNightPairing) has(name string) bool {
	return name != "" && (p.First == name || p.Second == name)
}

// Text describes the pairing. It is empty while both players are unknown.
func (p GameNightPairing) Text() prose.Text {
	first, second := prose.Name(p.First), prose.Name(p.Second)
	winner, loser := p.Names()
	one, other := prose.Name(winner), prose.Name(loser)
	switch {
	case p.How == PairingBye:
		return prose.T("{name} has a bye", one)
	case p.How == PairingWalkover:
		return prose.T("{name} wins, as {other} did not come", one, other)
	case p.How == PairingPoints:
		return prose.T("{name} has beaten {other} on points after two draws", one, other)
	case p.How == PairingLot:
		return prose.T("{name} beats {other} by random draw", one, other)
	case p.Winner != 0:
		return prose.T("{name} has beaten {other}", one, other)
	case p.First == "" && p.Second == "":
		return prose.Text{}
	case p.Second == "":
		return prose.T("{name} is waiting for an opponent", first)
	case p.First == "":
		return prose.T("{name} is waiting for an opponent", second)
	case p.Table != 0:
		return prose.T("{name} against {other} at table {n}", first, second, prose.N(p.Table))
	}
	return prose.T("{name} against {other}", first, second)
}

// RoundText names the round of a pairing.
func (u GameNightUpdate) RoundText(p GameNightPairing) prose.Text {
	switch left := u.Bracket[len(u.Bracket)-1].Round - p.Round; {
	case p.Third:
		return prose.T("Third place")
	case left == 0:
		return prose.T("Final")
	case left == 1:
		return prose.T("Semifinals")
	case left == 2:
		return prose.T("Quarterfinals")
	}
	return prose.T("Round {n}", prose.N(p.Round))
}

// BracketTexts describes all pairings of which a player is known, a sentence each.
func (u GameNightUpdate) BracketTexts() (said []prose.Text) {
	for _, p := range u.Bracket {
		if text := p.Text(); !text.IsZero() {
			said = append(said, u.pairingText(p))
		}
	}
	return said
}

func (u GameNightUpdate) pairingText(p GameNightPairing) prose.Text {
	return prose.T("{round}: {pairing}.", prose.Sub(u.RoundText(p)), prose.Sub(p.Text()))
}

// DecidedTexts describes the pairings that were decided since another update.
func (u GameNightUpdate) DecidedTexts(before GameNightUpdate) (said []prose.Text) {
	for i, p := range u.Bracket {
		if p.Winner != 0 && p.How != PairingBye && (i >= len(before.Bracket) || before.Bracket[i].Winner == 0) {
			said = append(said, u.pairingText(p))
		}
	}
	return said
}

// OutText explains to players who no longer play in the knockout what they can do. It is empty for
// all others.
func (u GameNightUpdate) OutText() prose.Text {
	if u.You < 0 || u.You >= len(u.People) {
		return prose.Text{}
	}
	switch u.People[u.You].State {
	case GameNightEliminated:
		return prose.T("You are out of the knockout. You can watch a table, or play a bot in the lobby.")
	case GameNightSpectating:
		return prose.T("The knockout began before you came, so you cannot play in it. You can watch a table, or play a bot in the lobby.")
	}
	return prose.Text{}
}

// knockoutWaitText explains to a player of a knockout which match decides on their next opponent,
// and roughly when it ends. It is empty if they do not wait for one.
func (u GameNightUpdate) knockoutWaitText(now time.Time) prose.Text {
	if u.You < 0 || u.You >= len(u.People) {
		return prose.Text{}
	}
	name := u.People[u.You].Name
	own := slices.IndexFunc(u.Bracket, func(p GameNightPairing) bool { return p.Winner == 0 && p.has(name) })
	if own < 0 {
		return prose.Text{}
	}
	if p := u.Bracket[own]; p.First != "" && p.Second != "" {
		opponent := p.First
		if opponent == name {
			opponent = p.Second
		}
		return prose.T("Your next opponent is {name}. Your table will be called soon.", prose.Name(opponent))
	}
	for _, t := range u.Tables {
		if t.Stage == Gathering || t.Stage == engine.Over || !u.feeds(t.Number, u.Bracket[own]) {
			continue
		}
		number, left := prose.N(t.Number), t.Until.Sub(now)
		switch third := u.Bracket[own].Third; {
		case third:
			return prose.T("You play the loser of table {n} for third place.", number)
		case left >= time.Minute:
			return prose.T("You play the winner of table {n} next. That match will end in about {time}.", number, prose.Roughly(left.Round(time.Minute)))
		}
		return prose.T("You play the winner of table {n} next. That match will end soon.", number)
	}
	return prose.T("You are waiting for your next opponent.")
}

// feeds reports whether the winner of a table advances to a pairing. For the pairing for third
// place, it is the loser.
func (u GameNightUpdate) feeds(table int, into GameNightPairing) bool {
	first := map[int]int{} // number of pairings in a round so far
	for _, p := range u.Bracket {
		if p.Third {
			continue
		}
		at := first[p.Round]
		first[p.Round]++
		if p.Table == table && p.Round == into.Round-1 {
			return into.Third || at/2 == u.place(into)
		}
	}
	return false
}

// place returns the index of a pairing in its round.
func (u GameNightUpdate) place(wanted GameNightPairing) (at int) {
	for _, p := range u.Bracket {
		switch {
		case p == wanted:
			return at
		case p.Round == wanted.Round && !p.Third:
			at++
		}
	}
	return at
}

// PointsText explains the points and the standings of a game night.
func (p GameNightPlan) PointsText() []prose.Text {
	if p.Format == GameNightKnockout {
		return []prose.Text{
			prose.T("Whoever loses a match is out; the losers of the semifinals play for third place."),
			prose.T("After a draw there is one more match; if that is a draw, too, the points from both matches decide, and if those are equal, chance does."),
		}
	}
	if p.Format == GameNightTeams {
		return []prose.Text{
			prose.T("In a match, each player gets points out of 100 for the share of opponents they beat."),
			prose.T("A team's score is the average over all its players' matches, so the size of the team does not matter."),
		}
	}
	return []prose.Text{
		prose.T("In a match, each player gets points out of 100 for the share of opponents they beat."),
		prose.T("Players are ranked by points per match. Those with less than half as many matches as another player come last."),
	}
}

// ChangeTexts describes what the host has changed in the plan since another update.
func (u GameNightUpdate) ChangeTexts(before GameNightUpdate) (said []prose.Text) {
	if before.Code == "" {
		return nil
	}
	one, other := TypedGames(before.Plan.Games), TypedGames(u.Plan.Games)
	if one != other {
		said = append(said, prose.T("The host has changed what is played: {games}.", prose.Literal(other)))
	}
	if before.Plan.Format != u.Plan.Format {
		said = append(said, prose.T("The host has changed the format: {format}.", prose.Sub(FormatText(u.Plan.Format))))
	}
	if before.Plan.Programs != u.Plan.Programs {
		said = append(said, programsText(u.Plan.Programs))
	}
	return said
}

func programsText(allowed bool) prose.Text {
	if allowed {
		return prose.T("The host has allowed programs to take part.")
	}
	return prose.T("The host no longer allows programs to take part.")
}

// FormatText names a format of a game night.
func FormatText(format string) prose.Text {
	switch format {
	case GameNightKnockout:
		return prose.T("knockout").In("format")
	case GameNightTeams:
		return prose.T("teams").In("format")
	}
	return prose.T("open play").In("format")
}

// FormatHelpText explains a format of a game night.
func FormatHelpText(format string) prose.Text {
	if format == GameNightKnockout {
		return prose.T("People who are here at the beginning are drawn in pairs. Whoever loses is out; the winners play on until only one is left.")
	}
	if format == GameNightTeams {
		return prose.T("Everyone plays all the time, against people from other teams. The team with the best average wins.")
	}
	return prose.T("Everyone plays all the time. Players are ranked by points per match.")
}

// TieText explains why the first of two players with the same average has won. It is empty
// if there is no such tie.
func (u GameNightUpdate) TieText() prose.Text {
	if len(u.People) < 2 || len(u.Bracket) > 0 || len(u.Teams) > 0 {
		return prose.Text{}
	}
	first, second := u.People[0], u.People[1]
	if first.Rank == second.Rank || first.Average != second.Average || first.Few != second.Few {
		return prose.Text{}
	}
	return prose.T("{name} has the same average as {other}, but has won more matches.", prose.Name(first.Name), prose.Name(second.Name))
}
