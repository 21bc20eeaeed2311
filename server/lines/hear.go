package lines

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/server/command"
)

// hear does what was typed.
func (s *Session) hear(ctx context.Context, line string) {
	line = strings.TrimSpace(line)
	verb, rest, _ := strings.Cut(line, " ")
	verb, rest = strings.ToLower(verb), strings.TrimSpace(rest)
	s.asked, s.asks, s.goes = s.asks, "", false
	switch {
	case isGoodbye(verb):
		s.goodbye()
	case verb == "language" && s.Languages.Several():
		s.chooseLanguage(rest)
	case s.handle == nil && s.lesson != nil:
		s.hearLesson(verb, line)
	case s.hearCompany(ctx, verb, rest):
	case verb == rated:
		s.hearRated(ctx, rest)
	case s.handle == nil && verb == tutorial:
		s.learn(rest)
	case s.handle == nil && s.evening != nil && !s.night.told:
		s.say(prose.T("One moment, please: the game night is not here yet."))
	case s.handle == nil && s.evening != nil && s.hearNight(ctx, verb, rest):
	case s.handle == nil:
		s.hearHall(ctx, verb, line)
	case !s.table.told:
		s.say(prose.T("One moment, please: the room is not here yet."))
	case verb == "kick" || verb == "ban":
		s.sendAway(ctx, verb, rest)
	case !s.hearTable(ctx, verb, rest):
		s.hearGame(ctx, verb, line)
	}
}

// sure reports whether a command was typed twice in a row. The first time it asks the
// question, which says what the command would do and what to type again. Any other line
// cancels it, and where the answer would mean something else by now, it asks once more.
func (s *Session) sure(command string, question ...prose.Text) bool {
	asks := strings.Join(append(s.Person.Voice.SayAll(question), command), "\n")
	if s.asked == asks {
		return true
	}
	s.asks = asks
	s.say(question...)
	return false
}

// What is typed about somebody who is away, before the number of their seat.
const (
	standIn = "standin"
	claim   = "claim"
)

// chooseLanguage tells the languages, or speaks another one from now on.
func (s *Session) chooseLanguage(language string) {
	tags := s.Languages.Tags()
	at := slices.IndexFunc(tags, func(tag string) bool { return strings.EqualFold(tag, language) })
	if at < 0 {
		s.say(prose.T("Type {command} and one of these: {languages}.", prose.Literal("language"), prose.List(prose.Literals(tags))))
		return
	}
	s.Person.Voice = s.Choose(tags[at])
	s.say(prose.T("The language is {language} now.", prose.Literal(s.Person.Voice.Name())))
	if s.table.told && s.table.Match != nil {
		s.table.own = s.Person.Voice.SayAll(s.narrator().Learned(s.scene())) // heard already
	}
}

// isGoodbye reports whether a word ends the session.
func isGoodbye(verb string) bool { return verb == "quit" || verb == "exit" || verb == "bye" }

func (s *Session) goodbye() {
	s.closed = true
	back := prose.Literal(s.Commands.Line(s.Person.ReturnAs))
	switch {
	case s.handle != nil && s.seated():
		s.say(prose.T("Goodbye. Your seat is kept. To come back, type {line}.", back))
	case s.Person.ReturnAs != "":
		s.say(prose.T("Goodbye. To come back as {name}, type {line}.", prose.Name(s.Person.Visit.Name()), back))
	default:
		s.say(prose.T("Goodbye."))
	}
}

// hearHall takes commands, and play without a code as sitting down at once.
func (s *Session) hearHall(ctx context.Context, verb, line string) {
	words := strings.Fields(line)
	switch {
	case verb == "":
		s.sayHall(ctx)
		return
	case verb == "help" && len(words) == 1:
		s.say(s.hallHelp()...)
		return
	case verb == command.Play && len(words) < 3:
		s.quick(ctx, append(words, "")[1])
		return
	}
	asked, err := command.Parse(words)
	if err != nil {
		s.refuse(err)
		return
	}
	if s.asksToDelete(&asked) {
		return
	}
	if asked.OpensEvening() {
		s.attend(s.Commands.OpenEvening(ctx, s.Person, asked))
		return
	}
	switch asked.Verb {
	case command.Quick:
		if asked.Rated {
			s.hearRated(ctx, strings.Join(asked.Arguments, " "))
			return
		}
		s.sit(ctx)(s.Commands.Sit(ctx, s.Person, asked))
	case command.New, command.Join, command.Watch, command.Play:
		handle, err := s.Commands.Sit(ctx, s.Person, asked)
		if errors.Is(err, lobby.ErrEvening) {
			s.come(ctx, asked.Arguments[0])
			return
		}
		s.sit(ctx)(handle, err)
	default:
		s.run(ctx, asked)
	}
}

