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
	// Languages are those that the person can choose from. Choose speaks one with
	// them from now on.
	Languages *prose.Languages
	Choose    func(language string) *prose.Voice
	// First says that the person comes for the first time: they are asked what they
	// are to be called, then told Welcome, by paragraphs, and go where Sit takes
	// them, or Attend where that is an evening. ReturnAs is Person.ReturnAs after they
	// have taken another name.
	First    bool
	Welcome  []string
	Sit      func() (lobby.Handle, error)
	Attend   func() (lobby.Evening, error)
	ReturnAs func() string
	// Notices are told as they come; nil are none.
	Notices <-chan prose.Text

	// Rival is the game for which somebody is looked for in a rated match from the
	// beginning on; empty for none.
	Rival string
	// Evening is the evening that the session begins at; nil for none.
	Evening lobby.Evening

	handle   lobby.Handle  // nil in the hall, and at an evening between its tables
	evening  lobby.Evening // nil where the person is at none
	night    night
	lesson   *lesson  // that is played in the hall; nil while none is
	seeks    *seeking // the search for a rated match; nil while there is none
	table    table
	hallChat uint64       // newest line of the hall that was told
	waiting  []lobby.Call // invitations
	lastCall uint64       // the newest call that was told
	goes     bool         // on the way from a table: what is next is told once they are back
	asks     string       // the question whether to do what was typed, and that: it is done once it is typed again; empty for none
	asked    string       // asks as it was before the line that is heard now
	early    string       // the command that was typed in place of a name, until it can be done
	closed   bool         // the person has said goodbye
	dropped  bool         // nobody hears us any more
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

	hint   []prose.Text // the last one
	hinted lobby.Revision
}

