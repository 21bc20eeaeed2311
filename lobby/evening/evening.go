// Package evening is what a game night is: who takes part, who sits with whom
// next, and how they all stand. It is a value that orders and the passing of time
// change: pure, without a clock, a goroutine or a room. Whoever runs it tells it
// the time, makes the rooms that it calls for, and tells it what all can see there.
//
// # Whom it seats
//
// Everybody has a number of turns: how often they were seated. Among those who
// wait, are called, or play, these numbers never differ by more than one, so that
// everybody plays about as often; whoever comes late or comes back begins at the
// least of them, and has neither to catch up nor to wait. Among those who wait,
// who has had the fewest turns is seated first, with others of as few turns whom
// they have met least often this evening, or most often where friends come first.
// A table is filled as soon as it can be full. One with fewer people is made once
// nobody else is at a table, or the longest wait has been Patience; so is one that
// a bot fills. Where somebody could meet whom they have met less often, but who is
// still at a table, the evening waits for that as long as StrangerPatience.
//
// # How points come about
//
// A match gives everybody at its table the share of their opponents whom they have
// beaten, of 100: half for who is level with them. So two players get 100 and 0,
// and four get 100, 67, 33 and 0: at every table half of the points there are to be
// had fall to each seat in the mean, in whatever game and with however many.
// Bots count as opponents. The running order is by the sum: it can never be better
// to sit out a match than to play it, and as all play about as often, a sum is as
// fair as a mean, and everybody can add it up.
package evening

