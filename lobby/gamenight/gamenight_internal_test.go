package gamenight

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// games returns a game for two, and one for two to four.
func games() []engine.Game {
	return []engine.Game{
		{Name: "duel", Title: "Duel", MinSeats: 2, MaxSeats: 2, Levels: []string{"easy"}},
		{Name: "party", Title: "Party", MinSeats: 2, MaxSeats: 4, Levels: []string{"easy"}},
	}
}

func bounds() Bounds {
	return Bounds{People: 40, Idle: time.Hour, Kept: 2 * time.Hour}
}

// night is a State that is driven directly.
type night struct {
	*testing.T
	*State
	now time.Time
}

// step applies an input.
func (n *night) step(in Input) (Effects, error) { return n.Step(in, n.now) }

// is applies an input that must not be refused.
func (n *night) is(in Input) Effects {
	n.Helper()
	effects, err := n.step(in)
	if err != nil {
		n.Fatalf("%T is refused: %v", in, err)
	}
	return effects
}

// open returns the unfinished table with a number.
func (n *night) open(number int) *Table {
	at := slices.IndexFunc(n.roster.seating.tables, func(t *Table) bool { return t.Number == number && t.Ended.IsZero() })
	if at < 0 {
		return nil
	}
	return n.roster.seating.tables[at]
}

func newNight(t *testing.T, plan lobby.GameNightPlan, people ...string) *night {
	t.Helper()
	if len(plan.Games) == 0 {
		plan.Games = []string{"duel"}
	}
	now := time.Date(2026, 1, 1, 20, 0, 0, 0, time.UTC)
	n := &night{T: t, State: New("CODE", plan, games(), bounds(), now), now: now}
	for _, name := range people {
		n.come(name)
	}
	return n
}

func (n *night) come(name string) {
	n.Helper()
	n.now = n.now.Add(time.Second)
	n.is(Join{ID: name, Name: name})
}

func (n *night) do(who string, do lobby.NightOp) {
	n.Helper()
	if _, err := n.step(Order{By: who, Do: do}); err != nil {
		n.Fatalf("%s cannot %T: %v", who, do, err)
	}
}

// seat makes the tables that can be made, and returns their players.
func (n *night) seat() (made [][]string) {
	for _, room := range n.is(Tick{Seat: true}).Open {
		n.is(Opened{Table: room.Table, Room: fmt.Sprint("ROOM", room.Table)})
		var names []string
		for _, seat := range room.Seats {
			names = append(names, seat.Name)
		}
		made = append(made, names)
	}
	return made
}

// glance returns the public state of a table with all its players present.
func glance(n *State, t *Table, stage string) (seen lobby.Glance) {
	seen.Stage = stage
	for _, seat := range t.Seats {
		one := lobby.GlanceSeat{Bot: seat.Player == 0, Here: true}
		if at := slices.IndexFunc(n.roster.seating.players, func(p *Player) bool { return p.Number == seat.Player }); at >= 0 {
			one.Name = n.roster.seating.players[at].Name
			if !seat.Left {
				one.ID = n.roster.seating.players[at].ID
			}
		}
		seen.Seats = append(seen.Seats, one)
	}
	return seen
}

// begins begins the match at a table.
func (n *night) begins(number int) {
	t := n.open(number)
	n.is(Seen{Room: t.Room, Glance: glance(n.State, t, engine.Playing)})
}

// plays plays the match at a table, which the first seat wins; then all leave.
func (n *night) plays(number int) {
	n.begins(number)
	t := n.open(number)
	end := glance(n.State, t, engine.Over)
	end.Seats[0].Won = true
	n.is(Seen{Room: t.Room, Glance: end})
	end.Seats = slices.Clone(end.Seats)
	for i := range end.Seats {
		end.Seats[i].ID = ""
	}
	n.is(Seen{Room: t.Room, Glance: end})
}