// Run goes on until the person leaves, the line drops or the server stops. It
// begins at a table where there is one, else in the hall. Its error is a
// sentence for the person.
func (s *Session) Run(ctx context.Context, handle lobby.Handle) error {
	next := s.Source.Next()
	if s.First {
		if err := s.introduce(ctx, next); err != nil || s.closed || s.dropped {
			return err
		}
		var err error
		if handle, err = s.Sit(); errors.Is(err, lobby.ErrEvening) {
			s.Evening, err = s.Attend()
		}
		if err != nil {
			return err
		}
	}
	s.welcome(ctx, handle)
	if s.Rival != "" {
		s.seek(ctx, s.Rival)
	}
	for s.hearEarly(ctx); !s.closed && !s.dropped; s.hearEarly(ctx) {
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
			s.hearCalls(ctx, page.Calls)
		case update, open := <-s.nights():
			if !open {
				s.left(ctx)
				continue
			}
			s.showNight(update)
		case text := <-s.Notices:
			s.say(text)
		case rival := <-s.rivals():
			s.meet(ctx, rival)
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
func (s *Session) say(sentences ...prose.Text) { s.tell(s.Person.Voice.SayAll(sentences)) }

// tell tells sentences that are said already.
func (s *Session) tell(sentences []string) {
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

func (s *Session) refuse(err error) { s.say(s.reason(err)) }

// reason is what an error says to somebody who types.
func (s *Session) reason(err error) prose.Text {
	switch {
	case s.table.Match == nil:
		return prose.Reason(err)
	case errors.Is(err, lobby.ErrPaused):
		return prose.T("The match is paused. Type {go} to go on.", prose.Literal("go"))
	}
	return s.narrator().Reason(err, s.scene())
}

// introduce asks what the person is to be called, until they have a name. The empty
// line is the one that is suggested, and the end of the input leaves it at that for
// this time, as a command does, which is done once they are where they want to be.
func (s *Session) introduce(ctx context.Context, typed <-chan string) error {
	for {
		suggested := s.Person.Visit.Name()
		s.say(prose.T("What shall the others call you? Type a name of up to {n} letters, or press Enter to be {name}.", prose.N(s.Commands.Lobby.Limits().NameCells), prose.Name(suggested)))
		select {
		case <-ctx.Done():
			s.closed = true
			return nil
		case line, open := <-typed:
			if !open {
				s.closed = true
				return s.Source.Err()
			}
			s.Heard()
			name, isCommand := nameIn(line)
			switch {
			case isCommand && isGoodbye(strings.ToLower(strings.TrimSpace(line))):
				s.goodbye()
				return nil
			case isCommand:
				s.early = line
				s.say(prose.T("You are {name} for now. To be called something else, type {command} and your name.", prose.Name(suggested), prose.Literal(command.Name)))
				s.tell(s.Welcome)
				return nil
			case name == "":
				name = suggested
			}
			if s.rename(ctx, name) {
				s.tell(s.Welcome)
				return nil
			}
		}
		if s.dropped {
			return nil
		}
	}
}

// nameIn reads what was typed where a name is asked for. A command is none, but for the
// one that changes the name.
func nameIn(line string) (name string, isCommand bool) {
	line = strings.TrimSpace(line)
	verb, rest, _ := strings.Cut(line, " ")
	if verb = strings.ToLower(verb); verb == command.Name {
		return strings.TrimSpace(rest), false
	}
	return line, command.IsVerb(verb) || isGoodbye(strings.ToLower(line)) || verb == tutorial || verb == rated
}

// hearEarly does the command that was typed in place of a name, as soon as the room or
// the game night is here to which the person came.
func (s *Session) hearEarly(ctx context.Context) {
	switch {
	case s.early == "" || s.closed || s.dropped:
	case s.handle != nil && !s.table.told, s.handle == nil && s.evening != nil && !s.night.told:
	default:
		line := s.early
		s.early = ""
		s.hear(ctx, line)
	}
}

// rename asks for another name, and reports whether the person has it.
func (s *Session) rename(ctx context.Context, wished string) bool {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := lobby.Perform(ctx, s.Person.Visit, lobby.Rename{Name: wished}); err != nil {
		s.refuse(err)
		return false
	}
	if s.ReturnAs != nil {
		s.Person.ReturnAs = s.ReturnAs()
	}
	if told := lobby.ToldName(wished, s.Person.Visit.Name(), s.Commands.Lobby.Limits().NameCells); !told.IsZero() {
		s.say(told)
	}
	return true
}

func (s *Session) welcome(ctx context.Context, handle lobby.Handle) {
	s.say(prose.T("Welcome to {program}, {name}.", prose.Name("parlor"), prose.Name(s.Person.Visit.Name())))
	if s.Person.ReturnAs != "" {
		s.say(prose.T("You are a guest. To come back as the same person, type {line}.", prose.Literal(s.Commands.Line(s.Person.ReturnAs))))
	}
	if handle == nil && s.Evening == nil {
		ctx, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		if back, err := lobby.Ask(ctx, s.Person.Visit, lobby.Return{}); err == nil {
			s.say(prose.T("Your seat was kept."))
			handle = back
		}
	}
	if s.handle = handle; s.Evening != nil {
		s.attend(s.Evening, nil)
	} else {
		s.comeBack(ctx)
	}
	if handle == nil {
		if s.evening == nil {
			s.sayHall(ctx)
		}
		if s.evening == nil && s.First {
			s.say(prose.T("If you are new to these games, type {tutorial} and a game to learn it in five minutes. If somebody has sent you a code, type {join} and the code.",
				prose.Literal(tutorial), prose.Literal(command.Join)))
		}
		lobby.Send(ctx, s.Person.Visit, lobby.Show{Window: hallTalk()})
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
	lobby.Send(ctx, s.Person.Visit, lobby.Show{Window: hallTalk()})
}

// peek is what the hall shows in a window, for a limited time.
func (s *Session) peek(ctx context.Context, window lobby.Window) (lobby.Page, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return lobby.Ask(ctx, s.Person.Visit, lobby.Peek{Window: window})
}

// sayHall tells the rooms, and what can be done.
func (s *Session) sayHall(ctx context.Context) {
	hall, err := s.peek(ctx, lobby.Window{Rows: lobby.Everything, People: 1})
	if err != nil {
		s.refuse(err)
		return
	}
	for _, line := range hall.Yours {
		s.say(prose.T("You have a seat in room {code}, {title}.", prose.Literal(line.Code), prose.Sub(lobby.ToldTitle(line.Title))))
	}
	public := 0
	for _, line := range hall.Rooms {
		if !line.Locked {
			public++
			s.say(prose.C("Room {code}: {title}, {game}, {taken} of {seats} seat taken.", "Room {code}: {title}, {game}, {taken} of {seats} seats taken.",
				prose.Literal(line.Code), prose.Sub(lobby.ToldTitle(line.Title)), s.Commands.Title(line.Game),
				prose.Literal(strconv.Itoa(line.Seats-line.Open)), prose.N(line.Seats)))
		}
	}
	if public == 0 {
		s.say(prose.T("There are no open rooms."))
	}
	if public == 0 && len(hall.Yours) == 0 && hall.PeopleTotal <= 1 {
		s.say(
			prose.T("Nobody else is here now. To play a bot, type {new}, and then {start}.", prose.Literal(command.New+" "+s.Commands.Games[0].Name+" bots=1"), prose.Literal("start")),
			prose.T("To learn a game in five minutes, type {tutorial} and the game.", prose.Literal(tutorial)),
			prose.T("To play with others, type {new} and a game, and send them the line that you are told.", prose.Literal(command.New)),
		)
	}
	s.say(prose.T("To play at once, type {play} and one of these games: {games}. For everything else, type {help}.",
		prose.Literal(command.Play), s.games(), prose.Literal(command.Help)), quickPace())
}

// quickPace tells how much time there is in a room that play opens.
func quickPace() prose.Text {
	return prose.T("Quick play: {pace}.", prose.Sub(lobby.PaceOf(lobby.QuickPlan("")).Brief()))
}

// games are the names of the games, as they are typed.
func (s *Session) games() prose.Arg {
	var names []string
	for _, game := range s.Commands.Games {
		names = append(names, game.Name)
	}
	return prose.List(prose.Literals(names))
}

// stand is back in the hall.
func (s *Session) stand(ctx context.Context, reason error) {
	ofEvening := s.table.Plan.Evening != ""
	s.handle, s.table, s.goes = nil, table{}, false
	s.hearHallAgain(ctx)
	if reason != nil {
		s.refuse(reason)
	}
	if ofEvening && s.evening == nil {
		s.comeBack(ctx)
	}
	if s.evening != nil {
		s.say(prose.T("You are back at the game night. Type {evening} for the standings.", prose.Literal(command.Evening)))
		s.sayCalled(lobby.EveningUpdate{You: -1})
		return
	}
	s.say(prose.T("You are in the hall. Type {rooms} for the rooms, or {help} for what you can do.", prose.Literal(command.Rooms), prose.Literal(command.Help)))
}

// show tells what is new in an update.
func (s *Session) show(u lobby.Update) {
	before := s.table
	s.table.Update, s.table.told = u, true
	if !before.told {
		s.begin(u)
		return
	}
	s.say(s.narrator().Tell(u.Events, s.people())...)
	if u.Match != nil && u.Stage != before.Stage && u.Stage != engine.Playing {
		s.say(s.people().Sums(s.narrator().Sum(s.scene()))...)
	}
	if u.Moving && !before.Moving {
		s.say(lobby.ToldMoving())
	}
	s.sayNotes(u.Notes)
	s.sayNewCommitment(before.Proof)
	s.sayChat(u.Chat)
	s.saySeats(before.Seats)
	s.sayAbsences(before.Seats)
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
		s.table.own = s.Person.Voice.SayAll(s.narrator().Learned(s.scene()))
		s.table.asked = s.due()
		s.table.waits = s.waits()
	}
	s.sayNewCommitment("")
	s.sayChat(u.Chat)
	s.sayStage("")
	s.sayGrammar()
}

func (s *Session) narrator() prose.Narrator { return s.game().Narrator }

func (s *Session) people() prose.People { return command.PeopleOf(s.table.Update) }

// waits says for whom the table waits; it is empty where only for the reader.
func (s *Session) waits() string {
	return s.Person.Voice.Say(s.people().Waits(s.table.Match.ToMove))
}

func (s *Session) scene() prose.Scene {
	return prose.Scene{View: *s.table.Match, Names: s.people().Names, Away: make([]bool, len(s.table.Seats)), Watching: !s.seated()}
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
			s.say(prose.T("{name} says: {text}", prose.Name(line.Name), prose.Literal(line.Text)))
			s.table.chat = line.ID
		}
	}
}

// hearHallChat tells what is new in the hall, to somebody who is there.
func (s *Session) hearHallChat(chat []lobby.Line) {
	for _, line := range chat {
		if line.ID > s.hallChat && s.handle == nil {
			s.say(prose.T("{name} says to the hall: {text}", prose.Name(line.Name), prose.Literal(line.Text)))
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
			s.say(prose.T("{name}, a bot, takes seat {n}.", prose.Name(now.Name), prose.Literal(seat.String())))
		case now.Kind == lobby.Empty && was.Kind == lobby.Bot:
			s.say(prose.T("Seat {n} is free.", prose.Literal(seat.String())))
		case now.Ready && !was.Ready && now.Name == was.Name:
			s.say(s.people().Say(seat, "You are ready.", "{name} is ready."))
		}
	}
}

// sayAbsences tells what can be done about somebody for whom the match has begun to
// wait, and when.
func (s *Session) sayAbsences(before []lobby.SeatLine) {
	for i, now := range s.table.Seats {
		if s.seated() && i < len(before) && before[i].Away.IsZero() && s.clockDecides(now) {
			s.say(prose.T("While {name} is away, the clock decides: when it runs out, the rules move for them.", prose.Name(now.Name)))
		}
		if !now.Substitute.IsZero() && (i >= len(before) || before[i].Substitute.IsZero()) {
			s.say(prose.T("A bot plays for {name} in {time}, unless they are back.", prose.Name(now.Name), wait(now.Substitute)))
		}
		if !s.seated() || now.Claim.IsZero() || i < len(before) && !before[i].Claim.IsZero() {
			continue
		}
		seat := engine.Seat(i).String()
		claims := prose.T("The match waits for {name}. In {time}, you can type {claim} to claim the game.",
			prose.Name(now.Name), wait(now.Claim), prose.Literal(claim+" "+seat))
		if !now.StandIn.IsZero() {
			claims = prose.T("The match waits for {name}. In {time}, you can type {standin} to let a bot play, and in {later} {claim} to claim the game.",
				prose.Name(now.Name), wait(now.StandIn), prose.Literal(standIn+" "+seat), wait(now.Claim), prose.Literal(claim+" "+seat))
		}
		s.say(claims)
	}
}

// clockDecides reports whether the clock of somebody who is away runs out before anybody
// else may do anything about their move.
func (s *Session) clockDecides(seat lobby.SeatLine) bool {
	plan := s.table.Plan
	return seat.Kind == lobby.Person && !seat.Away.IsZero() && !seat.Deadline.IsZero() && seat.Claim.IsZero() && !seat.Standing &&
		plan.Absent != lobby.AbsentWait && seat.Substitute.IsZero() && plan.Clock < time.Hour
}

// wait is how long something takes until then.
func wait(until time.Time) prose.Arg {
	return prose.Duration(max(0, time.Until(until).Round(time.Second)))
}

// sayStage tells how it goes on, after what was before.
func (s *Session) sayStage(before string) {
	switch {
	case !s.seated():
	case s.table.Stage == lobby.Gathering && s.table.Plan.Evening != "":
		s.say(prose.T("The match begins once everybody is here."))
	case s.table.Stage == engine.Over && s.table.Plan.Evening != "":
		if before != engine.Over {
			s.say(prose.T("Type {leave} to go back to the game night.", prose.Literal("leave")))
		}
	case s.table.Stage == lobby.Gathering && s.table.Host:
		s.say(
			prose.T("Type {start} to begin, {bot} to add a bot, or {ready} to begin when everybody is ready.", prose.Literal("start"), prose.Literal("bot"), prose.Literal("ready")),
			prose.T("To invite others, send them this line: {line}", prose.Literal(s.Commands.Line(s.table.Code))),
		)
	case s.table.Stage == lobby.Gathering:
		s.say(prose.T("Type {ready} when you are ready to begin.", prose.Literal("ready")))
	case s.table.Stage == engine.Interval:
		s.say(prose.T("Type {ready} when you are ready for the next game.", prose.Literal("ready")))
	case s.table.Stage == engine.Over && before != engine.Over:
		s.say(prose.T("Type {ready} for another match, or {leave} to give up your seat.", prose.Literal("ready"), prose.Literal("leave")))
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
		s.say(s.narrator().AtTurn(s.scene())...)
	}
	own := s.Person.Voice.SayAll(s.narrator().Learned(s.scene()))
	s.tell(slices.DeleteFunc(slices.Clone(own), func(line string) bool { return slices.Contains(s.table.own, line) }))
	s.table.own = own
	if waits := s.waits(); !due && waits != s.table.waits {
		s.tell([]string{waits})
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
	return s.Person.Voice.SayAll(s.narrator().Grammar(s.scene()))
}

// sayGrammar tells what the reader may type now, and for how long.
func (s *Session) sayGrammar() {
	s.table.may = s.may()
	s.tell(s.table.may)
	if !s.due() {
		return
	}
	if due := s.table.Seats[s.table.You].Deadline; !due.IsZero() {
		s.say(prose.T("You have {time}.", prose.Duration(max(0, time.Until(due).Round(time.Second)))))
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
