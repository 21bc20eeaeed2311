package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"parlor/engine"
	"parlor/internal/bench/driver"
	"parlor/lobby"
	"parlor/server/protocol"
)

// longEvening returns the length of long evenings, from PARLOR_EVENINGS; 0 for short ones.
func longEvening(t *testing.T) time.Duration {
	t.Helper()
	text := os.Getenv("PARLOR_EVENINGS")
	if text == "" {
		return 0
	}
	length, err := time.ParseDuration(text)
	check(t, err)
	return length
}

// longThought is how long people think in a long evening before they act, on average, as in the simulations of
// lobby/gamenight.
const longThought = 7 * time.Second

// Bounds of the waits of an evening.
const (
	meanWait  = 45 * time.Second
	mostWait  = 2 * time.Minute // for 95 of 100
	worstWait = 5 * time.Minute
	callTime  = 45 * time.Second
	callDelay = 15 * time.Second // of a busy machine
)

// TestEvenings is three game nights over real SSH from their opening to their results, at the same time: one of few
// people, one with late comers, no-shows and lost connections, and one of 60 people, or of 16 if it is short. No one does
// anything for them but start the program. A fourth goes on although the program is killed.
func TestEvenings(t *testing.T) {
	t.Parallel()
	long := longEvening(t)
	var all sync.WaitGroup
	for _, e := range []*evening{
		{name: "5 people", people: 5, games: "bullscows,davinci", opened: 6 * time.Second, length: 40 * time.Second, think: 300 * time.Millisecond},
		{
			name: "14 people", people: 14, late: 3, absent: 5, absences: 2, lost: 7, games: "davinci,kodeknacker,bullscows",
			opened: 4 * time.Second, length: 54 * time.Second, think: 300 * time.Millisecond,
		},
		{name: "many people", people: 16, games: "bullscows,kodeknacker", opened: 8 * time.Second, length: 40 * time.Second, think: 1200 * time.Millisecond},
	} {
		if long > 0 {
			if e.name == "many people" {
				e.people = 60
			}
			e.length, e.think, e.absences, e.games = long, longThought, math.MaxInt, "davinci,kodeknacker,bullscows"
		}
		e.t = t
		all.Go(e.hold)
	}
	all.Go(func() {
		e := &evening{t: t, name: "crashes", people: 6, keyed: true, games: "bullscows,davinci", opened: 4 * time.Second, length: 24 * time.Second, think: 200 * time.Millisecond}
		e.holdThroughCrashes(3)
	})
	all.Wait()
}

// evening is a game night and the people who attend it.
type evening struct {
	t            *testing.T
	name         string
	people, late int           // number of guests, and of those who come late
	keyed        bool          // all have a key, as the program is killed now and then
	opened       time.Duration // before it begins
	length       time.Duration
	games        string
	think        time.Duration // before an action, on average
	absent       int           // at each n-th call a player does not come; 0 for never
	absences     int           // at most
	lost         int           // at each n-th seat the connection is lost; 0 for never

	address      func() string
	code         string
	begins, ends time.Time
	guests       []*guest

	mu            sync.Mutex // guards the counters
	calls, missed int
	seats, breaks int

	// What is observed from outside.
	met     map[string]map[string]bool // opponents of a player
	ready   map[string]time.Time       // since when a player is ready for a match
	gathers map[int]time.Time          // since when a table waits for its players
	sizes   map[string]int             // tables by game and number of seats
	waits   []time.Duration
	counted []int // tables in met
	last    protocol.GameNightDocument
}

// hold starts the program with a game night, and returns when all guests have seen the results.
func (e *evening) hold() {
	e.set(time.Now())
	p := launch(e.t, "--night", e.begins.Format(time.TimeOnly), "--night-until", e.ends.Format(time.TimeOnly), "--night-games", e.games)
	e.address, e.code = func() string { return p.addr }, p.night
	e.invite()
	e.attend()
	e.report()
	p.stop()
	<-p.ended
}

// set sets the times of an evening that is opened now.
func (e *evening) set(now time.Time) {
	e.begins = now.Add(e.opened).Truncate(time.Second)
	e.ends = e.begins.Add(e.length).Truncate(time.Second)
}

// invite makes the guests: every second one in text mode, every third one without a key unless all have one.
func (e *evening) invite() {
	e.met, e.ready, e.gathers, e.sizes = map[string]map[string]bool{}, map[string]time.Time{}, map[int]time.Time{}, map[string]int{}
	for i := range e.people {
		g := &guest{evening: e, name: fmt.Sprintf("p%d", i), text: i%2 == 1, keyless: i%3 == 2 && !e.keyed}
		g.comes = e.begins.Add(-e.opened + e.opened*time.Duration(i)/time.Duration(e.people))
		if g.late = i >= e.people-e.late; g.late {
			g.comes = e.begins.Add(e.length / time.Duration(3+i%2))
		}
		e.guests = append(e.guests, g)
	}
}

// attend lets all guests come and stay until they have seen the results.
func (e *evening) attend() {
	ctx, cancel := context.WithDeadline(e.t.Context(), e.ends.Add(time.Minute+60*e.think))
	defer cancel()
	var attending, observing sync.WaitGroup
	for _, g := range e.guests {
		attending.Go(func() {
			if err := g.attend(ctx); err != nil {
				e.t.Errorf("%s: %s: %v", e.name, g.name, err)
			}
		})
	}
	over := make(chan struct{})
	observing.Go(func() { e.observe(ctx, over) })
	attending.Wait()
	close(over)
	observing.Wait()
}

