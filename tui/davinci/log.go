package davinci

import (
	"strconv"
	"strings"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/tui"
)

// entry is one line of the log: a turn, or part of one.
type entry struct {
	seat  engine.Seat // whose doing; -1 where nobody's
	text  string
	asked asked // the guess told in it, if any
}

// asked is a guess and whether it was right.
type asked struct {
	seat  engine.Seat
	place int
	known bool
	right bool
}

// tell says events as sentences, and joins those that belong together.
func tell(events []game.Event, who tui.People) []entry {
	t := teller{People: who, taken: map[engine.Seat]*taken{}}
	for _, event := range events {
		t.hear(event)
	}
	return t.entries
}

// teller is in the middle of telling. The last entry goes on while going is
// the kind of event that began or last extended it; it is 0 where it does not.
type teller struct {
	tui.People
	entries []entry
	going   game.EventKind
	taken   map[engine.Seat]*taken
}

// taken is what a seat took in setup, told in one entry.
type taken struct {
	entry        int
	black, white int
	ready        bool
}

func (t *teller) hear(event game.Event) {
	seat, who := event.Seat, t.Subject(event.Seat)
	at, tile := " ("+ordinal(event.Place)+")", event.Color.String()+" "+event.Value.String()
	switch event.Kind {
	case game.EventTook, game.EventReady:
		t.setup(event)
	case game.EventDrew:
		drew := "drew " + event.Color.String()
		t.join(event, who+" "+drew, ", "+drew, game.EventTimedOut)
	case game.EventGuessed:
		t.guessed(event)
	case game.EventOpened:
		t.opened(event)
	case game.EventKept:
		kept := "kept " + event.Color.String() + " hidden" + at
		t.join(event, who+" "+kept, "; stopped and "+kept, game.EventGuessed)
	case game.EventAdded:
		t.cost(event, "showed "+tile+at)
	case game.EventTurned:
		t.cost(event, "turned up "+tile+at)
	case game.EventOut:
		t.out(seat)
	case game.EventStopped:
		t.join(event, who+" stopped", "; stopped", game.EventGuessed)
	case game.EventTimedOut:
		t.begin(seat, event.Kind, who+" ran out of time")
	case game.EventResigned:
		t.begin(seat, event.Kind, who+" resigned")
	case game.EventWon:
		t.begin(seat, event.Kind, who+" won the round")
	case game.EventTurn: // told by what follows
		t.going = 0
	}
}

// begin opens a new entry.
func (t *teller) begin(seat engine.Seat, kind game.EventKind, text string) {
	t.entries = append(t.entries, entry{seat: seat, text: text})
	t.going = kind
}

// join goes on with the last entry if it is of the same seat and got as far as
// one of the kinds in after; otherwise it begins a new one.
func (t *teller) join(event game.Event, whole, more string, after ...game.EventKind) {
	for _, before := range after {
		if last := len(t.entries) - 1; last >= 0 && t.going == before && t.entries[last].seat == event.Seat {
			t.entries[last].text += more
			t.going = event.Kind
			return
		}
	}
	t.begin(event.Seat, event.Kind, whole)
}

// cost is what a wrong guess, or being late, shows of the own tiles.
func (t *teller) cost(event game.Event, text string) {
	so := ", so "
	if t.going == game.EventDrew {
		so = " and "
	}
	t.join(event, t.Subject(event.Seat)+" "+text, so+text, game.EventDrew, game.EventGuessed, game.EventTimedOut)
}

func (t *teller) guessed(event game.Event) {
	right := map[bool]string{true: "right", false: "wrong"}[event.Right]
	text := "asked " + t.Whose(event.Target) + " " + ordinal(event.Place) + ": " + event.Value.String() + " — " + right
	t.join(event, t.Subject(event.Seat)+" "+text, " and "+text, game.EventDrew)
	t.entries[len(t.entries)-1].asked = asked{event.Target, event.Place, true, event.Right}
}

// opened is told only where no right guess or resignation has said it already.
func (t *teller) opened(event game.Event) {
	if last := len(t.entries) - 1; last >= 0 {
		guess := t.entries[last].asked
		if t.going == game.EventGuessed && guess.right && guess.seat == event.Seat && guess.place == event.Place {
			return
		}
		if t.going == game.EventResigned && t.entries[last].seat == event.Seat {
			return
		}
	}
	text := t.Subject(event.Seat) + ": the " + ordinal(event.Place) + " is " + event.Color.String() + " " + event.Value.String()
	t.begin(engine.Watcher, event.Kind, text)
}

// out ends the line that tells how it came about.
func (t *teller) out(seat engine.Seat) {
	last := len(t.entries) - 1
	if last < 0 || t.going == 0 || t.going == game.EventOpened {
		t.begin(seat, game.EventOut, t.Subject(seat)+" "+t.Verb(seat, "are", "is")+" out")
		return
	}
	t.going = game.EventOut
	t.entries[last].text += "; " + t.List([]engine.Seat{seat}) + " " + t.Verb(seat, "are", "is") + " out"
}

// setup keeps one entry a seat, for all seats take their tiles at once.
func (t *teller) setup(event game.Event) {
	seat := event.Seat
	mine := t.taken[seat]
	if mine == nil {
		t.begin(seat, 0, "")
		mine = &taken{entry: len(t.entries) - 1}
		t.taken[seat] = mine
	}
	switch {
	case event.Kind == game.EventReady:
		mine.ready = true
	case event.Color == game.Black:
		mine.black++
	default:
		mine.white++
	}
	t.entries[mine.entry].text = t.Subject(seat) + " " + t.tookText(seat, *mine)
	t.going = 0
}

// tookText is "took 2 black and 1 white, ready".
func (t *teller) tookText(seat engine.Seat, mine taken) string {
	var counts []string
	if mine.black > 0 {
		counts = append(counts, strconv.Itoa(mine.black)+" black")
	}
	if mine.white > 0 {
		counts = append(counts, strconv.Itoa(mine.white)+" white")
	}
	switch {
	case len(counts) == 0:
		return t.Verb(seat, "are", "is") + " ready"
	case mine.ready:
		return "took " + strings.Join(counts, " and ") + ", ready"
	}
	return "took " + strings.Join(counts, " and ")
}
