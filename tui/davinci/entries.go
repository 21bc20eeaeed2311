package davinci

import (
	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/prose"
)

// entry is a turn, or part of one, in the log.
type entry struct {
	seat    engine.Seat // the player who acts, or the owner of the tile
	who     prose.People
	clauses []prose.Text
	whole   []prose.Text // the same as complete sentences
	asked   asked        // the guess in it, if any
}

// asked is a guess and whether it was right.
type asked struct {
	at     target
	known  bool
	right  bool
	clause int // index of its clause in the entry
}

// told is an event as a clause that follows a name, and as a complete sentence.
type told struct{ clause, whole prose.Text }

func (e *entry) add(more told) {
	e.clauses, e.whole = append(e.clauses, more.clause), append(e.whole, more.whole)
}

// tell describes events, combining related ones in one entry.
func tell(events []game.Event, who prose.People) []entry {
	return tellBy(events, func(int) prose.People { return who })
}

// tellBy is like tell. who returns the people at the time of an event.
func tellBy(events []game.Event, who func(int) prose.People) []entry {
	t := teller{taken: map[engine.Seat]*taken{}}
	for i, event := range events {
		t.People = who(i)
		t.hear(event)
	}
	return t.entries
}

// teller combines events in entries. going is the kind of the last event of the newest entry, or 0
// if that entry is complete.
type teller struct {
	prose.People
	entries []entry
	going   game.EventKind
	taken   map[engine.Seat]*taken
}

// taken holds the tiles that a seat has taken in the setup, for one entry.
type taken struct {
	entry        int
	black, white int
	ready        bool
}

func (t *teller) hear(event game.Event) {
	switch event.Kind {
	case game.EventTook, game.EventReady:
		t.setup(event)
	case game.EventDrew:
		t.join(event, t.drew(event), game.EventTimedOut)
	case game.EventGuessed:
		t.join(event, t.guessed(event), game.EventDrew)
		last := &t.entries[len(t.entries)-1]
		last.asked = asked{target{event.Target, event.Place}, true, event.Right, len(last.clauses) - 1}
	case game.EventOpened:
		t.opened(event)
	case game.EventKept:
		t.join(event, t.kept(event), game.EventGuessed)
	case game.EventAdded, game.EventTurned:
		t.join(event, t.turnedUp(event), game.EventDrew, game.EventGuessed, game.EventTimedOut)
	case game.EventOut:
		t.out(event)
	case game.EventStopped:
		t.join(event, told{prose.T("stopped"), t.Say(event.Seat, "You stopped.", "{name} stopped.")}, game.EventGuessed)
	case game.EventTimedOut:
		t.begin(event, told{prose.T("ran out of time"), t.Say(event.Seat, "You ran out of time.", "{name} ran out of time.")})
	case game.EventResigned:
		t.begin(event, told{prose.T("resigned"), t.Say(event.Seat, "You resigned.", "{name} resigned.")})
	case game.EventWon:
		t.begin(event, told{prose.T("won the game"), t.Say(event.Seat, "You won the game.", "{name} won the game.")})
	case game.EventTurn: // described by the next events
		t.going = 0
	}
}

// begin begins a new entry.
func (t *teller) begin(event game.Event, first told) {
	t.entries = append(t.entries, entry{seat: event.Seat, who: t.People})
	t.more(event, first)
}

// more extends the newest entry.
func (t *teller) more(event game.Event, next told) {
	t.entries[len(t.entries)-1].add(next)
	t.going = event.Kind
}

// join extends the newest entry if it is of the same seat and its last event is one of the kinds in
// after. Otherwise it begins a new entry.
func (t *teller) join(event game.Event, next told, after ...game.EventKind) {
	for _, before := range after {
		if last := len(t.entries) - 1; last >= 0 && t.going == before && t.entries[last].seat == event.Seat {
			t.more(event, next)
			return
		}
	}
	t.begin(event, next)
}

func (t *teller) drew(event game.Event) told {
	return told{
		prose.T("drew {colour}", prose.Sub(colorText(event.Color))),
		t.Say(event.Seat, "You drew {tile}.", "{name} drew {tile}.", prose.Sub(tileOf(event.Color))),
	}
}

