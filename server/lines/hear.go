package lines

import (
	"context"
	"strings"

	"parlor/engine"
	"parlor/lobby"
	"parlor/server/command"
)

// hallHelp and tableHelp say what can be typed.
func hallHelp() []string {
	return []string{
		"Type play and a game to sit down at once, with others if somebody waits.",
		"Type new and a game to make a room of your own, with options such as new davinci seats=2 bots=1; help and a game lists them.",
		"Type join and a code to take a seat in a room, watch and a code to see it without one.",
		"Type rooms for all rooms and people, me for who you are, name and a name to be called so, rules and a game for its rules.",
		"Type quit to end.",
	}
}

func tableHelp() []string {
	return []string{
		"Type look for the whole table, may for what you can do now, who for the people.",
		"Type say and a text to talk to the table.",
		"Type ready to begin a match or the next round once all are ready.",
		"The host types start to begin, bot to add a bot, and remove and a seat to send the bot on it away.",
		"Type resign to give up the round, leave to give up the seat, hall to go and keep the seat, rules for the rules, quit to end.",
	}
}

// hear does what was typed.
func (s *Session) hear(ctx context.Context, line string) {
	line = strings.TrimSpace(line)
	verb, rest, _ := strings.Cut(line, " ")
	verb, rest = strings.ToLower(verb), strings.TrimSpace(rest)
	leaving := s.leaving
	s.leaving = false
	switch {
	case verb == "quit" || verb == "exit" || verb == "bye":
		s.goodbye()
	case s.chair == nil:
		s.hearHall(ctx, verb, line)
	case !s.table.told:
		s.say("One moment, the table is being told.")
	case !s.hearTable(ctx, verb, rest, leaving):
		s.hearGame(ctx, verb, line)
	}
}

func (s *Session) goodbye() {
	s.closed = true
	if s.chair == nil || !s.seated() {
		s.say("Goodbye.")
		return
	}
	as := s.Person.ReturnAs
	s.say("Goodbye. Your seat is kept: come back with " + s.Desk.Line(as) + ".")
}

// hearHall takes commands, and play without a code as sitting down at once.
func (s *Session) hearHall(ctx context.Context, verb, line string) {
	words := strings.Fields(line)
	switch {
	case verb == "":
		s.sayHall()
		return
	case verb == "help" && len(words) == 1:
		s.say(hallHelp()...)
		return
	case verb == command.Play && len(words) < 3:
		s.quick(append(words, "")[1])
		return
	}
	order, err := command.Parse(words)
	if err != nil {
		s.refuse(err)
		return
	}
	switch order.Verb {
	case command.New, command.Join, command.Watch, command.Play:
		chair, err := s.Desk.Sit(ctx, s.Person, order)
		s.sit(chair, err)
	default:
		s.run(ctx, order)
	}
}

// quick sits down where somebody waits, or makes a room.
func (s *Session) quick(game string) {
	for _, kit := range s.Desk.Kits {
		if strings.EqualFold(kit.Game.Name, game) {
			game = kit.Game.Name
		}
	}
	s.sit(s.Person.Visit.Quick(game))
}

func (s *Session) sit(chair *lobby.Chair, err error) {
	if err != nil {
		s.refuse(err)
		return
	}
	s.chair, s.table = chair, table{}
}

// run answers a command that needs no table.
func (s *Session) run(ctx context.Context, order command.Order) {
	var text strings.Builder
	if err := s.Desk.Run(ctx, s.Person, order, &text); err != nil {
		s.refuse(err)
		return
	}
	s.write(text.String())
}

// hearTable takes what can be said at any table; it is false for what belongs
// to the game.
func (s *Session) hearTable(ctx context.Context, verb, rest string, leaving bool) bool {
	chair := s.chair
	switch verb {
	case "":
		s.say(s.Desk.Sight(s.table.Update)...)
		s.sayStage("")
		s.sayMay()
	case "look":
		s.say(s.Desk.Sight(s.table.Update)...)
	case "may":
		s.sayNow()
	case "who":
		s.say(s.Desk.Who(s.table.Update)...)
	case "say":
		s.order(ctx, func(ctx context.Context) error { return chair.Say(ctx, rest) })
	case "start":
		s.order(ctx, chair.Start)
	case "bot":
		s.order(ctx, func(ctx context.Context) error { return chair.AddBot(ctx, engine.FirstBot) })
	case "remove":
		s.remove(ctx, rest)
	case "leave":
		s.leave(ctx, leaving)
	case "hall":
		chair.Close()
		s.stand(nil)
	case "help":
		s.say(tableHelp()...)
		s.sayMay()
	case "rules":
		s.run(ctx, command.Order{Verb: command.Rules, Arguments: []string{s.table.Plan.Game}})
	default:
		return false
	}
	return true
}

// sayNow tells what can be done, also where nothing is due.
func (s *Session) sayNow() {
	switch {
	case s.due():
		s.sayMay()
	case !s.seated():
		s.say("You are watching. Type hall to go.")
	case s.table.Stage == engine.Playing:
		s.say(s.people().Waits(s.table.Match.ToMove))
	default:
		s.sayStage("")
	}
}

func (s *Session) remove(ctx context.Context, seat string) {
	at, err := engine.ParseSeat(seat)
	if err != nil {
		s.say("Say which: remove and the number of a seat.")
		return
	}
	chair := s.chair
	s.order(ctx, func(ctx context.Context) error { return chair.RemoveBot(ctx, at) })
}

// leave asks once where it would cost the seat of a match under way.
func (s *Session) leave(ctx context.Context, sure bool) {
	playing := s.table.Stage == engine.Playing || s.table.Stage == engine.Interval
	if s.seated() && playing && !sure {
		s.leaving = true
		s.say("Leave for good? Your seat then resigns. Type leave again if you mean it, or hall to go and keep the seat.")
		return
	}
	s.order(ctx, s.chair.Leave)
}

// hearGame takes an action, or readiness where no round is played.
func (s *Session) hearGame(ctx context.Context, verb, line string) {
	chair := s.chair
	switch {
	case s.table.Stage == engine.Playing:
		s.order(ctx, func(ctx context.Context) error { return chair.Do(ctx, engine.Action(line)) })
	case verb == "ready" || verb == string(engine.Next):
		s.order(ctx, func(ctx context.Context) error { return chair.Ready(ctx, true) })
	case verb == "rooms" || verb == "me" || verb == "version":
		s.run(ctx, command.Order{Verb: verb})
	default:
		s.say("That is nothing to type here; help lists what is.")
	}
}