import (
	"cmp"
	"slices"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// How long the evening waits for what.
const (
	// Patience is how long somebody waits at most for a full table, and for a
	// person rather than a bot.
	Patience = 20 * time.Second
	// StrangerPatience is how long somebody waits at most for whom they have met
	// less often.
	StrangerPatience = time.Minute
	// CallTime is how long people have to come to their table.
	CallTime = 90 * time.Second
	// RestTime is how long others wait for somebody who does not leave a table
	// where the match is over.
	RestTime = time.Minute
	// HostTime is how long the host can be away until somebody else is the host.
	HostTime = 5 * time.Minute
	// RetryTime is how long the evening waits after a table could not be made.
	RetryTime = 10 * time.Second
	// maxRecent is how many tables are remembered.
	maxRecent = 8
)

// over is the stage of a match that has ended.
const over = engine.Over

// Evening is the state of an evening. Its fields are what is kept of it, as JSON.
type Evening struct {
	Code   string            `json:"code"`
	Plan   lobby.EveningPlan `json:"plan"`             // complete
	Titled string            `json:"titled,omitempty"` // Identity.ID of whose name the title was made from; empty where it was chosen
	Stage  string            `json:"stage"`
	Made   time.Time         `json:"made"`
	Host   string            `json:"host"`             // Identity.ID; empty where nobody is left
	Absent time.Time         `json:"absent,omitzero"`  // since when the host is away; zero while they are here
	Quiet  time.Time         `json:"quiet,omitzero"`   // since when nobody is here and no match is played; zero otherwise
	Retry  time.Time         `json:"retry,omitzero"`   // no table is made before
	People []*Person         `json:"people"`           // in the order in which they came
	Tables []*Table          `json:"tables"`           // that somebody is called to, plays at or has not left
	Calls  int               `json:"calls"`            // tables that were made so far
	Floor  int               `json:"floor"`            // the least turns that there have been among those who take part; it never falls
	Met    []Meeting         `json:"met,omitempty"`    // who has sat with whom
	Recent []Result          `json:"recent,omitempty"` // matches that have ended, the newest last
	Played int               `json:"played"`           // matches that have ended
	games  []engine.Game     // that are played here
	met    map[[2]int]int    // Met by the people's numbers, the smaller first
	most   int               // people that there can be
	idle   time.Duration     // how long nobody may be here until the evening ends
	kept   time.Duration     // how long it is kept then
	dirty  bool              // something has changed since it was shown
	now    time.Time         // as it was told last
}

// Person is somebody who takes part, or has.
type Person struct {
	Number int       `json:"number"` // never given twice
	ID     string    `json:"id"`     // Identity.ID; empty where everything about them was deleted
	Name   string    `json:"name"`
	Guest  bool      `json:"guest,omitempty"`
	Out    bool      `json:"out,omitempty"`    // sits out
	Gone   bool      `json:"gone,omitempty"`   // has left
	Banned bool      `json:"banned,omitempty"` // was sent away
	Since  time.Time `json:"since"`            // since when they wait
	Table  int       `json:"table,omitempty"`  // where they are called to, play or have just played
	Turns  int       `json:"turns"`
	Points int       `json:"points"`
	Played int       `json:"played"`
	Won    int       `json:"won"`
	Here   bool      `json:"-"` // connected
}

// Meeting is how often two people have sat at one table.
type Meeting struct {
	One   int `json:"one"` // Person.Number
	Other int `json:"other"`
	Times int `json:"times"`
}

// Table is a table that was made.
type Table struct {
	Number int          `json:"number"`
	Game   string       `json:"game"`
	Room   string       `json:"room,omitempty"` // code of its room; empty until it is made
	Called time.Time    `json:"called"`
	Ended  time.Time    `json:"ended,omitzero"` // when its match was over
	Seats  []Seat       `json:"seats"`
	Seen   lobby.Glance `json:"seen"`
}

// Seat is a seat of a Table.
type Seat struct {
	Person int    `json:"person,omitempty"` // Person.Number; 0 for a bot
	Name   string `json:"name"`
	Left   bool   `json:"left,omitempty"` // the person is not at this table any more
}

// Result is a match that has ended.
type Result struct {
	Number int          `json:"number"`
	Game   string       `json:"game"`
	Seats  []ResultSeat `json:"seats"`
}

// ResultSeat is how somebody did in it.
type ResultSeat struct {
	Person int     `json:"person,omitempty"` // Person.Number; 0 for a bot
	Name   string  `json:"name"`
	Total  float64 `json:"total"`
	Won    bool    `json:"won,omitempty"`
	Points int     `json:"points"`
}

// Bounds are what bounds an evening.
type Bounds struct {
	People int           // that there can be
	Idle   time.Duration // how long nobody may be here until the evening ends
	Kept   time.Duration // how long its standings can be looked at then
}

// New is an evening with a complete plan to which nobody has come yet.
func New(code string, plan lobby.EveningPlan, games []engine.Game, bounds Bounds, now time.Time) *Evening {
	e := &Evening{Code: code, Plan: plan, Stage: lobby.EveningGathering, Made: now, Quiet: now}
	e.bind(games, bounds)
	return e
}

// Restore is an evening as it was kept. Nobody is here.
func Restore(e *Evening, games []engine.Game, bounds Bounds, now time.Time) *Evening {
	e.bind(games, bounds)
	for _, meeting := range e.Met {
		e.met[pair(meeting.One, meeting.Other)] = meeting.Times
	}
	for _, p := range e.People {
		p.Here = false
	}
	for _, t := range e.Tables {
		if t.Ended.IsZero() && t.Seen.Stage == lobby.Gathering {
			t.Called = now // the server's pause is nobody's fault
		}
	}
	e.Absent = now
	e.watchQuiet(now)
	return e
}

func (e *Evening) bind(games []engine.Game, bounds Bounds) {
	e.games, e.met, e.most, e.idle, e.kept = games, map[[2]int]int{}, bounds.People, bounds.Idle, bounds.Kept
}

// Snapshot makes the evening's fields say all that is to be kept.
func (e *Evening) Snapshot() *Evening {
	e.Met = e.Met[:0]
	for two, times := range e.met {
		e.Met = append(e.Met, Meeting{two[0], two[1], times})
	}
	slices.SortFunc(e.Met, func(a, b Meeting) int { return cmp.Or(cmp.Compare(a.One, b.One), cmp.Compare(a.Other, b.Other)) })
	return e
}

// Changed reports whether something has changed since it was asked last.
func (e *Evening) Changed() bool {
	dirty := e.dirty
	e.dirty = false
	return dirty
}

// Over reports whether the evening is over and may be forgotten by now.
func (e *Evening) Over(now time.Time) bool {
	return e.Stage == lobby.EveningOver && !e.Quiet.IsZero() && !now.Before(e.Quiet.Add(e.kept))
}

// Due is when Pass has something to do; zero where nothing will be due unless
// somebody does something.
func (e *Evening) Due() (at time.Time) {
	sooner := func(one time.Time) {
		if !one.IsZero() && (at.IsZero() || one.Before(at)) {
			at = one
		}
	}
	switch {
	case e.Quiet.IsZero():
	case e.Stage == lobby.EveningOver:
		sooner(e.Quiet.Add(e.kept))
	default:
		sooner(e.Quiet.Add(e.idle))
	}
	if heir := e.heir(); heir != nil && !e.Absent.IsZero() {
		sooner(e.Absent.Add(HostTime))
	}
	for _, t := range e.Tables {
		switch {
		case t.Seen.Stage == lobby.Gathering:
			sooner(t.Called.Add(CallTime))
		case t.over():
			if e.Stage == lobby.EveningPlaying && e.rests(t) {
				sooner(t.Ended.Add(RestTime))
			}
		}
	}
	if e.Stage == lobby.EveningPlaying {
		for _, moment := range e.moments() {
			sooner(moment)
		}
	}
	return at
}

// Pass does what is due by now but for making tables, and returns those whose rooms
// are to be closed because somebody has not come.
func (e *Evening) Pass(now time.Time) (late []*Table) {
	if heir := e.heir(); heir != nil && !e.Absent.IsZero() && !now.Before(e.Absent.Add(HostTime)) {
		e.hand(heir)
	}
	if e.Stage != lobby.EveningOver && !e.Quiet.IsZero() && !now.Before(e.Quiet.Add(e.idle)) {
		e.Stage, e.dirty = lobby.EveningOver, true
	}
	for _, t := range slices.Clone(e.Tables) {
		if t.Seen.Stage == lobby.Gathering && !now.Before(t.Called.Add(CallTime)) {
			e.callOff(t, now, true)
			late = append(late, t)
		}
	}
	e.settle(now)
	return late
}

// settle brings everything in line after a change.
func (e *Evening) settle(now time.Time) {
	e.now = now
	e.watchQuiet(now)
	e.raiseFloor(now)
}

// watchQuiet notes since when nobody is here and no match is played.
func (e *Evening) watchQuiet(now time.Time) {
	busy := slices.ContainsFunc(e.People, func(p *Person) bool { return p.Here }) ||
		slices.ContainsFunc(e.Tables, func(t *Table) bool { return t.playing() })
	switch {
	case busy:
		e.Quiet = time.Time{}
	case e.Quiet.IsZero():
		e.Quiet = now
	}
}

// raiseFloor notes the least turns of those who take part.
func (e *Evening) raiseFloor(now time.Time) {
	if least, _, any := e.spread(now); any {
		e.Floor = max(e.Floor, least)
	}
}

// mayHost says why somebody cannot give a host's orders.
func (e *Evening) mayHost(id string) error {
	if id == "" || id != e.Host {
		return prose.Refuse("Only the host of the game night can do that.")
	}
	return nil
}
