package lines

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/server/command"
)

// What is typed at an evening beside commands.
const (
	verbTable = "table"
	verbBegin = "begin"
	verbPause = "pause"
	verbEnd   = "end"
	verbOut   = "out"
	verbIn    = "in"
	verbStop  = "stop"
)

// night is what was told of an evening.
type night struct {
	lobby.EveningUpdate
	told bool
	chat uint64 // the newest line that was told, or was there before the person
}

// attend comes to an evening.
func (s *Session) attend(hold lobby.Evening, err error) {
	if err != nil {
		s.refuse(err)
		return
	}
	s.evening, s.night = hold, night{}
}

// come comes to the evening of a code.
func (s *Session) come(ctx context.Context, code string) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	s.attend(lobby.Ask(ctx, s.Person.Visit, lobby.JoinGameNight{Code: code}))
}

// comeBack is at the evening again that the person takes part in, if there is one.
func (s *Session) comeBack(ctx context.Context) {
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if code, err := lobby.Ask(limited, s.Person.Visit, lobby.CurrentGameNight{}); err == nil && code != "" && s.evening == nil {
		s.come(ctx, code)
	}
}

// nights are the updates of the evening; nil where the person is at none.
func (s *Session) nights() <-chan lobby.EveningUpdate {
	if s.evening == nil {
		return nil
	}
	return s.evening.Updates()
}

// left is the end of the hold on the evening.
func (s *Session) left(ctx context.Context) {
	reason := s.evening.Ended()
	s.evening, s.night = nil, night{}
	if reason != nil {
		s.refuse(reason)
	}
	if s.handle == nil {
		s.stand(ctx, nil)
	}
}

// showNight tells what is new at an evening.
func (s *Session) showNight(u lobby.EveningUpdate) {
	before := s.night
	s.night = night{u, true, before.chat}
	s.hearNightTalk(before.told)
	if !before.told {
		if s.handle == nil {
			s.sayNight()
		}
		s.sayCalled(lobby.EveningUpdate{You: -1})
		return
	}
	if u.Stage != before.Stage {
		s.say(u.ToldBegun())
	}
	if u.Moving && !before.Moving && s.handle == nil {
		s.say(u.ToldMoving())
	}
	if u.Stops && !before.Stops && s.handle == nil {
		s.say(prose.T("The server will stop soon. Matches in play can be finished, and the game night goes on when it is back."))
	}
	s.sayOut(state(before.EveningUpdate), state(u))
	if u.Host && !before.Host {
		s.say(prose.T("You are the host of the game night now."))
	}
	if s.handle == nil {
		s.sayPeople(before.EveningUpdate)
		s.sayTables(before.EveningUpdate)
	}
	for _, t := range u.Recent[len(u.Recent)-min(len(u.Recent), u.Played-before.Played):] {
		s.say(prose.T("Table {n}, {game}: {players}.", prose.N(t.Number), s.Commands.Title(t.Game), prose.Sub(t.Told())))
	}
	s.sayCalled(before.EveningUpdate)
	if u.Settled() && !before.Settled() {
		s.sayNight()
	}
}

// hearNightTalk tells what is new of what is said at an evening, to somebody who is
// there and not at a table. What was said before they came is not told.
func (s *Session) hearNightTalk(here bool) {
	for _, line := range s.night.Chat {
		if line.ID > s.night.chat && here && s.handle == nil {
			s.say(prose.T("{name} says to the game night: {text}", prose.Name(line.Name), prose.Literal(line.Text)))
		}
		s.night.chat = max(s.night.chat, line.ID)
	}
}

// state is what the reader does; empty where they take no part.
func state(u lobby.EveningUpdate) string {
	if u.You < 0 || u.You >= len(u.People) {
		return ""
	}
	return u.People[u.You].State
}

// sayPeople tells who has come and gone.
func (s *Session) sayPeople(before lobby.EveningUpdate) {
	was := map[string]string{}
	for _, p := range before.People {
		was[p.Name] = p.State
	}
	absent := func(state string) bool {
		return state == "" || state == lobby.EveningAway || state == lobby.EveningGone
	}
	for i, p := range s.night.People {
		switch before, now := absent(was[p.Name]), absent(p.State); {
		case i == s.night.You:
		case before && !now:
			s.say(prose.T("{name} is here.", prose.Name(p.Name)))
		case !before && now && p.State == lobby.EveningAway:
			s.say(prose.T("{name} is away.", prose.Name(p.Name)))
		case !before && now:
			s.say(prose.T("{name} has left the game night.", prose.Name(p.Name)))
		}
	}
}

