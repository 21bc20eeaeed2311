package enginetest

import (
	"errors"
	"iter"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlor/engine"
)

// pennies is a small game to cheat in: two seats lay a coin in secret, and may
// turn it over in secret until both say done.
type view struct {
	Seat  engine.Seat `json:"seat"`
	Done  []bool      `json:"done"`
	Coins []string    `json:"coins"`
	Words int         `json:"words"`

	// Only cheats use these.
	Notes map[string][]bool `json:"notes"`
	Lost  string            `json:"-"`
}

// event is what a seat did, or that the round is over.
type event struct {
	seat engine.Seat
	did  string
}

func (e event) About() engine.Seat { return e.seat }

func (e event) String() string {
	if e.did == "over" {
		return e.did
	}
	return e.seat.String() + " " + e.did
}

func (e event) MarshalText() ([]byte, error) {
	return []byte(strings.TrimSuffix(e.String(), " shouted")), nil
}

// readEvent reads events as honestly as the cheat lets it.
func readEvent(cheat string) func(string) (event, error) {
	return func(line string) (event, error) {
		switch cheat {
		case "reads no event":
			return event{}, errors.New("no")
		case "reads another event":
			return event{1, "done"}, nil
		case "reads too much":
			line = strings.TrimSpace(line)
		}
		return engine.ReadEvent(line, func(words []string) (event, bool) {
			if line == "over" {
				return event{did: line}, true
			}
			seat, err := engine.ParseSeat(words[0])
			did := strings.Join(words[1:], " ")
			return event{seat, did}, err == nil && slices.Contains([]string{"done", "turned", "done heads", "done tails", "shouted"}, did)
		})
	}
}

type pennies struct {
	coins [2]string
	done  [2]bool
	turns int     // secret actions so far
	words int     // times that anybody said done
	cheat string  // what it does wrong
	lists *[]bool // shared with views by one cheat
}

func rules(cheat string) engine.Rules[view, event] {
	return engine.Rules[view, event]{
		Name: "pennies", Title: "Pennies", Blurb: "Two coins.", Version: 1, MinSeats: 2, MaxSeats: 2,
		Options:      []engine.Option{engine.RoundsOption("Rounds", "How many.", 1, 3, 1, 1)},
		ResignsMatch: map[bool]int{true: 2}[cheat == "lets who resigned win"],
		Deal: func(engine.Setup) (engine.State[view, event], error) {
			return &pennies{coins: [2]string{"heads", "heads"}, cheat: cheat, lists: &[]bool{false, false}}, nil
		},
		ReadEvent: readEvent(cheat),
		Think: func(t engine.Thought[view, event]) engine.Action {
			r := t.Random
			switch {
			case cheat == "illegal bot" && r.IntN(3) == 0:
				return "fly"
			case cheat == "bot that peeks" && t.View.Lost == "tails", cheat == "bot of the clock":
				return map[bool]engine.Action{true: engine.Timeout, false: "done"}[cheat == "bot of the clock"]
			case cheat == "bot with a will" && rand.IntN(2) == 0:
				return "done"
			}
			return []engine.Action{"done", "lay tails"}[r.IntN(2)]
		},
		Resample: func(first engine.State[view, event], moves []engine.Move, seat engine.Seat, _ *rand.Rand) (engine.State[view, event], []engine.Move) {
			end := first
			for _, move := range moves {
				end, _, _ = end.Play(move.Seat, move.Action)
			}
			if len(end.ToMove()) == 0 || cheat == "no resample" {
				return first, moves
			}
			// Whatever the other one laid, he now turns his coin once more,
			// before his last word.
			var other []engine.Move
			for _, move := range moves {
				if move.Seat != seat && move.Action == "done" {
					other = append(other, flip(other, move.Seat))
				}
				other = append(other, move)
			}
			for s := range engine.Seat(2) {
				if s != seat && !end.(*pennies).done[s] {
					other = append(other, flip(other, s))
				}
			}
			return first, other
		},
	}
}

// flip lays the side that a seat has not laid last.
func flip(moves []engine.Move, seat engine.Seat) engine.Move {
	last := engine.Action("lay heads")
	for _, move := range moves {
		if move.Seat == seat && strings.HasPrefix(string(move.Action), "lay") {
			last = move.Action
		}
	}
	if last == "lay heads" {
		return engine.Move{Seat: seat, Action: "lay tails"}
	}
	return engine.Move{Seat: seat, Action: "lay heads"}
}

