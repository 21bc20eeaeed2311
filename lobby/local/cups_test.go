package local_test

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"parlor/engine"
)

// cups is a small game with all kinds of secrets. On its turn a seat may secretly hide
// numbers under its cup, any number of times; a call is public and ends the turn. A timeout
// first hides something for a seat that has hidden nothing, then calls. With the option
// picks, all seats first pick a number simultaneously; with only, that ends the game. The
// last caller wins.
type cups struct {
	seats  int
	stage  string // picking or calling
	only   bool
	picked []bool
	gone   []bool
	turn   engine.Seat
	hidden [][]int
	hid    bool // something has been hidden in this turn
	calls  []string
	goal   int
	over   bool
	busy   func() // called by the action "wait"
}

type cupsView struct {
	Picked []bool
	Gone   []bool
	Calls  []string
	Hidden []int // of the viewing seat
	Hid    bool  // of the viewing seat
}

// cupsEvent is the public action of a seat.
type cupsEvent struct {
	seat engine.Seat
	did  string
}

func (e cupsEvent) String() string               { return e.seat.String() + " " + e.did }
func (e cupsEvent) MarshalText() ([]byte, error) { return []byte(e.String()), nil }
func (e cupsEvent) About() engine.Seat           { return e.seat }

func readCupsEvent(line string) (cupsEvent, error) {
	return engine.ReadEvent(line, func(words []string) (cupsEvent, bool) {
		seat, err := engine.ParseSeat(words[0])
		return cupsEvent{seat, strings.Join(words[1:], " ")}, err == nil && len(words) > 1
	})
}

// cupsThink chooses the actions of a bot.
type cupsThink = func(cupsView, engine.Level, *rand.Rand) engine.Action

func cupsGame(think cupsThink, busy func()) engine.Game {
	rules := engine.Rules[cupsView, cupsEvent]{
		Name: "cups", Title: "Cups", Blurb: "Hide and call.", Version: 1, MinSeats: 2, MaxSeats: 4,
		NamedStreams: 2,
		ResignsMatch: 2, // a single game can be resigned, as in older rules of other games
		Options: []engine.Option{
			{Name: "begin", Title: "Begin", Values: []engine.Value{{Name: "calls"}, {Name: "picks"}, {Name: "only"}}, Default: "calls"},
			{Name: "goal", Title: "Goal", Values: []engine.Value{{Name: "6"}, {Name: "1000000"}}, Default: "6"},
			engine.RoundsOption("Rounds", "", 1, 9, 1, 1),
			engine.FirstOption("First", "", 4),
		},
		Deal: func(setup engine.Setup) (engine.State[cupsView, cupsEvent], error) {
			c := cups{
				seats: setup.Seats, turn: setup.First, goal: setup.Options.Int("goal"), busy: busy,
				stage: "calling", picked: make([]bool, setup.Seats), gone: make([]bool, setup.Seats),
				hidden: make([][]int, setup.Seats), only: setup.Options["begin"] == "only",
			}
			if setup.Options["begin"] != "calls" {
				c.stage = "picking"
			}
			return c, nil
		},
		ReadEvent: readCupsEvent,
		Think: func(t engine.Thought[cupsView, cupsEvent]) engine.Action {
			return think(t.View, t.Level, t.Random)
		},
	}
	return rules.Game()
}

func (c cups) ToMove() []engine.Seat {
	var movers []engine.Seat
	for seat := range engine.Seat(c.seats) {
		picks := c.stage == "picking" && !c.picked[seat] && !c.gone[seat]
		if !c.over && (picks || (c.stage == "calling" && c.turn == seat)) {
			movers = append(movers, seat)
		}
	}
	return movers
}

func (c cups) Legal(seat engine.Seat) iter.Seq[engine.Action] {
	return func(yield func(engine.Action) bool) {
		if !slices.Contains(c.ToMove(), seat) {
			return
		}
		if c.stage == "picking" {
			yield("pick 1")
			return
		}
		_ = yield("hide 1") && yield("hide 2") && yield("call 1") && yield("call 2")
	}
}

func (c cups) Grammar(engine.Seat) []string { return nil }

func (c cups) Play(seat engine.Seat, action engine.Action) (engine.State[cupsView, cupsEvent], []cupsEvent, error) {
	c.picked, c.gone = slices.Clone(c.picked), slices.Clone(c.gone)
	c.hidden, c.calls = slices.Clone(c.hidden), slices.Clip(c.calls)
	verb, argument, _ := strings.Cut(string(action), " ")
	number, _ := strconv.Atoi(argument)
	switch {
	case verb == "boom":
		explode(7316717653)
	case verb == "wait":
		c.busy()
		return nil, nil, engine.Refuse(engine.NotLegal, "Waited.")
	case verb == "resign" && !c.gone[seat] && !c.over:
		c.gone[seat] = true
		c.calls = append(c.calls, fmt.Sprint(seat, " resigned"))
		c.settle(seat)
		return c, []cupsEvent{{seat, "resigned"}}, nil
	case !slices.Contains(c.ToMove(), seat):
		return nil, nil, engine.Refuse(engine.NotYourTurn, "It is not your turn.")
	case c.stage == "picking" && (verb == "pick" || action == engine.Timeout):
		c.picked[seat] = true
		c.settle(seat)
		return c, []cupsEvent{{seat, "picked"}}, nil
	case c.stage == "picking":
		return nil, nil, engine.Refuse(engine.NotLegal, "Pick something.")
	case verb == "hide", action == engine.Timeout && !c.hid:
		c.hidden[seat] = append(slices.Clip(c.hidden[seat]), number)
		c.hid = true
	case verb == "call", action == engine.Timeout:
		c.calls = append(c.calls, fmt.Sprint(seat, " called ", number))
		c.over = len(c.calls) >= c.goal
		c.settle(seat)
		return c, []cupsEvent{{seat, "called " + strconv.Itoa(number)}}, nil
	default:
		return nil, nil, engine.Refuse(engine.NotAnAction, "Hide or call.")
	}
	return c, nil, nil
}

// explode panics. Its argument would appear in a full stack trace.
//
//go:noinline
func explode(secret int) { panic(fmt.Sprint("the cup hides ", secret)) }

// settle ends the picking, turn or game if a seat has ended it.
func (c *cups) settle(seat engine.Seat) {
	left := 0
	for _, gone := range c.gone {
		if !gone {
			left++
		}
	}
	c.over = c.over || left < 2
	if c.stage == "picking" && len(c.ToMove()) == 0 {
		c.over, c.stage = c.over || c.only, "calling"
		return
	}
	if c.over || c.stage != "calling" || seat != c.turn {
		return
	}
	c.hid = false
	for c.turn = (c.turn + 1) % engine.Seat(c.seats); c.gone[c.turn]; {
		c.turn = (c.turn + 1) % engine.Seat(c.seats)
	}
}

func (c cups) View(seat engine.Seat) cupsView {
	view := cupsView{Picked: slices.Clone(c.picked), Gone: slices.Clone(c.gone), Calls: slices.Clone(c.calls)}
	if seat >= 0 {
		view.Hidden, view.Hid = slices.Clone(c.hidden[seat]), c.hid && c.turn == seat
	}
	return view
}

func (c cups) Result() engine.Result {
	for seat := engine.Seat(c.seats) - 1; seat >= 0; seat-- {
		if !c.gone[seat] {
			return engine.Result{Winners: []engine.Seat{seat}}
		}
	}
	return engine.Result{}
}