// sayOut tells the person that they sit out, or play again.
func (s *Session) sayOut(before, now string) {
	switch {
	case now == before:
	case now == lobby.EveningOut && before == lobby.EveningCalled:
		s.say(prose.T("Your table was called off. You are sitting out: type {in} to play again.", prose.Literal(verbIn)))
	case now == lobby.EveningOut:
		s.say(prose.T("You are sitting out. Type {in} to play again.", prose.Literal(verbIn)))
	case before == lobby.EveningOut && now == lobby.EveningWaiting:
		s.say(prose.T("You are waiting for a table. It will be called here."))
	}
}

// sayTables tells where a match has begun without the person.
func (s *Session) sayTables(before lobby.EveningUpdate) {
	begun := func(all []lobby.EveningTable, n int) bool {
		return slices.ContainsFunc(all, func(t lobby.EveningTable) bool { return t.Number == n && t.Stage != lobby.Gathering })
	}
	for _, t := range s.night.Tables {
		if begun(s.night.Tables, t.Number) && !begun(before.Tables, t.Number) && t.Stage != engine.Over {
			s.say(s.toldTable(t))
		}
	}
}

// toldTable tells a table where people are called to, play or have just played.
func (s *Session) toldTable(t lobby.EveningTable) prose.Text {
	return prose.T("Table {n}, {game}, {stage}: {players}.", prose.N(t.Number), s.Commands.Title(t.Game), prose.Sub(t.ToldStage()), prose.Sub(t.Told()))
}

// sayCalled tells the person that a table waits for them.
func (s *Session) sayCalled(before lobby.EveningUpdate) {
	t, is := s.night.Table()
	old, was := before.Table()
	if !is || was && old.Number == t.Number || s.night.People[s.night.You].State == lobby.EveningResting {
		return
	}
	if s.handle != nil {
		if s.table.told && s.table.Code != t.Code && !s.goes {
			s.say(prose.T("Your table at the game night is ready. To go back there, type {hall}.", prose.Literal("hall")))
		}
		return
	}
	s.say(
		prose.T("Your table is ready: table {n}, {game}, {players}.", prose.N(t.Number), s.Commands.Title(t.Game), prose.Sub(t.Told())),
		prose.T("Type {table} to sit down.", prose.Literal(verbTable)),
	)
}

// sayNight tells the whole evening: how all stand, what is played, and who plays next.
func (s *Session) sayNight() {
	u := s.night.EveningUpdate
	said := []prose.Text{prose.T("{title} (game night {code}): {stage}.", prose.Literal(u.Plan.Title), prose.Literal(u.Code), prose.Sub(u.ToldStage()))}
	if u.Hosted != "" {
		said = append(said, prose.T("The host is {name}.", prose.Name(u.Hosted)))
	}
	if u.Stage == lobby.EveningOver && u.Played > 0 {
		said = append(said, u.ToldBest(), prose.T("Thank you all for playing."))
	}
	for i := range u.People {
		said = append(said, sayStanding(u, i))
	}
	for _, t := range u.Tables {
		said = append(said, s.toldTable(t))
	}
	for _, t := range u.Next {
		said = append(said, prose.T("Next is {game} with {players}.", s.Commands.Title(t.Game), prose.Sub(t.Told())))
	}
	if u.Stage != lobby.EveningOver {
		said = append(said, prose.T("To take part, type {line}.", prose.Literal(s.Commands.Line(u.Code))))
	}
	s.say(said...)
	switch {
	case s.night.Stage == lobby.EveningGathering && s.night.Host:
		s.say(prose.T("Type {begin} once people are here, or {help} for what you can do.", prose.Literal(verbBegin), prose.Literal(command.Help)))
	case s.night.Stage == lobby.EveningGathering:
		s.say(prose.T("{name} begins the game night.", prose.Name(s.night.Hosted)))
	}
}

// sayStanding tells how somebody stands at an evening, and what they do.
func sayStanding(u lobby.EveningUpdate, at int) prose.Text {
	p := u.People[at]
	name := prose.Sub(prose.T("{name}", prose.Name(p.Name)))
	if at == u.You {
		name = prose.Sub(prose.T("{name} (you)", prose.Name(p.Name)))
	}
	rank, points, won, n := prose.N(p.Rank), prose.N(p.Points), prose.N(p.Won), prose.N(p.Matches)
	if state := u.ToldState(p); !state.IsZero() {
		return prose.T("Rank {rank}: {name}, {points} points, won {won} of {n}, {state}.", rank, name, points, won, n, prose.Sub(state))
	}
	return prose.T("Rank {rank}: {name}, {points} points, won {won} of {n}.", rank, name, points, won, n)
}

