package lines

import (
	"errors"
	"slices"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/server/command"
)

// Verbs about an absent player, followed by the seat number.
const (
	substitute = "substitute"
	claim      = "claim"
)

// narrator prints the news of a room.
type narrator struct {
	*console
	lobby.Update
	verification
	told bool // Update is set

	own   []string // private knowledge shown
	legal []string // legal input shown
	asked bool     // it was the reader's turn
	waits string   // shown text about players to wait for
	chat  uint64   // newest chat message shown
	note  uint64   // newest note shown

	hint   []prose.Text // the last hint
	hinted lobby.Revision
}

// show prints what is new in an update.
func (n *narrator) show(u lobby.Update) {
	before, told := n.Update, n.told
	n.Update, n.told = u, true
	if !told {
		n.begin()
		return
	}
	n.say(n.game().Narrator.Tell(u.Events, n.people())...)
	if u.Match != nil && u.Stage != before.Stage && u.Stage != engine.Playing {
		n.say(n.people().Sums(n.game().Narrator.Sum(n.scene()))...)
	}
	if u.Moving && !before.Moving {
		n.say(lobby.MovingText())
	}
	n.showNotes()
	n.showNew(before.Proof, u)
	n.showChat()
	n.showSeats(before.Seats)
	n.showAbsences(before.Seats)
	if u.Stage != before.Stage {
		n.showStage(before.Stage)
	}
	n.showDue(before.Match == nil || u.Match == nil || u.Match.Round != before.Match.Round || u.Stage != before.Stage)
}

// begin describes the room to a player who has just arrived.
func (n *narrator) begin() {
	if len(n.Notes) > 0 {
		n.note = n.Notes[len(n.Notes)-1].ID
	}
	n.say(n.commands.Sight(n.Update)...)
	if n.Match != nil {
		n.learn()
		n.asked = n.due()
		n.waits = n.waiting()
	}
	n.showNew("", n.Update)
	n.showChat()
	n.showStage("")
	n.showGrammar()
}

// showAll describes the room again.
func (n *narrator) showAll() {
	n.say(n.commands.Sight(n.Update)...)
	n.showStage("")
	n.showGrammar()
}

// showNow shows what can be done, even if nothing is due.
func (n *narrator) showNow() {
	switch {
	case n.due():
		n.showGrammar()
	case !n.seated():
		n.say(prose.T("You are watching. To go back to the lobby, type {lobby}.", prose.Literal("lobby")))
	case n.Stage == engine.Playing:
		n.say(n.people().Waits(n.Match.ToMove))
	default:
		n.showStage("")
	}
}

// showHint shows the likeliest guess and why, if the room allows hints. It caches the hint for a position.
func (n *narrator) showHint() {
	switch {
	case n.Stage != engine.Playing || !n.seated():
		n.say(prose.NothingToGuess())
		return
	case !n.Plan.Hints():
		n.say(prose.NoHints())
		return
	}
	if n.hint == nil || n.hinted != n.Revision {
		n.hint, n.hinted = n.game().Hint(n.scene()), n.Revision
	}
	n.say(n.hint...)
}

func (n *narrator) showNotes() {
	for _, note := range n.Notes {
		if note.ID > n.note {
			n.say(note.Text)
			n.note = note.ID
		}
	}
}

func (n *narrator) showChat() {
	for _, line := range n.Chat {
		if line.ID > n.chat {
			n.say(prose.T("{name} says: {text}", prose.Name(line.Name), prose.Literal(line.Text)))
			n.chat = line.ID
		}
	}
}

// showSeats shows bots that were added or removed and players who became ready.
func (n *narrator) showSeats(before []lobby.SeatInfo) {
	for i, now := range n.Seats {
		if i >= len(before) {
			return
		}
		seat, was := engine.Seat(i), before[i]
		switch {
		case now.Kind == lobby.SeatBot && was.Kind == lobby.SeatEmpty:
			n.say(prose.T("{name}, a bot, takes seat {n}.", prose.Name(now.Name), prose.Literal(seat.String())))
		case now.Kind == lobby.SeatEmpty && was.Kind == lobby.SeatBot:
			n.say(prose.T("Seat {n} is free.", prose.Literal(seat.String())))
		case now.Ready && !was.Ready && now.Name == was.Name:
			n.say(n.people().Say(seat, "You are ready.", "{name} is ready."))
		}
	}
}

// showAbsences shows what can be done about a newly absent player, and when.
func (n *narrator) showAbsences(before []lobby.SeatInfo) {
	for i, now := range n.Seats {
		if n.seated() && i < len(before) && before[i].Away.IsZero() && n.clockDecides(now) {
			n.say(prose.T("While {name} is away, the clock decides: when it runs out, a move is made for them.", prose.Name(now.Name)))
		}
		if !now.Substitute.IsZero() && (i >= len(before) || before[i].Substitute.IsZero()) {
			n.say(prose.T("A bot will play for {name} in {time} unless they return.", prose.Name(now.Name), until(now.Substitute)))
		}
		if !n.seated() || now.ClaimFrom.IsZero() || i < len(before) && !before[i].ClaimFrom.IsZero() {
			continue
		}
		seat := engine.Seat(i).String()
		claims := prose.T("The match is waiting for {name}. In {time}, you can type {claim} to claim a forfeit.",
			prose.Name(now.Name), until(now.ClaimFrom), prose.Literal(claim+" "+seat))
		if !now.SubstituteFrom.IsZero() {
			claims = prose.T("The match is waiting for {name}. In {time}, you can type {substitute} to let a bot play, and in {later} {claim} to claim a forfeit.",
				prose.Name(now.Name), until(now.SubstituteFrom), prose.Literal(substitute+" "+seat), until(now.ClaimFrom), prose.Literal(claim+" "+seat))
		}
		n.say(claims)
	}
}

