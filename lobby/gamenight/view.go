package gamenight

import (
	"cmp"
	"math"
	"slices"
	"time"

	"parlor/lobby"
)

// View returns the public state of the game night, and the identities of its people. You
// and Host are those of a board.
func (s *State) View(now time.Time) (shown lobby.GameNightUpdate, ids []string) {
	shown = lobby.GameNightUpdate{Code: s.code, Plan: s.plan, Stage: s.stage, You: -1, Played: s.roster.results.played, Last: s.last && s.stage != lobby.GameNightOver}
	if begins := startOf(s.plan, s.filled); s.stage == lobby.GameNightGathering && !begins.IsZero() {
		shown.Plan.Begins = begins
	}
	if s.stage != lobby.GameNightOver && !s.last {
		shown.Next = s.matching(now).preview()
	}
	if host := s.player(s.roster.host.id); host != nil {
		shown.Hosted = host.Name
	}
	if deputy := s.player(s.roster.host.deputy); deputy != nil {
		shown.Deputy = deputy.Name
	}
	queue := s.matching(now).waiting()
	for _, p := range s.roster.format.standings(s.roster.seating.players) {
		ids = append(ids, p.ID)
		moved := 0
		if p.Before > 0 {
			moved = p.Before - p.rank
		}
		shown.People = append(shown.People, lobby.GameNightPerson{
			Name: p.Name, Guest: p.Guest, Host: s.roster.host.is(p.Player), State: s.roster.status(p.Player), Table: p.Table,
			Rank: p.rank, Points: p.Points, Matches: p.Played, Won: p.Won, Average: p.average(), Few: p.few, Moved: moved,
		})
		person := &shown.People[len(ids)-1]
		person.Team, person.Captain = s.roster.format.team(p.Player)
		person.Program, person.Place = p.Program, slices.Index(queue, p.Player)+1
	}
	s.roster.format.show(&shown, &s.roster.seating)
	for _, t := range s.roster.seating.tables {
		one := t.view()
		if result, is := s.roster.results.numbered(t.Number); is && t.over() {
			one = result.correctedIn(one)
		}
		one.Until = s.roster.results.until(t, now)
		shown.Tables = append(shown.Tables, one)
	}
	for _, result := range s.roster.results.recent {
		shown.Results = append(shown.Results, result.view())
	}
	shown.Recent = shown.Results
	if s.stage != lobby.GameNightOver {
		shown.Recent = shown.Results[max(0, len(shown.Results)-maxRecent):]
	}
	shown.Log = s.log.view(s.roster.seating.players)
	shown.Moves = controls{s}.mover().view(func(t *Table) time.Time { return s.roster.results.until(t, now) })
	return shown, ids
}

// status returns the state of a player as all see it.
func (r *roster) status(p *Player) string {
	status := r.seating.status(p)
	if status != lobby.GameNightWaiting && status != lobby.GameNightOut {
		return status
	}
	return cmp.Or(r.format.status(p), status)
}

// correctedIn returns the table of a finished match with a correction of its result.
func (r Result) correctedIn(t lobby.GameNightTable) lobby.GameNightTable {
	if !r.Corrected {
		return t
	}
	t.Corrected, t.Void = true, r.Void
	t.Seats = slices.Clone(t.Seats)
	for i := range t.Seats[:min(len(t.Seats), len(r.Seats))] {
		t.Seats[i].Won, t.Seats[i].Points = r.Seats[i].Won, r.Seats[i].Points
	}
	return t
}

// until returns the value of lobby.GameNightTable.Until.
func (r *results) until(t *Table, now time.Time) time.Time {
	switch {
	case t.gathers():
		return t.Called.Add(CallTime)
	case t.playing():
		return now.Add(lengths(r.newest()).left(t, now))
	}
	return time.Time{}
}

// average returns a player's points per match.
func (p *Player) average() int {
	if p.Played == 0 {
		return 0
	}
	return int(math.Round(float64(p.Points) / float64(p.Played)))
}