func (t *teller) guessed(event game.Event) told {
	value, tile := prose.Sub(guessed(event.Value)), prose.Sub(whose(t.People, target{event.Target, event.Place}))
	if event.Right {
		return told{
			prose.T("guessed {value} for {tile}: right", value, tile),
			t.Say(event.Seat, "You guessed {value} for {tile}: right.", "{name} guessed {value} for {tile}: right.", value, tile),
		}
	}
	return told{
		prose.T("guessed {value} for {tile}: wrong", value, tile),
		t.Say(event.Seat, "You guessed {value} for {tile}: wrong.", "{name} guessed {value} for {tile}: wrong.", value, tile),
	}
}

// kept describes a drawn tile that was added unseen.
func (t *teller) kept(event game.Event) told {
	place := prose.N(event.Place)
	return told{
		prose.T("kept {colour} as tile {n}", prose.Sub(colorText(event.Color)), place),
		t.Say(event.Seat, "You kept {tile} hidden (tile {n}).", "{name} kept {tile} hidden (tile {n}).",
			prose.Sub(tileOf(event.Color)), place),
	}
}

// turnedUp describes the own tile that is turned up after a wrong guess or a timeout. The log omits
// its position, which is visible on the table.
func (t *teller) turnedUp(event game.Event) told {
	tile := prose.Sub(named(game.Tile{Color: event.Color, Value: event.Value}))
	return told{
		prose.T("turned up {tile}", tile),
		t.Say(event.Seat, "You turned up {tile} (tile {n}).", "{name} turned up {tile} (tile {n}).", tile, prose.N(event.Place)),
	}
}

// opened describes a tile that was turned up, unless a right guess or a resignation has described
// it.
func (t *teller) opened(event game.Event) {
	if last := len(t.entries) - 1; last >= 0 {
		guess := t.entries[last].asked
		if t.going == game.EventGuessed && guess.right && guess.at == (target{event.Seat, event.Place}) {
			return
		}
		if t.going == game.EventResigned && t.entries[last].seat == event.Seat {
			return
		}
	}
	place, tile := prose.N(event.Place), prose.Sub(named(game.Tile{Color: event.Color, Value: event.Value}))
	whole := prose.T("Tile {n} of {owner} is {tile}.", place, t.Name(event.Seat), tile)
	if t.IsYou(event.Seat) {
		whole = prose.T("Your tile {n} is {tile}.", place, tile)
	}
	t.begin(event, told{prose.T("tile {n} is {tile}", place, tile), whole})
}

// out ends the entry that describes how a player was knocked out.
func (t *teller) out(event game.Event) {
	whole := t.Say(event.Seat, "You are out.", "{name} is out.")
	last := len(t.entries) - 1
	switch {
	case last < 0 || t.going == 0 || t.going == game.EventOpened:
		t.begin(event, told{prose.T("out"), whole})
	case t.entries[last].seat == event.Seat:
		t.more(event, told{prose.T("out"), whole})
	default:
		t.more(event, told{t.Say(event.Seat, "you: out", "{name}: out"), whole})
	}
}

// setup keeps one entry per seat, because all seats take their tiles at the same time.
func (t *teller) setup(event game.Event) {
	seat := event.Seat
	mine := t.taken[seat]
	if mine == nil {
		t.entries = append(t.entries, entry{seat: seat, who: t.People})
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
	all := entry{seat: seat, who: t.People}
	if mine.black+mine.white > 0 {
		all.add(t.took(seat, mine.black, mine.white))
	}
	if mine.ready {
		all.add(told{prose.T("ready"), t.Say(seat, "You are ready.", "{name} is ready.")})
	}
	t.entries[mine.entry] = all
	t.going = 0
}

func (t *teller) took(seat engine.Seat, black, white int) told {
	tiles := prose.Sub(counted(black, white))
	clause := prose.T("took {tiles}", tiles)
	if black > 0 && white > 0 {
		clause = prose.T("took {black} black, {white} white", prose.N(black), prose.N(white))
	}
	return told{clause, t.Say(seat, "You took {tiles}.", "{name} took {tiles}.", tiles)}
}