func (p *pennies) ToMove() []engine.Seat {
	var waiting []engine.Seat
	for seat, done := range p.done {
		if !done {
			waiting = append(waiting, engine.Seat(seat))
		}
	}
	if p.cheat == "descending" {
		slices.Reverse(waiting)
	}
	return waiting
}

func (p *pennies) Legal(seat engine.Seat) iter.Seq[engine.Action] {
	if !slices.Contains(p.ToMove(), seat) {
		return func(func(engine.Action) bool) {}
	}
	actions := []engine.Action{"lay heads", "lay tails", "done"}
	if p.cheat == "illegal is legal" {
		actions = append(actions, "fly")
	}
	return slices.Values(actions)
}

func (p *pennies) Grammar(seat engine.Seat) []string {
	if len(p.ToMove()) == 0 || seat < 0 {
		return nil
	}
	if p.cheat == "grammar tells" && p.coins[0] == "tails" {
		return []string{"lay tails|heads", "done", "resign"}
	}
	return []string{"lay heads|tails", "done", "resign"}
}

func (p *pennies) Play(seat engine.Seat, action engine.Action) (engine.State[view, event], []event, error) {
	text := string(action)
	switch {
	case p.cheat == "kind" && !strings.EqualFold(strings.TrimSpace(text), "timeout"): // which no player types
		action = engine.Action(strings.ToLower(strings.Trim(text, " ")))
	case p.cheat == "kind and wrong" && text == "LAY TAILS":
		action = "lay heads"
	case p.cheat == "takes two lines":
		action = engine.Action(strings.Trim(text, "\n"))
	case p.cheat == "refuses the clock" && action == engine.Timeout, p.cheat == "refuses to let go" && action == engine.Resign:
		return nil, nil, engine.Refuse(engine.NotLegal, "No.")
	case p.cheat == "plays for another" && seat >= 0 && p.done[seat] && strings.HasPrefix(text, "lay "):
		seat = 1 - seat
	}
	if seat < 0 || len(p.ToMove()) == 0 {
		return nil, nil, engine.Refuse(engine.NotYourTurn, "Nothing is to be done.")
	}
	next := *p
	if action == engine.Resign {
		next.done = [2]bool{true, true}
		if p.cheat == "asks who resigned" {
			next.done[seat] = false
		}
		return &next, []event{{did: "over"}}, nil
	}
	if p.done[seat] {
		if p.cheat == "refusal tells" {
			return nil, nil, engine.Refuse(engine.NotYourTurn, "You are done, and the other has %s.", p.coins[1-seat])
		}
		return nil, nil, engine.Refuse(engine.NotYourTurn, "You are done.")
	}
	if p.cheat == "changes itself" {
		p.turns++
		p.coins[seat] = "tails"
	}
	switch action {
	case "lay heads", "lay tails":
		next.coins[seat] = strings.TrimPrefix(string(action), "lay ")
		next.turns++
		if p.cheat == "never ends" || p.cheat != "event for a secret" {
			return &next, nil, nil
		}
		return &next, []event{{seat, "turned"}}, nil
	case "done", engine.Timeout:
		next.done[seat] = p.cheat != "never ends"
		next.words++
		did := "done"
		switch p.cheat {
		case "event tells":
			did += " " + p.coins[seat]
		case "event of two lines":
			did += "\n"
		case "event of nobody":
			return &next, []event{{7, did}}, nil
		case "event unlike its line":
			did = "shouted"
		}
		return &next, []event{{seat, did}}, nil
	default:
	}
	if p.cheat == "plain error" {
		return nil, nil, errors.New("no")
	}
	if p.cheat == "accepts nonsense" {
		return &next, nil, nil
	}
	return nil, nil, engine.Refuse(engine.NotAnAction, "Say lay heads, lay tails or done.")
}