// clockDecides reports whether an absent player's clock runs out before others can act.
func (n *narrator) clockDecides(seat lobby.SeatInfo) bool {
	return seat.Kind == lobby.SeatPerson && !seat.Away.IsZero() && !seat.Deadline.IsZero() && seat.ClaimFrom.IsZero() && !seat.BotPlays &&
		n.Plan.Absent != lobby.AbsentWait && seat.Substitute.IsZero() && n.Plan.Clock < time.Hour
}

// showStage shows a new stage of the room.
func (n *narrator) showStage(before string) {
	switch {
	case !n.seated():
	case n.Stage == lobby.Gathering && n.Plan.GameNight != "":
		n.say(prose.T("The match begins once all players are here."))
		if left := time.Until(n.tableWaits).Round(time.Second); left > 0 {
			n.say(prose.T("The table waits {time} for those who are missing.", prose.Duration(left)))
		}
	case n.Stage == engine.Over && n.Plan.GameNight != "":
		if before != engine.Over {
			n.say(prose.T("{leave}: back to the game night.", prose.Literal("leave")))
		}
	case n.Stage == lobby.Gathering && n.Host:
		n.say(
			prose.T("Type {start} to start, {bot} to add a bot, or {ready} to start once all players are ready.", prose.Literal("start"), prose.Literal("bot"), prose.Literal("ready")),
			prose.T("To invite others, send them this line: {line}", prose.Literal(n.commands.Line(n.Code))),
		)
	case n.Stage == lobby.Gathering:
		n.say(prose.T("Type {ready} when you are ready to begin.", prose.Literal("ready")))
	case n.Stage == engine.Interval:
		n.say(prose.T("Type {ready} when you are ready for the next game.", prose.Literal("ready")))
	case n.Stage == engine.Over && before != engine.Over:
		n.say(prose.T("Type {ready} for a rematch, or {leave} to give up your seat.", prose.Literal("ready"), prose.Literal("leave")))
	}
}

// showDue shows the reader's private news and whose turn it is.
func (n *narrator) showDue(again bool) {
	if n.Match == nil || n.Stage != engine.Playing {
		n.own, n.legal, n.asked, n.waits = nil, nil, false, ""
		return
	}
	due := n.due()
	if due && !n.asked && !again {
		n.say(n.game().Narrator.AtTurn(n.scene())...)
	}
	before := n.own
	n.learn()
	n.tell(slices.DeleteFunc(slices.Clone(n.own), func(line string) bool { return slices.Contains(before, line) }))
	if waits := n.waiting(); !due && waits != n.waits {
		n.tell([]string{waits})
		n.waits = waits
	}
	if due {
		n.waits = ""
	}
	did := slices.ContainsFunc(n.Events, func(e engine.Event) bool { return e.About() == n.You })
	if due && (did || !n.asked || !slices.Equal(n.grammar(), n.legal)) {
		n.showGrammar()
	}
	n.asked, n.legal = due, n.grammar()
}

// showGrammar shows what the reader may type now, and how much time is left for it.
func (n *narrator) showGrammar() {
	n.legal = n.grammar()
	n.tell(n.legal)
	if !n.due() {
		return
	}
	if due := n.Seats[n.You].Deadline; !due.IsZero() {
		n.say(prose.T("You have {time}.", until(due)))
	}
}

// grammar returns what the reader may type now.
func (n *narrator) grammar() []string {
	if !n.due() {
		return nil
	}
	return n.person.Voice.SayAll(n.game().Narrator.Grammar(n.scene()))
}

// learn marks the reader's private knowledge as shown.
func (n *narrator) learn() { n.own = n.person.Voice.SayAll(n.game().Narrator.Learned(n.scene())) }

// refuse prints why something was refused, in the words of the game during a match.
func (n *narrator) refuse(err error) {
	switch {
	case n.Match == nil:
		n.console.refuse(err)
	case errors.Is(err, lobby.ErrPaused):
		n.say(prose.T("The match is paused. Type {go} to go on.", prose.Literal("go")))
	default:
		n.say(n.game().Narrator.Reason(err, n.scene()))
	}
}

// game returns the game of the room.
func (n *narrator) game() prose.Game {
	for _, game := range n.commands.Games {
		if game.Name == n.Plan.Game {
			return game
		}
	}
	return prose.Game{}
}

func (n *narrator) people() prose.People { return command.PeopleOf(n.Update) }

// waiting returns the players that the match waits for, or "" if it waits only for the reader.
func (n *narrator) waiting() string { return n.person.Voice.Say(n.people().Waits(n.Match.ToMove)) }

func (n *narrator) scene() prose.Scene {
	return prose.Scene{View: *n.Match, Names: n.people().Names, Away: make([]bool, len(n.Seats)), Watching: !n.seated()}
}

func (n *narrator) seated() bool { return n.You != engine.Watcher }

// due reports whether it is the reader's turn.
func (n *narrator) due() bool {
	return n.Stage == engine.Playing && n.seated() && slices.Contains(n.Match.ToMove, n.You)
}

// until returns the duration from now until then.
func until(then time.Time) prose.Arg {
	return prose.Duration(max(0, time.Until(then).Round(time.Second)))
}
