package gamenight

import (
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// Snapshot is what is kept of a game night, as JSON.
type Snapshot struct {
	Code   string            `json:"code"`
	Plan   lobby.EveningPlan `json:"plan"`
	Titled string            `json:"titled,omitempty"`
	Stage  string            `json:"stage"`
	Made   time.Time         `json:"made"`
	Host   string            `json:"host"`
	Absent time.Time         `json:"absent,omitzero"`
	Quiet  time.Time         `json:"quiet,omitzero"`
	Retry  time.Time         `json:"retry,omitzero"`
	People []*Player         `json:"people"`
	Tables []*Table          `json:"tables"`
	Calls  int               `json:"calls"`
	Floor  int               `json:"floor"`
	Met    []Meeting         `json:"met,omitempty"`
	Recent []Result          `json:"recent,omitempty"`
	Played int               `json:"played"`
}

// Snapshot returns what is to be kept. It shares memory with the state.
func (s *State) Snapshot() Snapshot {
	return Snapshot{
		Code: s.Code, Plan: s.Plan, Titled: s.Titled, Stage: s.Stage, Made: s.made,
		Host: s.host.id, Absent: s.host.away, Quiet: s.quiet, Retry: s.retry,
		People: s.seating.players, Tables: s.seating.tables, Calls: s.seating.made, Floor: s.seating.floor, Met: s.seating.met.list(),
		Recent: s.results.recent, Played: s.results.played,
	}
}

// Restore returns a game night as it was kept. No player is here.
func Restore(kept Snapshot, games []engine.Game, bounds Bounds, now time.Time) *State {
	s := &State{
		Code: kept.Code, Plan: kept.Plan, Titled: kept.Titled, Stage: kept.Stage, made: kept.Made,
		host: host{id: kept.Host, away: now}, quiet: kept.Quiet, retry: kept.Retry,
		seating: seating{players: kept.People, tables: kept.Tables, made: kept.Calls, floor: kept.Floor, met: meetings{}},
		results: results{recent: kept.Recent, played: kept.Played}, games: games, bounds: bounds,
	}
	for _, meeting := range kept.Met {
		s.seating.met[pair(meeting.One, meeting.Other)] = meeting.Times
	}
	for _, p := range s.seating.players {
		p.Here = false
	}
	for _, t := range s.seating.tables {
		if t.Ended.IsZero() && t.gathers() {
			t.Called = now // the server's pause is not the players' fault
		}
	}
	s.watchQuiet(now)
	return s
}