func TestPeopleAreSeatedOnceTheHostBegins(t *testing.T) {
	n := newNight(t, lobby.GameNightPlan{Bots: 1}, "ann", "bo", "cy")
	if made := n.seat(); made != nil {
		t.Errorf("before the beginning, %v are seated", made)
	}
	coming := next(n)
	if len(coming) != 2 || coming[0].Seats[0].Name != "ann" || coming[1].Seats[0].Name != "cy" || !coming[1].Seats[1].Bot {
		t.Errorf("next are %+v", coming)
	}
	if _, err := n.step(Order{By: "bo", Do: lobby.BeginGameNight{}}); err == nil {
		t.Error("bo, who is not the host, has begun")
	}
	n.do("ann", lobby.BeginGameNight{})
	if made := n.seat(); fmt.Sprint(made) != "[[ann bo]]" {
		t.Errorf("seated are %v", made)
	}
	n.now = n.now.Add(Patience)
	if made := n.seat(); fmt.Sprint(made) != "[[cy ]]" {
		t.Errorf("with a bot, seated are %v", made)
	}
}

// TestABotWaitsForAPerson checks that no one plays with a bot while a person will be ready within PersonPatience, and
// that no one waits longer for that.
func TestABotWaitsForAPerson(t *testing.T) {
	for began, want := range map[time.Duration]time.Duration{100 * time.Second: PersonPatience, 0: Patience} {
		n := newNight(t, lobby.GameNightPlan{Bots: 1}, "ann", "bo")
		n.do("ann", lobby.BeginGameNight{})
		n.seat()
		n.begins(1)
		n.now = n.now.Add(began) // a match for two usually lasts 140 seconds
		n.come("cy")
		came := n.now
		for made := n.seat(); made == nil; made = n.seat() {
			if n.now = n.Due(); n.now.IsZero() || n.now.After(came.Add(time.Hour)) {
				t.Fatal("cy is never seated")
			}
		}
		if waited := n.now.Sub(came); waited != want {
			t.Errorf("%v after the others have begun, cy waits %v for them, not %v", began, waited, want)
		}
	}
}

// TestPlacesInTheQueue checks that those who wait are told their places, the longest wait first, and no one else is.
func TestPlacesInTheQueue(t *testing.T) {
	n := newNight(t, lobby.GameNightPlan{}, "ann", "bo")
	n.do("ann", lobby.BeginGameNight{})
	n.seat()
	n.begins(1)
	n.come("cy")
	n.come("dee")
	n.come("eve")
	n.do("cy", lobby.SitOut{Out: true})
	shown, _ := n.View(n.now)
	places := map[string]int{}
	for _, p := range shown.People {
		places[p.Name] = p.Place
	}
	if want := map[string]int{"ann": 0, "bo": 0, "cy": 0, "dee": 1, "eve": 2}; !maps.Equal(places, want) {
		t.Errorf("the places are %v, not %v", places, want)
	}
}

func TestTablesAreEven(t *testing.T) {
	for people, want := range map[int]string{2: "[2]", 3: "[3]", 4: "[4]", 5: "[3 2]", 6: "[3 3]", 7: "[3 2 2]", 9: "[3 3 3]"} {
		n := newNight(t, lobby.GameNightPlan{Games: []string{"party"}})
		for i := range people {
			n.come(fmt.Sprint("p", i))
		}
		n.do("p0", lobby.BeginGameNight{})
		var sizes []int
		for _, table := range next(n) {
			sizes = append(sizes, len(table.Seats))
		}
		if made := n.seat(); fmt.Sprint(sizes) != want || len(made) != len(sizes) {
			t.Errorf("%d people are to sit at tables of %v, not %s, and sit as %v", people, sizes, want, made)
		}
	}
}

