// Package lines is parlor in sentences, one a line: for screen readers, for
// terminals that cannot move a cursor, and for people who like it so.
package lines

import (
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/server/command"
	"parlor/tui"
)

// patience is how long an order to a room may take.
const patience = 5 * time.Second

// maxCells bounds what one sentence may take; none comes near it.
const maxCells = 4000

// Source is where typed lines come from.
type Source interface {
	Next() <-chan string
	Err() error // why the lines ended; nil for the end of the input
}

// Session is one person's stay.
type Session struct {
	Commands command.Commands
	Person   command.Person
	Source   Source
	Out      io.Writer
	Heard    func() // called for each line that comes

	handle   lobby.Handle // nil in the hall
	table    table
	hallChat uint64   // newest line of the hall that was told
	muted    []string // names of people who are not heard
	leaving  bool     // asked once whether to leave for good
	sends    string   // asked once whether to do that: "kick bo"
	closed   bool     // the person has said goodbye
	dropped  bool     // nobody hears us any more
}

// table is what was told of a room.
type table struct {
	lobby.Update
	told  bool
	own   []string
	may   []string
	asked bool // it was the reader's turn
	waits string
	chat  uint64
	note  uint64
	ended *lobby.Ending // the match that ended last; nil while none has
}

// Run goes on until the person leaves, the line drops or the server stops. It
// begins at a table where there is one, else in the hall. Its error is a
// sentence for the person.
func (s *Session) Run(ctx context.Context, handle lobby.Handle) error {
	s.welcome(ctx, handle)
	next := s.Source.Next()
	for !s.closed && !s.dropped {
		var updates <-chan lobby.Update
		if s.handle != nil {
			updates = s.handle.Updates()
		}
		select {
		case <-ctx.Done():
			return nil
		case page, open := <-s.Person.Visit.Hall():
			if !open {
				return s.Person.Visit.Ended()
			}
			s.hearHallChat(page.Chat)
		case update, open := <-updates:
			if open {
				s.show(update)
				continue
			}
			if reason := s.handle.Ended(); errors.Is(reason, lobby.ErrStopping) {
				return reason
			}
			s.stand(ctx, s.handle.Ended())
		case line, open := <-next:
			switch {
			case open:
				s.Heard()
				s.hear(ctx, line)
			case s.Source.Err() != nil:
				return s.Source.Err()
			case s.handle != nil && s.table.told && s.table.You == engine.Watcher:
				next = nil // only watching from now on
			default:
				s.closed = true
			}
		}
	}
	return nil
}

// say tells sentences, one a line, in one go.
func (s *Session) say(sentences ...string) {
	var text strings.Builder
	for _, one := range sentences {
		if one = lobby.CleanText(one, maxCells); one != "" {
			text.WriteString(one + "\n")
		}
	}
	s.write(text.String())
}

// write tells text of our own that has its lines already.
func (s *Session) write(text string) {
	if _, err := io.WriteString(s.Out, text); err != nil && text != "" {
		s.dropped = true
	}
}

func (s *Session) refuse(err error) { s.say(engine.Sentence(err.Error())) }

func (s *Session) welcome(ctx context.Context, handle lobby.Handle) {
	s.say("Welcome to parlor, " + s.Person.Visit.Name() + ".")
	if s.Person.ReturnAs != "" {
		s.say("You are a guest. To come back as the same, type " + s.Commands.Line(s.Person.ReturnAs) + ".")
	}
	if handle == nil {
		ctx, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		if back, ok := s.Person.Visit.Return(ctx); ok {
			s.say("Your seat was kept.")
			handle = back
		}
	}
	if s.handle = handle; handle == nil {
		s.sayHall(ctx)
		s.Person.Visit.Shows(hallTalk())
	}
}

// hallTalk is what a session in lines shows of the hall by itself, while it is
// there.
func hallTalk() lobby.Window { return lobby.Window{Talk: true} }

// hearHallAgain hears the hall again, from what is said there now on.
func (s *Session) hearHallAgain(ctx context.Context) {
	if page, err := s.peek(ctx, hallTalk()); err == nil && len(page.Chat) > 0 {
		s.hallChat = max(s.hallChat, page.Chat[len(page.Chat)-1].ID)
	}
	s.Person.Visit.Shows(hallTalk())
}