func (p *pennies) View(seat engine.Seat) view {
	v := view{Seat: seat, Done: slices.Clone(p.done[:]), Coins: []string{"", ""}, Words: p.words, Notes: map[string][]bool{}}
	for other, coin := range p.coins {
		if engine.Seat(other) == seat || len(p.ToMove()) == 0 {
			v.Coins[other] = coin
		}
	}
	switch p.cheat {
	case "view tells":
		v.Coins[0] = p.coins[0]
	case "view counts":
		v.Coins[1] += strconv.Itoa(p.turns)
	case "null list":
		v.Coins = nil
	case "shares memory":
		v.Done = *p.lists
	case "shares memory in a map":
		v.Notes["done"] = *p.lists
	case "shares spare memory":
		v.Done, v.Notes["done"] = (*p.lists)[:0], slices.Clone(*p.lists)
	case "null list in a map":
		v.Notes["done"] = nil
	case "key in capitals":
		v.Notes["Done"] = []bool{}
	case "loses a field":
		v.Lost = "all"
	case "bot that peeks":
		if seat >= 0 {
			v.Lost = p.coins[1-seat]
		}
	}
	return v
}

func (p *pennies) Result() engine.Result {
	if p.cheat == "unknown winner" {
		return engine.Result{Winners: []engine.Seat{5}}
	}
	return engine.Result{Winners: []engine.Seat{0}}
}

func TestAnHonestGamePasses(t *testing.T) { Run(t, rules("")) }

func TestAGameMayBeKindToTypists(t *testing.T) { Run(t, rules("kind")) }

func TestCheatsAreCaught(t *testing.T) {
	for _, row := range []struct{ cheat, words string }{
		{"view tells", "may not know"},
		{"view counts", "may not know"},
		{"view tells", "has no event, and yet seat 0 sees it"},
		{"view counts", "has no event, and yet seat 0 sees it"},
		{"event for a secret", "a watcher sees nothing of it"},
		{"event tells", "may not know"},
		{"event for a secret", "may not know"},
		{"grammar tells", "may not know"},
		{"refusal tells", "tells what it may not know"},
		{"no resample", "never found another world"},
		{"changes itself", "changed the state itself"},
		{"shares memory", "shares memory"},
		{"shares memory in a map", "shares memory"},
		{"shares spare memory", "shares memory"},
		{"null list", "view.Coins is null in JSON"},
		{"null list in a map", "view.Notes[done] is null in JSON"},
		{"key in capitals", `"Done" is not lower_snake`},
		{"loses a field", "not the same after JSON"},
		{"bot with a will", "with the same random numbers"},
		{"bot that peeks", "where its seat cannot tell the difference"},
		{"bot of the clock", "which it may not"},
		{"kind and wrong", "is not the same as"},
		{"takes two lines", "was accepted"},
		{"refuses the clock", `"timeout" is its right`},
		{"refuses to let go", `"resign" is its right`},
		{"plays for another", "was accepted"},
		{"asks who resigned", "has resigned and is to move"},
		{"lets who resigned win", "has resigned and is "},
		{"illegal bot", "is refused"},
		{"illegal is legal", "legal and refused"},
		{"descending", "not ascending"},
		{"never ends", "not ended"},
		{"plain error", "not a Refusal"},
		{"accepts nonsense", "was accepted"},
		{"event of two lines", "control characters"},
		{"event of nobody", "about seat 8, which does not exist"},
		{"event unlike its line", "in JSON"},
		{"reads no event", "cannot be read back"},
		{"reads another event", "is read back as"},
		{"reads too much", "is read as the event"},
		{"unknown winner", "does not exist"},
	} {
		t.Run(row.cheat, func(t *testing.T) {
			var found []string
			for _, check := range checks[view, event]() {
				err := check.run(rules(row.cheat), 2)
				if err != nil && strings.Contains(err.Error(), row.words) {
					return
				}
				if err != nil {
					found = append(found, check.name+": "+err.Error())
				}
			}
			t.Errorf("nothing says %q; found: %v", row.words, found)
		})
	}
}

func TestFixedDealsTheSame(t *testing.T) {
	first := &pennies{coins: [2]string{"tails", "heads"}, lists: &[]bool{false, false}}
	m, err := Fixed(rules(""), first).Game().Start(2, engine.Seed{9}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := m.View(0).Table.(view).Coins; got[0] != "tails" {
		t.Error(got)
	}
}