func TestStrangersOrFriendsComeFirst(t *testing.T) {
	for friends, want := range map[bool]string{false: "[[ann cy] [bo dee]]", true: "[[ann bo] [cy dee]]"} {
		n := newNight(t, lobby.GameNightPlan{Friends: friends}, "ann", "bo", "cy", "dee")
		n.do("ann", lobby.BeginGameNight{})
		if made := n.seat(); fmt.Sprint(made) != "[[ann bo] [cy dee]]" {
			t.Fatalf("first, seated are %v", made)
		}
		n.begins(2)
		n.now = n.now.Add(100 * time.Second)
		n.plays(1)
		if made := n.seat(); (made == nil) == friends {
			t.Errorf("while others are about to end their match, seated are %v; friends first is %v", made, friends)
		}
		n.plays(2)
		if made := n.seat(); !friends && fmt.Sprint(made) != want {
			t.Errorf("then, seated are %v, not %s", made, want)
		}
	}
}

func TestPatienceForStrangersIsBounded(t *testing.T) {
	n := newNight(t, lobby.GameNightPlan{}, "ann", "bo", "cy", "dee")
	n.do("ann", lobby.BeginGameNight{})
	n.seat()
	n.begins(2)
	n.now = n.now.Add(100 * time.Second) // a match for two usually lasts 140 seconds
	n.plays(1)
	if made := n.seat(); made != nil {
		t.Errorf("seated at once are %v", made)
	}
	if due := n.now.Add(StrangerPatience); n.Due().After(due) {
		t.Errorf("due is %v, not before %v", n.Due(), due)
	}
	n.now = n.now.Add(StrangerPatience)
	if made := n.seat(); fmt.Sprint(made) != "[[ann bo]]" {
		t.Errorf("seated are %v", made)
	}
}

func TestPatienceForReadyPlayersOnly(t *testing.T) {
	n := newNight(t, lobby.GameNightPlan{}, "ann", "bo", "cy", "dee")
	n.do("ann", lobby.BeginGameNight{})
	n.seat()
	n.begins(2)
	for table := range 3 {
		n.plays([]int{1, 3, 4}[table])
		if made := n.seat(); fmt.Sprint(made) != "[[ann bo]]" {
			t.Errorf("while the others have just begun, seated are %v", made)
		}
	}
}

func TestLongMatchesMakeTablesSmaller(t *testing.T) {
	for seats, want := range map[int]string{0: "[3 3 2]", 4: "[4 4]"} {
		n := newNight(t, lobby.GameNightPlan{Games: []string{"party"}, Seats: seats})
		for i := range 8 {
			n.come(fmt.Sprint("p", i))
		}
		n.do("p0", lobby.BeginGameNight{})
		var sizes []int
		for _, made := range n.seat() {
			sizes = append(sizes, len(made))
		}
		if fmt.Sprint(sizes) != want {
			t.Errorf("with %d seats chosen, 8 people sit at tables of %v, not %s", seats, sizes, want)
		}
	}
}

func TestTableBeginsWithoutAbsentPlayer(t *testing.T) {
	n := newNight(t, lobby.GameNightPlan{Games: []string{"party"}}, "ann", "bo", "cy")
	n.do("ann", lobby.BeginGameNight{})
	for round, want := range []string{lobby.GameNightWaiting, lobby.GameNightOut} {
		n.seat()
		table := n.open(n.roster.seating.made)
		seen := glance(n.State, table, lobby.Gathering)
		at := slices.IndexFunc(seen.Seats, func(s lobby.GlanceSeat) bool { return s.ID == "bo" })
		if at < 0 {
			t.Fatalf("bo is not called: %+v", table)
		}
		seen.Seats[at].Here = false
		n.is(Seen{Room: table.Room, Glance: seen})
		n.now = n.now.Add(CallTime - time.Second)
		if effects := n.is(Tick{}); effects.Begin != nil || effects.Close != nil {
			t.Fatalf("too soon, %+v", effects)
		}
		n.now = n.now.Add(time.Second)
		effects := n.is(Tick{})
		if !slices.Equal(effects.Begin, []string{table.Room}) || effects.Close != nil {
			t.Fatalf("at the end of the call, %+v", effects)
		}
		seen.Stage, seen.Seats = engine.Playing, slices.Delete(slices.Clone(seen.Seats), at, at+1)
		n.is(Seen{Room: table.Room, Glance: seen})
		shown, _ := n.View(n.now)
		if state(shown, "ann") != lobby.GameNightAtTable || state(shown, "cy") != lobby.GameNightAtTable || state(shown, "bo") != want {
			t.Errorf("after %d missed calls, people are %+v", round+1, shown.People)
		}
		n.plays(table.Number)
	}
	if shown, _ := n.View(n.now); shown.People[0].Matches != 2 || shown.People[2].Name != "bo" || shown.People[2].Matches != 0 {
		t.Errorf("the standings are %+v", shown.People)
	}
	if met := n.roster.seating.met.of(n.player("ann"), n.player("bo")); met != 0 {
		t.Errorf("ann has met bo %d times", met)
	}
}