// mostPlayed returns the largest number of matches of a player.
func (all players) mostPlayed() (most int) {
	for _, p := range all {
		most = max(most, p.Played)
	}
	return most
}

// few reports whether a player has played less than half of the most matches.
func (p *Player) few(most int) bool { return 2*p.Played < most }

// standings returns the current participants and former players, best first.
func (all players) standings() (standing players) {
	for _, p := range all {
		if !p.Gone || p.Played > 0 || p.Table != 0 {
			standing = append(standing, p)
		}
	}
	most := all.mostPlayed()
	last := func(p *Player) int {
		if p.few(most) {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(standing, func(a, b *Player) int {
		return cmp.Or(last(a)-last(b), -cmp.Compare(a.average(), b.average()), -cmp.Compare(a.Won, b.Won), cmp.Compare(a.Number, b.Number))
	})
	return standing
}

func (t *Table) view() lobby.GameNightTable {
	shown := lobby.GameNightTable{Number: t.Number, Game: t.Game, Code: t.Room, Stage: t.Seen.Stage, Round: t.Seen.Round, Rounds: t.Seen.Rounds, Minutes: t.Minutes, Match: t.Seen.Match}
	for i, seat := range t.Seats {
		one := lobby.GameNightSeat{Name: seat.Name, Bot: seat.Player == 0}
		if i < len(t.Seen.Seats) {
			seen := t.Seen.Seats[i]
			one.Here, one.Total, one.Won = seen.Here || seat.Player == 0, seen.Total, seen.Won
			one.Name = cmp.Or(seat.Name, seen.Name)
			if t.over() {
				one.Points = Points(t.Seen.Seats, i)
			}
		}
		shown.Seats = append(shown.Seats, one)
	}
	return shown
}

func (r Result) view() lobby.GameNightTable {
	shown := lobby.GameNightTable{Number: r.Number, Game: r.Game, Stage: over, Corrected: r.Corrected, Void: r.Void, Match: r.Match}
	for _, seat := range r.Seats {
		shown.Seats = append(shown.Seats, lobby.GameNightSeat{Name: seat.Name, Bot: seat.Player == 0, Total: seat.Total, Won: seat.Won, Points: seat.Points})
	}
	return shown
}

// Attendance returns the stored data about a player with one of these identities, if there
// is any.
func (s *State) Attendance(ids []string) (kept lobby.Attendance, is bool) {
	p := s.roster.seating.players.first(func(p *Player) bool { return p.ID != "" && slices.Contains(ids, p.ID) })
	if p == nil {
		return kept, false
	}
	team, _ := s.roster.format.team(p)
	return lobby.Attendance{
		GameNight: s.code, Title: s.plan.Title, Made: s.made, Host: s.roster.host.is(p), Name: p.Name, Guest: p.Guest,
		Out: p.Out, Left: p.Gone, SentAway: p.Banned, Since: p.Since, Table: p.Table, Turns: p.Turns,
		Points: p.Points, Matches: p.Played, Won: p.Won, Met: s.roster.seating.metBy(p), Results: s.roster.results.of(p), Team: team,
	}, true
}

// metBy returns the players that a player has met, in order of arrival.
func (s *seating) metBy(p *Player) []lobby.Met {
	all := []lobby.Met{}
	for _, other := range s.players {
		if times := s.met.of(p, other); other != p && times > 0 {
			all = append(all, lobby.Met{Name: other.Name, Times: times})
		}
	}
	return all
}

// of returns a player's results in the recent matches.
func (r *results) of(p *Player) []lobby.GameNightResult {
	all := []lobby.GameNightResult{}
	for _, result := range r.recent {
		for _, seat := range result.Seats {
			if seat.Player == p.Number {
				all = append(all, lobby.GameNightResult{Table: result.Number, Game: result.Game, Total: seat.Total, Won: seat.Won, Points: seat.Points})
			}
		}
	}
	return all
}
