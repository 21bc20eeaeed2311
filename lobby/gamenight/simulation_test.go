package gamenight

import (
	"container/heap"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// A simulation is a game night of two hours with random people and matches. The constants
// below are its parameters.
type simulation struct {
	*State
	random *rand.Rand
	now    time.Time
	ends   time.Time
	events events
	people map[string]*simulated
	rooms  map[string]*simulatedRoom
	games  map[string]int // number of matches by game and seats, for the report
	moved  int            // number of moves that the host has made
}

// A simulated person arrives, plays, and may leave early.
type simulated struct {
	id      string
	slow    bool
	ready   time.Time // since when they could play; zero while they play or are away
	out     bool      // they have left
	waits   []time.Duration
	matches int
	mates   map[string]int // number of matches with each other person
	stays   bool           // from the beginning to the end
	noShow  float64        // probability that they miss a call
}

// A simulatedRoom is the room of a table.
type simulatedRoom struct {
	code   string
	glance lobby.Glance
	dead   bool
}

// event is a scheduled action.
type event struct {
	at time.Time
	do func()
}

type events []event

func (e events) Len() int           { return len(e) }
func (e events) Less(i, j int) bool { return e[i].at.Before(e[j].at) }
func (e events) Swap(i, j int)      { e[i], e[j] = e[j], e[i] }
func (e *events) Push(x any)        { *e = append(*e, x.(event)) }
func (e *events) Pop() any {
	last := (*e)[len(*e)-1]
	*e = (*e)[:len(*e)-1]
	return last
}

// Parameters of the simulation. The number of moves is that of bots of the first level in
// 60 matches with the fewest games. People need 7 seconds per move on average, slow ones
// twice as long, and never more than the quick pace allows.
const (
	simulatedMove     = 7 * time.Second
	simulatedLimit    = 30 * time.Second // of the quick pace
	simulatedReaction = 6 * time.Second  // from the call to the table, median
	simulatedReading  = 8 * time.Second  // of the result before they leave the table, median
	simulatedLength   = 2 * time.Hour
)

// moves returns a random number of moves of a match.
func (s *simulation) moves(game string, seats int) int {
	m := map[string][]struct{ mean, deviation float64 }{
		"davinci":     {{}, {}, {28.6, 7.0}, {37.3, 3.7}, {39.8, 3.8}},
		"masterdice":  {{}, {}, {23.4, 2.6}},
		"kodeknacker": {{}, {}, {24.7, 1.8}},
	}[game][seats]
	return max(6, int(m.mean+m.deviation*s.random.NormFloat64()))
}

// after returns a random duration with a median and few long values.
func (s *simulation) after(median time.Duration, slow bool) time.Duration {
	if slow {
		median *= 2
	}
	return time.Duration(float64(median) * math.Exp(0.5*s.random.NormFloat64()))
}

func (s *simulation) schedule(at time.Time, do func()) { heap.Push(&s.events, event{at, do}) }

// tell applies an input and its effects.
func (s *simulation) tell(in Input) {
	for _, step := range []Input{in, Tick{Seat: true}} {
		effects, err := s.Step(step, s.now)
		if err != nil {
			continue
		}
		for _, code := range effects.Close {
			s.rooms[code].dead = true
		}
		for _, code := range effects.Begin {
			if room := s.rooms[code]; !room.dead {
				s.begin(room)
			}
		}
		for _, room := range effects.Open {
			s.open(room)
		}
	}
}

func (s *simulation) open(wanted Room) {
	room := &simulatedRoom{code: "ROOM" + strconv.Itoa(wanted.Table), glance: lobby.Glance{Stage: lobby.Gathering}}
	s.rooms[room.code] = room
	for _, seat := range wanted.Seats {
		room.glance.Seats = append(room.glance.Seats, lobby.GlanceSeat{ID: seat.ID, Name: seat.Name, Bot: seat.ID == "", Here: seat.ID == ""})
	}
	_, _ = s.Step(Opened{Table: wanted.Table, Room: room.code}, s.now)
	for i, seat := range wanted.Seats {
		p := s.people[seat.ID]
		if p == nil || s.random.Float64() < p.noShow {
			continue
		}
		s.schedule(s.now.Add(s.after(simulatedReaction, p.slow)), func() {
			if room.dead || room.glance.Stage != lobby.Gathering {
				return
			}
			room.glance.Seats = slices.Clone(room.glance.Seats)
			room.glance.Seats[i].Here = true
			if !slices.ContainsFunc(room.glance.Seats, func(seat lobby.GlanceSeat) bool { return seat.ID != "" && !seat.Here }) {
				s.begin(room)
				return
			}
			s.tell(Seen{Room: room.code, Glance: room.glance})
		})
	}
}

// begin begins the match in a room with the present players.
func (s *simulation) begin(room *simulatedRoom) {
	var present []*simulated
	room.glance.Stage, room.glance.Round, room.glance.Rounds = engine.Playing, 1, 1
	room.glance.Seats = slices.Clone(room.glance.Seats)
	seats := 0
	for i, seat := range room.glance.Seats {
		if seat.Bot || seat.Here {
			seats++
		}
		switch {
		case seat.ID != "" && seat.Here:
			present = append(present, s.people[seat.ID])
		case seat.ID != "":
			room.glance.Seats[i].ID = ""
		}
	}
	game := s.gameOf(room)
	length := s.played(game, seats, present)
	for length < time.Duration(s.plan.Minutes)*time.Minute {
		length += simulatedReading + s.played(game, seats, present)
		room.glance.Round++
	}
	s.games[fmt.Sprint(game, " ", seats)]++
	for _, p := range present {
		if !p.ready.IsZero() {
			p.waits = append(p.waits, s.now.Sub(p.ready))
		}
		p.ready = time.Time{}
		p.matches++
		for _, mate := range present {
			if mate != p {
				p.mates[mate.id]++
			}
		}
	}
	s.schedule(s.now.Add(length), func() { s.end(room, present) })
	s.tell(Seen{Room: room.code, Glance: room.glance})
}

// played returns the length of one game.
func (s *simulation) played(game string, seats int, present []*simulated) (length time.Duration) {
	for i := range s.moves(game, seats) {
		slow := len(present) > 0 && present[i%len(present)].slow
		length += min(simulatedLimit, s.after(simulatedMove*7/8, slow))
	}
	return length
}

func (s *simulation) gameOf(room *simulatedRoom) string {
	if t := s.roster.seating.tables.in(room.code); t != nil {
		return t.Game
	}
	return "davinci"
}

// end ends a match; the players leave once they have read the result.
func (s *simulation) end(room *simulatedRoom, present []*simulated) {
	if room.dead {
		return
	}
	room.glance.Stage = engine.Over
	room.glance.Seats = slices.Clone(room.glance.Seats)
	room.glance.Seats[s.random.IntN(len(room.glance.Seats))].Won = true
	for _, p := range present {
		p.ready = s.now
		s.schedule(s.now.Add(s.after(simulatedReading, p.slow)), func() {
			if p.out {
				return
			}
			room.glance.Seats = slices.Clone(room.glance.Seats)
			for i, seat := range room.glance.Seats {
				if seat.ID == p.id {
					room.glance.Seats[i].ID = ""
				}
			}
			s.tell(Seen{Room: room.code, Glance: room.glance})
		})
	}
	s.tell(Seen{Room: room.code, Glance: room.glance})
}

func (s *simulation) come(p *simulated, begun time.Time) {
	p.ready = s.now
	if begun.After(s.now) {
		p.ready = begun
	}
	s.tell(Join{ID: p.id, Name: p.id})
}

func (s *simulation) leave(p *simulated) {
	if t := s.roster.seating.tables.numbered(s.player(p.id).Table); t != nil && t.playing() {
		s.schedule(s.now.Add(30*time.Second), func() { s.leave(p) }) // after the match
		return
	}
	if p.out = true; !p.ready.IsZero() {
		p.ready = time.Time{} // the wait ends without a match and is not counted
	}
	s.tell(Order{By: p.id, Do: lobby.LeaveGameNight{}})
}

// move has the host move a random person to a random table, or merge two tables.
func (s *simulation) move() {
	var running []int
	for _, t := range s.roster.seating.tables {
		if !t.over() {
			running = append(running, t.Number)
		}
	}
	if len(running) < 2 {
		return
	}
	one, other := running[s.random.IntN(len(running))], running[s.random.IntN(len(running))]
	op := lobby.NightOp(lobby.MovePlayer{Name: fmt.Sprintf("p%02d", s.random.IntN(len(s.people))), Table: one})
	if s.random.IntN(2) == 0 {
		op = lobby.MergeTables{One: one, Other: other}
	}
	if _, err := s.Step(Order{By: s.roster.host.id, Do: op}, s.now); err == nil {
		s.moved++
	}
	s.tell(Tick{Seat: true})
}

// simulatedNight is the people and the plan of a simulation.
type simulatedNight struct {
	people, late, leavers, slow, noShows int
	moves                                int // attempts of the host to move people
	plan                                 lobby.GameNightPlan
	restart                              time.Duration // when the server restarts, from the beginning; 0 for never
}

// simulate runs a simulation.
func simulate(seed uint64, night simulatedNight) *simulation {
	opened := time.Date(2026, 1, 1, 17, 0, 0, 0, time.UTC)
	begun := opened.Add(5 * time.Minute)
	s := &simulation{
		random: rand.New(rand.NewPCG(seed, 7)), now: opened, ends: begun.Add(simulatedLength),
		people: map[string]*simulated{}, rooms: map[string]*simulatedRoom{}, games: map[string]int{},
		State: New("CODE", night.plan, simulatedGames(), bounds(), opened),
	}
	s.bounds.People = 100
	for i := range night.people {
		p := &simulated{id: fmt.Sprintf("p%02d", i), mates: map[string]int{}, stays: true, noShow: 0.005}
		s.people[p.id] = p
		p.slow = i >= 1 && i <= night.slow
		if i > night.slow && i <= night.slow+night.noShows {
			p.noShow, p.stays = 0.5, false
		}
		at := opened.Add(time.Duration(s.random.Float64() * float64(5*time.Minute)))
		if i > 0 && night.people-i <= night.late {
			p.stays = false
			at = begun.Add(time.Duration(s.random.Float64() * float64(time.Hour)))
		}
		if i == 0 {
			at = opened
		}
		s.schedule(at, func() { s.come(p, begun) })
		if i > 0 && night.people-i > night.late && night.people-i <= night.late+night.leavers {
			p.stays = false
			s.schedule(begun.Add(time.Duration((0.3+0.6*s.random.Float64())*float64(simulatedLength))), func() { s.leave(p) })
		}
	}
	if night.restart > 0 {
		s.schedule(begun.Add(night.restart), func() { s.restart() })
	}
	s.schedule(begun, func() { s.tell(Order{By: "p00", Do: lobby.BeginGameNight{}}) })
	for i := range night.moves {
		s.schedule(begun.Add(time.Duration(float64(i+1)/float64(night.moves+1)*float64(simulatedLength))), s.move)
	}
	s.run()
	return s
}

// run processes all events until the end.
func (s *simulation) run() {
	for {
		due := s.Due()
		switch {
		case len(s.events) > 0 && (due.IsZero() || !s.events[0].at.After(due)):
			next := heap.Pop(&s.events).(event)
			if next.at.After(s.ends) {
				return
			}
			s.now = next.at
			next.do()
		case due.IsZero() || due.After(s.ends):
			return
		default:
			s.now = due
			s.tell(Tick{Seat: true})
			for _, q := range s.roster.seating.players { // players who were marked absent return
				if p := s.people[q.ID]; q.Out && !p.out {
					s.schedule(s.now.Add(s.after(20*time.Second, p.slow)), func() {
						p.ready = s.now
						s.tell(Order{By: p.id, Do: lobby.SitOut{Out: false}})
					})
				}
			}
		}
	}
}

// simulatedGames returns games with the seats of the real ones.
func simulatedGames() []engine.Game {
	return []engine.Game{
		{Name: "davinci", Title: "Da Vinci Code", MinSeats: 2, MaxSeats: 4, Levels: []string{"easy"}},
		{Name: "masterdice", Title: "MasterDice", MinSeats: 2, MaxSeats: 2, Levels: []string{"easy"}},
		{Name: "kodeknacker", Title: "Kodeknacker", MinSeats: 2, MaxSeats: 2, Levels: []string{"easy"}},
	}
}

// waits are the waiting times of all people in many game nights.
type waits struct {
	all     []time.Duration
	fewest  int     // minimum number of different opponents of a person who was there throughout
	few     int     // number of such people with fewer than six
	share   float64 // the largest share of a person's matches with one other
	matches []int
	games   map[string]int
}

func (w *waits) add(s *simulation) {
	for _, p := range s.people {
		w.all = append(w.all, p.waits...)
		if !p.ready.IsZero() { // they wait at the end
			w.all = append(w.all, s.ends.Sub(p.ready))
		}
		if !p.stays {
			continue
		}
		w.matches = append(w.matches, p.matches)
		w.fewest = min(w.fewest, len(p.mates))
		if len(p.mates) < 6 {
			w.few++
		}
		for _, n := range p.mates {
			w.share = max(w.share, float64(n)/float64(p.matches))
		}
	}
	for game, n := range s.games {
		w.games[game] += n
	}
}

func (w *waits) mean() time.Duration {
	sum := time.Duration(0)
	for _, wait := range w.all {
		sum += wait
	}
	return sum / time.Duration(len(w.all))
}

// part returns a percentile of the waits.
func (w *waits) part(percent int) time.Duration { return w.all[(len(w.all)-1)*percent/100] }

func (w *waits) String() string {
	return fmt.Sprintf("%d waits, mean %.0f s, 95 %% %.0f s, 99 %% %.0f s, longest %.0f s; at least %d others, at most %.0f %% with one; %d to %d matches",
		len(w.all), w.mean().Seconds(), w.part(95).Seconds(), w.part(99).Seconds(), w.part(100).Seconds(), w.fewest, 100*w.share, w.matches[0], w.matches[len(w.matches)-1])
}

// TestWaitsAreShort simulates game nights with the default plan and checks the waits. Set PARLOR_NIGHTS to
// simulate more of each size, also with alternating games, and see the figures.
func TestWaitsAreShort(t *testing.T) {
	sizes, mixes, seeds := []int{5, 9, 14, 30, 60}, [][]string{{"davinci"}}, 6
	if text := os.Getenv("PARLOR_NIGHTS"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		sizes, mixes, seeds = []int{5, 6, 7, 8, 9, 11, 14, 20, 30, 45, 60}, append(mixes, []string{"davinci", "masterdice", "kodeknacker"}), n
	}
	for _, games := range mixes {
		for _, people := range sizes {
			w := simulateMany(seeds, people, games)
			t.Logf("%d people play %v: %v %v", people, games, w, w.games)
			if len(games) == 1 {
				w.check(t, people)
			}
		}
	}
}

// TestWaitsWithTimeLimitsAndMoves simulates game nights with a time limit for matches, and
// with a host who moves people and merges tables. A move holds no one longer than HoldTime;
// who is not moved waits no longer than otherwise, and as long as a longer match needs.
func TestWaitsWithTimeLimitsAndMoves(t *testing.T) {
	seeds := uint64(6)
	if n, err := strconv.ParseUint(os.Getenv("PARLOR_NIGHTS"), 10, 16); err == nil {
		seeds = n
	}
	for _, one := range []struct {
		minutes, moves      int
		mean, most, longest time.Duration
	}{
		{0, 12, 50 * time.Second, 130 * time.Second, 330 * time.Second},
		{5, 0, 70 * time.Second, 130 * time.Second, 600 * time.Second},
		{5, 12, 75 * time.Second, 200 * time.Second, 600 * time.Second},
	} {
		for _, people := range []int{9, 14, 30, 60} {
			w, moved := &waits{fewest: people, games: map[string]int{}}, 0
			for seed := range seeds {
				s := simulate(seed, simulatedNight{
					people: people, late: people / 5, leavers: people / 6, slow: people / 8, noShows: people / 20, moves: one.moves,
					plan: lobby.GameNightPlan{Title: "t", Games: []string{"davinci"}, Pace: lobby.GameNightQuick, Minutes: one.minutes},
				})
				w.add(s)
				moved += s.moved
			}
			slices.Sort(w.all)
			slices.Sort(w.matches)
			t.Logf("%d people, %d minutes, %d moves: %v %v", people, one.minutes, moved, w, w.games)
			if one.moves > 0 && moved == 0 {
				t.Errorf("%d people: the host has moved no one", people)
			}
			if mean, most, longest := w.mean(), w.part(95), w.part(100); mean > one.mean || most > one.most || longest > one.longest {
				t.Errorf("%d people wait too long with %d minutes and %d moves: %v", people, one.minutes, one.moves, w)
			}
		}
	}
}

// simulateMany simulates game nights in which some people come late, leave early, are slow
// or miss calls.
func simulateMany(seeds, people int, games []string) *waits {
	w := &waits{fewest: people, games: map[string]int{}}
	for seed := range uint64(seeds) {
		plan := lobby.NewGameNightPlan()
		plan.Title, plan.Games = "t", games
		w.add(simulate(seed, simulatedNight{people: people, late: people / 5, leavers: people / 6, slow: people / 8, noShows: people / 20, plan: plan}))
	}
	slices.Sort(w.all)
	slices.Sort(w.matches)
	return w
}

// check checks that waits are short and that, of nine people or more, each plays at most half of their matches with the same
// person, and 99 of 100 meet at least six others.
func (w *waits) check(t *testing.T, people int) {
	t.Helper()
	if mean, most, longest := w.mean(), w.part(95), w.part(100); mean > 45*time.Second || most > 2*time.Minute || longest > 5*time.Minute {
		t.Errorf("%d people wait too long: %v", people, w)
	}
	if people >= 9 && (100*w.few > len(w.matches) || w.share > 0.5) {
		t.Errorf("%d people meet too few others: %v", people, w)
	}
}