func TestPeopleAreRankedByPointsPerMatch(t *testing.T) {
	all := players{
		{Number: 1, Name: "many", Points: 300, Played: 6, Won: 3},
		{Number: 2, Name: "half", Points: 200, Played: 3, Won: 2},
		{Number: 3, Name: "few", Points: 200, Played: 2, Won: 2},
	}
	var order []string
	for _, p := range all.standings() {
		order = append(order, p.Name)
	}
	if fmt.Sprint(order) != "[half many few]" {
		t.Errorf("the order is %v", order)
	}
}

func TestMissedCallsSitOut(t *testing.T) {
	n := newNight(t, lobby.GameNightPlan{}, "ann", "bo", "cy")
	n.do("ann", lobby.BeginGameNight{})
	n.seat()
	table := n.open(1)
	seen := glance(n.State, table, lobby.Gathering)
	seen.Seats[1].Here = false
	n.is(Seen{Room: table.Room, Glance: seen})
	n.now = n.now.Add(CallTime)
	if late := n.is(Tick{}).Close; !slices.Equal(late, []string{table.Room}) {
		t.Fatalf("called off are %v", late)
	}
	if made := n.seat(); fmt.Sprint(made) != "[[ann cy]]" {
		t.Errorf("then, seated are %v", made)
	}
	n.do("bo", lobby.SitOut{Out: false})
	if shown, _ := n.View(n.now); state(shown, "bo") != lobby.GameNightWaiting {
		t.Errorf("back, bo is %s", state(shown, "bo"))
	}
}

// next returns the preview of the next tables.
func next(n *night) []lobby.GameNightTable {
	shown, _ := n.View(n.now)
	return shown.Next
}

func state(u lobby.GameNightUpdate, name string) string {
	at := slices.IndexFunc(u.People, func(p lobby.GameNightPerson) bool { return p.Name == name })
	if at < 0 {
		return ""
	}
	return u.People[at].State
}

func TestTheHostCanLeave(t *testing.T) {
	n := newNight(t, lobby.GameNightPlan{}, "ann", "bo")
	n.do("ann", lobby.LeaveGameNight{})
	if n.roster.host.id != "bo" {
		t.Errorf("the host is %q", n.roster.host.id)
	}
	n.come("ann")
	n.do("bo", lobby.HandOverGameNight{To: "ann"})
	n.is(Disconnect{ID: "ann"})
	n.now = n.now.Add(HostTime)
	n.is(Tick{})
	if n.roster.host.id != "bo" {
		t.Errorf("with ann away for long, the host is %q", n.roster.host.id)
	}
	n.do("bo", lobby.KickFromGameNight{Name: "ann"})
	if _, err := n.step(Join{ID: "ann", Name: "ann"}); err == nil {
		t.Error("ann comes back although she was sent away")
	}
}

func TestEmptyGameNightEnds(t *testing.T) {
	n := newNight(t, lobby.GameNightPlan{}, "ann")
	n.do("ann", lobby.BeginGameNight{})
	n.is(Disconnect{ID: "ann"})
	if due := n.Due(); !due.Equal(n.now.Add(bounds().Idle)) {
		t.Errorf("due is %v", due)
	}
	n.now = n.now.Add(bounds().Idle)
	n.is(Tick{})
	if n.stage != lobby.GameNightOver || n.Expired(n.now) {
		t.Errorf("it is %s", n.stage)
	}
	if n.now = n.now.Add(bounds().Kept); !n.Expired(n.now) {
		t.Error("it is kept for ever")
	}
}