// quick sits down where somebody waits, or makes a room.
func (s *Session) quick(ctx context.Context, game string) {
	for _, one := range s.Commands.Games {
		if strings.EqualFold(one.Name, game) {
			game = one.Name
		}
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	s.sit(ctx)(lobby.Ask(ctx, s.Person.Visit, lobby.Quick{Plan: lobby.QuickPlan(game)}))
}

// sit returns what goes to the room that a handle leads to, unless there is none.
func (s *Session) sit(ctx context.Context) func(handle lobby.Handle, err error) {
	return func(handle lobby.Handle, err error) {
		if err != nil {
			s.refuse(err)
			return
		}
		s.handle, s.table = handle, table{}
		lobby.Send(ctx, s.Person.Visit, lobby.Show{})
	}
}

// alone reports whether nothing follows a command that does something by itself; where
// something does, it may mean something else, and is refused.
func (s *Session) alone(verb, rest string) bool {
	if rest != "" {
		s.say(prose.T("Nothing can follow {command}. Type it alone.", prose.Literal(verb)))
	}
	return rest == ""
}

// asksToDelete asks before a command deletes everything about the person, and reports
// whether it is to wait.
func (s *Session) asksToDelete(asked *command.Command) bool {
	question := asked.AskDelete()
	if len(question) == 0 {
		return false
	}
	asked.Yes = s.sure("me --delete", question...)
	return !asked.Yes
}

// run answers a command that needs no table.
func (s *Session) run(ctx context.Context, asked command.Command) {
	var text strings.Builder
	if err := s.Commands.Run(ctx, s.Person, asked, &text); err != nil && !errors.Is(err, command.ErrNoTurn) {
		s.refuse(err)
		return
	}
	s.write(text.String())
}

// hearTable takes what can be said at any table; it is false for what belongs
// to the game.
func (s *Session) hearTable(ctx context.Context, verb, rest string) bool {
	handle := s.handle
	switch verb {
	case "start", "close", "leave", "pause", "go", "hall":
		if !s.alone(verb, rest) {
			return true
		}
	}
	switch verb {
	case "":
		s.say(s.Commands.Sight(s.table.Update)...)
		s.sayStage("")
		s.sayGrammar()
	case "look":
		s.say(s.Commands.Sight(s.table.Update)...)
	case "may":
		s.sayNow()
	case "hint":
		s.sayHint()
	case command.Who:
		if rest != "" {
			s.run(ctx, command.Command{Verb: command.Who, Arguments: strings.Fields(rest)})
			return true
		}
		s.say(s.Commands.Who(s.table.Update)...)
	case "proof":
		s.sayCommitment()
	case "record":
		s.sayRecord()
	case command.Name:
		if rest == "" {
			s.say(prose.T("Type {command} and your new name.", prose.Literal(command.Name)))
		} else if s.rename(ctx, rest) {
			s.say(prose.T("You are now called {name}.", prose.Name(s.Person.Visit.Name())))
		}
	case "say":
		s.order(ctx, lobby.Say{Text: rest})
	case "start":
		s.order(ctx, lobby.Start{})
	case "close":
		s.order(ctx, lobby.Close{})
	case "bot":
		s.order(ctx, lobby.AddBot{Level: s.botLevel(rest)})
	case "remove":
		s.onSeat(ctx, verb, rest)
	case "leave":
		s.leave(ctx)
	case "pause", "go":
		s.order(ctx, lobby.Pause{Pause: verb == "pause"})
	case "eyes":
		if rest != "" && rest != "on" && rest != "off" {
			s.say(prose.T("Type {on}, or {off}.", prose.Literal("eyes"), prose.Literal("eyes off")))
			return true
		}
		s.order(ctx, lobby.ShowEyes{Show: rest != "off"})
	case "follow", "host", standIn, claim:
		s.onSeat(ctx, verb, rest)
	case "swap":
		s.swap(ctx, rest)
	case "set":
		s.set(ctx, rest)
	case "hall":
		handle.Close()
		s.stand(ctx, nil)
	case "help":
		s.say(tableHelp()...)
		s.sayGrammar()
	case command.QR:
		s.run(ctx, command.Command{Verb: command.QR, Arguments: []string{s.table.Code}})
	case "rules":
		s.run(ctx, command.Command{Verb: command.Rules, Arguments: []string{s.table.Plan.Game}})
	default:
		return false
	}
	return true
}

// sayNow tells what can be done, also where nothing is due.
func (s *Session) sayNow() {
	switch {
	case s.due():
		s.sayGrammar()
	case !s.seated():
		s.say(prose.T("You are watching. To go back to the hall, type {hall}.", prose.Literal("hall")))
	case s.table.Stage == engine.Playing:
		s.say(s.people().Waits(s.table.Match.ToMove))
	default:
		s.sayStage("")
	}
}

// onSeat does what is asked of one seat.
func (s *Session) onSeat(ctx context.Context, verb, text string) {
	seat, err := engine.ParseSeat(text)
	if err != nil {
		s.say(prose.T("Type {command} and the number of a seat.", prose.Literal(verb)))
		return
	}
	switch verb {
	case "follow":
		s.order(ctx, lobby.Follow{Seat: seat})
	case "host":
		s.order(ctx, lobby.HandOver{To: seat})
	case standIn:
		s.order(ctx, lobby.StandIn{Seat: seat})
	case claim:
		s.order(ctx, lobby.Claim{Seat: seat})
	default:
		s.order(ctx, lobby.RemoveBot{Seat: seat})
	}
}

func (s *Session) swap(ctx context.Context, text string) {
	first, second, _ := strings.Cut(text, " ")
	one, oneErr := engine.ParseSeat(first)
	other, otherErr := engine.ParseSeat(strings.TrimSpace(second))
	if oneErr != nil || otherErr != nil {
		s.say(prose.T("Type {command} and the numbers of two seats, such as {example}.", prose.Literal("swap"), prose.Literal("swap 1 2")))
		return
	}
	s.order(ctx, lobby.Swap{One: one, Other: other})
}

// set changes the room, such as "seats=3 clock=30s".
func (s *Session) set(ctx context.Context, settings string) {
	plan := s.table.Plan
	if _, _, err := command.Set(s.Commands.Lobby.Settings(), &plan, strings.Fields(settings)); err != nil {
		s.refuse(err)
		return
	}
	s.order(ctx, lobby.Change{Plan: plan})
}

// mute hears no more from somebody, or again. The lobby leaves out what they say.
func (s *Session) mute(ctx context.Context, name string) {
	name = lobby.CleanText(name, maxCells)
	if name == "" {
		s.say(prose.T("Type {command} and a name.", prose.Literal("mute")))
		return
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	visit := s.Person.Visit
	circle, err := lobby.Ask(ctx, visit, lobby.GetCircle{})
	muted := slices.ContainsFunc(circle.Muted, func(one string) bool { return lobby.FoldName(one) == lobby.FoldName(name) })
	if err == nil {
		err = lobby.Perform(ctx, visit, lobby.Mute{Name: name, Muted: !muted})
	}
	switch {
	case err != nil:
		s.refuse(err)
	case muted:
		s.say(prose.T("You hear {name} again.", prose.Name(name)))
	default:
		s.say(prose.T("{name} is muted.", prose.Name(name)))
	}
}

// leave asks once where it would cost the seat of a match under way.
func (s *Session) leave(ctx context.Context) {
	if s.seated() && s.table.InPlay() && !s.sure("leave", prose.T("Leave for good? You resign the match. Type {leave} again to leave, or {hall} to go and keep your seat.", prose.Literal("leave"), prose.Literal("hall"))) {
		return
	}
	s.goes = true
	s.order(ctx, lobby.Leave{})
}

// resign asks once, also where the player's part in the game is over: they can still win
// the match.
func (s *Session) resign(ctx context.Context) {
	resign := string(engine.Resign)
	again := prose.T("Type {command} again to resign, or anything else to play on.", prose.Literal(resign))
	if s.seated() && !s.sure(resign, append(s.table.AskResign(false), again)...) {
		return
	}
	s.order(ctx, lobby.Play{Action: engine.Resign})
}

// sendAway asks once where a bot would play on in a match under way.
func (s *Session) sendAway(ctx context.Context, verb, name string) {
	seated := slices.ContainsFunc(s.table.Seats, func(c lobby.SeatLine) bool {
		return c.Kind == lobby.Person && !c.Left && lobby.FoldName(c.Name) == lobby.FoldName(name)
	})
	if again := verb + " " + name; s.table.Host && s.table.InPlay() && seated &&
		!s.sure(again, prose.T("Send {name} away? A bot plays on for them. Type {command} again to do it.", prose.Name(name), prose.Literal(again))) {
		return
	}
	s.order(ctx, lobby.Kick{Name: name, KeepOut: verb == "ban"})
}

// hearGame takes an action, or readiness where no round is played.
func (s *Session) hearGame(ctx context.Context, verb, line string) {
	switch {
	case s.table.Stage == engine.Playing && strings.EqualFold(line, string(engine.Resign)):
		s.resign(ctx)
	case s.table.Stage == engine.Playing:
		s.order(ctx, lobby.Play{Action: engine.Action(line)})
	case verb == "ready" || verb == string(engine.Next):
		s.order(ctx, lobby.Ready{Ready: true})
	case verb == "rooms" || verb == "me" || verb == "version":
		asked, err := command.Parse(strings.Fields(line))
		if err != nil {
			s.refuse(err)
		} else if !s.asksToDelete(&asked) {
			s.run(ctx, asked)
		}
	case s.table.Stage == lobby.Gathering:
		s.say(prose.T("There is no command {typed} before the match begins. Type {help} for the list.", command.Quoted(verb, 20), prose.Literal(command.Help)))
	default:
		s.refuse(command.Unknown(verb))
	}
}

// botLevel is that of the bot asked for: by its number, the strongest of the game
// for "strong", else the first.
func (s *Session) botLevel(asked string) engine.Level {
	if level, err := strconv.Atoi(asked); err == nil {
		return engine.Level(level)
	}
	for _, game := range s.Commands.Games {
		if game.Name == s.table.Plan.Game && asked == "strong" {
			return engine.Level(len(game.Levels))
		}
	}
	return engine.FirstBot
}
