package davinci

import (
	"strconv"
	"strings"

	"parlor/engine"
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
	place string
	known bool
	right bool
}

// tell says events as sentences, and joins those that belong together.
func tell(events []engine.Event, who tui.People) []entry {
	t := teller{People: who, taken: map[engine.Seat]*taken{}}
	for _, event := range events {
		t.hear(clean(string(event)))
	}
	return t.entries
}

// teller is in the middle of telling. The last entry goes on while going is
// the verb that began or last extended it.
type teller struct {
	tui.People
	entries []entry
	going   string
	taken   map[engine.Seat]*taken
}

// taken is what a seat took in setup, told in one entry.
type taken struct {
	entry        int
	black, white int
	ready        bool
}

func (t *teller) hear(event string) {
	words := strings.Fields(event)
	if len(words) < 2 {
		t.begin(engine.Watcher, "", event)
		return
	}
	if text, known := t.Match(engine.Event(event)); known {
		t.begin(engine.Watcher, "", strings.TrimSuffix(text, "."))
		return
	}
	if t.hearTurn(words) {
		return
	}
	seat, err := engine.ParseSeat(words[0])
	if err != nil || seat < 0 || !t.hearSeat(seat, words[1], words[2:]) {
		t.begin(engine.Watcher, "", event)
	}
}

// hearSeat tells what a seat did; it is false for what it does not understand.
func (t *teller) hearSeat(seat engine.Seat, verb string, rest []string) bool {
	switch {
	case verb == "took" && len(rest) == 1, verb == "ready" && len(rest) == 0:
		t.setup(seat, verb, rest)
	case verb == "drew" && len(rest) == 1:
		t.join(seat, verb, t.Subject(seat)+" drew "+rest[0], ", drew "+rest[0], "timed_out")
	case verb == "guessed" && len(rest) == 4:
		return t.guessed(seat, rest)
	case verb == "opened" && len(rest) == 3:
		t.opened(seat, rest)
	case verb == "kept" && len(rest) == 2:
		kept := "kept " + rest[1] + " hidden (" + place(rest[0]) + ")"
		t.join(seat, verb, t.Subject(seat)+" "+kept, "; stopped and "+kept, "guessed")
	case verb == "added" && len(rest) == 3:
		t.cost(seat, verb, "showed "+rest[1]+" "+rest[2]+" ("+place(rest[0])+")")
	case verb == "turned" && len(rest) == 3:
		t.cost(seat, verb, "turned up "+rest[1]+" "+rest[2]+" ("+place(rest[0])+")")
	case verb == "out" && len(rest) == 0:
		t.out(seat)
	case len(rest) == 0:
		return t.plain(seat, verb)
	default:
		return false
	}
	return true
}

// plain tells what needs no more words than the verb.
func (t *teller) plain(seat engine.Seat, verb string) bool {
	if verb == "stopped" {
		t.join(seat, verb, t.Subject(seat)+" stopped", "; stopped", "guessed")
		return true
	}
	did, known := map[string]string{
		"timed_out": "ran out of time", "resigned": "resigned", "won": "won the round",
	}[verb]
	if known {
		t.begin(seat, verb, t.Subject(seat)+" "+did)
	}
	return known
}

// begin opens a new entry.
func (t *teller) begin(seat engine.Seat, verb, text string) {
	t.entries = append(t.entries, entry{seat: seat, text: text})
	t.going = verb
}

// join goes on with the last entry if it is of the same seat and got as far as
// one of the verbs in after; otherwise it begins a new one.
func (t *teller) join(seat engine.Seat, verb, whole, more string, after ...string) {
	for _, before := range after {
		if last := len(t.entries) - 1; last >= 0 && t.going == before && t.entries[last].seat == seat {
			t.entries[last].text += more
			t.going = verb
			return
		}
	}
	t.begin(seat, verb, whole)
}

// cost is what a wrong guess, or being late, shows of the own tiles.
func (t *teller) cost(seat engine.Seat, verb, text string) {
	so := ", so "
	if t.going == "drew" {
		so = " and "
	}
	t.join(seat, verb, t.Subject(seat)+" "+text, so+text, "drew", "guessed", "timed_out")
}

func (t *teller) guessed(seat engine.Seat, rest []string) bool {
	target, err := engine.ParseSeat(rest[0])
	if err != nil || target < 0 || (rest[3] != "right" && rest[3] != "wrong") {
		return false
	}
	text := "asked " + t.Whose(target) + " " + place(rest[1]) + ": " + rest[2] + " — " + rest[3]
	t.join(seat, "guessed", t.Subject(seat)+" "+text, " and "+text, "drew")
	t.entries[len(t.entries)-1].asked = asked{target, rest[1], true, rest[3] == "right"}
	return true
}

// opened is told only where no right guess or resignation has said it already.
func (t *teller) opened(seat engine.Seat, rest []string) {
	if last := len(t.entries) - 1; last >= 0 {
		guess := t.entries[last].asked
		if t.going == "guessed" && guess.right && guess.seat == seat && guess.place == rest[0] {
			return
		}
		if t.going == "resigned" && t.entries[last].seat == seat {
			return
		}
	}
	t.begin(engine.Watcher, "opened", t.Subject(seat)+": the "+place(rest[0])+" is "+rest[1]+" "+rest[2])
}

// out ends the line that tells how it came about.
func (t *teller) out(seat engine.Seat) {
	last := len(t.entries) - 1
	if last < 0 || t.going == "" || t.going == "opened" {
		t.begin(seat, "out", t.Subject(seat)+" "+t.Verb(seat, "are", "is")+" out")
		return
	}
	t.going = "out"
	t.entries[last].text += "; " + t.List([]engine.Seat{seat}) + " " + t.Verb(seat, "are", "is") + " out"
}

// setup keeps one entry a seat, for all seats take their tiles at once.
func (t *teller) setup(seat engine.Seat, verb string, rest []string) {
	mine := t.taken[seat]
	if mine == nil {
		t.begin(seat, "", "")
		mine = &taken{entry: len(t.entries) - 1}
		t.taken[seat] = mine
	}
	switch {
	case verb == "ready":
		mine.ready = true
	case rest[0] == "black":
		mine.black++
	default:
		mine.white++
	}
	t.entries[mine.entry].text = t.Subject(seat) + " " + t.tookText(seat, *mine)
	t.going = ""
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

// hearTurn takes in that the turn goes on, which is told by what follows.
func (t *teller) hearTurn(words []string) bool {
	if words[0] != "turn" || len(words) != 2 {
		return false
	}
	t.going = ""
	return true
}

// place is "3rd" for "3".
func place(text string) string {
	n, err := strconv.Atoi(text)
	if err != nil {
		return text
	}
	return ordinal(n)
}

// inserted reads the events that put a tile into a rack.
func inserted(event engine.Event) (seat engine.Seat, place int, ok bool) {
	words := strings.Fields(string(event))
	if len(words) < 3 || (words[1] != "kept" && words[1] != "added") {
		return 0, 0, false
	}
	seat, err := engine.ParseSeat(words[0])
	if err != nil {
		return 0, 0, false
	}
	place, err = strconv.Atoi(words[2])
	return seat, place, err == nil
}