// peek is what the hall shows in a window, for a limited time.
func (s *Session) peek(ctx context.Context, window lobby.Window) (lobby.Page, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return s.Person.Visit.Peek(ctx, window)
}

// sayHall tells the rooms, and what can be done.
func (s *Session) sayHall(ctx context.Context) {
	hall, err := s.peek(ctx, lobby.Window{Rows: lobby.Everything})
	if err != nil {
		s.refuse(err)
		return
	}
	for _, line := range hall.Yours {
		s.say("You have a seat in room " + line.Code + ", " + line.Title + ".")
	}
	public := 0
	for _, line := range hall.Rooms {
		if !line.Locked {
			public++
			s.say("Room " + line.Code + ": " + line.Title + ", " + s.Commands.Title(line.Game) + ", " + strconv.Itoa(line.Seats-line.Open) + " of " +
				tui.Count(line.Seats, "seat") + " taken.")
		}
	}
	if public == 0 {
		s.say("There is no open room.")
	}
	s.say("Type play and a game to sit down at once: " + s.gameNames() + ". Type help for everything else.")
}

func (s *Session) gameNames() string {
	var names []string
	for _, kit := range s.Commands.GameUIs {
		names = append(names, kit.Game.Name)
	}
	return strings.Join(names, ", ")
}

// stand is back in the hall.
func (s *Session) stand(ctx context.Context, reason error) {
	s.handle, s.table = nil, table{}
	s.hearHallAgain(ctx)
	if reason != nil {
		s.refuse(reason)
	}
	s.say("You are in the hall. Type rooms for the rooms, help for what you can do.")
}

// show tells what is new in an update.
func (s *Session) show(u lobby.Update) {
	before := s.table
	s.table.Update, s.table.told = u, true
	if !before.told {
		s.begin(u)
		return
	}
	s.say(prose.English().SayAll(s.narrator().Tell(u.Events, prose.People(s.people())))...)
	s.sayNotes(u.Notes)
	s.sayNewCommitment(before.Proof)
	s.sayChat(u.Chat)
	s.saySeats(before.Seats)
	if u.Stage != before.Stage {
		s.sayStage(before.Stage)
	}
	s.sayDue(before.Match == nil || u.Match == nil || u.Match.Round != before.Match.Round || u.Stage != before.Stage)
}

// begin tells a room to somebody who has just come.
func (s *Session) begin(u lobby.Update) {
	if len(u.Notes) > 0 {
		s.table.note = u.Notes[len(u.Notes)-1].ID
	}
	s.say(s.Commands.Sight(u)...)
	if u.Match != nil {
		s.table.own = prose.English().SayAll(s.narrator().Learned(s.scene()))
		s.table.asked = s.due()
		s.table.waits = s.people().Waits(u.Match.ToMove)
	}
	s.sayNewCommitment("")
	s.sayChat(u.Chat)
	s.sayStage("")
	s.sayGrammar()
}

func (s *Session) narrator() prose.Narrator {
	for _, kit := range s.Commands.GameUIs {
		if kit.Game.Name == s.table.Plan.Game {
			return kit.Narrator
		}
	}
	return prose.Narrator{}
}

func (s *Session) people() tui.People {
	who := tui.People{You: s.table.You}
	for _, seat := range s.table.Seats {
		who.Names = append(who.Names, seat.Name)
	}
	return who
}

func (s *Session) scene() tui.Scene {
	return tui.Scene{View: *s.table.Match, Names: s.people().Names, Away: make([]bool, len(s.table.Seats)), Watching: !s.seated()}
}

func (s *Session) seated() bool { return s.table.You != engine.Watcher }

// due says whether the reader has a decision of the game to make.
func (s *Session) due() bool {
	u := s.table.Update
	return u.Stage == engine.Playing && s.seated() && slices.Contains(u.Match.ToMove, u.You)
}

func (s *Session) sayNotes(notes []lobby.Note) {
	for _, note := range notes {
		if note.ID > s.table.note {
			s.say(note.Text)
			s.table.note = note.ID
		}
	}
}