func TestPoints(t *testing.T) {
	seat := func(total float64, won bool) lobby.GlanceSeat { return lobby.GlanceSeat{Total: total, Won: won} }
	bot := seat(9, true)
	bot.Substitute = true
	for _, one := range []struct {
		seats []lobby.GlanceSeat
		want  string
	}{
		{[]lobby.GlanceSeat{seat(3, true), seat(1, false)}, "[100 0]"},
		{[]lobby.GlanceSeat{seat(3, false), bot, seat(1, false)}, "[50 0 0]"},
		{[]lobby.GlanceSeat{seat(3, true), seat(3, true)}, "[50 50]"},
		{[]lobby.GlanceSeat{seat(0, false), seat(0, false)}, "[0 0]"},
		{[]lobby.GlanceSeat{seat(0, true), seat(0, true)}, "[50 50]"},
		{[]lobby.GlanceSeat{seat(0, false), seat(0, false), seat(1, false)}, "[25 25 100]"},
		{[]lobby.GlanceSeat{seat(1, true), seat(9, false)}, "[100 0]"},
		{[]lobby.GlanceSeat{seat(1, false), seat(9, true), seat(4, false), seat(2, false)}, "[0 100 67 33]"},
		{[]lobby.GlanceSeat{seat(1, false), seat(9, true), seat(1, false)}, "[25 100 25]"},
	} {
		var points []int
		for i := range one.seats {
			points = append(points, Points(one.seats, i))
		}
		if fmt.Sprint(points) != one.want {
			t.Errorf("%v give %v, not %s", one.seats, points, one.want)
		}
	}
}

// TestRandomInputs lets people arrive, leave, sit out and play at random. No one is ever at
// two tables, all is bounded, and the night continues from its snapshot.
func TestRandomInputs(t *testing.T) {
	for seed := range uint64(25) {
		r := rand.New(rand.NewPCG(seed, 1))
		plan := lobby.GameNightPlan{Games: [][]string{{"duel"}, {"party"}, {"duel", "party"}}[r.IntN(3)], Friends: r.IntN(2) == 0, Bots: engine.Level(r.IntN(2))}
		n := newNight(t, plan, "p0")
		n.do("p0", lobby.BeginGameNight{})
		for range 400 {
			n.random(r)
			n.check(plan)
		}
		if n.Snapshot().Played < 8 {
			t.Errorf("seed %d: only %d matches were played", seed, n.Snapshot().Played)
		}
	}
}

// random applies a random input.
func (n *night) random(r *rand.Rand) {
	who := fmt.Sprint("p", r.IntN(12))
	switch r.IntN(11) {
	case 10:
		n.randomControl(r, who)
	case 0, 1, 2:
		_, _ = n.step(Join{ID: who, Name: who})
	case 3:
		n.is(Disconnect{ID: who})
	case 4:
		_, _ = n.step(Order{By: who, Do: lobby.SitOut{Out: r.IntN(3) == 0}})
	case 5:
		if r.IntN(4) == 0 {
			_, _ = n.step(Order{By: who, Do: lobby.LeaveGameNight{}})
		}
	case 6:
		n.now = n.now.Add(time.Duration(r.IntN(40)) * time.Second)
		n.is(Tick{})
	default:
		if len(n.roster.seating.tables) > 0 {
			n.goesOn(n.roster.seating.tables[r.IntN(len(n.roster.seating.tables))], r)
		}
	}
	if r.IntN(30) == 0 {
		n.restart()
	}
	n.is(Tick{})
	n.seat()
}