// hearNight takes what can be said at an evening; it is false for what belongs to
// the hall.
func (s *Session) hearNight(ctx context.Context, verb, rest string) bool {
	switch verb {
	case verbBegin, verbPause, verbEnd, verbOut, verbIn, "leave", "hall":
		if !s.alone(verb, rest) {
			return true
		}
	}
	switch verb {
	case "", "look":
		s.sayNight()
	case command.Evening:
		if rest != "" {
			return false
		}
		s.sayNight()
	case verbTable:
		s.toTable(ctx)
	case command.Watch:
		return s.watchTable(ctx, rest)
	case verbBegin:
		s.orderNight(ctx, lobby.BeginEvening{})
	case verbPause:
		s.orderNight(ctx, lobby.PauseEvening{})
	case verbEnd:
		s.orderNight(ctx, lobby.EndEvening{})
	case "say":
		s.orderNight(ctx, lobby.SayAtEvening{Text: rest})
	case verbOut, verbIn:
		s.orderNight(ctx, lobby.SitOut{Out: verb == verbOut})
	case "host":
		s.orderNight(ctx, lobby.HandOverEvening{To: rest})
	case "kick":
		s.orderNight(ctx, lobby.SendFromEvening{Name: rest})
	case verbStop:
		n, err := strconv.Atoi(rest)
		if err != nil {
			s.say(prose.T("Type {command} and the number of a table.", prose.Literal(verbStop)))
			return true
		}
		s.orderNight(ctx, lobby.EndTable{Number: n})
	case "set":
		plan := s.night.Plan
		if err := command.SetEvening(&plan, strings.Fields(rest)); err != nil {
			s.refuse(err)
			return true
		}
		s.orderNight(ctx, lobby.ChangeEvening{Plan: plan})
	case "leave":
		if s.sure("leave", prose.T("Leave the game night? Your points stay. Type {leave} again to leave, or {hall} to go to the hall.", prose.Literal("leave"), prose.Literal("hall"))) {
			s.orderNight(ctx, lobby.LeaveEvening{})
		}
	case "hall":
		s.evening.Close()
	case command.Help:
		if rest != "" {
			return false
		}
		s.say(nightHelp()...)
	default:
		return false
	}
	return true
}

// orderNight gives an order to the evening.
func (s *Session) orderNight(ctx context.Context, do lobby.EveningDo) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := s.evening.Do(ctx, do); err != nil {
		s.refuse(err)
	}
}

// toTable sits down at the table that waits.
func (s *Session) toTable(ctx context.Context) {
	t, is := s.night.Table()
	if !is || t.Stage == engine.Over {
		s.say(prose.T("No table waits for you now."))
		return
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	s.sit(ctx)(lobby.Ask(ctx, s.Person.Visit, lobby.Join{Code: t.Code}))
}

// watchTable watches a table by its number; it is false for what is none.
func (s *Session) watchTable(ctx context.Context, typed string) bool {
	n, err := strconv.Atoi(typed)
	if err != nil {
		return false // the code of a room
	}
	at := slices.IndexFunc(s.night.Tables, func(t lobby.EveningTable) bool { return t.Number == n })
	if at < 0 {
		s.say(prose.T("There is no table of that number."))
		return true
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	s.sit(ctx)(lobby.Ask(ctx, s.Person.Visit, lobby.Watch{Code: s.night.Tables[at].Code}))
	return true
}

// nightHelp says what can be typed at an evening.
func nightHelp() []prose.Text {
	return []prose.Text{
		prose.T("Type {evening} for the standings, the tables, and who plays next.", prose.Literal(command.Evening)),
		prose.T("Type {table} to sit down at the table that waits for you.", prose.Literal(verbTable)),
		prose.T("Type {watch} and the number of a table to watch it.", prose.Literal(command.Watch)),
		prose.T("Type {say} and a message to talk to everybody at the game night.", prose.Literal("say")),
		prose.T("Type {out} to sit out for a while, and {in} to play again.", prose.Literal(verbOut), prose.Literal(verbIn)),
		prose.T("If you are the host, type {begin} to let tables fill, {pause} to stop that for a while, or {end} to end the game night.",
			prose.Literal(verbBegin), prose.Literal(verbPause), prose.Literal(verbEnd)),
		prose.T("As the host, type {set} to change the game night, such as {example}. The settings are {words}.",
			prose.Literal("set"), prose.Literal("set games=davinci,kodeknacker bots=1"), prose.List(prose.Literals(lobby.EveningWords()))),
		prose.T("As the host, type {host} and a name to hand over, {kick} and a name to send somebody away, or {stop} and a table to end its match.",
			prose.Literal("host"), prose.Literal("kick"), prose.Literal(verbStop)),
		prose.T("A match gives everybody the share of opponents whom they have beaten, of 100 points."),
		prose.T("Type {leave} to leave the game night, {hall} to go to the hall, or {quit} to leave the server.",
			prose.Literal("leave"), prose.Literal("hall"), prose.Literal("quit")),
	}
}
