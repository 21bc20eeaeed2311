package gamenight

import (
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// Snapshot is the stored form of a game night.
type Snapshot struct {
	Code   string              `json:"code"`
	Plan   lobby.GameNightPlan `json:"plan"`
	Titled string              `json:"titled,omitempty"`
	Stage  string              `json:"stage"`
	Made   time.Time           `json:"made"`
	Host   string              `json:"host"`
	Absent time.Time           `json:"absent,omitzero"`
	Owner  string              `json:"owner,omitzero"`
	Deputy string              `json:"deputy,omitzero"`
	Mark   string              `json:"mark,omitzero"`
	Quiet  time.Time           `json:"quiet,omitzero"`
	Retry  time.Time           `json:"retry,omitzero"`
	People []*Player           `json:"people"`
	Tables []*Table            `json:"tables"`
	Calls  int                 `json:"calls"`
	Met    []Meeting           `json:"met,omitempty"`
	Recent []Result            `json:"recent,omitempty"`
	Played int                 `json:"played"`
	Last   bool                `json:"last,omitempty"`
	Moves  []*Move             `json:"moves,omitempty"`
	Moved  int                 `json:"moved,omitempty"` // number of moves so far
	Log    []Event             `json:"log,omitempty"`

	Bracket *Bracket `json:"bracket,omitempty"` // of a knockout that has begun
	Teams   []Team   `json:"teams,omitempty"`   // in the order of Plan.Teams
}

// Snapshot returns the state to store. It shares memory with the State.
func (s *State) Snapshot() Snapshot {
	kept := Snapshot{
		Code: s.code, Plan: s.plan, Titled: s.titled, Stage: s.stage, Made: s.made,
		Host: s.roster.host.id, Absent: s.roster.host.away, Owner: s.roster.host.owner, Deputy: s.roster.host.deputy, Mark: s.mark, Quiet: s.quiet, Retry: s.retry,
		People: s.roster.seating.players, Tables: s.roster.seating.tables, Calls: s.roster.seating.made, Met: s.roster.seating.met.list(),
		Recent: s.roster.results.recent, Played: s.roster.results.played,
		Last: s.last, Moves: s.roster.seating.moves.all, Moved: s.roster.seating.moves.made, Log: s.log,
	}
	s.roster.format.store(&kept)
	return kept
}

// Restore returns a stored game night. All players are away.
func Restore(kept Snapshot, games []engine.Game, bounds Bounds, now time.Time) *State {
	s := &State{
		code: kept.Code, plan: kept.Plan, titled: kept.Titled, mark: kept.Mark, stage: kept.Stage, made: kept.Made, quiet: kept.Quiet, retry: kept.Retry,
		roster: roster{
			host:    host{id: kept.Host, away: now, owner: kept.Owner, deputy: kept.Deputy},
			seating: seating{players: kept.People, tables: kept.Tables, made: kept.Calls, met: meetings{}, moves: moves{all: kept.Moves, made: kept.Moved}},
			format:  restoreFormat(kept, now),
			results: results{recent: kept.Recent, played: kept.Played},
		},
		games: games, bounds: bounds, last: kept.Last, log: kept.Log,
	}
	for _, one := range kept.Moves {
		one.Held = time.Time{} // the time while the server was down does not count
	}
	for _, meeting := range kept.Met {
		s.roster.seating.met[pair(meeting.One, meeting.Other)] = meeting.Times
	}
	s.roster.seating.loseAll(now)
	for _, t := range s.roster.seating.tables {
		if t.Ended.IsZero() && t.gathers() {
			t.Called = now // the time while the server was down does not count
		}
	}
	s.watchQuiet(now)
	return s
}