func (s *Session) sayChat(chat []lobby.Line) {
	for _, line := range chat {
		if line.ID > s.table.chat {
			if !slices.Contains(s.muted, line.Name) {
				s.say(line.Name + " says: " + line.Text)
			}
			s.table.chat = line.ID
		}
	}
}

// hearHallChat tells what is new in the hall, to somebody who is there.
func (s *Session) hearHallChat(chat []lobby.Line) {
	for _, line := range chat {
		if line.ID > s.hallChat && s.handle == nil && !slices.Contains(s.muted, line.Name) {
			s.say(line.Name + " says to the hall: " + line.Text)
		}
		s.hallChat = max(s.hallChat, line.ID)
	}
}

// saySeats tells of bots that came and went, and of who has become ready.
func (s *Session) saySeats(before []lobby.SeatLine) {
	for i, now := range s.table.Seats {
		if i >= len(before) {
			return
		}
		seat, was := engine.Seat(i), before[i]
		switch {
		case now.Kind == lobby.Bot && was.Kind == lobby.Empty:
			s.say(now.Name + ", a bot, has seat " + seat.String() + ".")
		case now.Kind == lobby.Empty && was.Kind == lobby.Bot:
			s.say("Seat " + seat.String() + " is free.")
		case now.Ready && !was.Ready && now.Name == was.Name:
			s.say(s.people().Subject(seat) + " " + s.people().Verb(seat, "are", "is") + " ready.")
		}
	}
}

// sayStage tells how it goes on, after what was before.
func (s *Session) sayStage(before string) {
	switch {
	case !s.seated():
	case s.table.Stage == lobby.Gathering && s.table.Host:
		s.say("Type start to begin, bot to put a bot on a free seat, or ready to begin when all are. Others come with " +
			s.Commands.Line(s.table.Code) + ".")
	case s.table.Stage == lobby.Gathering:
		s.say("Type ready when you want to begin.")
	case s.table.Stage == engine.Interval:
		s.say("Type ready for the next round.")
	case s.table.Stage == engine.Over && before != engine.Over:
		s.say("Type ready for another match, or leave.")
	}
}

// sayDue tells the reader's own news, and what is to be decided by whom.
func (s *Session) sayDue(anew bool) {
	u := s.table.Update
	if u.Match == nil || u.Stage != engine.Playing {
		s.table.own, s.table.may, s.table.asked, s.table.waits = nil, nil, false, ""
		return
	}
	due := s.due()
	if due && !s.table.asked && !anew {
		s.say(prose.English().SayAll(s.narrator().AtTurn(s.scene()))...)
	}
	own := prose.English().SayAll(s.narrator().Learned(s.scene()))
	for _, line := range own {
		if !slices.Contains(s.table.own, line) {
			s.say(line)
		}
	}
	s.table.own = own
	if waits := s.people().Waits(u.Match.ToMove); !due && waits != s.table.waits {
		s.say(waits)
		s.table.waits = waits
	}
	if due {
		s.table.waits = ""
	}
	did := slices.ContainsFunc(u.Events, func(e engine.Event) bool { return e.About() == u.You })
	if may := s.may(); due && (did || !s.table.asked || !slices.Equal(may, s.table.may)) {
		s.sayGrammar()
	}
	s.table.asked, s.table.may = due, s.may()
}

func (s *Session) may() []string {
	if !s.due() {
		return nil
	}
	return prose.English().SayAll(s.narrator().Grammar(s.scene()))
}

// sayGrammar tells what the reader may type now, and for how long.
func (s *Session) sayGrammar() {
	s.table.may = s.may()
	s.say(s.table.may...)
	if !s.due() {
		return
	}
	if due := s.table.Seats[s.table.You].Deadline; !due.IsZero() {
		s.say("You have " + tui.Count(int(max(0, time.Until(due).Round(time.Second)/time.Second)), "second") + ".")
	}
}

// order runs a call into the room.
func (s *Session) order(ctx context.Context, do lobby.Do) {
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := lobby.Give(limited, s.handle, do); err != nil {
		s.refuse(err)
	}
}