// observe looks at the game night until over is closed, and once more then.
func (e *evening) observe(ctx context.Context, over <-chan struct{}) {
	for ctx.Err() == nil {
		client, err := driver.Client{Name: "observer"}.Dial(ctx, e.address())
		for err == nil {
			var seen protocol.GameNightDocument
			if seen, err = e.ask(client); err != nil {
				break
			}
			e.see(seen, time.Now())
			select {
			case <-over:
				if seen.Stage == lobby.GameNightOver {
					return
				}
			case <-time.After(250 * time.Millisecond):
			}
		}
		if !e.keyed { // otherwise the program is killed now and then
			e.t.Errorf("%s: the game night cannot be seen: %v", e.name, err)
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// ask asks for the game night on a connection.
func (e *evening) ask(client *gossh.Client) (seen protocol.GameNightDocument, err error) {
	text, err := driver.Command(client, "evening "+e.code+" --json")
	if err == nil {
		err = json.Unmarshal([]byte(text), &seen)
	}
	if err != nil {
		err = fmt.Errorf("%w: %s", err, text)
	}
	return seen, err
}

// see takes what is seen at a moment.
func (e *evening) see(seen protocol.GameNightDocument, now time.Time) {
	if seen.Stage == lobby.GameNightOver && e.last.Stage != seen.Stage {
		for name, since := range e.ready { // their waits end without a match
			e.waits = append(e.waits, now.Sub(since))
			delete(e.ready, name)
		}
	}
	e.last = seen
	for _, p := range seen.People {
		since := e.ready[p.Name]
		switch p.State {
		case lobby.GameNightAtTable:
			if !since.IsZero() {
				e.waits = append(e.waits, max(0, now.Sub(since)))
			}
			delete(e.ready, p.Name)
		case lobby.GameNightWaiting, lobby.GameNightCalled, lobby.GameNightResting:
			if since.IsZero() && seen.Stage == lobby.GameNightPlaying {
				e.ready[p.Name] = now
			}
		default:
			delete(e.ready, p.Name)
		}
	}
	waiting := map[int]time.Time{}
	for _, t := range seen.Tables {
		switch {
		case t.Stage == lobby.Gathering:
			waiting[t.Number] = now
			if since, is := e.gathers[t.Number]; is {
				waiting[t.Number] = since
			}
			if waited := now.Sub(waiting[t.Number]); waited > callTime+callDelay {
				e.t.Errorf("%s: table %d has waited for its players for %v", e.name, t.Number, waited)
			}
		case !slices.Contains(e.counted, t.Number) && t.Stage != engine.Over:
			e.counted = append(e.counted, t.Number)
			e.meet(t)
		}
	}
	e.gathers = waiting
}

// meet counts the players of a match as having met.
func (e *evening) meet(t protocol.GameNightTable) {
	e.sizes[fmt.Sprintf("%s for %d", t.Game, len(t.Seats))]++
	for _, one := range t.Seats {
		for _, other := range t.Seats {
			if one.Bot || other.Bot || one.Name == other.Name {
				continue
			}
			if e.met[one.Name] == nil {
				e.met[one.Name] = map[string]bool{}
			}
			e.met[one.Name][other.Name] = true
		}
	}
}

// report logs how the evening was, and fails on broken promises.
func (e *evening) report() {
	if e.last.Stage != lobby.GameNightOver || e.last.Matches == 0 {
		e.t.Errorf("%s: the game night is %s after %d matches", e.name, e.last.Stage, e.last.Matches)
		return
	}
	slices.Sort(e.waits) // there are some, as there were matches
	var sum time.Duration
	for _, one := range e.waits {
		sum += one
	}
	mean, most, worst := sum/time.Duration(len(e.waits)), e.waits[len(e.waits)*95/100], e.waits[len(e.waits)-1]
	if mean > meanWait || most > mostWait || worst > worstWait {
		e.t.Errorf("%s: people waited too long", e.name)
	}
	var matches, met []int
	var idle []string
	for _, p := range e.last.People {
		if p.Matches == 0 {
			idle = append(idle, p.Name)
		}
		matches, met = append(matches, p.Matches), append(met, len(e.met[p.Name]))
	}
	if len(idle) > 2*e.missed { // in a short evening, a missed call takes all the time of two people
		e.t.Errorf("%s: %v have not played", e.name, idle)
	}
	slices.Sort(matches)
	slices.Sort(met)
	if len(e.last.People) != len(e.guests) {
		e.t.Errorf("%s: %d people took part, and %d came", e.name, len(e.last.People), len(e.guests))
	}
	e.t.Logf("%s, %v, and %v until all had seen the results: %d matches, %d waits, mean %v, 95 of 100 below %v, worst %v; matches of a person %d to %d, median %d; opponents %d to %d; %v; %d calls, %d missed; %d seats, %d connections lost",
		e.name, e.ends.Sub(e.begins).Round(time.Second), time.Since(e.ends).Round(time.Second), e.last.Matches, len(e.waits), mean.Round(100*time.Millisecond), most.Round(100*time.Millisecond), worst.Round(100*time.Millisecond),
		matches[0], matches[len(matches)-1], matches[len(matches)/2], met[0], met[len(met)-1], slices.Sorted(maps.Keys(e.sizes)), e.calls, e.missed, e.seats, e.breaks)
}