// randomControl performs a random operation of the host.
func (n *night) randomControl(r *rand.Rand, who string) {
	made := n.roster.seating.made
	table := func() int { return max(1, made-r.IntN(4)) }
	ops := []lobby.NightOp{
		lobby.MovePlayer{Name: who, Table: table()},
		lobby.MovePlayer{Name: who, Out: true},
		lobby.MovePlayer{Name: who},
		lobby.MergeTables{One: table(), Other: table()},
		lobby.CancelMove{Number: n.roster.seating.moves.made},
		lobby.CorrectResult{Number: table(), Order: [][]string{{who}}},
		lobby.CorrectResult{Number: table(), Void: r.IntN(2) == 0},
	}
	_, _ = n.step(Order{By: n.roster.host.id, Do: ops[r.IntN(len(ops))]})
}

// goesOn advances the match at a table.
func (n *night) goesOn(t *Table, r *rand.Rand) {
	seen := glance(n.State, t, t.Seen.Stage)
	switch {
	case r.IntN(20) == 0:
		n.is(Closed{Room: t.Room})
		return
	case seen.Stage == lobby.Gathering:
		seen.Stage = engine.Playing
	case seen.Stage == engine.Playing:
		seen.Stage = engine.Over
		seen.Seats[r.IntN(len(seen.Seats))].Won = true
	default:
		seen = t.Seen
		seen.Seats = slices.Clone(seen.Seats)
		seen.Seats[r.IntN(len(seen.Seats))].ID = ""
	}
	n.is(Seen{Room: t.Room, Glance: seen})
}

// stored returns the snapshot of a state as it is read again.
func stored(s *State) (kept Snapshot) {
	data, err := json.Marshal(s.Snapshot())
	if err == nil {
		err = json.Unmarshal(data, &kept)
	}
	if err != nil {
		panic(err)
	}
	return kept
}

// restart restores the night from its snapshot.
func (n *night) restart() {
	here := map[string]bool{}
	for _, p := range n.roster.seating.players {
		here[p.ID] = p.Here
	}
	n.State = Restore(stored(n.State), games(), bounds(), n.now)
	for _, p := range n.roster.seating.players {
		if here[p.ID] {
			_, _ = n.step(Join{ID: p.ID, Name: p.Name})
		}
	}
	again, err := json.Marshal(n.Snapshot())
	if err != nil || len(again) > 64<<10 {
		n.Errorf("%d bytes are kept (%v)", len(again), err)
	}
}

func (n *night) check(plan lobby.GameNightPlan) {
	n.Helper()
	at := map[int]int{}
	for _, t := range n.roster.seating.tables {
		people := 0
		for _, seat := range t.Seats {
			if seat.Player == 0 {
				continue
			}
			if people++; seat.Left {
				continue
			}
			if other, twice := at[seat.Player]; twice {
				n.Fatalf("person %d is at the tables %d and %d", seat.Player, other, t.Number)
			}
			at[seat.Player] = t.Number
		}
		if bots := len(t.Seats) - people; people == 0 || len(t.Seats) < 2 || len(t.Seats) > 4 || bots > 0 && plan.Bots == 0 || bots > 1 {
			n.Fatalf("table %d has the seats %+v", t.Number, t.Seats)
		}
	}
	shown, ids := n.View(n.now)
	for i, p := range shown.People {
		who := n.player(ids[i])
		if who.Table != 0 && at[who.Number] != who.Table {
			n.Fatalf("%s is at table %d, which has them not", who.Name, who.Table)
		}
		if p.Table == 0 && who.Missed >= maxMissed && !who.Out {
			n.Fatalf("%s has missed %d calls and does not sit out", who.Name, who.Missed)
		}
	}
	for _, one := range n.roster.seating.moves.all {
		if !one.Held.IsZero() && n.now.Sub(one.Held) > HoldTime {
			n.Fatalf("move %+v holds people for %v", one, n.now.Sub(one.Held))
		}
	}
	if len(n.Snapshot().Recent) > maxResults || len(n.roster.seating.tables) > len(n.roster.seating.players) {
		n.Fatalf("%d results and %d tables are kept", len(n.Snapshot().Recent), len(n.roster.seating.tables))
	}
}
